import geoopt
import torch
from geoopt.layers.stereographic import Distance2StereographicHyperplanes
from seeded import factories
from torch import nn


class _MobiusLinear(nn.Module):
    """A linear layer of hyperbolic networks."""

    def __init__(self, inputs, outputs, ball, nonlinear=None):
        super().__init__()
        self.ball = ball
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        nn.init.xavier_uniform_(self.weight)
        self.bias = geoopt.ManifoldParameter(torch.zeros(outputs), manifold=ball)
        self.nonlinear = nonlinear

    def forward(self, x):
        y = self.ball.mobius_add(self.ball.mobius_matvec(self.weight, x), self.bias)
        if self.nonlinear is not None:
            y = self.ball.mobius_fn_apply(self.nonlinear, y)
        return self.ball.projx(y)


class _HyperbolicNetwork(nn.Module):
    def __init__(self, ball):
        super().__init__()
        self.ball = ball
        self.layers = nn.Sequential(_MobiusLinear(8, 6, ball, torch.tanh), _MobiusLinear(6, 4, ball))
        self.head = Distance2StereographicHyperplanes(4, 3, ball=ball)

    def forward(self, x):
        return self.head(self.layers(self.ball.expmap0(x)))


class _Embedding(nn.Module):
    """Poincare embeddings of a hierarchy, with the loss of Nickel and Kiela."""

    def __init__(self, manifold, count=30, size=5):
        super().__init__()
        self.manifold = manifold
        self.points = geoopt.ManifoldParameter(manifold.expmap0(torch.randn(count, size) * 0.1), manifold=manifold)

    def forward(self, child, parent, negative):
        points = self.points
        positive = self.manifold.dist(points[child], points[parent])
        others = self.manifold.dist(points[child][:, None], points[negative])
        logits = -torch.cat([positive[:, None], others], 1)
        return nn.functional.cross_entropy(logits, torch.zeros(len(child), dtype=torch.long))


class _LorentzEmbedding(nn.Module):
    def __init__(self, count=20, size=4):
        super().__init__()
        self.manifold = geoopt.Lorentz(k=1.0)
        self.points = geoopt.ManifoldParameter(self.manifold.random_normal(count, size + 1), manifold=self.manifold)

    def forward(self, first, second):
        a, b = self.points[first], self.points[second]
        tangent = self.manifold.logmap(a, b)
        return self.manifold.dist(a, b), tangent, self.manifold.expmap(a, 0.5 * tangent)


class _OrthogonalRNN(nn.Module):
    """A recurrent network whose recurrent matrix lies on a Stiefel manifold."""

    def __init__(self, inputs, hidden):
        super().__init__()
        manifold = geoopt.EuclideanStiefel()
        self.recurrent = geoopt.ManifoldParameter(manifold.random(hidden, hidden), manifold=manifold)
        self.inputs = nn.Linear(inputs, hidden)

    def forward(self, x):
        h = x.new_zeros(x.shape[1], self.recurrent.shape[0])
        for step in x:
            h = torch.tanh(self.inputs(step) + h @ self.recurrent)
        return h


class _Midpoint(nn.Module):
    """Attention with the weighted gyromidpoint as its sum."""

    def __init__(self, ball):
        super().__init__()
        self.ball = ball

    def forward(self, query, keys):
        keys, query = self.ball.expmap0(keys), self.ball.expmap0(query)
        weights = torch.softmax(-self.ball.dist(query[:, :, None], keys[:, None]), -1)
        return self.ball.weighted_midpoint(
            keys[:, None].expand(-1, query.shape[1], -1, -1), weights=weights, reducedim=[2]
        )


class _Covariances(nn.Module):
    """Distances of covariance matrices to learned prototypes."""

    def __init__(self, metric, classes=3, size=4):
        super().__init__()
        self.manifold = geoopt.SymmetricPositiveDefinite(metric)
        self.prototypes = geoopt.ManifoldParameter(self.manifold.random(classes, size, size), manifold=self.manifold)

    def forward(self, signal):
        covariance = signal @ signal.mT / signal.shape[-1] + 1e-2 * torch.eye(signal.shape[-2])
        return -self.manifold.dist(covariance[:, None], self.prototypes[None])


class _Product(nn.Module):
    """Mixed-curvature embeddings."""

    def __init__(self):
        super().__init__()
        self.manifold = geoopt.ProductManifold(
            (geoopt.PoincareBall(c=1.0, learnable=True), 4), (geoopt.Sphere(), 3), (geoopt.Euclidean(ndim=1), 2)
        )

    def forward(self, x, y):
        x, y = self.manifold.projx(x), self.manifold.projx(y)
        return self.manifold.dist2(x, y), self.manifold.logmap(x, y)


class _SphereFlow(nn.Module):
    """Steps of Riemannian gradient descent on a sphere."""

    def __init__(self, steps=4):
        super().__init__()
        self.manifold = geoopt.Sphere()
        self.potential = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 3))
        self.steps = steps

    def forward(self, x):
        x = self.manifold.projx(x)
        for _ in range(self.steps):
            u = self.manifold.proju(x, self.potential(x))
            x = self.manifold.retr(x, 0.1 * u)
        return x


class _Assignment(nn.Module):
    """A soft matching on the Birkhoff polytope."""

    def __init__(self, size=6):
        super().__init__()
        manifold = geoopt.BirkhoffPolytope()
        self.matching = geoopt.ManifoldParameter(manifold.random(size, size), manifold=manifold)

    def forward(self, cost):
        matching = self.matching.manifold.projx(self.matching.abs())
        return (matching * cost).sum((-1, -2))


class _Siegel(nn.Module):
    def __init__(self):
        super().__init__()
        self.manifold = geoopt.UpperHalf()

    def forward(self, x, y):
        return self.manifold.dist(x, y)


class _Wrapped(nn.Module):
    """A sample of a wrapped normal distribution, as in hyperbolic variational autoencoders."""

    def __init__(self, ball, size=4):
        super().__init__()
        self.ball = ball
        self.encoder = nn.Linear(10, 2 * size)
        self.decoder = nn.Linear(size, 10)

    def forward(self, x):
        mean, scale = self.encoder(x).chunk(2, -1)
        mean = self.ball.expmap0(mean * 0.1)
        noise = torch.randn_like(scale) * nn.functional.softplus(scale)
        z = self.ball.expmap(mean, self.ball.transp0(mean, noise))
        return self.decoder(self.ball.logmap0(z)), z


def _upper(batch, size=3):
    return geoopt.UpperHalf().random(batch, size, size, dtype=torch.complex128)


MODELS = {
    "HyperbolicNetwork": lambda: (
        _HyperbolicNetwork(geoopt.PoincareBall(c=1.0, learnable=True)),
        (torch.randn(5, 8) * 0.3,),
    ),
    "PoincareEmbedding": lambda: (
        _Embedding(geoopt.PoincareBall()),
        (torch.randint(30, (6,)), torch.randint(30, (6,)), torch.randint(30, (6, 4))),
    ),
    "LorentzEmbedding": lambda: (_LorentzEmbedding(), (torch.randint(20, (6,)), torch.randint(20, (6,)))),
    "OrthogonalRNN": lambda: (_OrthogonalRNN(4, 8), (torch.randn(6, 3, 4),)),
    "ProductSpace": lambda: (_Product(), (torch.randn(5, 9) * 0.2, torch.randn(5, 9) * 0.2)),
    "SphereFlow": lambda: (_SphereFlow(), (torch.randn(7, 3),)),
    "CovariancePrototypes": lambda: (
        _Covariances(geoopt.manifolds.symmetric_positive_definite.SPDMetric.AIM),
        (torch.randn(5, 4, 50),),
    ),
    "GyroAttention": lambda: (
        _Midpoint(geoopt.Stereographic(-0.7)),
        (torch.randn(2, 3, 4) * 0.3, torch.randn(2, 5, 4) * 0.3),
    ),
    "Hyperplanes": lambda: (
        Distance2StereographicHyperplanes(4, 6, signed=True, squared=False, ball=geoopt.SphereProjection()),
        (torch.randn(5, 4) * 0.3,),
    ),
    "HyperbolicAutoencoder": lambda: (_Wrapped(geoopt.PoincareBallExact(c=0.5)), (torch.randn(5, 10),)),
    "LogCovariances": lambda: (
        _Covariances(geoopt.manifolds.symmetric_positive_definite.SPDMetric.LEM),
        (torch.randn(5, 4, 50),),
    ),
    "Assignment": lambda: (_Assignment(), (torch.rand(3, 6, 6),)),
    "SiegelDistance": lambda: (_Siegel(), (_upper(4), _upper(4))),
}

__getattr__ = factories(MODELS)
