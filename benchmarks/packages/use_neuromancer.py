import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # its plots compile for twenty seconds at the import

import torch
from neuromancer import slim
from neuromancer.constraint import variable
from neuromancer.dynamics import integrators, ode
from neuromancer.loss import BarrierLoss, PenaltyLoss
from neuromancer.modules import blocks
from neuromancer.modules.activations import APLU
from neuromancer.modules.function_encoder import FunctionEncoder
from neuromancer.modules.rnn import RNN
from neuromancer.problem import Problem
from neuromancer.system import Node, System
from seeded import factories
from torch import nn


def _mlp(insize, outsize, **settings):
    return blocks.MLP(insize, outsize, nonlin=nn.ReLU, hsizes=[16, 16], **settings)


class _Solve(nn.Module):
    """A problem called as its trainer calls it."""

    def __init__(self, problem, *keys):
        super().__init__()
        self.problem, self.keys = problem, keys

    def forward(self, *tensors):
        output = self.problem({**dict(zip(self.keys, tensors, strict=True)), "name": "train"})
        return output["train_loss"]


class _Joined(nn.Module):
    """A network of the joined parameters of a problem."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, *parts):
        return self.network(torch.cat(parts, dim=-1))


def _policy_problem(loss=PenaltyLoss):
    """Differentiable predictive control of a linear system."""
    a = torch.tensor([[1.2, 1.0], [0.0, 1.0]])
    b = torch.tensor([[1.0], [0.5]])
    plant = Node(lambda x, u: x @ a.T + u @ b.T, ["x", "u"], ["x"], name="plant")
    policy = Node(_mlp(2, 1), ["x"], ["u"], name="policy")
    system = System([policy, plant], nsteps=4, name="loop")
    x, u = variable("x"), variable("u")
    objectives = [0.1 * ((u == 0.0) ^ 2), 5.0 * ((x == 0.0) ^ 2)]
    objectives[0].name, objectives[1].name = "action", "regulation"
    constraints = [10.0 * (x > -10.0), 10.0 * (x < 10.0), 10.0 * (u > -1.0), 10.0 * (u < 1.0)]
    for name, constraint in zip(("xmin", "xmax", "umin", "umax"), constraints, strict=True):
        constraint.name = name
    return Problem([system], loss(objectives, constraints))


def _parametric_problem(loss=PenaltyLoss, **settings):
    """Learning to optimise: Rosenbrock's function with two parameters."""
    node = Node(_Joined(_mlp(2, 2)), ["a", "p"], ["x"], name="map")
    xy, a, p = variable("x"), variable("a"), variable("p")
    x, y = xy[:, [0]], xy[:, [1]]
    objective = ((1 - x) ** 2 + a * (y - x**2) ** 2).minimize(weight=1.0, name="rosenbrock")
    inside = 100.0 * ((p / 2) ** 2 <= x**2 + y**2)
    outside = 100.0 * (x**2 + y**2 <= p**2)
    order = 100.0 * (x >= y)
    inside.name, outside.name, order.name = "inside", "outside", "order"
    return Problem([node], loss([objective], [inside, outside, order], **settings))


def _pinn_problem():
    """A residual of the network's output and a boundary, without the gradients."""
    node = Node(_mlp(2, 1), ["z"], ["y"], name="net")
    y, z = variable("y"), variable("z")
    residual = y - torch.sin(z[:, [0]])
    fit = ((residual == 0.0) ^ 2) * 1.0
    bound = (y <= 1.0) * 5.0
    fit.name, bound.name = "fit", "bound"
    return Problem([node], PenaltyLoss([fit], [bound]))


class _NeuralODE(nn.Module):
    def __init__(self, integrator, insize=3, nsteps=5, **settings):
        super().__init__()
        step = integrator(_mlp(insize, insize), h=0.1, **settings)
        self.system = System([Node(step, ["x"], ["x"], name="ode")], nsteps=nsteps)

    def forward(self, x):
        return self.system({"x": x})["x"]


class _Controlled(nn.Module):
    """A known model under a policy that follows a reference."""

    def __init__(self):
        super().__init__()
        policy = blocks.MLP_bounds(4, 1, nonlin=nn.GELU, hsizes=[16], min=-1.0, max=1.0)
        model = integrators.RK4(ode.VanDerPolControl(), h=0.1)
        self.system = System(
            [Node(policy, ["x", "r"], ["u"], name="policy"), Node(model, ["x", "u"], ["x"], name="model")],
            nstep_key="r",
        )

    def forward(self, x, r):
        data = self.system({"x": x, "r": r})
        return data["x"], data["u"]


class _SSM(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = ode.SSM(slim.Linear(3, 3), _mlp(2, 3), 3, 2)

    def forward(self, x, u):
        out = []
        for t in range(u.shape[1]):
            x = self.model(x, u[:, t])
            out.append(x)
        return torch.stack(out, 1)


class _Functions(nn.Module):
    """Coefficients of the example pairs, then a prediction at new points."""

    def __init__(self):
        super().__init__()
        self.encoder = FunctionEncoder([_mlp(1, 1) for _ in range(5)], use_least_squares=True)

    def forward(self, example_xs, example_ys, xs):
        coefficients, _ = self.encoder.compute_representation(example_xs, example_ys)
        return self.encoder.predict(xs, coefficients)


MODELS = {
    "PolicyProblem": lambda: (_Solve(_policy_problem(), "x"), (torch.randn(8, 1, 2),)),
    "NeuralODE": lambda: (_NeuralODE(integrators.RK4), (torch.randn(4, 1, 3),)),
    "ParametricProblem": lambda: (
        _Solve(_parametric_problem(), "a", "p"),
        (torch.rand(8, 1) + 0.5, torch.rand(8, 1) + 0.5),
    ),
    "Controlled": lambda: (_Controlled(), (torch.randn(4, 1, 2), torch.randn(4, 5, 2))),
    "BarrierProblem": lambda: (
        _Solve(_parametric_problem(BarrierLoss, barrier="softlog"), "a", "p"),
        (torch.rand(8, 1) + 0.5, torch.rand(8, 1) + 0.5),
    ),
    "FitProblem": lambda: (_Solve(_pinn_problem(), "z"), (torch.randn(16, 2),)),
    "Functions": lambda: (_Functions(), (torch.randn(3, 10, 1), torch.randn(3, 10, 1), torch.randn(3, 6, 1))),
    "Lorenz": lambda: (integrators.Euler(ode.LorenzParam(), h=0.01), (torch.randn(4, 3),)),
    "NeuralODEFehlberg": lambda: (_NeuralODE(integrators.Runge_Kutta_Fehlberg), (torch.randn(4, 1, 3),)),
    "NeuralODEDiffEq": lambda: (
        _NeuralODE(integrators.DiffEqIntegrator, method="rk4", nsteps=3),
        (torch.randn(4, 1, 3),),
    ),
    "StateSpace": lambda: (_SSM(), (torch.randn(4, 3), torch.randn(4, 6, 2))),
    "Kolmogorov": lambda: (blocks.KANBlock(3, 2, hsizes=[8]), (torch.rand(6, 3) * 2 - 1,)),
    "Bounded": lambda: (
        blocks.MLP_bounds(3, 2, nonlin=APLU, hsizes=[8], linear_map=slim.maps["softSVD"], min=-1.0, max=1.0),
        (torch.randn(6, 3),),
    ),
    "Residual": lambda: (
        blocks.ResMLP(3, 2, hsizes=[8] * 4, skip=2, linear_map=slim.maps["pf"]),
        (torch.randn(6, 3),),
    ),
    "Convex": lambda: (
        blocks.PosDef(blocks.InputConvexNN(3, 1, hsizes=[8, 8])),
        (torch.randn(6, 3),),
    ),
    "Recurrent": lambda: (RNN(3, hsizes=(8, 8)), (torch.randn(5, 4, 3),)),
    "Bilinear": lambda: (blocks.BilinearTorch(3, 2), (torch.randn(6, 3),)),
    "Attention": lambda: (blocks.Transformer(6, 2, num_heads=3, hsizes=2), (torch.randn(4, 6),)),
}

__getattr__ = factories(MODELS)
