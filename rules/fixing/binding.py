"""Binding a looked-up function where its object is made."""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Dispatch
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Function
from fullgraph.rules.facts import Facts
from fullgraph.rules.fixing.soundness import vetted
from fullgraph.rules.rewrite.answer import answer as _answer
from fullgraph.rules.rewrite.bind import bind_attribute
from fullgraph.rules.rewrite.oracle import Obstacle


def construction(event: Dispatch) -> tuple[Frame, ast.Call] | None:
    """Where, in code that was given, the object of a look-up is made."""
    made = event.interp.sites.get(event.owner.site)
    if made is None or made[0].module.origin != "given":
        return None
    return made[:2]


def bind_fix(event: Dispatch, frame: Frame, node: ast.expr | ast.stmt) -> Fix:
    """``object.attribute = function`` after the statement that makes the object."""
    target = event.target
    if target is None:
        return _answer(Obstacle("the look-up can give more than one function"))
    if target.bound is not None or target.info.owner is not None or target.closure is not None:
        return _answer(Obstacle(f"`{target.info.qualname}` is no function of a module, to be imported"))
    obstacle = _unproved(event, target)
    if obstacle is not None:
        return _answer(obstacle)
    statement = next((s for s in ast.walk(frame.module.tree) if isinstance(s, ast.stmt) and _makes(s, node)), None)
    if statement is None:
        return _answer(Obstacle("the object is not made in a statement of its own"))
    facts = Facts(replace(event, frame=frame, node=node), statement)
    module, name = target.info.module.name, target.info.name
    return vetted(
        _answer(bind_attribute(statement, frame.source, event.attribute, module, name, facts)), facts, computes=False
    )


def _makes(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether the statement's whole value is the call."""
    return isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return)) and statement.value is node


def _unproved(event: Dispatch, target: Function) -> Obstacle | None:
    """Bind only what cannot change: a new object's look-up gives the function, and a set attribute is given back."""
    interp, owner, name = event.interp, event.owner, event.attribute
    setter = owner.cls.find_setter(name)
    if setter is None:
        return Obstacle(f"`{name}` has no setter")
    if not owner.exact:
        return Obstacle("the object's class is not known exactly")
    read = {node.attr for node in ast.walk(event.getter.node) if isinstance(node, ast.Attribute)}
    read |= {
        node.value
        for node in ast.walk(event.getter.node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for attribute in sorted(read):
        others = [m for m in owner.cls.assigners(attribute) if m.name != "__init__" and m is not setter]
        if others and attribute in interp.heap.of(owner.site):
            return Obstacle(f"`{others[0].qualname}` changes `{attribute}`, on which the look-up depends")
    host = Frame(event.frame.module)
    with interp.on_copy(interp.heap):
        interp.call(host, event.node, Function(setter, owner), [target], {})
        bound = interp.call(host, event.node, Function(event.getter, owner), [], {})
    return None if bound == target else Obstacle(f"a set `{name}` is not given back as it is")
