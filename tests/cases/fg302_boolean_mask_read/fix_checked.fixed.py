# fix: unsafe
import torch
from torch import nn


class Placeholders(nn.Module):
    def forward(self, embeds: torch.Tensor, features: torch.Tensor, ids: torch.Tensor):
        mask = (ids == 7).unsqueeze(-1).expand_as(embeds)
        if not torch.compiler.is_compiling():
            torch._check(
                # as many as there are
                embeds[mask].numel() == features.numel(),  # break[default]: FG302
                lambda: "placeholders and features do not match",
            )
        return embeds.masked_scatter(mask, features)


def make():
    return Placeholders()


def inputs():
    embeds = torch.arange(12.0).view(2, 3, 2).requires_grad_()
    ids = [[7, 1, 7], [2, 2, 2]], [[1, 1, 7], [7, 2, 2]]
    return [(embeds, torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True), torch.tensor(row)) for row in ids]
