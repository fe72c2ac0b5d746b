# fix: unsafe
import torch
from torch import nn


class Experts(nn.Module):
    """The rows of a kind are replaced."""

    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, x: torch.Tensor, kind: torch.Tensor, weights: torch.Tensor):
        out = torch.zeros_like(x)
        for number in range(3):
            chosen = (kind == number)[:, None]  # break[default]: FG301
            out.copy_(
                torch.where(chosen, self.experts[number](torch.where(chosen, x, 0)) + number, out),
            )
        return out


def make():
    torch.manual_seed(0)
    experts = Experts().double()  # here sums of small whole numbers are exact
    with torch.no_grad():
        for parameter in experts.parameters():
            parameter.copy_(torch.randint(-2, 3, parameter.shape))
    return experts


def inputs():
    torch.manual_seed(1)
    kinds = [[0, 1, 1, 2, 0], [1, 1, 1, 1, 1], [5, 2, 2, 0, 7]]
    weights = torch.tensor([[0.5, 0.25, 2.0]] * 5).double()
    return [(torch.randint(-3, 4, (5, 4)).double(), torch.tensor(kind), weights) for kind in kinds]
