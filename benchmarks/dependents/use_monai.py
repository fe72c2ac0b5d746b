import torch
from monai.inferers import sliding_window_inference
from monai.losses import DiceCELoss, SSIMLoss
from monai.networks.blocks import Convolution, ResidualUnit
from monai.networks.nets import UNETR, UNet
from torch import nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = UNet(
            spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1
        )

    def forward(self, x):
        return self.net(x)


class Transformer3d(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = UNETR(
            in_channels=1,
            out_channels=2,
            img_size=(32, 32, 32),
            feature_size=4,
            hidden_size=24,
            mlp_dim=32,
            num_heads=2,
        )

    def forward(self, x):
        return self.net(x)


def Segmenter_inputs():
    return [(torch.randn(2, 1, 16, 16),), (torch.randn(3, 1, 32, 32),)]


def Transformer3d_inputs():
    return [(torch.randn(1, 1, 32, 32, 32),)]


class DiceCE(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = ResidualUnit(2, 1, 2)
        self.loss = DiceCELoss(to_onehot_y=True, softmax=True)

    def forward(self, x, y):
        return self.loss(self.net(x), y)


def DiceCE_inputs():
    return [(torch.randn(2, 1, 12, 12), torch.randint(0, 2, (2, 1, 12, 12)))]


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Convolution(2, 1, 4, act="PRELU", norm="INSTANCE")
        self.loss = SSIMLoss(spatial_dims=2, win_size=5)

    def forward(self, x):
        return self.loss(self.a(x).mean(1, keepdim=True), x)


def Blocks_inputs():
    return [(torch.rand(2, 1, 16, 16),)]


class Sliding(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, x):
        return sliding_window_inference(x, (8, 8), 2, self.net, overlap=0.25)


def Sliding_inputs():
    return [(torch.randn(1, 1, 16, 16),)]
