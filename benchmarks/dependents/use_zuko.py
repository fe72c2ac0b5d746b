import torch
import zuko
from torch import nn


class ConditionalDensity(nn.Module):
    def __init__(self):
        super().__init__()
        self.flow = zuko.flows.MAF(features=3, context=2, transforms=2, hidden_features=(16,))

    def forward(self, x, c):
        return -self.flow(c).log_prob(x).mean()


class SplineDensity(nn.Module):
    def __init__(self):
        super().__init__()
        self.flow = zuko.flows.NSF(features=3, context=2, transforms=1, hidden_features=(16,))

    def forward(self, x, c):
        return self.flow(c).log_prob(x)


class MonotoneCalibration(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = zuko.nn.MonotonicMLP(1, 1, hidden_features=(16,))

    def forward(self, x, c):
        return self.net(x[:, :1]) + c.sum(1, keepdim=True)


def ConditionalDensity_inputs():
    return [(torch.randn(8, 3), torch.randn(8, 2))]


SplineDensity_inputs = MonotoneCalibration_inputs = ConditionalDensity_inputs
