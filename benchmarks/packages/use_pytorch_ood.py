import torch
from pytorch_ood import loss
from pytorch_ood.model import ClassCenters, GRUClassifier, ResNet18, WideResNet
from seeded import factories
from torch import nn

CLASSES = 5


def _logits():
    return torch.randn(8, CLASSES)


def _labels():
    """Labels of a batch, of which three samples are out-of-distribution."""
    return torch.tensor([0, 1, 2, 3, 4, -1, -1, -2])


class _Centers(nn.Module):
    """An embedding with learned class centers and the loss on the distances to them."""

    def __init__(self, criterion, features=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, features))
        self.criterion = criterion

    def forward(self, x, y):
        z = self.net(x)
        return self.criterion(self.criterion.distance(z) if hasattr(self.criterion, "distance") else z, y)


class _Vos(nn.Module):
    def __init__(self):
        super().__init__()
        self.criterion = loss.VOSRegLoss(nn.Linear(1, 2), nn.Linear(CLASSES, 1))

    def forward(self, logits, y):
        return self.criterion(logits, y)


MODELS = {
    "TextGRU": lambda: (GRUClassifier(CLASSES, 30, embedding_dim=8), (torch.randint(0, 30, (2, 9)),)),
    "SmallWideResNet": lambda: (WideResNet(CLASSES, depth=10, widen_factor=1), (torch.randn(2, 3, 32, 32),)),
    "SmallResNet18": lambda: (ResNet18(num_classes=CLASSES), (torch.randn(1, 3, 64, 64),)),
    "Centers": lambda: (ClassCenters(CLASSES, 6), (torch.randn(8, 6),)),
    "DeepSVDD": lambda: (loss.DeepSVDDLoss(6), (torch.randn(8, 6), _labels())),
    "OutlierExposure": lambda: (loss.OutlierExposureLoss(alpha=0.5), (_logits(), _labels())),
    "EnergyRegularized": lambda: (loss.EnergyRegularizedLoss(), (_logits(), _labels())),
    "EntropicOpenSet": lambda: (loss.EntropicOpenSetLoss(), (_logits(), _labels())),
    "Objectosphere": lambda: (loss.ObjectosphereLoss(), (_logits(), torch.randn(8, 6), _labels())),
    "CAC": lambda: (_Centers(loss.CACLoss(CLASSES), CLASSES), (torch.randn(8, 10), _labels())),
    "Center": lambda: (_Centers(loss.CenterLoss(CLASSES, 6)), (torch.randn(8, 10), _labels())),
    "MCHAD": lambda: (_Centers(loss.MCHADLoss(CLASSES, 6)), (torch.randn(8, 10), _labels())),
    "VirtualOutliers": lambda: (_Vos(), (_logits(), _labels())),
    "BackgroundClass": lambda: (loss.BackgroundClassLoss(CLASSES), (torch.randn(8, CLASSES + 1), _labels())),
}

__getattr__ = factories(MODELS)
