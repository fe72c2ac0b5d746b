import torch
from audio_separator.separator.uvr_lib_v5.demucs.demucs import Demucs
from audio_separator.separator.uvr_lib_v5.demucs.hdemucs import HDemucs
from audio_separator.separator.uvr_lib_v5.demucs.htdemucs import HTDemucs
from audio_separator.separator.uvr_lib_v5.demucs.tasnet_v2 import ConvTasNet
from audio_separator.separator.uvr_lib_v5.mdxnet import ConvTDFNet
from audio_separator.separator.uvr_lib_v5.roformer.bs_roformer import BSRoformer
from audio_separator.separator.uvr_lib_v5.roformer.mel_band_roformer import MelBandRoformer
from audio_separator.separator.uvr_lib_v5.stft import STFT
from audio_separator.separator.uvr_lib_v5.tfc_tdf_v3 import TFC_TDF_net
from audio_separator.separator.uvr_lib_v5.vr_network.nets import determine_model_capacity
from audio_separator.separator.uvr_lib_v5.vr_network.nets_new import CascadedNet
from ml_collections import ConfigDict
from seeded import factories
from torch import nn

SOURCES = ["drums", "bass", "other", "vocals"]
STFTS = {"stft_n_fft": 256, "stft_hop_length": 64, "stft_win_length": 256, "dim_freqs_in": 129}
RESOLUTIONS = {"multi_stft_resolutions_window_sizes": (256, 128), "multi_stft_hop_size": 49}


def _bs_roformer(**options):
    return BSRoformer(
        dim=16,
        depth=1,
        stereo=True,
        time_transformer_depth=1,
        freq_transformer_depth=1,
        freqs_per_bands=(16, 16, 32, 65),
        dim_head=8,
        heads=2,
        mask_estimator_depth=1,
        **STFTS,
        **RESOLUTIONS,
        **options,
    )


def _mel_roformer():
    return MelBandRoformer(
        dim=16,
        depth=1,
        stereo=True,
        num_stems=2,
        time_transformer_depth=1,
        freq_transformer_depth=1,
        num_bands=8,
        dim_head=8,
        heads=2,
        **STFTS,
        **RESOLUTIONS,
    )


def _tfc_tdf():
    config = ConfigDict(
        {
            "audio": {"n_fft": 128, "hop_length": 32, "dim_f": 64, "num_channels": 2},
            "model": {
                "norm": "InstanceNorm",
                "act": "gelu",
                "num_subbands": 2,
                "num_scales": 2,
                "scale": [2, 2],
                "num_blocks_per_scale": 1,
                "num_channels": 8,
                "growth": 4,
                "bottleneck_factor": 2,
            },
            "training": {"target_instrument": None, "instruments": ["vocals", "other"]},
        }
    )
    return TFC_TDF_net(config, torch.device("cpu"))


def _mdx():
    return ConvTDFNet("vocals", 1e-3, "adamw", 4, 32, 16, 128, 32, 5, 2, 8, 3, 4, True, 0.5)


class _Masked(nn.Module):
    """A spectrogram, an estimate of it and the wave of the estimate, as the separators for MDX do."""

    def __init__(self):
        super().__init__()
        self.stft = STFT(None, 126, 32, 32, torch.device("cpu"))
        self.net = _mdx()

    def forward(self, wave):
        return self.stft.inverse(self.net(self.stft(wave)))


MODELS = {
    "BandSplit": lambda: (_bs_roformer(), (torch.randn(1, 2, 2048),)),
    "MelBands": lambda: (_mel_roformer(), (torch.randn(1, 2, 2048),)),
    "TFCTDF": lambda: (_tfc_tdf(), (torch.randn(1, 2, 32 * 15),)),
    "HybridTransformer": lambda: (
        HTDemucs(SOURCES, channels=8, nfft=512, depth=3, t_layers=2, t_heads=2, samplerate=8000, segment=0.5),
        (torch.randn(1, 2, 4000),),
    ),
    "Hybrid": lambda: (
        HDemucs(SOURCES, channels=8, nfft=1024, depth=5, samplerate=8000, segment=1),
        (torch.randn(1, 2, 4000),),
    ),
    "Waveform": lambda: (
        Demucs(SOURCES, channels=8, depth=3, lstm_layers=1, samplerate=8000),
        (torch.randn(1, 2, 3000),),
    ),
    "TasNet": lambda: (
        ConvTasNet(SOURCES, N=16, B=16, H=16, X=2, R=1, audio_channels=2),
        (torch.randn(1, 2, 1000),),
    ),
    "MDX": lambda: (_mdx(), (torch.randn(1, 4, 32, 16),)),
    "Masked": lambda: (_Masked(), (torch.randn(1, 2, 32 * 15),)),
    "VRCascaded": lambda: (CascadedNet(256, nout=8, nout_lstm=8), (torch.rand(1, 2, 129, 192),)),
    "VRCapacity": lambda: (determine_model_capacity(512, 31191), (torch.rand(1, 2, 257, 64),)),
    "BandSplitLoss": lambda: (
        _bs_roformer(num_stems=1, skip_connection=True),
        (torch.randn(1, 2, 2048),),
        {"target": torch.randn(1, 2, 2048)},
    ),
}

__getattr__ = factories(MODELS)
