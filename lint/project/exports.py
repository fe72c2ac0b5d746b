"""Star imports: the names that ``from module import *`` takes, and ``__all__``."""

from __future__ import annotations

import ast
import builtins
import enum
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fullgraph.lint.source import syntax

OVERRIDDEN = frozenset("abs all any bool compile complex float int max min pow range round sum".split())
"""The builtins that ``from torch import *`` replaces."""
OTHERS = {
    "torch": frozenset(
        "Generator autocast dtype enable_grad finfo iinfo inference_mode layout load manual_seed memory_format no_grad "
        "vmap".split()
    ),
    "torch.nn": frozenset(
        "DataParallel Module ModuleDict ModuleList ParameterDict ParameterList RNNBase RNNCellBase Sequential "
        "functional init modules parallel parameter utils".split()
    ),
}
"""Names that star imports of these modules take, beside those in the torch data."""


class Star(NamedTuple):
    """``from target import *``, as it stands in a module."""

    node: ast.ImportFrom
    fallback: bool = False
    """It stands in an ``except``."""
    certain: bool = False
    """It stands at the module's own level, under no test and in no ``try``."""
    typing: bool = False
    """It stands under ``if TYPE_CHECKING``."""


def stars(
    body: Sequence[ast.stmt], fallback: bool = False, certain: bool = True, typing: bool = False
) -> Iterator[Star]:
    """The star imports of a module's statements, in the order of the file."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield Star(node, fallback, certain, typing)
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            checked = typing or (isinstance(node, ast.If) and _checks_types(node.test))
            yield from stars(node.body, fallback, False, checked)
            for handler in getattr(node, "handlers", ()):
                yield from stars(handler.body, True, False, typing)
            for rest in (getattr(node, "orelse", ()), getattr(node, "finalbody", ())):
                yield from stars(rest, fallback, False, typing)


def _checks_types(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    return name == "TYPE_CHECKING"


class Takes(enum.Enum):
    """The names that star imports are taken to give, and which star imports count."""

    RUN = enum.auto()
    """Public names, by imports that run."""
    TYPED = enum.auto()
    """By imports for type checkers too, which tell what a module that loads lazily has."""
    ANY = enum.auto()
    """Names that are not public too: a list of public names can be made longer when the module runs."""


class Public(NamedTuple):
    """The names that a star import takes out of a module."""

    names: frozenset[str] | None
    """The names in ``__all__``; None for a module without, which gives all names without a leading underscore."""
    open: bool = False
    """``__all__`` may hold others too."""

    def has(self, name: str) -> bool:
        if self.names is None:
            return not name.startswith("_")
        return self.open or name in self.names


_NOTE = rb"(?:\#[^\n]*\n\s*)*"
_NAME = rb"""["']\w+["']\s*"""
_LISTED = re.compile(
    rb"^__all__[ \t]*=\s*[\[(]\s*(?:"
    + _NAME
    + rb",\s*"
    + _NOTE
    + rb")*(?:"
    + _NAME
    + _NOTE
    + rb")?[\])][ \t]*(?:\#.*)?$",
    re.MULTILINE,
)
"""``__all__`` set to a list of literals."""


_STAR = re.compile(rb"from[ \t]+([.\w]+)[ \t]+import[ \t]*\*")
_ANY_STAR = re.compile(rb"import[\s\\]*\*")


def may_take(data: bytes, name: str, takes: Takes) -> Sequence[str] | None:
    """The modules that a module may have ``name`` from by star imports, by its bytes; None if it may bind it itself.

    Relative ones begin with dots. None too where not all of them can be told.
    """
    is_there = name.encode() in data
    if not is_there and not _ANY_STAR.search(data):
        return ()
    if takes is not Takes.ANY and not may_publish(data, name):
        return ()
    found = _STAR.findall(data)
    is_clear = not is_there and len(found) == len(_ANY_STAR.findall(data))
    return [one.decode() for one in found] if is_clear else None


def may_publish(data: bytes, name: str) -> bool:
    """Return whether a module's bytes leave open that ``name`` is public."""
    count = data.count(b"__all__")
    if not count:
        return not name.startswith("_")
    listed = _LISTED.search(data) if count == 1 else None
    return listed is None or any(f"{quote}{name}{quote}".encode() in listed[0] for quote in ("'", '"'))


def public(tree: ast.Module, text: str) -> Public:
    """Return what a module says of its public names. ``text``: its source."""
    if "__all__" not in text:
        return Public(None)
    names: set[str] = set()
    is_declared = is_open = False
    understood: set[ast.AST] = set()
    for statement in syntax.statements(tree):
        value = _listed(statement, understood)
        if value is None:
            continue
        is_declared = True
        given = _texts(value)
        is_open |= given is None
        names.update(given or ())
    # Whatever else is done with the list may change it.
    is_changed = text.count("__all__") > len(understood) and any(
        isinstance(node, ast.Name) and node.id == "__all__" and node not in understood for node in syntax.walk(tree)
    )
    return Public(frozenset(names), is_open or is_changed) if is_declared or is_changed else Public(None)


def _listed(statement: ast.stmt, understood: set[ast.AST]) -> ast.expr | None:
    """Return what a statement sets ``__all__`` to or adds to it."""
    target: ast.expr | None = None
    value: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        target, value = statement.target, statement.value
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        func, given = statement.value.func, statement.value.args
        if isinstance(func, ast.Attribute) and func.attr in ("extend", "append") and len(given) == 1:
            target = func.value
            value = ast.List([given[0]]) if func.attr == "append" else given[0]
    if not isinstance(target, ast.Name) or target.id != "__all__" or value is None:
        return None
    understood.add(target)
    return value


def _texts(node: ast.expr) -> list[str] | None:
    """The texts of a written list; None where some of them are not written there."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _texts(node.left), _texts(node.right)
        return left + right if left is not None and right is not None else None
    if not isinstance(node, (ast.List, ast.Tuple)):
        return None
    found = [element.value for element in node.elts if isinstance(element, ast.Constant)]
    return [name for name in found if isinstance(name, str)] if len(found) == len(node.elts) else None


def is_builtin(name: str) -> bool:
    """Return whether Python itself gives the name a meaning."""
    return hasattr(builtins, name)


def gives(target: str, name: str) -> bool:
    """Return whether a star import of a module outside of the project surely takes this name: of torch and ``math``."""
    if target == "math":
        return hasattr(math, name) and not name.startswith("_")
    if target.partition(".")[0] != "torch":
        return False
    if is_builtin(name):
        return target == "torch" and name in OVERRIDDEN
    from fullgraph.lint.torch_data import load

    data, dotted = load(), f"{target}.{name}"
    known = dotted in data.functions or dotted in data.modules or dotted in data.dtypes
    return known or name in OTHERS.get(target, ())
