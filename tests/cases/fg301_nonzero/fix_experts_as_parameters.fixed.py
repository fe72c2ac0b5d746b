# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    """The experts' weights in one parameter, read by the expert's number."""

    def __init__(self):
        super().__init__()
        self.number = 3
        self.up = nn.Parameter(torch.randn(self.number, 20, 6))
        self.down = nn.Parameter(torch.randn(self.number, 6, 10))

    def forward(self, x: torch.Tensor, experts: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        out = torch.zeros_like(x)
        with torch.no_grad():
            mask = F.one_hot(experts, num_classes=self.number)
            mask = mask.permute(2, 1, 0)
            # break[default]: FG301

        for number in range(self.number):  # break[fullgraph]: FG309
            chosen = mask[number].T.bool()
            state_2 = torch.where(chosen.any(-1, keepdim=True), x, 0)  # break[default]: FG301
            gate, up = F.linear(state_2, self.up[number]).chunk(2, dim=-1)
            state = F.linear(F.relu(gate) * up, self.down[number])
            state = state * torch.where(chosen, weights, 0).sum(-1, keepdim=True)
            out.add_(state.to(out.dtype))
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
    experts = [[[0, 1], [1, 2], [2, 0], [0, 2]], [[1, 0], [1, 0], [1, 0], [1, 0]], [[0, 2], [0, 2], [2, 0], [0, 2]]]
    return [
        (torch.randint(-3, 4, (4, 6)).double(), torch.tensor(one), torch.tensor([[0.5, 0.25]] * 4).double())
        for one in experts
    ]
