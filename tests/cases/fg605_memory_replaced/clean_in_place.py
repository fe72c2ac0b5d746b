import torch
from torch import nn


class Average(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer("mean", torch.zeros(4))

    def forward(self, x, out):
        self.weight.data.mul_(0.5).add_(1)
        self.weight.data.copy_(x.detach())
        self.weight.data = self.weight.data * 0.5
        self.mean.copy_(x.detach())
        y = (x * 2).unsqueeze_(0)
        y.squeeze_(0).detach_()
        torch.add(x, 1, out=out)
        rows = torch.zeros(2, 4)
        torch.mul(x, 2, out=rows[0])
        both = torch.empty(8)
        torch.cat([x, y], out=both)
        return self.weight.data + self.mean + y + out + rows[0] + both[:4]


def make():
    return Average()


def inputs():
    return [(torch.ones(4), torch.zeros(4))]
