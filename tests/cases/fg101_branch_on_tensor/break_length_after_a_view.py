"""What a view leaves over, or joins, is a length that depends on data too."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.reshaped(x, groups)
        self.viewed(x, groups)
        self.flattened(x, groups)
        self.raveled(x, groups)
        self.repeated(x, groups)
        self.plus(x, groups)
        return x

    def reshaped(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0].reshape(1, -1, 4)  # break[default]: FG302
        if rows.shape[1] == 2:  # break[fullgraph]: FG101
            return x + 1
        return x

    def viewed(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0].view(2, -1)  # break[default]: FG302
        if rows.shape[1] == 2:  # break[fullgraph]: FG101
            return x + 1
        return x

    def flattened(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0].unsqueeze(0).flatten(1)  # break[default]: FG302
        if rows.shape[1] == 8:  # break[fullgraph]: FG101
            return x + 1
        return x

    def raveled(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0].ravel()  # break[default]: FG302
        if rows.numel() == 8:  # break[fullgraph]: FG101
            return x + 1
        return x

    def repeated(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0].repeat(2, 1)  # break[default]: FG302
        if rows.shape[0] == 4:  # break[fullgraph]: FG101
            return x + 1
        return x

    def plus(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0] + 1  # break[default]: FG302
        if count == 3:  # break[fullgraph]: FG101
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
