"""Make an object once, in ``__init__``, instead of in every call."""

from __future__ import annotations

import ast
import re

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, own_nodes
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.syntax import is_super_init
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_after, replace_expression
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import fresh, is_name
from fullgraph.rules.rewrite.modules.hoist import reached
from fullgraph.rules.rewrite.offer import offered

_MADE_ANEW = (
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.NamedExpr,
    ast.Await,
    ast.Yield,
)


def in_constructor(
    expr: ast.expr, function: FunctionInfo | None, stem: str, source: SourceFile
) -> tuple[Change, ...] | Obstacle:
    """The changes that set ``self.stem`` to an expression of a method in ``__init__``, and read that in its place.

    The expression depends on configuration only: on global names, and on attributes that ``__init__`` sets and no other
    method does.
    """
    owner = function.owner if function is not None else None
    if function is None or owner is None or not isinstance(function.node, ast.FunctionDef):
        return Obstacle("no method of an object evaluates it; do so where the model is made, and pass what it gives")
    init = owner.methods.get("__init__")
    if init is None or init is function or not isinstance(init.node, ast.FunctionDef):
        return Obstacle(f"`{owner.name}` has no `__init__` of its own")
    own, other = _first_argument(function.node), _first_argument(init.node)
    if own is None or other is None or function.decorator_names & {"staticmethod", "classmethod"}:
        return Obstacle("no method of an object evaluates it")
    obstacle = _unsettled(expr, own, function, init, owner)
    if obstacle is not None:
        return obstacle
    last = _last_setting(init.node, other)
    if last is None:
        return Obstacle(f"`{owner.name}.__init__` sets nothing in a separate statement that it could follow")
    name = _fresh(stem, owner)
    objects: dict[ast.AST, ast.AST] = {node: quote.name(other) for node in ast.walk(expr) if is_name(node, own)}
    value = expr if own == other else quote.replaced(expr, objects)
    kept = insert_after(source, last, [quote.assign(f"{other}.{name}", value)])
    return kept, replace_expression(source, expr, quote.name(f"{own}.{name}"))


def stem_of(cls: str) -> str:
    """``HungarianMatcher`` as the name of an attribute: ``hungarian_matcher``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls).lower().lstrip("_")


def _first_argument(function: ast.FunctionDef) -> str | None:
    arguments = [*function.args.posonlyargs, *function.args.args]
    return arguments[0].arg if arguments else None


def _unsettled(
    expr: ast.expr, own: str, function: FunctionInfo, init: FunctionInfo, owner: ClassInfo
) -> Obstacle | None:
    """Why an expression may give something else in the next call, or another in ``__init__``."""
    for node in ast.walk(expr):
        if isinstance(node, _MADE_ANEW):
            return Obstacle("it is more than names, attributes and calls")
        if isinstance(node, ast.Name) and node.id != own and node.id in function.local_names | init.local_names:
            return Obstacle(f"it depends on `{node.id}`, which differs from call to call")
        if isinstance(node, ast.Attribute) and is_name(node.value, own):
            settings = {method.name for method in owner.assigners(node.attr)}
            if settings - {"__init__"}:
                return Obstacle(f"`{sorted(settings - {'__init__'})[0]}` changes `{own}.{node.attr}`")
            if not settings and not _handed_on(init, node.attr) and node.attr not in owner.methods:
                return Obstacle(f"`__init__` does not set `{own}.{node.attr}`")
    names = [node for node in ast.walk(expr) if is_name(node, own)]
    reads = [node.value for node in ast.walk(expr) if isinstance(node, ast.Attribute)]
    if any(name not in reads for name in names):
        return Obstacle(f"it is given `{own}` itself")
    return None


def _handed_on(init: FunctionInfo, name: str) -> bool:
    """Whether ``super().__init__(name)`` gets a parameter of the attribute's name: the base class keeps it."""
    calls = [node for node in own_nodes(init.node) if isinstance(node, ast.Call) and is_super_init(node)]
    return any(is_name(part, name) for call in calls for part in ast.walk(call))


def _last_setting(init: ast.FunctionDef, own: str) -> ast.stmt | None:
    """The last of the constructor's own statements that sets an attribute or calls the base's constructor."""

    def sets(node: ast.AST) -> bool:
        stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        return is_super_init(node) or (stored and isinstance(node, ast.Attribute) and is_name(node.value, own))

    found = [statement for statement in init.body if any(sets(node) for node in ast.walk(statement))]
    if not found or any(isinstance(node, ast.Return) for node in ast.walk(init)):
        return None
    return found[-1]


def _fresh(stem: str, owner: ClassInfo) -> str:
    """A name that no attribute of the class has."""
    taken = {node.attr for node in ast.walk(owner.module.tree) if isinstance(node, ast.Attribute)}
    taken |= {name for cls in owner.mro if isinstance(cls, ClassInfo) for name in (*cls.methods, *cls.attributes)}
    return fresh(stem, taken)


UNPICKLED = Kind.EXCEPTION.open("an object that holds it can be neither pickled nor deep-copied")


@offered(ast.Call)
def made_once_fix(event: Call, facts: Facts, call: ast.Call, stem: str, *differences: Obligation) -> Fix | Obstacle:
    """An attribute that ``__init__`` sets for what depends on configuration only."""
    if (obstacle := reached(event) or _changed(event)) is not None:
        return obstacle
    changes = in_constructor(call, event.frame.function, stem, event.frame.source)
    return changes if isinstance(changes, Obstacle) else Fix("Do it once, in `__init__`", changes, differences)


def _changed(event: Call) -> Obstacle | None:
    """Why one object cannot serve all calls: the function changes what it was given, or hands it on."""
    statement, function = event.statement, event.frame.function
    if not isinstance(statement, ast.Assign) or statement.value is not event.node or function is None:
        return None
    names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
    for node in ast.walk(function.node):
        if not isinstance(node, (ast.Attribute, ast.Subscript)) or isinstance(node.ctx, ast.Load):
            continue
        if isinstance(node.value, ast.Name) and node.value.id in names:
            return Obstacle(f"`{event.frame.text(node)}` is set, which the next call would find so")
    return None
