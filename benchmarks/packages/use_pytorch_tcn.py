import torch
from pytorch_tcn import TCN, TemporalConv1d, TemporalConvTranspose1d
from pytorch_tcn.conditional_layer import FiLM
from pytorch_tcn.pad import TemporalPad1d
from seeded import factories
from torch import nn


def _small(**settings):
    return TCN(**({"num_inputs": 4, "num_channels": [8, 8, 8], "kernel_size": 3} | settings))


class _Stream(nn.Module):
    """Block by block, the past kept in the buffers of the network."""

    def __init__(self, block=4, **settings):
        super().__init__()
        self.block = block
        self.tcn = _small(**settings)

    def forward(self, x):
        self.tcn.reset_buffers()
        blocks = x.split(self.block, dim=-1)
        return torch.cat([self.tcn(part, inference=True) for part in blocks], dim=-1)


class _StreamConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = TemporalConv1d(4, 6, kernel_size=3, dilation=2, causal=True)

    def forward(self, x):
        self.conv.reset_buffer()
        return torch.cat([self.conv(part, inference=True) for part in x.split(4, dim=-1)], dim=-1)


class _Forecaster(nn.Module):
    """The last step's features to a horizon, as in the usual forecasting setup."""

    def __init__(self, horizon=5):
        super().__init__()
        self.tcn = _small(input_shape="NLC", use_skip_connections=True)
        self.head = nn.Linear(8, horizon)

    def forward(self, x):
        return self.head(self.tcn(x)[:, -1])


class _Rollout(nn.Module):
    """Autoregressive continuation of a series."""

    def __init__(self, steps=6):
        super().__init__()
        self.steps = steps
        self.tcn = TCN(1, [8, 8], kernel_size=3, output_projection=1)

    def forward(self, x):
        for _ in range(self.steps):
            x = torch.cat([x, self.tcn(x)[..., -1:]], dim=-1)
        return x


def _series(channels=4, length=20, batch=2):
    return torch.randn(batch, channels, length)


MODELS = {
    "Causal": lambda: (_small(), (_series(),)),
    "Stream": lambda: (_Stream(), (_series(batch=1),)),
    "Forecaster": lambda: (_Forecaster(), (torch.randn(2, 20, 4),)),
    "Conditioned": lambda: (
        _small(embedding_shapes=[(6,)], embedding_mode="concat"),
        (_series(), torch.randn(2, 6)),
    ),
    "NonCausal": lambda: (_small(causal=False, use_norm="batch_norm", activation="gelu"), (_series(),)),
    "Gated": lambda: (_small(use_gate=True, use_norm="layer_norm", use_skip_connections=True), (_series(),)),
    "Rollout": lambda: (_Rollout(), (torch.randn(1, 1, 16),)),
    "DilationReset": lambda: (
        _small(num_channels=[8] * 5, dilation_reset=4, output_projection=3, output_activation="softmax"),
        (_series(),),
    ),
    "ConditionedSequence": lambda: (
        _small(embedding_shapes=[(6,), (3, None)], embedding_mode="add", use_gate=True),
        (_series(), [torch.randn(2, 6), torch.randn(2, 3, 20)]),
    ),
    "ConditionedAdd": lambda: (_small(embedding_shapes=[(6,)], embedding_mode="add"), (_series(), torch.randn(2, 6))),
    "StreamSkips": lambda: (
        _Stream(use_skip_connections=True, use_norm=None, activation="leaky_relu"),
        (_series(batch=1),),
    ),
    "StreamConv": lambda: (_StreamConv(), (_series(batch=1),)),
    "CausalConv": lambda: (TemporalConv1d(4, 6, 3, dilation=4, padding_mode="replicate"), (_series(),)),
    "CausalConvTranspose": lambda: (TemporalConvTranspose1d(4, 6, kernel_size=4, stride=2), (_series(),)),
    "Film": lambda: (FiLM(4, 3), (_series(), _series(3))),
    "Pad": lambda: (TemporalPad1d(4, 4, padding_mode="reflect", causal=True), (_series(),)),
}

__getattr__ = factories(MODELS)
