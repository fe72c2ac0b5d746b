import torch
from torch import nn


class Experts(nn.Module):
    def __init__(self, n=2):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(3, 3) for _ in range(n))

    def forward(self, x: torch.Tensor, gates: torch.Tensor) -> torch.Tensor:
        x = x + 1
        outs = [gate * expert(x) for gate, expert in zip(gates, self.experts) if gate > 0]  # break: FG103
        return torch.stack(outs).sum(0)


def make():
    return Experts()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([0.5, 0.5])), (torch.ones(2, 3), torch.tensor([1.0, 0.0]))]
