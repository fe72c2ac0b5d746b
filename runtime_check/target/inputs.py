"""The arguments a target is called with: what a function returns, or the small grammar of ``--input``.

    x=f32[8,3,32,32]           keyword argument x, a float tensor of normal random numbers
    f32[8,3,32,32]             the same as a positional argument, in order of appearance
    labels=i64[2,16]<100>      whole numbers from 0 up to 99
    offset=i64[4]<-5,5>        whole numbers from -5 up to 4
    mask=bool[2,16]            True and False, evenly
    t=f32[]                    a tensor of rank 0
    x=f32[4,8]:grad            requires a gradient
    use_cache=False            any Python literal
    x=f32[8|16|3,64]           three input sets, with batch 8, 16 and 3; all alternatives of one target advance together
    x=f32[B,64]                a size with a name, which ``--vary B=8,16,3`` gives: an input set for each, and for each
                               combination where several sizes vary

dtypes: f16 bf16 f32 f64 i8 u8 i16 i32 i64 bool. Integer tensors without a bound hold 0 to 9.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

DTYPES = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "i8": "int8",
    "u8": "uint8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "bool": "bool",
}
DEFAULT_HIGH = 10

_TENSOR = re.compile(
    r"(?P<dtype>[a-z]+\d*)\[(?P<dims>[^\]]*)\](?:<(?P<bounds>[^>]*)>)?(?P<grad>:grad)?\Z",
)
_NAMED = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*=(?!=)(?P<value>.*)\Z", re.S)


class InputSpecError(ValueError):
    """An ``--input`` that does not follow the grammar, or inputs of a shape that cannot be used."""


@dataclass(frozen=True)
class TensorSpec:
    """A random tensor. ``shape`` has one entry per dimension, each with one or more alternatives."""

    dtype: str
    shape: tuple[tuple[int, ...], ...]
    low: int = 0
    high: int = DEFAULT_HIGH
    requires_grad: bool = False

    def variants(self) -> int:
        return max((len(dim) for dim in self.shape), default=1)

    def sizes(self, variant: int) -> tuple[int, ...]:
        return tuple(dim[variant] if len(dim) > 1 else dim[0] for dim in self.shape)

    def build(self, variant: int, generator: torch.Generator) -> torch.Tensor:
        """The tensor on the CPU. Equal specs and generator states give equal tensors."""
        import torch

        dtype: torch.dtype = getattr(torch, DTYPES[self.dtype])
        shape = self.sizes(variant)
        if dtype == torch.bool:
            return torch.rand(shape, generator=generator) < 0.5
        if not dtype.is_floating_point:
            return torch.randint(self.low, self.high, shape, generator=generator).to(dtype)
        return torch.randn(shape, generator=generator).to(dtype).requires_grad_(self.requires_grad)


@dataclass(frozen=True)
class Argument:
    """One ``--input``: a name, or None for a positional argument, and a tensor or a literal."""

    name: str | None
    value: TensorSpec | object


@dataclass
class CallArguments:
    """The arguments of one call."""

    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    label: str = ""


def parse_argument(text: str) -> Argument:
    """Read one ``--input``; raises `InputSpecError`."""
    name: str | None = None
    value = text.strip()
    named = _NAMED.match(value)
    if named:
        name, value = named["name"], named["value"].strip()
    tensor = _TENSOR.match(value)
    if tensor:
        return Argument(name, _tensor_spec(tensor, text))
    try:
        return Argument(name, ast.literal_eval(value))
    except (ValueError, SyntaxError):
        raise InputSpecError(
            f"cannot read the input {text!r}: write a tensor such as 'x=f32[8,3,32,32]' or 'ids=i64[2,16]<100>', "
            "or a Python literal such as 'use_cache=False'"
        ) from None


def with_sizes(texts: Sequence[str], varied: Sequence[str]) -> tuple[str, ...]:
    """The ``--input`` texts with the sizes that ``--vary`` gives in the places of their names.

    Each of ``varied`` is ``NAME=SIZE,...``. Several names make all combinations, the last one turning fastest. Raises
    `InputSpecError` for a name without sizes, sizes without a name, and sizes that are none.
    """
    sizes = dict(map(_varied, varied))
    if len(sizes) < len(varied):
        raise InputSpecError("a size is varied twice: give all its values in one --vary, such as B=1,4,16")
    combinations = list(itertools.product(*sizes.values()))
    columns = {
        name: "|".join(str(combination[index]) for combination in combinations) for index, name in enumerate(sizes)
    }
    used: set[str] = set()

    def fill(text: str) -> str:
        named = _NAMED.match(text.strip())
        tensor = _TENSOR.match(named["value"].strip() if named else text.strip())
        if tensor is None:
            return text
        dims = [dim.strip() for dim in tensor["dims"].split(",")]
        names = [dim for dim in dims if dim.isidentifier()]
        for name in names:
            if name not in columns:
                raise InputSpecError(f"the size {name} in the input {text!r} has no value: give --vary {name}=2,3")
        used.update(names)
        return text.replace(f"[{tensor['dims']}]", f"[{','.join(columns.get(dim, dim) for dim in dims)}]", 1)

    filled = tuple(fill(text) for text in texts)
    if sizes.keys() - used:
        name = sorted(sizes.keys() - used)[0]
        raise InputSpecError(f"no input has a size {name}, which --vary gives: write it as in 'x=f32[{name},64]'")
    return filled


def _varied(text: str) -> tuple[str, tuple[int, ...]]:
    name, _, values = text.partition("=")
    if not name.strip().isidentifier() or not re.fullmatch(r"\s*\d+\s*(,\s*\d+\s*)*", values):
        raise InputSpecError(f"cannot read --vary {text!r}: write a name and sizes, such as B=1,4,16")
    return name.strip(), tuple(int(value) for value in values.split(","))


def _tensor_spec(found: re.Match[str], text: str) -> TensorSpec:
    dtype = found["dtype"]
    if dtype not in DTYPES:
        raise InputSpecError(f"unknown dtype {dtype!r} in the input {text!r}: use one of {' '.join(DTYPES)}")
    try:
        dims = found["dims"].split(",") if found["dims"].strip() else []
        shape = tuple(tuple(int(size) for size in dim.split("|")) for dim in dims)
        bounds = [int(bound) for bound in found["bounds"].split(",")] if found["bounds"] is not None else []
    except ValueError:
        raise InputSpecError(f"sizes and bounds must be whole numbers in the input {text!r}") from None
    if any(size < 0 for dim in shape for size in dim):
        raise InputSpecError(f"a size is negative in the input {text!r}")
    if len({len(dim) for dim in shape if len(dim) > 1}) > 1:
        raise InputSpecError(f"all alternatives must have the same number in the input {text!r}")
    floating = DTYPES[dtype].startswith(("float", "bfloat"))
    if bounds and (floating or dtype == "bool"):
        raise InputSpecError(f"bounds are for integer tensors, not {dtype}, in the input {text!r}")
    low, high = (0, DEFAULT_HIGH) if not bounds else (0, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
    if len(bounds) > 2 or low >= high:
        raise InputSpecError(f"bounds are <high> or <low,high> with low < high in the input {text!r}")
    if found["grad"] and not floating:
        raise InputSpecError(f"only float tensors have gradients, not {dtype}, in the input {text!r}")
    return TensorSpec(dtype, shape, low, high, bool(found["grad"]))


def build_calls(arguments: Sequence[Argument], seed: int = 0) -> list[CallArguments]:
    """One call per variant, with the same random numbers for the same seed. Raises `InputSpecError`."""
    import torch

    counts = {a.value.variants() for a in arguments if isinstance(a.value, TensorSpec)} - {1}
    if len(counts) > 1:
        raise InputSpecError(
            "the inputs have different numbers of alternatives: " + ", ".join(map(str, sorted(counts)))
        )
    calls = []
    for variant in range(counts.pop() if counts else 1):
        generator = torch.Generator().manual_seed(seed + variant)
        values = [
            (a.name, a.value.build(variant, generator) if isinstance(a.value, TensorSpec) else a.value)
            for a in arguments
        ]
        args = tuple(value for name, value in values if name is None)
        calls.append(CallArguments(args, {name: value for name, value in values if name is not None}))
    return label_calls(calls)


def as_calls(value: object) -> list[CallArguments]:
    """Understand what an inputs function returned.

    A dict is the keyword arguments of one call, a tuple its positional arguments, the pair ``(tuple, dict)`` both, a
    tensor the only argument; a list (or iterator) holds several of these, one per call. Raises `InputSpecError`.
    """
    if isinstance(value, CallArguments):
        calls = [value]
    elif isinstance(value, list) or (isinstance(value, Iterable) and not _is_one_call(value)):
        calls = [_one_call(entry) for entry in value]
    else:
        calls = [_one_call(value)]
    if not calls:
        raise InputSpecError("the inputs are empty: give at least one set of arguments")
    return label_calls(calls)


def _is_one_call(value: object) -> bool:
    return isinstance(value, (tuple, Mapping)) or _is_tensor(value)


def _one_call(value: object) -> CallArguments:
    if isinstance(value, CallArguments):
        return value
    if isinstance(value, Mapping):
        return CallArguments((), dict(value))
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], tuple) and isinstance(value[1], dict):
            return CallArguments(value[0], dict(value[1]))
        return CallArguments(tuple(value))
    if _is_tensor(value):
        return CallArguments((value,))
    raise InputSpecError(f"a set of arguments must be a tuple, a dict or a tensor, not {type(value).__name__}")


def _is_tensor(value: object) -> bool:
    import torch

    return isinstance(value, torch.Tensor)


def label_calls(calls: list[CallArguments]) -> list[CallArguments]:
    """Give every call a short description of its arguments, such as ``x=f32[8,3], n=2``."""
    for call in calls:
        parts = [describe(value) for value in call.args]
        parts += [f"{name}={describe(value)}" for name, value in call.kwargs.items()]
        call.label = ", ".join(parts) or "no arguments"
    return calls


def describe(value: object) -> str:
    """A tensor in the grammar's notation, anything else shortened."""
    if _is_tensor(value):
        tensor: Any = value
        name = str(tensor.dtype).removeprefix("torch.")
        short = next((short for short, long in DTYPES.items() if long == name), name)
        return f"{short}[{','.join(str(int(size)) for size in tensor.shape)}]"
    try:
        text = repr(value)
    except Exception:
        return type(value).__name__
    return text if len(text) <= 40 else f"{type(value).__name__}"
