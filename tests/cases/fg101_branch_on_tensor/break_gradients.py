import torch
from torch.func import grad_and_value, jvp, vjp


def loss(x):
    return (x * x).sum()


class Model(torch.nn.Module):
    def forward(self, x):
        slope, value = grad_and_value(loss)(x)
        if value > 9:  # break: FG101
            return slope
        along, direction = jvp(loss, (x,), (x,))
        if direction > 9:  # break: FG101
            return x * along
        _, back = vjp(torch.sin, x)
        (slope,) = back(x)
        if slope.sum() > 9:  # break: FG101
            return slope
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
