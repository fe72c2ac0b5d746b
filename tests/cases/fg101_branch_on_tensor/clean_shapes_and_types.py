import torch
from torch import nn


class Flexible(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        if x.dim() == 2:
            x = x.unsqueeze(0)
        if x.shape[1] > 2:
            x = x[:, :2]
        if x.size(-1) != 4:
            raise ValueError(f"expected 4 features, got {x.size(-1)}")
        if x.dtype == torch.float16:
            x = x.float()
        if x.device.type == "cuda":
            x = x.contiguous()
        if x.numel() == 0:
            return x
        if len(x) == 1:
            x = x.squeeze(0)
        if x.requires_grad:
            x = x * 1
        if x.is_floating_point() and x.ndim > 1:
            x = self.proj(x)
        if mask is not None:
            x = x * mask
        return x


def make():
    return Flexible()


def inputs():
    return [(torch.ones(3, 4),), (torch.ones(2, 3, 4), torch.ones(4)), (torch.ones(0, 4),)]
