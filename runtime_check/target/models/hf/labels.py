"""Labels for a model of transformers: what makes its head compute a loss."""

from __future__ import annotations

from typing import Any

from fullgraph.runtime_check.target.models.hf.maker import CHOICES, OBJECTS, Make, Maker
from fullgraph.runtime_check.target.models.hf.sound import spectrogram
from fullgraph.runtime_check.target.models.hf.text import attention_mask


def _token_labels(maker: Maker) -> Any:
    """The tokens to predict: those of the input, or of a target sequence where there is a decoder."""
    if maker.needs_decoder_tokens() or "input_ids" not in maker.made:
        labels = maker.tokens(maker.dims.batch, maker.dims.target)
        return labels.masked_fill(~maker.valid(*labels.shape), -100)
    labels = maker.made["input_ids"].clone()
    return labels.masked_fill(attention_mask(maker) == 0, -100)


def _row_classes(maker: Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch)


def _choice(maker: Maker) -> Any:
    return maker.integers(CHOICES, maker.dims.batch)


def _position(maker: Maker) -> Any:
    return maker.integers(maker.dims.sequence // 2, maker.dims.batch)


def _token_classes(maker: Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch, maker.dims.sequence)


def _pixel_classes(maker: Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch, *maker.image())


def _pixel_depths(maker: Maker) -> Any:
    return maker.floats(maker.dims.batch, *maker.image()).abs() + 1


def _boxes(maker: Maker) -> Any:
    """The objects of each image: classes, and boxes as center and size, in parts of the image."""
    return [
        {
            "class_labels": maker.integers(maker.classes(), OBJECTS),
            "boxes": maker.torch.rand(OBJECTS, 4, generator=maker.generator) * 0.4 + 0.3,
        }
        for _ in range(maker.dims.batch)
    ]


def _boxes_with_masks(maker: Maker) -> Any:
    height, width = maker.image()
    found = _boxes(maker)
    for objects in found:
        objects["masks"] = (maker.torch.rand(OBJECTS, height, width, generator=maker.generator) < 0.5).float()
    return found


def _mask_labels(maker: Maker) -> Any:
    height, width = maker.image()
    rows = range(maker.dims.batch)
    return [(maker.torch.rand(OBJECTS, height, width, generator=maker.generator) < 0.5).float() for _ in rows]


def _class_labels(maker: Maker) -> Any:
    return [maker.integers(maker.classes(), OBJECTS) for _ in range(maker.dims.batch)]


def _characters(maker: Maker) -> Any:
    return maker.integers(maker.vocabulary(), maker.dims.batch, 3, low=1)


def _masked_patches(maker: Maker) -> Any:
    patch = maker.look_up("patch_size", 16)
    height, width = maker.image()
    return maker.torch.rand(maker.dims.batch, (height // patch) * (width // patch), generator=maker.generator) < 0.5


def _yes(_maker: Maker) -> bool:
    return True


LABELS: dict[str, dict[str, Make]] = {
    "ForQuestionAnswering": {"start_positions": _position, "end_positions": _position},
    "ForSequenceClassification": {"labels": _row_classes},
    "ForImageClassification": {"labels": _row_classes},
    "ForVideoClassification": {"labels": _row_classes},
    "ForAudioFrameClassification": {},
    "ForAudioClassification": {"labels": _row_classes},
    "ForXVector": {"labels": _row_classes},
    "ForMultipleChoice": {"labels": _choice},
    "ForNextSentencePrediction": {"labels": _row_classes},
    "ForTokenClassification": {"labels": _token_classes},
    "ForSemanticSegmentation": {"labels": _pixel_classes},
    "ForDepthEstimation": {"labels": _pixel_depths},
    "ForObjectDetection": {"labels": _boxes},
    "ForSegmentation": {"labels": _boxes_with_masks},
    "ForUniversalSegmentation": {"mask_labels": _mask_labels, "class_labels": _class_labels},
    "ForInstanceSegmentation": {"mask_labels": _mask_labels, "class_labels": _class_labels},
    "ForCTC": {"labels": _characters},
    "ForMaskedImageModeling": {"bool_masked_pos": _masked_patches},
    "CLIPModel": {"return_loss": _yes},
    "ClapModel": {"return_loss": _yes},
    "Owl": {"return_loss": _yes},
    "GroundingDinoFor": {"labels": _boxes},
}
"""The makers of what gives a loss, by a part of the class name; any other class with ``labels`` predicts tokens."""


def label_makers(maker: Maker) -> dict[str, Make]:
    """The makers of what gives a loss, by the kind of head that the class name tells."""
    if maker.takes_spectrogram():
        return {name: make for name, make in {"labels": spectrogram}.items() if name in maker.parameters}
    for ending, found in LABELS.items():
        if ending in maker.name:
            return {name: make for name, make in found.items() if name in maker.parameters}
    return {"labels": _token_labels} if "labels" in maker.parameters else {}
