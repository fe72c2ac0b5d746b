"""What is written down of a value: its type, and of a plain tensor what its memory, shape and history are like.

Nothing of the program runs for it: no property, no ``__torch_function__``, no mode. A description holds no value and no
reference to one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from fullgraph.lint.facts.schema import OTHER_TENSOR, Scene, TensorFact, ValueFact, grouped

Description = tuple[Any, ...]
"""``(type,)``, ``(type, None)`` of tensors that are not plain, or ``(type, dtype, shape, device, layout, grad)``."""
Memory = tuple[int, int, int]
"""The first byte of a tensor's storage, the one behind its last, and the place of the tensor among the descriptions."""
ITEMS = 6
"""Of tuples so many items are looked into."""

_NAMES: dict[type, str] = {type(None): "None", torch.Tensor: "Tensor", torch.nn.Parameter: "Parameter"}
_DTYPES: dict[torch.dtype, str] = {}
_DEVICES: dict[torch.device, str] = {}
_LONGEST = 150
_TRACING = ("torch._subclasses.", "torch.fx.")
"""Modules of the tensors that stand for real ones while something is traced."""


class Traced(Exception):
    """The value belongs to a tracer, and says nothing of an eager run."""


_OTHERS: dict[type, Description] = {}
"""The descriptions of what is no tensor, by type."""


class Snapshot:
    """The descriptions of some values at one time."""

    __slots__ = ("descriptions", "memories", "names")

    def __init__(self, before: Snapshot | None = None) -> None:
        """``before``: what it begins with."""
        if before is None:
            self.names: list[str] = []
            self.descriptions: list[Description] = []
            self.memories: list[Memory] = []
        else:
            self.names = before.names.copy()
            self.descriptions = before.descriptions.copy()
            self.memories = before.memories.copy()

    def add(self, name: str, value: Any) -> None:
        """Take in a value. Raises `Traced`."""
        kind = type(value)
        description = _OTHERS.get(kind)
        if description is None:
            if issubclass(kind, torch.Tensor):
                description = self._tensor(kind, value)
            else:
                description = _OTHERS[kind] = (_name_of(kind),)
        self.names.append(name)
        self.descriptions.append(description)

    def add_with_items(self, name: str, value: Any) -> None:
        """Take in a value and, of a tuple, what it holds. Raises `Traced`."""
        self.add(name, value)
        if type(value) is tuple and len(value) <= ITEMS:
            for number, item in enumerate(value):
                self.add(f"{name}[{number}]", item)

    def key(self) -> tuple[Any, ...]:
        """The same for calls of which there is the same to say."""
        shared = sharing(self.memories) if len(self.memories) > 1 else ()
        return (tuple(self.names), tuple(self.descriptions), shared)

    def scene(self, key: tuple[Any, ...]) -> Scene:
        return scene_of(self.names, self.descriptions, key[2])

    def _tensor(self, kind: type, tensor: Any) -> Description:
        if kind is not torch.Tensor and kind is not torch.nn.Parameter:
            name = _name_of(kind)
            if name.startswith(_TRACING):
                raise Traced
            return (name, None)
        name = _NAMES[kind]
        try:
            if _is_wrapped(tensor):
                return (name, None)
            dtype, device, layout = tensor.dtype, tensor.device, tensor.layout
            shape = tuple(tensor.shape)
            text = _DTYPES.get(dtype) or _DTYPES.setdefault(dtype, str(dtype).removeprefix("torch."))
            place = _DEVICES.get(device) or _DEVICES.setdefault(device, str(device))
            if layout is not torch.strided:
                return (name, text, shape, place, str(layout).removeprefix("torch."), tensor.requires_grad)
            if tensor.is_contiguous():
                how = "contiguous"
            else:
                last = len(shape) == 4 and tensor.is_contiguous(memory_format=torch.channels_last)
                how = "channels_last" if last else "strided"
            storage = tensor.untyped_storage()
            start, size = storage.data_ptr(), storage.nbytes()
        except (RuntimeError, NotImplementedError, AttributeError, TypeError):
            return (name, None)
        if not start and size:
            start, size = storage._cdata, 1  # no memory, as on the device meta
        if size:
            self.memories.append((start, start + size, len(self.names)))
        return (name, text, shape, place, how, tensor.requires_grad)


_is_wrapped = torch._C._functorch.is_functorch_wrapped_tensor


def _name_of(kind: type) -> str:
    """The name of a type; of one whose name could be anything, only that it is an object."""
    if kind in _NAMES:
        return _NAMES[kind]
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


some_mode_is_on = torch._C._len_torch_function_stack
"""Whether any is on, as a number."""


def sharing(memories: Sequence[Memory]) -> tuple[tuple[int, int], ...]:
    """The pairs of places whose memory overlaps."""
    there = sorted(memories)
    found = []
    reach = 0  # so far memory goes
    for number, (start, end, place) in enumerate(there):
        if start < reach:
            found += [
                (min(place, other), max(place, other)) for _, other_end, other in there[:number] if start < other_end
            ]
        reach = max(reach, end)
    return tuple(sorted(found)) if found else ()


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
