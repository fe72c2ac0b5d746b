"""A number on a module that changes between calls

## What it does
Finds whole numbers on an `nn.Module` that compiled code reads and that some method counts: the compiled one itself, as
in `self.calls += 1`, or another one, as an epoch or a step that the training loop moves on; those that a loop counts
and sets on the module (`model.step = step`); and those in which compiled code keeps the length of an input, such as the
longest that it has met. Numbers of objects and dictionaries that a module holds are like its own. All are reported
where compiled code reads them first, `self.calls += 1` included. What is counted only while not compiling
(`if not torch.compiler.is_compiling():`) or in `__init__` is not.

## Why it recompiles
TorchDynamo takes an `int` that belongs to a module, or to an object that a module holds, for a part of its structure,
as a number of heads is, and compiles it in as a constant, with a guard on its value. Every other value compiles the
whole function anew, also with `dynamic=True`. After 8 graphs (`torch._dynamo.config.recompile_limit`) the function runs
in eager, without a word; under `fullgraph=True` that is an error. A `float` becomes symbolic instead, at the cost of
one recompile.

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

Use instead: a tensor. Assign it instead of adding in place: gradients of what reads a buffer that is updated in place
can come out wrong. With CUDA graphs (`mode="reduce-overhead"`) that raises, since what one call gives to the next is
overwritten: there count in place what no graph reads, and pass in the rest.
```python
        self.register_buffer("calls", torch.zeros((), dtype=torch.long), persistent=False)

    def forward(self, x):
        self.calls = self.calls + 1
        return x * 0.9**self.calls
```

Where the number has to stay a Python number, `torch._dynamo.config.allow_unspec_int_on_nn_module = True` makes it
symbolic: two graphs instead of one for each value. A number that the graph does not need is best counted outside of it.

## The fix
Unsafe: the number is kept in a buffer, as above. `__init__` registers it where it set the number, and another whole
number that is set becomes a tensor of the same kind. Where all that the file does with it is to count it, that is done
in place; else `+=` becomes an assignment, which CUDA graphs raise for, so that there is no such fix where
`mode="reduce-overhead"` or `"max-autotune"` stands at the call that compiles. What differs: whoever reads the attribute
elsewhere gets a tensor; powers and quotients of it are rounded to the tensor's dtype, and to the default one where only
numbers meet; a count that `torch.inference_mode()` has moved on cannot be saved for a backward. The buffer is not in
the state dict, as the number was not.

Only where all readings of the file can take a tensor: arithmetic, most of all with tensors, and `torch.where` and its
like. `min(1, n / w)` becomes `(n / w).clamp(max=1)`, `math.exp(n)` `torch.exp(n)`, and `1.0 if n > w else 0.5`
`torch.where(n > w, 1.0, 0.5)`: dtypes, infinities and NaN that differ then are named. A count that only decides whether
a message is made goes behind the guard of that (FG401), and stays as it is while compiled. In a comparison it would be
tensor data that is branched on, in a slice, an index or a `range` it has to be a number, and in a text it would print
as a tensor. It has to be set first in `__init__`, behind the call of the base's, to a whole number. A number of an
object or a dictionary that a module holds stays. Code of other files that sets it (`model.epoch = 3`) raises then,
since a buffer takes tensors only; that of the same file is rewritten.
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
