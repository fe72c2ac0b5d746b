"""The programs, as they are listed by topic, and the files that are checked and compiled.

A list is a Python file. Each statement of it is a program; a function that is called ``_`` is a program of several
statements, its body. A program may use ``x`` (floats, 4 by 6), ``i`` (four whole numbers, a tensor), ``b`` (a mask,
4 by 6), ``n`` (a number that was read from ``x``) and ``self``, whose attributes are those of ``Base`` in
``surroundings.py``, and the recurrent layers of ``Recurrent`` where the program names one.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("programs")
SURROUNDINGS = Path(__file__).with_name("surroundings.py")
PER_FILE = 50
GIVEN = {"i": "i = x.sum(1).long() % 4", "b": "b = x > 0", "n": "n = int(x.sum())"}
"""The names that are bound in front of a program which uses them."""
RESULT = "result"


@dataclass(frozen=True)
class Program:
    """One program: the topic, its number there, and its text."""

    topic: str
    number: int
    text: str

    @property
    def name(self) -> str:
        """The name of its class."""
        return f"P{self.number:04d}"


@dataclass(frozen=True)
class Placed:
    """A program in a file, from its first line to the ``return`` behind it."""

    program: Program
    path: Path
    first: int
    last: int


def topics(folder: Path = FOLDER) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.py"))


def read(topic: str, folder: Path = FOLDER) -> list[Program]:
    """The programs of a topic, each text once."""
    source = (folder / f"{topic}.py").read_text(encoding="utf-8")
    texts = dict.fromkeys(_texts(source))
    return [Program(topic, number, text) for number, text in enumerate(texts)]


def write(programs: Sequence[Program], folder: Path) -> list[Placed]:
    """Write the programs of a topic into files of some 50 classes."""
    placed = []
    for start in range(0, len(programs), PER_FILE):
        some = programs[start : start + PER_FILE]
        path = folder / f"{some[0].topic}_{start // PER_FILE}.py"
        lines = SURROUNDINGS.read_text(encoding="utf-8").splitlines()
        for program in some:
            base = "Recurrent" if "self.lstm" in program.text or "self.gru" in program.text else "Base"
            lines += ["", "", f"class {program.name}({base}):", "    def forward(self, x: torch.Tensor):"]
            body = ast.parse(program.text).body
            lines += [f"        {GIVEN[name]}" for name in _given(body)]
            first = len(lines) + 1
            lines += textwrap.indent(_kept(body, program.text), " " * 8).splitlines()
            lines.append("        return x + 1")
            placed.append(Placed(program, path, first, len(lines)))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return placed


def _texts(source: str) -> Iterator[str]:
    lines = source.splitlines()
    for node in ast.parse(source).body:
        first = node.body[0] if isinstance(node, ast.FunctionDef) and node.name == "_" else node
        yield textwrap.dedent("\n".join(lines[_first_line(first) - 1 : node.end_lineno]))


def _first_line(node: ast.stmt) -> int:
    """The line where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _given(body: Sequence[ast.stmt]) -> list[str]:
    """The names that a program reads and does not bind itself."""
    names = [node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    updated = {
        node.target.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    return [name for name in GIVEN if name in updated or (name in read and name not in bound)]


def _kept(body: Sequence[ast.stmt], text: str) -> str:
    """The text, with the value of an expression kept in a variable."""
    return f"{RESULT} = {text}" if len(body) == 1 and isinstance(body[0], ast.Expr) else text
