import torch
from torch.func import functional_call


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)

    def forward(self, x):
        slower = {name: value * 0.5 for name, value in self.layer.named_parameters()}
        y = functional_call(self.layer, slower, (x,))
        if y.sum() > 99:  # break: FG101
            return x
        return y


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
