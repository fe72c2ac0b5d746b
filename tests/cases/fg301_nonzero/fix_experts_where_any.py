# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))

    def forward(self, x: torch.Tensor, chosen: torch.Tensor, weights: torch.Tensor):
        out = torch.zeros_like(x, dtype=weights.dtype)
        mask = F.one_hot(chosen, num_classes=len(self.experts))
        mask = mask.permute(2, 0, 1)
        for number in range(len(self.experts)):
            expert = self.experts[number]
            picked = mask[number]
            tokens, slots = torch.where(picked)  # break[default]: FG301

            if tokens.numel() > 0:  # break[fullgraph]: FG101
                # only for the tokens of this expert
                scale = weights[tokens, slots]
                given = x[tokens]
                result = expert(given)
                weighted = result * scale.unsqueeze(-1)
                out.index_add_(0, tokens, weighted)
        return out.type(x.dtype)


def make():
    torch.manual_seed(0)
    experts = Experts().double()  # here sums of small whole numbers are exact
    with torch.no_grad():
        for parameter in experts.parameters():
            parameter.copy_(torch.randint(-2, 3, parameter.shape))
    return experts


def inputs():
    torch.manual_seed(1)
    experts = [[[0, 1], [1, 2], [2, 0], [0, 2]], [[1, 0], [1, 0], [1, 0], [1, 0]], [[0, 2], [0, 2], [2, 0], [0, 2]]]
    return [
        (torch.randint(-3, 4, (4, 6)).double(), torch.tensor(one), torch.tensor([[0.5, 0.25]] * 4).double())
        for one in experts
    ]
