"""Modules of borzoi-pytorch: the coverage of RNA from DNA."""

import pandas
import torch
from borzoi_pytorch import Borzoi
from borzoi_pytorch.config_borzoi import BorzoiConfig
from borzoi_pytorch.gene_utils import Gene
from borzoi_pytorch.pytorch_borzoi_helpers import predict_tracks
from borzoi_pytorch.pytorch_borzoi_model import AnnotatedBorzoi, ConvBlock, ConvDna, Prime
from borzoi_pytorch.pytorch_borzoi_transformer import Attention
from borzoi_pytorch.pytorch_borzoi_utils import Residual, TargetLengthCrop, undo_squashed_scale
from seeded import factories
from torch import nn

SIZES = {"dim": 64, "depth": 1, "heads": 2, "attn_dim_key": 16, "attn_dim_value": 32, "bins_to_return": 48}


class _Embedded(nn.Module):
    """The embedding of a sequence before its heads."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, dna):
        return self.model.get_embs_after_crop(dna)


class _Sliced(nn.Module):
    """What is predicted for the bins of genes."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, dna, first, second):
        return self.model.predict(dna, [first, second], remove_squashed_scale=False)


class _Both(nn.Module):
    """The tracks of both heads, and what they are read from."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, dna):
        human, embedded = self.model(dna, return_embeddings=True)
        return human, embedded, self.model(dna, is_human=False, data_parallel_training=True)


class _Counts(nn.Module):
    """The counts of genes on both strands."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, dna, first, second):
        return self.model.predict_gene_count(dna, [first, second])


class _Strand(nn.Module):
    """The counts of all bins on a strand, with another transform."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, dna):
        return self.model.predict_gene_count(
            dna,
            average_strands=False,
            bin_level_transform=lambda x: self.model._undo_squashed_scale(x, old_transform=False),
            agg_fn=lambda x: x.mean(-1),
            log1p=False,
        )


class _Ensemble(nn.Module):
    """The tracks of several folds, as arrays."""

    def __init__(self, models):
        super().__init__()
        self.models = nn.ModuleList(models)

    def forward(self, dna, bins):
        return predict_tracks(self.models, dna, bins)


class _Exons(nn.Module):
    """What is summed over the exons of a gene."""

    def __init__(self):
        super().__init__()
        self.gene = Gene("chr1", "+", {})
        for start in (120, 400, 900):
            self.gene.add_exon(start, start + 90)

    def forward(self, tracks):
        bins = self.gene.output_slice(0, 1536, 32)
        return tracks[..., bins].sum(-1)


class _Squashed(nn.Module):
    """Tracks in their own scale."""

    def forward(self, tracks):
        return undo_squashed_scale(tracks, clip_soft=32)


class _Attended(nn.Module):
    """Positions that look at each other, and the middle of them."""

    def __init__(self):
        super().__init__()
        attention = Attention(64, heads=2, dim_key=16, dim_value=32, dropout=0.05, num_rel_pos_features=32)
        nn.init.normal_(attention.to_out.weight, std=0.1)
        self.attention = Residual(nn.Sequential(nn.LayerNorm(64), attention))
        self.crop = TargetLengthCrop(16)

    def forward(self, x):
        return self.crop(self.attention(x))


def _model(**options):
    return Borzoi(BorzoiConfig(**{**SIZES, **options}))


def _tracks():
    names = ["a+", "a-", "b", "c+", "c-"]
    return pandas.DataFrame(
        {
            "identifier": names,
            "file": names,
            "clip": 768.0,
            "clip_soft": [384.0, 384.0, 64.0, 384.0, 384.0],
            "scale": [0.01, 0.01, 1.0, 0.3, 0.3],
            "sum_stat": ["sum_sqrt", "sum_sqrt", "sum", "sum_sqrt", "sum_sqrt"],
            "strand_pair": [1, 0, 2, 4, 3],
            "description": ["RNA:a", "RNA:a", "ATAC:b", "CAGE:c", "CAGE:c"],
        }
    )


def _annotated():
    model = AnnotatedBorzoi(BorzoiConfig(**SIZES), tracks_df=_tracks())
    model.human_head = nn.Conv1d(1920, 5, 1)
    return model


def _few(**options):
    model = _model(**options)
    model.set_track_subset([0, 3, 17])
    return model


def _dna(*batch, length=2048):
    return nn.functional.one_hot(torch.randint(0, 4, (*batch, length)), 4).float().transpose(-1, -2)


def _bins():
    return torch.tensor([3, 4, 5]), torch.tensor([10, 11, 30, 31])


def _tower():
    return nn.Sequential(ConvDna(), ConvBlock(512, 32, kernel_size=5), ConvBlock(32, 32, 3, conv_type="separable"))


MODELS = {
    "Tracks": lambda: (_few(), (_dna(1),)),
    "Sliced": lambda: (_Sliced(_few()), (_dna(2), *_bins())),
    "Counts": lambda: (_Counts(_annotated()), (_dna(2), *_bins())),
    "Deeper": lambda: (_Embedded(Prime.from_hparams(**SIZES)), (_dna(1),)),
    "Both": lambda: (_Both(_model(enable_mouse_head=True)), (_dna(1),)),
    "Strand": lambda: (_Strand(_annotated()), (_dna(1),)),
    "Ensemble": lambda: (_Ensemble([_few(), _few()]), (_dna(), [0, 2])),
    "Squashed": lambda: (_Squashed(), (torch.rand(1, 6, 40),)),
    "Attended": lambda: (_Attended(), (torch.randn(2, 32, 64),)),
    "Tower": lambda: (_tower(), (_dna(2, length=256),)),
    "Exons": lambda: (_Exons(), (torch.rand(2, 6, 48),)),
}
__getattr__ = factories(MODELS)
