# only: torchvision
import torch
import torchvision
from torch import nn
from torchvision.ops import batched_nms, boxes


class Detector(nn.Module):
    def forward(self, x, scores, labels):
        kept = torchvision.ops.nms(x, scores, 0.5)  # report[default]: FG308 (torchvision/ops/boxes.py)
        total = x[kept].sum()
        kept = batched_nms(x, scores, labels, 0.5)  # report[default]: FG308 (torchvision/ops/boxes.py)
        large = boxes.remove_small_boxes(x, 1.0)  # report[default]: FG308 (torchvision/ops/boxes.py)
        return total + x[kept].sum() + boxes.box_area(x[large]).sum()


def make():
    return Detector()


def inputs():
    x = torch.tensor([[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.5, 10.0], [20.0, 20.0, 30.0, 30.0]])
    return [(x, torch.tensor([0.9, 0.8, 0.7]), torch.tensor([0, 0, 1]))]
