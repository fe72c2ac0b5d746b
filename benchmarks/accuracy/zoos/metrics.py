"""The functions of torchmetrics that take tensors and need neither weights nor other packages, on random inputs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torchmetrics.functional import (
    audio,
    classification,
    clustering,
    image,
    nominal,
    pairwise,
    regression,
    retrieval,
    segmentation,
    shape,
)

COUNT, CLASSES = 20, 3
_NUMBERS: Mapping[str, Any] = {
    "num_classes": CLASSES,
    "num_labels": CLASSES,
    "num_groups": 2,
    "beta": 1.0,
    "p": 3.0,
    "threshold": 0.5,
    "data_range": 1.0,
    "min_recall": 0.5,
    "min_precision": 0.5,
    "min_specificity": 0.5,
    "min_sensitivity": 0.5,
}
"""What the functions ask for beside tensors."""
_LEFT_OUT = frozenset(
    (
        *("arniqa", "deep_image_structure_and_texture_similarity", "learned_perceptual_image_patch_similarity"),
        *("perceptual_path_length", "permutation_invariant_training", "pit_permutate"),
        *("cluster_accuracy", "quality_with_no_reference", "spatial_distortion_index"),
    )
)
"""They need weights, functions or other packages."""


def _labels(*sizes: int, upto: int = CLASSES) -> torch.Tensor:
    return torch.randint(0, upto, sizes or (COUNT,))


def _of_classification(name: str) -> dict[str, Any]:
    groups = {"groups": _labels(upto=2)}
    if name.startswith("multiclass_"):
        return {"preds": torch.randn(COUNT, CLASSES).softmax(-1), "target": _labels()} | (
            {"preds": _labels(COUNT, 4), "target": _labels(COUNT, 4)} if "exact_match" in name else {}
        )
    if name.startswith("multilabel_"):
        return {"preds": torch.rand(COUNT, CLASSES), "target": _labels(COUNT, CLASSES, upto=2)}
    return {"preds": torch.rand(COUNT), "target": _labels(upto=2), **groups}


def _of_regression(name: str) -> dict[str, Any]:
    if name in ("kl_divergence", "jensen_shannon_divergence"):
        return {"p": torch.rand(4, 5).softmax(-1), "q": torch.rand(4, 5).softmax(-1)}
    if name == "continuous_ranked_probability_score":
        return {"preds": torch.rand(COUNT, 5), "target": torch.rand(COUNT)}
    if name == "cosine_similarity":
        return {"preds": torch.rand(COUNT, 5), "target": torch.rand(COUNT, 5)}
    values = torch.rand(COUNT) + 0.1
    return {"preds": torch.rand(COUNT) + 0.1, "target": values, "targets": values}


def _of_retrieval(name: str) -> dict[str, Any]:
    return {"preds": torch.rand(COUNT), "target": _labels(upto=2)}


def _of_clustering(name: str) -> dict[str, Any]:
    return {"preds": _labels(), "target": _labels(), "data": torch.rand(COUNT, 4), "labels": _labels()}


def _of_nominal(name: str) -> dict[str, Any]:
    return {"preds": _labels(), "target": _labels(), "matrix": _labels(COUNT, 3), "ratings": _labels(COUNT, 4) + 1}


def _of_pairwise(name: str) -> dict[str, Any]:
    return {"x": torch.rand(COUNT, 4)}


def _of_image(name: str) -> dict[str, Any]:
    size = 192 if "multiscale" in name else 64
    one = torch.rand(2, 1 if "blocked" in name else 3, size, size)
    if name in ("quality_with_no_reference", "spatial_distortion_index"):
        return {"preds": torch.rand(2, 3, 32, 32), "ms": torch.rand(2, 3, 16, 16), "pan": torch.rand(2, 3, 32, 32)}
    return {"preds": one, "target": torch.rand_like(one), "img": one}


def _of_audio(name: str) -> dict[str, Any]:
    if name.startswith("complex"):
        return {"preds": torch.randn(1, 9, 8, 2), "target": torch.randn(1, 9, 8, 2)}
    return {"preds": torch.randn(2, 800), "target": torch.randn(2, 800)}


def _of_segmentation(name: str) -> dict[str, Any]:
    return {"preds": _labels(4, CLASSES, 8, 8, upto=2), "target": _labels(4, CLASSES, 8, 8, upto=2)}


def _of_shape(name: str) -> dict[str, Any]:
    return {"point_cloud1": torch.rand(2, 9, 2), "point_cloud2": torch.rand(2, 9, 2)}


_FAMILIES: tuple[tuple[Any, Callable[[str], dict[str, Any]]], ...] = (
    (classification, _of_classification),
    (regression, _of_regression),
    (retrieval, _of_retrieval),
    (clustering, _of_clustering),
    (nominal, _of_nominal),
    (pairwise, _of_pairwise),
    (image, _of_image),
    (audio, _of_audio),
    (segmentation, _of_segmentation),
    (shape, _of_shape),
)
_FOUND = {
    name: (getattr(module, name), inputs)
    for module, inputs in _FAMILIES
    for name in dict.fromkeys(module.__all__)
    # With a `task`, they only call the others.
    if name not in _LEFT_OUT and "task" not in inspect.signature(getattr(module, name)).parameters
}


def names() -> list[str]:
    """The functions to call."""
    return list(_FOUND)


def __getattr__(name: str) -> Callable[[], Mapping[str, Any]]:
    if name not in _FOUND:
        raise AttributeError(name)
    return functools.partial(_build, name)


def _build(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    function, inputs = _FOUND[name]
    given = {**_NUMBERS, **inputs(name)}
    parameters = inspect.signature(function).parameters.values()
    asked = [one.name for one in parameters if one.default is one.empty or one.name == "num_classes"]
    return {"model": function, "inputs": tuple(given[name] for name in asked)}
