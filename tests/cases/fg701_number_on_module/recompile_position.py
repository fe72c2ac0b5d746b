"""A cache that keeps the position in a Python number, moved on by a length, as decoding does."""

import torch
from torch import nn


class Cache(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.position = 0
        self.register_buffer("keys", torch.zeros(1, 64, 4))

    def update(self, key: torch.Tensor) -> torch.Tensor:
        end = self.position + key.shape[1]  # recompile: FG701 (position)
        self.keys[:, self.position : end] = key
        self.position += key.shape[1]
        return self.keys


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cache = Cache()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.cache.update(x).transpose(1, 2)


def make():
    return Attention()


def inputs():
    return [(torch.ones(1, 1, 4),)]
