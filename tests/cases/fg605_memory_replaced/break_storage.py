import torch


@torch.compile
def forward(x):
    y = torch.zeros(4)
    y.set_(x.untyped_storage(), 0, (4,))  # break: FG605
    z = torch.complex(x, x)
    z.real = x * 2  # break: FG605
    return y + z.real


def make():
    return forward


def inputs():
    return [(torch.ones(4),)]
