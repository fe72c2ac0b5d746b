import torch
from torch import nn


def suppress(boxes):
    device = boxes.device.type
    if boxes.numel() > (4 if device == "cpu" else 8) and boxes.dim() == 2:  # break[fullgraph]: FG101
        return boxes[::2]
    return boxes * 2 if len(boxes) >= (-1 if device == "cpu" else 0) else boxes


class Detector(nn.Module):
    def forward(self, boxes, scores):
        kept = boxes[scores > 0.5]  # break[default]: FG302
        return suppress(kept).sum(0)


def make():
    return Detector()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([0.1, 0.7, 0.9]))]
