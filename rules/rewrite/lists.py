"""Rewrite ``t.tolist()`` where the numbers only meet tensors: the tensor itself, its elements, or its reduction."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.bindings import function_of, names, stores
from fullgraph.rules.rewrite.number import Read
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import comments, own_text, postfix, replace
from fullgraph.rules.rewrite.web import COPY, each_kept, reduced_kept, unpacked_kept

ROW = Kind.SHAPE.open("`{}` has to have one dimension")
DEVICE = Kind.DEVICE.open(
    "it stays on the device and keeps the dtype of `{}`, where `torch.tensor` gives the CPU and a default dtype where "
    "none is named"
)
LENGTHS = (
    "the numbers are lengths of parts: pass them as Python numbers, or keep one padded tensor and a mask; "
    "`torch._dynamo.config.capture_scalar_outputs = True` captures whole numbers"
)
COUNTED = "the numbers are sizes, indices or decide what is done: pass them as Python numbers from outside of the graph"
_REDUCING = frozenset(("max", "min", "sum"))


def list_rewrite(call: ast.Call, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``t.tolist()`` by what is done with the list."""
    if not isinstance(call.func, ast.Attribute) or oracle.tensor(call.func.value) is None:
        return Obstacle("it is not known to be a tensor")
    tensor, parent = call.func.value, oracle.parent(call)
    if not own_text(tensor, source):
        return Obstacle("it stands inside an f-string")
    if comments(source, source.start(call), source.end(call)):
        return Obstacle("a comment stands inside the expression")
    if isinstance(parent, ast.Call) and parent.args[:1] == [call]:
        name = oracle.qualname(parent.func) or ""
        if name in _REDUCING and len(parent.args) == 1 and not parent.keywords:
            return reduced_kept(Read(parent, tensor, "item", name), ROW.about(ast.unparse(tensor)), source, oracle)
        if name == "torch.tensor":
            return _copied(parent, tensor, source)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Tuple):
        targets = [one for one in parent.targets[0].elts if isinstance(one, ast.Name)]
        if len(targets) == len(parent.targets[0].elts):
            note = ROW.about(ast.unparse(tensor))
            return unpacked_kept(Read(call, tensor, "item", "each"), parent, targets, note, source, oracle)
    if isinstance(parent, ast.keyword) or (isinstance(parent, ast.Call) and call in parent.args):
        above = oracle.parent(parent) if isinstance(parent, ast.keyword) else parent
        method = getattr(getattr(above, "func", None), "attr", "")
        return Obstacle(LENGTHS if "split" in method else COUNTED)
    loop = isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is call
    if loop and isinstance(parent, (ast.For, ast.comprehension)) and isinstance(parent.target, ast.Name):
        return _iterated(call, tensor, parent, parent.target.id, source, oracle)
    return Obstacle(COUNTED)


def _copied(made: ast.Call, tensor: ast.expr, source: SourceFile) -> Fix | Obstacle:
    """``torch.tensor(t.tolist())``."""
    if len(made.args) != 1 or not {keyword.arg for keyword in made.keywords} <= {"dtype", "device"}:
        return Obstacle("`torch.tensor` is given more than the numbers")
    text = postfix(source.segment(tensor), tensor, ".detach()")
    if made.keywords:
        given = [f"{keyword.arg}={source.segment(keyword.value)}" for keyword in made.keywords]
        text = f"{text}.to({', '.join([*given, 'copy=True'])})"
    else:
        text = f"{text}.clone()"
    return Fix(COPY, (replace(source, made, text),), (DEVICE.about(ast.unparse(tensor)),))


def _iterated(
    call: ast.Call,
    tensor: ast.expr,
    loop: ast.For | ast.comprehension,
    name: str,
    source: SourceFile,
    oracle: Oracle,
) -> Fix | Obstacle:
    """``for n in t.tolist():``, where every ``n`` meets tensors."""
    scope = function_of(loop, oracle) if isinstance(loop, ast.For) else oracle.parent(loop)
    if scope is None or len(stores(scope, name)) != 1:
        return Obstacle(f"not all that happens to `{name}` is known: it is bound again")
    uses = [node for node in names(scope, name) if isinstance(node.ctx, ast.Load)]
    return each_kept(Read(call, tensor, "item", "each"), uses, ROW.about(ast.unparse(tensor)), source, oracle)
