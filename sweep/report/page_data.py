"""The runs of a store as the page's script reads them: compact JSON, with each text once."""

from __future__ import annotations

import datetime
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.report.pages import page
from fullgraph.runtime_check.report.highlight import clean
from fullgraph.runtime_check.report.live import HEADINGS
from fullgraph.sweep.report import links
from fullgraph.sweep.report.summary import environments_of
from fullgraph.sweep.store.reference import tables
from fullgraph.sweep.store.store import Store

CONFIGURATION = ("environment", "mode", "dtype", "device", "version")
"""What the runs of a model differ in."""
FIELDS = {
    "runs": (
        *("status", "failure", "cause", "message", "during", "output", "graphs", "inputs", "step", "backend"),
        *("device_name", "peak_memory", "seconds", "finished", "node", "check_errors"),
    ),
    "checks": ("name", "status", "summary"),
    "breaks": (
        *("file", "line", "function", "source", "kind", "registry_id", "reason", "explanation", "modes"),
        *("predicted_by", "missed_in", "stack", "operators", "syncs", "cost_seconds", "share"),
    ),
    "predictions": ("code", "message", "file", "line", "modes", "tested"),
    "recompiles": ("file", "line", "function", "kind", "guard", "advice", "steady", "over_limit"),
    "timings": (
        *("compiled_with", "eager_seconds", "compiled_seconds", "ratio", "ratio_low", "ratio_high"),
        *("compile_seconds", "peak_memory_eager", "peak_memory_compiled", "kernels_eager", "kernels_compiled"),
    ),
    "repairs": ("level", "codes", "taken_back", "status", "breaks", "agrees", "summary"),
}
"""The columns of each table that are shown."""
_KINDS = {"VARCHAR": "text", "TIMESTAMP WITH TIME ZONE": "text", "VARCHAR[]": "texts"}
"""How values are packed, by the type of their column; others stay as they are."""


class _Texts:
    """Texts by number, each once, and fit to be shown."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def packed(self, values: Iterable[Any]) -> list[Any]:
        """The values, with the numbers of their texts."""
        return [self._packed(value) for value in values]

    def _packed(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._packed(one) for one in value]
        if isinstance(value, datetime.datetime):
            value = f"{value:%Y-%m-%d %H:%M:%S}"
        if isinstance(value, str):
            return self.numbers.setdefault(clean(value), len(self.numbers))
        return float(f"{value:.4g}") if isinstance(value, float) else value


def page_data(store: Store) -> dict[str, Any]:
    """All that the script of the page is given."""
    texts = _Texts()
    parts = {table: _by_run(store, table, texts) for table in FIELDS}
    best = {run for (run,) in store.rows("SELECT run FROM results")}
    configurations: dict[tuple[str, ...], int] = {}
    models: dict[str, dict[str, Any]] = {}
    columns = ", ".join(("run", "target", "library", "pass", *CONFIGURATION))
    for run, target, library, run_pass, *key in store.rows(f"SELECT {columns} FROM planned ORDER BY number"):
        configuration = configurations.setdefault(tuple(key), len(configurations))
        model = models.setdefault(target, {"name": clean(target), "library": clean(library), "runs": []})
        found = [parts[table].get(run, []) for table in FIELDS]
        model["runs"].append([run, run_pass, configuration, int(run in best), *found])
    return {
        "texts": list(texts.numbers),
        "fields": {table: _kinds(table, columns) for table, columns in FIELDS.items()},
        "configurations": [dict(zip(CONFIGURATION, map(clean, key), strict=True)) for key in configurations],
        "checks": HEADINGS,
        "models": list(models.values()),
        "prefixes": {clean(one.environment): links.prefixes(one) for one in environments_of(store)},
        "registry": links.REGISTRY_PAGE,
        "rules": _rules(store),
    }


def _by_run(store: Store, table: str, texts: _Texts) -> dict[str, list[list[Any]]]:
    """The rows of a table, by run."""
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for run, *values in store.rows(f"SELECT run, {', '.join(FIELDS[table])} FROM {table} ORDER BY rowid"):
        found[run].append(texts.packed(values))
    return found


def _kinds(table: str, columns: Sequence[str]) -> list[tuple[str, str]]:
    """The columns with how their values are packed."""
    types = {column.name: column.type for one in tables() if one.name == table for column in one.columns}
    return [(name, _KINDS.get(types[name], "")) for name in columns]


def _rules(store: Store) -> dict[str, list[str]]:
    """The pages of the rules that the store names, by code, as lines of Markdown."""
    rows = store.rows("SELECT unnest(predicted_by) FROM breaks UNION SELECT code FROM predictions")
    named = {code for (code,) in rows}
    return {rule.code: page(rule) for rule in load_rules() if rule.code in named}


def as_script_data(value: object) -> str:
    """JSON that may stand in a ``script`` element: nothing in it ends the element, or begins a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
