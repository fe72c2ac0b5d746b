# fix: unsafe
import torch
from torch import nn


class Load(nn.Module):
    def __init__(self):
        super().__init__()
        self.num_experts = 4

    def forward(self, x: torch.Tensor, experts: torch.Tensor):
        tokens = torch.bincount(experts.reshape(-1), minlength=self.num_experts)  # break[default]: FG308
        return x * tokens


def make():
    return Load()


def inputs():
    experts = [[0, 3], [3, 3]], [[1, 1], [2, 0]]
    return [(torch.arange(4.0).requires_grad_(), torch.tensor(chosen)) for chosen in experts]
