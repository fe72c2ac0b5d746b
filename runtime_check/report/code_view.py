"""Generated code in pieces that fold, no more of it than a browser bears."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from fullgraph.lint.report.text import count
from fullgraph.runtime_check.observe.generated_code import Kernel, library_calls, split
from fullgraph.runtime_check.report.highlight import clean, highlighted
from fullgraph.runtime_check.results import GeneratedCode
from markupsafe import Markup, escape

MOST_HIGHLIGHTED = 300_000
"""Characters of code with coloured tokens in one report; what follows is plain."""
MOST_SHOWN = 1_500_000
"""Characters of code in one report; of what follows only the names are given."""
MOST_IN_A_PIECE = 200_000
MOST_NAMES = 6
"""Of a graph's kernels, so many are named before it is unfolded."""


@dataclass
class Piece:
    """A kernel, or the module that launches the kernels; ``html`` is None where it is left out."""

    name: str
    said: str
    html: Markup | None
    note: str = ""


@dataclass
class GraphCode:
    """The code that was generated for one graph."""

    name: str
    said: str
    kernels: list[str]
    library: list[str]
    pieces: list[Piece] = field(default_factory=list)

    @property
    def names(self) -> str:
        """The kernels' names, of many the first."""
        more = len(self.kernels) - MOST_NAMES
        return ", ".join(self.kernels[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


class Budget:
    """The amount of code that a report may still show."""

    def __init__(self, shown: int = MOST_SHOWN, highlighted: int = MOST_HIGHLIGHTED) -> None:
        self.shown, self.highlighted = shown, highlighted

    def graphs(self, code: Sequence[GeneratedCode]) -> list[GraphCode]:
        """All of a run by their graphs, forward before backward."""
        return [self.graph(one) for one in sorted(code, key=_order)]

    def graph(self, generated: GeneratedCode) -> GraphCode:
        """The view of one graph's code."""
        kernels, rest = split(generated.code)
        size = f"{count(len(generated.kernels), 'kernel')}, {len(generated.code) / 1000:.1f} kB"
        view = GraphCode(generated.graph, size, generated.kernels, library_calls(rest))
        view.pieces = [self._kernel(kernel) for kernel in kernels]
        language = "python" if kernels or "async_compile" in rest else "cpp" if "#include" in rest else "python"
        view.pieces.append(
            self._piece("call", "the code that allocates the buffers and launches the kernels", rest, language)
        )
        return view

    def _kernel(self, kernel: Kernel) -> Piece:
        words = {"triton": "Triton", "cpp": "C++", "python": "Python"}
        return self._piece(kernel.name, words[kernel.language], kernel.source, kernel.language)

    def _piece(self, name: str, said: str, source: str, language: str) -> Piece:
        lines = f"{said}, {count(source.count(chr(10)) + 1, 'line')}"
        if self.shown <= 0:
            return Piece(name, lines, None, "Left out to keep the page short: --format json --code has it.")
        most = min(self.shown, MOST_IN_A_PIECE)
        cut, note = source, ""
        if len(source) > most:
            cut = source[:most]
            note = f"Cut after {most} of {len(source)} characters: --format json --code has all."
        coloured = len(cut) <= self.highlighted
        self.shown -= len(cut)
        self.highlighted -= len(cut) if coloured else 0
        return Piece(name, lines, highlighted(cut, language) if coloured else escape(clean(cut)), note)


def _order(generated: GeneratedCode) -> tuple[int, bool]:
    number = re.search(r"\d+", generated.graph)
    return (int(number.group()) if number else 0, "backward" in generated.graph)
