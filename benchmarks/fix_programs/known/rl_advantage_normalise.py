"""Advantages are normalised where their spread allows it."""

import torch
from torch import nn


class PPOLoss(nn.Module):
    def __init__(self, clip=0.2):
        super().__init__()
        self.clip = clip

    def forward(self, ratio: torch.Tensor, advantage: torch.Tensor) -> torch.Tensor:
        if advantage.numel() > 1 and advantage.std() > 1e-6:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        first = ratio * advantage
        second = torch.clamp(ratio, 1 - self.clip, 1 + self.clip) * advantage
        return -torch.min(first, second).mean()


def make():
    torch.manual_seed(0)
    return PPOLoss()


def inputs():
    torch.manual_seed(1)
    ratio = torch.rand(6, requires_grad=True)
    return [(ratio, torch.randn(6)), (torch.rand(6), torch.ones(6))]
