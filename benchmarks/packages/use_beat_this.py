"""Modules of beat-this: beats and downbeats of music."""

import sys
from unittest import mock

import torch
from beat_this.model.beat_tracker import BeatThis, Head, PartialFTTransformer, PartialRoformer
from beat_this.model.loss import MaskedBCELoss, ShiftTolerantBCELoss, SplittedShiftTolerantBCELoss
from beat_this.model.postprocessor import Postprocessor
from beat_this.model.roformer import Transformer
from rotary_embedding_torch import RotaryEmbedding
from seeded import factories
from torch import nn

sys.modules["torchaudio"] = mock.MagicMock()  # reads audio files, and needs another torch
from beat_this.inference import aggregate_prediction, split_piece, split_predict_aggregate  # noqa: E402

del sys.modules["torchaudio"]


class _Whole(nn.Module):
    """The beats of a long piece, by chunks."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, spect):
        found = split_predict_aggregate(spect, 60, 6, "keep_first", self.model)
        return found["beat"], found["downbeat"]


class _Chunks(nn.Module):
    """A piece in chunks, and back."""

    def forward(self, spect):
        chunks, starts = split_piece(spect, 40, border_size=4)
        scores = [{"beat": chunk.mean(-1), "downbeat": chunk.amax(-1)} for chunk in chunks]
        return aggregate_prediction(scores, starts, len(spect), 40, 4, "keep_last", spect.device)


class _Times(nn.Module):
    """The times of beats."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.postprocessor = Postprocessor(type="minimal", fps=50)

    def forward(self, spect, mask):
        found = self.model(spect)
        return self.postprocessor(found["beat"], found["downbeat"], mask)


class _Peaks(nn.Module):
    """The times of the beats of one piece."""

    def __init__(self):
        super().__init__()
        self.postprocessor = Postprocessor()

    def forward(self, beat, downbeat):
        return self.postprocessor(beat, downbeat)


class _Trained(nn.Module):
    """The losses of beats and of downbeats."""

    def __init__(self, model, loss):
        super().__init__()
        self.model = model
        self.loss = loss

    def forward(self, spect, beats, downbeats, mask):
        found = self.model(spect)
        return self.loss(found["beat"], beats, mask) + self.loss(found["downbeat"], downbeats, mask)


class _Losses(nn.Module):
    """Losses that tolerate shifts, and one that does not."""

    def __init__(self):
        super().__init__()
        self.plain = MaskedBCELoss(3.0)
        self.shifted = ShiftTolerantBCELoss(3.0, tolerance=2)

    def forward(self, logits, beats):
        return self.plain(logits, beats), self.shifted(logits, beats)


def _model(**options):
    sizes = {"spect_dim": 32, "transformer_dim": 32, "ff_mult": 2, "n_layers": 2, "head_dim": 16, "stem_dim": 16}
    return BeatThis(**{**sizes, **options})


def _beats(*shape):
    return (torch.rand(*shape) > 0.9).float()


def _mask(batch, length):
    mask = torch.ones(batch, length)
    mask[-1, -10:] = 0
    return mask


def _transformer():
    return Transformer(dim=32, depth=2, heads=2, dim_head=16, rotary_embed=RotaryEmbedding(16))


def _across_time():
    return PartialRoformer(32, 16, 2, "time", RotaryEmbedding(16), 0.1)


def _across_both():
    return PartialFTTransformer(32, 16, 2, RotaryEmbedding(16), 0.1)


MODELS = {
    "Tracker": lambda: (_model(), (torch.rand(2, 60, 32),)),
    "Plain": lambda: (_model(sum_head=False, partial_transformers=False), (torch.rand(2, 50, 32),)),
    "Whole": lambda: (_Whole(_model()), (torch.rand(150, 32),)),
    "Times": lambda: (_Times(_model()), (torch.rand(2, 80, 32), _mask(2, 80).bool())),
    "Trained": lambda: (
        _Trained(_model(), SplittedShiftTolerantBCELoss(2.0)),
        (torch.rand(2, 80, 32), _beats(2, 80), _beats(2, 80), _mask(2, 80)),
    ),
    "Losses": lambda: (_Losses(), (torch.randn(3, 90), _beats(3, 90))),
    "Peaks": lambda: (_Peaks(), (torch.randn(200), torch.randn(200) - 1)),
    "Chunks": lambda: (_Chunks(), (torch.rand(110, 8),)),
    "Roformer": lambda: (_transformer(), (torch.randn(2, 24, 32),)),
    "Partial": lambda: (nn.Sequential(_across_time(), _across_both()), (torch.randn(2, 32, 4, 12),)),
    "Heads": lambda: (Head(32), (torch.randn(2, 24, 32),)),
}
__getattr__ = factories(MODELS)
