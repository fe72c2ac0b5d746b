"""Image metrics of torchmetrics."""

from __future__ import annotations

import importlib
from typing import Any

import torch
from torch import nn


class Fidelity(nn.Module):
    """Visual information fidelity of a batch of images, as an evaluation computes it."""

    def __init__(self) -> None:
        super().__init__()
        self.metric = importlib.import_module("torchmetrics.functional.image.vif").visual_information_fidelity

    def forward(self, images: torch.Tensor, clean: torch.Tensor) -> torch.Tensor:
        fidelity: torch.Tensor = self.metric(images, clean)
        return fidelity


def _fidelity(batch: int, side: int) -> dict[str, Any]:
    torch.manual_seed(0)
    clean = torch.rand(batch, 3, side, side)
    noisy = (clean + 0.1 * torch.randn_like(clean)).clamp(0, 1)
    return {"model": Fidelity(), "inputs": (noisy, clean), "train": False}


def fidelity() -> dict[str, Any]:
    return _fidelity(8, 256)


def fidelity_small() -> dict[str, Any]:
    return _fidelity(2, 48)
