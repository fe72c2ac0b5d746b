import torch
from torch import nn


class PaddedEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x, attention_mask):
        x = self.proj(x)
        n_pad = (attention_mask == 0).sum().item()  # break[default]: FG201
        if n_pad > 0:  # break[fullgraph]: FG101
            x = x * attention_mask.unsqueeze(-1)
        return x


def make():
    return PaddedEncoder()


def inputs():
    x = torch.randn(1, 3, 4)
    return [(x, torch.tensor([[1, 1, 0]])), (x, torch.tensor([[1, 1, 1]]))]
