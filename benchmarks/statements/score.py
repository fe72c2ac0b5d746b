"""How often ``check`` is right on the programs, by topic, and where it is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Mode

from .check import Said
from .listing import Program
from .observe import Observed


@dataclass(frozen=True)
class Row:
    """One program: what TorchDynamo does and what ``check`` says."""

    program: Program
    observed: Observed
    said: Said

    def breaks(self, mode: Mode) -> list[str]:
        return self.observed.breaks.get(mode, [])

    def missed(self, mode: Mode) -> bool:
        return bool(self.breaks(mode)) and not self.said[mode]

    def false(self, mode: Mode) -> bool:
        return bool(self.said[mode]) and not self.breaks(mode)


@dataclass(frozen=True)
class Score:
    """The counts of one mode: programs that break, that have a finding, and that have both."""

    breaks: int
    claims: int
    both: int

    @classmethod
    def of(cls, rows: Iterable[Row], mode: Mode) -> Score:
        rows = list(rows)
        breaks = [row for row in rows if row.breaks(mode)]
        claims = [row for row in rows if row.said[mode]]
        return cls(len(breaks), len(claims), sum(1 for row in breaks if row.said[mode]))

    @property
    def cells(self) -> list[str]:
        return [_share(self.both, self.breaks), _share(self.both, self.claims)]


def rows_of(observed: Mapping[Program, Observed], said: Mapping[Program, Said]) -> list[Row]:
    """Join by program. Those that did not run are left out."""
    return [Row(program, one, said[program]) for program, one in observed.items() if not one.dropped]


HEAD = (
    "| topic | programs | recall, default | precision, default | recall, fullgraph | precision, fullgraph |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
)


def table(rows: Sequence[Row]) -> str:
    """The figures by topic, as Markdown."""
    topics = sorted({row.program.topic for row in rows})
    groups = [(topic, [row for row in rows if row.program.topic == topic]) for topic in topics]
    lines = [*HEAD, *(_line(topic, some) for topic, some in groups), _line("**all**", rows)]
    return "\n".join(lines)


def _line(name: str, rows: Sequence[Row]) -> str:
    cells = [cell for mode in BOTH_MODES for cell in Score.of(rows, mode).cells]
    return f"| {' | '.join([name, f'{len(rows):,}', *cells])} |"


def _share(hit: int, of: int) -> str:
    return f"{100 * hit / of:.0f} % ({hit} of {of})" if of else "-"


def _by_mode(modes: Iterable[Mode], what: Callable[[Mode], list[str]]) -> dict[str, object]:
    return {mode: what(mode) for mode in modes}


def disagreements(rows: Sequence[Row]) -> dict[str, list[dict[str, object]]]:
    """The programs that break without a finding, and those with a finding that do not break."""
    return {
        "misses": [
            {"topic": row.program.topic, "program": row.program.text, **_by_mode(modes, row.breaks)}
            for row in rows
            if (modes := [mode for mode in BOTH_MODES if row.missed(mode)])
        ],
        "false_positives": [
            {"topic": row.program.topic, "program": row.program.text, **_by_mode(modes, row.said.__getitem__)}
            for row in rows
            if (modes := [mode for mode in BOTH_MODES if row.false(mode)])
        ],
    }


def as_json(rows: Sequence[Row], version: str) -> str:
    return json.dumps({"torch": version, **disagreements(rows)}, indent=1, ensure_ascii=False) + "\n"
