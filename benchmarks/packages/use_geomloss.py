import torch
from geomloss import SamplesLoss
from seeded import factories
from torch import nn


def _clouds(n=30, m=40, dim=3):
    return torch.randn(n, dim), torch.randn(m, dim) + 0.5


def _batch(batch=2, n=20, m=25, dim=2):
    return torch.rand(batch, n, dim), torch.rand(batch, m, dim)


def _weighted(n=30, m=40, dim=3):
    x, y = _clouds(n, m, dim)
    return torch.rand(n).softmax(0), x, torch.rand(m).softmax(0), y


def _cosine(x, y):
    x, y = nn.functional.normalize(x, dim=-1), nn.functional.normalize(y, dim=-1)
    return 1 - x @ y.transpose(-1, -2)


def _cauchy(x, y, blur=None, **_):
    return 1 / (1 + torch.cdist(x, y) ** 2 / (blur or 1.0) ** 2)


class _Matching(nn.Module):
    """Labels carried from one cloud to another by the plan of the potentials."""

    def __init__(self, blur=0.1):
        super().__init__()
        self.blur = blur
        self.loss = SamplesLoss("sinkhorn", p=2, blur=blur, debias=False, potentials=True, backend="tensorized")

    def forward(self, x, y, labels):
        f, g = self.loss(x, y)
        cost = torch.cdist(x, y) ** 2 / 2
        plan = ((f.view(-1, 1) + g.view(1, -1) - cost) / self.blur**2).softmax(1)
        return plan @ labels


def _tensorized(loss="sinkhorn", **settings):
    return SamplesLoss(loss, backend="tensorized", **settings)


MODELS = {
    "Sinkhorn": lambda: (SamplesLoss("sinkhorn", p=2, blur=0.05), _clouds()),
    "Energy": lambda: (SamplesLoss("energy"), _clouds()),
    "SinkhornBatch": lambda: (_tensorized(p=1, blur=0.1), _batch()),
    "Matching": lambda: (_Matching(), (*_clouds(), torch.rand(40, 4))),
    "Gaussian": lambda: (_tensorized("gaussian", blur=0.5), _clouds()),
    "Laplacian": lambda: (_tensorized("laplacian", blur=0.5), _clouds()),
    "Hausdorff": lambda: (_tensorized("hausdorff", kernel=_cauchy, blur=0.1), _batch()),
    "Unbalanced": lambda: (_tensorized(p=2, blur=0.05, reach=0.5, scaling=0.7), _weighted()),
    "Potentials": lambda: (_tensorized(p=2, blur=0.1, potentials=True), _clouds()),
    "Weighted": lambda: (_tensorized(p=2, blur=0.1), _weighted()),
    "Biased": lambda: (_tensorized(p=2, blur=0.1, debias=False, diameter=4.0), _batch()),
    "CosineCost": lambda: (_tensorized(p=2, blur=0.1, cost=_cosine), _batch(dim=5)),
    "CauchyKernel": lambda: (_tensorized("gaussian", kernel=_cauchy, blur=0.5), _batch(dim=5)),
    "GaussianPotentials": lambda: (_tensorized("gaussian", blur=0.5, potentials=True), _batch()),
    "EnergyBatch": lambda: (_tensorized("energy"), _batch()),
}

__getattr__ = factories(MODELS)
