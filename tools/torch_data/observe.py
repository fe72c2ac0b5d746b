"""Call torch's functions on small tensors and note what they do: what no stub, schema or annotation says."""

from __future__ import annotations

import inspect
import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from fullgraph.lint.torch_data.kinds import Kind
from torch.utils._python_dispatch import TorchDispatchMode


class Tags(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Collects the tags of every operator that runs."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.seen: set[torch.Tag] = set()
        self.pointwise: set[bool] = set()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.seen.update(func.tags)
        self.pointwise.add(torch.Tag.pointwise in func.tags)
        return func(*args, **(kwargs or {}))


def kind_of(value: object) -> Kind:
    """The kind of a value at hand."""
    if value is None:
        return "none"
    if isinstance(value, torch.Tensor):
        return "tensor"
    if isinstance(value, torch.Size):
        return "size"
    if isinstance(value, tuple):
        return [kind_of(item) for item in value]
    if isinstance(value, list):
        return "tensors" if value and all(isinstance(item, torch.Tensor) for item in value) else "list"
    if isinstance(value, dict):
        kinds = {str(kind_of(item)) for item in value.values()}
        return f"dict[{kinds.pop()}]" if len(kinds) == 1 else "dict"
    for kind in (bool, int, float, complex, str):
        if isinstance(value, kind):
            return kind.__name__
    for cls in (torch.dtype, torch.device, torch.layout):
        if isinstance(value, cls):
            return cls.__name__
    return "any"


def samples() -> Iterator[torch.Tensor]:
    """Fresh tensors: the ranks and dtypes at which functions of one argument differ."""
    yield torch.tensor([0.5, -1.5, 2.5])
    yield torch.tensor([0.5, -1.5, 2.5], dtype=torch.float64)
    yield torch.tensor([0.5, -1.5, 2.5], dtype=torch.float16)
    yield torch.tensor([True, False, True])
    yield torch.tensor([2, 0, 3])
    for dtype in (torch.int32, torch.int16, torch.int8, torch.uint8, torch.complex64, torch.complex128):
        yield torch.tensor([2, 0, 3], dtype=dtype)
    yield torch.tensor(1)
    yield torch.tensor(True)
    yield torch.tensor([[2.0, 0.5], [0.5, 1.0]])
    yield torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.bfloat16)


def second_is_value(call: Callable[..., Any]) -> bool:
    """Whether the second argument is not a switch, such as ``inplace`` of the activation functions."""
    try:
        parameters = list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):
        return True
    return len(parameters) < 2 or not isinstance(parameters[1].default, bool)


class Observed:
    """What calls of one function on the samples showed."""

    def __init__(self, call: Callable[..., Any], extra: Sequence[Mapping[str, Any]] = ({},)) -> None:
        self.tags: set[torch.Tag] = set()
        self.aliases = False
        self._pointwise: set[bool] = set()
        self.reshapes = False
        """Whether a call with one tensor gave a tensor of another shape."""
        self.kinds: list[Kind] = []
        for keywords in extra:
            for tensor in samples():
                self._try(call, tensor, keywords)
        self.unary, reshapes = list(self.kinds), self.reshapes
        """The kinds of result of calls with a tensor and nothing else."""
        for tensor in samples() if second_is_value(call) else ():
            for second in (0, 1, tensor):
                self._try(lambda x, other=second: call(x, other), tensor, {})
        self.reshapes = reshapes

    @property
    def pointwise(self) -> bool:
        """Whether it ran operators, and all were pointwise."""
        return self._pointwise == {True}

    def _try(self, call: Callable[..., Any], tensor: torch.Tensor, keywords: Mapping[str, Any]) -> None:
        pointer = tensor.untyped_storage().data_ptr()
        with warnings.catch_warnings(), Tags() as tags:
            warnings.simplefilter("ignore")
            try:
                result = call(tensor, **keywords)
            except Exception:
                return
        self.tags |= tags.seen
        self._pointwise |= tags.pointwise
        self.reshapes |= isinstance(result, torch.Tensor) and result.shape != tensor.shape
        kind = kind_of(result)
        if kind not in self.kinds:
            self.kinds.append(kind)
        for item in result if isinstance(result, (tuple, list)) else (result,):
            if isinstance(item, torch.Tensor):
                try:
                    self.aliases |= item.untyped_storage().data_ptr() == pointer
                except (NotImplementedError, RuntimeError):
                    continue


def flag_kinds(function: Callable[..., Any], names: Sequence[str]) -> list[tuple[dict[str, bool], Kind]]:
    """What a function of one tensor returns for every choice of these flags; empty where it cannot be called so."""
    found: list[tuple[dict[str, bool], Kind]] = []
    for values in itertools.product((False, True), repeat=len(names)):
        chosen = dict(zip(names, values, strict=True))
        try:
            found.append((chosen, kind_of(function(torch.tensor([2.0, 1.0, 2.0]), **chosen))))
        except (TypeError, RuntimeError):
            return []
    return found


MODULES: dict[str, tuple[tuple[Any, ...], tuple[int, ...]]] = {
    # Modules of torch.nn whose forward has no annotation: how to build one, and the shape of an input.
    "RNN": ((4, 4), (2, 3, 4)),
    "LSTM": ((4, 4), (2, 3, 4)),
    "GRU": ((4, 4), (2, 3, 4)),
    "MaxPool1d": ((2,), (1, 2, 4)),
    "MaxPool2d": ((2,), (1, 2, 4, 4)),
    "MaxPool3d": ((2,), (1, 2, 4, 4, 4)),
    "AdaptiveMaxPool1d": ((2,), (1, 2, 4)),
    "AdaptiveMaxPool2d": ((2,), (1, 2, 4, 4)),
    "AdaptiveMaxPool3d": ((2,), (1, 2, 4, 4, 4)),
    "FractionalMaxPool2d": ((2, 2), (1, 2, 8, 8)),
    "FractionalMaxPool3d": ((2, 2), (1, 2, 8, 8, 8)),
}


def module_kind(name: str, **options: Any) -> Kind:
    """What a module of ``MODULES``, built with these options, returns."""
    arguments, shape = MODULES[name]
    module = getattr(torch.nn, name)(*arguments, **options)
    return kind_of(module(torch.randn(shape)))
