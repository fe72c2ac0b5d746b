# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.top = 2
        self.gate = nn.Linear(6, 3)
        self.experts = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))

    def forward(self, x):
        weights, experts = torch.topk(self.gate(x), self.top, dim=-1)
        out = torch.zeros_like(x)
        mask = F.one_hot(experts, num_classes=len(self.experts)).permute(2, 1, 0)
        for number in range(len(self.experts)):
            chosen = mask[number].T.bool()
            state = torch.where(chosen.any(-1, keepdim=True), x, 0)
            weight = torch.where(chosen, weights, 0).sum(-1, keepdim=True)  # break[default]: FG301
            # break[fullgraph]: FG101

            out.add_(self.experts[number](state) * weight)
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
    return [(torch.randint(-3, 4, (5, 6)).double(),), (torch.full((5, 6), -0.5).double(),)]
