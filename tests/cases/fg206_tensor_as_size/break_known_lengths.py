"""Numbers that have to be known, and are lengths that depend on data."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.steps(x, groups)
        self.triangle(x, groups)
        self.chunks(x, groups)
        self.window(x, groups)
        self.pooled(x, groups)
        self.parts(x, groups)
        self.windows(x, groups)
        self.chosen(x, groups)
        return x

    def steps(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.linspace(0, 1, count)  # break[fullgraph]: FG206

    def triangle(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.tril_indices(count, count)  # break[fullgraph]: FG206

    def chunks(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.view(-1).chunk(count)  # break[fullgraph]: FG206

    def window(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.hann_window(count)  # break[fullgraph]: FG206

    def pooled(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return nn.functional.adaptive_avg_pool1d(x[None], count)  # break[fullgraph]: FG206

    def parts(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.split(count)  # break[fullgraph]: FG206

    def windows(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.unfold(0, count, 1)  # break[fullgraph]: FG206

    def chosen(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return [1, 2, 3, 4, 5][count]  # break[fullgraph]: FG206


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
