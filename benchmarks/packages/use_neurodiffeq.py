import math

import torch
from neurodiffeq import conditions, diff, function_basis, operators
from neurodiffeq.hypersolver.numerical_solvers import Euler
from neurodiffeq.networks import FCNN, APTx, MonomialNN, Resnet, SinActv, Swish
from seeded import factories
from torch import nn

# The import of the package sets both for the process, to 64 bits: set them back, since other packages are used in it.
torch.set_default_dtype(torch.float32)
torch.set_default_device(None)


class _Solution(nn.Module):
    """Functions that nets approximate: each satisfies its condition."""

    def __init__(self, nets, constraints):
        super().__init__()
        self.nets = nn.ModuleList(nets)
        self.conditions = constraints

    def forward(self, *coordinates):
        pairs = zip(self.nets, self.conditions, strict=True)
        return torch.cat([condition.enforce(net, *coordinates) for net, condition in pairs], 1)


class _Residual(_Solution):
    """The loss of training: how far the functions are from satisfying their equations."""

    def __init__(self, nets, constraints, equations):
        super().__init__(nets, constraints)
        self.equations = equations

    def forward(self, *coordinates):
        with torch.enable_grad():
            coordinates = [c.detach().requires_grad_() for c in coordinates]
            pairs = zip(self.nets, self.conditions, strict=True)
            functions = [condition.enforce(net, *coordinates) for net, condition in pairs]
            residual = torch.cat(self.equations(*functions, *coordinates), 1)
            return (residual**2).mean()


class _Harmonics(nn.Module):
    """A field on a ball: radial functions by a net, times spherical harmonics."""

    def __init__(self, basis, size, condition):
        super().__init__()
        self.net = FCNN(1, size, hidden_units=(16, 16), actv=SinActv)
        self.basis = basis
        self.condition = condition

    def forward(self, r, theta, phi):
        return (self.condition.enforce(self.net, r) * self.basis(theta, phi)).sum(1, keepdim=True)


class _Hyper(nn.Module):
    """Steps of Euler's method on an oscillator, with a net that corrects them."""

    def __init__(self, steps=8):
        super().__init__()
        self.net = FCNN(3, 2, hidden_units=(16, 16))
        self.steps = steps

    def forward(self, start):
        _, u, v = Euler().solve(self._derivatives, start, 0.0, 2.0, self.steps, hypernet=self.net)
        return u, v

    def _derivatives(self, u, v, t):
        return v, -u


def _net(inputs=1, outputs=1, actv=nn.Tanh):
    return FCNN(n_input_units=inputs, n_output_units=outputs, hidden_units=(16, 16), actv=actv)


def _points(*ranges):
    return tuple(low + (high - low) * torch.rand(20, 1) for low, high in ranges)


def _ball():
    return _points((0.1, 1.0), (0.2, 3.0), (0.0, 6.2))


def _heat():
    return conditions.IBVP1D(
        x_min=0.0,
        x_min_val=lambda t: torch.zeros_like(t),
        x_max=1.0,
        x_max_val=lambda t: torch.zeros_like(t),
        t_min=0.0,
        t_min_val=lambda x: torch.sin(math.pi * x),
    )


def _square():
    return conditions.DirichletBVP2D(
        x_min=0.0,
        x_min_val=lambda y: torch.sin(math.pi * y),
        x_max=1.0,
        x_max_val=lambda y: torch.zeros_like(y),
        y_min=0.0,
        y_min_val=lambda x: torch.zeros_like(x),
        y_max=1.0,
        y_max_val=lambda x: torch.zeros_like(x),
    )


def _lotka_volterra(u, v, t):
    return [diff(u, t) - (u - u * v), diff(v, t) - (u * v - v)]


def _vortex(u, v, w, x, y, z):
    return [operators.div(u, v, w, x, y, z), *operators.curl(u, v, w, x, y, z)]


MODELS = {
    "Exponential": lambda: (_Solution([_net()], [conditions.IVP(t_0=0.0, u_0=1.0)]), _points((0, 2))),
    "LotkaVolterra": lambda: (
        _Residual(
            [_net(actv=SinActv), _net(actv=SinActv)],
            [conditions.IVP(t_0=0.0, u_0=1.5), conditions.IVP(t_0=0.0, u_0=1.0)],
            _lotka_volterra,
        ),
        _points((0, 10)),
    ),
    "Laplace": lambda: (_Solution([_net(2, actv=Swish)], [_square()]), _points((0, 1), (0, 1))),
    "Heat": lambda: (
        _Residual([_net(2)], [_heat()], lambda u, x, t: [diff(u, t) - 0.3 * diff(u, x, order=2)]),
        _points((0, 1), (0, 1)),
    ),
    "Bundle": lambda: (
        _Solution(
            [_net(3)],
            [conditions.BundleIVP(t_0=0.0, u_0_prime=0.0, bundle_param_lookup={"u_0": 0})],
        ),
        _points((0, 2), (0.5, 1.5), (1, 2)),
    ),
    "Harmonics": lambda: (
        _Harmonics(
            function_basis.RealSphericalHarmonics(max_degree=2),
            9,
            conditions.DirichletBVPSphericalBasis(
                r_0=0.0, R_0=torch.zeros(9), r_1=1.0, R_1=torch.linspace(0, 1, 9), max_degree=2
            ),
        ),
        _ball(),
    ),
    "Spherical": lambda: (
        _Residual(
            [_net(3)],
            [
                conditions.DirichletBVPSpherical(
                    r_0=0.0, f=lambda th, ph: torch.zeros_like(th), r_1=1.0, g=lambda th, ph: torch.cos(th)
                )
            ],
            lambda u, r, th, ph: [operators.spherical_laplacian(u, r, th, ph)],
        ),
        _ball(),
    ),
    "Boundary": lambda: (
        _Solution(
            [Resnet(1, 1, hidden_units=(16, 16)), nn.Sequential(MonomialNN(4), nn.Linear(4, 1))],
            [
                conditions.DirichletBVP(t_0=0.0, u_0=0.0, t_1=1.0, u_1=1.0),
                conditions.DoubleEndedBVP1D(x_min=0.0, x_max=1.0, x_min_val=0.5, x_max_val=-0.5),
            ],
        ),
        _points((0, 1)),
    ),
    "Ensemble": lambda: (
        _Solution(
            [_net(1, 3, actv=APTx)],
            [
                conditions.EnsembleCondition(
                    conditions.IVP(t_0=0.0, u_0=1.0),
                    conditions.IVP(t_0=0.0, u_0=0.0, u_0_prime=1.0),
                    conditions.NoCondition(),
                )
            ],
        ),
        _points((0, 1)),
    ),
    "Vortex": lambda: (
        _Residual([_net(3), _net(3), _net(3)], [conditions.NoCondition()] * 3, _vortex),
        _points((0, 1), (0, 1), (0, 1)),
    ),
    "Hyper": lambda: (_Hyper(), (torch.tensor([1.0, 0.0]),)),
}

__getattr__ = factories(MODELS)
