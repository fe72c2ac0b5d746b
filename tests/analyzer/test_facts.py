"""What stands in the way of calling a rewrite safe."""

from __future__ import annotations

import pytest
from checking import Check

CODE = """
import torch
from torch import Tensor, nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.layers = nn.ModuleList([nn.Linear(4, n) for n in (4, 8)])

    def forward(self, x: Tensor, y: Tensor):
        h = self.a(x)
        other = h
{body}
"""

STEP = "        if h.sum() > 0:\n            h = h - 1\n"


def applicability(found: Check, body: str) -> str:
    (diagnostic,) = found(CODE.format(body=body))
    assert diagnostic.fix is not None
    return diagnostic.fix.applicability.value


def test_nothing(found: Check) -> None:
    assert applicability(found, STEP + "        return h * 2") == "safe"


@pytest.mark.parametrize(
    "after",
    [
        "h.mul_(2)",
        "other.mul_(2)",
        "h += 1",
        "h[0] = 0",
        "torch.add(x, x, out=h)",
        "view = h.T; view.zero_()",
        "h = h is other",
    ],
)
def test_what_changes_the_value_in_place_or_asks_for_its_identity(found: Check, after: str) -> None:
    assert applicability(found, STEP + f"        {after}\n        return h, other") == "unsafe"


@pytest.mark.parametrize("switch", ["torch.no_grad()", "torch.inference_mode()", "torch.set_grad_enabled(False)"])
def test_a_switch_of_the_gradient_mode(found: Check, switch: str) -> None:
    body = f"        with {switch}:\n            if h.sum() > 0:\n                h = h - 1\n        return h * 2"
    assert applicability(found, body) == "unsafe"


@pytest.mark.parametrize(
    "arms",
    [
        "if h.sum() > 0:\n            z = self.layers[0].weight * 2.0\n        else:\n"
        "            z = self.layers[1].weight * 2.0",
        "xs = [layer(x) for layer in self.layers]\n        if h.sum() > 0:\n            z = xs[0] * 2.0\n"
        "        else:\n            z = xs[1] * 2.0",
        "for layer in self.layers:\n            old = h\n            h = layer(x)\n            if x.sum() > 0:\n"
        "                z = old * 2.0\n            else:\n                z = h * 2.0",
        "if h.sum() > 0:\n            z = h.softmax(-1, dtype=torch.float64)\n        else:\n            z = h - 1",
        "if h.sum() > 0:\n            z = y * 0.5\n        else:\n            z = y * 2",
    ],
)
def test_shapes_and_dtypes_that_may_differ(found: Check, arms: str) -> None:
    assert applicability(found, f"        {arms}\n        return z * 2") == "unsafe"


def test_what_a_linear_layer_took_is_a_tensor_of_floats(found: Check) -> None:
    body = "        if h.sum() > 0:\n            z = x * 0.5\n        else:\n            z = x * 2\n        return z"
    assert applicability(found, body) == "safe"
