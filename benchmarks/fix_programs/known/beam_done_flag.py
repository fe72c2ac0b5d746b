"""A flag for done beams that is set in the loop."""

import torch
from torch import nn


class Beam(nn.Module):
    def forward(self, scores: torch.Tensor) -> torch.Tensor:
        best = scores.new_full((scores.shape[1],), -1e9)
        done = False
        for row in scores:
            if done:
                break
            best = torch.maximum(best, row)
            if row.max() > 1.0:
                done = True
        return best


def make():
    torch.manual_seed(0)
    return Beam()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([[0.0, 0.5], [2.0, 0.1], [9.0, 9.0]]),), (torch.zeros(3, 2),)]
