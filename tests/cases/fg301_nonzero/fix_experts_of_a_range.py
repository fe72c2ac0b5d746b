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
            slot, row = torch.where(mask[number])  # break[default]: FG301
            if row.shape[0] == 0:  # break[fullgraph]: FG101
                continue

            rows = row
            slots = slot

            out.index_add_(0, row, self.experts[number](x[None, rows].reshape(-1, 6)) * weights[rows, slots, None])
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
