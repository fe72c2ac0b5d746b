"""A batch size or sequence length that the graph needs as a constant

## What it does
Finds code that needs the length of an input's batch or sequence dimension as a plain number: a `for` loop or a
comprehension over `range(x.shape[0])` or over the tensor itself, and its use as an index into a list or as the key of
a dictionary. Such a dimension is the first of an argument of the compiled function, or one whose length is called
`batch_size`, `seq_len` or similar.

## Why it recompiles
TorchDynamo makes a changing size symbolic: one recompile, and the second graph works for every size from 2 on. But
loops are unrolled, and lists and dictionaries are part of the graph's structure, so they need a constant size. Then
every size recompiles the function, even with `dynamic=True`, and `mark_dynamic` makes it an error. After 8 graphs
(`torch._dynamo.config.recompile_limit`), the function silently runs in eager; under `fullgraph=True`, that is an
error. Sizes in arithmetic, in shapes (`view`, `expand`, `arange`, `zeros`), in slices and in comparisons stay
symbolic; a comparison costs one more graph for its other outcome.

## Example
```python
def forward(self, x):
    outputs = []
    for t in range(x.shape[1]):
        outputs.append(self.cell(x[:, t]))
    return torch.stack(outputs, 1)
```

Use instead an operation on the whole tensor:
```python
def forward(self, x):
    return self.cell(x)
```

If a step needs the previous one, compile the step instead of the loop (`self.cell = torch.compile(cell)`), pad
lengths to a few fixed ones, or use `torch._higher_order_ops.scan` or `while_loop`.

## The fix
A suggestion, which says whether an iteration of the loop needs the result of the previous one. `mark_dynamic` is not
a fix: it turns the constant into an error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fullgraph.lint.dataflow.size_expressions import Length, length_of
from fullgraph.lint.domain.events import Index, Iterate
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.values import MappingValue, SequenceValue, Tensor, scalar_part, tensor_part
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.origin import origin
from fullgraph.rules.shared.recompiles import REGISTRY_LIMIT, THEN

REGISTRY = REGISTRY_LIMIT

_VARIES = re.compile(
    r"(batch|bsz|bs|b|B|n_?batch)(_?size)?|(\w+_)?(seq|sequence)(_?(len|length))?|T|(n|num)_?(frames|tokens|steps)"
    r"|(src|tgt|q|k|kv|key|query|text|input|source|target|prompt)_len(gth)?"
)
"""Names of lengths that differ from one batch to the next."""
_WHOLE = "if no iteration needs the previous one, compute on the whole tensor, or use torch.vmap"
_STEP = "each iteration needs `{}` of the previous one: compile one iteration, or pad to a few fixed lengths"
_LOOKED_UP = "keep the items in a tensor, which a changing size can index"
_KEPT = "keep it outside compiled code, or compute it again: a dictionary by size is part of the graph"
_TAKES = frozenset(("enumerate", "zip", "reversed", "list", "tuple"))


def check_loop(event: Iterate) -> Finding | None:
    """``for i in range(x.shape[0])`` and ``for row in x``."""
    if event.kind == "unpack" or not isinstance(event.node, ast.expr):
        return None
    return _looped(event, event.node, "unrolls the loop")


def check_index(event: Index) -> Finding | None:
    """``layers[x.shape[0]]`` and ``cache[x.shape[0]]``."""
    kept = isinstance(event.owner, MappingValue) or (
        isinstance(event.owner, SequenceValue) and event.owner.kind in ("list", "ModuleList")
    )
    if not kept or event.frame.function is None or event.kind == "delete":
        return None
    for node, _ in event.parts:
        length = length_of(node, event.frame.function.node)
        if length is not None and (tensor := _varying(event, length)) is not None:
            return _finding(event, node, tensor, "looks it up" if event.kind == "read" else "keeps it as a key")
    return None


def _looped(event: Event, node: ast.expr, what: str) -> Finding | None:
    if event.frame.function is None:
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in _TAKES:
            each = [_looped(event, argument, what) for argument in node.args]
            return each[0] if each and None not in each else None  # with something shorter, that is what counts
        if node.func.id != "range":
            return None
        for argument in node.args:
            length = length_of(argument, event.frame.function.node)
            if length is not None and (tensor := _varying(event, length)) is not None:
                return _finding(event, argument, tensor, what)
        return None
    if isinstance(node, ast.Name) and (tensor := _varying(event, Length(node, 0, ""))) is not None:
        return _finding(event, node, tensor, what) if _is_declared(tensor) else None
    return None


def _is_declared(tensor: Tensor) -> bool:
    """Return whether the argument is annotated: lists of tensors are iterated too, and look like tensors."""
    evidence = tensor.evidence
    while evidence is not None:
        node = evidence.node
        if isinstance(node, ast.arg) and node.annotation is not None:
            return ast.unparse(node.annotation).removesuffix(" | None").rpartition(".")[2].endswith("Tensor")
        evidence = evidence.parent
    return False


def _varying(event: Event, length: Length) -> Tensor | None:
    """The tensor, if that dimension of it likely differs from call to call."""
    if not isinstance(length.owner, ast.Name):
        return None
    value = event.interp.name(event.frame, length.owner.id)
    tensor = tensor_part(value)
    if tensor is None or tensor != value or tensor.array or tensor.dynamic is not None or scalar_part(value):
        return None
    where = origin(tensor)
    if length.name and _VARIES.fullmatch(length.name):
        return tensor if where in ("argument", "made") else None
    return tensor if length.dim == 0 and where == "argument" else None


def _finding(event: Event, node: ast.expr, tensor: Tensor, what: str) -> Finding:
    text = event.frame.text(node)
    size = f"the length of {text}" if isinstance(node, ast.Name) and not _is_number(event, node) else text
    steps = (*explain(event, tensor, f"a size that is a constant of the graph, for it {what}"),)
    message = f"every value of {size} recompiles, {THEN}: the graph {what}"
    return Finding(event, message, steps, "medium", fix=suggestion(_advice(event)))


def _advice(event: Event) -> str:
    """Return what to write instead of a loop, or of a look-up."""
    if isinstance(event, Index):
        return _LOOKED_UP if event.kind == "read" else _KEPT
    statement = getattr(event, "statement", None)
    loop = statement if isinstance(event, Iterate) and event.kind == "for" and isinstance(statement, ast.For) else None
    name = _carried(loop) if loop is not None else None
    return _STEP.format(name) if name is not None else _WHOLE


def _carried(loop: ast.For) -> str | None:
    """A variable that a turn of the loop takes from the one before."""
    own = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    known: set[str] = set()
    for statement in loop.body:
        for node in _in_order(statement):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id not in known:
                return node.target.id
            if not isinstance(node, ast.Name) or node.id in own:
                continue
            if isinstance(node.ctx, ast.Store):
                known.add(node.id)
            elif node.id not in known and _stores(loop, node.id):
                return node.id
    return None


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, what is assigned before what it is assigned to."""
    if isinstance(node, ast.Assign):
        parts: list[ast.AST] = [node.value, *node.targets]
    else:
        parts = list(ast.iter_child_nodes(node))
    yield node
    for part in parts:
        yield from _in_order(part)


def _stores(loop: ast.For, name: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(loop)
    )


def _is_number(event: Event, node: ast.Name) -> bool:
    return tensor_part(event.interp.name(event.frame, node.id)) is None
