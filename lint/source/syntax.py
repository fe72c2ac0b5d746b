"""Walks over syntax trees that cost less than those of ``ast``, and what is worked out once for a node.

They go only where nodes can be, and skip contexts and operators (``ast.Load``, ``ast.Add``): those are shared objects
that stand for no place in the file.
"""

from __future__ import annotations

import ast
import bisect
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeGuard, TypeVar

Result = TypeVar("Result")

_PLAIN = frozenset(
    "id attr arg asname level module n s kind ctx op ops type_comment conversion rest kwd_attrs is_async simple "
    "type_ignores".split()
)
"""Fields that hold no nodes with a place in the file."""
_NAMES = frozenset(("name", "names"))
"""Fields that hold nodes in these types alone."""
_NAMED = frozenset(("Import", "ImportFrom", "TypeAlias"))


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    if kind in (ast.Constant, ast.MatchSingleton):
        return ()
    skipped = _PLAIN if kind.__name__ in _NAMED else _PLAIN | _NAMES
    return tuple(field for field in kind._fields if field not in skipped)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each type of node that can hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = fields = _fields_of(kind)
        return fields


FIELDS = _Fields()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below a node, in the order of its fields."""
    found: list[ast.AST] = []
    for name in FIELDS[type(node)]:
        value = getattr(node, name, None)
        if value.__class__ is list:
            found += [one for one in value if one is not None]
        elif value is not None:
            found.append(value)
    return found


def names_bound(node: ast.AST) -> tuple[str, ...]:
    """The names that a node binds, deletes, or declares ``global`` or ``nonlocal``; not those of nodes below it."""
    reader = _BOUND.get(type(node))
    return reader(node) if reader is not None else ()


def _of_alias(node: Any) -> tuple[str, ...]:
    return () if node.name == "*" else (node.asname or node.name.partition(".")[0],)


def _of_name(node: Any) -> tuple[str, ...]:
    return () if isinstance(node.ctx, ast.Load) else (node.id,)


def _of_field(field: str) -> Callable[[Any], tuple[str, ...]]:
    def read(node: Any) -> tuple[str, ...]:
        name = getattr(node, field)
        return () if name is None else (name,)

    return read


_BOUND: Mapping[type[ast.AST], Callable[[Any], tuple[str, ...]]] = {
    ast.Name: _of_name,
    ast.alias: _of_alias,
    ast.arg: _of_field("arg"),
    ast.MatchMapping: _of_field("rest"),
    **dict.fromkeys((ast.Global, ast.Nonlocal), lambda node: tuple(dict.fromkeys(node.names))),
    **dict.fromkeys(
        (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
        _of_field("name"),
    ),
}


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, level by level, as ``ast.walk`` gives them."""
    return walk_kinds(node, None)


def walk_kinds(node: ast.AST, kinds: Collection[type[ast.AST]] | None) -> Iterator[ast.AST]:
    """Those of ``walk`` that are of some kinds; quicker than to sort out all of them."""
    todo = deque((node,))
    take, put = todo.popleft, todo.append
    fields = FIELDS
    while todo:
        node = take()
        kind = node.__class__
        for name in fields[kind]:
            value = getattr(node, name, None)
            if value.__class__ is list:
                todo.extend([one for one in value if one is not None])  # a key or default that is not there
            elif value is not None:
                put(value)
        if kinds is None or kind in kinds:
            yield node


def root_name(node: ast.AST) -> str:
    """The name that a chain of attributes, items and calls begins with: ``a`` of ``a.b[0].c()``; else nothing."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        else:
            return ""
    return node.id


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements below a node, level by level."""
    todo = deque((node,))
    while todo:
        node = todo.popleft()
        for name in _BLOCKS[type(node)]:
            todo.extend(getattr(node, name))
        if isinstance(node, ast.stmt):
            yield node


class _Blocks(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each type of node that hold statements, or what holds statements itself."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = blocks = tuple(name for name in kind._fields if name in self._names and kind is not ast.Lambda)
        return blocks

    _names = ("body", "orelse", "finalbody", "handlers", "cases")


_BLOCKS = _Blocks({ast.IfExp: (), ast.Lambda: ()})


def definitions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes below a node, level by level."""
    return (one for one in statements(node) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)))


class Parents(Mapping[ast.AST, ast.AST]):
    """The node around each node of a module, worked out for one top-level statement at a time.

    Of large modules mostly a function or two is asked about.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._known: dict[ast.AST, ast.AST] = {}
        self._left = list(tree.body)
        self._starts = [statement_start(statement) for statement in self._left]

    def __getitem__(self, node: ast.AST) -> ast.AST:
        known = self._known
        if node not in known and self._left and node is not self._tree:
            self._link(node)
        return known[node]

    def __iter__(self) -> Iterator[ast.AST]:
        while self._left:
            self._link(self._left[-1])
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _link(self, node: ast.AST) -> None:
        """Work out the part of the tree in which the node stands; all that is left where its line does not tell."""
        row = getattr(node, "lineno", None)
        places = range(len(self._left)) if row is None else self._around(row)
        for place in reversed(places):
            statement = self._left.pop(place)
            del self._starts[place]
            self._known[statement] = self._tree
            self._known.update((child, parent) for parent in walk(statement) for child in children(parent))

    def _around(self, row: int) -> range:
        """Return the remaining statements that a row can belong to."""
        end = bisect.bisect_right(self._starts, row)
        begin = end
        while begin and (self._left[begin - 1].end_lineno or row) >= row:
            begin -= 1
        return range(begin, end)


def statement_start(statement: ast.stmt) -> int:
    """The row in which a statement begins, its decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def remembered(node: ast.AST, key: str, make: Callable[[], Result]) -> Result:
    """Return ``make(node)``, computed once. The result may depend on the text of the file and on nothing else.

    It lives as long as the node, in other projects too: keep nothing large in it.
    """
    known: dict[str, Any] = node.__dict__
    if key not in known:
        known[key] = make()
    result: Result = known[key]
    return result


AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def functions_of(text: str) -> list[tuple[int, int, str]]:
    """First line, last line and dotted name of each function and class of a text, the outer before the inner."""
    return sorted(_functions(ast.parse(text), ""), key=lambda span: (span[0], -span[1]))


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{prefix}{child.name}"
            yield child.lineno, child.end_lineno or child.lineno, name
            yield from _functions(child, f"{name}.")
        else:
            yield from _functions(child, prefix)


def is_super_init(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether it is ``super().__init__(...)``, in the long form too."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "__init__":
        return False
    owner = node.func.value
    return isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super"
