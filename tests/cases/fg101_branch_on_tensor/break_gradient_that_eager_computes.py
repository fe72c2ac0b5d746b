import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        (slope,) = torch.autograd.grad((x * self.weight).sum(), self.weight)  # break: FG602
        if slope.norm() > 99:  # break: FG101
            return x
        return slope


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3),)]
