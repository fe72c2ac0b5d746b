import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, mode="auto"):
        super().__init__()
        self.mode = mode

    def forward(self, scores: torch.Tensor) -> torch.Tensor:
        if self.mode == "off":
            return scores
        elif scores.mean() > 1:  # break: FG101
            scores = scores - 1
        elif scores.mean() < -1:  # break: FG101
            scores = scores + 1
        else:
            scores = scores * 0.5
        return scores


def make():
    return Gate()


def inputs():
    return [(torch.full((4,), v),) for v in (2.0, -2.0, 0.5)]
