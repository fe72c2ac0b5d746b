import torch
from pina import LabelTensor
from pina.graph import RadiusGraph
from pina.model import (
    FNO,
    AveragingNeuralOperator,
    DeepONet,
    EquivariantGraphNeuralOperator,
    FeedForward,
    GraphNeuralOperator,
    KolmogorovArnoldNetwork,
    LowRankNeuralOperator,
    MIONet,
    PirateNet,
    ResidualFeedForward,
    SINDy,
    Spline,
    block,
)
from pina.operator import grad, laplacian
from seeded import factories
from torch import nn


class _Poisson(nn.Module):
    """A physics-informed network for Poisson's equation: the loss of the residual at points of a square."""

    def __init__(self):
        super().__init__()
        self.net = FeedForward(2, 1, layers=[16, 16], func=nn.Softplus)

    def forward(self, points):
        points = points.clone().requires_grad_()
        u = self.net(points)
        u.labels = ["u"]
        x, y = points.extract(["x"]), points.extract(["y"])
        force = torch.sin(x.tensor * torch.pi) * torch.sin(y.tensor * torch.pi)
        return (laplacian(u, points, components=["u"], d=["x", "y"]).tensor - force).square().mean()


class _Burgers(nn.Module):
    """The residual of Burgers' equation for a network with learned Fourier features."""

    def __init__(self):
        super().__init__()
        self.net = PirateNet(2, 16, 1, embedding=block.FourierFeatureEmbedding(2, 16, sigma=1.0), n_layers=2)

    def forward(self, points):
        points = points.clone().requires_grad_()
        u = self.net(points).as_subclass(LabelTensor)
        u.labels = ["u"]
        first = grad(u, points, components=["u"])
        second = laplacian(u, points, components=["u"], d=["x"])
        residual = first.extract(["dudt"]) + u * first.extract(["dudx"]) - 0.01 / torch.pi * second
        return residual.tensor.square().mean()


class _Periodic(nn.Module):
    """A network of coordinates whose outputs are periodic."""

    def __init__(self):
        super().__init__()
        self.embedding = block.PeriodicBoundaryEmbedding(2, {"x": 2.0, "y": 2.0}, output_dimension=12)
        self.net = ResidualFeedForward(12, 1, inner_size=16, n_layers=2)

    def forward(self, points):
        return self.net(self.embedding(points))


class _Reduced(nn.Module):
    """A reduced-order model: a network of the parameters for the coefficients of POD modes."""

    def __init__(self, snapshots, rank=4):
        super().__init__()
        self.pod = block.PODBlock(rank)
        self.pod.fit(snapshots)
        self.net = FeedForward(2, rank, layers=[16, 16])

    def forward(self, parameters):
        return self.pod.expand(self.net(parameters))


def _points(labels=("x", "y"), count=24):
    return LabelTensor(torch.rand(count, len(labels)), list(labels))


def _fields(points=20, batch=3):
    """A field at points of the plane, with their coordinates."""
    return LabelTensor(torch.rand(batch, points, 4), ["u", "v", "x", "y"])


def _graph(points=16, features=3):
    positions = torch.rand(points, 2)
    return RadiusGraph(x=torch.rand(points, features), pos=positions, radius=0.4, edge_attr=True)


def _moving(points=8):
    graph = RadiusGraph(x=torch.rand(points, 4), pos=torch.rand(points, 3), radius=0.6)
    graph.vel = torch.rand(points, 3)
    return graph


MODELS = {
    "Poisson": lambda: (_Poisson(), (_points(),)),
    "Fourier": lambda: (
        FNO(nn.Linear(3, 16), nn.Linear(16, 1), n_modes=6, dimensions=2, padding=4, inner_size=16, n_layers=2),
        (torch.rand(2, 16, 16, 3),),
    ),
    "Branches": lambda: (
        DeepONet(
            FeedForward(2, 12, layers=[16]),
            FeedForward(2, 12, layers=[16]),
            ["u", "v"],
            ["x", "y"],
        ),
        (_points(("u", "v", "x", "y")),),
    ),
    "GraphOperator": lambda: (
        GraphNeuralOperator(
            nn.Linear(3, 16), nn.Linear(16, 1), edge_features=2, n_layers=3, internal_n_layers=1, inner_size=16
        ),
        (_graph(),),
    ),
    "Averaging": lambda: (
        AveragingNeuralOperator(nn.Linear(4, 16), nn.Linear(18, 1), ["u", "v"], ["x", "y"], n_layers=2),
        (_fields(),),
    ),
    "Burgers": lambda: (_Burgers(), (_points(("x", "t")),)),
    "LowRank": lambda: (
        LowRankNeuralOperator(
            nn.Linear(4, 16), nn.Linear(18, 1), ["u", "v"], ["x", "y"], n_kernel_layers=2, rank=4, inner_size=16
        ),
        (_fields(),),
    ),
    "KolmogorovArnold": lambda: (KolmogorovArnoldNetwork([2, 8, 1], n_knots=10), (torch.rand(24, 2) * 2 - 1,)),
    "MultipleFields": lambda: (
        MIONet(
            {
                FeedForward(1, 12, layers=[16]): ["u"],
                FeedForward(1, 12, layers=[16]): ["v"],
                FeedForward(2, 12, layers=[16]): ["x", "y"],
            }
        ),
        (_points(("u", "v", "x", "y")),),
    ),
    "Equivariant": lambda: (
        EquivariantGraphNeuralOperator(
            n_egno_layers=1, node_feature_dim=4, edge_feature_dim=0, pos_dim=3, modes=2, time_steps=4, hidden_dim=16
        ),
        (_moving(),),
    ),
    "Periodic": lambda: (_Periodic(), (_points(),)),
    "Reduced": lambda: (_Reduced(torch.rand(10, 30)), (_points(("mu", "nu")),)),
    "Curve": lambda: (
        Spline(order=4, knots={"n": 12, "min": 0, "max": 1, "mode": "auto"}),
        (torch.rand(20, 1),),
    ),
    "Identification": lambda: (
        SINDy(
            [
                lambda x: torch.ones_like(x[..., :1]),
                lambda x: x[..., :1],
                lambda x: x[..., 1:],
                lambda x: x[..., :1] * x[..., 1:],
            ],
            2,
        ),
        (torch.rand(20, 2),),
    ),
}

__getattr__ = factories(MODELS)
