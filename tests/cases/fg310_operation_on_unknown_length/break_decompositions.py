import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x, keep):
        rows = x[keep > 0]  # break[default]: FG302
        values = torch.linalg.svd(rows).S  # break[fullgraph]: FG310 (before 2.12)
        most = x[keep > 0]  # break[default]: FG302
        return values.sum() + torch.linalg.qr(most).R.sum()  # break[fullgraph]: FG310 (before 2.13)


def make():
    return Rows()


def inputs():
    return [(torch.randn(5, 3), torch.tensor([1, 0, 1, 1, 0]))]
