import torch
from lightly.loss import BarlowTwinsLoss, DINOLoss, NegativeCosineSimilarity, NTXentLoss, VICRegLoss
from lightly.models.modules import SimCLRProjectionHead, SimSiamPredictionHead, SimSiamProjectionHead
from torch import nn


class SimCLR(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, 2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = SimCLRProjectionHead(8, 16, 8)
        self.loss = NTXentLoss(temperature=0.5)

    def forward(self, a, b):
        return self.loss(self.head(self.backbone(a)), self.head(self.backbone(b)))


class SimSiam(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 16, 8))
        self.projection = SimSiamProjectionHead(8, 16, 8)
        self.prediction = SimSiamPredictionHead(8, 4, 8)
        self.loss = NegativeCosineSimilarity()

    def forward(self, a, b):
        za, zb = self.projection(self.backbone(a)), self.projection(self.backbone(b))
        return 0.5 * (self.loss(self.prediction(za), zb.detach()) + self.loss(self.prediction(zb), za.detach()))


class MoCoBank(SimCLR):
    def __init__(self):
        super().__init__()
        self.loss = NTXentLoss(memory_bank_size=(32, 8))


class Redundancy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 16, 8))
        self.barlow = BarlowTwinsLoss()
        self.vicreg = VICRegLoss()

    def forward(self, a, b):
        za, zb = self.net(a), self.net(b)
        return self.barlow(za, zb) + self.vicreg(za, zb)


class DINO(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 16, 8))
        self.loss = DINOLoss(output_dim=8)

    def forward(self, a, b):
        return self.loss([self.net(a).detach(), self.net(b).detach()], [self.net(a), self.net(b)], epoch=0)


def SimCLR_inputs():
    return [(torch.randn(6, 3, 16, 16), torch.randn(6, 3, 16, 16))]


SimSiam_inputs = MoCoBank_inputs = Redundancy_inputs = DINO_inputs = SimCLR_inputs
