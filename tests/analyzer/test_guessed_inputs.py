"""An input that is taken for a tensor because a ``forward`` requires it, and passed on where a number is expected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

SOURCE = """
import torch
from torch import nn


class Pipeline:
    def predict(self, context, length: {annotation} = {default}):
        if length > 5:
            context = context + 1
        return context


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.pipeline = Pipeline()

    def forward(self, context: torch.Tensor, length):
        return self.pipeline.predict(context, length=length)
"""


@pytest.mark.parametrize(("annotation", "default"), [("int", "3"), ("int | None", "None"), ("float", "1.0")])
def test_the_annotation_of_a_number_says_more(
    found: Callable[..., list[object]], annotation: str, default: str
) -> None:
    assert not found(SOURCE.format(annotation=annotation, default=default))


@pytest.mark.parametrize(("annotation", "default"), [("torch.Tensor", "None"), ("object", "3")])
def test_other_annotations_do_not(found: Callable[..., list[object]], annotation: str, default: str) -> None:
    assert found(SOURCE.format(annotation=annotation, default=default))
