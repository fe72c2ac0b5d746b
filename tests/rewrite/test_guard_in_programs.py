"""Messages behind a guard, in programs: the test that they stand under, and the guard that is there."""

import textwrap

import pytest
from fullgraph.lint.engine.api import Options
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import logging
import warnings

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.warned = False
        self.cache = {}

    def forward(self, x: torch.Tensor, flag: bool = False, mask=None):
"""
ASKED = "not torch.compiler.is_compiling()"


@pytest.fixture
def fixed(tmp_path):
    """The body with all fixes made."""

    def fix(body, more=""):
        path = tmp_path / "case.py"
        path.write_text(HEAD + textwrap.indent(body, " " * 8) + "\n" + more, encoding="utf-8")
        result = fix_paths([path], Options(select=("FG4",)), True, write=False)
        assert not result.errors
        text = result.files[0].text if result.files else path.read_text(encoding="utf-8")
        return textwrap.dedent(text[len(HEAD) :].removesuffix(more)).rstrip("\n")

    return fix


FIXED = {
    "if flag:\n    print(x)\nreturn x": f"if {ASKED} and flag:\n    print(x)\nreturn x",
    "if flag or mask is None:\n    print(x)\n    logger.info('y')\nreturn x": (
        f"if {ASKED} and (flag or mask is None):\n    print(x)\n    logger.info('y')\nreturn x"
    ),
    "if x.sum() > 0:\n    warnings.warn('large')\nreturn x": (
        f"if {ASKED} and x.sum() > 0:\n    warnings.warn('large')\nreturn x"
    ),
    "if flag:\n    x = x + 1\nelif mask is None:\n    print(x)\nreturn x": (
        f"if flag:\n    x = x + 1\nelif {ASKED} and mask is None:\n    print(x)\nreturn x"
    ),
    "if not self.warned:\n    logger.warning('once')\n    self.warned = True\nreturn x": (
        f"if {ASKED} and not self.warned:\n    logger.warning('once')\n    self.warned = True\nreturn x"
    ),
    # The branch does more, or its test does.
    "if flag:\n    print(x)\nelse:\n    x = x + 1\nreturn x": (
        f"if flag:\n    if {ASKED}:\n        print(x)\nelse:\n    x = x + 1\nreturn x"
    ),
    "if flag:\n    print(x)\n    x = x + 1\nreturn x": (
        f"if flag:\n    if {ASKED}:\n        print(x)\n    x = x + 1\nreturn x"
    ),
    "if self.cache.pop('a', x) is not None:\n    print(x)\nreturn x": (
        f"if self.cache.pop('a', x) is not None:\n    if {ASKED}:\n        print(x)\nreturn x"
    ),
    "if (\n    flag\n    and mask is None\n):\n    print(x)\nreturn x": (
        f"if (\n    flag\n    and mask is None\n):\n    if {ASKED}:\n        print(x)\nreturn x"
    ),
    # A guard that is there.
    f"if {ASKED}:\n    print(1)\nprint(2)\nprint(3)\nreturn x": (
        f"if {ASKED}:\n    print(1)\n    print(2)\n    print(3)\nreturn x"
    ),
    f"if {ASKED}:\n    print(1)\n\nprint(2)\nreturn x": (
        f"if {ASKED}:\n    print(1)\n\nif {ASKED}:\n    print(2)\nreturn x"
    ),
    f"if {ASKED}: print(1)\nprint(2)\nreturn x": f"if {ASKED}:\n    print(1)\n    print(2)\nreturn x",
    f"if {ASKED} and flag:\n    print(1)\nprint(2)\nreturn x": (
        f"if {ASKED} and flag:\n    print(1)\nif {ASKED}:\n    print(2)\nreturn x"
    ),
}


@pytest.mark.parametrize("body", FIXED)
def test_text(fixed, body):
    assert fixed(body) == FIXED[body]
    assert fixed(FIXED[body]) == FIXED[body]


def test_a_flag_that_is_read_elsewhere_is_set_as_before(fixed):
    body = "if not self.warned:\n    logger.warning('once')\n    self.warned = True\nreturn x"
    more = "\n    def told(self):\n        return self.warned\n"
    expected = f"if not self.warned:\n    if {ASKED}:\n        logger.warning('once')\n    self.warned = True\nreturn x"
    assert fixed(body, more) == expected


def test_a_header_does_not_become_too_long(fixed):
    test = " and ".join(["mask is not self.cache"] * 4)
    body = f"if {test}:\n    print(x)\nreturn x"
    assert fixed(body) == f"if {test}:\n    if {ASKED}:\n        print(x)\nreturn x"
