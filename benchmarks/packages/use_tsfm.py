import torch
from seeded import factories
from torch import nn
from tsfm_public.models.flowstate import FlowStateConfig, FlowStateForPrediction
from tsfm_public.models.flowstate.modeling_flowstate import FlowStateModel
from tsfm_public.models.patchtst_fm.configuration_patchtst_fm import PatchTSTFMConfig
from tsfm_public.models.patchtst_fm.modeling_patchtst_fm import PatchTSTFMForPrediction, PatchTSTFMForPretraining
from tsfm_public.models.tinytimemixer import (
    TinyTimeMixerConfig,
    TinyTimeMixerForDecomposedPrediction,
    TinyTimeMixerForMaskedPrediction,
    TinyTimeMixerForPrediction,
    TinyTimeMixerModel,
)
from tsfm_public.models.tspulse import TSPulseConfig, TSPulseForClassification, TSPulseForReconstruction

MIXER = {"context_length": 64, "patch_length": 8, "patch_stride": 8, "prediction_length": 16, "num_input_channels": 3}
SMALL = {"d_model": 16, "num_layers": 2, "decoder_num_layers": 2, "decoder_d_model": 8}


class _Rolling(nn.Module):
    """A longer forecast, made from forecasts fed back."""

    def __init__(self, model, steps=2):
        super().__init__()
        self.model = model
        self.steps = steps

    def forward(self, past):
        forecasts = []
        for _ in range(self.steps):
            forecast = self.model(past_values=past, return_loss=False).prediction_outputs
            forecasts.append(forecast)
            past = torch.cat([past[:, forecast.shape[1] :], forecast], 1)
        return torch.cat(forecasts, 1)


def _series(length=64, batch=4, channels=3):
    return torch.randn(batch, length, channels).cumsum(1)


def _future(length=16, batch=4, channels=3):
    return {"future_values": torch.randn(batch, length, channels)}


def _pulse(**options):
    return TSPulseConfig(
        **{
            "context_length": 64,
            "patch_length": 8,
            "patch_stride": 8,
            "num_input_channels": 3,
            "d_model": 16,
            "num_layers": 2,
            "decoder_num_layers": 2,
            "mask_ratio": 0.3,
            "prediction_length": 8,
            **options,
        }
    )


def _flow(**options):
    return FlowStateConfig(
        context_length=64,
        embedding_feature_dim=16,
        encoder_num_layers=2,
        encoder_state_dim=16,
        encoder_num_hippo_blocks=2,
        decoder_patch_len=8,
        decoder_dim=16,
        **options,
    )


def _patchtst(**options):
    return PatchTSTFMConfig(
        context_length=64, prediction_length=16, d_patch=8, d_model=32, n_head=4, n_layer=2, num_quantile=9, **options
    )


def _masks():
    pad = torch.zeros(2, 64)
    pad[1, :8] = 1
    return torch.randn(2, 64), (torch.rand(2, 64) < 0.3).float(), (torch.rand(2, 64) < 0.1).float(), pad


MODELS = {
    "TinyTimeMixer": lambda: (
        TinyTimeMixerForPrediction(TinyTimeMixerConfig(**MIXER, **SMALL)),
        (_series(),),
        _future(),
    ),
    "PulseReconstruction": lambda: (TSPulseForReconstruction(_pulse(fuse_fft=True)), (_series(),)),
    "FlowState": lambda: (
        FlowStateForPrediction(_flow()),
        (_series(batch=2, channels=1),),
        {"prediction_length": 16, "scale_factor": 0.5, "batch_first": True},
    ),
    "PatchForecast": lambda: (
        PatchTSTFMForPrediction(_patchtst(pretrain_mask_cont=2)),
        (torch.randn(2, 64, 1),),
        {"prediction_length": 16, "quantile_levels": [0.1, 0.5, 0.9]},
    ),
    "ChannelMixer": lambda: (
        TinyTimeMixerForPrediction(
            TinyTimeMixerConfig(
                **MIXER,
                **SMALL,
                mode="mix_channel",
                decoder_mode="mix_channel",
                enable_forecast_channel_mixing=True,
                prediction_channel_indices=[0, 1],
                exogenous_channel_indices=[2],
                fcm_use_mixer=True,
                loss="mae",
            )
        ),
        (_series(),),
        _future(),
    ),
    "PulseClassification": lambda: (
        TSPulseForClassification(_pulse(num_targets=4, loss="cross_entropy")),
        (_series(), torch.tensor([0, 3, 1, 2])),
    ),
    "Rolling": lambda: (
        _Rolling(TinyTimeMixerForPrediction(TinyTimeMixerConfig(**MIXER, **SMALL, adaptive_patching_levels=2))),
        (_series(),),
    ),
    "FlowStateBackbone": lambda: (
        FlowStateModel(_flow()),
        (_series(batch=2, channels=1),),
        {"batch_first": True, "scale_factor": 1.0},
    ),
    "Pinball": lambda: (
        TinyTimeMixerForPrediction(TinyTimeMixerConfig(**MIXER, **SMALL, loss="pinball", quantile=0.8)),
        (_series(),),
        _future(),
    ),
    "PatchPretraining": lambda: (PatchTSTFMForPretraining(_patchtst()), _masks()),
    "Frequencies": lambda: (
        TinyTimeMixerForPrediction(
            TinyTimeMixerConfig(**MIXER, **SMALL, resolution_prefix_tuning=True, frequency_token_vocab_size=5)
        ),
        (_series(),),
        {**_future(), "freq_token": torch.tensor([0, 1, 2, 4])},
    ),
    "MixerBackbone": lambda: (
        TinyTimeMixerModel(
            TinyTimeMixerConfig(
                **MIXER, **SMALL, self_attn=True, self_attn_heads=2, use_positional_encoding=True, norm_mlp="BatchNorm"
            )
        ),
        (_series(),),
    ),
    "MaskedForecast": lambda: (
        TinyTimeMixerForMaskedPrediction(TinyTimeMixerConfig(**MIXER, **SMALL)),
        (_series(),),
        _future(),
    ),
    "Decomposed": lambda: (
        TinyTimeMixerForDecomposedPrediction(TinyTimeMixerConfig(**MIXER, **SMALL, decompose=True)),
        (_series(),),
        _future(),
    ),
}

__getattr__ = factories(MODELS)
