"""A masked write whose value is read through the same mask."""

import torch
from torch import nn


class Refine(nn.Module):
    def forward(self, boxes: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        boxes = boxes.clone()
        weak = scores < 0.5
        boxes[weak] = boxes[weak] * 0.5 + 0.1
        return boxes


def make():
    torch.manual_seed(0)
    return Refine()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(5, requires_grad=True), torch.rand(5)), (torch.rand(5), torch.ones(5))]
