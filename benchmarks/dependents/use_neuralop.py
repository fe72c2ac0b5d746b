import torch
from neuralop.losses import LpLoss
from neuralop.models import FNO
from torch import nn


class DarcyFNO(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = FNO(n_modes=(4, 4), in_channels=1, out_channels=1, hidden_channels=8, n_layers=2)

    def forward(self, x):
        return self.net(x)


class FactorizedFNO(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = FNO(
            n_modes=(4, 4),
            in_channels=1,
            out_channels=1,
            hidden_channels=8,
            n_layers=1,
            factorization="tucker",
            rank=0.5,
        )
        self.loss = LpLoss(d=2)

    def forward(self, x):
        return self.loss(self.net(x), x)


def DarcyFNO_inputs():
    return [(torch.randn(2, 1, 12, 12),)]


FactorizedFNO_inputs = DarcyFNO_inputs
