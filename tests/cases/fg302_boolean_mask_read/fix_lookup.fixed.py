# fix: unsafe
import torch
from torch import nn


class Merged(nn.Module):
    def forward(self, embeds: torch.Tensor, states: torch.Tensor, mask: torch.BoolTensor):
        order = mask.cumsum(-1) - 1
        block, place = order // states.shape[1], order % states.shape[1]
        merged = torch.zeros_like(embeds)
        merged = torch.where(
            mask.unsqueeze(-1),
            states[torch.where(mask, block, 0), torch.where(mask, place, 0), :],
            merged,
        )  # break[default]: FG302
        return torch.where(mask.unsqueeze(-1), merged, embeds)


def make():
    return Merged()


def inputs():
    torch.manual_seed(2)
    embeds, states = torch.randn(2, 5, 3, requires_grad=True), torch.randn(2, 2, 3, requires_grad=True)
    masks = torch.tensor([[True, False, True, True, False], [False, True, False, True, True]]), torch.zeros(2, 5).bool()
    return [(embeds, states, mask) for mask in masks]
