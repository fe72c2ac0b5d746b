"""A data loader whose last batch is shorter

## What it does
Finds loops over a `DataLoader` with a `batch_size` above 1 and without `drop_last=True` that pass their batches to
compiled code. Not reported if the code is compiled with `dynamic=True`, or if the loader has a batch sampler.

## Why it recompiles
Unless the number of samples is a multiple of the batch size, the last batch of each epoch has another size. The first
time, the code recompiles with a symbolic batch size. That is the last recompile. But from then on, batches of the
usual size run in the symbolic graph too, since the graph that matched last is tried first; it can be slower than the
one for a fixed size. A last batch of one sample, and `dynamic=False`, give one more graph for that size alone.

## Example
```python
loader = DataLoader(data, batch_size=64, shuffle=True)
for x, y in loader:
    loss = criterion(compiled(x), y)
```

Use instead, for training:
```python
loader = DataLoader(data, batch_size=64, shuffle=True, drop_last=True)
```

If every sample counts, as in evaluation, pad the last batch to the usual size, or make the size symbolic from the
start: `torch._dynamo.mark_dynamic(x, 0)` or `torch.compile(model, dynamic=True)`.

## The fix
Unsafe: `drop_last=True` in the call that creates the loader. Every epoch then leaves out the samples of a shorter
last batch, with `shuffle=True` different ones each time, and a data set smaller than a batch gives no batch at all.
This fix is for training, and wrong for evaluation.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import CompiledCall
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.loop_variance import names_in
from fullgraph.lint.domain.values import TRUE, External
from fullgraph.rules.rewrite import fixes

REGISTRY = ()

_LOADERS = ("torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader")
_DROPPED = "Leave a shorter last batch out"
_MISSED = Kind.VALUE.open("its samples are left out, and all of them if there is no full batch")
_AROUND = ("enumerate", "tqdm", "trange", "zip", "iter", "islice", "track")


def check(event: CompiledCall) -> Finding | None:
    if event.dynamic == TRUE or _marks_dynamic(event.frame):
        return None
    passed = set().union(*(names_in(part) for part in (*event.node.args, *event.node.keywords)), set())
    node: ast.AST | None = event.node
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if isinstance(node, ast.For) and _given(node, passed):
            loader = _loader(event, node.iter)
            if loader is not None and _may_be_short(loader):
                return _finding(event, loader)
        node = event.frame.module.parents.get(node)
    return None


def _given(loop: ast.For, passed: set[str]) -> bool:
    """Return whether what the loop gets is passed on, by name or through another variable of its body."""
    known = names_in(loop.target)
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign) and names_in(node.value) & known and not _is_reduced(node.value):
            known = known.union(*(names_in(target) for target in node.targets))
    return bool(known & passed)


def _is_reduced(value: ast.expr) -> bool:
    """Return whether a value is no longer a batch: a function's result, not a method's such as ``x.to(device)``."""
    return isinstance(value, ast.Call) and not (isinstance(value.func, ast.Attribute) and value.func.attr in _MOVES)


_MOVES = frozenset("to cuda cpu float half bfloat16 long contiguous".split())


def _loader(event: CompiledCall, iterable: ast.expr) -> ast.Call | None:
    """The call that made the data loader of a loop."""
    if isinstance(iterable, ast.Call):
        called = iterable.func.attr if isinstance(iterable.func, ast.Attribute) else ast.unparse(iterable.func)
        if called in _AROUND:
            return next((found for one in iterable.args if (found := _loader(event, one)) is not None), None)
        value = event.interp.evaluate(Frame(event.frame.module), iterable.func)
        return iterable if isinstance(value, External) and value.name in _LOADERS else None
    if not isinstance(iterable, ast.Name):
        return None
    scope = event.frame.function.node if event.frame.function is not None else event.frame.module.tree
    made = [
        node.value
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and any(iterable.id in names_in(target) for target in node.targets)
    ]
    return _loader(event, made[0]) if len(made) == 1 and isinstance(made[0], ast.Call) else None


def _may_be_short(loader: ast.Call) -> bool:
    """Return whether the loader makes batches itself, and keeps the last."""
    given = {keyword.arg: keyword.value for keyword in loader.keywords}
    if None in given or "batch_sampler" in given or len(loader.args) > 2:
        return False
    size = given.get("batch_size", loader.args[1] if len(loader.args) > 1 else None)
    if size is None or (isinstance(size, ast.Constant) and size.value in (None, 1)):
        return False
    last = given.get("drop_last")
    return last is None or (isinstance(last, ast.Constant) and last.value is False)


def _marks_dynamic(frame: Frame) -> bool:
    scope = frame.function.node if frame.function is not None else frame.module.tree
    words = {node.attr for node in ast.walk(scope) if isinstance(node, ast.Attribute)}
    return bool(words & {"mark_dynamic", "maybe_mark_dynamic", "mark_unbacked"})


def _finding(event: CompiledCall, loader: ast.Call) -> Finding:
    source = event.frame.source
    steps = (
        source.step(f"{event.frame.text(loader)}: without drop_last=True", loader),
        source.step(f"{event.text}: is compiled for one batch size", event.node),
    )
    message = "a shorter last batch recompiles once, and all batches then run with a symbolic size"
    fix = Fix(_DROPPED, (fixes.with_keyword(loader, "drop_last", True, source),), (_MISSED,))
    return Finding(event, message, steps, "medium", at=(event.frame, loader), fix=lambda: fix)
