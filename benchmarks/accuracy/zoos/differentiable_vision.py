"""Losses, filters, color conversions, geometry, detectors and augmentations of kornia, on small random images."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import kornia
import torch
from kornia import augmentation, color, enhance, feature, filters, geometry, losses

Build = Callable[[], Any]


def _image(channels: int = 3, size: int = 32, batch: int = 2) -> torch.Tensor:
    return torch.rand(batch, channels, size, size)


def _video(channels: int = 3, size: int = 16) -> torch.Tensor:
    return torch.rand(2, channels, 8, size, size)


def _two(channels: int = 3, size: int = 32) -> tuple[torch.Tensor, torch.Tensor]:
    return _image(channels, size), _image(channels, size)


def _classes() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(2, 4, 16, 16), torch.randint(0, 4, (2, 16, 16))


def _regions() -> torch.Tensor:
    """Local affine frames, some points in an image."""
    frames = torch.eye(2, 3).repeat(2, 5, 1, 1) * 4.0
    frames[..., 2] = torch.randint(8, 24, (2, 5, 2)).float()
    return frames


LOSSES: Mapping[str, tuple[Build, Callable[[], tuple[Any, ...]]]] = {
    "CauchyLoss": (losses.CauchyLoss, _two),
    "CharbonnierLoss": (losses.CharbonnierLoss, _two),
    "GemanMcclureLoss": (losses.GemanMcclureLoss, _two),
    "WelschLoss": (losses.WelschLoss, _two),
    "InverseDepthSmoothnessLoss": (losses.InverseDepthSmoothnessLoss, lambda: (_image(1), _image(3))),
    "DiceLoss": (losses.DiceLoss, _classes),
    "FocalLoss": (lambda: losses.FocalLoss(alpha=0.5), _classes),
    "BinaryFocalLossWithLogits": (
        lambda: losses.BinaryFocalLossWithLogits(alpha=0.5),
        lambda: (torch.randn(2, 3, 8, 8), torch.randint(0, 2, (2, 3, 8, 8)).float()),
    ),
    "TverskyLoss": (lambda: losses.TverskyLoss(0.5, 0.5), _classes),
    "LovaszHingeLoss": (
        losses.LovaszHingeLoss,
        lambda: (torch.randn(2, 1, 16, 16), torch.randint(0, 2, (2, 16, 16))),
    ),
    "LovaszSoftmaxLoss": (losses.LovaszSoftmaxLoss, _classes),
    "HausdorffERLoss": (
        losses.HausdorffERLoss,
        lambda: (torch.randn(2, 3, 16, 16), torch.randint(0, 3, (2, 1, 16, 16))),
    ),
    "HausdorffERLoss3D": (
        losses.HausdorffERLoss3D,
        lambda: (torch.randn(2, 3, 8, 8, 8), torch.randint(0, 3, (2, 1, 8, 8, 8))),
    ),
    "MS_SSIMLoss": (losses.MS_SSIMLoss, lambda: _two(3, 64)),
    "SSIMLoss": (lambda: losses.SSIMLoss(5), _two),
    "SSIM3DLoss": (lambda: losses.SSIM3DLoss(5), lambda: (_video(), _video())),
    "PSNRLoss": (lambda: losses.PSNRLoss(1.0), _two),
    "TotalVariation": (losses.TotalVariation, lambda: (_image(),)),
    "MILossFromRef": (lambda: losses.MILossFromRef(torch.rand(2, 64)), lambda: (torch.rand(2, 64),)),
    "NMILossFromRef2D": (lambda: losses.NMILossFromRef2D(torch.rand(16, 16)), lambda: (torch.rand(16, 16),)),
    "SSIM": (lambda: kornia.metrics.SSIM(5), _two),
    "AEPE": (kornia.metrics.AEPE, lambda: (torch.rand(2, 16, 16, 2), torch.rand(2, 16, 16, 2))),
}
ON_AN_IMAGE: Mapping[str, Build] = {
    "BilateralBlur": lambda: filters.BilateralBlur((3, 3), 0.1, (1.5, 1.5)),
    "BoxBlur": lambda: filters.BoxBlur((3, 3)),
    "BlurPool2D": lambda: filters.BlurPool2D(3),
    "EdgeAwareBlurPool2D": lambda: filters.EdgeAwareBlurPool2D(3),
    "MaxBlurPool2D": lambda: filters.MaxBlurPool2D(3),
    "Canny": filters.Canny,
    "GaussianBlur2d": lambda: filters.GaussianBlur2d((3, 3), (1.5, 1.5)),
    "InRange": lambda: filters.InRange((0.2,) * 3, (0.8,) * 3),
    "Laplacian": lambda: filters.Laplacian(3),
    "MedianBlur": lambda: filters.MedianBlur((3, 3)),
    "MotionBlur": lambda: filters.MotionBlur(3, 35.0, 0.5),
    "OtsuThreshold": filters.OtsuThreshold,
    "Sobel": filters.Sobel,
    "SpatialGradient": filters.SpatialGradient,
    "UnsharpMask": lambda: filters.UnsharpMask((3, 3), (1.5, 1.5)),
    "AdjustBrightness": lambda: enhance.AdjustBrightness(0.2),
    "AdjustContrast": lambda: enhance.AdjustContrast(0.2),
    "AdjustContrastWithMeanSubtraction": lambda: enhance.AdjustContrastWithMeanSubtraction(0.2),
    "AdjustGamma": lambda: enhance.AdjustGamma(0.5),
    "AdjustHue": lambda: enhance.AdjustHue(0.1),
    "AdjustLog": enhance.AdjustLog,
    "AdjustSaturation": lambda: enhance.AdjustSaturation(0.2),
    "AdjustSaturationWithGraySubtraction": lambda: enhance.AdjustSaturationWithGraySubtraction(0.2),
    "AdjustSigmoid": enhance.AdjustSigmoid,
    "Invert": enhance.Invert,
    "IntegralImage": enhance.IntegralImage,
    "Denormalize": lambda: enhance.Denormalize(torch.zeros(3), torch.ones(3)),
    "Normalize": lambda: enhance.Normalize(torch.zeros(3), torch.ones(3)),
    "EnhanceRescale": lambda: enhance.Rescale(2.0),
    "RgbToGrayscale": color.RgbToGrayscale,
    "BgrToGrayscale": color.BgrToGrayscale,
    "HlsToRgb": color.HlsToRgb,
    "RgbToHls": color.RgbToHls,
    "HsvToRgb": color.HsvToRgb,
    "RgbToHsv": color.RgbToHsv,
    "LabToRgb": color.LabToRgb,
    "RgbToLab": color.RgbToLab,
    "LuvToRgb": color.LuvToRgb,
    "RgbToLuv": color.RgbToLuv,
    "RgbToRaw": lambda: color.RgbToRaw(color.CFA.BG),
    "BgrToRgb": color.BgrToRgb,
    "LinearRgbToRgb": color.LinearRgbToRgb,
    "RgbToLinearRgb": color.RgbToLinearRgb,
    "NormalsToRgb255": color.NormalsToRgb255,
    "RgbToRgba": lambda: color.RgbToRgba(0.5),
    "Sepia": color.Sepia,
    "RgbToXyz": color.RgbToXyz,
    "XyzToRgb": color.XyzToRgb,
    "RgbToYcbcr": color.RgbToYcbcr,
    "YcbcrToRgb": color.YcbcrToRgb,
    "RgbToYuv": color.RgbToYuv,
    "RgbToYuv420": color.RgbToYuv420,
    "RgbToYuv422": color.RgbToYuv422,
    "YuvToRgb": color.YuvToRgb,
    "ConvSoftArgmax2d": geometry.ConvSoftArgmax2d,
    "NonMaximaSuppression2d": lambda: geometry.NonMaximaSuppression2d((3, 3)),
    "SpatialSoftArgmax2d": geometry.SpatialSoftArgmax2d,
    "Affine": lambda: geometry.Affine(angle=torch.tensor([30.0, 60.0])),
    "GeometryRescale": lambda: geometry.Rescale(0.5),
    "GeometryResize": lambda: geometry.Resize((16, 16)),
    "Rotate": lambda: geometry.Rotate(torch.tensor([30.0, 60.0])),
    "Scale": lambda: geometry.Scale(torch.tensor([[0.5, 0.5]])),
    "Shear": lambda: geometry.Shear(torch.tensor([[0.1, 0.2]])),
    "Translate": lambda: geometry.Translate(torch.tensor([[2.0, 3.0]])),
    "CenterCrop2D": lambda: geometry.CenterCrop2D((16, 16)),
    "Hflip": geometry.Hflip,
    "Rot180": geometry.Rot180,
    "Vflip": geometry.Vflip,
    "PyrDown": geometry.PyrDown,
    "PyrUp": geometry.PyrUp,
    "TLU": lambda: feature.TLU(3),
    "FilterResponseNorm2d": lambda: feature.FilterResponseNorm2d(3),
}
ON_A_GRAY_IMAGE: Mapping[str, Build] = {
    "ApplyColorMap": lambda: color.ApplyColorMap(color.ColorMap("autumn", 256)),
    "GrayscaleToRgb": color.GrayscaleToRgb,
    "RawToRgb": lambda: color.RawToRgb(color.CFA.BG),
    "ScalePyramid": lambda: geometry.ScalePyramid(2, 1.6, 8),
    "BlobDoGSingle": feature.BlobDoGSingle,
    "BlobHessian": feature.BlobHessian,
    "CornerGFTT": feature.CornerGFTT,
    "CornerHarris": lambda: feature.CornerHarris(torch.tensor(0.04)),
    "KeyNet": lambda: feature.KeyNet(pretrained=False),
    "ScaleSpaceDetector": lambda: feature.ScaleSpaceDetector(8, scale_pyr_module=geometry.ScalePyramid(2, 1.6, 8)),
    "HardNet": lambda: feature.HardNet(pretrained=False),
    "HardNet8": lambda: feature.HardNet8(pretrained=False),
    "HyNet": lambda: feature.HyNet(pretrained=False),
    "SOSNet": lambda: feature.SOSNet(pretrained=False),
    "TFeat": lambda: feature.TFeat(pretrained=False),
    "SIFTDescriptor": lambda: feature.SIFTDescriptor(32),
    "DenseSIFTDescriptor": feature.DenseSIFTDescriptor,
    "OriNet": lambda: feature.OriNet(pretrained=False),
    "PatchDominantGradientOrientation": lambda: feature.PatchDominantGradientOrientation(32),
    "PatchAffineShapeEstimator": lambda: feature.PatchAffineShapeEstimator(32),
}
WITH_OTHERS: Mapping[str, tuple[Build, Callable[[], tuple[Any, ...]]]] = {
    "JointBilateralBlur": (lambda: filters.JointBilateralBlur((3, 3), 0.1, (1.5, 1.5)), _two),
    "GuidedBlur": (lambda: filters.GuidedBlur(3, 0.1), _two),
    "MotionBlur3D": (lambda: filters.MotionBlur3D(3, 35.0, 0.5), lambda: (_video(),)),
    "SpatialGradient3d": (filters.SpatialGradient3d, lambda: (_video(),)),
    "NonMaximaSuppression3d": (lambda: geometry.NonMaximaSuppression3d((3, 3, 3)), lambda: (_video(),)),
    "ConvSoftArgmax3d": (geometry.ConvSoftArgmax3d, lambda: (_video(),)),
    "ConvQuadInterp3d": (geometry.ConvQuadInterp3d, lambda: (_video(1),)),
    "AddWeighted": (lambda: enhance.AddWeighted(0.5, 0.5, 1.0), _two),
    "JPEGCodecDifferentiable": (enhance.JPEGCodecDifferentiable, lambda: (_image(), torch.tensor([50.0, 60.0]))),
    "RgbaToRgb": (color.RgbaToRgb, lambda: (_image(4),)),
    "Yuv420ToRgb": (color.Yuv420ToRgb, lambda: (_image(1), _image(2, 16))),
    "HomographyWarper": (
        lambda: geometry.HomographyWarper(16, 16),
        lambda: (_image(), torch.eye(3).expand(2, 3, 3).contiguous()),
    ),
    "DescriptorMatcher": (
        lambda: feature.DescriptorMatcher("snn"),
        lambda: (torch.rand(10, 16), torch.rand(12, 16)),
    ),
    "DescriptorMatcherMutual": (
        lambda: feature.DescriptorMatcher("mnn"),
        lambda: (torch.rand(10, 16), torch.rand(12, 16)),
    ),
    "LAFDescriptor": (lambda: feature.LAFDescriptor(feature.TFeat(pretrained=False)), lambda: (_image(1), _regions())),
    "LAFOrienter": (feature.LAFOrienter, lambda: (_regions(), _image(1))),
    "LAFAffineShapeEstimator": (feature.LAFAffineShapeEstimator, lambda: (_regions(), _image(1))),
    "MultiResolutionDetector": (
        lambda: feature.MultiResolutionDetector(feature.CornerGFTT(), num_features=8),
        lambda: (_image(1, batch=1),),
    ),
    "ZCAWhitening": (enhance.ZCAWhitening, lambda: (torch.rand(8, 6), True)),
    "PadTo": (lambda: augmentation.PadTo((40, 40)), lambda: (_image(),)),
    "RANSAC": (
        lambda: geometry.RANSAC("homography", batch_size=16, max_iter=2),
        lambda: (torch.rand(12, 2), torch.rand(12, 2)),
    ),
}
AUGMENTATIONS: Mapping[str, tuple[Any, ...]] = {
    "CenterCrop": (16,),
    "ColorJiggle": (0.1, 0.1, 0.1, 0.1),
    "ColorJitter": (0.1, 0.1, 0.1, 0.1),
    "LongestMaxSize": (16,),
    "RandomAffine": (30.0, (0.1, 0.1), (0.8, 1.2), 10.0),
    "RandomAutoContrast": (),
    "RandomBoxBlur": (),
    "RandomBrightness": ((0.8, 1.2),),
    "RandomChannelDropout": (),
    "RandomChannelShuffle": (),
    "RandomClahe": (),
    "RandomContrast": ((0.8, 1.2),),
    "RandomCrop": ((16, 16),),
    "RandomCutMixV2": (),
    "RandomElasticTransform": ((15, 15), (4.0, 4.0)),
    "RandomEqualize": (),
    "RandomErasing": (),
    "RandomFisheye": (torch.tensor([-0.3, 0.3]), torch.tensor([-0.3, 0.3]), torch.tensor([0.9, 1.0])),
    "RandomGamma": ((0.8, 1.2),),
    "RandomGaussianBlur": ((3, 3), (0.1, 2.0)),
    "RandomGaussianIllumination": (),
    "RandomGaussianNoise": (),
    "RandomGrayscale": (),
    "RandomHorizontalFlip": (),
    "RandomHue": ((-0.2, 0.2),),
    "RandomInvert": (),
    "RandomJigsaw": ((4, 4),),
    "RandomJPEG": (),
    "RandomLinearCornerIllumination": (),
    "RandomLinearIllumination": (),
    "RandomMedianBlur": (),
    "RandomMixUpV2": (),
    "RandomMosaic": ((32, 32),),
    "RandomMotionBlur": (3, 35.0, 0.5),
    "RandomPerspective": (),
    "RandomPlanckianJitter": (),
    "RandomPlasmaBrightness": (),
    "RandomPlasmaContrast": (),
    "RandomPlasmaShadow": (),
    "RandomPosterize": (),
    "RandomRain": (),
    "RandomResizedCrop": ((16, 16),),
    "RandomRGBShift": (),
    "RandomRotation": (30.0,),
    "RandomRotation90": ((1, 3),),
    "RandomSaltAndPepperNoise": (),
    "RandomSaturation": ((0.8, 1.2),),
    "RandomSharpness": (),
    "RandomShear": ((-5.0, 5.0),),
    "RandomSnow": (),
    "RandomSolarize": (),
    "RandomThinPlateSpline": (),
    "RandomTranslate": ((0.1, 0.2),),
    "RandomVerticalFlip": (),
    "Resize": ((16, 16),),
    "SmallestMaxSize": (16,),
}
VIDEO_AUGMENTATIONS: Mapping[str, tuple[Any, ...]] = {
    "CenterCrop3D": ((8, 8, 8),),
    "RandomAffine3D": (15.0,),
    "RandomCrop3D": ((4, 8, 8),),
    "RandomDepthicalFlip3D": (),
    "RandomEqualize3D": (),
    "RandomHorizontalFlip3D": (),
    "RandomMotionBlur3D": (3, 35.0, 0.5),
    "RandomPerspective3D": (),
    "RandomRotation3D": (15.0,),
}


def _found() -> dict[str, tuple[Build, Callable[[], tuple[Any, ...]]]]:
    found = {**LOSSES, **WITH_OTHERS}
    found |= {name: (build, lambda: (_image(),)) for name, build in ON_AN_IMAGE.items()}
    found |= {name: (build, lambda: (_image(1),)) for name, build in ON_A_GRAY_IMAGE.items()}
    for names, inputs in ((AUGMENTATIONS, _image), (VIDEO_AUGMENTATIONS, _video)):
        for name, given in names.items():
            build = functools.partial(getattr(augmentation, name), *given, p=0.5)
            found[name] = build, functools.partial(_alone, inputs)
    found["AugmentationSequential"] = _sequence, lambda: (_image(),)
    return found


def _alone(made: Callable[[], torch.Tensor]) -> tuple[torch.Tensor]:
    return (made(),)


def _sequence() -> Any:
    return augmentation.AugmentationSequential(
        augmentation.RandomHorizontalFlip(), augmentation.RandomAffine(30.0), augmentation.ColorJiggle(0.1, 0.1)
    )


_FOUND = _found()


def names() -> list[str]:
    """The classes to build."""
    return list(_FOUND)


def __getattr__(name: str) -> Callable[[], Mapping[str, Any]]:
    if name not in _FOUND:
        raise AttributeError(name)
    return functools.partial(_build, name)


def _build(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    build, inputs = _FOUND[name]
    return {"model": build(), "inputs": inputs()}
