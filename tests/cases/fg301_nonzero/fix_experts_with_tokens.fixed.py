# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    """A router that sends each token to two experts; the loop is over those that got one."""

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

        # break[default]: FG301
        for number in range(self.number):  # break[fullgraph]: FG309
            chosen = mask[number].T.bool()
            weight = torch.where(chosen, weights, 0).sum(-1, keepdim=True)  # break[default]: FG301
            # the tokens of this expert
            state = torch.where(chosen.any(-1, keepdim=True), tokens, 0)
            state = F.linear(state, self.up[number]) * weight
            out.add_(state.to(tokens.dtype))  # back to their places
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
