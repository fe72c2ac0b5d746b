# fix: unsafe
import torch
import torch.nn as nn


def clamp_if_large(hidden: torch.Tensor) -> torch.Tensor:
    hidden = torch.where(hidden.abs().max() > 10, hidden.clamp(-10, 10), hidden)  # break: FG101
    return hidden


class Block(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return clamp_if_large(x * 2) + 1


def make():
    return Block()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 50,)]
