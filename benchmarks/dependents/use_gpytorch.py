import gpytorch
import torch
from torch import nn


class RBFGram(nn.Module):
    """Kernel matrix as a feature map."""

    def __init__(self):
        super().__init__()
        self.kernel = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return self.kernel(x).to_dense()


def RBFGram_inputs():
    return [(torch.randn(16, 3),), (torch.randn(24, 3),)]


class ExactGP(gpytorch.models.ExactGP):
    def __init__(self):
        train_x = torch.linspace(0, 1, 20)
        likelihood = gpytorch.likelihoods.GaussianLikelihood()
        super().__init__(train_x, torch.sin(train_x * 6), likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(nu=2.5))

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class MarginalLogLikelihood(nn.Module):
    """The training objective of an exact GP over learned features."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.mean = gpytorch.means.ConstantMean()
        self.kernel = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel(ard_num_dims=2))
        self.likelihood = gpytorch.likelihoods.GaussianLikelihood()

    def forward(self, x, y):
        h = self.features(x)
        prior = gpytorch.distributions.MultivariateNormal(self.mean(h), self.kernel(h))
        return -self.likelihood(prior).log_prob(y) / y.numel()


def MarginalLogLikelihood_inputs():
    return [(torch.randn(20, 4), torch.randn(20))]


class LinearMeanHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(5, 8)
        self.mean = gpytorch.means.LinearMean(8)

    def forward(self, x):
        return self.mean(torch.tanh(self.net(x)))


def LinearMeanHead_inputs():
    return [(torch.randn(6, 5),), (torch.randn(9, 5),)]


def ExactGP_inputs():
    return [(torch.linspace(0, 1, 20),)]
