import torch
from seeded import factories
from TTS.tts.layers.generic.aligner import AlignmentNetwork
from TTS.tts.layers.glow_tts.decoder import Decoder as GlowDecoder
from TTS.tts.layers.glow_tts.encoder import Encoder as GlowEncoder
from TTS.tts.layers.losses import ForwardSumLoss, GuidedAttentionLoss, L1LossMasked, SSIMLoss
from TTS.tts.layers.tacotron.attentions import (
    GravesAttention,
    MonotonicDynamicConvolutionAttention,
    OriginalAttention,
)
from TTS.tts.layers.tacotron.gst_layers import GST
from TTS.tts.layers.tacotron.tacotron2 import Decoder as TacotronDecoder
from TTS.tts.layers.tacotron.tacotron2 import Encoder as TacotronEncoder
from TTS.tts.layers.vits.networks import PosteriorEncoder, ResidualCouplingBlocks, TextEncoder
from TTS.tts.layers.vits.stochastic_duration_predictor import StochasticDurationPredictor
from TTS.tts.layers.xtts.perceiver_encoder import PerceiverResampler
from TTS.vocoder.layers.losses import MultiScaleSTFTLoss
from TTS.vocoder.layers.pqmf import PQMF
from TTS.vocoder.models.hifigan_generator import HifiganGenerator
from TTS.vocoder.models.melgan_multiscale_discriminator import MelganMultiscaleDiscriminator
from TTS.vocoder.models.univnet_generator import UnivnetGenerator


class _Attended(torch.nn.Module):
    """Steps an attention along a sequence of queries, as a decoder does."""

    def __init__(self, attention):
        super().__init__()
        self.attention = attention

    def forward(self, queries, inputs, mask):
        self.attention.init_states(inputs)
        processed = self.attention.preprocess_inputs(inputs)
        contexts = [self.attention(query, inputs, processed, mask) for query in queries.unbind(1)]
        return torch.stack(contexts, 1), self.attention.attention_weights


class _Bands(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.pqmf = PQMF(N=4)

    def forward(self, wav):
        bands = self.pqmf.analysis(wav)
        return bands, self.pqmf.synthesis(bands)


class _Inverse(torch.nn.Module):
    """The direction of a flow that synthesis takes."""

    def __init__(self, flow):
        super().__init__()
        self.flow = flow

    def forward(self, z, mask):
        return self.flow(z, mask, reverse=True)


def _mask(lengths, size):
    return (torch.arange(size)[None] < torch.tensor(lengths)[:, None])[:, None].float()


def _attention_inputs():
    return torch.randn(2, 4, 16), torch.randn(2, 9, 12), _mask([9, 6], 9)[:, 0].bool()


def _decoder(**kwargs):
    options = {
        "attn_type": "original",
        "attn_win": False,
        "attn_norm": "sigmoid",
        "prenet_type": "original",
        "prenet_dropout": True,
        "forward_attn": True,
        "trans_agent": True,
        "forward_attn_mask": True,
        "location_attn": True,
        "attn_K": 4,
        "separate_stopnet": True,
        "max_decoder_steps": 10,
    }
    return TacotronDecoder(24, 8, 2, **(options | kwargs))


MODELS = {
    "TacotronText": lambda: (TacotronEncoder(32), (torch.randn(2, 32, 9), torch.tensor([9, 6]))),
    "TacotronMel": lambda: (_decoder(), (torch.randn(2, 7, 24), torch.randn(2, 6, 8), _mask([7, 5], 7)[:, 0].bool())),
    "LocationAttention": lambda: (
        _Attended(OriginalAttention(16, 12, 8, True, 4, 5, False, "softmax", True, False, False)),
        _attention_inputs(),
    ),
    "WindowedAttention": lambda: (
        _Attended(OriginalAttention(16, 12, 8, False, 4, 5, True, "sigmoid", False, False, False)),
        _attention_inputs(),
    ),
    "Graves": lambda: (_Attended(GravesAttention(16, 3)), _attention_inputs()),
    "DynamicConvolution": lambda: (
        _Attended(MonotonicDynamicConvolutionAttention(16, 12, 8, 4, 5, 4, 5)),
        _attention_inputs(),
    ),
    "StyleTokens": lambda: (GST(80, 2, 5, 16), (torch.randn(2, 70, 80),)),
    "GlowText": lambda: (
        GlowEncoder(
            30,
            8,
            16,
            16,
            "rel_pos_transformer",
            {"kernel_size": 3, "dropout_p": 0.1, "num_layers": 2, "num_heads": 2, "hidden_channels_ffn": 32},
            mean_only=True,
        ),
        (torch.randint(0, 30, (2, 9)), torch.tensor([9, 6])),
    ),
    "GlowFlow": lambda: (GlowDecoder(8, 16, 3, 1, 2, 2), (torch.randn(2, 8, 12), _mask([12, 8], 12))),
    "GlowInverse": lambda: (_Inverse(GlowDecoder(8, 16, 3, 1, 2, 2)), (torch.randn(2, 8, 12), _mask([12, 8], 12))),
    "VitsText": lambda: (
        TextEncoder(30, 8, 16, 32, 2, 2, 3, 0.1),
        (torch.randint(0, 30, (2, 9)), torch.tensor([9, 6])),
    ),
    "VitsPosterior": lambda: (PosteriorEncoder(20, 8, 16, 5, 1, 2), (torch.randn(2, 20, 12), torch.tensor([12, 7]))),
    "VitsCoupling": lambda: (
        ResidualCouplingBlocks(8, 16, 5, 1, 2, num_flows=2),
        (torch.randn(2, 8, 12), _mask([12, 7], 12)),
    ),
    "VitsDurations": lambda: (
        StochasticDurationPredictor(16, 16, 3, 0.1, num_flows=2),
        (torch.randn(2, 16, 9), _mask([9, 6], 9)),
        {"dr": torch.randint(1, 5, (2, 1, 9)).float() * _mask([9, 6], 9)},
    ),
    "Aligner": lambda: (
        AlignmentNetwork(20, 16, 8),
        (torch.randn(2, 20, 12), torch.randn(2, 16, 9)),
        {"mask": _mask([9, 6], 9).bool()},
    ),
    "XttsPerceiver": lambda: (
        PerceiverResampler(dim=16, depth=1, dim_context=20, num_latents=4, dim_head=8, heads=2),
        (torch.randn(2, 9, 20),),
    ),
    "Hifigan": lambda: (
        HifiganGenerator(20, 1, "1", [[1, 3, 5], [1, 3, 5]], [3, 5], [8, 4], 16, [4, 2]),
        (torch.randn(2, 20, 8),),
    ),
    "Univnet": lambda: (
        UnivnetGenerator(16, 1, 8, 20, [4, 2], 2, 3, 16, 3, 0.0),
        (torch.randn(2, 20, 8),),
    ),
    "MelganDiscriminators": lambda: (
        MelganMultiscaleDiscriminator(base_channels=4, max_channels=16, num_scales=2, groups_denominator=1),
        (torch.randn(2, 1, 512),),
    ),
    "SubBands": lambda: (_Bands(), (torch.randn(2, 1, 256),)),
    "SpectralLosses": lambda: (
        MultiScaleSTFTLoss((64, 128), (16, 32), (64, 128)),
        (torch.randn(2, 512), torch.randn(2, 512)),
    ),
    "MaskedL1": lambda: (L1LossMasked(True), (torch.randn(2, 9, 8), torch.randn(2, 9, 8), torch.tensor([9, 6]))),
    "MaskedSSIM": lambda: (SSIMLoss(), (torch.randn(2, 16, 16), torch.randn(2, 16, 16), torch.tensor([16, 12]))),
    "GuidedAttention": lambda: (
        GuidedAttentionLoss(),
        (torch.rand(2, 12, 9), torch.tensor([9, 6]), torch.tensor([12, 8])),
    ),
    "ForwardSum": lambda: (ForwardSumLoss(), (torch.randn(2, 1, 12, 9), torch.tensor([9, 6]), torch.tensor([12, 8]))),
}

__getattr__ = factories(MODELS)
