"""A notebook's code cells as one Python text, and back.

Each cell begins with a comment line that numbers it. What only IPython understands becomes Python that fills its line,
with the original in a comment behind it: rows stay what they are, and joining and splitting undo each other.
"""

from __future__ import annotations

import ast
import bisect
import io
import re
import tokenize
import warnings
from collections.abc import Iterable
from dataclasses import dataclass

SUFFIX = ".ipynb"
_HEAD = re.compile(r"# %% cell (\d+)(-*)$")
_PYTHON_MAGICS = frozenset(("capture", "prun", "time", "timeit"))
"""Cell magics whose cell is Python."""
_ASSIGNED = re.compile(r"^(\s*)([A-Za-z_][\w.,\s]*=\s*)([!%].*)$", re.DOTALL)
_MAGIC = re.compile(r"^(\s*)([!%?].*|[\w.%]+\?{1,2}\s*)$", re.DOTALL)


@dataclass(frozen=True)
class Cells:
    """The first row of each cell in the joined text."""

    numbers: tuple[int, ...]
    """1-based, counted over all cells of the notebook."""
    heads: tuple[int, ...]
    """The row of the line that numbers it."""

    def place(self, row: int) -> tuple[int, int]:
        """The cell of a row of the joined text, and the row in that cell."""
        index = max(bisect.bisect_right(self.heads, row) - 1, 0)
        return self.numbers[index], max(row - self.heads[index], 1)

    def row(self, cell: int, row: int) -> int | None:
        """The row of the joined text for a row of a cell; None where there is no such code cell."""
        if cell not in self.numbers:
            return None
        return self.heads[self.numbers.index(cell)] + row


def named(cells: Cells | None, first: int, last: int | None = None) -> str:
    """Return rows in words: ``line 3`` or ``lines 3-5``, in a notebook with their cell."""
    cell, row = cells.place(first) if cells is not None else (None, first)
    rows = f"line {row}" if last in (None, first) else f"lines {row}-{row + (last or first) - first}"
    return rows if cell is None else f"cell {cell}, {rows}"


def at(cells: Cells | None, row: int) -> str:
    """A row as it stands behind the name of a file: ``3``, in a notebook with its cell ``cell 2:3``."""
    return str(row) if cells is None else "cell {}:{}".format(*cells.place(row))


def find(lines: Iterable[str]) -> Cells | None:
    """The cells of a joined text; None for a text that was not joined."""
    numbers, heads = [], []
    mark: str | None = None
    for row, line in enumerate(lines, 1):
        head = _HEAD.match(line.rstrip("\r\n"))
        if row == 1:
            if head is None:
                return None
            mark = head[2]
        if head is not None and head[2] == mark:
            numbers.append(int(head[1]))
            heads.append(row)
    return Cells(tuple(numbers), tuple(heads)) if numbers else None


def join(cells: Iterable[tuple[int, str]]) -> str:
    """One text of numbered cells. Cells that are no Python at all are empty in it."""
    cells = list(cells)
    mark = ""
    while any(_taken(text, mark) for _, text in cells):
        mark += "-"
    return "".join(f"# %% cell {number}{mark}\n{_python(text, mark)}\n" for number, text in cells)


def split(text: str, old: str) -> list[str]:
    """The cells of ``text``, to which ``old`` was changed. Raises ValueError where the cells are others."""
    before, after = find(old.splitlines(keepends=True)), find(_without_head_start(text, old).splitlines(keepends=True))
    if before is None or after is None or before.numbers != after.numbers:
        raise ValueError("it moves code from one cell to another")
    lines = _without_head_start(text, old).splitlines(keepends=True)
    mark = _mark(old)
    found = []
    for first, last in zip(after.heads, [*(head - 1 for head in after.heads[1:]), len(lines)], strict=True):
        body = "".join(_restored(line, mark) for line in lines[first:last])
        found.append(body.removesuffix("\n"))
    return found


def _without_head_start(text: str, old: str) -> str:
    """Return what was put in front of the first cell goes to its beginning."""
    head = old.partition("\n")[0] + "\n"
    if text.startswith(head) or head not in text:
        return text
    before, _, after = text.partition(head)
    return head + before + after


def _mark(joined: str) -> str:
    head = _HEAD.match(joined.partition("\n")[0])
    return head[2] if head is not None else ""


def _filler(mark: str) -> str:
    return f"get_ipython()  # ipython{mark}: "


def _taken(text: str, mark: str) -> bool:
    """Return whether a cell holds what would be taken for one of our own lines."""
    heads = (_HEAD.match(line) for line in text.splitlines())
    return f"# ipython{mark}: " in text or any(head is not None and head[2] == mark for head in heads)


def _python(text: str, mark: str) -> str:
    """A cell's text as Python of as many lines."""
    if is_python(text):
        return text
    lines = text.splitlines(keepends=True)
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%") and first[2:].partition(" ")[0] not in _PYTHON_MAGICS:
        return "".join(_commented(line, mark) for line in lines)
    shown = []
    goes_on = False
    whole = 0  # so many of the lines are statements that have ended
    for line in lines:
        body = line.rstrip("\r\n")
        end = line[len(body) :]
        assigned, magic = _ASSIGNED.match(body), _MAGIC.match(body)
        if goes_on:
            shown.append(_commented(line, mark))
        elif (assigned or magic) and _is_open("".join(shown[whole:])):
            shown.append(line)
            continue
        elif assigned is not None:
            shown.append(f"{assigned[1]}{assigned[2]}{_filler(mark)}{assigned[3]}{end}")
        elif magic is not None:
            shown.append(f"{magic[1]}{_filler(mark)}{magic[2]}{end}")
        else:
            shown.append(line)
            continue
        goes_on = body.endswith("\\")
        whole = len(shown)
    return "".join(shown)


def _is_open(text: str) -> bool:
    """Return whether the statement at the end goes on in the next line."""
    if text.rstrip("\r\n").endswith("\\"):
        return True
    text = "".join(line.lstrip(" \t") for line in text.splitlines(keepends=True))  # it may begin in a block
    try:
        list(tokenize.generate_tokens(io.StringIO(text).readline))
    except tokenize.TokenError:
        return True
    except SyntaxError:
        return False
    return False


def _commented(line: str, mark: str) -> str:
    return f"# ipython{mark}: {line}"


def _restored(line: str, mark: str) -> str:
    filler, comment = _filler(mark), _commented("", mark)
    return line.replace(filler, "", 1) if filler in line else line.removeprefix(comment)


def is_python(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
