"""Hooks that ask nothing of data, hooks of modules that are not called, and hooks that are gone."""

import torch
from torch import nn


def loud(module, args, output):
    if output.abs().max() > 10:
        return output.clamp(-10, 10)
    return output


def doubled(module, args, output):
    return output * 2 if output.dim() == 2 else output


class Watched(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = nn.Linear(2, 2)
        self.spare = nn.Linear(2, 2)
        self.spare.register_forward_hook(loud)
        self.first.register_forward_hook(doubled)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x))


def make():
    model = Watched()
    handle = model.second.register_forward_hook(loud)
    model(torch.ones(1, 2))
    handle.remove()
    handles = [part.register_forward_pre_hook(loud) for part in (model.first, model.second)]
    for handle in handles:
        handle.remove()
    model.first.register_forward_hook(doubled)
    return torch.compile(model)


def inputs():
    return [(torch.ones(3, 2),), (torch.ones(3, 2) * 100,)]
