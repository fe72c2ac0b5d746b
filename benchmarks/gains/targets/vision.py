"""Twelve vision models of transformers with random weights, at a batch size: ``vit_1``, ``detr_16``, ``vit_1_small``.

The attribute is a factory, as ``fullgraph verify`` takes it: of the model in eval mode and the keyword arguments of its
call. The configurations are the library's defaults; where these would fetch a backbone, it is a ResNet of transformers.
Images are as large as the published checkpoint's processor makes a photograph of 640 x 480 pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch

SMALL = 64
"""Side of the images in a small run, on which the tests and a first look on a CPU live."""
WORDS = 16
"""Tokens of a query of OWL-ViT."""
QUERIES = 2
"""Texts that OWL-ViT looks for in each image."""
_RESNET_101 = (3, 4, 23, 3)


@dataclass(frozen=True)
class Model:
    """A model class with what its configuration needs beside the defaults."""

    label: str
    """What the published table calls it."""
    class_name: str
    height: int
    width: int
    config: Mapping[str, Any] = field(default_factory=dict)
    small: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the configuration in a small run."""
    backbone: tuple[int, ...] = ()
    """Blocks in each stage of the ResNet that a detector begins with."""
    texts: bool = False


_SMALL_IMAGE = {"image_size": SMALL}
_SMALL_DETR = {"encoder_layers": 2, "decoder_layers": 2, "num_queries": 10}

MODELS: dict[str, Model] = {
    "vit": Model("ViT", "ViTForImageClassification", 224, 224, small={**_SMALL_IMAGE, "num_hidden_layers": 2}),
    "beit": Model("BeiT", "BeitForImageClassification", 224, 224, small={**_SMALL_IMAGE, "num_hidden_layers": 2}),
    "convnext": Model("ConvNeXT", "ConvNextForImageClassification", 224, 224, small={"depths": [1, 1, 1, 1]}),
    "resnet": Model("ResNet", "ResNetForImageClassification", 224, 224, small={"depths": [1, 1, 1, 1]}),
    "segformer": Model("Segformer", "SegformerForSemanticSegmentation", 512, 512, small={"depths": [1, 1, 1, 1]}),
    "mobilenet": Model("MobileNetV2 + DeepLab", "MobileNetV2ForSemanticSegmentation", 513, 513),
    "mask2former": Model("Mask2Former", "Mask2FormerForUniversalSegmentation", 384, 384),
    "maskformer": Model("MaskFormer", "MaskFormerForInstanceSegmentation", 640, 864),
    "owlvit": Model(
        "OWL-ViT",
        "OwlViTForObjectDetection",
        768,
        768,
        small={"vision_config": {**_SMALL_IMAGE, "num_hidden_layers": 2}, "text_config": {"num_hidden_layers": 2}},
        texts=True,
    ),
    "detr": Model("DETR", "DetrForObjectDetection", 800, 1066, small=_SMALL_DETR, backbone=(3, 4, 6, 3)),
    "conditional_detr": Model(
        "Conditional-DETR",
        "ConditionalDetrForObjectDetection",
        800,
        1066,
        small=_SMALL_DETR,
        backbone=(3, 4, 6, 3),
    ),
    "detr_101": Model("DETR-ResNet-101", "DetrForObjectDetection", 800, 1066, small=_SMALL_DETR, backbone=_RESNET_101),
}
"""By the name that targets have."""
SLOW = ("mask2former", "maskformer", "detr_101", "conditional_detr")
"""Those that compile longest."""


def __getattr__(name: str) -> Callable[[], dict[str, Any]]:
    """The factory of that name; raises `AttributeError`."""
    plain, small = (name.removesuffix("_small"), True) if name.endswith("_small") else (name, False)
    key, _, batch = plain.rpartition("_")
    if key not in MODELS or not batch.isdigit():
        raise AttributeError(name)
    return lambda: {"model": build(MODELS[key], small), "inputs": make_inputs(MODELS[key], int(batch), small)}


def build(model: Model, small: bool = False) -> Any:
    """The model in eval mode. What it needs and is not installed comes through as an `ImportError`."""
    import transformers

    model_class = getattr(transformers, model.class_name)
    torch.manual_seed(0)
    built = model_class(_config(transformers, model_class.config_class, model, small))
    return built.eval()


def _config(transformers: Any, config_class: Any, model: Model, small: bool) -> Any:
    fields = {**model.config, **(model.small if small else {})}
    if model.backbone:
        depths = [1, 1, 1, 1] if small else list(model.backbone)
        fields["backbone_config"] = transformers.ResNetConfig(depths=depths, out_features=_stages(model))
        fields |= {"use_timm_backbone": False, "use_pretrained_backbone": False, "backbone": None}
    return config_class(**fields)


def _stages(model: Model) -> list[str]:
    """The stages whose features a detector reads."""
    return [f"stage{number}" for number in range(1, len(model.backbone) + 1)]


def make_inputs(model: Model, batch: int, small: bool = False) -> dict[str, Any]:
    """Normal random images and, where the model reads texts, random tokens."""
    generator = torch.Generator().manual_seed(0)
    height, width = (SMALL, SMALL) if small else (model.height, model.width)
    made: dict[str, Any] = {"pixel_values": torch.randn(batch, 3, height, width, generator=generator)}
    if model.texts:
        # Each row ends with the token of the highest number, by which the text encoder finds the end.
        words = torch.randint(1, 49405, (batch * QUERIES, WORDS), generator=generator)
        words[:, -1] = 49407
        made |= {"input_ids": words, "attention_mask": torch.ones_like(words)}
    return made
