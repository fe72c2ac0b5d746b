"""The fixes for what compiled code looks up anew in every call: modules, torch's build, names of the module."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call
from fullgraph.rules.common import fix_factory
from fullgraph.rules.facts import Facts
from fullgraph.rules.fixing.soundness import vetted
from fullgraph.rules.rewrite.answer import answer
from fullgraph.rules.rewrite.construct import in_constructor
from fullgraph.rules.rewrite.hoist import asked_once, globals_lookup, import_statement, looked_up, module_constant
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.trees import FUNCTIONS

UNPICKLED = Kind.EXCEPTION.open("an object that holds it can be neither pickled nor copied deeply")


@fix_factory
def import_fix(event: Call, top: bool) -> Callable[[], Fix]:
    """An import statement for a call that imports."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        node: ast.AST | None = event.statement
        while node is not None:
            node = facts.parents.get(node)
            if isinstance(node, ast.Try) and node.handlers:
                return answer(Obstacle("it may fail here, which breaks the graph too; try it at the top of the file"))
            if isinstance(node, FUNCTIONS):
                break
        if not isinstance(event.node, ast.Call):
            return answer(Obstacle("it is no call"))
        statement = import_statement(event.node, event.statement, event.frame.source, facts, top=top)
        return vetted(answer(statement), facts, computes=False)

    return make


@fix_factory
def constant_fix(event: Call, *differences: Obligation) -> Callable[[], Fix]:
    """A constant of the module for what torch always answers."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return answer(Obstacle("it is no call"))
        constant = module_constant(event.node, event.name, event.frame.source, facts, *differences)
        return vetted(answer(constant), facts, computes=False)

    return make


@fix_factory
def asked_once_fix(event: Call, stem: str, difference: Obligation, *, fails: bool = True) -> Callable[[], Fix]:
    """A constant of the module for what does not depend on the call; with it, whether that is None.

    ``fails``: it can raise, so that it is not asked where it was not, or where that is caught.
    """
    facts = Facts(event, event.statement)

    def make() -> Fix:
        around = facts.parents.get(event.node)
        expr = around if isinstance(around, ast.Compare) and _asks_none(around) else event.node
        if not isinstance(expr, ast.expr) or _shadowed(expr, facts):
            return answer(Obstacle("a name in it means something else in the function"))
        if fails and (obstacle := _reached(event)) is not None:
            return answer(obstacle)
        return answer(asked_once(expr, _stem(event.node, expr, stem), difference, event.frame.source, facts))

    return make


@fix_factory
def made_once_fix(event: Call, stem: str, *differences: Obligation) -> Callable[[], Fix]:
    """An attribute that ``__init__`` sets for what depends on configuration only."""

    def make() -> Fix:
        node, source = event.node, event.frame.source
        if not isinstance(node, ast.Call):
            return answer(Obstacle("it is no call"))
        if (obstacle := _reached(event) or _changed(event)) is not None:
            return answer(obstacle)
        edits = in_constructor(node, event.frame.function, stem, source)
        if isinstance(edits, Obstacle):
            return answer(edits)
        return Fix("Do it once, in `__init__`", edits, differences)

    return make


def _reached(event: Call) -> Obstacle | None:
    """Why doing it earlier could raise what is not raised now, or is caught."""
    node: ast.AST | None = event.node
    while node is not None and not isinstance(node, FUNCTIONS):
        inner, node = node, event.frame.module.parents.get(node)
        if isinstance(node, ast.Try) and node.handlers:
            return Obstacle("it may fail here, which is caught; try it where the model is made")
        if isinstance(node, (ast.If, ast.IfExp, ast.While)) and inner is not node.test:
            return Obstacle("it is done under a condition; do it where the model is made, under the same")
        if isinstance(node, ast.BoolOp) and inner is not node.values[0]:
            return Obstacle("it is done under a condition; do it where the model is made, under the same")
    return None


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


@fix_factory
def eval_fix(event: Call) -> Callable[[], Fix]:
    """``getattr`` for an attribute that is looked up by the text of the look-up."""

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return answer(Obstacle("it is no call"))
        return answer(looked_up(event.node, event.frame.source))

    return make


def _stem(call: ast.AST, expr: ast.expr, stem: str) -> str:
    """A name for the constant that tells it from others of its kind: ``HAS_NUMPY``, ``TORCH_VERSION``."""
    given = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    words = [re.sub(r"\W+", "_", word).strip("_").upper() for word in given]
    if isinstance(expr, ast.Compare):
        return "_".join(["HAS" if isinstance(expr.ops[0], ast.IsNot) else "NO", *words])
    name = "_".join([*words, stem])
    return name if name[0].isalpha() else f"_{name}"


def _asks_none(node: ast.Compare) -> bool:
    other = node.comparators[0]
    return len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and getattr(other, "value", 0) is None


def _shadowed(expr: ast.expr, facts: Facts) -> bool:
    """Whether a function around gives a name of the expression a meaning of its own."""
    return any(isinstance(node, ast.Name) and node.id in facts.local_names for node in ast.walk(expr))


@fix_factory
def globals_fix(event: Call) -> Callable[[], Fix]:
    """``getattr`` of the module for a look-up in ``globals()``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        node = around = facts.parents.get(event.node)
        if isinstance(around, ast.Attribute) and around.attr == "get":
            node = facts.parents.get(around)
        looks_up = getattr(node, "func", None) is around or getattr(node, "value", None) is event.node
        if isinstance(node, (ast.Call, ast.Subscript)) and looks_up:
            return vetted(answer(globals_lookup(node, event.frame.source, facts)), facts, computes=False)
        return answer(Obstacle("it is used for more than to look a name up"))

    return make
