import os

os.environ["DDE_BACKEND"] = "pytorch"

import deepxde as dde
import numpy as np
import torch
from deepxde.nn import pytorch as nets
from seeded import factories


class _Residual(torch.nn.Module):
    """A net and the residual of its partial differential equation."""

    def __init__(self, net, pde):
        super().__init__()
        self.net = net
        self.pde = pde

    def forward(self, x):
        x = x.detach().requires_grad_()
        with torch.enable_grad():
            y = self.net(x)
            residual = self.pde(x, y)
        dde.gradients.clear()
        return y, residual


def _poisson(x, y):
    dy_xx = dde.grad.hessian(y, x, i=0, j=0)
    dy_yy = dde.grad.hessian(y, x, i=1, j=1)
    return -dy_xx - dy_yy - 1


def _burgers(x, y):
    dy_x = dde.grad.jacobian(y, x, i=0, j=0)
    dy_t = dde.grad.jacobian(y, x, i=0, j=1)
    return dy_t + y * dy_x - 0.01 / torch.pi * dde.grad.hessian(y, x, i=0, j=0)


def _transformed(net):
    net.apply_feature_transform(lambda x: torch.cat([torch.sin(x), torch.cos(x)], dim=1))
    net.apply_output_transform(lambda x, y: x[:, :1] * (1 - x[:, :1]) * y)
    return net


def _basis(rows, columns):
    return np.linalg.qr(np.random.default_rng(0).normal(size=(rows, columns)))[0].astype(np.float32)


GLOROT = "Glorot normal"

MODELS = {
    "FNN": lambda: (nets.FNN([2, 20, 20, 1], "tanh", GLOROT), (torch.rand(16, 2),)),
    "FNNLayerActivations": lambda: (
        nets.FNN([2, 20, 20, 3], ["sin", "swish", "tanh"], "He normal"),
        (torch.rand(16, 2),),
    ),
    "HardConstrained": lambda: (_transformed(nets.FNN([4, 20, 20, 1], "tanh", GLOROT)), (torch.rand(16, 2),)),
    "ParallelFNN": lambda: (nets.PFNN([2, [8, 8], [8, 8], 2], "tanh", GLOROT), (torch.rand(16, 2),)),
    "DeepONet": lambda: (
        nets.DeepONet([10, 16, 16], [2, 16, 16], "relu", GLOROT),
        ((torch.rand(8, 10), torch.rand(8, 2)),),
    ),
    "DeepONetOutputs": lambda: (
        nets.DeepONet(
            [10, 16, 16],
            [2, 16, 16],
            {"branch": "relu", "trunk": "tanh"},
            GLOROT,
            num_outputs=2,
            multi_output_strategy="independent",
        ),
        ((torch.rand(8, 10), torch.rand(8, 2)),),
    ),
    "CartesianDeepONet": lambda: (
        nets.DeepONetCartesianProd([10, 16, 16], [2, 16, 16], "relu", GLOROT),
        ((torch.rand(4, 10), torch.rand(12, 2)),),
    ),
    "CartesianSplitBranch": lambda: (
        nets.DeepONetCartesianProd(
            [10, 16, 16], [2, 16, 8], "tanh", GLOROT, num_outputs=2, multi_output_strategy="split_branch"
        ),
        ((torch.rand(4, 10), torch.rand(12, 2)),),
    ),
    "PODDeepONet": lambda: (
        nets.PODDeepONet(_basis(20, 6), [10, 16, 6], "relu", GLOROT),
        ((torch.rand(4, 10), torch.rand(20, 2)),),
    ),
    "PODDeepONetTrunk": lambda: (
        nets.PODDeepONet(_basis(20, 6), [10, 16, 12], "relu", GLOROT, layer_sizes_trunk=[2, 16, 6]),
        ((torch.rand(4, 10), torch.rand(20, 2)),),
    ),
    "MIONet": lambda: (
        nets.MIONetCartesianProd(
            [10, 16, 16], [5, 16, 16], [2, 16, 16], {"branch1": "relu", "branch2": "relu", "trunk": "tanh"}, GLOROT
        ),
        ((torch.rand(4, 10), torch.rand(4, 5), torch.rand(12, 2)),),
    ),
    "PODMIONet": lambda: (
        nets.PODMIONet(
            _basis(20, 6),
            [10, 16, 6],
            [5, 16, 6],
            {"branch1": "relu", "branch2": "relu", "trunk": "tanh", "merger": "relu"},
            GLOROT,
        ),
        ((torch.rand(4, 10), torch.rand(4, 5), torch.rand(20, 2)),),
    ),
    "PoissonResidual": lambda: (_Residual(nets.FNN([2, 20, 20, 1], "tanh", GLOROT), _poisson), (torch.rand(16, 2),)),
    "BurgersResidual": lambda: (_Residual(nets.FNN([2, 20, 20, 1], "tanh", GLOROT), _burgers), (torch.rand(16, 2),)),
}

__getattr__ = factories(MODELS)
