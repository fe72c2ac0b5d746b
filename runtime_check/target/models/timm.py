"""``timm:name``: a model of timm's registry, for images of its own size or, small, of a smaller one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, families, library, near, vision

SMALL = (64, 112, 128)
"""Image sizes to try, by what patches and windows of 7, 14, 16 and 32 divide."""


def names(every: bool) -> list[str]:
    """A small model of each file, or all of them."""
    timm = library("timm")
    known: list[str] = timm.list_models()
    return known if every else families.one_of_each(known, timm.models.model_entrypoint)


def build(name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model, its inputs and, to train, a loss. Raises `ModelError`."""
    timm = library("timm")
    if not timm.is_model(name):
        raise ModelError(f"timm {timm.__version__} has no model {name}{near(name, timm.list_models())}", models.UNKNOWN)
    model, (sample,) = vision.first_that_runs(f"timm:{name}", _attempts(timm, name, options), train=options.train)
    model.train(options.train)
    inputs = [(vision.images(batch, *sample.shape[1:], seed=batch),) for batch in vision.BATCHES]
    return {"model": model, "inputs": lambda: inputs, **({"loss": vision.class_loss} if options.train else {})}


def _attempts(timm: Any, name: str, options: BuildOptions) -> Iterator[Callable[[], tuple[Any, Any]]]:
    if options.size == "small":
        for size in SMALL:
            yield functools.partial(_attempt, timm, name, size)
    yield functools.partial(_attempt, timm, name, None)


def _attempt(timm: Any, name: str, size: int | None) -> tuple[Any, Any]:
    """The model for images of this size (None: its own), and one batch of them."""
    settings = timm.get_pretrained_cfg(name)
    channels, *own = getattr(settings, "input_size", None) or (3, 224, 224)
    smallest = getattr(settings, "min_input_size", None)
    if size is not None and (size > min(own) or (smallest is not None and size < max(smallest[1:]))):
        raise ValueError(f"images of {size} pixels are too small or no smaller than its own")
    fixed = {"img_size": size} if size is not None and getattr(settings, "fixed_input_size", False) else {}
    model = timm.create_model(name, pretrained=False, **fixed)
    shape = (channels, *own) if size is None else (channels, size, size)
    return model, (vision.images(2, *shape),)
