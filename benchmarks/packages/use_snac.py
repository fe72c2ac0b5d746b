import torch
from seeded import factories
from snac import SNAC
from snac.attention import LocalMHA
from snac.layers import Decoder, DecoderBlock, Encoder, EncoderBlock, NoiseBlock, ResidualUnit, Snake1d
from snac.vq import ResidualVectorQuantize, VectorQuantize
from torch import nn


def _codec(**settings):
    small = {
        "sampling_rate": 8000,
        "encoder_dim": 8,
        "encoder_rates": [2, 4],
        "decoder_dim": 32,
        "decoder_rates": [4, 2],
        "attn_window_size": None,
        "codebook_size": 64,
        "codebook_dim": 4,
        "vq_strides": [4, 2, 1],
    }
    return SNAC(**(small | settings))


class _Encode(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.codec = _codec(**settings)

    def forward(self, audio):
        return self.codec.encode(audio)


class _Decode(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.codec = _codec(**settings)

    def forward(self, codes):
        return self.codec.decode(codes)


class _Detokenize(nn.Module):
    """Frames of interleaved tokens, as speech language models give them, to audio."""

    def __init__(self):
        super().__init__()
        self.codec = _codec(noise=False)

    def forward(self, tokens):
        frames = tokens.view(tokens.shape[0], -1, 7)
        codes = [
            frames[:, :, 0],
            frames[:, :, [1, 4]].flatten(1),
            frames[:, :, [2, 3, 5, 6]].flatten(1),
        ]
        return self.codec.decode(codes)


def _codes(frames=4):
    return [torch.randint(0, 64, (1, frames * n)) for n in (1, 2, 4)]


MODELS = {
    "Codec": lambda: (_codec(), (torch.randn(1, 1, 400),)),
    "Encode": lambda: (_Encode(), (torch.randn(1, 1, 400),)),
    "Decode": lambda: (_Decode(), (_codes(),)),
    "ResidualQuantizer": lambda: (ResidualVectorQuantize(16, 64, 4, [4, 2, 1]), (torch.randn(2, 16, 24),)),
    "CodecAttention": lambda: (
        _codec(encoder_dim=16, attn_window_size=8, decoder_dim=64, noise=False),
        (torch.randn(1, 1, 500),),
    ),
    "CodecDense": lambda: (_codec(depthwise=False, noise=False), (torch.randn(2, 1, 256),)),
    "Detokenize": lambda: (_Detokenize(), (torch.randint(0, 64, (1, 28)),)),
    "Quantizer": lambda: (VectorQuantize(16, 64, 4, stride=2), (torch.randn(2, 16, 24),)),
    "SmallEncoder": lambda: (Encoder(8, [2, 4], depthwise=True, attn_window_size=None), (torch.randn(1, 1, 256),)),
    "SmallDecoder": lambda: (
        Decoder(16, 32, [4, 2], noise=True, depthwise=True, attn_window_size=None),
        (torch.randn(1, 16, 12),),
    ),
    "Attention": lambda: (LocalMHA(dim=64, window_size=8, dim_head=32), (torch.randn(2, 64, 32),)),
    "AttentionNoRotary": lambda: (
        LocalMHA(dim=64, window_size=8, dim_head=32, use_rotary_pos_emb=False),
        (torch.randn(2, 64, 16),),
    ),
    "SmallResidualUnit": lambda: (ResidualUnit(16, dilation=3, groups=16), (torch.randn(2, 16, 40),)),
    "SmallEncoderBlock": lambda: (EncoderBlock(output_dim=16, stride=3), (torch.randn(2, 8, 60),)),
    "SmallDecoderBlock": lambda: (DecoderBlock(16, 8, stride=3, noise=True), (torch.randn(2, 16, 20),)),
    "SmallNoiseBlock": lambda: (NoiseBlock(8), (torch.randn(2, 8, 30),)),
    "Snake": lambda: (Snake1d(8), (torch.randn(2, 8, 30),)),
}

__getattr__ = factories(MODELS)
