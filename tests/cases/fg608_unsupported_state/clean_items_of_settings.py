import torch


class Settings(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    rate = 0.5


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Settings(scale=2.0, layers=3)
        self.layers = self.settings["layers"]

    def forward(self, x):
        if "scale" in self.settings and self.settings.get("other") is None:
            x = x * self.settings["scale"]
        for _, value in self.settings.items():
            x = x + value
        return x * self.layers * self.settings.rate


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
