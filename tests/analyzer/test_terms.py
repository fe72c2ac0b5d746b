"""Terms of shapes and dtypes against torch: equal terms mean equal shapes and dtypes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable

import pytest
import torch
import torch.nn.functional as F
from fullgraph.lint.domain import terms
from fullgraph.lint.torch_data.operators import FLOATS_ONLY, FLOATS_ONLY_MODULES, NO_INTEGERS
from torch import nn

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
Known = tuple[torch.Tensor, Hashable, Hashable]
"""A tensor, and the terms of its shape and dtype."""


def leaves(draw: random.Random, sized: bool) -> list[Known]:
    """Tensors of any shape that fit; of those without dimensions it is known that they have none, or nothing."""
    found: list[Known] = []
    for index in range(4):
        sizes = draw.choice([(), (1,), (3,), (2, 3), (2, 1)])
        shape: Hashable = () if not sizes and draw.random() < 0.5 else ("shape", index)
        shape = terms.sized(shape) if sizes and sized else shape
        found.append((torch.zeros(sizes, dtype=draw.choice(FLOATS)), shape, ("dtype", index)))
    return found


def combined(draw: random.Random, known: list[Known], depth: int) -> Known:
    if depth == 0:
        return draw.choice(known)
    one, two = combined(draw, known, depth - 1), combined(draw, known, draw.randrange(depth))
    shape = terms.broadcast((one[1], two[1]))
    dtype = one[2] if one[2] == two[2] else terms.promoted(((one[2], one[1]), (two[2], two[1])))
    return one[0] + two[0], shape, dtype


@pytest.mark.parametrize("sized", [False, True])
def test_equal_terms_mean_equal_shapes_and_dtypes(sized: bool) -> None:
    draw = random.Random(3)
    alike = 0
    for _ in range(400):
        known = leaves(draw, sized)
        results = [combined(draw, known, draw.randrange(4)) for _ in range(8)]
        for one, two in itertools.combinations(results, 2):
            if one[1] == two[1]:
                assert one[0].shape == two[0].shape, (one, two)
            if one[2] == two[2]:
                assert one[0].dtype == two[0].dtype, (one, two)
                alike += one[0].dtype != known[0][0].dtype
    assert alike > 100


def test_shapes_that_fit() -> None:
    x, h = ("shape", "x"), ("shape", "h")
    both = terms.broadcast((x, h))
    assert terms.fits((x, x, ()))
    assert not terms.fits((x, h))
    assert terms.fits((x, h), [both])
    assert terms.fits((both, h))
    assert not terms.fits((x, None), [both])
    kept = terms.reduced(x, (0,), keep=True)
    assert terms.fits((x, kept)) and terms.fits((kept, terms.reduced(x, (1,), keep=True)))
    assert terms.broadcast((x, kept)) == x
    assert not terms.fits((x, terms.reduced(x, (0,), keep=False)))
    assert terms.broadcast((terms.sized(x), terms.ONE)) == terms.sized(x)
    assert terms.broadcast((x, terms.ONE)) != x
    assert terms.renamed(both, h, x) == x


GIVEN = {"softmax": (-1,), "log_softmax": (-1,), "softmin": (-1,), "quantile": (0.5,), "layer_norm": ((4,),)}
GIVEN |= {"linear": (torch.ones(4, 4),), "bilinear": (torch.ones(2, 4), torch.ones(2, 4, 4)), "group_norm": (2,)}
GIVEN |= {"conv1d": (torch.ones(2, 2, 1),), "conv2d": (torch.ones(2, 2, 1, 1),), "conv3d": (torch.ones(2, 2, 1, 1, 1),)}
SIZES = {"conv2d": (1, 2, 3, 3), "conv3d": (1, 2, 3, 3, 3)}
WHOLE = (torch.int64, torch.int32, torch.uint8, torch.bool)


@pytest.mark.parametrize("name", sorted(FLOATS_ONLY | NO_INTEGERS))
def test_operations_that_raise_for_other_dtypes(name: str) -> None:
    function = getattr(F, name, None) or getattr(torch.Tensor, name)
    sizes = SIZES.get(name, (2, 4))
    function(torch.ones(sizes), *GIVEN.get(name, ()))
    for dtype in (*WHOLE, *((torch.complex64,) if name in FLOATS_ONLY else ())):
        with pytest.raises((RuntimeError, NotImplementedError, TypeError)):
            function(torch.ones(sizes).to(dtype), *GIVEN.get(name, ()))


MADE = {"Linear": (4, 4), "LayerNorm": (4,), "GroupNorm": (2, 2), "Softmax": (-1,), "LogSoftmax": (-1,)}


@pytest.mark.parametrize("name", sorted(FLOATS_ONLY_MODULES))
def test_modules_that_raise_for_other_dtypes(name: str) -> None:
    sizes = next(((2, 2, *(3,) * n) for n in (1, 2, 3) if name.endswith(f"{n}d")), (2, 2, 4))
    conv = (2, 2, 1) if "Conv" in name else (2,) if "BatchNorm" in name else ()
    module = getattr(nn, name)(*MADE.get(name, conv))
    for training in (True, False):
        module.train(training)(torch.ones(sizes))
        for dtype in (*WHOLE, torch.complex64):
            with pytest.raises((RuntimeError, NotImplementedError, TypeError)):
                module(torch.ones(sizes).to(dtype))
