import torch
from torch import nn


@torch.library.custom_op("fg508f::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@double.register_fake
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("fg508f::triple", mutates_args=())
def triple(x: torch.Tensor) -> torch.Tensor:
    return x * 3


@torch.library.register_fake("fg508f::triple")
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("fg508f::grow", mutates_args={"x"})
def grow(x: torch.Tensor) -> None:
    x.mul_(2)


@torch.library.custom_op("fg508f::shrink", mutates_args={"x"}, schema="(Tensor(a!) x) -> ()")
def shrink(x):
    x.div_(2)


@torch.library.triton_op("fg508f::traced", mutates_args={})
def traced(x: torch.Tensor) -> torch.Tensor:
    return x * 4


class Model(nn.Module):
    def forward(self, x):
        x = double(x) + triple(x)
        grow(x)
        shrink(x)
        return traced(x) + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
