# fix: unsafe
import torch
from torch import nn


class Load(nn.Module):
    def __init__(self):
        super().__init__()
        self.num_experts = 4

    def forward(self, x: torch.Tensor, experts: torch.Tensor):
        tokens = torch.zeros(
            self.num_experts,
            dtype=torch.int64,
            device=experts.device,
        ).scatter_add(
            0,
            experts.reshape(-1).long(),
            torch.ones_like(experts.reshape(-1), dtype=torch.int64),
        )  # break[default]: FG308
        return x * tokens


def make():
    return Load()


def inputs():
    experts = [[0, 3], [3, 3]], [[1, 1], [2, 0]]
    return [(torch.arange(4.0).requires_grad_(), torch.tensor(chosen)) for chosen in experts]
