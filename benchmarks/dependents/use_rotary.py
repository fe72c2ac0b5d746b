import torch
from rotary_embedding_torch import RotaryEmbedding
from torch import nn


class RotaryAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(32, 96)
        self.rotary = RotaryEmbedding(dim=8)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (4, 8)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        q, k = self.rotary.rotate_queries_or_keys(q), self.rotary.rotate_queries_or_keys(k)
        return nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)


class RotaryAttentionNoCache(RotaryAttention):
    def __init__(self):
        super().__init__()
        self.rotary = RotaryEmbedding(dim=8, cache_if_possible=False)


def RotaryAttention_inputs():
    return [(torch.randn(2, 10, 32),), (torch.randn(2, 14, 32),)]


RotaryAttentionNoCache_inputs = RotaryAttention_inputs
