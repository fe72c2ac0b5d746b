import torch
from seeded import factories
from tabpfn.architectures import tabpfn_v2, tabpfn_v2_5, tabpfn_v2_6, tabpfn_v3, tabpfn_v3_5
from tabpfn.architectures.interface import PerformanceOptions
from tabpfn.architectures.shared.bar_distribution import BarDistribution, FullSupportBarDistribution
from torch import nn

SMALL_V3 = {
    "embed_dim": 16,
    "dist_embed_num_blocks": 1,
    "dist_embed_num_heads": 2,
    "dist_embed_num_inducing_points": 8,
    "feat_agg_num_blocks": 1,
    "feat_agg_num_heads": 2,
    "feat_agg_num_cls_tokens": 2,
    "nlayers": 2,
    "icl_num_heads": 4,
    "decoder_head_dim": 8,
    "decoder_num_heads": 2,
    "softmax_scaling_mlp_hidden_dim": 8,
}


def _model(version, **options):
    config, _ = version.parse_config(options)
    return version.get_architecture(config)


class _Predict(nn.Module):
    """Probabilities of the classes of the test rows."""

    def __init__(self, model, temperature=0.9, **options):
        super().__init__()
        self.model = model
        self.temperature = temperature
        self.options = options

    def forward(self, x, y):
        logits = self.model(x, y, only_return_standard_out=True, **self.options)
        return torch.softmax(logits / self.temperature, -1)


class _Infer(_Predict):
    @torch.no_grad()
    def forward(self, x, y):
        return super().forward(x, y)


class _Regress(nn.Module):
    """The mean and quantiles of the predicted distribution of a regression."""

    def __init__(self, model, borders):
        super().__init__()
        self.model = model
        self.distribution = FullSupportBarDistribution(borders)

    def forward(self, x, y):
        logits = self.model(x, y, only_return_standard_out=True, task_type="regression")
        return (
            self.distribution.mean(logits),
            self.distribution.median(logits),
            self.distribution.icdf(logits, 0.9),
        )


class _Density(nn.Module):
    def __init__(self, distribution):
        super().__init__()
        self.distribution = distribution

    def forward(self, logits, y):
        return self.distribution(logits, y), self.distribution.variance(logits), self.distribution.mode(logits)


def _table(train=12, test=5, features=6, batch=1, missing=False):
    x = torch.randn(train + test, batch, features)
    if missing:
        x[torch.rand(x.shape) < 0.1] = float("nan")
    return x


def _classes(train=12, batch=1, count=3):
    return torch.randint(count, (train, batch)).float()


V2 = {"emsize": 24, "nlayers": 2, "nhead": 2}
MODELS = {
    "ClassifierV2": lambda: (
        _Predict(_model(tabpfn_v2, max_num_classes=10, **V2)),
        (_table(missing=True), _classes()),
    ),
    "ClassifierV25": lambda: (
        _Predict(_model(tabpfn_v2_5, max_num_classes=10, **V2)),
        (_table(), _classes()),
    ),
    "ClassifierV3": lambda: (
        _Predict(_model(tabpfn_v3, max_num_classes=10, **SMALL_V3)),
        (_table(), _classes()),
    ),
    "RegressorV26": lambda: (
        _Regress(_model(tabpfn_v2_6, num_buckets=20, **V2), torch.linspace(-3, 3, 21)),
        (_table(), torch.randn(12, 1)),
    ),
    "ClassifierV35": lambda: (
        _Predict(_model(tabpfn_v3_5, max_num_classes=10, num_buckets=20, **SMALL_V3), task_type="multiclass"),
        (_table(missing=True), _classes()),
    ),
    "BarDensity": lambda: (
        _Density(FullSupportBarDistribution(torch.linspace(-3, 3, 21))),
        (torch.randn(7, 2, 20), torch.randn(7, 2)),
    ),
    "RegressorV3": lambda: (
        _model(tabpfn_v3, num_buckets=20, **SMALL_V3),
        (_table(missing=True), torch.randn(12, 1)),
        {"task_type": "regression", "only_return_standard_out": False},
    ),
    "SavingMemory": lambda: (
        _Infer(
            _model(tabpfn_v2_5, max_num_classes=10, **V2),
            performance_options=PerformanceOptions(save_peak_memory_factor=2),
        ),
        (_table(), _classes()),
    ),
    "BatchV2": lambda: (
        _model(tabpfn_v2, max_num_classes=5, num_buckets=20, features_per_group=1, **V2),
        (_table(batch=3), torch.randn(12, 3)),
        {"only_return_standard_out": False},
    ),
    "GroupedQueries": lambda: (
        _model(
            tabpfn_v3,
            max_num_classes=4,
            **{**SMALL_V3, "icl_num_kv_heads": 2, "icl_num_kv_heads_test": 1, "decoder_use_softmax_scaling": True},
        ),
        (_table(), _classes()),
    ),
    "Checkpointed": lambda: (
        _model(tabpfn_v2_6, max_num_classes=10, **V2),
        (_table(), _classes()),
        {"performance_options": PerformanceOptions(force_recompute_layer=True)},
    ),
    "BoundedBars": lambda: (
        BarDistribution(torch.linspace(-4, 4, 17), ignore_nan_targets=True),
        (torch.randn(7, 2, 16), torch.rand(7, 2) * 4 - 2),
    ),
}

__getattr__ = factories(MODELS)
