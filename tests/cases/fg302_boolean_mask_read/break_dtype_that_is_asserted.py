import torch


class Model(torch.nn.Module):
    def forward(self, x, chosen):
        assert x.dim() == 2 and chosen.dtype == torch.bool
        return x[chosen].sum()  # break[default]: FG302


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 6), torch.ones(4, 6, dtype=torch.bool))]
