"""A number on a module that changes between calls

## What it does
Finds integers on an `nn.Module` that compiled code reads and that change between calls:

- some method counts them: the compiled one itself, as in `self.calls += 1`, or another one, such as an epoch or a
  step that the training loop advances
- a loop counts them and sets them on the module (`model.step = step`)
- compiled code keeps the length of an input in them, such as the longest so far

Numbers of objects and dictionaries that a module holds count as its own. Each is reported where compiled code reads
it first, including `self.calls += 1`. Numbers counted only while not compiling (`if not
torch.compiler.is_compiling():`) or in `__init__` are not reported.

## Why it recompiles
TorchDynamo treats an `int` of a module, or of an object that a module holds, as part of its structure, like a number
of heads. It compiles it in as a constant, with a guard on its value. Every other value recompiles the whole function,
even with `dynamic=True`. After 8 graphs (`torch._dynamo.config.recompile_limit`), the function silently runs in
eager; under `fullgraph=True`, that is an error. A `float` becomes symbolic instead, at the cost of one recompile.

## Example
```python
class Noise(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * 0.9**self.calls
```

Use instead a tensor. Assign it instead of adding in place: gradients of code that reads a buffer updated in place can
be wrong. With CUDA graphs (`mode="reduce-overhead"`), the assignment raises, since the output of one call is
overwritten by the next. There, count in place what no graph reads, and pass in the rest.
```python
        self.register_buffer("calls", torch.zeros((), dtype=torch.long), persistent=False)

    def forward(self, x):
        self.calls = self.calls + 1
        return x * 0.9**self.calls
```

If the number must stay a Python number, `torch._dynamo.config.allow_unspec_int_on_nn_module = True` makes it
symbolic: two graphs instead of one for each value. If the graph does not need the number, count it outside.

## The fix
Unsafe: the number is kept in a buffer, as above. `__init__` registers it where it set the number, and another integer
that is assigned becomes a tensor of the same kind. If the file only counts it, it counts in place. Otherwise `+=`
becomes an assignment. CUDA graphs raise for that, so there is no such fix if the call that compiles has
`mode="reduce-overhead"` or `"max-autotune"`.

What differs: code elsewhere that reads the attribute gets a tensor. Powers and quotients of it round to the tensor's
dtype, and to the default dtype if only numbers meet. A count advanced under `torch.inference_mode()` cannot be saved
for a backward. The buffer is not in the state dict, as the number was not.

The fix applies only if all reads in the file can take a tensor: arithmetic, especially with tensors, and
`torch.where` and similar. `min(1, n / w)` becomes `(n / w).clamp(max=1)`, `math.exp(n)` becomes `torch.exp(n)`, and
`1.0 if n > w else 0.5` becomes `torch.where(n > w, 1.0, 0.5)`; the message names dtypes, infinities and NaN that then
differ. A count that only decides whether to emit a message moves behind its guard (FG401), and does not change while
compiled.

There is no fix for a number in a comparison (it would be a branch on tensor data), in a slice, an index or a `range`
(which need a number), or in a text (it would print as a tensor). Its first assignment must be in `__init__`, after
the call of the base's, to an integer. A number of an object or a dictionary that a module holds stays. Code in other
files that sets it (`model.epoch = 3`) then raises, since a buffer takes only tensors; code in the same file is
rewritten.
"""

from __future__ import annotations

import ast

from fullgraph.lint.dataflow.counters import Count, attribute_counters, counted, length_setters
from fullgraph.lint.domain.events import HostWrite, Index, Read, Write
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.loop_variance import counts, differs
from fullgraph.lint.domain.values import Instance, MappingValue, SequenceValue, is_whole
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.recompiles import REGISTRY_LIMIT, counted_finding, first_read, written

REGISTRY = REGISTRY_LIMIT

_HINT = "an int of a module is a constant of the graph; a tensor (register_buffer) is not"


def check(event: Read) -> Finding | None:
    owner = event.owner
    if not isinstance(owner, Instance) or not (is_module_class(owner.cls) or _held_by_module(event.frame, owner)):
        return None
    if not first_read(event, owner.site):
        return None
    counters = attribute_counters(owner.cls, event.attribute)
    if is_module_class(owner.cls):
        counters += event.interp.rule_state.get(_set_by_host(owner, event.attribute), ())
    running = {frame.function.node for frame in event.frame.chain() if frame.function is not None}
    lengths = [one for one in length_setters(owner.cls, event.attribute) if one.function in running]
    if not counters and not lengths:
        return None
    return counted_finding(
        event,
        f"self.{event.attribute}",
        _HINT,
        counters or lengths,
        "counts" if counters else "sets",
        fixes.buffer_fix(event),
    )


def check_item(event: Index) -> Finding | None:
    """``self.counts["calls"] += 1``."""
    target, function = event.node, event.frame.function
    if event.kind != "read" or function is None or not isinstance(event.statement, ast.AugAssign):
        return None
    goal = counted(event.statement, function.node)
    if not isinstance(target, ast.Subscript) or not isinstance(goal, ast.Subscript):
        return None
    holder = target.value
    if ast.unparse(goal) != ast.unparse(target) or not isinstance(holder, ast.Attribute):
        return None
    owner = event.interp.name(event.frame, holder.value.id) if isinstance(holder.value, ast.Name) else None
    if not isinstance(owner, Instance) or not is_module_class(owner.cls):
        return None
    if not isinstance(event.owner, (MappingValue, SequenceValue)) or not is_whole(event.owner.each()):
        return None
    count = Count(event.statement, event.frame.module, function.node, function.qualname)
    return counted_finding(event, ast.unparse(target), _HINT, [count])


def _held_by_module(frame: Frame, owner: Instance) -> bool:
    """Return whether an object's method was called through a module that holds the object: ``self.cache.update(x)``."""
    at: Frame | None = frame
    while at is not None and at.caller is not None and at.owner == owner:
        func = at.call.func if isinstance(at.call, ast.Call) else None
        holder = func.value if isinstance(func, ast.Attribute) else None
        if isinstance(holder, ast.Attribute) and isinstance(holder.value, ast.Name):
            module = at.caller.env.get(holder.value.id)
            return isinstance(module, Instance) and is_module_class(module.cls)
        at = at.caller
    return False


def check_host_write(event: HostWrite) -> None:
    """``model.step = step`` in a loop that counts the step, here or around the call of the method that sets it."""
    owner, statement, target = event.owner, event.statement, event.node
    if not isinstance(owner, Instance) or not isinstance(statement, ast.Assign) or _building(event.frame):
        return
    if isinstance(target, ast.Attribute) and differs(target.value, event.frame.module):
        return  # another object each time
    if counts(statement.value, event.frame):
        function = event.frame.function
        where = function.qualname if function is not None else "a loop of the module"
        count = Count(statement, event.frame.module, function.node if function is not None else None, where)
        event.interp.rule_state.setdefault(_set_by_host(owner, event.attribute), [count])


def _building(frame: Frame) -> bool:
    """Return whether an object is being made."""
    at: Frame | None = frame
    while at is not None:
        if at.function is not None and at.function.name == "__init__":
            return True
        at = at.caller
    return False


def _set_by_host(owner: Instance, attribute: str) -> object:
    return ("set by host", owner.cls, attribute)


def check_write(event: Write) -> None:
    if isinstance(event.owner, Instance):
        written(event, event.owner.site, event.attribute)
