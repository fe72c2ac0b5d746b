"""Image losses of piq."""

from __future__ import annotations

import importlib
from typing import Any

import torch
from torch import nn


class Restoration(nn.Module):
    """A network of few convolutions that restores an image, and the loss of what it restores."""

    def __init__(self, loss: str, width: int, depth: int) -> None:
        super().__init__()
        inner = [layer for _ in range(depth) for layer in (nn.Conv2d(width, width, 3, padding=1), nn.ReLU())]
        self.net = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU(), *inner, nn.Conv2d(width, 3, 1))
        self.loss = getattr(importlib.import_module("piq"), loss)()

    def forward(self, images: torch.Tensor, clean: torch.Tensor) -> torch.Tensor:
        loss: torch.Tensor = self.loss(torch.sigmoid(self.net(images)), clean)
        return loss


def _restoration(loss: str, batch: int, side: int, width: int, depth: int) -> dict[str, Any]:
    torch.manual_seed(0)
    clean = torch.rand(batch, 3, side, side)
    noisy = (clean + 0.1 * torch.randn_like(clean)).clamp(0, 1)
    return {"model": Restoration(loss, width, depth), "inputs": (noisy, clean)}


def ssim() -> dict[str, Any]:
    return _restoration("SSIMLoss", 4, 128, 32, 4)


def ssim_small() -> dict[str, Any]:
    return _restoration("SSIMLoss", 1, 32, 4, 1)
