import torch


class Model(torch.nn.Module):
    def forward(self, x):
        first = {"a": x.sum()} | {"b": x}
        first |= {"c": x.mean()}
        if first["c"] > 9:  # break: FG101
            return x
        return first["b"]


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
