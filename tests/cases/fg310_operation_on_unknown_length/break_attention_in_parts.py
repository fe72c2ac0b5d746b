import torch
from torch import nn


class Parts(nn.Module):
    def forward(self, x, lengths):
        parts = [torch.split(x, lengths.tolist(), dim=2) for _ in range(2)]  # break[default]: FG203
        attended = [
            nn.functional.scaled_dot_product_attention(query, key, key)  # break[fullgraph]: FG310 (before 2.15)
            for query, key in zip(*parts)
        ]
        return torch.cat(attended, dim=2)


def make():
    return Parts()


def inputs():
    return [(torch.randn(1, 2, 7, 4), torch.tensor([3, 4]))]
