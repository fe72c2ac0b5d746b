import torch
from pyannote.audio.core.task import Problem, Resolution, Specifications
from pyannote.audio.models.blocks.pooling import StatsPool
from pyannote.audio.models.blocks.sincnet import SincNet
from pyannote.audio.models.embedding import WeSpeakerResNet34, XVectorMFCC, XVectorSincNet
from pyannote.audio.models.embedding.wespeaker import resnet
from pyannote.audio.models.segmentation import PyanNet, SSeRiouSS
from pyannote.audio.utils.loss import nll_loss
from pyannote.audio.utils.permutation import permutate
from pyannote.audio.utils.powerset import Powerset
from seeded import factories
from torch import nn

SPEAKERS = ["a", "b", "c"]


def _segmentation(model, powerset=None):
    """A model as its task sets it up: with specifications, and the layers that they ask for."""
    model.specifications = Specifications(
        problem=Problem.MULTI_LABEL_CLASSIFICATION if powerset is None else Problem.MONO_LABEL_CLASSIFICATION,
        resolution=Resolution.FRAME,
        duration=0.5,
        classes=SPEAKERS,
        powerset_max_classes=powerset,
        permutation_invariant=True,
    )
    model.build()
    return model


def _embedding(model):
    model.specifications = Specifications(
        problem=Problem.REPRESENTATION, resolution=Resolution.CHUNK, duration=0.5, classes=SPEAKERS
    )
    model.build()
    return model


def _speech(seconds=0.5):
    return torch.randn(2, 1, int(16000 * seconds))


def _wav2vec():
    return {
        "extractor_mode": "group_norm",
        "extractor_conv_layer_config": [(16, 10, 5), (16, 8, 4), (16, 4, 4), (16, 4, 4)],
        "extractor_conv_bias": False,
        "encoder_embed_dim": 16,
        "encoder_projection_dropout": 0.1,
        "encoder_pos_conv_kernel": 8,
        "encoder_pos_conv_groups": 4,
        "encoder_num_layers": 2,
        "encoder_num_heads": 2,
        "encoder_attention_dropout": 0.1,
        "encoder_ff_interm_features": 32,
        "encoder_ff_interm_dropout": 0.1,
        "encoder_dropout": 0.1,
        "encoder_layer_norm_first": False,
        "encoder_layer_drop": 0.0,
        "aux_num_out": None,
    }


class _Diarize(nn.Module):
    """Powerset segmentation, made multi-label, as the diarization pipeline reads it."""

    def __init__(self):
        super().__init__()
        self.net = _segmentation(PyanNet(lstm={"hidden_size": 8, "num_layers": 1}), powerset=2)
        self.powerset = Powerset(len(SPEAKERS), 2)

    def forward(self, waveforms):
        return self.powerset(self.net(waveforms))


class _PowersetLoss(nn.Module):
    """The loss of powerset segmentation: the reference in the order of speakers that fits best."""

    def __init__(self):
        super().__init__()
        self.powerset = Powerset(len(SPEAKERS), 2)

    def forward(self, prediction, target):
        permutated, _ = permutate(self.powerset.to_multilabel(prediction), target)
        return nll_loss(prediction, torch.argmax(self.powerset.to_powerset(permutated.float()), dim=-1))


class _FrameLoss(nn.Module):
    def forward(self, prediction, target, weight):
        return nll_loss(prediction, target, weight=weight)


MODELS = {
    "Segmentation": lambda: (
        _segmentation(PyanNet(lstm={"hidden_size": 8, "num_layers": 2}, linear={"hidden_size": 8, "num_layers": 1})),
        (_speech(),),
    ),
    "SegmentationSplit": lambda: (
        _segmentation(PyanNet(lstm={"hidden_size": 8, "num_layers": 2, "monolithic": False})),
        (_speech(),),
    ),
    "SegmentationSelfSupervised": lambda: (
        _segmentation(SSeRiouSS(wav2vec=_wav2vec(), lstm={"hidden_size": 8, "num_layers": 1})),
        (_speech(),),
    ),
    "Diarize": lambda: (_Diarize(), (_speech(),)),
    "EmbeddingMFCC": lambda: (_embedding(XVectorMFCC(dimension=32)), (_speech(),)),
    "EmbeddingSinc": lambda: (
        _embedding(XVectorSincNet(dimension=32)),
        (_speech(), torch.rand(2, 20)),
    ),
    "WeSpeaker": lambda: (WeSpeakerResNet34(num_mel_bins=24), (_speech(),)),
    "WeSpeakerWeighted": lambda: (WeSpeakerResNet34(num_mel_bins=24), (_speech(), torch.rand(2, 30))),
    "ResNetEmbedding": lambda: (
        resnet.ResNet(resnet.BasicBlock, [1, 1, 1, 1], m_channels=4, feat_dim=16, embed_dim=8),
        (torch.randn(2, 40, 16),),
    ),
    "WeightedStats": lambda: (StatsPool(), (torch.randn(2, 8, 20), torch.rand(2, 3, 12))),
    "Sinc": lambda: (SincNet(stride=10), (_speech(),)),
    "PowersetSoft": lambda: (Powerset(3, 2), (torch.randn(2, 20, 7),), {"soft": True}),
    "PowersetLoss": lambda: (
        _PowersetLoss(),
        (torch.randn(2, 20, 7).log_softmax(-1), torch.randint(0, 2, (2, 20, 3)).float()),
    ),
    "FrameLoss": lambda: (
        _FrameLoss(),
        (torch.randn(2, 20, 7).log_softmax(-1), torch.randint(0, 7, (2, 20)), torch.rand(2, 20, 1)),
    ),
}

__getattr__ = factories(MODELS)
