import torch
from demucs import demucs, hdemucs, htdemucs, transformer
from seeded import factories

SOURCES = ["vocals", "other"]


def _hybrid_transformer(**kwargs):
    return htdemucs.HTDemucs(
        SOURCES,
        channels=16,
        nfft=512,
        depth=3,
        t_layers=2,
        t_heads=2,
        dconv_depth=1,
        samplerate=8000,
        segment=1,
        **kwargs,
    )


MODELS = {
    "Demucs": lambda: (demucs.Demucs(SOURCES, channels=4, depth=3, lstm_layers=1), (torch.randn(1, 2, 3000),)),
    "DemucsAttention": lambda: (
        demucs.Demucs(
            SOURCES,
            channels=16,
            depth=3,
            growth=1,
            dconv_comp=4,
            dconv_mode=3,
            dconv_attn=1,
            dconv_lstm=1,
            normalize=True,
        ),
        (torch.randn(1, 2, 3000),),
    ),
    "HDemucs": lambda: (
        hdemucs.HDemucs(SOURCES, channels=8, nfft=4096, depth=6, norm_starts=4),
        (torch.randn(1, 2, 8192),),
    ),
    "HDemucsHybridOld": lambda: (
        hdemucs.HDemucs(SOURCES, channels=8, nfft=4096, depth=6, cac=False, hybrid_old=True),
        (torch.randn(1, 2, 16384),),
    ),
    "HTDemucs": lambda: (_hybrid_transformer(), (torch.randn(1, 2, 8000),)),
    "HTDemucsSparse": lambda: (_hybrid_transformer(t_emb="cape", t_cape_augment=False), (torch.randn(1, 2, 6000),)),
    "DConv": lambda: (demucs.DConv(32, attn=True, lstm=True, depth=2), (torch.randn(2, 32, 50),)),
    "BLSTM": lambda: (demucs.BLSTM(8, layers=1, max_steps=20, skip=True), (torch.randn(2, 8, 50),)),
    "LocalState": lambda: (demucs.LocalState(8, heads=2, nfreqs=2), (torch.randn(2, 8, 30),)),
    "HEncLayer": lambda: (hdemucs.HEncLayer(4, 8, norm_groups=2), (torch.randn(2, 4, 16, 10),)),
    "ScaledEmbedding": lambda: (hdemucs.ScaledEmbedding(16, 8, smooth=True), (torch.arange(16),)),
    "CrossTransformerEncoder": lambda: (
        transformer.CrossTransformerEncoder(16, num_layers=2, num_heads=2, hidden_scale=2.0, emb="sin"),
        (torch.randn(1, 16, 4, 6), torch.randn(1, 16, 20)),
    ),
    "CrossTransformerEncoderScaled": lambda: (
        transformer.CrossTransformerEncoder(
            16, num_layers=3, num_heads=2, emb="scaled", max_positions=50, layer_scale=True
        ),
        (torch.randn(1, 16, 4, 6), torch.randn(1, 16, 20)),
    ),
    "MyTransformerEncoderLayer": lambda: (
        transformer.MyTransformerEncoderLayer(
            16, 2, 32, batch_first=True, norm_out=2, norm_first=True, layer_scale=True
        ),
        (torch.randn(2, 10, 16),),
    ),
    "CrossTransformerEncoderLayer": lambda: (
        transformer.CrossTransformerEncoderLayer(16, 2, 32, batch_first=True),
        (torch.randn(2, 10, 16), torch.randn(2, 7, 16)),
    ),
}

__getattr__ = factories(MODELS)
