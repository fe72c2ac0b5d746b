import hypll.nn as hnn
import torch
from hypll.manifolds.euclidean import Euclidean
from hypll.manifolds.poincare_ball import Curvature, PoincareBall
from hypll.tensors import ManifoldTensor, TangentTensor
from seeded import factories
from torch import nn


def _ball(curvature=1.0, learned=True):
    return PoincareBall(c=Curvature(curvature, requires_grad=learned))


class _Hyperbolic(nn.Module):
    """Maps vectors of a tangent space to a manifold, runs a module there, and returns the tensor of its output."""

    def __init__(self, manifold, module, dim=-1):
        super().__init__()
        self.manifold = manifold
        self.module = module
        self.dim = dim

    def forward(self, x):
        point = self.manifold.expmap(TangentTensor(x, man_dim=self.dim, manifold=self.manifold))
        output = self.module(point)
        return output.tensor if isinstance(output, ManifoldTensor) else output


class _Classifier(nn.Module):
    """The hyperbolic network of the package's CIFAR-10 tutorial."""

    def __init__(self, manifold):
        super().__init__()
        self.conv1 = hnn.HConvolution2d(3, 6, kernel_size=5, manifold=manifold)
        self.pool = hnn.HMaxPool2d(kernel_size=2, manifold=manifold, stride=2)
        self.conv2 = hnn.HConvolution2d(6, 16, kernel_size=3, manifold=manifold)
        self.fc1 = hnn.HLinear(16 * 3 * 3, 24, manifold=manifold)
        self.fc2 = hnn.HLinear(24, 10, manifold=manifold)
        self.relu = hnn.HReLU(manifold=manifold)

    def forward(self, x):
        x = self.pool(self.relu(self.conv1(x)))
        x = self.pool(self.relu(self.conv2(x)))
        x = x.flatten(start_dim=1)
        return self.fc2(self.relu(self.fc1(x)))


class _Block(nn.Module):
    """A residual block of the package's hyperbolic ResNet."""

    def __init__(self, channels, manifold):
        super().__init__()
        self.manifold = manifold
        self.conv1 = hnn.HConvolution2d(channels, channels, 3, manifold=manifold, padding=1)
        self.bn1 = hnn.HBatchNorm2d(channels, manifold=manifold)
        self.conv2 = hnn.HConvolution2d(channels, channels, 3, manifold=manifold, padding=1)
        self.bn2 = hnn.HBatchNorm2d(channels, manifold=manifold, use_midpoint=True)
        self.relu = hnn.HReLU(manifold=manifold)

    def forward(self, x):
        residual = x
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.bn2(self.conv2(x))
        return self.relu(self.manifold.mobius_add(x, residual))


class _Words(nn.Module):
    """Poincare embeddings of a hierarchy, with the loss of edges against negative samples."""

    def __init__(self, count=20, dim=4):
        super().__init__()
        self.manifold = _ball(learned=False)
        self.embedding = hnn.HEmbedding(count, dim, manifold=self.manifold)

    def forward(self, edges):
        embedded = self.embedding(edges)
        head = ManifoldTensor(embedded.tensor[:, :, :1], manifold=self.manifold, man_dim=-1)
        tail = ManifoldTensor(embedded.tensor[:, :, 1:], manifold=self.manifold, man_dim=-1)
        distances = self.manifold.dist(head, tail).flatten(1)
        return nn.functional.cross_entropy(-distances, edges.new_zeros(edges.shape[0]))


class _Distances(nn.Module):
    """Distances, means and variances of points of a ball, and a parallel transport between them."""

    def __init__(self, manifold):
        super().__init__()
        self.manifold = manifold

    def forward(self, x, y):
        x = self.manifold.project(ManifoldTensor(x, manifold=self.manifold, man_dim=-1))
        y = self.manifold.project(ManifoldTensor(y, manifold=self.manifold, man_dim=-1))
        tangent = self.manifold.logmap(x, y)
        moved = self.manifold.transp(tangent, y)
        midpoint = self.manifold.midpoint(x)
        return self.manifold.dist(x, y), self.manifold.cdist(x, y), moved.tensor, midpoint.tensor


class _Frechet(nn.Module):
    """The Frechet mean of batches of points and their variance."""

    def __init__(self, manifold):
        super().__init__()
        self.manifold = manifold

    def forward(self, x):
        points = ManifoldTensor(x, manifold=self.manifold, man_dim=-1)
        mean = self.manifold.frechet_mean(points, batch_dim=0)
        return mean.tensor, self.manifold.frechet_variance(points, mean, batch_dim=0)


class _Regression(nn.Module):
    """Multinomial regression with hyperplanes of a ball."""

    def __init__(self, manifold, features=6, classes=4):
        super().__init__()
        self.manifold = manifold
        self.weight, self.bias = manifold.construct_dl_parameters(features, classes)
        manifold.reset_parameters(self.weight, self.bias)

    def forward(self, x, labels):
        x = self.manifold.expmap(TangentTensor(x, man_dim=-1, manifold=self.manifold))
        logits = self.manifold.hyperplane_dists(x=x, z=self.weight, r=self.bias)
        return logits, nn.functional.cross_entropy(logits, labels)


def _classifier():
    ball = _ball()
    return _Hyperbolic(ball, _Classifier(ball), dim=1)


def _linear():
    ball = _ball(0.5)
    layers = nn.Sequential(
        hnn.HLinear(8, 12, manifold=ball), hnn.HReLU(ball), hnn.HLinear(12, 3, manifold=ball, bias=False)
    )
    return _Hyperbolic(ball, layers)


def _residual():
    ball = _ball(0.1)
    return _Hyperbolic(ball, nn.Sequential(_Block(4, ball), _Block(4, ball)), dim=1)


def _pooling():
    ball = _ball()
    layers = nn.Sequential(
        hnn.HAvgPool2d((2, 2), manifold=ball, use_midpoint=True), hnn.HAvgPool2d((2, 2), manifold=ball, stride=(1, 1))
    )
    return _Hyperbolic(ball, layers, dim=1)


def _change():
    ball, flat, other = _ball(), Euclidean(), _ball(2.0)
    layers = nn.Sequential(
        hnn.HLinear(6, 8, manifold=ball),
        hnn.ChangeManifold(target_manifold=flat),
        hnn.HLinear(8, 8, manifold=flat),
        hnn.ChangeManifold(target_manifold=other),
        hnn.HLinear(8, 4, manifold=other),
    )
    return _Hyperbolic(ball, layers)


def _tangent():
    ball = _ball()
    inner = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 6))
    return _Hyperbolic(ball, hnn.TangentSequential(inner, manifold=ball))


def _normalised():
    ball = _ball()
    layers = nn.Sequential(
        hnn.HLinear(6, 8, manifold=ball), hnn.HBatchNorm(8, manifold=ball), hnn.HLinear(8, 2, manifold=ball)
    )
    return _Hyperbolic(ball, layers)


MODELS = {
    "Classifier": lambda: (_classifier(), (torch.randn(2, 3, 20, 20) * 0.1,)),
    "Linear": lambda: (_linear(), (torch.randn(5, 8) * 0.3,)),
    "Embeddings": lambda: (_Words(), (torch.randint(0, 20, (6, 1, 5)),)),
    "Residual": lambda: (_residual(), (torch.randn(2, 4, 6, 6) * 0.1,)),
    "Regression": lambda: (_Regression(_ball()), (torch.randn(7, 6) * 0.3, torch.randint(0, 4, (7,)))),
    "Pooling": lambda: (_pooling(), (torch.randn(2, 3, 8, 8) * 0.2,)),
    "Change": lambda: (_change(), (torch.randn(5, 6) * 0.3,)),
    "Normalised": lambda: (_normalised(), (torch.randn(8, 6) * 0.3,)),
    "Distances": lambda: (_Distances(_ball()), (torch.randn(2, 6, 3) * 0.5, torch.randn(2, 6, 3) * 0.5)),
    "Frechet": lambda: (_Frechet(_ball(learned=False)), (torch.rand(5, 4) * 0.4,)),
    "Tangent": lambda: (_tangent(), (torch.randn(5, 6) * 0.3,)),
}

__getattr__ = factories(MODELS)
