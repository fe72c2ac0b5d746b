import torch
from torch import nn


def check_boxes(boxes):
    assert (boxes[:, 2:] >= boxes[:, :2]).all(), f"degenerate boxes: {boxes.shape[0]}"  # break: FG104


def box_area(boxes):
    check_boxes(boxes)
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


class AreaLoss(nn.Module):
    def forward(self, boxes):
        return box_area(boxes.sigmoid().cumsum(-1)).mean()


def make():
    return AreaLoss()


def inputs():
    return [(torch.ones(2, 4),)]
