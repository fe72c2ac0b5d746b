"""The common part of timm and torchvision: batches of images, a loss for any scores, the smallest image that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fullgraph.runtime_check.target.models import NOT_RUN, ModelError, failing, first_line

BATCHES = (2, 3)
"""Of the input sets: the batch is the dimension that varies."""
SEED = 0


def images(batch: int, *shape: int, seed: int = SEED) -> Any:
    """Normal random numbers, the same for the same seed."""
    import torch

    return torch.randn(batch, *shape, generator=torch.Generator().manual_seed(seed))


def class_loss(output: Any) -> Any:
    """The mean cross entropy of all scores in an output, each with fixed classes: images have one, or one a pixel."""
    import torch

    losses = []
    for scores in _tensors(output):
        if scores.dim() < 2 or not scores.is_floating_point():
            continue
        wanted = scores.shape[0], *scores.shape[2:]
        classes = torch.arange(scores.shape[0] * scores[0, 0].numel(), device=scores.device) % scores.shape[1]
        losses.append(torch.nn.functional.cross_entropy(scores.float(), classes.view(wanted)))
    return torch.stack(losses).mean()


def sum_loss(output: Any) -> Any:
    """The sum of the losses that a detector returns while training."""
    import torch

    return torch.stack([loss for loss in _tensors(output) if loss.dim() == 0]).sum()


def _tensors(output: Any) -> Iterable[Any]:
    import torch

    if isinstance(output, torch.Tensor):
        yield output
    elif isinstance(output, Mapping):
        for value in output.values():
            yield from _tensors(value)
    elif isinstance(output, (tuple, list)):
        for value in output:
            yield from _tensors(value)


def first_that_runs(
    what: str, attempts: Iterable[Callable[[], tuple[Any, Any]]], *, train: bool = False
) -> tuple[Any, Any]:
    """The first model that runs on its arguments, and these. Raises `ModelError` with the last failure."""
    import torch

    failure: Exception | None = None
    for attempt in attempts:
        try:
            model, arguments = attempt()
            model.train(train)
            with torch.no_grad():
                model(*arguments)
            return model, arguments
        except Exception as error:
            failure = error
    raise ModelError(
        f"{what} cannot be built and run: {first_line(failure) if failure else 'nothing to try'}",
        failing(NOT_RUN, failure) if failure else NOT_RUN,
    ) from failure
