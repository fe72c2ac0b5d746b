import cebra.distributions
import cebra.models
import torch
from cebra.data.datatypes import Batch as _Batch
from seeded import factories


class _Step(torch.nn.Module):
    """The contrastive loss of a batch's windows."""

    def __init__(self, model, criterion):
        super().__init__()
        self.model = model
        self.criterion = criterion

    def forward(self, reference, positive, negative):
        return self.criterion(self.model(reference), self.model(positive), self.model(negative))


class _Sampled(torch.nn.Module):
    """Samples a batch by a distribution of indices, then embeds it."""

    def __init__(self, distribution, neurons=12, labels=None):
        super().__init__()
        self.distribution = distribution
        self.labels = labels
        self.model = cebra.models.init("offset10-model", neurons, 16, 3)
        self.criterion = cebra.models.FixedCosineInfoNCE(temperature=0.5)

    def forward(self, neural):
        offset = self.model.get_offset()
        windows = neural.unfold(0, len(offset), 1)
        last = len(windows) - 1
        ref = self.distribution.sample_prior(32)
        pos = self.distribution.sample_conditional(ref if self.labels is None else self.labels[ref])
        neg = self.distribution.sample_prior(32)
        views = [self.model(windows[(idx - offset.left).clamp(0, last)]) for idx in (ref, pos, neg)]
        return self.criterion(*views)


class _Transform(torch.nn.Module):
    """Embeds a whole recording, padded at its ends."""

    def __init__(self, name, neurons=12):
        super().__init__()
        self.model = cebra.models.init(name, neurons, 16, 3)

    def forward(self, neural):
        offset = self.model.get_offset()
        pad = (offset.left, offset.right - 1)
        x = torch.nn.functional.pad(neural.T.unsqueeze(0), pad, mode="replicate")
        return self.model(x).squeeze(0).T


class _Objectives(torch.nn.Module):
    """Losses of parts of the embedding."""

    def __init__(self, mode):
        super().__init__()
        module = cebra.models.init("offset10-model-mse", 12, 16, 6)
        self.model = cebra.models.MultiobjectiveModel(module, (3, 6), output_mode="separate")
        self.criterion = cebra.models.MultiCriterions(
            [
                {
                    "indices": (start, start + 3),
                    "contrastive_loss": {"name": "FixedEuclideanInfoNCE", "kwargs": {"temperature": 1.0}},
                    "supervised_loss": {"name": "nn.MSELoss"},
                }
                for start in (0, 3)
            ],
            mode=mode,
        )
        self.mode = mode

    def forward(self, reference, positive, negative):
        refs = self.model(reference)
        if self.mode == "supervised":
            return self.criterion(tuple(_Batch(r, p, None) for r, p in zip(refs, positive.split(3, 1), strict=True)))
        views = zip(refs, self.model(positive), self.model(negative), strict=True)
        return self.criterion(tuple(_Batch(r, p, n) for r, p, n in views))


class _Jacobian(torch.nn.Module):
    """The Jacobian regularizer of an embedding."""

    def __init__(self):
        super().__init__()
        self.model = cebra.models.init("offset1-model-mse", 12, 16, 3)
        self.regularizer = cebra.models.JacobianReg(n=1)

    def forward(self, x):
        with torch.enable_grad():
            x = x.detach().requires_grad_(True)
            return self.regularizer(x, self.model(x)).detach()


def _supervised(labels):
    model = cebra.models.init("supervised10-model", 12, 16, 3)
    model.set_output_num(labels)
    return model


def _windows(length, count=16, neurons=12):
    return tuple(torch.randn(count, neurons, length) for _ in range(3))


def _embedded(count=16, dims=3):
    return tuple(torch.nn.functional.normalize(torch.randn(count, dims), dim=1) for _ in range(3))


MODELS = {
    "Offset10": lambda: (cebra.models.init("offset10-model", 12, 16, 3), (torch.randn(4, 12, 10),)),
    "CosineLoss": lambda: (cebra.models.FixedCosineInfoNCE(temperature=0.5), _embedded()),
    "ContrastiveStep": lambda: (
        _Step(cebra.models.init("offset10-model", 12, 16, 3), cebra.models.LearnableCosineInfoNCE(min_temperature=0.1)),
        _windows(10),
    ),
    "BehaviorSampled": lambda: (
        _Sampled(cebra.distributions.TimedeltaDistribution(torch.randn(60, 2).cumsum(0), time_delta=2, seed=0)),
        (torch.randn(60, 12),),
    ),
    "Recording": lambda: (_Transform("offset10-model"), (torch.randn(40, 12),)),
    "TwoObjectives": lambda: (_Objectives("contrastive"), _windows(10)),
    "Subsampled": lambda: (cebra.models.init("offset40-model-4x-subsample", 12, 16, 3), (torch.randn(2, 12, 40),)),
    "TimeSampled": lambda: (
        _Sampled(cebra.distributions.TimeContrastive(num_samples=60, time_offset=5, seed=0)),
        (torch.randn(60, 12),),
    ),
    "EuclideanStep": lambda: (
        _Step(
            cebra.models.init("offset5-model", 12, 16, 3), cebra.models.LearnableEuclideanInfoNCE(min_temperature=0.5)
        ),
        _windows(5),
    ),
    "SingleSample": lambda: (cebra.models.init("offset1-model", 12, 16, 3), (torch.randn(4, 12, 1),)),
    "LabelSampled": lambda: (
        _Sampled(
            cebra.distributions.DiscreteUniform(torch.arange(60) % 4, seed=0),
            labels=torch.arange(60) % 4,
        ),
        (torch.randn(60, 12),),
    ),
    "JacobianPenalty": lambda: (_Jacobian(), (torch.randn(6, 12, 1),)),
    "SupervisedObjectives": lambda: (
        _Objectives("supervised"),
        (torch.randn(8, 12, 10), torch.randn(8, 6), torch.zeros(1)),
    ),
    "Offset36": lambda: (cebra.models.init("offset36-model", 12, 16, 3), (torch.randn(2, 12, 36),)),
    "NoiseContrastive": lambda: (cebra.models.NCE(temperature=0.7), _embedded()),
    "SupervisedModel": lambda: (_supervised(4), (torch.randn(4, 12, 10),)),
}

__getattr__ = factories(MODELS)
