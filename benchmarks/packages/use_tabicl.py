import torch
from seeded import factories
from tabicl import InferenceConfig as _InferenceConfig
from tabicl._model import TabICL as _TabICL
from tabicl._model import encoders, layers, quantile_dist, rope, ssmax

CPU = {"device": "cpu", "use_amp": False, "verbose": False}


def _config():
    config = _InferenceConfig()
    config.update_from_dict({"COL_CONFIG": dict(CPU), "ROW_CONFIG": dict(CPU), "ICL_CONFIG": dict(CPU)})
    return config


def _net(**kwargs):
    sizes = {
        "embed_dim": 16,
        "col_num_blocks": 1,
        "col_nhead": 2,
        "col_num_inds": 4,
        "row_num_blocks": 1,
        "row_nhead": 2,
        "row_num_cls": 2,
        "icl_num_blocks": 2,
        "icl_nhead": 2,
        "zero_init": False,
    }
    return _TabICL(**(sizes | kwargs))


def _classes(rows=12, features=5, classes=3, tables=2):
    return torch.randn(tables, rows + 4, features), (torch.arange(rows) % classes).repeat(tables, 1).float()


def _values(rows=12, features=5, tables=2):
    return torch.randn(tables, rows + 4, features), torch.randn(tables, rows)


class _Predictor(torch.nn.Module):
    """A table model, with the way its estimators call it."""

    def __init__(self, net, **kwargs):
        super().__init__()
        self.net = net
        self.kwargs = kwargs

    def forward(self, X, y_train):
        return self.net(X, y_train, inference_config=_config(), **self.kwargs)


class _Statistics(torch.nn.Module):
    """A regression model's predicted statistics."""

    def __init__(self, net, output_type):
        super().__init__()
        self.net = net
        self.output_type = output_type

    def forward(self, X, y_train):
        return self.net.predict_stats(X, y_train, output_type=self.output_type, inference_config=_config())


class _Ensemble(torch.nn.Module):
    """The mean class probabilities over permutations of the features."""

    def __init__(self, net, members=3):
        super().__init__()
        self.net = net
        self.members = members

    def forward(self, X, y_train):
        total = 0.0
        for i in range(self.members):
            logits = self.net(X.roll(i, dims=-1), y_train, return_logits=True, inference_config=_config())
            total = total + torch.softmax(logits / 0.9, dim=-1)
        return (total / self.members).argmax(dim=-1)


class _Quantiles(torch.nn.Module):
    """Uses of the distribution that quantiles define."""

    def __init__(self, **kwargs):
        super().__init__()
        self.to_distribution = quantile_dist.QuantileToDistribution(num_quantiles=99, **kwargs)

    def forward(self, quantiles, z):
        dist = self.to_distribution(quantiles)
        return dist.mean, dist.variance, dist.cdf(z), dist.crps(z), dist.log_prob(z)


class _Sampler(torch.nn.Module):
    """Samples of the distribution that quantiles define."""

    def forward(self, quantiles, alpha):
        dist = quantile_dist.QuantileDistribution(quantiles, fix_crossing=True)
        return dist.icdf(alpha), dist.sample((4,)).shape


class _Monotone(torch.nn.Module):
    """Mends quantiles that cross."""

    def __init__(self, method):
        super().__init__()
        self.method = method

    def forward(self, quantiles):
        return quantile_dist.enforce_monotonicity(quantiles, self.method)


class _Rotated(torch.nn.Module):
    """Queries and keys with rotary positions."""

    def __init__(self, **kwargs):
        super().__init__()
        self.rope = rope.RotaryEmbedding(dim=8, **kwargs)

    def forward(self, q, k):
        return self.rope.rotate_queries_or_keys(q) @ self.rope.rotate_queries_or_keys(k).mT


MODELS = {
    "Classifier": lambda: (_Predictor(_net(max_classes=4)), _classes()),
    "RegressionQuantiles": lambda: (_Predictor(_net(max_classes=0, num_quantiles=99)), _values()),
    "QuantileUses": lambda: (_Quantiles(), (torch.randn(3, 99).sort(dim=-1).values, torch.randn(3))),
    "ColumnEncoder": lambda: (encoders.SetTransformer(2, 16, 2, 32, num_inds=4), (torch.randn(3, 12, 16), 8)),
    "ManyClasses": lambda: (
        _Predictor(_net(max_classes=3), return_logits=False),
        _classes(rows=20, classes=7, tables=1),
    ),
    "PredictedStatistics": lambda: (
        _Statistics(_net(max_classes=0, num_quantiles=99), ["mean", "median", "variance"]),
        _values(),
    ),
    "FeatureEnsemble": lambda: (_Ensemble(_net(max_classes=4)), _classes()),
    "RowEncoder": lambda: (encoders.Encoder(2, 16, 2, 32, use_rope=True), (torch.randn(2, 3, 6, 16),)),
    "ClassProbabilities": lambda: (
        _Predictor(_net(max_classes=4, col_feature_group=False, col_target_aware=False), return_logits=False),
        _classes(),
    ),
    "HeavyTails": lambda: (
        _Quantiles(tail_type="gpd"),
        (torch.randn(3, 99).sort(dim=-1).values, torch.randn(3)),
    ),
    "QuantileSampler": lambda: (_Sampler(), (torch.randn(3, 99), torch.rand(5))),
    "Isotonic": lambda: (_Monotone("isotonic"), (torch.randn(3, 20),)),
    "ScalableSoftmax": lambda: (ssmax.QASSMaxMLP(2, 8, elementwise=True), (torch.randn(3, 2, 5, 8), 40)),
    "InducedAttention": lambda: (
        layers.InducedSelfAttentionBlock(16, 2, 32, 4, ssmax="ssmax-mlp", zero_init=False),
        (torch.cat([torch.randn(2, 10, 16), torch.full((1, 10, 16), -100.0)]), 6),
    ),
    "SkippedColumns": lambda: (
        layers.SkippableLinear(4, 16),
        (torch.cat([torch.randn(2, 5, 4), torch.full((1, 5, 4), -100.0)]),),
    ),
    "RotaryScores": lambda: (_Rotated(interleaved=False), (torch.randn(2, 3, 6, 8), torch.randn(2, 3, 6, 8))),
}

__getattr__ = factories(MODELS)
