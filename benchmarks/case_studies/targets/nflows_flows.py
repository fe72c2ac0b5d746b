"""Normalizing flows of nflows."""

from __future__ import annotations

import importlib
from typing import Any

import torch
from torch import nn


class Likelihood(nn.Module):
    """The negative log-likelihood of points of the unit cube under coupled splines, as a loss.

    The splines have no tails: they map the unit cube onto itself.
    """

    def __init__(self, features: int, layers: int, hidden: int, kind: str) -> None:
        super().__init__()
        transforms = importlib.import_module("nflows.transforms")
        coupling = getattr(importlib.import_module("nflows.transforms.coupling"), kind)
        nets = importlib.import_module("nflows.nn.nets")
        masks = importlib.import_module("nflows.utils").create_alternating_binary_mask

        def net(inputs: int, outputs: int) -> Any:
            return nets.ResidualNet(inputs, outputs, hidden_features=hidden, num_blocks=2)

        self.flow = transforms.CompositeTransform(
            [coupling(masks(features, even=bool(number % 2)), net) for number in range(layers)]
        )

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        _, logabsdet = self.flow(points)
        loss: torch.Tensor = -logabsdet.mean()
        return loss


def _likelihood(features: int, layers: int, hidden: int, batch: int, kind: str) -> dict[str, Any]:
    torch.manual_seed(0)
    return {"model": Likelihood(features, layers, hidden, kind), "inputs": (torch.rand(batch, features),)}


RATIONAL = "PiecewiseRationalQuadraticCouplingTransform"


def rational_splines() -> dict[str, Any]:
    return _likelihood(8, 8, 128, 512, RATIONAL)


def rational_splines_small() -> dict[str, Any]:
    return _likelihood(4, 2, 16, 8, RATIONAL)
