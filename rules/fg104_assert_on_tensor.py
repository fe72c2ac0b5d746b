"""Assert on tensor data, in a form that breaks

## What it does
Finds `assert` statements on tensors that TorchDynamo does not turn into an assert in the graph:

- with a message that is not a plain literal (an f-string with placeholders, `.format`, a variable)
- with `not`, `and`, `or` or a chained comparison around the tensor, unless it is the last operand of `and` and `or`

With `fullgraph=True`, it finds these forms of asserts on numbers that were read from tensors, and on lengths that
depend on data (`assert len(x[mask]) > 1, f"{x.shape}"`).

It also finds:

- `assert` of a module, another object, or a container with tensors or objects, without a message or with a literal
  one
- `torch._check_tensor_all`, which reads the tensor by default; before torch 2.13, TorchDynamo cannot trace it with
  `fullgraph=True` either
- `torch._assert` of a tensor before torch 2.15
- `_validate_sample` of a distribution, and a distribution of torch that is made with `validate_args=True`; by default
  `torch.compile` leaves the checks of distributions out
- `torch._check` and related functions (`_check_value`, `_check_type` ...) with a message that cannot be captured: a
  lambda that uses a tensor, `self` or another object of the enclosing function, or, before torch 2.14, a string
  instead of a function

## Why the graph breaks
`assert t` and `assert t, "literal"` become `torch._assert_async` in the graph. Python compiles the other forms into a
branch on tensor data, which cannot be traced. If the tested value is not a constant, TorchDynamo converts it to a
tensor, even if it is a list or a module. That fails, and the whole function runs uncompiled. For a set of tensors,
the error is not caught: **compiling fails**, even without `fullgraph=True`. With another message, such an assert is
captured. TorchDynamo builds the message of a `torch._check` before the graph runs, and for it can use only constants
among the variables around a lambda: numbers, strings, sizes.

## Example
```python
assert not torch.isnan(x).any(), f"bad values in {x.shape}"
```

Use instead:
```python
assert torch.isfinite(x).all(), "bad values"
```

```python
assert self.encoder, "there is no encoder"
assert hidden_states
```

Use instead:
```python
assert self.encoder is not None, "there is no encoder"
assert len(hidden_states) > 0
```

```python
torch._check(x.shape[0] == self.size, lambda: f"{x.shape[0]} and not {self.size}")
```

Use instead:
```python
length, size = x.shape[0], self.size
torch._check(length == size, lambda: f"{length} and not {size}")
```

## The fix
Unsafe: the message becomes a literal, and the assert is split or inverted. In a compiled run, a violation then raises
`RuntimeError` instead of `AssertionError`; on CUDA it is a device-side assert that leaves the context unusable.
`torch._assert(t, "text")` becomes the equivalent `assert t, "text"`.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.domain.events import Assertion, Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import held_tensor
from fullgraph.lint.domain.values import (
    HIGH,
    STR,
    TRUE,
    Const,
    Function,
    Instance,
    SequenceValue,
    Value,
    alternatives,
    tensor_part,
    truth,
)
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import DEFAULT_ONLY, FULLGRAPH_ONLY, confidence_of, explain
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.objects import is_object
from fullgraph.rules.shared.reads import is_length

REGISTRY = ("GB0170", "GB0124", "GB0033", "GB9158", "GB9840", "GB0288", "GB0055", "GB0112", "GB0007")

_CHECKS = {f"torch._check{kind}": 1 for kind in ("", "_value", "_type", "_index", "_not_implemented", "_tensor_all")}
_CHECKS["torch._check_with"] = 2
"""torch's checks, and the place of the message."""


def check(event: Assertion) -> Finding | None:
    if event.why == "object":
        return _of_object(event)
    # By default the graph ends where a number is read or counted, and the assert sees a number.
    tensor = tensor_part(event.value) is not None
    tested = "tensor data" if tensor else "a length that depends on tensor data" if is_length(event.value) else _NUMBER
    called = f"its operators call bool() on {'a tensor' if tensor else 'it'}"
    why = "its message is not a plain literal" if event.why == "message" else called
    return Finding(
        event,
        f"assert on {tested} breaks the graph: {why}",
        explain(event, event.value, "assert calls bool() on it"),
        confidence_of(event.value),
        BOTH_MODES if tensor else FULLGRAPH_ONLY,
        fix=fixes.assert_fix(event) if tensor else None,
    )


_NUMBER = "a number read from a tensor"


def _of_object(event: Assertion) -> Finding | None:
    """The finding for what is no constant, as far as it is true at all: otherwise the assert fails in eager too."""
    tested = [option for option in alternatives(event.value) if truth(option) is not False]
    if not tested or not all(map(is_object, tested)):
        return None
    fails = all(isinstance(option, SequenceValue) and option.kind == "set" for option in tested)
    does = "makes TorchDynamo fail" if fails else "breaks the graph"
    message = f"assert on an object or a container of objects {does}: {event.frame.text(event.statement.test)}"
    steps = explain(event, event.value, "TorchDynamo converts non-constants to tensors")
    held = held_tensor(event.value)
    confidence = CONFIDENCES[held.confidence if held is not None else HIGH]
    return Finding(event, message, steps, confidence, raises=fails or None, uncompiled=True)


@on_calls("torch._check_tensor_all", "torch._check_tensor_all_with", "torch._assert")
def check_function(event: Call) -> Finding | None:
    """torch's own checks that read the tensor."""
    value = event.argument(event.name.endswith("_with"), "cond") or event.kwargs.get("condition")
    if value is None or tensor_part(value) is None:
        return None
    modes: tuple[Mode, ...]
    if event.name != "torch._assert":
        modes = BOTH_MODES if in_versions(event, before="2.13") else DEFAULT_ONLY
    elif event.name == "torch._assert" and in_versions(event, before="2.15"):
        modes = BOTH_MODES
    else:
        return None
    name = event.name.rpartition(".")[2]
    evidence = explain(event, value, f"{name}() reads it")
    fix = fixes.assert_call_fix(event) if name == "_assert" else None
    message = f"{name}() reads tensor data into Python: {event.text}"
    return Finding(event, message, evidence, confidence_of(value), modes, fix=fix)


@on_calls("torch.distributions.*._validate_sample")
def check_sample(event: Call) -> Finding | None:
    """What a distribution is asked about, with its own check of it."""
    value = event.argument(1, "value")
    if value is None or tensor_part(value) is None:
        return None
    evidence = explain(event, value, "the check of the distribution's support reads it")
    return Finding(event, f"checking a sample breaks the graph: {event.text}", evidence, confidence_of(value))


@on_calls("torch.distributions.*")
def check_parameters(event: Call) -> Finding | None:
    if event.kwargs.get("validate_args") != TRUE or not event.name.rpartition(".")[2][:1].isupper():
        return None
    return Finding(event, f"validate_args=True breaks the graph: {event.text}")


@on_calls(*_CHECKS)
def check_message(event: Call) -> Finding | None:
    """The message of a ``torch._check``."""
    message = event.argument(_CHECKS[event.name], "message")
    why = _obstacle(event, message) if message is not None else None
    if why is None:
        return None
    return Finding(event, f"{event.name}() breaks the graph: its message {why}")


def _obstacle(event: Call, message: Value) -> str | None:
    """Why a message cannot be taken into the graph."""
    if message == STR or (isinstance(message, Const) and isinstance(message.value, str)):
        since = None if event.name == "torch._check" else "2.13"
        return "is a string, not a function" if in_versions(event, since, before="2.14") else None
    if not isinstance(message, Function):
        return None
    taken = _free(message)
    if taken and in_versions(event, before="2.13"):
        return f"uses `{next(iter(taken))}`, a variable around it"
    name = next((name for name, value in taken.items() if _no_constant(value)), None)
    return f"uses `{name}`, which is not a constant" if name is not None else None


def _free(function: Function) -> dict[str, Value]:
    """The variables of the functions around it that a function uses."""
    node = function.info.node
    given = node.args
    own = {arg.arg for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg) if arg}
    found: dict[str, Value] = {}
    for part in ast.walk(node):
        if not isinstance(part, ast.Name) or part.id in own:
            continue
        if isinstance(part.ctx, ast.Store):
            own.add(part.id)
            found.pop(part.id, None)
            continue
        scope = function.closure
        while scope is not None and scope.function is not None:
            if part.id in scope.env:
                found[part.id] = scope.env[part.id]
                break
            scope = scope.closure
    return found


def _no_constant(value: Value) -> bool:
    """Return whether a value surely is, or holds, a tensor or an object."""
    return all(isinstance(option, Instance) or held_tensor(option) is not None for option in alternatives(value))
