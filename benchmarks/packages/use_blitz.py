import torch
from blitz.losses import kl_divergence_from_nn
from blitz.modules import (
    BayesianConv1d,
    BayesianConv2d,
    BayesianConv3d,
    BayesianEmbedding,
    BayesianGRU,
    BayesianLinear,
    BayesianLSTM,
)
from blitz.modules.weight_sampler import PriorWeightDistribution, TrainableRandomDistribution
from blitz.utils import variational_estimator
from seeded import factories
from torch import nn


@variational_estimator
class _Regressor(nn.Module):
    """The regressor of the package's Boston example."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(BayesianLinear(13, 32), nn.ReLU(), BayesianLinear(32, 1))

    def forward(self, x):
        return self.layers(x)


@variational_estimator
class _LeNet(nn.Module):
    """The convolutional network of the package's CIFAR example."""

    def __init__(self):
        super().__init__()
        self.conv1 = BayesianConv2d(3, 6, (5, 5))
        self.conv2 = BayesianConv2d(6, 16, (5, 5))
        self.fc1 = BayesianLinear(256, 40)
        self.fc2 = BayesianLinear(40, 10)

    def forward(self, x):
        out = nn.functional.max_pool2d(nn.functional.relu(self.conv1(x)), 2)
        out = nn.functional.max_pool2d(nn.functional.relu(self.conv2(out)), 2)
        return self.fc2(nn.functional.relu(self.fc1(out.flatten(1))))


@variational_estimator
class _Stocks(nn.Module):
    """The forecaster of the package's stocks example."""

    def __init__(self, recurrent):
        super().__init__()
        self.recurrent = recurrent
        self.linear = nn.Linear(10, 1)

    def forward(self, x):
        out, _ = self.recurrent(x)
        return self.linear(out[:, -1, :])


class _Elbo(nn.Module):
    def __init__(self, net, criterion, samples):
        super().__init__()
        self.net = net
        self.criterion = criterion
        self.samples = samples

    def forward(self, inputs, labels):
        return self.net.sample_elbo(
            inputs=inputs, labels=labels, criterion=self.criterion, sample_nbr=self.samples, complexity_cost_weight=0.01
        )


class _MeanForward(nn.Module):
    """The forecast of a network's mean weights, with the network's divergence."""

    def __init__(self):
        super().__init__()
        self.net = _Regressor()

    def forward(self, x):
        return self.net(x), self.net.mfvi_forward(x, sample_nbr=3), self.net.nn_kl_divergence()


class _Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = _LeNet()
        self.net.freeze_()

    def forward(self, x):
        return self.net(x)


class _Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = BayesianEmbedding(50, 12, padding_idx=0)
        self.conv = BayesianConv1d(12, 8, 3, padding=1)
        self.head = BayesianLinear(8, 2)

    def forward(self, tokens):
        hidden = self.conv(self.embedding(tokens).transpose(1, 2)).relu().amax(-1)
        return self.head(hidden), kl_divergence_from_nn(self)


class _Weights(nn.Module):
    """The sampling of weights, and their density under posterior and prior."""

    def __init__(self):
        super().__init__()
        self.sampler = TrainableRandomDistribution(
            nn.Parameter(torch.randn(6, 4)), nn.Parameter(torch.full((6, 4), -3.0))
        )
        self.prior = PriorWeightDistribution(pi=0.5, sigma1=1.0, sigma2=0.1)

    def forward(self, x):
        weight = self.sampler.sample()
        return x @ weight, self.sampler.log_posterior(), self.prior.log_prior(weight)


MODELS = {
    "RegressorElbo": lambda: (_Elbo(_Regressor(), nn.MSELoss(), 3), (torch.randn(8, 13), torch.randn(8, 1))),
    "LeNet": lambda: (_LeNet(), (torch.randn(2, 3, 28, 28),)),
    "StocksLSTM": lambda: (_Stocks(BayesianLSTM(3, 10, prior_sigma_1=1, prior_pi=1)), (torch.randn(4, 7, 3),)),
    "Words": lambda: (_Words(), (torch.randint(0, 50, (3, 9)),)),
    "StocksGRU": lambda: (_Stocks(BayesianGRU(3, 10, posterior_rho_init=-3.0)), (torch.randn(4, 7, 3),)),
    "MeanForward": lambda: (_MeanForward(), (torch.randn(8, 13),)),
    "Frozen": lambda: (_Frozen(), (torch.randn(2, 3, 28, 28),)),
    "Volume": lambda: (BayesianConv3d(2, 4, (3, 3, 3), padding=1, bias=False), (torch.randn(2, 2, 6, 6, 6),)),
    "PeepholeLSTM": lambda: (BayesianLSTM(3, 10, peephole=True), (torch.randn(4, 7, 3),)),
    "Weights": lambda: (_Weights(), (torch.randn(5, 6),)),
    "ClassifierElbo": lambda: (
        _Elbo(_LeNet(), nn.CrossEntropyLoss(), 2),
        (torch.randn(2, 3, 28, 28), torch.randint(0, 10, (2,))),
    ),
}

__getattr__ = factories(MODELS)
