import pyro
import pyro.distributions as dist
import pyro.distributions.transforms as T
import torch
from pyro.contrib.gp.kernels import RBF, Matern32, Sum
from pyro.contrib.gp.models import GPRegression, SparseGPRegression
from pyro.infer import Predictive, Trace_ELBO, TraceMeanField_ELBO
from pyro.infer.autoguide import AutoDiagonalNormal, AutoLowRankMultivariateNormal, AutoNormal
from pyro.nn import AutoRegressiveNN, ConditionalAutoRegressiveNN, DenseNN, PyroModule, PyroSample
from seeded import factories
from torch import nn


class _BayesianRegression(PyroModule):
    def __init__(self, inputs=4):
        super().__init__()
        self.linear = PyroModule[nn.Linear](inputs, 1)
        self.linear.weight = PyroSample(dist.Normal(0.0, 1.0).expand([1, inputs]).to_event(2))
        self.linear.bias = PyroSample(dist.Normal(0.0, 10.0).expand([1]).to_event(1))

    def forward(self, x, y=None):
        sigma = pyro.sample("sigma", dist.HalfNormal(1.0))
        mean = self.linear(x).squeeze(-1)
        with pyro.plate("data", x.shape[0]):
            pyro.sample("obs", dist.Normal(mean, sigma), obs=y)
        return mean


class _Elbo(nn.Module):
    """The negative evidence lower bound of a model and its guide."""

    def __init__(self, model, guide, elbo, example):
        super().__init__()
        pyro.clear_param_store()
        guide(*example)
        self.loss = elbo(model, guide)

    def forward(self, *args):
        return self.loss(*args)


class _VAE(PyroModule):
    def __init__(self, size=20, latent=4, hidden=16):
        super().__init__()
        self.latent = latent
        self.encoder = nn.Sequential(nn.Linear(size, hidden), nn.Softplus(), nn.Linear(hidden, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.Softplus(), nn.Linear(hidden, size))

    def model(self, x):
        pyro.module("decoder", self.decoder)
        with pyro.plate("data", x.shape[0]):
            zeros = x.new_zeros(x.shape[0], self.latent)
            z = pyro.sample("latent", dist.Normal(zeros, torch.ones_like(zeros)).to_event(1))
            logits = self.decoder(z)
            pyro.sample("obs", dist.Bernoulli(logits=logits).to_event(1), obs=x)
        return logits

    def guide(self, x):
        pyro.module("encoder", self.encoder)
        with pyro.plate("data", x.shape[0]):
            loc, scale = self.encoder(x).chunk(2, -1)
            pyro.sample("latent", dist.Normal(loc, nn.functional.softplus(scale)).to_event(1))


class _VAELoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.vae = _VAE()
        self.elbo = TraceMeanField_ELBO()

    def forward(self, x):
        return self.elbo.differentiable_loss(self.vae.model, self.vae.guide, x)


class _Flow(nn.Module):
    """The log-density of a normalizing flow, and samples of it."""

    def __init__(self, transforms, size):
        super().__init__()
        self.transforms = nn.ModuleList(transforms)
        self.register_buffer("zeros", torch.zeros(size))
        self.register_buffer("ones", torch.ones(size))

    def _distribution(self):
        base = dist.Normal(self.zeros, self.ones).to_event(1)
        return dist.TransformedDistribution(base, list(self.transforms))

    def forward(self, x):
        return self._distribution().log_prob(x)


class _FlowSample(_Flow):
    def forward(self, count):
        return self._distribution().rsample(torch.Size([count]))


class _ConditionalFlow(nn.Module):
    def __init__(self):
        super().__init__()
        self.transform = T.conditional_spline(3, context_dim=2, hidden_dims=[12], count_bins=4)

    def forward(self, x, context):
        base = dist.Normal(torch.zeros(3), torch.ones(3)).to_event(1)
        flow = dist.ConditionalTransformedDistribution(base, [self.transform]).condition(context)
        return flow.log_prob(x)


class _GP(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x, full_cov=False, noiseless=False)


class _Mixture(PyroModule):
    """A mixture of Gaussians with its assignments summed out."""

    def __init__(self, components=3):
        super().__init__()
        self.components = components

    def forward(self, x):
        weights = pyro.sample("weights", dist.Dirichlet(torch.ones(self.components)))
        with pyro.plate("components", self.components):
            means = pyro.sample("means", dist.Normal(0.0, 3.0))
            scales = pyro.sample("scales", dist.LogNormal(0.0, 1.0))
        with pyro.plate("data", len(x)):
            mixture = dist.MixtureSameFamily(dist.Categorical(weights), dist.Normal(means, scales))
            pyro.sample("obs", mixture, obs=x)


class _TraceLog(nn.Module):
    """The log-joint of a model conditioned on data, as a trace computes it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, *args):
        trace = pyro.poutine.trace(self.model).get_trace(*args)
        return trace.log_prob_sum()


class _HMM(nn.Module):
    """The likelihood of sequences under a hidden Markov model with Gaussian emissions."""

    def __init__(self, states=4):
        super().__init__()
        self.initial = nn.Parameter(torch.randn(states))
        self.transition = nn.Parameter(torch.randn(states, states))
        self.means = nn.Parameter(torch.randn(states))

    def forward(self, x):
        hmm = dist.DiscreteHMM(self.initial, self.transition, dist.Normal(self.means, 1.0), duration=x.shape[-1])
        return hmm.log_prob(x)


def _regression():
    return torch.randn(10, 4), torch.randn(10)


def _bayesian(guide, elbo):
    model = _BayesianRegression()
    data = _regression()
    return _Elbo(model, guide(model), elbo, data), data


def _mixture():
    model = _Mixture()
    x = torch.randn(12)
    return _Elbo(model, AutoDiagonalNormal(model), Trace_ELBO(), (x,)), (x,)


def _predictive():
    model = _BayesianRegression()
    guide = AutoNormal(model)
    x, y = _regression()
    guide(x, y)
    return Predictive(model, guide=guide, num_samples=4, return_sites=("obs", "_RETURN")), (x,)


MODELS = {
    "BayesianRegression": lambda: _bayesian(AutoNormal, Trace_ELBO()),
    "VariationalAutoencoder": lambda: (_VAELoss(), (torch.rand(6, 20).round(),)),
    "SplineFlow": lambda: (
        _Flow(
            [
                T.spline_coupling(4, split_dim=2, hidden_dims=[12], count_bins=4),
                T.affine_coupling(4, split_dim=1, hidden_dims=[12]),
            ],
            4,
        ),
        (torch.randn(5, 4),),
    ),
    "GaussianProcess": lambda: (
        _GP(GPRegression(torch.randn(12, 2), torch.randn(12), Sum(RBF(2), Matern32(2)), noise=torch.tensor(0.1))),
        (torch.randn(5, 2),),
    ),
    "Mixture": _mixture,
    "AutoregressiveNetwork": lambda: (
        AutoRegressiveNN(6, [16, 16], param_dims=(1, 1), skip_connections=True),
        (torch.randn(5, 6),),
    ),
    "ConditionalFlow": lambda: (_ConditionalFlow(), (torch.randn(5, 3), torch.randn(5, 2))),
    "PosteriorPredictive": _predictive,
    "MaskedFlow": lambda: (
        _Flow([T.affine_autoregressive(4, hidden_dims=[12]), T.batchnorm(4)], 4),
        (torch.randn(5, 4),),
    ),
    "HiddenMarkov": lambda: (_HMM(), (torch.randn(3, 7),)),
    "SparseProcess": lambda: (
        _GP(
            SparseGPRegression(
                torch.randn(20, 2),
                torch.randn(20),
                RBF(2, lengthscale=torch.ones(2)),
                Xu=torch.randn(5, 2),
                jitter=1e-4,
            )
        ),
        (torch.randn(5, 2),),
    ),
    "FlowSamples": lambda: (
        _FlowSample([T.affine_coupling(4, hidden_dims=[12]), T.householder(4, count_transforms=2)], 4),
        (6,),
    ),
    "LowRankGuide": lambda: _bayesian(AutoLowRankMultivariateNormal, Trace_ELBO(num_particles=2)),
    "LogJoint": lambda: (_TraceLog(_BayesianRegression()), _regression()),
    "ConditionalNetwork": lambda: (
        ConditionalAutoRegressiveNN(4, 2, [12], param_dims=(1, 3)),
        (torch.randn(5, 4), torch.randn(5, 2)),
    ),
    "Dense": lambda: (DenseNN(6, [12, 12], param_dims=[2, 1, 3]), (torch.randn(5, 6),)),
}

__getattr__ = factories(MODELS)
