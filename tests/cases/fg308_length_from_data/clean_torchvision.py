# only: torchvision
import torch
from torch import nn
from torchvision.ops import box_iou, boxes, clip_boxes_to_image, generalized_box_iou, roi_align, sigmoid_focal_loss


class Head(nn.Module):
    def forward(self, features, x, scores):
        x = clip_boxes_to_image(x, (8, 8))
        total = box_iou(x, x).sum() + generalized_box_iou(x, x).sum() + boxes.box_area(x).sum()
        return total + roi_align(features, [x], 2).sum() + sigmoid_focal_loss(scores, scores).sum()


def make():
    return Head()


def inputs():
    x = torch.tensor([[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.5, 10.0], [2.0, 2.0, 30.0, 30.0]])
    return [(torch.ones(1, 3, 16, 16), x, torch.tensor([0.9, 0.8, 0.7]))]
