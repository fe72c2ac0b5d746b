import torch
from pytorch3dunet.unet3d.buildingblocks import DoubleConv, Encoder, ResNetBlockSE
from pytorch3dunet.unet3d.losses import (
    BCEDiceLoss,
    DiceLoss,
    GeneralizedDiceLoss,
    WeightedCrossEntropyLoss,
    WeightedSmoothL1Loss,
    get_loss_criterion,
)
from pytorch3dunet.unet3d.metrics import get_evaluation_metric
from pytorch3dunet.unet3d.model import ResidualUNet2D, ResidualUNet3D, ResidualUNetSE3D, UNet2D, UNet3D, get_model
from pytorch3dunet.unet3d.se import ChannelSpatialSELayer3D
from seeded import factories
from torch import nn

_SMALL = {"f_maps": 8, "num_groups": 4, "num_levels": 3}


class _Metric(nn.Module):
    def __init__(self, name, **settings):
        super().__init__()
        self.metric = get_evaluation_metric({"eval_metric": dict(name=name, **settings)})

    def forward(self, probabilities, target):
        return self.metric(probabilities, target)


class _Step(nn.Module):
    """The network and the loss of a training step."""

    def __init__(self, network, loss):
        super().__init__()
        self.network, self.loss = network, loss

    def forward(self, volume, target):
        output, logits = self.network(volume, return_logits=True)
        return output, self.loss(logits, target)


class _Patches(nn.Module):
    """Prediction patch by patch, the overlaps averaged."""

    def __init__(self, patch=16, stride=8):
        super().__init__()
        self.network = UNet3D(1, 2, **_SMALL)
        self.patch, self.stride = patch, stride

    def forward(self, volume):
        total = volume.new_zeros(volume.shape[0], 2, *volume.shape[2:])
        count = torch.zeros_like(total)
        ends = volume.shape[-1] - self.patch + 1
        for x in range(0, ends, self.stride):
            index = (..., slice(x, x + self.patch))
            total[index] += self.network(volume[index])
            count[index] += 1
        return total / count


def _criterion(name, **settings):
    return get_loss_criterion({"loss": dict(name=name, **settings), "trainer": {}, "device": "cpu"})


def _binary(batch=1, channels=2, size=8):
    return torch.randn(batch, channels, size, size, size), (torch.rand(batch, channels, size, size, size) > 0.5).float()


def _classes(batch=1, channels=3, size=8):
    return torch.randn(batch, channels, size, size, size), torch.randint(0, channels, (batch, size, size, size))


def _volume(batch=1, channels=1, size=16):
    return torch.randn(batch, channels, size, size, size)


MODELS = {
    "SmallUNet3D": lambda: (UNet3D(1, 2, **_SMALL), (_volume(),)),
    "Dice": lambda: (DiceLoss(), _binary()),
    "SmallResidualSE": lambda: (ResidualUNetSE3D(1, 3, final_sigmoid=False, **_SMALL), (_volume(),)),
    "StepBCEDice": lambda: (
        _Step(UNet3D(1, 2, **_SMALL), BCEDiceLoss()),
        (_volume(), (torch.rand(1, 2, 16, 16, 16) > 0.5).float()),
    ),
    "SmallResidual": lambda: (ResidualUNet3D(1, 2, layer_order="bcr", **_SMALL), (_volume(),)),
    "GeneralizedDice": lambda: (GeneralizedDiceLoss(normalization="softmax"), _binary()),
    "CrossEntropyWeighted": lambda: (WeightedCrossEntropyLoss(), _classes()),
    "MeanIoUMetric": lambda: (_Metric("MeanIoU"), (_classes()[0].softmax(1), _classes()[1])),
    "SmallUNet2D": lambda: (
        get_model(dict(name="UNet2D", in_channels=3, out_channels=2, **_SMALL)),
        (torch.randn(2, 3, 32, 32),),
    ),
    "SmallResidual2D": lambda: (ResidualUNet2D(1, 1, is_segmentation=False, **_SMALL), (torch.randn(1, 1, 32, 32),)),
    "Regression": lambda: (
        _Step(UNet2D(1, 1, is_segmentation=False, layer_order="cbl", **_SMALL), WeightedSmoothL1Loss(0.0, 2.0)),
        (torch.randn(1, 1, 32, 32), torch.randn(1, 1, 32, 32)),
    ),
    "Patches": lambda: (_Patches(), (torch.randn(1, 1, 16, 16, 32),)),
    "MaskedBCE": lambda: (_criterion("BCEWithLogitsLoss", ignore_index=-1), (_binary()[0], _binary()[1])),
    "SkipLast": lambda: (
        _criterion("BCEDiceLoss", skip_last_target=True),
        (_binary()[0], _binary(channels=3)[1]),
    ),
    "DiceMetric": lambda: (_Metric("DiceCoefficient"), (_binary()[0].sigmoid(), _binary()[1])),
    "BlockSE": lambda: (ResNetBlockSE(8, 16, num_groups=4, se_module="scse"), (torch.randn(1, 8, 8, 8, 8),)),
    "SqueezeExcite": lambda: (ChannelSpatialSELayer3D(8), (torch.randn(1, 8, 6, 6, 6),)),
    "SmallEncoder": lambda: (
        Encoder(8, 16, pool_type="avg", pool_kernel_size=(1, 2, 2), num_groups=4, basic_module=DoubleConv),
        (torch.randn(1, 8, 4, 16, 16),),
    ),
}

__getattr__ = factories(MODELS)
