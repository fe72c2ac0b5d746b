import torch


class Settings(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Settings(scale=2.0, layers=3)
        self.layers = self.settings.layers

    def forward(self, x):
        return x * self.settings.scale  # break: FG608


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
