import torch
from fastai.collab import EmbeddingDotBias
from fastai.layers import (
    AdaptiveConcatPool2d,
    ConvLayer,
    Flatten,
    LinBnDrop,
    MergeLayer,
    PixelShuffle_ICNR,
    PooledSelfAttention2d,
    ResBlock,
    SequentialEx,
    SimpleCNN,
    TimeDistributed,
)
from fastai.losses import DiceLoss, FocalLossFlat, LabelSmoothingCrossEntropyFlat
from fastai.tabular.model import TabularModel
from fastai.text.models.awdlstm import AWD_LSTM, awd_lstm_clas_config, awd_lstm_lm_config
from fastai.text.models.core import get_language_model, get_text_classifier
from seeded import factories
from torch import nn

VOCAB = 60
SMALL = {"emb_sz": 16, "n_hid": 24, "n_layers": 2}


class _Segmentation(nn.Module):
    """A small network that segments images, with the losses that fastai users train segmentation with."""

    def __init__(self, classes=3):
        super().__init__()
        self.net = nn.Sequential(
            ConvLayer(3, 16, stride=2), ResBlock(1, 16, 16), PixelShuffle_ICNR(16, 8), ConvLayer(8, classes, ks=1)
        )
        self.focal = FocalLossFlat(axis=1)
        self.dice = DiceLoss()

    def forward(self, image, mask):
        out = self.net(image)
        return self.focal(out, mask) + self.dice(out, mask)


class _Smoothed(nn.Module):
    """A small CNN and the label smoothing loss."""

    def __init__(self):
        super().__init__()
        self.net = SimpleCNN((3, 16, 16, 5))
        self.loss = LabelSmoothingCrossEntropyFlat(eps=0.1)

    def forward(self, image, label):
        return self.loss(self.net(image), label)


def _reset(model):
    model.reset()
    return model


def _text(batch=3, length=20):
    tokens = torch.randint(2, VOCAB, (batch, length))
    tokens[-1, 12:] = 1
    return (tokens,)


MODELS = {
    "Tabular": lambda: (
        TabularModel([(10, 5), (7, 4)], 3, 2, [32, 16], ps=[0.1, 0.1], embed_p=0.05, y_range=(0, 1)),
        (torch.randint(7, (8, 2)), torch.randn(8, 3)),
    ),
    "LanguageModel": lambda: (
        _reset(get_language_model(AWD_LSTM, VOCAB, awd_lstm_lm_config | SMALL)),
        (torch.randint(VOCAB, (2, 12)),),
    ),
    "TextClassifier": lambda: (
        _reset(get_text_classifier(AWD_LSTM, VOCAB, 3, seq_len=8, config=awd_lstm_clas_config | SMALL)),
        _text(),
    ),
    "ResNet": lambda: (
        nn.Sequential(
            ConvLayer(3, 16, stride=2, act_cls=nn.Mish),
            ResBlock(1, 16, 32, stride=2, sa=True),
            ResBlock(4, 8, 8, groups=2, reduction=8),
            AdaptiveConcatPool2d(),
            Flatten(),
            LinBnDrop(64, 5, p=0.2),
        ),
        (torch.randn(2, 3, 32, 32),),
    ),
    "Segmentation": lambda: (_Segmentation(), (torch.randn(2, 3, 64, 64), torch.randint(3, (2, 64, 64)))),
    "Collaborative": lambda: (
        EmbeddingDotBias(8, 20, 30, y_range=(0, 5.5)),
        (torch.stack((torch.randint(20, (6,)), torch.randint(30, (6,))), 1),),
    ),
    "Smoothed": lambda: (_Smoothed(), (torch.randn(4, 3, 16, 16), torch.randint(5, (4,)))),
    "SelfAttention": lambda: (PooledSelfAttention2d(16), (torch.randn(2, 16, 8, 8),)),
    "Merged": lambda: (
        SequentialEx(ConvLayer(8, 8, norm_type=None), ConvLayer(8, 8), MergeLayer(dense=True)),
        (torch.randn(2, 8, 12, 12),),
    ),
    "Frames": lambda: (
        TimeDistributed(SimpleCNN((3, 8, 8, 4)), low_mem=True, tdim=1),
        (torch.randn(2, 4, 3, 16, 16),),
    ),
}

__getattr__ = factories(MODELS)
