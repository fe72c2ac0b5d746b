"""Times of stages are collected and printed."""

import time

import torch
from torch import nn


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        times = []
        for stage in self.stages:
            begin = time.perf_counter()
            x = stage(x)
            times.append(time.perf_counter() - begin)
        if max(times) > 1000:
            print("slow", times)
        return x


def make():
    torch.manual_seed(0)
    return Stages()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3),)]
