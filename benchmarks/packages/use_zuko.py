import torch
import zuko
from seeded import factories
from torch import nn


class _LogProb(nn.Module):
    """The density of a flow, given a context."""

    def __init__(self, flow):
        super().__init__()
        self.flow = flow

    def forward(self, x, context=None):
        return self.flow(context).log_prob(x)


class _Sample(nn.Module):
    """Samples of a flow with their densities."""

    def __init__(self, flow, count=4):
        super().__init__()
        self.flow = flow
        self.count = count

    def forward(self, context=None):
        return self.flow(context).rsample_and_log_prob((self.count,))


class _Posterior(nn.Module):
    """Neural posterior estimation with an embedding of the observation."""

    def __init__(self):
        super().__init__()
        self.embedding = zuko.nn.MLP(20, 8, hidden_features=[32, 16], activation=nn.ELU, normalize=True)
        self.flow = zuko.flows.NSF(3, context=8, transforms=2, bins=4, hidden_features=[32, 32], passes=2)

    def forward(self, theta, observation):
        return -self.flow(self.embedding(observation)).log_prob(theta).mean()


class _Autoencoder(nn.Module):
    """A variational autoencoder with a flow as its prior and one as its posterior."""

    def __init__(self, features=16, latent=3):
        super().__init__()
        self.encoder = zuko.flows.MAF(latent, context=features, transforms=1, hidden_features=[32])
        self.prior = zuko.flows.RealNVP(latent, transforms=2, hidden_features=[16])
        self.decoder = zuko.nn.MLP(latent, features, hidden_features=[32])

    def forward(self, x):
        z, log_q = self.encoder(x).rsample_and_log_prob()
        reconstruction = -((self.decoder(z) - x) ** 2).sum(-1) / 2
        return (log_q - self.prior().log_prob(z) - reconstruction).mean()


class _Custom(nn.Module):
    """A flow put together from transforms by hand."""

    def __init__(self):
        super().__init__()
        self.flow = zuko.flows.Flow(
            transform=[
                zuko.flows.UnconditionalTransform(zuko.transforms.RotationTransform, torch.randn(3, 3)),
                zuko.flows.MaskedAutoregressiveTransform(3, context=2, hidden_features=[16]),
                zuko.flows.UnconditionalTransform(zuko.transforms.SoftclipTransform),
                zuko.flows.MaskedAutoregressiveTransform(
                    3,
                    context=2,
                    univariate=zuko.transforms.MonotonicRQSTransform,
                    shapes=[(4,), (4,), (3,)],
                    hidden_features=[16],
                ),
            ],
            base=zuko.flows.UnconditionalDistribution(
                zuko.distributions.DiagNormal, torch.zeros(3), torch.ones(3), buffer=True
            ),
        )

    def forward(self, x, context):
        distribution = self.flow(context)
        z, ladj = distribution.transform.call_and_ladj(x)
        return distribution.log_prob(x), distribution.transform.inv(z), ladj


class _Monotone(nn.Module):
    """Isotonic regression with monotonic and masked networks."""

    def __init__(self):
        super().__init__()
        self.monotone = zuko.nn.MonotonicMLP(2, 2, hidden_features=[16, 16])
        adjacency = torch.tensor([[1, 0, 1, 0], [0, 1, 1, 1], [1, 1, 0, 0]], dtype=torch.bool)
        self.masked = zuko.nn.MaskedMLP(adjacency, hidden_features=[16, 16], residual=True)

    def forward(self, x, target):
        y = self.masked(x)
        return nn.functional.mse_loss(self.monotone(y[:, :2]), target), y


MODELS = {
    "NeuralSpline": lambda: (
        _LogProb(zuko.flows.NSF(3, context=4, transforms=3, bins=5, hidden_features=[32, 32])),
        (torch.randn(8, 3), torch.randn(8, 4)),
    ),
    "Masked": lambda: (
        _Sample(zuko.flows.MAF(4, context=2, transforms=2, randperm=True, hidden_features=[32])),
        (torch.randn(5, 2),),
    ),
    "Coupling": lambda: (
        _Sample(zuko.flows.NICE(5, context=3, transforms=4, hidden_features=[16, 16])),
        (torch.randn(3),),
    ),
    "Continuous": lambda: (
        _LogProb(zuko.flows.CNF(2, context=3, hidden_features=[16, 16])),
        (torch.randn(6, 2), torch.randn(6, 3)),
    ),
    "Posterior": lambda: (_Posterior(), (torch.rand(8, 3) * 2 - 1, torch.randn(8, 20))),
    "NeuralAutoregressive": lambda: (
        _LogProb(zuko.flows.NAF(3, transforms=2, signal=4, hidden_features=[16])),
        (torch.randn(6, 3),),
    ),
    "Unconstrained": lambda: (
        _LogProb(zuko.flows.UNAF(2, context=2, transforms=1, signal=4, hidden_features=[16])),
        (torch.randn(5, 2), torch.randn(5, 2)),
    ),
    "Autoencoder": lambda: (_Autoencoder(), (torch.randn(6, 16),)),
    "CustomFlow": lambda: (_Custom(), (torch.rand(6, 3) * 2 - 1, torch.randn(6, 2))),
    "Gaussianization": lambda: (
        _LogProb(zuko.flows.GF(3, context=2, components=4, transforms=2, hidden_features=[16])),
        (torch.randn(6, 3), torch.randn(6, 2)),
    ),
    "Mixture": lambda: (
        _LogProb(zuko.mixtures.GMM(3, context=4, components=3, hidden_features=[16])),
        (torch.randn(7, 3), torch.randn(7, 4)),
    ),
    "SumOfSquares": lambda: (
        _LogProb(zuko.flows.SOSPF(2, transforms=2, degree=3, polynomials=2, hidden_features=[16])),
        (torch.randn(6, 2),),
    ),
    "Networks": lambda: (_Monotone(), (torch.randn(6, 4), torch.randn(6, 2))),
}

__getattr__ = factories(MODELS)
