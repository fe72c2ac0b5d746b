import torch


class Model(torch.nn.Module):
    def forward(self, x, add: int = 0):
        more = {}
        if add:
            more["total"] = x.sum()
        found = {"total": 1} | more
        if found["total"] > 9:  # break: FG101
            return x
        return x * 2


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3), 1), (torch.ones(2, 3) * 5, 1)]
