# fix: unsafe
import torch
from torch import nn


class Range(nn.Module):
    def forward(self, x: torch.Tensor, ids: torch.Tensor):
        h, numbers = x.float() * 2, ids.long()
        kept = h > 0
        some = numbers > 1
        span = torch.where(kept, h, -float("inf")).max() - torch.where(kept, h, float("inf")).amin()  # break[default]: FG302
        return span, torch.where(
            some,
            numbers,
            torch.iinfo(torch.int64).max,
        ).min(), torch.where(some, numbers, torch.iinfo(torch.int64).min).amax()  # break[default]: FG302


def make():
    return Range()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = [9.0, -2.0, 3.0], [nan, 1.0, 2.0], [inf, 1.0, 1.0]
    return [(torch.tensor([row], requires_grad=True), torch.tensor([1, 5, 2])) for row in rows]
