import torch
from encodec import EncodecModel, msstftd, quantization
from encodec.modules import conv, lstm, seanet, transformer
from encodec.quantization import core_vq
from seeded import factories


def _seanet(**kwargs):
    return {"dimension": 16, "n_filters": 4, "ratios": [4, 2], "n_residual_layers": 1, **kwargs}


def _codec(**kwargs):
    encoder = seanet.SEANetEncoder(**_seanet(channels=1, **kwargs))
    decoder = seanet.SEANetDecoder(**_seanet(channels=1, **kwargs))
    return EncodecModel(
        encoder, decoder, quantization.ResidualVectorQuantizer(dimension=16, n_q=2, bins=16), [1.5], 8000, 1
    )


MODELS = {
    "Codec": lambda: (_codec(), (torch.randn(2, 1, 800),)),
    "CausalCodec": lambda: (_codec(causal=True), (torch.randn(2, 1, 803),)),
    "NormalizedCodec": lambda: (_codec(norm="time_group_norm"), (torch.randn(2, 1, 640),)),
    "SEANetEncoder": lambda: (seanet.SEANetEncoder(**_seanet(lstm=2)), (torch.randn(2, 1, 803),)),
    "SEANetDecoder": lambda: (seanet.SEANetDecoder(**_seanet(lstm=1, causal=True)), (torch.randn(2, 16, 40),)),
    "SConv1d": lambda: (conv.SConv1d(4, 8, 7, stride=2, pad_mode="reflect"), (torch.randn(2, 4, 51),)),
    "SConvTranspose1d": lambda: (conv.SConvTranspose1d(4, 8, 4, stride=2, causal=True), (torch.randn(2, 4, 21),)),
    "SLSTM": lambda: (lstm.SLSTM(8), (torch.randn(2, 8, 20),)),
    "StreamingTransformerEncoder": lambda: (
        transformer.StreamingTransformerEncoder(16, num_heads=2, num_layers=1),
        (torch.randn(2, 12, 16),),
    ),
    "MultiScaleSTFTDiscriminator": lambda: (
        msstftd.MultiScaleSTFTDiscriminator(4, n_ffts=[64, 32], hop_lengths=[16, 8], win_lengths=[64, 32]),
        (torch.randn(2, 1, 800),),
    ),
    "DiscriminatorSTFT": lambda: (
        msstftd.DiscriminatorSTFT(4, n_fft=64, hop_length=16, win_length=64),
        (torch.randn(2, 1, 800),),
    ),
    "ResidualVectorQuantizer": lambda: (
        quantization.ResidualVectorQuantizer(dimension=16, n_q=3, bins=16),
        (torch.randn(2, 16, 20), 50),
    ),
    "ResidualVectorQuantization": lambda: (
        core_vq.ResidualVectorQuantization(num_quantizers=2, dim=16, codebook_size=8),
        (torch.randn(2, 16, 20),),
    ),
    "VectorQuantization": lambda: (
        core_vq.VectorQuantization(16, 8, codebook_dim=4, kmeans_init=False),
        (torch.randn(2, 16, 20),),
    ),
    "EuclideanCodebook": lambda: (core_vq.EuclideanCodebook(16, 8, kmeans_init=False), (torch.randn(2, 20, 16),)),
}

__getattr__ = factories(MODELS)
