"""Rewrite ``t.tolist()`` where the numbers only meet tensors: the tensor itself, its elements, or its reduction."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.bindings import function_of, names, stores
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.number import Read
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.numbers.reading import COPY, each_kept, reduced_kept, unpacked_kept
from fullgraph.rules.rewrite.offer import offered

ROW = Kind.SHAPE.open("`{}` must have one dimension")
DEVICE = Kind.DEVICE.open(
    "it stays on the device and keeps the dtype of `{}`, where `torch.tensor` gives the CPU and a default dtype where "
    "none is named"
)
LENGTHS = (
    "the numbers are lengths of parts: pass them as Python numbers, or keep one padded tensor and a mask; "
    "`torch._dynamo.config.capture_scalar_outputs = True` captures whole numbers"
)
COUNTED = "the numbers are sizes, indices or decide what is done: pass them as Python numbers from outside the graph"
_REDUCING = frozenset(("max", "min", "sum"))


def list_rewrite(call: ast.Call, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``t.tolist()`` by what is done with the list."""
    if not isinstance(call.func, ast.Attribute) or oracle.tensor(call.func.value) is None:
        return Obstacle("it is not known to be a tensor")
    tensor, parent = call.func.value, oracle.parent(call)
    row = ROW.about(ast.unparse(tensor))
    if not own_text(tensor, source):
        return Obstacle("it is inside an f-string")
    if isinstance(parent, ast.Call) and parent.args[:1] == [call]:
        name = oracle.qualname(parent.func) or ""
        if name in _REDUCING and len(parent.args) == 1 and not parent.keywords:
            return reduced_kept(Read(parent, tensor, "item", name), row, source, oracle)
        if name == "torch.tensor":
            return _copied(parent, tensor, source)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Tuple):
        targets = [one for one in parent.targets[0].elts if isinstance(one, ast.Name)]
        if len(targets) == len(parent.targets[0].elts):
            return unpacked_kept(Read(call, tensor, "item", "each"), parent, targets, row, source, oracle)
    if isinstance(parent, ast.keyword) or (isinstance(parent, ast.Call) and call in parent.args):
        above = oracle.parent(parent) if isinstance(parent, ast.keyword) else parent
        method = getattr(getattr(above, "func", None), "attr", "")
        return Obstacle(LENGTHS if "split" in method else COUNTED)
    loop = parent if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is call else None
    if loop is None or not isinstance(loop.target, ast.Name):
        return Obstacle(COUNTED)
    # for n in t.tolist(), where every n meets tensors
    name, scope = loop.target.id, function_of(loop, oracle) if isinstance(loop, ast.For) else oracle.parent(loop)
    if scope is None or len(stores(scope, name)) != 1:
        return Obstacle(f"not all uses of `{name}` are known: it is bound again")
    uses = [node for node in names(scope, name) if isinstance(node.ctx, ast.Load)]
    return each_kept(Read(call, tensor, "item", "each"), uses, row, source, oracle)


def _copied(made: ast.Call, tensor: ast.expr, source: SourceFile) -> Fix | Obstacle:
    """``torch.tensor(t.tolist())``."""
    if len(made.args) != 1 or not {keyword.arg for keyword in made.keywords} <= {"dtype", "device"}:
        return Obstacle("`torch.tensor` is given more than the numbers")
    new = quote.expression("TENSOR.detach().clone()", TENSOR=tensor)
    if made.keywords:
        new = quote.expression("TENSOR.detach().to(copy=True)", TENSOR=tensor)
        assert isinstance(new, ast.Call)
        new.keywords[:0] = made.keywords
    return Fix(COPY, (replace_expression(source, made, new),), (DEVICE.about(ast.unparse(tensor)),))


@offered(ast.Call, "tensors")
def list_fix(event: Call, facts: Facts, call: ast.Call) -> Fix | Obstacle:
    """The tensor itself, where a list of its numbers is made."""
    return list_rewrite(call, event.frame.source, facts)
