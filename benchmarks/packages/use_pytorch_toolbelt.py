import pytorch_toolbelt.losses as losses
import torch
from pytorch_toolbelt.inference import tta
from pytorch_toolbelt.modules import coord_conv, decoders, dropblock, encoders, interfaces, pooling, scse
from pytorch_toolbelt.modules.encoders import hourglass, mix_transformer, swin
from seeded import factories

SPEC = interfaces.FeatureMapsSpecification([8, 16, 24, 32], [4, 8, 16, 32])


def _maps():
    return [torch.randn(1, c, 64 // s, 64 // s) for c, s in zip(SPEC.channels, SPEC.strides, strict=True)]


def _image(size=64):
    return (torch.randn(1, 3, size, size),)


def _binary():
    return torch.randn(2, 1, 16, 16), torch.randint(0, 2, (2, 1, 16, 16)).float()


def _classes(size=()):
    return torch.randn(2, 4, *size), torch.randint(0, 4, (2, *size))


MODELS = {
    "UNetDecoder": lambda: (decoders.UNetDecoder(SPEC, [8, 16, 24]), (_maps(),)),
    "BiFPN": lambda: (decoders.BiFPNDecoder(SPEC, 16, 2), (_maps(),)),
    "LovaszBinary": lambda: (losses.BinaryLovaszLoss(per_image=True, ignore_index=255), _binary()),
    "MixTransformer": lambda: (
        mix_transformer.MixVisionTransformer(embed_dims=[8, 16, 24, 32], num_heads=[1, 2, 2, 4], depths=[1, 1, 1, 1]),
        _image(),
    ),
    "Swin": lambda: (
        swin.SwinTransformer(embed_dim=16, depths=[1, 2, 1, 1], num_heads=[2, 2, 2, 2], window_size=4),
        _image(),
    ),
    "Resnet18": lambda: (encoders.Resnet18Encoder(pretrained=False, layers=[1, 2, 3, 4]), _image()),
    "DiceMulticlass": lambda: (losses.DiceLoss("multiclass", log_loss=True), _classes((16, 16))),
    "FocalBinary": lambda: (losses.BinaryFocalLoss(alpha=0.25, ignore_index=-1, normalized=True), _binary()),
    "Hourglass": lambda: (
        hourglass.StackedSupervisedHGEncoder(4, stack_level=2, depth=2, features=16),
        _image(),
    ),
    "DeeplabPlus": lambda: (
        decoders.DeeplabV3PlusDecoder(SPEC, 16, aspp_channels=16, low_level_channels=8),
        (_maps(),),
    ),
    "FPNDecoder": lambda: (decoders.FPNDecoder(SPEC, 16), (_maps(),)),
    "BiTempered": lambda: (
        losses.BiTemperedLogisticLoss(0.8, 1.4, smoothing=0.05),
        (torch.randn(2, 4), torch.eye(4)[:2]),
    ),
    "FocalMulticlass": lambda: (losses.CrossEntropyFocalLoss(ignore_index=-100, normalized=True), _classes((8, 8))),
    "Jaccard": lambda: (losses.JaccardLoss("multilabel"), _binary()),
    "LovaszMulti": lambda: (
        losses.LovaszLoss(per_image=True, ignore=3),
        (_classes((8, 8))[0].softmax(1), _classes((8, 8))[1]),
    ),
    "SoftF1": lambda: (losses.SoftF1Loss(ignore_index=0), _classes()),
    "Wing": lambda: (losses.WingLoss(), (torch.randn(2, 10) * 9, torch.randn(2, 10))),
    "CoordConv": lambda: (coord_conv.CoordConv(3, 8, with_r=True, kernel_size=3), _image(16)),
    "DropBlock": lambda: (dropblock.DropBlock2D(0.2, 3), _image(16)),
    "SCSE": lambda: (scse.ChannelSpatialGate2d(8), (torch.randn(1, 8, 8, 8),)),
    "GWAP": lambda: (pooling.GlobalWeightedAvgPool2d(8), (torch.randn(1, 8, 8, 8),)),
    "TTAFlips": lambda: (
        tta.GeneralizedTTA(torch.nn.Conv2d(3, 2, 3, padding=1), tta.d4_image_augment, tta.d4_image_deaugment),
        _image(32),
    ),
}

__getattr__ = factories(MODELS)
