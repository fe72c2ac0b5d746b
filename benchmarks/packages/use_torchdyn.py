import torch
from seeded import factories
from torch import nn
from torchdyn.core import NeuralODE, ODEProblem
from torchdyn.models import CNF, GNF, HNN, LNN
from torchdyn.nn import DataControl, DepthCat, GalLinear
from torchdyn.nn.galerkin import Fourier, VanillaRBF
from torchdyn.nn.node_layers import Augmenter


class Field(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, t, x, args=None):
        return self.net(x)


def _field():
    return nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))


def _span():
    return torch.linspace(0, 1, 4)


def _ode(**kwargs):
    return lambda: (NeuralODE(_field(), **kwargs), (torch.randn(4, 2), _span()))


MODELS = {
    "Dopri5": _ode(solver="dopri5"),
    "Tsit5": _ode(solver="tsit5"),
    "Euler": _ode(solver="euler"),
    "RungeKutta": _ode(solver="rk4"),
    "Midpoint": _ode(solver="midpoint", sensitivity="adjoint"),
    "Interpolated": _ode(solver="dopri5", interpolator="4th", sensitivity="interpolated_adjoint"),
    "SecondOrder": lambda: (
        NeuralODE(nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2)), order=2, solver="rk4"),
        (torch.randn(4, 4), _span()),
    ),
    "Problem": lambda: (ODEProblem(_field(), solver="rk4"), (torch.randn(4, 2), _span())),
    "HNNModule": lambda: (HNN(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))), (torch.randn(4, 2),)),
    "LNNModule": lambda: (LNN(nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 1))), (torch.randn(4, 2),)),
    "GNFModule": lambda: (GNF(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))), (torch.randn(4, 2),)),
    "CNFModule": lambda: (CNF(_field()), (torch.randn(4, 3),)),
    "DataControlled": lambda: (
        NeuralODE(nn.Sequential(DataControl(), DepthCat(1), nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 2)), solver="rk4"),
        (torch.randn(4, 2), _span()),
    ),
    "AugmenterModule": lambda: (Augmenter(1, 3), (torch.randn(4, 2),)),
    "GalerkinLinear": lambda: (GalLinear(2, 3, expfunc=Fourier(4)), (torch.randn(4, 3),)),
    "GalerkinRadial": lambda: (GalLinear(2, 3, expfunc=VanillaRBF(4)), (torch.randn(4, 3),)),
}

__getattr__ = factories(MODELS)
