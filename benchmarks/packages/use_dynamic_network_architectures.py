import torch
from dynamic_network_architectures.architectures.resnet import ResNet18_CIFAR, ResNet50bn_CIFAR
from dynamic_network_architectures.architectures.unet import PlainConvUNet, ResidualEncoderUNet, ResidualUNet
from dynamic_network_architectures.architectures.vgg import VGG16_cifar
from dynamic_network_architectures.building_blocks.patch_encode_decode import PatchDecode, PatchEmbed_deeper
from dynamic_network_architectures.building_blocks.plain_conv_encoder import PlainConvEncoder
from dynamic_network_architectures.building_blocks.regularization import SqueezeExcite
from dynamic_network_architectures.building_blocks.residual import BottleneckD, StackedResidualBlocks
from dynamic_network_architectures.building_blocks.simple_conv_blocks import StackedConvBlocks
from seeded import factories
from torch import nn


def _stages(dim):
    """What nnU-Net's planner writes for a small patch."""
    conv, norm, drop = {
        2: (nn.Conv2d, nn.InstanceNorm2d, nn.Dropout2d),
        3: (nn.Conv3d, nn.InstanceNorm3d, nn.Dropout3d),
    }[dim]
    return {
        "input_channels": 1,
        "n_stages": 3,
        "features_per_stage": [8, 16, 16],
        "conv_op": conv,
        "kernel_sizes": 3,
        "strides": [1, 2, 2],
        "conv_bias": True,
        "norm_op": norm,
        "norm_op_kwargs": {"eps": 1e-5, "affine": True},
        "dropout_op": drop,
        "dropout_op_kwargs": {"p": 0.1},
        "nonlin": nn.LeakyReLU,
        "nonlin_kwargs": {"inplace": True},
    }


def _image(*size, channels=1):
    return (torch.randn(2, channels, *size),)


MODELS = {
    "UNet3d": lambda: (
        PlainConvUNet(
            **_stages(3), n_conv_per_stage=2, num_classes=3, n_conv_per_stage_decoder=1, deep_supervision=True
        ),
        _image(16, 16, 16),
    ),
    "ResEncUNet2d": lambda: (
        ResidualEncoderUNet(**_stages(2), n_blocks_per_stage=[1, 2, 2], num_classes=3, n_conv_per_stage_decoder=1),
        _image(32, 32),
    ),
    "PatchEmbedDeep": lambda: (
        PatchEmbed_deeper(input_channels=1, embed_dim=24, base_features=8, depth_per_level=(1, 1, 1)),
        _image(16, 16, 16),
    ),
    "ResNet18Tiny": lambda: (
        ResNet18_CIFAR(10, 3, stochastic_depth_p=0.1, squeeze_excitation=True, final_layer_dropout=0.1),
        _image(32, 32, channels=3),
    ),
    "ResUNet3d": lambda: (
        ResidualUNet(
            **_stages(3),
            n_blocks_per_stage=[1, 1, 1],
            num_classes=2,
            n_conv_per_stage_decoder=[1, 1],
            deep_supervision=True,
            block=BottleneckD,
            bottleneck_channels=[4, 8, 8],
        ),
        _image(16, 16, 16),
    ),
    "VGGTiny": lambda: (VGG16_cifar(10, 3), _image(32, 32, channels=3)),
    "Encoder": lambda: (
        PlainConvEncoder(**_stages(2), n_conv_per_stage=[1, 2, 1], return_skips=True, nonlin_first=True, pool="max"),
        _image(32, 32),
    ),
    "Decode": lambda: (PatchDecode((8, 8, 8), 24, 3), (torch.randn(2, 24, 2, 2, 2),)),
    "Squeeze": lambda: (
        SqueezeExcite(16, nn.Conv3d, add_maxpool=True, norm_layer=nn.BatchNorm3d),
        _image(6, 6, 6, channels=16),
    ),
    "ResidualStack": lambda: (
        StackedResidualBlocks(
            3,
            nn.Conv2d,
            4,
            [8, 8, 12],
            3,
            2,
            norm_op=nn.BatchNorm2d,
            nonlin=nn.ReLU,
            stochastic_depth_p=0.2,
            squeeze_excitation=True,
        ),
        _image(16, 16, channels=4),
    ),
    "ResNet50Volume": lambda: (ResNet50bn_CIFAR(5, 1, input_dimension=3), _image(16, 16, 16)),
    "ConvStack1d": lambda: (
        StackedConvBlocks(2, nn.Conv1d, 4, [8, 12], 5, 2, norm_op=nn.InstanceNorm1d, nonlin=nn.GELU),
        _image(40, channels=4),
    ),
}

__getattr__ = factories(MODELS)
