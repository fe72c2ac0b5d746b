from copy import deepcopy

import torch
from seeded import factories
from torch import nn
from torch_ecg.model_configs import (
    ECG_CRNN_CONFIG,
    ECG_SEQ_LAB_NET_CONFIG,
    ECG_SUBTRACT_UNET_CONFIG,
    ECG_UNET_VANILLA_CONFIG,
    RR_AF_CRF_CONFIG,
    RR_LSTM_CONFIG,
    mobilenet_v3_small,
)
from torch_ecg.models import (
    ECG_CRNN,
    ECG_SEQ_LAB_NET,
    ECG_SUBTRACT_UNET,
    ECG_UNET,
    RR_LSTM,
    MobileNetV3,
    MultiScopicCNN,
)
from torch_ecg.models._nets import MLDecoder
from torch_ecg.models.loss import AsymmetricLoss
from torch_ecg.preprocessors import Normalize, Resample

CLASSES = ["NSR", "AF", "PVC", "SPB"]


class _Training(nn.Module):
    """A classifier and its loss, as in the tutorials on classification."""

    def __init__(self, model, loss):
        super().__init__()
        self.model = model
        self.loss = loss

    def forward(self, ecg, labels):
        logits = self.model(ecg)
        return self.loss(logits, labels), logits


class _Preprocess(nn.Module):
    """The preprocessing of records before they go to a model."""

    def __init__(self, fs=100):
        super().__init__()
        self.steps = nn.Sequential(Resample(fs, dst_fs=2 * fs), Normalize("z-score"))

    def forward(self, ecg):
        return self.steps(ecg)


class _Decoder(nn.Module):
    """A small network with the decoder for many labels as its head."""

    def __init__(self, leads=12, classes=6):
        super().__init__()
        self.backbone = _multi_scopic(leads)
        channels = self.backbone.compute_output_shape(400, 2)[1]
        self.head = MLDecoder(channels, classes, num_groups=3)

    def forward(self, ecg):
        return self.head(self.backbone(ecg))


def _multi_scopic(leads=12):
    config = deepcopy(ECG_SEQ_LAB_NET_CONFIG.cnn.multi_scopic)
    config.num_filters = [[8, 12, 16]] * len(config.num_filters)
    return MultiScopicCNN(leads, **config)


def _crnn(cnn="resnet_nature_comm_bottle_neck", rnn="none", attn="se", filters=8, **options):
    config = deepcopy(ECG_CRNN_CONFIG)
    config.cnn.name, config.rnn.name, config.attn.name = cnn, rnn, attn
    if "stem" in config.cnn[cnn]:
        config.cnn[cnn].stem.num_filters = filters
    config.cnn[cnn].update(options)
    config.rnn.lstm.hidden_sizes = [12, 12]
    config.clf.out_channels = [16]
    return ECG_CRNN(CLASSES, 12, config)


def _rr_lstm(base, **options):
    config = deepcopy(base)
    config.lstm.hidden_sizes = [12, 16]
    config.update(options)
    return RR_LSTM(["N", "AF"], config)


def _labeller():
    config = deepcopy(ECG_SEQ_LAB_NET_CONFIG)
    config.cnn.multi_scopic.num_filters = [[8, 12, 16]] * len(config.cnn.multi_scopic.num_filters)
    config.rnn.lstm.hidden_sizes = [16, 16]
    return ECG_SEQ_LAB_NET(["pad", "p", "qrs", "t"], 12, config)


def _mobile():
    config = deepcopy(mobilenet_v3_small)
    config.stem.num_filters = [8]
    config.inv_res.n_blocks = [1, 1, 1, 1]
    config.inv_res.out_channels = [8, 16, 24, 32]
    config.exit_flow.num_filters = 64
    return MobileNetV3(12, **config)


def _labels(batch, classes=4):
    return (torch.rand(batch, classes) < 0.4).float()


MODELS = {
    "Classifier": lambda: (_crnn(), (torch.randn(2, 12, 500),)),
    "Recurrent": lambda: (_crnn("resnet_nature_comm_se", "lstm", "sa"), (torch.randn(2, 12, 600),)),
    "SubtractUnet": lambda: (
        ECG_SUBTRACT_UNET(["p", "N", "t", "i"], 12, deepcopy(ECG_SUBTRACT_UNET_CONFIG)),
        (torch.randn(1, 12, 300),),
    ),
    "Rhythm": lambda: (_rr_lstm(RR_LSTM_CONFIG), (torch.rand(8, 2, 1) + 0.5,)),
    "Delineation": lambda: (
        ECG_UNET(["p", "N", "t", "i"], 12, deepcopy(ECG_UNET_VANILLA_CONFIG)),
        (torch.randn(2, 12, 512),),
    ),
    "SequenceLabels": lambda: (_labeller(), (torch.randn(2, 12, 160),)),
    "RhythmField": lambda: (_rr_lstm(RR_AF_CRF_CONFIG), (torch.rand(8, 2, 1) + 0.5,)),
    "Training": lambda: (
        _Training(_crnn("tresnetF", "none", "gc", filters=16), AsymmetricLoss()),
        (torch.randn(2, 12, 200), _labels(2)),
    ),
    "LabelDecoder": lambda: (_Decoder(), (torch.randn(2, 12, 400),)),
    "Mobile": lambda: (_mobile(), (torch.randn(2, 12, 500),)),
    "Preprocess": lambda: (_Preprocess(), (torch.randn(2, 12, 300),)),
}

__getattr__ = factories(MODELS)
