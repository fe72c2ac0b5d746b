from types import SimpleNamespace

import torch
from seeded import factories
from torch import nn
from torchxrayvision import autoencoders, models
from torchxrayvision.baseline_models import chestx_anatomy
from torchxrayvision.baseline_models.chestx_det.ptsemseg import pspnet
from torchxrayvision.baseline_models.ieee8023 import vqgan
from torchxrayvision.baseline_models.jfhealthcare.model import attention_map, classifier


def _dense(**kwargs):
    return models.DenseNet(
        growth_rate=8, block_config=(2, 2, 2), num_init_features=16, num_classes=18, in_channels=1, **kwargs
    )


def _image(size=64):
    return torch.randn(2, 1, size, size)


class _Calibrated(nn.Module):
    """A classifier with operating points, on images of another size, as the pretrained ones are."""

    def __init__(self):
        super().__init__()
        self.net = _dense(op_threshs=torch.linspace(0.1, 0.9, 18))
        self.net.input_resolution = 64

    def forward(self, x):
        return self.net(x)


def _jf(pool, attention):
    return classifier.Classifier(
        SimpleNamespace(
            backbone="densenet121",
            norm_type="BatchNorm",
            pretrained=False,
            num_classes=[1, 1, 1, 1, 1],
            global_pool=pool,
            attention_map=attention,
            fc_bn=True,
            fc_drop=0,
            lse_gamma=0.5,
            width=64,
            height=64,
            long_side=64,
        )
    )


DD = {
    "ch": 32,
    "out_ch": 1,
    "ch_mult": (1, 2),
    "num_res_blocks": 1,
    "attn_resolutions": [8],
    "dropout": 0.0,
    "in_channels": 1,
    "resolution": 16,
    "z_channels": 8,
    "double_z": False,
}

MODELS = {
    "Dense": lambda: (_dense(apply_sigmoid=True), (_image(),)),
    "DenseCalibrated": lambda: (_Calibrated(), (_image(80),)),
    "AutoEncoder": lambda: (autoencoders.ResNetAE50(), (torch.randn(1, 1, 224, 224),)),
    "ResidualBlock": lambda: (autoencoders.Bottleneck(16, 4), (torch.randn(2, 16, 8, 8),)),
    "OpNorm": lambda: (_OpNorm(), (torch.rand(3, 4),)),
    "Codebook": lambda: (vqgan.VectorQuantizer(16, 8, 0.25), (torch.randn(2, 8, 4, 4),)),
    "VQEncoder": lambda: (vqgan.Encoder(**DD), (_image(16),)),
    "VQAutoEncoder": lambda: (vqgan.VQModel(DD, 16, 8), (_image(16),)),
    "PcamClassifier": lambda: (_jf("PCAM", "FPA"), (torch.randn(1, 3, 256, 256),)),
    "LseClassifier": lambda: (_jf("AVG_MAX_LSE", "CAM"), (torch.randn(1, 3, 64, 64),)),
    "ChannelAttention": lambda: (attention_map.CAModule(16), (torch.randn(2, 16, 8, 8),)),
    "SegmentationPSP": lambda: (
        pspnet.pspnet(n_classes=14, input_size=(64, 64), block_config=[1, 1, 1, 1]),
        (torch.randn(1, 3, 64, 64),),
    ),
    "UNetUp": lambda: (chestx_anatomy.Up(16, 8), (torch.randn(1, 8, 4, 4), torch.randn(1, 8, 9, 9))),
}


class _OpNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("thresholds", torch.tensor([0.1, 0.4, float("nan"), 0.8]))

    def forward(self, probabilities):
        return models.op_norm(probabilities, self.thresholds)


__getattr__ = factories(MODELS)
