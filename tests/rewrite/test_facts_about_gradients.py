"""What the proofs of fixes take for granted of torch's operations and layers, asked of torch."""

from __future__ import annotations

import itertools

import pytest
import torch
from fullgraph.lint.torch_data.operators import FLOATING_RESULTS
from fullgraph.rules.rewrite.analysis.gradient import _KEEPING_ZERO
from fullgraph.rules.rewrite.analysis.memory import _KEEPING_INPUTS
from torch import nn

VALUES = (0.0, 1.0, -1.0, float("inf"), -float("inf"), float("nan"), 1e-40, 3e38)
ARGUMENTS = {
    "clamp": (-1, 1),
    "clamp_max": (float("nan"),),
    "clamp_min": (0.5,),
    "clip": (0, float("inf")),
    "expand": (2, 3),
    "permute": (0,),
    "reshape": (3, 1),
    "transpose": (0, 0),
    "unsqueeze": (0,),
    "view": (3, 1),
}


def passes_zeros_on(name, values):
    x = torch.tensor(values, requires_grad=True)
    method = getattr(x, name, None) or (lambda *given: getattr(nn.functional, name)(x, *given))
    result = method(*ARGUMENTS.get(name, ()))
    (gradient,) = torch.autograd.grad(result, x, torch.zeros_like(result))
    return bool((gradient == 0).all())


@pytest.mark.parametrize("name", sorted(_KEEPING_ZERO))
def test_a_zero_stays_a_zero(name):
    assert all(passes_zeros_on(name, values) for values in itertools.product(VALUES, repeat=3))


@pytest.mark.parametrize("name", ["amax", "exp", "norm", "sigmoid", "std"])
def test_a_zero_does_not_stay_one(name):
    assert not all(passes_zeros_on(name, values) for values in itertools.product(VALUES, repeat=3))


SHAPES = {
    **{
        f"{kind}{count}d": ((4, 4, 1), (2, 4, *[5] * count))
        for kind in ("Conv", "ConvTranspose")
        for count in (1, 2, 3)
    },
    "Linear": ((4, 4), (2, 3, 4)),
    "LayerNorm": ((4,), (2, 4)),
    "GroupNorm": ((2, 4), (2, 4, 3)),
    "ReLU": ((), (2, 4)),
}


def can_be_written(name):
    if name == "Embedding":
        result = nn.Embedding(4, 4)(torch.tensor([1, 2]))
    else:
        made, given = SHAPES[name]
        result = getattr(nn, name)(*made)(torch.randn(given, requires_grad=True))
    result.mul_(2)
    try:
        result.sum().backward()
    except RuntimeError:
        return False
    return True


@pytest.mark.parametrize("name", sorted(_KEEPING_INPUTS))
def test_what_a_layer_made_can_be_written(name):
    assert can_be_written(name)


def test_what_an_activation_made_cannot():
    assert not can_be_written("ReLU")


DTYPES = (torch.bool, torch.uint8, torch.int32, torch.int64, torch.float32, torch.float64)
THREE = ("margin_ranking_loss", "triplet_margin_loss", "gaussian_nll_loss")


def results(name):
    """What a function gives for all pairs of dtypes and all reductions, where it gives something."""
    without = name in ("cosine_similarity", "pairwise_distance")
    for one, other, reduction in itertools.product(DTYPES, DTYPES, ("mean", "sum", "none")):
        x, y = torch.ones(2, 3).to(one), torch.ones(2, 3).to(other)
        given = [x, y, *([torch.ones(2, 3).to(other)] if name in THREE else [])]
        if name in ("cross_entropy", "nll_loss"):
            given = [x, torch.tensor([0, 1])]
        elif name == "cosine_embedding_loss":
            given = [x, y, torch.ones(2).to(other)]
        try:
            yield getattr(nn.functional, name)(*given, **({} if without else {"reduction": reduction}))
        except (RuntimeError, ValueError):
            continue


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(FLOATING_RESULTS))
def test_a_function_gives_floating_point_numbers_or_nothing(name):
    found = list(results(name))
    assert found
    assert all(result.is_floating_point() for result in found)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["l1_loss", "hinge_embedding_loss"])
def test_others_give_integers_too(name):
    assert not all(result.is_floating_point() for result in results(name))
