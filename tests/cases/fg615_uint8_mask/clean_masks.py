import torch


@torch.compile
def chosen(x: torch.Tensor) -> torch.Tensor:
    mask = torch.ones_like(x, dtype=torch.uint8)
    x = torch.where(mask.bool(), x, -x)
    x = torch.where(mask > 0, x, -x)
    x = torch.where(torch.ones_like(x, dtype=torch.bool), x, -x)
    return x * mask


def make():
    return chosen


def inputs():
    return [(torch.randn(4),)]
