"""The tensors inside of results of one structure: ``(a, b)`` and ``(c, d)`` are chosen element by element."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fullgraph.rules.rewrite.analysis.trees import given_to, root_of

Hole = dict[int, ast.expr]
"""What stands in one place of the structure, by leaf."""


@dataclass(frozen=True)
class Slot:
    """One result of the branch: a name or attribute, or, without a target, the value that is returned."""

    target: str | None
    values: Mapping[int, ast.expr]
    """The value at each leaf, by the leaf's identity."""
    holes: list[Hole]
    """The places in it that are chosen; one where it is a tensor."""
    in_place: bool = False
    """Whether the tensor that the target holds is written."""

    @property
    def is_whole(self) -> bool:
        """Whether all of the result is one tensor."""
        return len(self.holes) == 1 and self.holes[0] == self.values

    @property
    def is_tuple(self) -> bool:
        """Whether the result is a tuple of which every element is chosen."""
        first = next(iter(self.values.values()))
        return isinstance(first, ast.Tuple) and [next(iter(hole.values())) for hole in self.holes] == first.elts

    @property
    def is_attribute(self) -> bool:
        return self.target is not None and "." in self.target


def holes(values: Mapping[int, ast.expr], assigned: Iterable[str], is_record: Callable[[ast.expr], bool]) -> list[Hole]:
    """The places in which the leaves' values differ; one place for all of it where they are not of one structure.

    ``assigned``: what the branch assigns, which means something else in every leaf. ``is_record``: whether a call makes
    an object that keeps what it is given.
    """
    written = frozenset(assigned)
    keys = list(values)
    found: list[Hole] = []

    def visit(exprs: Sequence[ast.expr], root: bool) -> None:
        parts = _parts(exprs, is_record)
        if parts is not None:
            for part in parts:
                visit(part, False)
        elif root or not _same(exprs, written):
            found.append(dict(zip(keys, exprs, strict=True)))

    visit(list(values.values()), True)
    return found


def is_container(expr: ast.expr) -> bool:
    return isinstance(expr, (ast.Tuple, ast.List, ast.Dict, ast.Call))


def _parts(exprs: Sequence[ast.expr], is_record: Callable[[ast.expr], bool]) -> list[tuple[ast.expr, ...]] | None:
    """The elements of containers, by place, where all are of one kind and size; else None."""
    first = exprs[0]
    if any(type(expr) is not type(first) for expr in exprs):
        return None
    inner: list[list[ast.expr]] = []
    shapes = set()
    for expr in exprs:
        if isinstance(expr, (ast.Tuple, ast.List)):
            elements, shape = list(expr.elts), ""
        elif isinstance(expr, ast.Dict):
            if not all(isinstance(key, ast.Constant) for key in expr.keys):
                return None
            elements, shape = list(expr.values), ",".join(ast.dump(key) for key in expr.keys if key is not None)
        elif isinstance(expr, ast.Call) and is_record(expr.func):
            elements = given_to(expr)
            shape = f"{ast.dump(expr.func)} {[keyword.arg for keyword in expr.keywords]}"
            if any(keyword.arg is None for keyword in expr.keywords):
                return None
        else:
            return None
        if not elements or any(isinstance(element, ast.Starred) for element in elements):
            return None
        inner.append(elements)
        shapes.add((len(elements), shape))
    return list(zip(*inner, strict=True)) if len(shapes) == 1 else None


def _same(exprs: Sequence[ast.expr], written: frozenset[str]) -> bool:
    """Whether the leaves have the same constant, or name the same thing that no leaf assigns."""
    first = exprs[0]
    if len({ast.dump(expr) for expr in exprs}) > 1:
        return False
    if isinstance(first, ast.Constant):
        return True
    root = root_of(first)
    read = {ast.unparse(node) for node in ast.walk(first) if isinstance(node, (ast.Name, ast.Attribute))}
    return isinstance(root, ast.Name) and not read & written
