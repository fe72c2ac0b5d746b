"""Coverage of PyTorch's graph-break registry: the breaks that the rules predict, and why not the others.

    python -m fullgraph.runtime_check.conformance.registry [--write]

``rules/registry/classified.json`` says of each id what kind of break it is. With the rules' ``REGISTRY`` and with what
the compiler reported for their cases (``rules/evidence``) this makes ``docs/registry-coverage.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fullgraph.lint.registry.rule import BREAK_SITE, Rule, load_rules
from fullgraph.lint.report.evidence import recorded
from fullgraph.runtime_check.conformance.cases import MODES, Case, find_cases
from fullgraph.runtime_check.conformance.proof import lies_in

PAGE = Path("docs/registry-coverage.md")
CASES = Path("tests/cases")
COMMAND = "python -m fullgraph.runtime_check.conformance.registry --write"

KINDS = {
    "no rule": (
        "Visible in the source, without a rule",
        "The cause of these is in the source. No rule looks for it, or only for some of its forms.",
    ),
    "asked": (
        "Deliberate",
        "The code requests the break: `graph_break()`, `torch.compiler.disable(function)`. A finding would not help.",
    ),
    "setting": (
        "Only under a setting",
        "They need a setting of TorchDynamo that is not the default, or a PyTorch built without a component.",
    ),
    "error": ("Errors", "The code raises in eager too, or uses an API incorrectly."),
    "operator": (
        "Requirements of higher-order operators",
        "`torch.cond`, `while_loop`, `scan`, `map` and functions marked for them accept only some arguments, results "
        "and effects. Most of this depends on the shapes and types they receive; the first run of such code checks it.",
    ),
    "follows": (
        "After another break",
        "They report where TorchDynamo cannot end a graph, or what it cannot rebuild after the end of one. Without "
        "the break that led there, they do not happen.",
    ),
    "runtime": (
        "Decided at run time",
        "Ordinary code with values of a type, or with a state, that TorchDynamo does not model. The same line is "
        "captured with other values, so the source does not show it.",
    ),
    "gone": (
        "Obsolete",
        "PyTorch keeps the ids of breaks that torch 2.13 no longer has: it captures the code that led to them, or "
        "reports it under another id.",
    ),
    "internal": (
        "Inside TorchDynamo",
        "Bytecode, slots and states that the tracer does not handle: its own limits and errors.",
    ),
}
"""The kinds of breaks that no rule predicts, in the order of the page: heading and explanation."""


@dataclass(frozen=True)
class Entry:
    """A break of the registry."""

    id: str
    type: str
    """PyTorch's name of it."""
    kind: str
    why: str = ""
    """The construct to look for, where no rule does."""


def entries() -> dict[str, Entry]:
    """All breaks that are classified, by id."""
    text = (resources.files("fullgraph.rules") / "registry" / "classified.json").read_text(encoding="utf-8")
    known = json.loads(text)["ids"]
    return {id: Entry(id, fields["type"], fields["kind"], fields.get("why", "")) for id, fields in known.items()}


def predicted(rules: Sequence[Rule]) -> dict[str, list[str]]:
    """The codes of the rules that say of an id that they predict it."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule in rules:
        for id in rule.registry:
            found[id].append(rule.code)
    return found


def observed(cases: Sequence[Case]) -> dict[tuple[str, str], set[str]]:
    """The torch versions on which an id was recorded at a line that a rule reports, by id and code."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in cases:
        for record in recorded(case.path.parent.name[:5].upper()):
            entry = record["cases"].get(case.name)
            if entry is not None and not entry.get("proved"):
                for code, id in _seen(case, entry):
                    found[id, code].add(".".join(record["torch"].split(".")[:2]))
    return found


def _seen(case: Case, entry: Mapping[str, Mapping[str, Sequence[Mapping[str, object]]]]) -> Iterator[tuple[str, str]]:
    """Codes and ids of the lines of a case that are reported and break."""
    for mode in MODES:
        limit = entry[mode].get("limit")
        for claim in case.recompiles if limit is not None else ():
            yield claim.code, str(limit)
        at: dict[int, set[str]] = defaultdict(set)
        for found in entry[mode]["breaks"]:
            if found["registry"]:
                at[case.statement(int(str(found["line"])))].add(str(found["registry"]))
        for line, code in case.reported(mode):
            yield from ((code, id) for id in at.get(case.statement(line), ()))
        for where, _, code, end in case.reports:
            for found in entry[mode].get("elsewhere", ()):
                if where == mode and found["registry"] and lies_in(str(found["place"]).rpartition(":")[0], end):
                    yield code, str(found["registry"])


def page(rules: Sequence[Rule], cases: Sequence[Case]) -> str:
    """The whole page, as Markdown."""
    return "\n".join(_lines(rules, cases)) + "\n"


def _lines(rules: Sequence[Rule], cases: Sequence[Case]) -> Iterator[str]:
    known, said, seen = entries(), predicted(rules), observed(cases)
    others = [entry for entry in known.values() if entry.id not in said]
    yield "# Which graph breaks the rules predict"
    yield ""
    yield f"Generated by `{COMMAND}`."
    yield ""
    yield "PyTorch numbers the reasons why TorchDynamo ends a graph"
    yield f"([the registry]({BREAK_SITE.rsplit('/gb/', 1)[0]}/)). This page covers torch 2.13 and 2.15."
    yield "*Predicted* means that a rule reports some forms, not every form: many kinds of code can lead to one id, and"
    yield "`Attempted to call function marked as skipped` covers every function that is not traced."
    yield ""
    yield "| | ids |"
    yield "| --- | --- |"
    yield f"| predicted by a rule | {len(known) - len(others)} |"
    for kind, (heading, _) in KINDS.items():
        yield f"| {heading[0].lower()}{heading[1:]} | {sum(entry.kind == kind for entry in others)} |"
    yield f"| total | {len(known)} |"
    yield ""
    yield "## Predicted"
    yield ""
    yield "A rule in **bold** has a case for which the compiler reported this id at the line that the rule reports"
    yield "(`rules/evidence`); the others declare the prediction, but no case shows it on a recorded version."
    yield ""
    yield "| id | what PyTorch calls it | rules |"
    yield "| --- | --- | --- |"
    for entry in known.values():
        if entry.id in said:
            codes = [f"**{code}**" if (entry.id, code) in seen else code for code in said[entry.id]]
            yield f"| {_link(entry)} | {_cell(entry.type)} | {', '.join(codes)} |"
    for kind, (heading, text) in KINDS.items():
        members = [entry for entry in others if entry.kind == kind]
        explained = kind == "no rule"
        yield ""
        yield f"## {heading}"
        yield ""
        yield text
        yield ""
        yield "| id | what PyTorch calls it |" + (" what it is |" if explained else "")
        yield "| --- | --- |" + (" --- |" if explained else "")
        for entry in members:
            yield f"| {_link(entry)} | {_cell(entry.type)} |" + (f" {entry.why} |" if explained else "")


def _link(entry: Entry) -> str:
    return f"[{entry.id}]({BREAK_SITE.format(entry.id.lower())})"


def _cell(text: str) -> str:
    return text if "`" in text else text.replace("|", "\\|").replace("*", "\\*")


def main(argv: Sequence[str] | None = None) -> int:
    """The command: prints the page, or writes it where it belongs."""
    parser = argparse.ArgumentParser(prog="python -m fullgraph.runtime_check.conformance.registry")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE}")
    given = parser.parse_args(argv)
    text = page(load_rules(), find_cases(CASES.resolve()))
    if given.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
