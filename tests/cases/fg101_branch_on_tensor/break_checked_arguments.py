"""Helpers that look at the data of an argument, and raise or answer; optional tensors that are looked at if given."""

import torch
from torch import nn


def require_positive(boxes):
    if torch.any(boxes < 0):  # break: FG101
        raise ValueError("negative")


def ensure(holds, text):
    if not holds:  # break: FG101
        raise ValueError(text)


class Masked(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None, bias=None) -> torch.Tensor:
        y = x * 2
        if mask is not None and mask.any():  # break: FG101
            y = y + 1
        if bias is not None and bias.abs().max() > 1:  # break: FG101
            y = y + bias
        return y


class Checked(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.masked = Masked()

    def forward(self, x: torch.Tensor, boxes: torch.Tensor, mask=None) -> torch.Tensor:
        require_positive(boxes)
        ensure((boxes <= 9).all(), "too large")
        ensure(boxes.dim() == 1, "no vector")
        return self.masked(x, mask, bias=x)


def make():
    return Checked()


def inputs():
    boxes = torch.tensor([1.0, 2.0])
    masks = (None, torch.tensor([True, False]), torch.tensor([False, False]))
    return [(torch.ones(2) * scale, boxes, mask) for mask in masks for scale in (1, 2)]
