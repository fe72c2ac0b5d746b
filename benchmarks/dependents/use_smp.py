import segmentation_models_pytorch as smp
import torch
from torch import nn


class Unet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = smp.Unet("resnet18", encoder_weights=None, encoder_depth=3, decoder_channels=(32, 16, 8), classes=2)

    def forward(self, x):
        return self.net(x)


class FPNTimm(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = smp.FPN(
            "tu-mobilenetv3_small_050",
            encoder_weights=None,
            classes=2,
            decoder_pyramid_channels=32,
            decoder_segmentation_channels=32,
        )

    def forward(self, x):
        return self.net(x).softmax(1)


def Unet_inputs():
    return [(torch.randn(1, 3, 64, 64),)]


FPNTimm_inputs = Unet_inputs


class DiceTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 3, 3, padding=1)
        self.dice = smp.losses.DiceLoss("multiclass")
        self.focal = smp.losses.FocalLoss("multiclass")

    def forward(self, x, y):
        logits = self.net(x)
        return self.dice(logits, y) + self.focal(logits, y)


class LovaszTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 3, 3, padding=1)
        self.loss = smp.losses.LovaszLoss("multiclass")

    def forward(self, x, y):
        return self.loss(self.net(x), y)


def DiceTraining_inputs():
    return [(torch.randn(2, 3, 12, 12), torch.randint(0, 3, (2, 12, 12)))]


LovaszTraining_inputs = DiceTraining_inputs


def iou(pred, target):
    tp, fp, fn, tn = smp.metrics.get_stats(pred, target, mode="binary", threshold=0.5)
    return smp.metrics.iou_score(tp, fp, fn, tn, reduction="micro")


def iou_inputs():
    return [(torch.rand(2, 1, 8, 8), torch.randint(0, 2, (2, 1, 8, 8)))]
