"""Training steps of ``examples/captioning/train.py``: ViT-base and GPT-2 base, AdamW.

The folder of the ``train.py`` that is meant, as it is or fixed, has to be on the import path. ``static_64`` has
captions that are padded to the longest there can be, ``varied_64`` to the longest of their batch; 64 is the batch size.
The suffix ``_small`` builds a small model.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable
from typing import Any

import torch

BATCHES = 16
"""Input sets with captions of different lengths, taken in turn."""
SMALL_BATCHES = 4
LEARNING_RATE = 3e-4


def __getattr__(name: str) -> Callable[[], dict[str, Any]]:
    """The factory of that name; raises `AttributeError`."""
    small = name.endswith("_small")
    padding, _, batch = name.removesuffix("_small").rpartition("_")
    if padding not in ("static", "varied") or not batch.isdigit():
        raise AttributeError(name)
    return lambda: _parts(padding, int(batch), small)


def _parts(padding: str, batch: int, small: bool) -> dict[str, Any]:
    train: Any = importlib.import_module("train")

    size = dataclasses.replace(train.SMALL if small else train.FULL, batch=batch)
    torch.manual_seed(0)
    return {
        "model": train.build_model(size),
        "inputs": make_inputs(train, size, padding, SMALL_BATCHES if small else BATCHES),
        "train": True,
        "optimizer": adamw,
        "pad": functools.partial(pad, ignore=train.IGNORE),
    }


def adamw(parameters: Any) -> torch.optim.Optimizer:
    return torch.optim.AdamW(parameters, lr=LEARNING_RATE)


def make_inputs(train: Any, size: Any, padding: str, batches: int) -> list[dict[str, torch.Tensor]]:
    """Training batches, as keyword arguments."""
    if padding == "static":
        return list(train.batches(size, steps=1, padding="max"))
    return list(train.batches(size, steps=batches, padding="longest"))


def pad(inputs: dict[str, torch.Tensor], size: int, ignore: int) -> dict[str, torch.Tensor]:
    """The batch with its captions padded to ``size``: the loss does not see the difference."""
    labels = inputs["labels"]
    return {**inputs, "labels": torch.nn.functional.pad(labels, (0, size - labels.shape[1]), value=ignore)}
