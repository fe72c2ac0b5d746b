"""Hooks are traced with the module that they were registered on, wherever that was."""

import functools

import torch
from torch import nn


def clamped(module, args):
    (x,) = args
    if x.abs().max() > 10:  # break: FG101
        x = x.clamp(-10, 10)
    return (x,)


def scaled(limit, module, args, output):
    if output.abs().max() > limit:  # break: FG101
        return output / limit
    return None


def with_names(module, args, kwargs, output):
    if kwargs["scale"].sum() > 1:  # break: FG101
        output = output + 1
    return output


def named(name):
    def hook(module, args, output):
        if output.mean() > 3:  # break: FG101
            return output - len(name)
        return output

    return hook


class Scaled(nn.Module):
    def forward(self, x: torch.Tensor, *, scale: torch.Tensor) -> torch.Tensor:
        return x * scale


class Watched(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = nn.Linear(2, 2)
        self.scale = Scaled()
        self.layers = nn.ModuleList([nn.ReLU(), nn.Linear(2, 2)])
        self.first.register_forward_hook(self.watch)

    def watch(self, module, args, output):
        if (args[0] - output).max() > 1:  # break: FG101
            return output * 2
        return output

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.second(self.first(x))
        x = self.scale(x, scale=x.abs())
        return self.layers[1](self.layers[0](x))


def make():
    model = Watched()
    model.register_forward_pre_hook(clamped)
    model.second.register_forward_hook(functools.partial(scaled, 5))
    model.scale.register_forward_hook(with_names, with_kwargs=True)
    for name, part in model.layers.named_children():
        part.register_forward_hook(named(name))
    return torch.compile(model)


def inputs():
    return [(torch.ones(3, 2),), (torch.ones(3, 2) * 100,), (-torch.ones(3, 2),)]
