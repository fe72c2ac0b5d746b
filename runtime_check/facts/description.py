"""What is written down of a value: its type, and of a plain tensor what its memory, shape and history are like.

Nothing of the program runs for it: no property, no ``__torch_function__``, no mode. A description holds no value and no
reference to one.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from fullgraph.lint.facts.schema import OTHER_TENSOR, Scene, TensorFact, ValueFact, grouped

Description = tuple[Any, ...]
"""``(type,)``, ``(type, None)`` of tensors that are not plain, or ``(type, dtype, shape, device, layout, grad)``."""
Memory = tuple[int, int]
"""The first byte of a tensor's storage, and the one behind its last."""
NOWHERE: Memory = (0, 0)

_NAMES: dict[type, str] = {type(None): "None", torch.Tensor: "Tensor", torch.nn.Parameter: "Parameter"}
_DTYPES: dict[torch.dtype, str] = {}
_PLAIN = (torch.Tensor, torch.nn.Parameter)
_LONGEST = 150
_TRACING = ("torch._subclasses.", "torch.fx.")
"""Modules of the tensors that stand for real ones while something is traced."""


class Traced(Exception):
    """The value belongs to a tracer, and says nothing of an eager run."""


def described(value: Any) -> tuple[Description, Memory]:
    """The description of a value, and where its memory lies. Raises `Traced`."""
    kind = type(value)
    if kind is torch.Tensor or kind is torch.nn.Parameter:
        try:
            return _of_tensor(kind, value)
        except (RuntimeError, NotImplementedError, AttributeError, TypeError):
            return (_NAMES[kind], None), NOWHERE
    name = _NAMES.get(kind)
    if name is None:
        name = _NAMES[kind] = _name_of(kind)
    if issubclass(kind, torch.Tensor):
        if name.startswith(_TRACING):
            raise Traced
        return (name, None), NOWHERE
    return (name,), NOWHERE


def _of_tensor(kind: type, tensor: torch.Tensor) -> tuple[Description, Memory]:
    name = _NAMES[kind]
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        return (name, None), NOWHERE
    dtype = tensor.dtype
    text = _DTYPES.get(dtype)
    if text is None:
        text = _DTYPES[dtype] = str(dtype).removeprefix("torch.")
    shape = tuple(tensor.shape)
    device = tensor.device
    place = device.type if device.index is None else f"{device.type}:{device.index}"
    if tensor.layout is not torch.strided:
        layout = str(tensor.layout).removeprefix("torch.")
        return (name, text, shape, place, layout, tensor.requires_grad), NOWHERE
    if tensor.is_contiguous():
        layout = "contiguous"
    else:
        last = len(shape) == 4 and tensor.is_contiguous(memory_format=torch.channels_last)
        layout = "channels_last" if last else "strided"
    storage = tensor.untyped_storage()
    start, size = storage.data_ptr(), storage.nbytes()
    if not start and size:
        start, size = storage._cdata, 1  # no memory, as on the device meta
    return (name, text, shape, place, layout, tensor.requires_grad), (start, start + size)


def _name_of(kind: type) -> str:
    """The name of a type; of one whose name could be anything, only that it is an object."""
    try:
        module, name = kind.__module__, kind.__qualname__
        plain = isinstance(module, str) and isinstance(name, str)
    except Exception:
        return "object"
    if not plain or len(module) + len(name) > _LONGEST:
        return "object"
    name = name.replace("<locals>.", "")
    if not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
        return "object"
    return name if module == "builtins" else f"{module}.{name}"


@contextlib.contextmanager
def unseen_by_modes() -> Iterator[None]:
    """No mode of the program sees that attributes of tensors are read."""
    with torch._C.DisableTorchFunction():
        yield


def some_mode_is_on() -> bool:
    return torch._C._len_torch_function_stack() > 0


def sharing(memories: Sequence[Memory]) -> tuple[tuple[int, int], ...]:
    """The pairs of places that overlap."""
    there = [(start, end, place) for place, (start, end) in enumerate(memories) if end > start]
    if len(there) < 2:
        return ()
    there.sort()
    found = []
    for number, (_, end, place) in enumerate(there):
        for other_start, _, other in itertools.islice(there, number + 1, None):
            if other_start >= end:
                break
            found.append((min(place, other), max(place, other)))
    return tuple(sorted(found))


def scene_of(names: Sequence[str], descriptions: Sequence[Description], shared: Sequence[tuple[int, int]]) -> Scene:
    """The scene of one call."""
    values = {name: value_of(one) for name, one in zip(names, descriptions, strict=True)}
    plain = [(name, one) for name, one in zip(names, descriptions, strict=True) if len(one) > 2]
    sizes = [(f"{name}.{axis}", size) for name, one in plain for axis, size in enumerate(one[2])]
    return Scene(
        dict(sorted(values.items())),
        grouped((name, one[2]) for name, one in plain),
        grouped(sizes),
        grouped((name, one[1]) for name, one in plain),
        grouped((name, one[3]) for name, one in plain),
        frozenset((min(names[a], names[b]), max(names[a], names[b])) for a, b in shared),
    )


def value_of(one: Description) -> ValueFact:
    types = frozenset((one[0],))
    if len(one) == 1:
        return ValueFact(types)
    if len(one) == 2:
        return ValueFact(types, OTHER_TENSOR)
    _, dtype, shape, device, layout, grad = one
    return ValueFact(
        types,
        TensorFact(
            True,
            frozenset((dtype,)),
            frozenset((len(shape),)),
            shape,
            frozenset((device,)),
            frozenset((layout,)),
            frozenset((grad,)),
        ),
    )
