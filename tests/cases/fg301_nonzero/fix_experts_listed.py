# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    """The same over a list of the experts that got a token."""

    def __init__(self):
        super().__init__()
        self.number = 4
        self.gate = nn.Linear(8, self.number)
        self.up = nn.Parameter(torch.randn(self.number, 8, 8))

    def forward(self, x):
        batch, length, size = x.shape
        tokens = x.view(-1, size)
        weights, experts = torch.topk(self.gate(tokens), 2, dim=-1)
        out = torch.zeros((batch * length, size), dtype=tokens.dtype, device=tokens.device)
        mask = F.one_hot(experts, num_classes=self.number).permute(2, 1, 0)

        hit = (mask.sum(dim=(-1, -2)) > 0).nonzero(as_tuple=True)[0].tolist()  # break[default]: FG203, FG301; break[fullgraph]: FG203
        for number in hit:
            slot, row = torch.where(mask[number])  # break[default]: FG301
            # the tokens of this expert
            state = tokens[None, row].reshape(-1, size)
            state = F.linear(state, self.up[number]) * weights[row, slot, None]
            out.index_add_(0, row, state.to(tokens.dtype))  # back to their places
        return out.reshape(batch, length, size)


def make():
    torch.manual_seed(0)
    experts = Experts().double()  # here sums of small whole numbers are exact
    with torch.no_grad():
        for parameter in experts.parameters():
            parameter.copy_(torch.randint(-2, 3, parameter.shape))
    return experts


def inputs():
    torch.manual_seed(1)
    return [
        (torch.randint(-3, 4, (2, 3, 8)).double(),),
        (torch.randint(-3, 4, (2, 3, 8)).double(),),
        (torch.full((2, 3, 8), 0.5).double(),),
    ]
