import torch
from momentfm import MOMENTPipeline
from momentfm.models.layers.embed import PatchEmbedding
from momentfm.models.layers.revin import RevIN
from momentfm.utils.forecasting_metrics import sMAPELoss
from momentfm.utils.masking import Masking
from seeded import factories
from torch import nn

LENGTH, CHANNELS = 64, 3


def _pipeline(task, **kwargs):
    config = {
        "task_name": "reconstruction",
        "model_name": "MOMENT",
        "transformer_type": "encoder_only",
        "transformer_backbone": "google/flan-t5-small",
        "d_model": 32,
        "seq_len": LENGTH,
        "patch_len": 8,
        "patch_stride_len": 8,
        "mask_ratio": 0.3,
        "revin_affine": False,
        "enable_gradient_checkpointing": False,
        "t5_config": {
            "d_model": 32,
            "d_kv": 8,
            "d_ff": 64,
            "num_layers": 2,
            "num_heads": 4,
            "feed_forward_proj": "gated-gelu",
            "is_gated_act": True,
            "dense_act_fn": "gelu_new",
            "vocab_size": 100,
        },
    }
    model = MOMENTPipeline(config, model_kwargs={"task_name": task, **kwargs})
    model.init()
    return model


class _Task(nn.Module):
    """A task of the pipeline, with the output that it is run for."""

    def __init__(self, output, task, **kwargs):
        super().__init__()
        self.model = _pipeline(task, **kwargs)
        self.output = output

    def forward(self, x, input_mask):
        return getattr(self.model(x_enc=x, input_mask=input_mask), self.output)


class _Anomalies(nn.Module):
    """Anomaly scores by reconstruction."""

    def __init__(self):
        super().__init__()
        self.model = _pipeline("reconstruction")

    def forward(self, x, input_mask):
        return self.model.detect_anomalies(x_enc=x, input_mask=input_mask, anomaly_criterion="mae").anomaly_scores


class _Short(nn.Module):
    """A short horizon forecast, by masking the end of the series."""

    def __init__(self, horizon=12):
        super().__init__()
        self.model = _pipeline("reconstruction")
        self.horizon = horizon

    def forward(self, x, input_mask):
        return self.model.short_forecast(x_enc=x, input_mask=input_mask.clone(), forecast_horizon=self.horizon).forecast


class _Pretraining(nn.Module):
    """The pretraining loss of the package's tutorial: the error of the masked observations."""

    def __init__(self):
        super().__init__()
        self.model = _pipeline("reconstruction")
        self.masks = Masking(mask_ratio=0.3)

    def forward(self, x, input_mask):
        mask = self.masks.generate_mask(x=x, input_mask=input_mask)
        out = self.model(x_enc=x, input_mask=input_mask, mask=mask)
        loss = (out.reconstruction - x) ** 2
        observed = input_mask * (1 - mask)
        masked_loss = observed[:, None] * loss
        return masked_loss.nansum() / (observed.nansum() + 1e-7)


class _Normalized(nn.Module):
    """A linear forecaster between the two sides of RevIN."""

    def __init__(self):
        super().__init__()
        self.revin = RevIN(num_features=CHANNELS, affine=True)
        self.linear = nn.Linear(LENGTH, 16)

    def forward(self, x):
        x = self.revin(x, mode="norm")
        return self.revin(self.linear(x), mode="denorm")


def _series():
    mask = torch.ones(2, LENGTH)
    mask[1, :16] = 0
    return torch.randn(2, CHANNELS, LENGTH).cumsum(-1), mask


MODELS = {
    "Reconstruction": lambda: (_Task("reconstruction", "reconstruction"), _series()),
    "Forecasting": lambda: (_Task("forecast", "forecasting", forecast_horizon=24), _series()),
    "Classification": lambda: (_Task("logits", "classification", n_channels=CHANNELS, num_class=4), _series()),
    "Embedding": lambda: (_Task("embeddings", "embedding"), _series()),
    "Anomalies": lambda: (_Anomalies(), _series()),
    "Short": lambda: (_Short(), _series()),
    "Pretraining": lambda: (_Pretraining(), _series()),
    "Normalized": lambda: (_Normalized(), _series()[:1]),
    "Patches": lambda: (
        PatchEmbedding(d_model=32, seq_len=LENGTH, add_positional_embedding=True),
        (torch.randn(2, CHANNELS, 8, 8), _series()[1]),
    ),
    "SMAPE": lambda: (sMAPELoss(), (torch.rand(4, 24), torch.rand(4, 24))),
}

__getattr__ = factories(MODELS)
