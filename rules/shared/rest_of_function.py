"""What a function does behind a call: whether TorchDynamo compiles the rest of it by itself, after a break."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import External, ExternalInstance, Instance, Method, Tensor, alternatives
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.project.module_classes import is_module_class


def computes_after(event: Call) -> bool:
    """Return whether tensors are computed by the statement of a call, or behind it, whatever its tests say.

    TorchDynamo drops what it traced if nothing was computed, and never compiles that code again. A number that was read
    before is a constant in the first run, so that only the second one could break there.
    """
    frame = event.frame
    return any(_computes(event, frame, part) for part in _always_run(frame, frame.around(event.node)))


def _always_run(frame: Frame, statement: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement, and behind it, that run if its function goes on to its end."""
    parents = frame.module.parents
    if isinstance(statement, ast.stmt):
        yield from _run_first(statement)
    while isinstance(statement, ast.stmt) and not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        around = parents.get(statement)
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(around, block, None)
            if isinstance(statements, list) and statement in statements:
                for later in statements[statements.index(statement) + 1 :]:
                    yield from _run_first(later)
                    if isinstance(later, (ast.Return, ast.Raise)):
                        return
        if around is None:
            return
        statement = around


def _run_first(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement that always run."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)):
        if isinstance(statement, ast.AugAssign):
            yield ast.copy_location(ast.BinOp(statement.target, statement.op, statement.value), statement)
        elif statement.value is not None:
            yield statement.value
    elif isinstance(statement, (ast.If, ast.While)):
        yield statement.test
    elif isinstance(statement, ast.For):
        yield statement.iter
    elif isinstance(statement, ast.With):
        for inner in statement.body:
            yield from _run_first(inner)
            if isinstance(inner, (ast.Return, ast.Raise)):
                return


def _computes(event: Call, frame: Frame, expression: ast.expr) -> bool:
    """Return whether an expression computes with tensors that are known here, or calls torch or a module."""
    for node in ast.walk(expression):
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp)):
            return False
        if isinstance(node, ast.BinOp) and (_is_tensor(frame, node.left) or _is_tensor(frame, node.right)):
            return True
        if isinstance(node, ast.Compare) and any(_is_tensor(frame, one) for one in (node.left, *node.comparators)):
            return not any(isinstance(operator, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for operator in node.ops)
        if isinstance(node, ast.Call) and dotted_name(node.func):
            with event.interp.muted(frame):
                called = event.interp.evaluate(frame, node.func)
            if any(map(_is_of_torch, alternatives(called))):
                return True
    return False


def _is_tensor(frame: Frame, node: ast.expr) -> bool:
    value = frame.env.get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(value, Tensor)


def _is_of_torch(called: object) -> bool:
    if isinstance(called, Method):
        return isinstance(called.owner, Tensor) and called.name not in ("size", "dim", "numel", "item", "tolist")
    if isinstance(called, Instance):
        return is_module_class(called.cls)
    if isinstance(called, ExternalInstance):
        return called.cls.startswith("torch.nn.")
    if not isinstance(called, External):
        return False
    package, _, name = called.name.rpartition(".")
    return package == "torch.nn.functional" or (package == "torch" and not name.startswith(_NO_OPERATIONS))


_NO_OPERATIONS = (
    *("is_", "get_", "set_", "manual_seed", "device", "Size", "Generator", "finfo", "iinfo", "compile"),
    *("no_grad", "enable_grad", "inference_mode", "autocast", "tensor", "as_tensor", "from_numpy", "can_cast"),
)
"""How the names of functions and classes of torch begin that compute nothing with tensors."""
