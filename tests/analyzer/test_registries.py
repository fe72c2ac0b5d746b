"""Global dictionaries that a module fills with functions and classes, by statements and by decorators."""

from __future__ import annotations

import pytest
from checking import Check, places

MODEL = """
import torch
from torch import nn

{registry}


class Model(nn.Module):
    def __init__(self, kind="hard"):
        super().__init__()
        self.kind = kind

    def forward(self, x):
        return TABLE[self.kind](x)
"""
BODY = "def hard(x):\n    return x[x > 0]"


@pytest.mark.parametrize(
    "registry",
    [
        f"TABLE = {{}}\n{BODY}\nTABLE['hard'] = hard",
        f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n@register\n{BODY}",
        "TABLE = {}\ndef register(name):\n    def add(fn):\n        TABLE[name] = fn\n        return fn\n"
        "    return add\n"
        f"@register('hard')\n{BODY}",
        "TABLE = dict()\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n"
        f"@register\ndef soft(x):\n    return x * 2\n@register\n{BODY}",
    ],
)
def test_what_a_module_registers_is_followed(found: Check, registry: str) -> None:
    assert [code for _, _, code in places(found(MODEL.format(registry=registry)))] == ["FG302"]


def test_a_function_that_is_not_registered_is_not_followed(found: Check) -> None:
    registry = f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n{BODY}"
    assert found(MODEL.format(registry=registry)) == []


def test_what_is_taken_out_again_is_not_followed(found: Check) -> None:
    registry = f"TABLE = {{}}\n{BODY}\nTABLE['hard'] = hard\nTABLE.clear()"
    assert found(MODEL.format(registry=registry)) == []


def test_too_many_are_not_followed(found: Check) -> None:
    made = "".join(f"@register\ndef f{number}(x):\n    return x[x > {number}]\n" for number in range(17))
    registry = f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n{made}"
    assert found(MODEL.format(registry=registry)) == []
