import torch
from torch import nn


class PatchEmbed(nn.Module):
    def __init__(self, size=4, patch=2):
        super().__init__()
        self.size = size
        self.proj = nn.Conv2d(3, 4, patch, patch)

    def forward(self, x, mask=None):
        b, c, h, w = x.shape
        assert h == self.size and w == self.size, f"Input size ({h}*{w}) doesn't match model ({self.size})"
        assert isinstance(x, torch.Tensor), type(x)
        assert x.dtype == torch.float32, "expected {}".format(torch.float32)
        assert not x.dim() != 4
        assert 0 < x.shape[0] <= 64, "batch too large: %d" % b
        assert mask is None or mask.shape == x.shape, f"bad mask {mask}"
        assert x.ndim == 4 and c == 3, f"bad shape {x.shape}"
        assert hasattr(self, "proj")
        return self.proj(x)


def make():
    return PatchEmbed()


def inputs():
    return [(torch.randn(2, 3, 4, 4),)]
