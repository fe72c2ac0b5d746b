"""The parameters of torch's functions that are Python numbers: what TorchDynamo does with a tensor given for one.

A tensor given there is read when the operator runs. ``tests/numbers`` asks TorchDynamo about each entry. The data about
torch has the parameters of all operators that torch tests itself, by version (``tools/torch_data/numbers.py``); here
are those of which its samples tell too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.values import Const, SequenceValue, Value, tensor_part

Need = Literal["symbol", "inner", "known"]
"""The behaviour under ``fullgraph=True``; by default the graph ends at each of them.

``symbol``: the number becomes a symbol without a value. ``inner``: the same number read before by ``.item()`` would,
but read inside of the operator it fails. ``known``: the number has to be known, and nothing helps.
"""


@dataclass(frozen=True)
class Number:
    """A parameter that is a number or a list of numbers."""

    position: int
    """Counted with the tensor whose method it is."""
    name: str
    need: Need
    rest: bool = False
    """Takes all the arguments from its position on: ``x.view(2, 3)``."""
    given: bool = False
    """The graph ends even with a tensor that it is given, whose value TorchDynamo knows."""
    tensors: bool = False
    """A tensor given there stays a tensor: only a number that was read before ends the graph."""


def _known(first: int, *names: str, tensors: bool = False) -> tuple[Number, ...]:
    """Parameters that follow each other, and have to be known."""
    return tuple(Number(first + i, name, "known", tensors=tensors) for i, name in enumerate(names))


def _sizes(position: int, name: str, need: Need = "symbol") -> tuple[Number, ...]:
    return (Number(position, name, need, rest=True),)


_POOLS = {
    f"nn.functional.{kind}_pool{dims}d": (Number(1, name, "known"),)
    for kind, name in (
        ("adaptive_avg", "output_size"),
        ("adaptive_max", "output_size"),
        ("avg", "kernel_size"),
        ("max", "kernel_size"),
    )
    for dims in (1, 2, 3)
}
DIMENSIONAL = (
    *("all", "any", "amax", "amin", "argmax", "argmin", "argsort", "cumprod", "cumsum", "log_softmax", "logsumexp"),
    *("mean", "prod", "softmax", "sort", "squeeze", "std", "sum", "unbind", "unsqueeze", "var"),
)
"""Methods whose first argument is a dimension."""
_CONVOLUTIONS = {
    f"nn.functional.conv{dims}d": tuple(
        Number(position, name, "known")
        for position, name in ((3, "stride"), (4, "padding"), (5, "dilation"), (6, "groups"))
    )
    for dims in (1, 2, 3)
}
FUNCTIONS: Mapping[str, tuple[Number, ...]] = {
    **{name: _sizes(0, "size") for name in ("zeros", "ones", "empty", "rand", "randn")},
    "full": (Number(0, "size", "symbol"),),
    "eye": (Number(0, "n", "symbol"), Number(1, "m", "symbol")),
    "randperm": (Number(0, "n", "symbol"),),
    **{name: (Number(2, "steps", "known"),) for name in ("linspace", "logspace")},
    **{name: (Number(0, "row", "known"), Number(1, "col", "known")) for name in ("tril_indices", "triu_indices")},
    **{
        f"{name}_window": (Number(0, "window_length", "known"),) for name in ("hann", "hamming", "blackman", "bartlett")
    },
    **_POOLS,
    **_CONVOLUTIONS,
    "nn.functional.affine_grid": (Number(1, "size", "known"),),
    "nn.functional.fold": (Number(1, "output_size", "known"), Number(2, "kernel_size", "known")),
    "nn.functional.interpolate": (Number(1, "size", "symbol"), *_known(2, "scale_factor", tensors=True)),
    "nn.functional.pixel_shuffle": (Number(1, "upscale_factor", "known"),),
    "nn.functional.unfold": _known(1, "kernel_size", "dilation", "padding", "stride"),
    "nn.functional.pad": (Number(1, "pad", "inner"),),
    "nn.functional.dropout": (Number(1, "p", "known"),),
    "nn.functional.group_norm": (Number(1, "num_groups", "known"),),
    "nn.functional.layer_norm": (Number(4, "eps", "known"),),
    "nn.functional.leaky_relu": (Number(1, "negative_slope", "inner"),),
    "nn.functional.scaled_dot_product_attention": (Number(6, "scale", "known"),),
    "nn.functional.embedding": _known(2, "padding_idx", "max_norm"),
    "nn.functional.cross_entropy": _known(7, "label_smoothing"),
    "nn.init.uniform_": _known(1, "a", "b"),
    "nn.init.normal_": _known(1, "mean", "std"),
    **{f"nn.init.xavier_{kind}_": _known(1, "gain") for kind in ("uniform", "normal")},
    **{f"nn.init.kaiming_{kind}_": _known(1, "a", tensors=True) for kind in ("uniform", "normal")},
    "nn.utils.rnn.pad_sequence": _known(2, "padding_value"),
    "normal": _known(0, "mean", "std", tensors=True),
    "range": _known(0, "start", "end"),
    "kaiser_window": _known(2, "beta"),
    "vander": _known(1, "N"),
    **{f"fft.{name}": _known(0, "n", "d") for name in ("fftfreq", "rfftfreq")},
    "linalg.matrix_rank": _known(9, "tol", tensors=True),
    "linalg.pinv": _known(9, "rcond", tensors=True),
    **{name: _known(0, "n") for name in ("polygamma", "special.polygamma")},
}
"""Functions by their names below ``torch``."""
METHODS: Mapping[str, tuple[Number, ...]] = {
    **{name: _sizes(1, "size") for name in ("new_zeros", "new_ones", "new_empty", "view", "expand")},
    "new_full": (Number(1, "size", "symbol"),),
    "reshape": _sizes(1, "shape"),
    "repeat": _sizes(1, "repeats"),
    "tile": _sizes(1, "dims"),
    "broadcast_to": (Number(1, "size", "symbol"),),
    "as_strided": (Number(1, "size", "symbol"), Number(2, "stride", "symbol")),
    "narrow": (Number(2, "start", "inner"), Number(3, "length", "symbol")),
    "select": (Number(2, "index", "inner"),),
    "topk": (Number(1, "k", "symbol"),),
    "kthvalue": (Number(1, "k", "inner"),),
    "multinomial": (Number(1, "num_samples", "symbol"),),
    "permute": _sizes(1, "dims", "known"),
    "roll": (Number(1, "shifts", "inner"),),
    "tril": (Number(1, "diagonal", "inner"),),
    "triu": (Number(1, "diagonal", "inner"),),
    "unflatten": (Number(2, "sizes", "known"),),
    "unfold": (Number(2, "size", "known"), Number(3, "step", "known")),
    "chunk": (Number(1, "chunks", "known"),),
    "diagonal": (Number(1, "offset", "known"),),
    "diag_embed": (Number(1, "offset", "known"),),
    **{name: (Number(1, "dim", "known"),) for name in DIMENSIONAL},
    "flip": _sizes(1, "dims", "known"),
    "gather": (Number(1, "dim", "known"),),
    "index_select": (Number(1, "dim", "known"),),
    "matrix_power": (Number(1, "n", "known"),),
    "scatter": (Number(1, "dim", "known"),),
    "tensor_split": (Number(1, "indices_or_sections", "known"),),
    "transpose": (Number(1, "dim0", "known"), Number(2, "dim1", "known")),
    "size": _known(1, "dim"),
    "nan_to_num": _known(1, "nan", "posinf", "neginf"),
    "polygamma": _known(1, "n"),
    "sub": _known(9, "alpha"),
    "float_power": _known(1, "exponent", tensors=True),
    **{name: _known(1, "q", tensors=True) for name in ("quantile", "nanquantile")},
    "bernoulli": _known(1, "p"),
    "bernoulli_": _known(1, "p", tensors=True),
    "exponential_": _known(1, "lambd"),
    "geometric_": _known(1, "p"),
    "cauchy_": _known(1, "median", "sigma"),
    **{name: _known(1, "mean", "std") for name in ("normal_", "log_normal_")},
    "uniform_": _known(1, "from", "to"),
}
"""Methods of tensors by their names, and functions in ``torch`` of these names whose first argument is the tensor."""
ONLY_METHODS = frozenset(
    (
        *"new_zeros new_ones new_empty new_full view expand repeat unfold size bernoulli_ exponential_".split(),
        *"geometric_ cauchy_ normal_ log_normal_ uniform_".split(),
    )
)
_OLD = frozenset(
    f"{kind}Tensor" for kind in ("", "Float", "Double", "Half", "BFloat16", "Long", "Int", "Short", "Byte")
)
"""Older constructors: what they are given is sizes if it is several numbers, as for ``tensor.new``; one is its data."""
NAMES = frozenset(
    (
        *(f"torch.Tensor.{name}" for name in METHODS),
        *(f"torch.{name}" for name in (*FUNCTIONS, *METHODS.keys() - ONLY_METHODS, "arange", "randint", *_OLD)),
        "torch.Tensor.new",
    )
)
"""All of them, as events name them."""
_ELSEWHERE = frozenset(
    (
        "split tensor_split unsafe_split unsafe_chunk repeat_interleave one_hot "  # FG306 to FG308 know more
        "__getitem__ gradient histogram histogramdd"  # take tensors of several items there, too
    ).split()
)
"""Functions of which the data about torch is not asked."""
_SINGLE = frozenset(("indices_or_sections",))
"""Parameters of which only a single number has to be known, not a list of them."""
_ZERO, _ONE, _REST = Const(0), Const(1), Const(-1)
_VIEWS = {"view": "size", "reshape": "shape"}
"""Methods that give the same elements another shape, and the name of their sizes."""


def numbers_given(event: Call) -> Iterator[tuple[Number, Value]]:
    """Return what a call gives for such parameters."""
    declared = _of(event)
    yield from _given(event, declared)
    if event.name.rpartition(".")[2] in _ELSEWHERE:
        return
    places = {number.position for number in declared} | {number.name for number in declared}
    for position, name, need, even in event.interp.torch.numbers.get(event.name, ()):
        if places.isdisjoint((position, name)):
            at = len(event.args) if position < 0 else position
            yield from _given(event, (Number(at, name, cast("Need", need), given=even),))


def numbers_declared(event: Call) -> Iterator[tuple[Number, Value]]:
    """Return what a call gives for the parameters of the tables here."""
    return _given(event, _of(event))


def _given(event: Call, numbers: Iterable[Number]) -> Iterator[tuple[Number, Value]]:
    for number in numbers:
        if number.rest:
            given = [*event.args[number.position :], event.kwargs.get(number.name), event.rest]
        else:
            given = [event.argument(number.position, number.name)]
        for value in given:
            if isinstance(value, SequenceValue) and number.name in _SINGLE:
                continue
            if value is not None:
                yield number, value.each() if isinstance(value, SequenceValue) else value


def _of(event: Call) -> tuple[Number, ...]:
    method = event.name.removeprefix("torch.Tensor.")
    if method in _VIEWS or event.name == "torch.reshape":
        return _viewed(event)
    if method == "new":
        return _sizes(1, "size") if len(event.args) > 2 else ()
    if method != event.name:
        return METHODS.get(method, ())
    name = event.name.removeprefix("torch.")
    if name == event.name:
        return ()
    if name in _OLD:
        return _sizes(0, "size") if len(event.args) > 1 else ()
    if name == "arange":
        return _arange(event)
    if name == "randint":
        return _randint(event)
    return FUNCTIONS.get(name) or (() if name in ONLY_METHODS else METHODS.get(name, ()))


def _viewed(event: Call) -> tuple[Number, ...]:
    """``x.view(2, n)``: the one size that is not known follows from the others, so that no symbol is left for it."""
    name = _VIEWS[event.name.rpartition(".")[2]]
    sizes = [*event.args[1:], event.kwargs.get(name)]
    sizes = [item for size in sizes for item in ((size.items or ()) if isinstance(size, SequenceValue) else (size,))]
    follows = sum(tensor_part(size) is not None for size in sizes if size is not None) == 1 and _REST not in sizes
    return _sizes(1, name, "inner" if follows else "symbol")


def _arange(event: Call) -> tuple[Number, ...]:
    """``arange(end)``, ``arange(start, end, step)``: from zero and by one, the end can be a symbol."""
    if len(event.args) == 1:
        return (Number(0, "end", "symbol"), Number(3, "start", "inner"), Number(3, "step", "inner"))
    plain = event.argument(0, "start") in (None, _ZERO) and event.argument(2, "step") in (None, _ONE)
    return (
        Number(0, "start", "inner"),
        Number(1, "end", "symbol" if plain else "inner"),
        Number(2, "step", "known"),
    )


def _randint(event: Call) -> tuple[Number, ...]:
    """``randint(high, size)``, ``randint(low, high, size)``."""
    if isinstance(event.argument(1), SequenceValue) or len(event.args) < 2:
        return (Number(0, "high", "inner"), Number(1, "size", "symbol"))
    return (Number(0, "low", "inner"), Number(1, "high", "inner"), Number(2, "size", "symbol"))
