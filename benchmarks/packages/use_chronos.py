import torch
from chronos import Chronos2Model as _Chronos2Model
from chronos import Chronos2Pipeline as _Chronos2Pipeline
from chronos import ChronosBoltPipeline as _ChronosBoltPipeline
from chronos import ChronosConfig as _ChronosConfig
from chronos import ChronosModel as _ChronosModel
from chronos import ChronosPipeline as _ChronosPipeline
from chronos import MeanScaleUniformBins as _MeanScaleUniformBins
from chronos import chronos_bolt
from chronos.chronos2 import Chronos2CoreConfig as _Chronos2CoreConfig
from chronos.chronos2 import layers
from seeded import factories
from transformers import T5Config as _T5Config
from transformers import T5ForConditionalGeneration as _T5ForConditionalGeneration

LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


def _bins_config(**kwargs):
    settings = {
        "tokenizer_class": "MeanScaleUniformBins",
        "tokenizer_kwargs": {"low_limit": -15.0, "high_limit": 15.0},
        "context_length": 32,
        "prediction_length": 4,
        "n_tokens": 64,
        "n_special_tokens": 2,
        "pad_token_id": 0,
        "eos_token_id": 1,
        "use_eos_token": True,
        "model_type": "seq2seq",
        "num_samples": 3,
        "temperature": 1.0,
        "top_k": 50,
        "top_p": 1.0,
    }
    return _ChronosConfig(**(settings | kwargs))


def _t5(**kwargs):
    sizes = {"d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_decoder_layers": 1, "num_heads": 2}
    return _T5Config(vocab_size=64, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, **sizes, **kwargs)


def _sampler():
    config = _bins_config()
    return config, _ChronosModel(config, _T5ForConditionalGeneration(_t5()))


def _bolt():
    settings = {
        "context_length": 64,
        "prediction_length": 8,
        "input_patch_size": 8,
        "input_patch_stride": 8,
        "quantiles": LEVELS,
        "use_reg_token": True,
    }
    return chronos_bolt.ChronosBoltModelForForecasting(_t5(chronos_config=settings))


def _core():
    return _Chronos2CoreConfig(d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2)


def _second():
    config = _core()
    config.chronos_config = {
        "context_length": 64,
        "output_patch_size": 8,
        "input_patch_size": 8,
        "input_patch_stride": 8,
        "quantiles": LEVELS,
        "use_reg_token": True,
        "use_arcsinh": True,
        "max_output_patches": 4,
    }
    return _Chronos2Model(config)


def _series(count=3, length=40, gaps=True):
    x = torch.randn(count, length).cumsum(dim=-1) + 5
    if gaps:
        x[0, :6] = torch.nan
        x[1, 10] = torch.nan
    return x


class _Tokenizer(torch.nn.Module):
    """Series as tokens, and tokens as series again."""

    def __init__(self):
        super().__init__()
        self.tokenizer = _MeanScaleUniformBins(-15.0, 15.0, _bins_config())

    def forward(self, context):
        tokens, mask, scale = self.tokenizer.context_input_transform(context)
        return tokens, mask, self.tokenizer.output_transform(tokens[:, None, :-1], scale)


class _Embedding(torch.nn.Module):
    """The encoder's embedding of series."""

    def __init__(self):
        super().__init__()
        config, self.model = _sampler()
        self.tokenizer = config.create_tokenizer()

    def forward(self, context):
        tokens, mask, _ = self.tokenizer.context_input_transform(context)
        return self.model.encode(tokens, mask)


class _Training(torch.nn.Module):
    """The loss of a series' future tokens."""

    def __init__(self):
        super().__init__()
        config, self.model = _sampler()
        self.tokenizer = config.create_tokenizer()

    def forward(self, context, future):
        tokens, mask, scale = self.tokenizer.context_input_transform(context)
        labels, labels_mask = self.tokenizer.label_input_transform(future, scale)
        labels[labels_mask == 0] = -100
        return self.model.model(input_ids=tokens, attention_mask=mask, labels=labels).loss


class _Forecast(torch.nn.Module):
    """Forecasts by a pipeline: the quantiles and the mean."""

    def __init__(self, model, pipeline, **kwargs):
        super().__init__()
        self.model = model
        self.pipeline = pipeline
        self.kwargs = kwargs

    def forward(self, context, length):
        return self.pipeline(self.model).predict_quantiles(
            context, prediction_length=length, quantile_levels=[0.1, 0.5, 0.9], **self.kwargs
        )


class _Samples(torch.nn.Module):
    """Sample paths by the first pipeline."""

    def __init__(self, **kwargs):
        super().__init__()
        self.config, self.model = _sampler()
        self.kwargs = kwargs

    def forward(self, context):
        pipeline = _ChronosPipeline(self.config.create_tokenizer(), self.model)
        return pipeline.predict(context, prediction_length=4, **self.kwargs)


class _Normalized(torch.nn.Module):
    """Series scaled, cut in patches and scaled back."""

    def __init__(self):
        super().__init__()
        self.norm = chronos_bolt.InstanceNorm(use_arcsinh=True)
        self.patch = chronos_bolt.Patch(8, 8)

    def forward(self, x):
        scaled, state = self.norm(x)
        patches = self.patch(scaled)
        return patches, self.norm.inverse(torch.nan_to_num(scaled), state)


def _covariates():
    future = torch.full((3, 16), torch.nan)
    future[2] = torch.randn(16)
    return future


MODELS = {
    "BoltQuantiles": lambda: (_bolt(), (_series(),)),
    "SampledPaths": lambda: (_Samples(num_samples=2, top_k=1), (_series(),)),
    "Forecaster": lambda: (_second(), (_series(),), {"num_output_patches": 2}),
    "Tokens": lambda: (_Tokenizer(), (_series(),)),
    "Grouped": lambda: (
        _second(),
        (_series(),),
        {"group_ids": torch.tensor([0, 0, 1]), "future_covariates": _covariates(), "num_output_patches": 2},
    ),
    "BoltLoss": lambda: (_bolt(), (_series(), None, torch.randn(3, 8))),
    "EncoderEmbedding": lambda: (_Embedding(), (_series(),)),
    "BoltForecast": lambda: (_Forecast(_bolt(), _ChronosBoltPipeline), (_series(), 12)),
    "TokenLoss": lambda: (_Training(), (_series(), torch.randn(3, 4))),
    "SecondForecast": lambda: (
        _Forecast(_second(), _Chronos2Pipeline),
        ([torch.randn(30), torch.randn(44)], 10),
    ),
    "Scaling": lambda: (_Normalized(), (_series(length=42),)),
    "SecondLoss": lambda: (
        _second(),
        (_series(),),
        {"future_target": torch.randn(3, 12), "num_output_patches": 2},
    ),
    "PatchEmbedding": lambda: (
        layers.ResidualBlock(24, 32, 16, "relu", 0.1, use_layer_norm=True),
        (torch.randn(3, 5, 24),),
    ),
    "TimeAttention": lambda: (
        layers.TimeSelfAttention(_core()),
        (torch.randn(3, 6, 16), torch.zeros(3, 2, 6, 6), torch.arange(6).expand(3, 6)),
    ),
    "GroupAttention": lambda: (
        layers.GroupSelfAttention(_core()),
        (torch.randn(3, 6, 16), torch.zeros(6, 2, 3, 3)),
    ),
}

__getattr__ = factories(MODELS)
