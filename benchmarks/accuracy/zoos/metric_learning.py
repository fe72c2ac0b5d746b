"""The losses and miners of pytorch-metric-learning, on 16 embeddings of four classes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import torch
from pytorch_metric_learning import losses, miners

BATCH, WIDTH, CLASSES = 16, 8, 4
ARGUMENTS = {"num_classes": CLASSES, "embedding_size": WIDTH, "n_bins": 10, "scale": 16, "margin": 0.35, "Tn": 10}
"""For parameters of constructors that have no default."""
_BASES = ("Base", "Multiple", "Generic", "CrossBatch", "SelfSupervised", "Manifold", "VICReg", "P2SGrad")
"""Classes that are abstract, wrap another, or are called with something else than embeddings and labels."""


def names() -> list[str]:
    """The classes to build."""
    found = [name for name in dir(losses) if name.endswith("Loss")] + [n for n in dir(miners) if n.endswith("Miner")]
    return [name for name in found if not name.startswith(_BASES)]


def __getattr__(name: str) -> Callable[[], Mapping[str, Any]]:
    if name.startswith("_") or not (hasattr(losses, name) or hasattr(miners, name)):
        raise AttributeError(name)
    return functools.partial(_build, name)


def _build(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    cls = getattr(losses, name, None) or getattr(miners, name)
    required = [
        parameter.name
        for parameter in inspect.signature(cls).parameters.values()
        if parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    arguments = {parameter: ARGUMENTS[parameter] for parameter in required}
    needs = {name: ARGUMENTS[name] for name in ("num_classes", "embedding_size") if _takes(cls, name)}
    return {"model": cls(**needs | arguments), "inputs": (torch.randn(BATCH, WIDTH), torch.arange(BATCH) % CLASSES)}


def _takes(cls: type, name: str) -> bool:
    """Return whether a constructor, or one that it passes its keywords on to, asks for it."""
    for base in cls.__mro__:
        own = vars(base).get("__init__")
        parameters = inspect.signature(own).parameters if own is not None else {}
        if name in parameters:
            return parameters[name].default is inspect.Parameter.empty
        if parameters and not any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
            return False
    return False
