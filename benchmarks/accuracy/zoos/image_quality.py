"""The losses of piq that need no weights, on two random images and others."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import piq
import torch

SMALL, LARGE = 64, 192
"""Pixels: some scale an image down several times."""
_LOSSES = {
    "SSIMLoss": SMALL,
    "MultiScaleSSIMLoss": LARGE,
    "InformationWeightedSSIMLoss": LARGE,
    "VIFLoss": SMALL,
    "FSIMLoss": SMALL,
    "SRSIMLoss": LARGE,
    "GMSDLoss": SMALL,
    "MultiScaleGMSDLoss": SMALL,
    "VSILoss": SMALL,
    "HaarPSILoss": SMALL,
    "MDSILoss": SMALL,
    "DSSLoss": SMALL,
    "TVLoss": SMALL,
}


def names() -> list[str]:
    """The classes to build."""
    return list(_LOSSES)


def __getattr__(name: str) -> Callable[[], Mapping[str, Any]]:
    if name not in _LOSSES:
        raise AttributeError(name)
    return functools.partial(_build, name)


def _build(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    images = torch.rand(2, 3, _LOSSES[name], _LOSSES[name]), torch.rand(2, 3, _LOSSES[name], _LOSSES[name])
    return {"model": getattr(piq, name)(), "inputs": images[:1] if name == "TVLoss" else images}
