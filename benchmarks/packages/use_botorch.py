import torch
from botorch.acquisition import (
    UpperConfidenceBound,
    qKnowledgeGradient,
    qLogExpectedImprovement,
    qLogNoisyExpectedImprovement,
)
from botorch.acquisition.max_value_entropy_search import qMaxValueEntropy
from botorch.acquisition.multi_objective.logei import qLogExpectedHypervolumeImprovement
from botorch.acquisition.objective import GenericMCObjective
from botorch.generation.sampling import MaxPosteriorSampling
from botorch.models import (
    MixedSingleTaskGP,
    MultiTaskGP,
    PairwiseGP,
    SingleTaskGP,
)
from botorch.models.pairwise_gp import PairwiseLaplaceMarginalLogLikelihood
from botorch.models.transforms import ChainedInputTransform, Normalize, Standardize, Warp
from botorch.sampling import SobolQMCNormalSampler
from botorch.sampling.pathwise import draw_matheron_paths
from botorch.test_functions import Ackley, BraninCurrin, Hartmann
from botorch.utils.multi_objective.box_decompositions import FastNondominatedPartitioning
from gpytorch.mlls import ExactMarginalLogLikelihood
from seeded import factories
from torch import nn


def _data(count=12, size=2, outputs=1):
    x = torch.rand(count, size, dtype=torch.double)
    y = torch.stack([torch.sin(3 * x[:, 0] + i) + (x - 0.3 * i).pow(2).sum(-1) for i in range(outputs)], -1)
    return x, y


def _model(outputs=1, **options):
    x, y = _data(outputs=outputs)
    return SingleTaskGP(x, y, **options)


def _sampler(count=16):
    return SobolQMCNormalSampler(torch.Size([count]), seed=1)


def _points(batch=4, count=2, size=2):
    return (torch.rand(batch, count, size, dtype=torch.double),)


class _Predict(nn.Module):
    """The mean and variance of the posterior at some points."""

    def __init__(self, model, **options):
        super().__init__()
        self.model = model
        self.options = options

    def forward(self, x):
        self.model.eval()
        posterior = self.model.posterior(x, **self.options)
        return posterior.mean, posterior.variance


class _Fit(nn.Module):
    """The marginal likelihood that a fit of the model maximises."""

    def __init__(self, model, mll=ExactMarginalLogLikelihood):
        super().__init__()
        self.mll = mll(model.likelihood, model)

    def forward(self):
        self.mll.train()
        model = self.mll.model
        output = model(*model.train_inputs)
        return -self.mll(output, model.train_targets)


class _Preferences(nn.Module):
    """The marginal likelihood of comparisons between points."""

    def __init__(self):
        super().__init__()
        points = torch.rand(8, 2, dtype=torch.double)
        comparisons = torch.tensor([[0, 1], [2, 1], [3, 4], [5, 6], [7, 0], [2, 6]])
        self.model = PairwiseGP(points, comparisons)
        self.mll = PairwiseLaplaceMarginalLogLikelihood(self.model.likelihood, self.model)

    def forward(self, x):
        self.model.eval()
        posterior = self.model.posterior(x)
        return posterior.mean, posterior.variance


class _Ascent(nn.Module):
    """Candidates found by gradient ascent of the acquisition function."""

    def __init__(self, steps=5):
        super().__init__()
        self.acquisition = UpperConfidenceBound(_model(), beta=2.0)
        self.steps = steps

    def forward(self, x):
        x = x.detach().clone().requires_grad_(True)
        optimizer = torch.optim.Adam([x], lr=0.05)
        for _ in range(self.steps):
            optimizer.zero_grad()
            loss = -self.acquisition(x).sum()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                x.clamp_(0, 1)
        return x.detach(), self.acquisition(x.detach())


class _Paths(nn.Module):
    """Functions drawn from the posterior, evaluated at some points."""

    def __init__(self, count=3):
        super().__init__()
        self.paths = draw_matheron_paths(_model().eval(), torch.Size([count]))

    def forward(self, x):
        return self.paths(x)


class _Thompson(nn.Module):
    """Thompson sampling from a discrete set of points."""

    def __init__(self, count=3):
        super().__init__()
        self.sampling = MaxPosteriorSampling(_model().eval(), replacement=False)
        self.count = count

    def forward(self, x):
        return self.sampling(x, num_samples=self.count)


class _Problems(nn.Module):
    """The values of synthetic problems."""

    def __init__(self):
        super().__init__()
        self.hartmann = Hartmann(dim=6, negate=True)
        self.ackley = Ackley(dim=6, noise_std=0.1)
        self.pair = BraninCurrin(negate=True)

    def forward(self, x):
        return self.hartmann(x), self.ackley(x), self.pair(x[..., :2])


def _transformed():
    x, y = _data(count=14, size=3)
    return SingleTaskGP(
        10 * x,
        y,
        input_transform=ChainedInputTransform(
            normalize=Normalize(d=3),
            warp=Warp(d=3, indices=[0, 2]),
        ),
        outcome_transform=Standardize(m=1),
    )


def _tasks():
    x, y = _data()
    tasks = torch.cat([torch.zeros(6, 1), torch.ones(6, 1)]).double()
    return MultiTaskGP(torch.cat([x, tasks], -1), y, task_feature=-1, output_tasks=[0])


def _mixed():
    x, y = _data()
    return MixedSingleTaskGP(torch.cat([x, torch.randint(3, (12, 1)).double()], -1), y, cat_dims=[2])


def _hypervolume():
    model = _model(2)
    reference = torch.tensor([-1.0, -1.0], dtype=torch.double)
    partitioning = FastNondominatedPartitioning(reference, Y=model.train_targets.T.contiguous())
    return qLogExpectedHypervolumeImprovement(model, reference, partitioning, sampler=_sampler())


MODELS = {
    "ExpectedImprovement": lambda: (
        qLogExpectedImprovement(_model(), best_f=1.0, sampler=_sampler()),
        _points(),
    ),
    "NoisyImprovement": lambda: (
        qLogNoisyExpectedImprovement(
            _model(outputs=2),
            X_baseline=_data(6)[0],
            sampler=_sampler(),
            objective=GenericMCObjective(lambda samples, X=None: samples[..., 0] - samples[..., 1] ** 2),
            prune_baseline=False,
        ),
        _points(),
    ),
    "Fit": lambda: (_Fit(_transformed()), ()),
    "Hypervolume": lambda: (_hypervolume(), _points()),
    "MultiTask": lambda: (_Predict(_tasks()), (torch.rand(5, 2, dtype=torch.double),)),
    "KnowledgeGradient": lambda: (qKnowledgeGradient(_model(), num_fantasies=3, sampler=_sampler(3)), _points(2, 5)),
    "Paths": lambda: (_Paths(), (torch.rand(6, 2, dtype=torch.double),)),
    "Preferences": lambda: (_Preferences(), (torch.rand(5, 2, dtype=torch.double),)),
    "MaxValueEntropy": lambda: (
        qMaxValueEntropy(_model(), torch.rand(50, 2, dtype=torch.double), num_mv_samples=4),
        _points(3, 1),
    ),
    "Mixed": lambda: (
        _Predict(_mixed(), observation_noise=True),
        (torch.cat([torch.rand(4, 2), torch.randint(3, (4, 1))], -1).double(),),
    ),
    "Ascent": lambda: (_Ascent(), _points(3, 1)),
    "Thompson": lambda: (_Thompson(), (torch.rand(2, 20, 2, dtype=torch.double),)),
    "Problems": lambda: (_Problems(), (torch.rand(5, 6, dtype=torch.double),)),
}

__getattr__ = factories(MODELS)
