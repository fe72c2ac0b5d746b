"""Guards around what is not traced: the way from the event to its rewrite."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event, Frame
from fullgraph.lint.domain.values import External, ExternalInstance, Function, Tensor, Value
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.rules.rewrite.analysis.chains import Chains
from fullgraph.rules.rewrite.analysis.effects.attributes import plain_attribute
from fullgraph.rules.rewrite.analysis.facts import Facts, called
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import given_to, is_name, is_of_self, nearest, outward
from fullgraph.rules.rewrite.messages.guard import guard, moved
from fullgraph.rules.rewrite.messages.liveness import surely_live
from fullgraph.rules.rewrite.messages.skip import Skip
from fullgraph.rules.rewrite.messages.slices import Skipping, Slices
from fullgraph.rules.rewrite.messages.vocabulary import LOGGED, PRINTED, WARNED
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer

_LOST = {"print": PRINTED, "sys.stdout.write": PRINTED, "sys.stderr.write": PRINTED}
_WARN = ("warnings.warn", "warnings.warn_explicit")
_LOST |= dict.fromkeys(_WARN, WARNED)
_RECORDS = frozenset("debug info warning warn error critical exception log".split())
"""The methods of a logger that make a record; others give something."""
_COLLECTS = ("contextlib.redirect_stdout", "contextlib.redirect_stderr")
"""Contexts in which the program reads what is printed."""


@fix_factory
def guard_fix(event: Call, skipped: str = PRINTED, instead: str = "") -> Callable[[], Fix]:
    """A guard around a statement that makes a message, with the slice that only feeds it.

    ``skipped`` is a clause that says what is lost, ``instead`` a sentence about what else can be done.
    """
    facts = Facts(event, event.statement)
    _said(event)[event.node] = skipped

    def make() -> Fix:
        found = sliced(event)
        if found is None:
            found = guard([event.statement], event.frame.source, facts, skipped)
        if isinstance(found, Obstacle) and isinstance(event.node, ast.Call) and _gives_none(facts, event.node):
            other = moved(event.node, event.statement, event.frame.source, facts, skipped)
            found = found if isinstance(other, Obstacle) else other
        fix = answer(found)
        if not instead or not fix.edits:
            return fix
        first, *others = fix.obligations
        return replace(fix, obligations=(replace(first, text=f"{first.text} ({instead})"), *others))

    return make


@fix_factory
def skip_fix(event: Event, otherwise: Callable[[], Fix | None] | None = None) -> Callable[[], Fix | None]:
    """The guard, where what happens only feeds messages; else what ``otherwise`` makes."""

    def make() -> Fix | None:
        found = skipped_slice(event)
        return found if found is not None else otherwise() if otherwise is not None else None

    return make


@fix_factory
def clock_fix(event: Event) -> Callable[[], Fix]:
    """The guard around readings of the clock that only messages show."""
    advice = "measure the time around the call of the compiled function"

    def make() -> Fix:
        found = sliced(event) or Obstacle("no message is made of it")
        return found if isinstance(found, Fix) else answer(Obstacle(f"{found.reason}; {advice}"))

    return make


def _said(event: Event) -> dict[ast.AST, str]:
    """The calls that can be skipped, with the clauses that say what is lost."""
    found: dict[ast.AST, str] = event.interp.rule_state.setdefault("said", {})
    return found


def sliced(event: Event) -> Fix | Obstacle | None:
    """The guard around the slice in which an event happens; None where slices are not known."""
    slices = _slices(event)
    if slices is None:
        return None
    facts = slices.oracle
    assert isinstance(facts, Facts)
    breaking = {_statement(one.event) for one in event.frame.findings if one.event.frame is event.frame}
    statement = _statement(event)
    found = frozenset(one for one in breaking if one is not None)
    return Skip(slices, found, event.frame.source, facts).around(statement) if statement is not None else None


def skipped_slice(event: Event) -> Fix | None:
    """The guard around the slice in which an event happens, where it only feeds messages."""
    known = event.interp.rule_state.get("slices", {})
    if event.frame not in known and _statement(event) in _surely_live(event):
        return None
    found = sliced(event)
    return found if isinstance(found, Fix) else None


def _surely_live(event: Event) -> set[ast.stmt]:
    """The statements of the event's function that are no part of such a slice, worked out once."""
    function = event.frame.function
    if function is None or isinstance(function.node, ast.Lambda):
        return set()
    known: dict[AnyFunction, set[ast.stmt]] = event.interp.rule_state.setdefault("live", {})
    if function.node not in known:
        methods = event.interp.torch.methods
        known[function.node] = surely_live(_chains(event, function.node), event.frame.module.parents, methods)
    return known[function.node]


def _chains(event: Event, function: AnyFunction) -> Chains:
    """The chains of a function, made once for all of its runs."""
    known: dict[AnyFunction, Chains] = event.interp.rule_state.setdefault("chains", {})
    if function not in known:
        known[function] = Chains(function, event.frame.module.parents)
    return known[function]


def _statement(event: Event) -> ast.stmt | None:
    """The statement that an event happens in; of ``x.n += 1``, the node that reads it is made up."""
    return nearest(event.node, ast.stmt, event.frame.module.parents.get) or getattr(event, "statement", None)


class _Throughout(Facts):
    """What expressions hold anywhere in the function, of which the state is that at its begin."""

    def value(self, expr: ast.expr) -> Value | None:
        return self._values_after.get(expr)

    def is_array(self, expr: ast.expr) -> bool:
        """Whether an expression is an array of NumPy's that shows a tensor."""
        value = self.value(expr)
        return isinstance(value, Tensor) and value.array is not False


def _slices(event: Event) -> Slices | None:
    """The slices of the function in which an event happens, worked out once."""
    frame = event.frame
    known: dict[Frame, Slices | None] = event.interp.rule_state.setdefault("slices", {})
    if frame not in known:
        known[frame] = _made(event)
    return known[frame]


def _made(event: Event) -> Slices | None:
    frame = event.frame
    function = frame.function.node if frame.function is not None else None
    if frame.entry is None or function is None or isinstance(function, ast.Lambda) or not _hints(function):
        return None
    facts = _Throughout(event, function.body[0])
    env, heap = frame.entry
    facts.env, facts.heap = dict(env), heap
    said = _said(event)

    def says(call: ast.Call) -> str | None:
        return said.get(call) or _sends(facts, call.func) or _only_says(facts, call)

    def said_within(call: ast.Call) -> str | None:
        return says(call) if _gives_none(facts, call) else None

    judge = Skipping(frame.source, facts, is_array=facts.is_array, says=said_within)
    return Slices(
        function,
        frame.module.parents,
        facts,
        judge,
        says,
        lambda call: _collected(facts, call),
        lambda target: _read_elsewhere(facts, target),
        known=_chains(event, function),
        live=_surely_live(event),
    )


def _hints(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function may make messages at all: by a statement that is an expression, and no text, or within one."""
    return any(
        (isinstance(one, ast.Expr) and not isinstance(one.value, ast.Constant))
        or (is_name(one, "print"))
        or (isinstance(one, ast.Attribute) and one.attr in _RECORDS)
        for one in syntax.walk(function)
    )


def _only_says(facts: Facts, call: ast.Call) -> str | None:
    """What is lost without a call of the project's code that does nothing but to make messages."""
    value = facts.value(call.func)
    if not isinstance(value, Function) or not isinstance(value.info.node, ast.FunctionDef) or value.info.decorators:
        return None
    frame = Frame(value.info.module, value.info)
    says = all(_says(facts, frame, statement) for statement in value.info.node.body)
    return f"`{value.info.name}` makes no messages" if says else None


def _says(facts: Facts, frame: Frame, statement: ast.stmt) -> bool:
    """Whether a statement of another function makes messages, decides whether to, or does nothing."""
    if isinstance(statement, ast.If):
        arms = [*statement.body, *statement.orelse]
        return _is_quiet(facts, frame, statement.test) and all(_says(facts, frame, one) for one in arms)
    if isinstance(statement, (ast.Pass, ast.Return)):
        return getattr(statement, "value", None) is None
    if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Constant):
        return isinstance(statement, ast.Expr)
    call = statement.value
    if not isinstance(call, ast.Call) or any(keyword.arg in (None, "file") for keyword in call.keywords):
        return False
    function = called(facts, frame, call.func)
    name = function.name.removeprefix("builtins.") if isinstance(function, External) else ""
    sends = name in _LOST or name.startswith("logging.")
    sends |= isinstance(function, ExternalInstance) and function.cls.startswith("logging.Logger")
    if isinstance(call.func, ast.Attribute) and function is not None and not sends:
        owner = called(facts, frame, call.func.value)
        sends = isinstance(owner, ExternalInstance) and owner.cls.startswith("logging.Logger")
    given = given_to(call)
    return sends and all(_is_quiet(facts, frame, one) for one in given)


def _is_quiet(facts: Facts, frame: Frame, expr: ast.expr) -> bool:
    """Whether an expression of another function is made of names, texts and what torch computes."""
    data = facts.event.interp.torch
    for node in ast.walk(expr):
        if isinstance(node, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda, ast.GeneratorExp)):
            return False
        owner = frame.function.owner if frame.function is not None else None
        own = is_of_self(node)
        if own and owner is not None and not plain_attribute(owner, node.attr):  # type: ignore[attr-defined]
            return False
        if not isinstance(node, ast.Call):
            continue
        function = called(facts, frame, node.func)
        name = function.name if isinstance(function, External) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        of_tensor = method in data.methods and method not in data.inplace and method not in data.random
        asks = name in ("torch.compiler.is_compiling", "builtins.len", "builtins.type", "builtins.round")
        if not asks and not (of_tensor and not isinstance(function, (External, Function))):
            return False
    return True


def _sends(facts: Facts, func: ast.expr) -> str | None:
    """What is lost without a function that prints, logs or warns."""
    name = facts.qualname(func) or ""
    if name in _LOST or name.startswith("logging."):
        return _LOST.get(name, LOGGED)
    if isinstance(func, ast.Attribute):
        owner = facts.event.interp.name(facts.frame, dotted_name(func.value)) if dotted_name(func.value) else None
        if isinstance(owner, ExternalInstance) and owner.cls.startswith("logging.Logger"):
            return LOGGED
    return None


def _gives_none(facts: Facts, call: ast.Call) -> bool:
    """Whether a call makes a message and gives None, and the program does not read the message."""
    name = facts.qualname(call.func) or ""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else name.rpartition(".")[2]
    records = method in _RECORDS and _sends(facts, call.func) is not None
    return (records or name in ("print", *_WARN)) and _collected(facts, call) is None


def _collected(facts: Facts, call: ast.Call) -> str | None:
    """Why a message may be read by the program."""
    for keyword in call.keywords:
        streams = ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__")
        none = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
        if keyword.arg == "file" and not none and facts.qualname(keyword.value) not in streams:
            return f"it writes to `{facts.frame.text(keyword.value)}`, which the program may read"
    for node in outward(call, facts.parents.get, facts.scope):
        for item in node.items if isinstance(node, (ast.With, ast.AsyncWith)) else ():
            context = item.context_expr
            name = facts.qualname(context.func) if isinstance(context, ast.Call) else None
            kept = name == "warnings.catch_warnings" and item.optional_vars is not None
            if kept or name in _COLLECTS:
                return f"`{facts.frame.text(context)}` collects it for the program"
    return None


def _read_elsewhere(facts: Facts, target: ast.Attribute) -> str | None:
    """Why an attribute of ``self`` cannot be left as it is: other code of the file reads it."""
    name = target.attr
    owner = facts.frame.function.owner if facts.frame.function is not None else None
    if owner is None or not plain_attribute(owner, name) or owner.find_method("__setattr__") is not None:
        return f"it is not known what it does to set `self.{name}`"
    inner = set(syntax.walk(facts.scope))
    for node in syntax.walk(facts.frame.module.tree):
        is_read = isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Load)
        if (is_read and node not in inner) or (isinstance(node, ast.Constant) and node.value == name):
            return f"`self.{name}` is read in line {node.lineno}, too"  # type: ignore[attr-defined]
    return None
