import torch
from torch import nn


class Parts(nn.Module):
    def forward(self, x, lengths):
        parts = torch.split(x, lengths.tolist(), dim=2)  # break[default]: FG203
        attended = [
            nn.functional.scaled_dot_product_attention(part, part, part)  # break[fullgraph]: FG310 (before 2.15)
            for part in parts
        ]
        return torch.cat(attended, dim=2)


def make():
    return Parts()


def inputs():
    return [(torch.randn(1, 2, 7, 4), torch.tensor([3, 4]))]
