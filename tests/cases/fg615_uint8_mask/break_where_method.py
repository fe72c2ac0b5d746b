import torch


@torch.compile
def chosen(x: torch.Tensor) -> torch.Tensor:
    mask = x.new_ones(x.shape, dtype=torch.uint8)
    return x.where(mask[None], x * 2)  # fails: FG615


def make():
    return chosen


def inputs():
    return [(torch.randn(4),)]
