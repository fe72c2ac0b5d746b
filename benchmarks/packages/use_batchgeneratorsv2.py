import torch
from batchgeneratorsv2.transforms.intensity.brightness import MultiplicativeBrightnessTransform
from batchgeneratorsv2.transforms.intensity.contrast import BGContrast, ContrastTransform
from batchgeneratorsv2.transforms.intensity.gamma import GammaTransform
from batchgeneratorsv2.transforms.intensity.gaussian_noise import GaussianNoiseTransform
from batchgeneratorsv2.transforms.nnunet.seg_to_onehot import MoveSegAsOneHotToDataTransform
from batchgeneratorsv2.transforms.noise.gaussian_blur import GaussianBlurTransform
from batchgeneratorsv2.transforms.noise.median_filter import MedianFilterTransform
from batchgeneratorsv2.transforms.noise.sharpen import SharpeningTransform
from batchgeneratorsv2.transforms.spatial.low_resolution import SimulateLowResolutionTransform
from batchgeneratorsv2.transforms.spatial.mirroring import MirrorTransform
from batchgeneratorsv2.transforms.spatial.spatial import SpatialTransform
from batchgeneratorsv2.transforms.utils.compose import ComposeTransforms
from batchgeneratorsv2.transforms.utils.deep_supervision_downsampling import DownsampleSegForDSTransform
from batchgeneratorsv2.transforms.utils.random import RandomTransform
from batchgeneratorsv2.transforms.utils.seg_to_regions import ConvertSegmentationToRegionsTransform
from seeded import factories
from torch import nn


class _Augment(nn.Module):
    """A transform of the image and the segmentation of a case."""

    def __init__(self, transform):
        super().__init__()
        self.transform = transform

    def forward(self, image, segmentation):
        out = self.transform(image=image, segmentation=segmentation)
        return out["image"], out["segmentation"]


class _AugmentImage(nn.Module):
    """A transform of images alone."""

    def __init__(self, transform):
        super().__init__()
        self.transform = transform

    def forward(self, image):
        return self.transform(image=image)["image"]


def _spatial(size=(32, 32), **options):
    return SpatialTransform(
        size, 0, False, p_rotation=1, rotation=(-0.5, 0.5), p_scaling=1, scaling=(0.7, 1.4), **options
    )


def _training():
    return ComposeTransforms(
        [
            _spatial((16, 24, 24), mode_seg="nearest"),
            RandomTransform(GaussianNoiseTransform((0, 0.1)), 0.5),
            RandomTransform(MultiplicativeBrightnessTransform(BGContrast((0.75, 1.25)), False), 0.5),
            RandomTransform(GammaTransform(BGContrast((0.7, 1.5)), 1, False, 1, 1), 0.5),
            MirrorTransform((0, 1, 2)),
            DownsampleSegForDSTransform([[1, 1, 1], [0.5, 0.5, 0.5]]),
        ]
    )


def _case(*size, labels=3):
    return torch.randn(2, *size), torch.randint(labels, (1, *size), dtype=torch.int16)


MODELS = {
    "Training": lambda: (_Augment(_training()), _case(20, 32, 32)),
    "Spatial": lambda: (_Augment(_spatial()), _case(48, 48)),
    "Elastic": lambda: (
        _Augment(_spatial(p_elastic_deform=1, elastic_deform_scale=(0.1, 0.2))),
        _case(48, 48),
    ),
    "Gamma": lambda: (
        _AugmentImage(
            GammaTransform(
                (0.7, 1.5), p_invert_image=0.5, synchronize_channels=False, p_per_channel=1, p_retain_stats=1
            )
        ),
        (torch.randn(2, 24, 24, 24),),
    ),
    "Contrast": lambda: (
        _AugmentImage(ContrastTransform(BGContrast((0.75, 1.25)), preserve_range=True, synchronize_channels=False)),
        (torch.randn(3, 32, 32),),
    ),
    "Noise": lambda: (_AugmentImage(GaussianNoiseTransform((0, 0.1), p_per_channel=0.5)), (torch.randn(3, 32, 32),)),
    "Blur": lambda: (_AugmentImage(GaussianBlurTransform((0.5, 1.0))), (torch.randn(2, 32, 32),)),
    "LowResolution": lambda: (
        _AugmentImage(SimulateLowResolutionTransform((0.5, 1), False, True, (), p_per_channel=0.5)),
        (torch.randn(4, 24, 24, 24),),
    ),
    "Mirror": lambda: (_Augment(MirrorTransform((0, 1))), _case(32, 32)),
    "Regions": lambda: (
        _Augment(ConvertSegmentationToRegionsTransform([(1, 2), 2])),
        _case(16, 32, 32),
    ),
    "Cascade": lambda: (_Augment(MoveSegAsOneHotToDataTransform(0, [1, 2], False)), _case(16, 24, 24)),
    "MedianSharpened": lambda: (
        _AugmentImage(ComposeTransforms([MedianFilterTransform(3), SharpeningTransform((0.1, 0.5))])),
        (torch.randn(2, 24, 24),),
    ),
}

__getattr__ = factories(MODELS)
