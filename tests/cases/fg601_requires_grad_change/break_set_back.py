"""A tensor that is given is told to need gradients, and told back."""

import torch
from torch import nn


class SetBack(nn.Module):
    def forward(self, x: torch.Tensor, data: dict[str, torch.Tensor]) -> torch.Tensor:
        x.requires_grad_(True)  # break: FG601
        energy = x.sum()
        x.requires_grad_(False)  # break: FG601
        place = data["place"]
        before = place.requires_grad
        place.requires_grad_(True)  # break: FG601
        energy = energy + place.sum()
        if not before:
            place.requires_grad_(False)  # break: FG601
        return energy


class NeverSet(nn.Module):
    def forward(self, x: torch.Tensor, data: dict[str, torch.Tensor]) -> torch.Tensor:
        x.requires_grad_(False)
        return x.detach().requires_grad_(False) * 2


class Either(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([SetBack(), NeverSet()])

    def forward(self, x: torch.Tensor, data: dict[str, torch.Tensor], way: int) -> torch.Tensor:
        return self.ways[way](x, data)


def make() -> nn.Module:
    return Either()


def inputs() -> list[tuple[torch.Tensor, dict[str, torch.Tensor], int]]:
    return [(torch.ones(3), {"place": torch.ones(3)}, way) for way in range(2)]
