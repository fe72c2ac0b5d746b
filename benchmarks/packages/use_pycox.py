import torch
import torchtuples as tt
from pycox import models
from pycox.models.bce_surv import BCESurv as BinaryModel
from pycox.models.cox_time import MLPVanillaCoxTime
from seeded import factories
from torch import nn


class _Training(nn.Module):
    """The loss of a batch, as the model computes it in fitting."""

    def __init__(self, model):
        super().__init__()
        self.net = model.net
        self.loss = model.loss

    def forward(self, x, *target):
        return self.loss(self.net(x), *target)


class _Mixed(_Training):
    """The loss of a batch of numeric and categoric covariates."""

    def forward(self, numeric, categoric, durations, events):
        return self.loss(self.net(numeric, categoric), durations, events)


class _CaseControl(nn.Module):
    """The loss of cases and the controls that were sampled from their risk sets."""

    def __init__(self, model):
        super().__init__()
        self.net = model.net
        self.loss = model.loss

    def forward(self, case, controls):
        return self.loss(self.net(case), tt.TupleTree(self.net(control) for control in controls))


class _CaseControlTime(_CaseControl):
    """The same for nets that depend on the time."""

    def forward(self, case, controls, durations):
        control = tt.TupleTree(self.net(control, durations) for control in controls)
        return self.loss(self.net(case, durations), control)


class _CauseSpecific(nn.Module):
    """Shared layers and a net for each of the competing risks, as in the package's example."""

    def __init__(self, features, shared, specific, risks, durations):
        super().__init__()
        self.shared = tt.practical.MLPVanilla(features, shared[:-1], shared[-1], dropout=0.1)
        self.risks = nn.ModuleList(
            tt.practical.MLPVanilla(shared[-1] + features, specific, durations, dropout=0.1) for _ in range(risks)
        )

    def forward(self, x):
        out = torch.cat([self.shared(x), x], 1)
        return torch.stack([net(out) for net in self.risks], dim=1)


class _Autoencoder(nn.Module):
    """A net whose loss also has the reconstruction of the covariates, as in the package's example."""

    def __init__(self, features, encoded, durations):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(features, 16), nn.LeakyReLU(), nn.Linear(16, encoded))
        self.decoder = nn.Sequential(nn.Linear(encoded, 16), nn.LeakyReLU(), nn.Linear(16, features))
        self.surv = tt.practical.MLPVanilla(encoded, [16], durations)
        self.hazard = models.LogisticHazard(self.surv).loss
        self.mse = nn.MSELoss()

    def forward(self, x, durations, events):
        encoded = self.encoder(x)
        loss = self.hazard(self.surv(encoded), durations, events)
        return 0.6 * loss + 0.4 * self.mse(self.decoder(encoded), x)


class _Convolutional(nn.Module):
    """A net for images, as in the package's example."""

    def __init__(self, durations):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 8, 5), nn.MaxPool2d(2), nn.ReLU(), nn.Conv2d(8, 16, 5), nn.ReLU(), nn.AdaptiveAvgPool2d((1, 1))
        )
        self.head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.BatchNorm1d(16), nn.Linear(16, durations))

    def forward(self, image):
        return self.head(self.conv(image).flatten(1))


class _Survival(nn.Module):
    """The survival curve of the multi-task logistic regression."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        logits = models.utils.cumsum_reverse(self.net(x), dim=1)
        return 1 - models.utils.pad_col(logits).softmax(1)[:, :-1].cumsum(1)


def _net(outputs=1, **settings):
    return tt.practical.MLPVanilla(7, [16, 16], outputs, dropout=0.1, **settings)


def _targets(durations=10, risks=1):
    index = torch.randint(0, durations, (12,))
    events = torch.randint(0, risks + 1, (12,))
    return index, events if risks > 1 else events.float()


def _ranked(risks=1):
    index, events = _targets(risks=risks)
    earlier = index.view(-1, 1) < index
    tied = (index.view(-1, 1) == index) & (events == 0)
    return index, events, ((earlier | tied) & (events.view(-1, 1) != 0)).float()


MODELS = {
    "CoxPH": lambda: (
        _Training(models.CoxPH(_net(output_bias=False))),
        (torch.randn(12, 7), torch.rand(12) * 50, torch.randint(0, 2, (12,)).float()),
    ),
    "CoxTime": lambda: (
        _CaseControlTime(models.CoxTime(MLPVanillaCoxTime(7, [16, 16], dropout=0.1), shrink=0.01)),
        (torch.randn(12, 7), (torch.randn(12, 7),), torch.rand(12, 1)),
    ),
    "LogisticHazard": lambda: (
        _Mixed(models.LogisticHazard(tt.practical.MixedInputMLP(4, [5, 3], [3, 2], [16, 16], 10, dropout=0.1))),
        (torch.randn(12, 4), torch.randint(0, 3, (12, 2)), *_targets()),
    ),
    "CompetingRisks": lambda: (
        _Training(models.DeepHit(_CauseSpecific(7, [16, 16], [8], 2, 10), alpha=0.2, sigma=0.1)),
        (torch.randn(12, 7), *_ranked(2)),
    ),
    "PiecewiseConstant": lambda: (
        _Training(models.PCHazard(_net(10))),
        (torch.randn(12, 7), *_targets(), torch.rand(12)),
    ),
    "Autoencoder": lambda: (_Autoencoder(7, 4, 10), (torch.randn(12, 7), *_targets())),
    "CoxCC": lambda: (
        _CaseControl(models.CoxCC(_net(output_bias=False), shrink=0.01)),
        (torch.randn(12, 7), (torch.randn(12, 7), torch.randn(12, 7))),
    ),
    "DeepHit": lambda: (_Training(models.DeepHitSingle(_net(10))), (torch.randn(12, 7), *_ranked())),
    "Images": lambda: (_Training(models.PMF(_Convolutional(10))), (torch.randn(12, 1, 20, 20), *_targets())),
    "Survival": lambda: (_Survival(models.MTLR(_net(10)).net), (torch.randn(12, 7),)),
    "BinaryCrossEntropy": lambda: (
        _Training(BinaryModel(_net(10, activation=nn.SELU))),
        (torch.randn(12, 7), *_targets()),
    ),
}

__getattr__ = factories(MODELS)
