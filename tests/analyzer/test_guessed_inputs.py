"""What is taken for granted of inputs: that one is a tensor, though a number is expected; the class of all items."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from checking import Check, places

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


WRAPPED = """
import functools
import torch
from torch import nn


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class Inner(nn.Module):
    def forward(self, x, steps, first):
        for _ in range(steps):
            x = x * 2
        print(x)
        return x + (not first)


class Trainer:
    def __init__(self, model):
        self.model = model

    @timed
    def step(self, x, steps, first):
        return self.model(x, steps, first)


compiled = torch.compile(Trainer(Inner()).step)
"""


def test_a_wrapped_method_keeps_its_object_and_what_a_callee_does_with_an_input_says_more(
    found: Check,
) -> None:
    assert places(found(WRAPPED)) == [("module.py", 19, "FG401")]


@pytest.mark.parametrize(
    ("test", "lines"),
    [
        ("isinstance(items, list) and all(isinstance(one, Item) for one in items)", [11]),
        ("all([isinstance(one, Item) for one in items])", [11]),
        ("all(isinstance(one, Item) for one in items if one)", []),
        ("any(isinstance(one, Item) for one in items)", []),
        ("all(isinstance(one, str) for one in items)", []),
    ],
)
def test_items_are_of_the_class_that_all_of_them_have(found: Check, test: str, lines: list[int]) -> None:
    code = f"""
import torch
from torch import nn


class Item:
    def __init__(self, value):
        self.value = value

    def scale(self, x):
        print(x.ndim)
        return x * self.value


class Model(nn.Module):
    def forward(self, x, items):
        if not ({test}):
            raise TypeError("a list of items is needed")
        for one in items:
            x = one.scale(x)
        return x
"""
    assert [line for _, line, _ in places(found(code))] == lines
