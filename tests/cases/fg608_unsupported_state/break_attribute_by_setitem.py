import torch


class Settings(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Settings(scale=2.0, layers=3)
        self.layers = self.settings.layers

    def forward(self, x):
        self.settings.last = 1  # break: FG608
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
