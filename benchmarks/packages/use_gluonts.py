import torch
from gluonts.torch.distributions import NormalOutput
from gluonts.torch.model.d_linear.module import DLinearModel
from gluonts.torch.model.deepar.module import DeepARModel
from gluonts.torch.model.i_transformer.module import ITransformerModel
from gluonts.torch.model.lag_tst.module import LagTSTModel
from gluonts.torch.model.patch_tst.module import PatchTSTModel
from gluonts.torch.model.simple_feedforward.module import SimpleFeedForwardModel
from gluonts.torch.model.tft.module import TemporalFusionTransformerModel
from gluonts.torch.model.tide.module import TiDEModel
from seeded import factories
from torch import nn


class Sampled(nn.Module):
    """Samples of a distribution that a network gives the parameters of."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, target):
        args, loc, scale = self.model(target)
        return self.model.distr_output.distribution(args, loc=loc, scale=scale).sample((5,))


def _past(length=12):
    return torch.rand(2, length), torch.ones(2, length)


def _transformer(model, **kwargs):
    return lambda: (
        model(
            prediction_length=3,
            context_length=12,
            d_model=8,
            nhead=2,
            dim_feedforward=16,
            dropout=0.1,
            activation="relu",
            norm_first=False,
            num_encoder_layers=1,
            scaling="mean",
            **kwargs,
        ),
        _past(12),
    )


def _deepar():
    return DeepARModel("D", 6, 3, hidden_size=8, lags_seq=[1, 2], num_parallel_samples=4)


def _deepar_inputs(model):
    past = model._past_length
    return (
        torch.zeros(2, 1, dtype=torch.long),
        torch.rand(2, 1),
        torch.rand(2, past, 1),
        torch.rand(2, past),
        torch.ones(2, past),
        torch.rand(2, 3, 1),
    )


def _of(model, inputs):
    return model, inputs(model)


MODELS = {
    "model_DeepAR": lambda: _of(_deepar(), _deepar_inputs),
    "model_TFT": lambda: (
        TemporalFusionTransformerModel(6, 3, d_hidden=8, d_var=8, num_heads=2),
        (
            *_past(6),
            torch.rand(2, 1),
            torch.zeros(2, 1, dtype=torch.long),
            torch.rand(2, 9, 1),
            torch.zeros(2, 9, 0).long(),
        ),
    ),
    "model_FeedForward": lambda: (SimpleFeedForwardModel(3, 6, [8], NormalOutput()), (torch.rand(2, 6),)),
    "model_FeedForwardCounts": lambda: (
        Sampled(SimpleFeedForwardModel(3, 6, [8], NormalOutput())),
        (torch.rand(2, 6),),
    ),
    "model_PatchTST": _transformer(PatchTSTModel, patch_len=4, stride=2, padding_patch="end", num_feat_dynamic_real=0),
    "model_ITransformer": lambda: (
        ITransformerModel(3, 12, 8, 2, 16, 0.1, "relu", False, 1, "mean"),
        (torch.rand(2, 12, 3), torch.ones(2, 12, 3)),
    ),
    "model_LagTST": lambda: (
        LagTSTModel(3, 6, "D", 8, 2, 16, 0.1, "relu", False, 1, "mean", lags_seq=[1, 2]),
        _past(9),
    ),
    "model_DLinear": lambda: (DLinearModel(3, 12, 8, kernel_size=3), _past(12)),
    "model_TiDE": lambda: (
        TiDEModel(6, 3, 1, 1, 1, 1, [3], [2], 4, 8, 8, 8, 8, 4, 0.1, 1, 1, False, NormalOutput(), "mean"),
        (
            torch.rand(2, 1),
            torch.zeros(2, 1, dtype=torch.long),
            torch.rand(2, 6, 1),
            torch.rand(2, 6),
            torch.ones(2, 6),
            torch.rand(2, 3, 1),
        ),
    ),
}

__getattr__ = factories(MODELS)
