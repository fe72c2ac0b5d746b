import torch
from botorch.acquisition import ExpectedImprovement
from botorch.models import SingleTaskGP
from botorch.models.transforms import Normalize
from botorch.utils.transforms import normalize, standardize
from torch import nn


class Acquisition(nn.Module):
    def __init__(self):
        super().__init__()
        g = torch.Generator().manual_seed(0)
        x = torch.rand(8, 2, generator=g, dtype=torch.float64)
        self.acq = ExpectedImprovement(SingleTaskGP(x, x.sin().sum(-1, keepdim=True)), best_f=0.8)

    def forward(self, x):
        return self.acq(x)


def Acquisition_inputs():
    return [(torch.rand(4, 1, 2, dtype=torch.float64),)]


class InputWarped(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = Normalize(d=3, bounds=torch.tensor([[0.0, 0.0, 0.0], [1.0, 2.0, 4.0]]))
        self.net = nn.Linear(3, 1)

    def forward(self, x):
        return self.net(self.scale(x))


def InputWarped_inputs():
    return [(torch.rand(7, 3),)]


def prepared(x, y, bounds):
    return normalize(x, bounds), standardize(y)


def prepared_inputs():
    return [(torch.rand(7, 2), torch.rand(7, 1), torch.tensor([[0.0, 0.0], [2.0, 2.0]]))]
