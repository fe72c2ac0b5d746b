"""TorchDynamo does with a tensor given for a number what the table says, for each entry."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fullgraph.rules.shared.number_parameters import DIMENSIONAL, FUNCTIONS, METHODS, ONLY_METHODS, Need, Number

torch = pytest.importorskip("torch")
from torch.nn import functional  # noqa: E402

Call = Callable[[Any, Any], Any]
"""A call on a matrix and the number."""

X = torch.arange(32.0).reshape(4, 8) / 32
PLACES = torch.tensor([1, 2])
CALLS: dict[tuple[str, str], Call] = {
    **{(name, "size"): (lambda x, n, name=name: getattr(torch, name)(n, 3)) for name in ("zeros", "ones", "empty")},
    **{(name, "size"): (lambda x, n, name=name: getattr(torch, name)(3, n)) for name in ("rand", "randn")},
    ("full", "size"): lambda x, n: torch.full((n, 3), 1.0),
    ("eye", "n"): lambda x, n: torch.eye(n),
    ("eye", "m"): lambda x, n: torch.eye(3, n),
    ("randperm", "n"): lambda x, n: torch.randperm(n),
    ("linspace", "steps"): lambda x, n: torch.linspace(0, 1, n),
    ("logspace", "steps"): lambda x, n: torch.logspace(0, 1, n),
    **{
        (f"{part}_indices", side): (
            lambda x, n, part=part, side=side: getattr(torch, f"{part}_indices")(**{"row": 3, "col": 3, side: n})
        )
        for part in ("tril", "triu")
        for side in ("row", "col")
    },
    **{
        (f"{name}_window", "window_length"): lambda x, n, name=name: getattr(torch, f"{name}_window")(n)
        for name in ("hann", "hamming", "blackman", "bartlett")
    },
    **{
        (f"nn.functional.{kind}_pool{dims}d", parameter): (
            lambda x, n, kind=kind, dims=dims: getattr(functional, f"{kind}_pool{dims}d")(
                x.reshape(1, 1, *(4, 4, 2)[: dims - 1], -1), (n,) * dims
            )
        )
        for kind, parameter in (
            ("adaptive_avg", "output_size"),
            ("adaptive_max", "output_size"),
            ("avg", "kernel_size"),
            ("max", "kernel_size"),
        )
        for dims in (1, 2, 3)
    },
    **{
        (f"nn.functional.conv{dims}d", parameter): (
            lambda x, n, dims=dims, parameter=parameter: getattr(functional, f"conv{dims}d")(
                x.reshape(1, 2, *(4, 4, 2)[: dims - 1], -1),
                torch.ones((2, 1 if parameter == "groups" else 2, *(1,) * dims)),
                **{parameter: n},
            )
        )
        for dims in (1, 2, 3)
        for parameter in ("stride", "padding", "dilation", "groups")
    },
    ("nn.functional.affine_grid", "size"): lambda x, n: functional.affine_grid(x[None, :2, :3], (1, 1, n, n)),
    ("nn.functional.fold", "output_size"): lambda x, n: functional.fold(x[:1, :1].expand(1, 4, 1), (n, 2), 2),
    ("nn.functional.fold", "kernel_size"): lambda x, n: functional.fold(x[:1, :1].expand(1, 4, 1), 2, (n, 2)),
    ("nn.functional.pixel_shuffle", "upscale_factor"): lambda x, n: functional.pixel_shuffle(x.reshape(1, 4, 2, 4), n),
    ("nn.functional.unfold", "kernel_size"): lambda x, n: functional.unfold(x[None, None], (n, n)),
    ("nn.functional.interpolate", "size"): lambda x, n: functional.interpolate(x[None], size=n),
    ("nn.functional.pad", "pad"): lambda x, n: functional.pad(x, (0, n)),
    ("nn.functional.dropout", "p"): lambda x, n: functional.dropout(x, 0.1 * n),
    ("nn.functional.group_norm", "num_groups"): lambda x, n: functional.group_norm(x, n),
    ("nn.functional.layer_norm", "eps"): lambda x, n: functional.layer_norm(x, (8,), None, None, 0.1 * n),
    ("nn.functional.leaky_relu", "negative_slope"): lambda x, n: functional.leaky_relu(x, 0.1 * n),
    ("nn.functional.scaled_dot_product_attention", "scale"): (
        lambda x, n: functional.scaled_dot_product_attention(x[None], x[None], x[None], scale=0.1 * n)
    ),
    **{(name, "size"): (lambda x, n, name=name: getattr(x, name)(n, 3)) for name in ("new_zeros", "new_ones")},
    ("new_empty", "size"): lambda x, n: x.new_empty((3, n)),
    ("new_full", "size"): lambda x, n: x.new_full((n, 3), 0),
    ("view", "size"): lambda x, n: x.view(n, -1),
    ("reshape", "shape"): lambda x, n: x.reshape(n, -1),
    ("expand", "size"): lambda x, n: x[:1].expand(n, 8),
    ("repeat", "repeats"): lambda x, n: x.repeat(n, 1),
    ("tile", "dims"): lambda x, n: x.tile(n, 1),
    ("broadcast_to", "size"): lambda x, n: x[:1].broadcast_to((n, 8)),
    ("as_strided", "size"): lambda x, n: x.as_strided((n, 2), (1, 1)),
    ("as_strided", "stride"): lambda x, n: x.as_strided((2, 2), (n, 1)),
    ("narrow", "start"): lambda x, n: x.narrow(1, n, 1),
    ("narrow", "length"): lambda x, n: x.narrow(1, 0, n),
    ("select", "index"): lambda x, n: x.select(1, n),
    ("topk", "k"): lambda x, n: x.topk(n)[0],
    ("kthvalue", "k"): lambda x, n: x.kthvalue(n)[0],
    ("multinomial", "num_samples"): lambda x, n: (x + 0.1).multinomial(n),
    ("roll", "shifts"): lambda x, n: x.roll(n, 0),
    ("tril", "diagonal"): lambda x, n: x.tril(n),
    ("triu", "diagonal"): lambda x, n: x.triu(n),
    ("unflatten", "sizes"): lambda x, n: x.unflatten(1, (n, -1)),
    ("unfold", "size"): lambda x, n: x.unfold(0, n, 1),
    ("unfold", "step"): lambda x, n: x.unfold(0, 1, n),
    ("chunk", "chunks"): lambda x, n: x.chunk(n)[0],
    ("diagonal", "offset"): lambda x, n: x.diagonal(n),
    ("diag_embed", "offset"): lambda x, n: x.diag_embed(n),
    **{
        (name, "dim"): lambda x, n, name=name: getattr((x > 0 if name in ("all", "any") else x)[None], name)(n)
        for name in DIMENSIONAL
    },
    ("flip", "dims"): lambda x, n: x[None].flip(n),
    ("gather", "dim"): lambda x, n: x[None].gather(n, torch.zeros((1, 4, 8), dtype=torch.long)),
    ("index_select", "dim"): lambda x, n: x[None].index_select(n, torch.tensor([0])),
    ("matrix_power", "n"): lambda x, n: x[:, :4].matrix_power(n),
    ("scatter", "dim"): lambda x, n: x[None].scatter(n, torch.zeros((1, 4, 8), dtype=torch.long), 0.0),
    ("tensor_split", "indices_or_sections"): lambda x, n: x.tensor_split(n)[0],
    ("permute", "dims"): lambda x, n: x[None].permute(n, 0, 1),
    ("transpose", "dim0"): lambda x, n: x[None].transpose(n, 0),
    ("transpose", "dim1"): lambda x, n: x[None].transpose(0, n),
    ("nn.functional.interpolate", "scale_factor"): lambda x, n: functional.interpolate(x[None], scale_factor=n),
    ("nn.functional.unfold", "dilation"): lambda x, n: functional.unfold(x[None, None], (2, 2), (n, n)),
    ("nn.functional.unfold", "padding"): lambda x, n: functional.unfold(x[None, None], (2, 2), (1, 1), (n, n)),
    ("nn.functional.unfold", "stride"): lambda x, n: functional.unfold(x[None, None], (2, 2), (1, 1), (0, 0), (n, n)),
    ("nn.functional.embedding", "padding_idx"): lambda x, n: functional.embedding(PLACES, x, n),
    ("nn.functional.embedding", "max_norm"): lambda x, n: functional.embedding(PLACES, x, max_norm=0.1 * n),
    ("nn.functional.cross_entropy", "label_smoothing"): (
        lambda x, n: functional.cross_entropy(x, torch.tensor([1, 2, 3, 4]), label_smoothing=0.1 * n)
    ),
    ("nn.init.uniform_", "a"): lambda x, n: torch.nn.init.uniform_(x, n, 9.0),
    ("nn.init.uniform_", "b"): lambda x, n: torch.nn.init.uniform_(x, 0.0, n),
    ("nn.init.normal_", "mean"): lambda x, n: torch.nn.init.normal_(x, n),
    ("nn.init.normal_", "std"): lambda x, n: torch.nn.init.normal_(x, 0.0, n),
    **{
        (f"nn.init.{name}_{kind}_", parameter): (
            lambda x, n, name=name, kind=kind, parameter=parameter: getattr(torch.nn.init, f"{name}_{kind}_")(
                x, **{parameter: 0.1 * n}
            )
        )
        for name, parameter in (("xavier", "gain"), ("kaiming", "a"))
        for kind in ("uniform", "normal")
    },
    ("nn.utils.rnn.pad_sequence", "padding_value"): (
        lambda x, n: torch.nn.utils.rnn.pad_sequence([x[0], x[1, :3]], padding_value=0.1 * n)
    ),
    ("normal", "mean"): lambda x, n: torch.normal(0.1 * n, 1.0, (3,)),
    ("normal", "std"): lambda x, n: torch.normal(0.0, 0.1 * n, (3,)),
    ("range", "start"): lambda x, n: torch.range(n, 9),
    ("range", "end"): lambda x, n: torch.range(0, n),
    ("kaiser_window", "beta"): lambda x, n: torch.kaiser_window(5, True, 0.1 * n),
    ("vander", "N"): lambda x, n: torch.vander(x[0], n),
    **{
        (f"fft.{name}", parameter): (
            lambda x, n, name=name, parameter=parameter: getattr(torch.fft, name)(**{"n": 4, parameter: n})
        )
        for name in ("fftfreq", "rfftfreq")
        for parameter in ("n", "d")
    },
    ("linalg.matrix_rank", "tol"): lambda x, n: torch.linalg.matrix_rank(x, tol=0.1 * n),
    ("linalg.pinv", "rcond"): lambda x, n: torch.linalg.pinv(x, rcond=0.1 * n),
    **{
        (name, "n"): lambda x, n, of=of: of(n, x + 1)
        for name, of in (("polygamma", torch.polygamma), ("special.polygamma", torch.special.polygamma))
    },
    ("size", "dim"): lambda x, n: x[None].size(n) + x,
    ("nan_to_num", "nan"): lambda x, n: x.nan_to_num(n),
    ("nan_to_num", "posinf"): lambda x, n: x.nan_to_num(0.0, n),
    ("nan_to_num", "neginf"): lambda x, n: x.nan_to_num(0.0, 1.0, n),
    ("sub", "alpha"): lambda x, n: x.sub(x, alpha=0.1 * n),
    ("float_power", "exponent"): lambda x, n: x.float_power(0.1 * n),
    ("quantile", "q"): lambda x, n: x.quantile(0.1 * n),
    ("nanquantile", "q"): lambda x, n: x.nanquantile(0.1 * n),
    ("bernoulli", "p"): lambda x, n: x.bernoulli(0.1 * n),
    ("bernoulli_", "p"): lambda x, n: x.bernoulli_(0.1 * n),
    ("exponential_", "lambd"): lambda x, n: x.exponential_(n),
    ("geometric_", "p"): lambda x, n: x.geometric_(0.1 * n),
    ("cauchy_", "median"): lambda x, n: x.cauchy_(n),
    ("cauchy_", "sigma"): lambda x, n: x.cauchy_(0.0, n),
    **{
        (name, parameter): lambda x, n, name=name, parameter=parameter: getattr(x, name)(**{parameter: n})
        for name in ("normal_", "log_normal_")
        for parameter in ("mean", "std")
    },
    ("uniform_", "from"): lambda x, n: x.uniform_(n, 9.0),
    ("uniform_", "to"): lambda x, n: x.uniform_(0.0, n),
}
ENTRIES = [(name, number) for name, numbers in {**FUNCTIONS, **METHODS}.items() for number in numbers]


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def compiles(call: Call, number: Callable[[Any], Any], fullgraph: bool) -> bool:
    """Whether the call is captured; ``number`` computes the number in the graph."""

    def function(x: Any, values: Any) -> Any:
        return call(x, number(values))

    torch._dynamo.reset()
    compiled = torch.compile(function, backend="eager", fullgraph=fullgraph)
    try:
        with quiet(), torch._dynamo.error_on_graph_break(True):
            compiled(X.clone(), torch.tensor([1, 2]))
    except Exception:
        return False
    return True


def seen(call: Call) -> Need:
    """What TorchDynamo does under ``fullgraph=True``, in the table's words."""
    if compiles(call, lambda values: values.max(), fullgraph=True):
        return "symbol"
    return "inner" if compiles(call, lambda values: values.max().item(), fullgraph=True) else "known"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), ENTRIES, ids=lambda part: part if isinstance(part, str) else part.name)
def test_entry(name: str, number: Number) -> None:
    call = CALLS[name, number.name]
    with torch.random.fork_rng():
        call(X.clone(), 2 if number.tensors else torch.tensor(2))
    assert compiles(call, lambda values: 2, fullgraph=False)
    if number.tensors:
        assert number.need == "known"
        assert not compiles(call, lambda values: values.max().item(), fullgraph=True)
        return
    assert not compiles(call, lambda values: values.max(), fullgraph=False)
    assert seen(call) == number.need


def test_every_call_is_of_an_entry() -> None:
    assert CALLS.keys() == {(name, number.name) for name, number in ENTRIES}


def test_functions_that_are_methods_too() -> None:
    """A table of methods answers for the functions of these names, where there are such functions."""
    assert {name for name in METHODS if not hasattr(torch, name)} == ONLY_METHODS
    for name, numbers in METHODS.items():
        if name not in ONLY_METHODS:
            assert hasattr(torch.Tensor, name), numbers
