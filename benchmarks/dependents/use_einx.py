import einx
import torch
from einops import pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange
from torch import nn


class EinxAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(32, 96)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        a = einx.dot("b q (h c), b k (h c) -> b q k h", q, k, h=4)
        a = einx.softmax("b q [k] h", a)
        return einx.dot("b q k h, b k (h c) -> b q (h c)", a, v)


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4)
        self.mix = EinMix("b t c -> b t d", weight_shape="c d", bias_shape="d", c=48, d=16)

    def forward(self, x):
        h = self.mix(self.patch(x))
        return reduce(h, "b t d -> b d", "mean")


class PackedTokens(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls = nn.Parameter(torch.zeros(16))
        self.layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)

    def forward(self, x):
        cls = repeat(self.cls, "d -> b d", b=x.shape[0])
        h, shapes = pack([cls, rearrange(x, "b d h w -> b h w d")], "b * d")
        cls, x = unpack(self.layer(h), shapes, "b * d")
        return cls, x


def EinxAttention_inputs():
    return [(torch.randn(2, 6, 32),), (torch.randn(3, 9, 32),)]


def Mixer_inputs():
    return [(torch.randn(2, 3, 16, 16),)]


def PackedTokens_inputs():
    return [(torch.randn(2, 16, 3, 3),)]
