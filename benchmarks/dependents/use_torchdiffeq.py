import torch
from torch import nn
from torchdiffeq import odeint, odeint_adjoint


class Field(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, dim))

    def forward(self, t, y):
        return self.net(y)


class ODENetRK4(nn.Module):
    def __init__(self):
        super().__init__()
        self.field = Field()
        self.head = nn.Linear(4, 2)
        self.register_buffer("times", torch.linspace(0, 1, 4))

    def forward(self, y0):
        ys = odeint(self.field, y0, self.times, method="rk4")
        return self.head(ys[-1])


def ODENetRK4_inputs():
    return [(torch.randn(6, 4),)]


class ODENetDopri(nn.Module):
    def __init__(self):
        super().__init__()
        self.field = Field()

    def forward(self, y0):
        t = torch.tensor([0.0, 0.5])
        return odeint_adjoint(self.field, y0, t, rtol=1e-2, atol=1e-2)[-1]


def ODENetDopri_inputs():
    return [(torch.randn(4, 4),)]
