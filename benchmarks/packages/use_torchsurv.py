import torch
from seeded import factories
from torch import nn
from torchsurv.loss.cox import baseline_survival_function, neg_partial_log_likelihood, survival_function_cox
from torchsurv.loss.momentum import Momentum
from torchsurv.loss.survival import neg_log_likelihood, survival_function
from torchsurv.loss.weibull import log_hazard, neg_log_likelihood_weibull, survival_function_weibull
from torchsurv.metrics.auc import Auc
from torchsurv.metrics.brier_score import BrierScore
from torchsurv.metrics.cindex import ConcordanceIndex
from torchsurv.stats.ipcw import get_ipcw
from torchsurv.stats.kaplan_meier import KaplanMeierEstimator


def _patients(n=32, ties=False):
    event = torch.rand(n) < 0.6
    time = torch.randint(1, 15 if ties else 1000, (n,)).float()
    return event, time


class _Cox(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        self.settings = settings

    def forward(self, x, event, time, strata=None):
        return neg_partial_log_likelihood(self.net(x), event, time, strata=strata, **self.settings)


class _Weibull(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
        self.settings = settings

    def forward(self, x, event, time):
        return neg_log_likelihood_weibull(self.net(x), event, time, **self.settings)


class _WeibullCurves(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 2)

    def forward(self, x, times):
        params = self.net(x)
        return log_hazard(params, times), survival_function_weibull(params, times)


class _CoxCurves(nn.Module):
    """A baseline from the training set, then curves of new patients."""

    def forward(self, log_hz, event, time, new_log_hz, new_time):
        baseline = baseline_survival_function(log_hz, event, time)
        return survival_function_cox(baseline, new_log_hz, new_time)


class _FlexibleHazard(nn.Module):
    def forward(self, log_hz, event, time, eval_time):
        return neg_log_likelihood(log_hz, event, time, eval_time)


class _FlexibleCurves(nn.Module):
    def forward(self, new_log_hz, new_time, eval_time):
        return survival_function(new_log_hz, new_time, eval_time)


class _Concordance(nn.Module):
    def __init__(self, weighted=False, interval=False, tmax=None):
        super().__init__()
        self.weighted, self.interval, self.tmax = weighted, interval, tmax

    def forward(self, estimate, event, time):
        cindex = ConcordanceIndex()
        weight = get_ipcw(event, time) if self.weighted else None
        tmax = None if self.tmax is None else torch.tensor(self.tmax)
        value = cindex(estimate, event, time, weight=weight, tmax=tmax)
        return (value, cindex.confidence_interval(), cindex.p_value()) if self.interval else value


class _Areas(nn.Module):
    def __init__(self, auc_type="cumulative", weighted=False):
        super().__init__()
        self.auc_type, self.weighted = auc_type, weighted

    def forward(self, estimate, event, time):
        auc = Auc()
        weight = get_ipcw(event, time) if self.weighted else None
        values = auc(estimate, event, time, auc_type=self.auc_type, weight=weight)
        return values, auc.integral()


class _Brier(nn.Module):
    def forward(self, estimate, event, time):
        score = BrierScore()
        values = score(estimate, event, time)
        return values, score.integral(), score.confidence_interval()


class _KaplanMeier(nn.Module):
    def forward(self, event, time, new_time):
        km = KaplanMeierEstimator()
        km(event, time)
        return km.predict(new_time)


class _CensoringWeights(nn.Module):
    def forward(self, event, time, new_time):
        return get_ipcw(event, time), get_ipcw(event, time, new_time)


def _momentum(outputs, loss):
    backbone = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, outputs))
    return Momentum(backbone, loss=loss, batchsize=16, steps=2, rate=0.99)


MODELS = {
    "CoxEfron": lambda: (_Cox(ties_method="efron"), (torch.randn(32, 8), *_patients(ties=True))),
    "WeibullLoss": lambda: (_Weibull(), (torch.randn(32, 8), *_patients())),
    "Concordance": lambda: (_Concordance(), (torch.randn(32), *_patients())),
    "CoxCurves": lambda: (
        _CoxCurves(),
        (torch.randn(32), *_patients(), torch.randn(5), torch.tensor([100.0, 300.0, 600.0])),
    ),
    "CoxBreslow": lambda: (
        _Cox(ties_method="breslow", reduction="sum"),
        (torch.randn(32, 8), *_patients(ties=True)),
    ),
    "MomentumCox": lambda: (_momentum(1, neg_partial_log_likelihood), (torch.randn(16, 8), *_patients(16))),
    "AreasCumulative": lambda: (_Areas(), (torch.randn(32), *_patients())),
    "KaplanMeier": lambda: (_KaplanMeier(), (*_patients(ties=True), torch.tensor([2.0, 5.0, 9.0]))),
    "CoxStrata": lambda: (_Cox(), (torch.randn(32, 8), *_patients(), torch.arange(32) % 3)),
    "CoxNoTies": lambda: (_Cox(), (torch.randn(32, 8), torch.arange(32) % 3 > 0, torch.randperm(32) + 1.0)),
    "WeibullCurves": lambda: (_WeibullCurves(), (torch.randn(6, 8), torch.linspace(1, 50, 6))),
    "BrierScores": lambda: (
        _Brier(),
        (torch.rand(32, 32), torch.rand(32) < 0.6, torch.randperm(32) + 1.0),
    ),
    "FlexibleHazard": lambda: (
        _FlexibleHazard(),
        (torch.randn(16, 20), torch.rand(16) < 0.5, torch.rand(16) * 90 + 5, torch.linspace(0, 100, 20)),
    ),
    "FlexibleCurves": lambda: (
        _FlexibleCurves(),
        (torch.randn(4, 20), torch.tensor([10.0, 40.0, 80.0]), torch.linspace(0, 100, 20)),
    ),
    "ConcordanceUno": lambda: (_Concordance(weighted=True, interval=True), (torch.randn(32), *_patients())),
    "AreasIncident": lambda: (_Areas("incident", weighted=True), (torch.randn(32), *_patients())),
    "MomentumWeibull": lambda: (_momentum(2, neg_log_likelihood_weibull), (torch.randn(16, 8), *_patients(16))),
    "CensoringWeights": lambda: (_CensoringWeights(), (*_patients(ties=True), torch.tensor([2.0, 5.0, 9.0]))),
}

__getattr__ = factories(MODELS)
