"""Sequences of different selections, which are padded to the longest of them."""

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.two(x).sum() + self.of_rows(x).sum() + self.of_one_mask(x).sum()

    def two(self, x: torch.Tensor):
        high = x[x[:, 0] > 0.5]  # break[default]: FG302
        low = x[x[:, 1] > 0.5]  # break[default]: FG302
        return pad_sequence([high, low], batch_first=True)  # break[fullgraph]: FG310 (before 2.14)

    def of_rows(self, x: torch.Tensor):
        rows = [x[i][x[i] > 0.5] for i in range(3)]  # break[default]: FG302
        return pad_sequence(rows, True)  # break[fullgraph]: FG310 (before 2.14)

    def of_one_mask(self, x: torch.Tensor):
        mask = x[:, 0] > 0.5
        one, two = x[mask], x[mask]  # break[default]: FG302
        return pad_sequence([one, two * 2])


def make():
    return Model()


def inputs():
    torch.manual_seed(0)
    return [(torch.rand(3, 4),)]
