"""The factories of a file of targets."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import torch


def factories(models: Mapping[str, Callable[[], Any]]) -> Callable[[str], Callable[[], Any]]:
    """Return the `__getattr__` of a file: a factory for each name of `models`, that seeds torch first."""

    def factory(name: str) -> Callable[[], Any]:
        if name not in models:
            raise AttributeError(name)
        return functools.partial(_built, models[name])

    return factory


def _built(make: Callable[[], Any]) -> Any:
    torch.manual_seed(0)
    module, inputs, *kwargs = make()
    return (module, (inputs, *kwargs)) if kwargs else (module, inputs)
