# only: torch>=2.12
import torch


class Model(torch.nn.Module):
    def loss(self, x):
        if x.sum() > 9:  # break: FG101
            return (x * x).sum()
        return x.sum()

    def forward(self, x):
        return torch.func.grad(self.loss)(x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
