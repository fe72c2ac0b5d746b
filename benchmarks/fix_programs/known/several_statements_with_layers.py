"""An arm with several layers and several names."""

import torch
from torch import nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.audio = nn.Linear(4, 4)
        self.video = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.norm = nn.LayerNorm(4)

    def forward(self, audio: torch.Tensor, video: torch.Tensor) -> torch.Tensor:
        if video.abs().sum() > 0:
            a = self.audio(audio)
            v = self.video(video)
            fused = self.norm(a + v)
        else:
            a = self.audio(audio)
            fused = self.norm(a)
        return fused + a


def make():
    torch.manual_seed(0)
    return Fusion()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4), torch.randn(2, 4)), (torch.randn(2, 4), torch.zeros(2, 4))]
