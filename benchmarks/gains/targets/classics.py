"""ResNet-18, BERT, ResNeXt-101 and the two sines, with random weights.

The attribute is a factory, as ``fullgraph verify`` takes it; with the suffix ``_small`` it builds a small version.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import torch

TUTORIAL_IMAGE = 128
"""Side of the images of PyTorch's tutorial on torch.compile."""
WORDS = 128
"""Tokens of BERT's inputs."""


def two_sines(x: torch.Tensor) -> torch.Tensor:
    """The function of PyTorch's "Getting Started" page of torch.compiler: one kernel instead of two."""
    a = torch.sin(x)
    return torch.sin(a)


def __getattr__(name: str) -> Callable[[], dict[str, Any]]:
    """The factory of that name, such as ``resnet18_eval_16`` or ``sines_10000``; raises `AttributeError`."""
    small = name.endswith("_small")
    key, _, number = name.removesuffix("_small").rpartition("_")
    if key not in FACTORIES or not number.isdigit():
        raise AttributeError(name)
    return lambda: FACTORIES[key](int(number), small)


def _resnet18_eval(batch: int, small: bool) -> dict[str, Any]:
    model, (images, _) = _torchvision("resnet18", batch, 32 if small else TUTORIAL_IMAGE)
    return {"model": model.eval(), "inputs": (images,)}


def _resnet18_train(batch: int, small: bool) -> dict[str, Any]:
    """As in the tutorial: cross entropy and Adam. The classes are an argument, so that they move with the images."""
    model, (images, classes) = _torchvision("resnet18", batch, 32 if small else TUTORIAL_IMAGE)
    return {
        "model": WithLoss(model).train(),
        "inputs": (images, classes),
        "train": True,
        "optimizer": adam,
    }


def _resnet18_grad(batch: int, small: bool) -> dict[str, Any]:
    """The same without an optimizer: forward, loss and backward."""
    parts = _resnet18_train(batch, small)
    del parts["optimizer"]
    return parts


def _resnext101_eval(batch: int, small: bool) -> dict[str, Any]:
    model, (images, _) = _torchvision("resnext50_32x4d" if small else "resnext101_32x8d", batch, 32 if small else 224)
    return {"model": model.eval(), "inputs": (images,)}


def _bert_eval(batch: int, small: bool) -> dict[str, Any]:
    import transformers

    library: Any = transformers

    torch.manual_seed(0)
    model = library.BertModel(library.BertConfig(**({"num_hidden_layers": 2} if small else {}))).eval()
    length = 16 if small else WORDS
    words = torch.randint(1, 30000, (batch, length), generator=torch.Generator().manual_seed(0))
    return {"model": model, "inputs": {"input_ids": words, "attention_mask": torch.ones_like(words)}}


def _sines(elements: int, _small: bool) -> dict[str, Any]:
    return {"fn": two_sines, "inputs": (torch.randn(elements, generator=torch.Generator().manual_seed(0)),)}


FACTORIES: dict[str, Callable[[int, bool], dict[str, Any]]] = {
    "resnet18_eval": _resnet18_eval,
    "resnet18_train": _resnet18_train,
    "resnet18_grad": _resnet18_grad,
    "resnext101_eval": _resnext101_eval,
    "bert_eval": _bert_eval,
    "sines": _sines,
}
"""By the name before the batch size (of ``sines``, the number of elements)."""


class WithLoss(torch.nn.Module):
    """A classifier that returns the mean cross entropy."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, images: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.cross_entropy(self.model(images), classes)


def adam(parameters: Any) -> torch.optim.Optimizer:
    return torch.optim.Adam(parameters)


def _torchvision(name: str, batch: int, side: int) -> tuple[torch.nn.Module, tuple[torch.Tensor, torch.Tensor]]:
    torchvision: Any = importlib.import_module("torchvision")

    torch.manual_seed(0)
    model: torch.nn.Module = getattr(torchvision.models, name)(weights=None)
    generator = torch.Generator().manual_seed(0)
    images = torch.randn(batch, 3, side, side, generator=generator)
    return model, (images, torch.randint(1000, (batch,), generator=generator))
