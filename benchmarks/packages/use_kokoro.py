"""Modules of kokoro: speech from phonemes."""

import tempfile
from pathlib import Path

import torch
from kokoro.istftnet import Decoder, Generator, SineGen, SourceModuleHnNSF, TorchSTFT
from kokoro.model import KModel, KModelForONNX
from kokoro.modules import CustomAlbert, DurationEncoder, ProsodyPredictor, TextEncoder
from seeded import factories
from transformers import AlbertConfig

ISTFT = {
    "upsample_kernel_sizes": [20, 12],
    "upsample_rates": [10, 6],
    "gen_istft_hop_size": 5,
    "gen_istft_n_fft": 20,
    "resblock_dilation_sizes": [[1, 3, 5], [1, 3, 5]],
    "resblock_kernel_sizes": [3, 7],
    "upsample_initial_channel": 512,
}
ALBERT = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 32, "max_position_embeddings": 64}
CONFIG = {
    "istftnet": ISTFT,
    "plbert": {**ALBERT, "num_hidden_layers": 2, "dropout": 0.1},
    "n_token": 20,
    "hidden_dim": 512,
    "style_dim": 128,
    "n_layer": 2,
    "max_dur": 2,
    "dropout": 0.2,
    "text_encoder_kernel_size": 5,
    "n_mels": 80,
    "vocab": {letter: number for number, letter in enumerate("abcdefghij", 1)},
}


def _speech(disable_complex=False):
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder) / "kokoro.pth"
        torch.save({}, weights)
        return KModel("hexgrad/Kokoro-82M", CONFIG, str(weights), disable_complex)


def _text():
    lengths = torch.tensor([6, 4])
    return torch.randint(0, 20, (2, 6)), lengths, torch.arange(6)[None] >= lengths[:, None]


def _durations():
    _, lengths, mask = _text()
    return torch.randn(2, 32, 6), torch.randn(2, 16), lengths, mask


def _prosody():
    texts, style, lengths, mask = _durations()
    model = ProsodyPredictor(style_dim=16, d_hid=32, nlayers=2, max_dur=5)
    return model, (texts, style, lengths, torch.rand(2, 6, 9), mask)


def _generator(disable_complex):
    sizes = {**ISTFT, "upsample_initial_channel": 32}
    model = Generator(style_dim=16, **sizes, disable_complex=disable_complex)
    return model, (torch.randn(1, 32, 8), torch.randn(1, 16), torch.rand(1, 8) * 200)


def _albert():
    model = CustomAlbert(AlbertConfig(vocab_size=20, embedding_size=16, num_hidden_layers=2, **ALBERT))
    return model, (torch.randint(0, 20, (2, 6)),), {"attention_mask": torch.ones(2, 6, dtype=torch.long)}


def _decoder():
    model = Decoder(dim_in=512, style_dim=16, dim_out=80, **ISTFT)
    return model, (torch.randn(1, 512, 6), torch.rand(1, 12) * 200, torch.rand(1, 12), torch.randn(1, 16))


MODELS = {
    "Speech": lambda: (_speech(), ("abcde", torch.randn(1, 256))),
    "Exported": lambda: (KModelForONNX(_speech(True)), (torch.randint(0, 11, (1, 6)), torch.randn(1, 256))),
    "Prosody": _prosody,
    "Text": lambda: (TextEncoder(32, 5, 2, 20), _text()),
    "Decoded": _decoder,
    "Durations": lambda: (DurationEncoder(16, 32, 2), _durations()),
    "Wave": lambda: _generator(True),
    "Source": lambda: (
        SourceModuleHnNSF(24000, 10, harmonic_num=8, voiced_threshod=10),
        (torch.rand(1, 100, 1) * 200,),
    ),
    "Pulses": lambda: (SineGen(24000, 10, harmonic_num=2, flag_for_pulse=True), (torch.rand(1, 100, 1) * 200 - 50,)),
    "Spectrum": lambda: (TorchSTFT(64, 16, 64), (torch.randn(2, 512),)),
    "Albert": _albert,
}
__getattr__ = factories(MODELS)
