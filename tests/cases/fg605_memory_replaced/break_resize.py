import torch


@torch.compile
def forward(x):
    y = x * 2
    y.resize_(2)  # break: FG605
    z = torch.empty(0)
    z.resize_(2).copy_(y)  # break: FG605
    w = x + 1
    w.resize_as_(z)  # break: FG605
    return y + z + w


def make():
    return forward


def inputs():
    return [(torch.ones(4),)]
