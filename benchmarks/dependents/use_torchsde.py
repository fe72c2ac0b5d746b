import torch
import torchsde
from torch import nn


class SDE(nn.Module):
    noise_type = "diagonal"
    sde_type = "ito"

    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 3)
        self.sigma = nn.Linear(3, 3)

    def f(self, t, y):
        return torch.tanh(self.mu(y))

    def g(self, t, y):
        return 0.1 * torch.sigmoid(self.sigma(y))


class NeuralSDE(nn.Module):
    def __init__(self):
        super().__init__()
        self.sde = SDE()

    def forward(self, y0):
        ts = torch.linspace(0, 1, 3)
        bm = torchsde.BrownianInterval(t0=0.0, t1=1.0, size=tuple(y0.shape), entropy=7)
        return torchsde.sdeint(self.sde, y0, ts, bm=bm, method="euler", dt=0.25)[-1]


def NeuralSDE_inputs():
    return [(torch.randn(5, 3),)]
