"""A mask of a dictionary that the model is given."""

from torch import nn


class Model(nn.Module):
    def forward(self, batch):
        x = batch["x"]
        chosen = batch["mask"]
        return x[chosen].sum() + batch["x"][batch["mask"]].mean() + x[batch["mask_ids"]].sum()  # break[default]: FG302


def make():
    return Model()


def inputs():
    import torch

    x = torch.arange(6.0).reshape(2, 3)
    return [({"x": x, "mask": x > 2, "mask_ids": torch.tensor([0, 1])},)]
