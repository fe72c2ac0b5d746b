import torch


class Model(torch.nn.Module):
    def forward(self, x):
        rows = iter(x)
        first = next(rows)
        second = next(rows, None)
        if second is not None and second.sum() > 9:  # break: FG101
            return first * 2
        return first


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
