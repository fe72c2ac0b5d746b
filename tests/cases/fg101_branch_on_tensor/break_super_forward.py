import torch
from torch import nn


class BaseEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x, lengths):
        x = self.proj(x)
        if lengths.min() < x.shape[1]:  # break: FG101
            positions = torch.arange(x.shape[1])
            x = x * (positions[None, :] < lengths[:, None]).unsqueeze(-1)
        return x


class TextEncoder(BaseEncoder):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)

    def forward(self, x, lengths):
        return self.norm(super().forward(x, lengths))


def make():
    return TextEncoder()


def inputs():
    x = torch.randn(2, 3, 4)
    return [(x, torch.tensor([3, 3])), (x, torch.tensor([1, 3]))]
