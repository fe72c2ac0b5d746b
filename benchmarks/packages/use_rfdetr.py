"""Modules of rfdetr: real-time detection, segmentation and keypoints."""

import warnings

import torch
from rfdetr.config import (
    KeypointTrainConfig,
    RFDETRKeypointPreviewConfig,
    RFDETRNanoConfig,
    RFDETRSegNanoConfig,
    SegmentationTrainConfig,
    TrainConfig,
)
from rfdetr.models.lwdetr import build_criterion_from_config, build_model_from_config
from rfdetr.models.matcher import HungarianMatcher
from rfdetr.models.ops.modules.ms_deform_attn import MSDeformAttn
from rfdetr.models.postprocess import PostProcess
from seeded import factories
from torch import nn

QUERIES, CLASSES, SIZE = 12, 5, 64
SMALL = {"num_queries": QUERIES, "num_select": 8, "num_classes": CLASSES, "group_detr": 2, "device": "cpu"}
SEGMENTATION = {"resolution": 48, "positional_encoding_size": 4, "dec_layers": 2}


def _config(config, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return config(pretrain_weights="none.pth", **{**SMALL, **options})


def _training(config):
    return config(dataset_dir=".", output_dir=".", tensorboard=False)


class _Detection(nn.Module):
    """What a model finds in images."""

    def __init__(self, model, post):
        super().__init__()
        self.model = model
        self.post = post

    def forward(self, images, sizes, threshold=None):
        return self.post(self.model(images), sizes, threshold)


def _detector(images=None):
    config = _config(RFDETRNanoConfig, resolution=SIZE, positional_encoding_size=4)
    model = build_model_from_config(config)
    images = torch.rand(2, 3, SIZE, SIZE) if images is None else images
    return _Detection(model, PostProcess(8)), (images, torch.tensor([[48, 64], [32, 40]]))


def _segmenter(config=RFDETRSegNanoConfig, size=48, keypoints=None, threshold=None, **options):
    model = build_model_from_config(_config(config, **options))
    sizes = torch.tensor([[40, 48], [24, 32]])
    return _Detection(model, PostProcess(8, keypoints)), (torch.rand(2, 3, size, size), sizes, threshold)


def _keypoints():
    options = {"num_keypoints_per_class": [3, 2], **SEGMENTATION}
    return _segmenter(RFDETRKeypointPreviewConfig, keypoints=[3, 2], **options)


def _boxes(*shape):
    return torch.cat([torch.rand(*shape, 2) * 0.4 + 0.3, torch.rand(*shape, 2) * 0.3 + 0.1], -1)


def _outputs(masks=None, keypoints=None):
    outputs = {"pred_logits": torch.randn(2, QUERIES, CLASSES + 1), "pred_boxes": _boxes(2, QUERIES)}
    if masks is not None:
        outputs["pred_masks"] = torch.randn(2, QUERIES, masks, masks)
    if keypoints is not None:
        outputs["pred_keypoints"] = torch.randn(2, QUERIES, keypoints, 8)
    return outputs


def _targets(numbers=(3, 2), masks=None, keypoints=None, padded=None):
    targets = []
    for number in numbers:
        size = padded or number
        target = {"labels": torch.randint(0, 2 if keypoints else CLASSES, (size,)), "boxes": _boxes(size)}
        if masks is not None:
            target["masks"] = torch.rand(size, masks, masks) > 0.5
        if keypoints is not None:
            visible = torch.randint(0, 3, (size, keypoints, 1)).float()
            target["keypoints"] = torch.cat([torch.rand(size, keypoints, 2), visible], -1)
        if padded is not None:
            target["valid"] = torch.arange(padded) < number
        targets.append(target)
    return targets


def _criterion(config=RFDETRNanoConfig, training=TrainConfig, targets=None, more=None, **options):
    criterion, _ = build_criterion_from_config(_config(config, **options), _training(training))
    more = more or {}
    outputs = _outputs(**more)
    outputs["aux_outputs"] = [_outputs(**more)]
    outputs["enc_outputs"] = _outputs(**more)
    return criterion, (outputs, targets or _targets(**more))


def _keypoint_criterion():
    options = {"num_keypoints_per_class": [3, 3]}
    return _criterion(
        RFDETRKeypointPreviewConfig, KeypointTrainConfig, _targets(keypoints=3), {"keypoints": 6}, **options
    )


def _deformable():
    spatial = torch.tensor([[6, 6], [3, 3]])
    starts = torch.tensor([0, 36])
    mask = torch.rand(2, 45) > 0.8
    inputs = (torch.rand(2, 5, 32), torch.rand(2, 5, 2, 4), torch.rand(2, 45, 32), spatial, starts, mask)
    return MSDeformAttn(32, 2, 4, 2), inputs


MODELS = {
    "Detector": _detector,
    "Segmenter": lambda: _segmenter(**SEGMENTATION),
    "Keypoints": _keypoints,
    "Criterion": _criterion,
    "Matcher": lambda: (HungarianMatcher(), (_outputs(masks=16), _targets(masks=32))),
    "MaskCriterion": lambda: _criterion(RFDETRSegNanoConfig, SegmentationTrainConfig, more={"masks": 16}),
    "KeypointCriterion": _keypoint_criterion,
    "Images": lambda: _detector([torch.rand(3, SIZE, SIZE), torch.rand(3, 32, SIZE)]),
    "Padded": lambda: _criterion(targets=_targets(padded=4)),
    "Deformable": _deformable,
    "Masks": lambda: (PostProcess(8), (_outputs(masks=16), torch.tensor([[40, 48], [24, 32]]), 0.8)),
}
__getattr__ = factories(MODELS)
