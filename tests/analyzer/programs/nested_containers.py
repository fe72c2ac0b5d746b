import torch
from torch import nn


class M(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.stages = nn.ModuleList()
        for w in widths:
            blocks = nn.ModuleList()
            for i in range(3):
                blocks.append(nn.Sequential(nn.Conv2d(w, w, 3), nn.ReLU()))
            stage = nn.Module()
            stage.block = blocks
            self.stages.append(blocks)
        self.act = {"relu": nn.ReLU, "gelu": nn.GELU}["relu"]()
        self.norm = nn.LayerNorm(3) if widths else nn.Identity()
    def forward(self, x):
        outs = []
        for stage in self.stages:
            for block in stage:
                x = block(x)
            outs.append(x)
        y = self.norm(self.act(outs[-1]))
        if y.mean() > 0:  # hit
            x = x + 1
        if outs[0].mean() > 0:  # hit
            x = x + 1
        return outs
