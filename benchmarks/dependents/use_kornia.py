import kornia
import kornia.filters
import kornia.geometry.transform
import kornia.losses
import torch
from kornia.augmentation import AugmentationSequential, RandomHorizontalFlip
from torch import nn


class EdgeLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 3, 3, padding=1)
        self.sobel = kornia.filters.Sobel()

    def forward(self, x, target):
        return nn.functional.l1_loss(self.sobel(self.net(x)), self.sobel(target))


def EdgeLoss_inputs():
    return [(torch.rand(2, 3, 16, 16), torch.rand(2, 3, 16, 16))]


class Denoise(nn.Module):
    def __init__(self):
        super().__init__()
        self.blur = kornia.filters.GaussianBlur2d((5, 5), (1.5, 1.5))
        self.conv = nn.Conv2d(3, 3, 1)

    def forward(self, x):
        return self.conv(self.blur(x))


def Denoise_inputs():
    return [(torch.rand(2, 3, 16, 16),)]


class SpatialTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.loc = nn.Sequential(nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(48, 1))

    def forward(self, x):
        angle = self.loc(x).squeeze(-1) * 10
        return kornia.geometry.transform.rotate(x, angle)


def SpatialTransformer_inputs():
    return [(torch.rand(2, 3, 16, 16),)]


class SSIMTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(1, 1, 3, padding=1)
        self.loss = kornia.losses.SSIMLoss(5)

    def forward(self, x):
        return self.loss(self.net(x), x)


def SSIMTraining_inputs():
    return [(torch.rand(2, 1, 24, 24),)]


class ColorJitterNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.aug = AugmentationSequential(RandomHorizontalFlip(p=0.5), data_keys=["input"])
        self.net = nn.Conv2d(3, 4, 3)

    def forward(self, x):
        lab = kornia.color.rgb_to_lab(self.aug(x))
        return self.net(lab / 100)


def ColorJitterNet_inputs():
    return [(torch.rand(2, 3, 16, 16),)]


class Corners(nn.Module):
    def forward(self, x):
        heat = kornia.feature.harris_response(x)
        return kornia.geometry.subpix.spatial_soft_argmax2d(heat)


def Corners_inputs():
    return [(torch.rand(2, 1, 20, 20),)]
