import torch
import torchphysics as tp
from seeded import factories
from torch import nn

X = tp.spaces.R2("x")
T = tp.spaces.R1("t")
U = tp.spaces.R1("u")
K = tp.spaces.R1("k")


def _points(space, *shape):
    return tp.spaces.Points(torch.rand(*shape, space.dim), space)


class _Evaluate(nn.Module):
    """Evaluates a model at points, and returns the tensor of its output."""

    def __init__(self, model, space):
        super().__init__()
        self.model = model
        self.space = space

    def forward(self, x):
        return self.model(tp.spaces.Points(x, self.space)).as_tensor


class _Operator(nn.Module):
    """A DeepONet that is evaluated for functions given by their values."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, functions, locations):
        return self.net(tp.spaces.Points(locations, T), functions).as_tensor


class _Conditions(nn.Module):
    """The losses of a problem, added up as in its training."""

    def __init__(self, *conditions):
        super().__init__()
        self.conditions = nn.ModuleList(conditions)

    def forward(self):
        with torch.enable_grad():
            return sum(condition.weight * condition() for condition in self.conditions)


def _square():
    return tp.domains.Parallelogram(X, [0.0, 0.0], [1.0, 0.0], [0.0, 1.0])


def _normalised():
    square = _square()
    return tp.models.Sequential(
        tp.models.NormalizationLayer(square), tp.models.FCN(input_space=X, output_space=U, hidden=(16, 16))
    )


def _poisson():
    square = _square()
    model = _normalised()

    def pde(u, x):
        return tp.utils.laplacian(u, x) - 1.0

    def boundary(u):
        return u

    inner = tp.samplers.RandomUniformSampler(square, n_points=20)
    border = tp.samplers.GridSampler(square.boundary, n_points=12)
    return _Conditions(
        tp.conditions.PINNCondition(module=model, sampler=inner, residual_fn=pde),
        tp.conditions.PINNCondition(module=model, sampler=border, residual_fn=boundary, weight=10.0),
    )


def _heat():
    square, interval = _square(), tp.domains.Interval(T, 0.0, 1.0)
    model = tp.models.FCN(input_space=X * T, output_space=U, hidden=(16, 16))
    conductivity = tp.models.Parameter(init=1.0, space=K)

    def pde(u, x, t, k):
        return tp.utils.grad(u, t) - k * tp.utils.laplacian(u, x)

    def initial(x):
        return torch.sin(torch.pi * x).prod(-1, keepdim=True)

    def start(u, f):
        return u - f

    inner = tp.samplers.RandomUniformSampler(square * interval, n_points=16)
    first = tp.samplers.RandomUniformSampler(square * interval.boundary_left, n_points=16)
    return _Conditions(
        tp.conditions.PINNCondition(model, inner, pde, parameter=conductivity),
        tp.conditions.PINNCondition(model, first, start, data_functions={"f": initial}),
    )


def _ritz():
    disc = tp.domains.Circle(X, center=[0.0, 0.0], radius=1.0)
    model = tp.models.DeepRitzNet(X, U, width=10, depth=2)

    def energy(u, x):
        return 0.5 * (tp.utils.grad(u, x) ** 2).sum(-1, keepdim=True) - u

    def boundary(u):
        return u

    inner = tp.samplers.RandomUniformSampler(disc, n_points=20)
    border = tp.samplers.RandomUniformSampler(disc.boundary, n_points=10)
    return _Conditions(
        tp.conditions.DeepRitzCondition(model, inner, energy),
        tp.conditions.PINNCondition(model, border, boundary, weight=100.0),
    )


def _periodic():
    interval = tp.domains.Interval(T, 0.0, 1.0)
    model = tp.models.QRES(input_space=T, output_space=U, hidden=(10, 10))

    def residual(u_left, u_right):
        return u_left - u_right

    def ode(u, t):
        return tp.utils.grad(u, t) - torch.cos(2 * torch.pi * t)

    sampler = tp.samplers.GridSampler(interval, n_points=20)
    return _Conditions(
        tp.conditions.PeriodicCondition(model, interval, residual),
        tp.conditions.AdaptiveWeightsCondition(model, sampler.make_static(), ode),
    )


def _functions():
    return tp.spaces.FunctionSpace(T, K)


def _grid(count=12):
    return tp.spaces.Points(torch.linspace(0, 1, count)[:, None], T)


def _deeponet(branch=None):
    trunk = tp.models.FCTrunkNet(T, default_trunk_input=_grid(7), hidden=(16, 16))
    branch = branch or tp.models.FCBranchNet(_functions(), grid=_grid(), hidden=(16, 16))
    return _Operator(tp.models.DeepONet(trunk, branch, output_space=U, output_neurons=8))


def _convolutional():
    network = nn.Sequential(nn.Conv1d(1, 4, 3, padding=1), nn.Tanh(), nn.Conv1d(4, 2, 3, padding=1))
    return _deeponet(tp.models.ConvBranchNet(_functions(), _grid(), network, hidden=(16,)))


def _constrained():
    def constraint(u, x):
        return u * (x * (1 - x)).prod(-1, keepdim=True)

    return tp.models.HardConstraint(tp.models.Harmonic_FCN(X, U, max_frequenz=2, hidden=(12, 12)), constraint)


def _parallel():
    activation = tp.models.AdaptiveActivationFunction(nn.Tanh(), initial_a=0.5, scaling=2.0)
    return tp.models.Parallel(
        tp.models.FCN(X, U, hidden=(12, 12), activations=activation),
        tp.models.Polynomial_FCN(X, K, polynomial_degree=2, hidden=(8,), res_connection=True),
    )


MODELS = {
    "Poisson": lambda: (_poisson(), ()),
    "FourierOperator": lambda: (
        _Evaluate(
            tp.models.FNO(T * K, U, fourier_layers=2, hidden_channels=8, fourier_modes=4, positional_embedding=False),
            T * K,
        ),
        (torch.rand(2, 16, 2),),
    ),
    "OperatorNet": lambda: (_deeponet(), (torch.randn(3, 12, 1), torch.rand(9, 1))),
    "Ritz": lambda: (_ritz(), ()),
    "Normalised": lambda: (_Evaluate(_normalised(), X), (torch.rand(10, 2),)),
    "Heat": lambda: (_heat(), ()),
    "Fourier2d": lambda: (
        _Evaluate(tp.models.FNO(K, U, 2, 6, fourier_modes=(4, 3), skip_connections=True, space_resolution=10), K),
        (torch.rand(2, 10, 10, 1),),
    ),
    "Constrained": lambda: (_Evaluate(_constrained(), X), (torch.rand(10, 2),)),
    "Periodic": lambda: (_periodic(), ()),
    "ConvolutionalBranch": lambda: (_convolutional(), (torch.randn(3, 12, 1), torch.rand(9, 1))),
    "Parallel": lambda: (_Evaluate(_parallel(), X), (torch.rand(10, 2),)),
    "Quadratic": lambda: (_Evaluate(tp.models.QRES(X * T, U, hidden=(12, 12)), X * T), (torch.rand(8, 3),)),
}

__getattr__ = factories(MODELS)
