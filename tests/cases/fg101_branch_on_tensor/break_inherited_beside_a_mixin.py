import torch


class Checked:
    def forward(self, x):
        y = super().forward(x)
        if torch.isnan(y).any():  # break: FG101
            return torch.zeros_like(y)
        return y


class Base(torch.nn.Module):
    def forward(self, x):
        return x * 2


class Model(Checked, Base):
    pass


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
