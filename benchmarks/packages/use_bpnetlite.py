import torch
from bpnetlite import attribute, bpnet, chrombpnet, losses, performance
from seeded import factories
from tangermeme import ersatz, predict
from tangermeme.marginalize import marginalize
from tangermeme.saturation_mutagenesis import saturation_mutagenesis


def _sequences(count=2, length=128):
    return torch.nn.functional.one_hot(torch.randint(0, 4, (count, length)), 4).float().mT.contiguous()


def _net(cls=bpnet.BPNet, **kwargs):
    return cls(**({"n_filters": 8, "n_layers": 3, "trimming": 16, "verbose": False} | kwargs))


def _chrom():
    bias = _net(n_filters=4, n_layers=2, n_outputs=1, n_control_tracks=0, trimming=12)
    return chrombpnet.ChromBPNet(bias, _net(n_outputs=1, n_control_tracks=0))


class _Call(torch.nn.Module):
    """A function of the package, called as its users call it."""

    def __init__(self, function, **kwargs):
        super().__init__()
        self.function = function
        self.kwargs = kwargs

    def forward(self, *inputs):
        return self.function(*inputs, **self.kwargs)


class _Training(torch.nn.Module):
    """The losses of the counts at sequences."""

    def __init__(self, net, weight=1.0):
        super().__init__()
        self.net = net
        self.weight = weight

    def forward(self, X, X_ctl, y):
        profile, counts = self.net(X, X_ctl)
        logps = torch.nn.functional.log_softmax(profile.flatten(1), dim=-1)
        y = y.flatten(1)
        profile_loss = losses.MNLLLoss(logps, y).mean()
        count_loss = losses.log1pMSELoss(counts, y.sum(dim=-1, keepdim=True)).mean()
        return profile_loss + self.weight * count_loss, profile_loss, count_loss


class _Evaluation(torch.nn.Module):
    """The performance of a model's predictions."""

    def __init__(self, net, **kwargs):
        super().__init__()
        self.net = net
        self.kwargs = kwargs

    def forward(self, X, X_ctl, y):
        profile, counts = predict.predict(self.net, X, args=(X_ctl,), batch_size=2, device="cpu")
        shape = profile.shape
        logits = profile.flatten(1)
        logps = torch.nn.functional.log_softmax(logits, dim=-1).view(shape)
        return performance.calculate_performance_measures(logps, y, counts, **self.kwargs)


class _Attribution(torch.nn.Module):
    """DeepLIFT/SHAP attributions of a model's counts or profile."""

    def __init__(self, wrapper):
        super().__init__()
        self.wrapper = wrapper

    def forward(self, X):
        with torch.enable_grad():
            return attribute.deep_lift_shap(
                self.wrapper, X, n_shuffles=3, device="cpu", random_state=0, warning_threshold=10.0
            ).detach()


class _Mutagenesis(torch.nn.Module):
    """The effects of all single substitutions in a span."""

    def __init__(self, wrapper):
        super().__init__()
        self.wrapper = wrapper

    def forward(self, X):
        return saturation_mutagenesis(self.wrapper, X, start=60, end=68, device="cpu")


class _Marginal(torch.nn.Module):
    """The effect of a motif in sequences."""

    def __init__(self, wrapper, motif):
        super().__init__()
        self.wrapper = wrapper
        self.motif = motif

    def forward(self, X):
        before, after = marginalize(self.wrapper, X, self.motif, device="cpu")
        return (after - before).mean(dim=0)


class _Insertion(torch.nn.Module):
    """The counts with a motif in sequences, given no control."""

    def __init__(self, net, motif):
        super().__init__()
        self.net = bpnet.ControlWrapper(net)
        self.motif = motif

    def forward(self, X):
        return self.net(ersatz.substitute(X, self.motif))[1] - self.net(X)[1]


def _counts(*shape):
    return torch.poisson(torch.rand(*shape) * 4)


MODELS = {
    "SmallNet": lambda: (_net(), (_sequences(), _counts(2, 2, 128))),
    "Chromatin": lambda: (_chrom(), (_sequences(),)),
    "TrainingLoss": lambda: (_Training(_net()), (_sequences(), _counts(2, 2, 128), _counts(2, 2, 96))),
    "Measures": lambda: (_Evaluation(_net()), (_sequences(4), _counts(4, 2, 128), _counts(4, 2, 96))),
    "NoControl": lambda: (bpnet.ControlWrapper(_net()), (_sequences(),)),
    "CountAttribution": lambda: (
        _Attribution(bpnet.CountWrapper(_net(n_control_tracks=0))),
        (_sequences(),),
    ),
    "ProfileScore": lambda: (bpnet.ProfileWrapper(_net()), (_sequences(), _counts(2, 2, 128))),
    "Motif": lambda: (_Marginal(bpnet.CountWrapper(_net(n_control_tracks=0)), "GTGACTCATC"), (_sequences(3),)),
    "BasePair": lambda: (_net(bpnet.BasePairNet), (_sequences(), _counts(2, 2, 128))),
    "Mutations": lambda: (_Mutagenesis(bpnet.CountWrapper(_net(n_control_tracks=0))), (_sequences(),)),
    "SmoothMeasures": lambda: (
        _Evaluation(_net(), smooth_true=True, measures=["profile_jsd", "profile_pearson", "count_mse"]),
        (_sequences(4), _counts(4, 2, 128), _counts(4, 2, 96)),
    ),
    "ProfileAttribution": lambda: (_Attribution(bpnet.ProfileWrapper(_chrom())), (_sequences(),)),
    "ProfileLoss": lambda: (
        _Call(losses.MNLLLoss),
        (torch.log_softmax(torch.randn(3, 50), dim=-1), _counts(3, 50)),
    ),
    "Distance": lambda: (
        _Call(performance.jensen_shannon_distance),
        (torch.log_softmax(torch.randn(3, 2, 50), dim=-1), _counts(3, 2, 50) + 1),
    ),
    "Ranks": lambda: (_Call(performance.spearman_corr), (torch.randn(3, 40), torch.randn(3, 40))),
    "Inserted": lambda: (_Insertion(_net(), "TGACTCA"), (_sequences(3),)),
}

__getattr__ = factories(MODELS)
