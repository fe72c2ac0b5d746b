"""``torchvision:name``: a model of torchvision's registry: classification, segmentation, detection, video or flow."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fullgraph.runtime_check.target.models import (
    NO_MODEL,
    UNKNOWN,
    BuildOptions,
    ModelError,
    families,
    library,
    near,
    vision,
)

SMALL = (64, 128, 224, 320)
DEFAULT = (224, 320)
"""Sides of an image to try; the largest is for models that take one size only."""
FRAMES = {"small": (4, 16), "default": (16,)}
OBJECTS = 2


def names(every: bool) -> list[str]:
    """A small model of each file, or all of them, but none of quantized tensors, which torch.compile does not take."""
    models = library("torchvision.models")
    plain = [name for name in models.list_models() if _kind_of(models, name) != "quantization"]
    return plain if every else families.one_of_each(plain, models.get_model_builder)


def build(name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model, its inputs and, to train, a loss. Raises `ModelError`."""
    models = library("torchvision.models")
    if name not in models.list_models():
        version = getattr(library("torchvision"), "__version__", "")
        raise ModelError(f"torchvision {version} has no model {name}{near(name, models.list_models())}", UNKNOWN)
    kind = _kind_of(models, name)
    if kind == "quantization":
        raise ModelError(
            f"torchvision:{name} computes with quantized tensors, which torch.compile does not take: "
            f"name the model that it was made of, torchvision:{name.removeprefix('quantized_')}",
            f"{NO_MODEL}: quantized",
        )
    # A detector that trains wants targets, which say nothing about sizes.
    train = options.train and kind != "detection"
    model, sample = vision.first_that_runs(f"torchvision:{name}", _attempts(models, name, kind, options), train=train)
    model.train(options.train)
    parts: dict[str, Any] = {"model": model, "inputs": lambda: _inputs(name, kind, sample, options)}
    if options.train:
        parts["loss"] = vision.sum_loss if kind == "detection" else vision.class_loss
        if kind == "optical_flow":
            del parts["loss"]  # The outputs are flows, which are differentiated as they are.
    return parts


def _kind_of(models: Any, name: str) -> str:
    folders = models.get_model_builder(name).__module__.split(".")
    known = ("segmentation", "detection", "video", "optical_flow", "quantization")
    return next((kind for kind in known if kind in folders), "classification")


def _attempts(models: Any, name: str, kind: str, options: BuildOptions) -> Iterator[Callable[[], tuple[Any, Any]]]:
    for side in SMALL if options.size == "small" else DEFAULT:
        for frames in FRAMES[options.size] if kind == "video" else (0,):
            for own in _settings(kind, side):
                yield functools.partial(_attempt, models, name, kind, side, frames, own)


def _settings(kind: str, side: int) -> list[dict[str, Any]]:
    """Arguments of a builder that make it take images of this size; most need none, so that these come last."""
    if kind == "detection":
        return [{"min_size": side, "max_size": 2 * side}, {}]
    if kind == "classification":
        return [{}, {"image_size": side}, {"input_size": (side, side)}]
    return [{}]


def _attempt(models: Any, name: str, kind: str, side: int, frames: int, own: dict[str, Any]) -> tuple[Any, Any]:
    weights = {} if kind in ("classification", "video", "optical_flow") else {"weights_backbone": None}
    model = models.get_model(name, weights=None, **weights, **own)
    return model, _sample(kind, side, frames, vision.BATCHES[0])


def _sample(kind: str, side: int, frames: int, batch: int) -> tuple[Any, ...]:
    if kind == "detection":
        return (list(vision.images(batch, 3, side, side, seed=batch).sigmoid()),)
    if kind == "video":
        return (vision.images(batch, 3, frames, side, side, seed=batch),)
    if kind == "optical_flow":
        return vision.images(batch, 3, side, side, seed=batch), vision.images(batch, 3, side, side, seed=batch + 1)
    return (vision.images(batch, 3, side, side, seed=batch),)


def _inputs(name: str, kind: str, sample: tuple[Any, ...], options: BuildOptions) -> list[tuple[Any, ...]]:
    """One set of arguments per batch size, like those that ran."""
    side = sample[0][0].shape[-1]
    frames = sample[0].shape[2] if kind == "video" else 0
    sets = [_sample(kind, side, frames, batch) for batch in vision.BATCHES]
    if kind == "detection" and options.train:
        return [(found, [_target(name, side, index) for index in range(len(found))]) for (found,) in sets]
    return sets


def _target(name: str, side: int, seed: int) -> dict[str, Any]:
    """The objects of one image, with masks or key points for the models that predict them."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    corner = torch.rand(OBJECTS, 2, generator=generator) * side / 2
    extent = torch.rand(OBJECTS, 2, generator=generator) * side / 4 + side / 8
    boxes = torch.cat([corner, corner + extent], 1)
    found = {"boxes": boxes, "labels": torch.ones(OBJECTS, dtype=torch.int64)}
    if "mask" in name:
        found["masks"] = (torch.rand(OBJECTS, side, side, generator=generator) < 0.5).to(torch.uint8)
    if "keypoint" in name:
        points = corner[:, None] + extent[:, None] * torch.rand(OBJECTS, 17, 2, generator=generator)
        found["keypoints"] = torch.cat([points, torch.ones(OBJECTS, 17, 1)], 2)
    return found
