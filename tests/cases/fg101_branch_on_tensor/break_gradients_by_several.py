import torch
from torch import nn
from torch.func import grad, grad_and_value


class Model(nn.Module):
    def loss(self, weight, bias, x):
        return ((x * weight + bias) ** 2).sum()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weight, bias = torch.ones(4), torch.zeros(4)
        by_weight, by_bias = grad(self.loss, argnums=(0, 1))(weight, bias, x)
        if by_weight.sum() > 0:  # break: FG101
            x = x + by_bias
        by_input, value = grad_and_value(self.loss, argnums=2)(weight, bias, x)
        if by_input.sum() > 0:  # break: FG101
            x = x + value
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
