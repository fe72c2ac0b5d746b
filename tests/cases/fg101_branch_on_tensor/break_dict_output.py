import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls = nn.Linear(4, 2)
        self.box = nn.Linear(4, 4)

    def heads(self, x):
        return {"logits": self.cls(x), "boxes": self.box(x)}

    def forward(self, x):
        out = self.heads(x)
        if out["boxes"].min() < 0:  # break: FG101
            out["boxes"] = out["boxes"].sigmoid()
        return out


def make():
    return Detector()


def inputs():
    return [(torch.ones(2, 4),), (torch.zeros(2, 4),), (-torch.ones(2, 4) * 10,)]
