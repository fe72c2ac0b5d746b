"""``if flag and tensor:`` taken apart, and where it is left as it is."""

import textwrap

import pytest
from fullgraph.lint.engine.api import Options
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, flag: bool = False, size: int = 1):
        h = self.fc(x)
"""

TAKEN_APART = {
    "if flag and h.sum() > 0:\n    h = h * 2\nreturn h + 1": (
        "if flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if (flag or size > 1) and size < 9 and h.sum() > 0:  # why\n    # more\n    h = h * 2\nreturn h + 1": (
        "if (flag or size > 1) and size < 9:\n"
        "    # more\n"
        "    h = torch.where(h.sum() > 0, h * 2, h)  # why\n"
        "return h + 1"
    ),
    "if flag and h.sum() > 0: h = h * 2\nreturn h + 1": (
        "if flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if flag and (\n    h.sum() > 0\n):\n    h = h * 2\nreturn h + 1": (
        "if flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "for _ in range(2):\n    if flag and not (h > 0).any():\n        h = h * 2\nreturn h + 1": (
        "for _ in range(2):\n"
        "    if flag:\n"
        "        h = torch.where(torch.logical_not((h > 0).any()), h * 2, h)\n"
        "return h + 1"
    ),
    "if flag and (  # why\n    h.sum() > 0\n):\n    h = h * 2\nreturn h + 1": (
        "# why\nif flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if flag and (h.sum() >\n        0):\n    h = h * 2\nreturn h + 1": (
        "if flag:\n"
        "    h = torch.where(\n        h.sum() >\n            0,\n        h * 2,\n        h,\n    )\n"
        "return h + 1"
    ),
    "if h.sum() > 0 and flag:\n    h = h * 2\nreturn h + 1": (
        "if flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if flag and h.sum() > 0:\n    return h * 2\nreturn h + 1": (
        "if flag:\n    return torch.where(h.sum() > 0, h * 2, h + 1)\nreturn h + 1"
    ),
}
TAKEN_APART |= {
    "if size > 3:\n    h = h + 1\nelif flag and h.sum() > 0:\n    h = h * 2\nreturn h + 1": (
        "if size > 3:\n    h = h + 1\nelif flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if (flag and h.sum() > 0):\n    h = h * 2\nreturn h + 1": (
        "if flag:\n    h = torch.where(h.sum() > 0, h * 2, h)\nreturn h + 1"
    ),
    "if flag and h.sum() > 0:\n    return h * 2\nh = h + 1\nreturn h - 3": (
        "if flag:\n    new_h = h + 1\n    return torch.where(h.sum() > 0, h * 2, new_h - 3)\nh = h + 1\nreturn h - 3"
    ),
}
LEFT = [
    "if flag and h.sum() > 0:\n    h = h * 2\nelse:\n    h = h + 1\nreturn h + 1",
    "if h.sum() > 0 and self.fc(h).numel():\n    h = h * 2\nreturn h + 1",
    "if flag or h.sum() > 0:\n    h = h * 2\nreturn h + 1",
    "if flag and h.sum() > 0:\n    return h * 2\n# why\nreturn h + 1",
    "if flag and h.sum() > 0:\n    h = self.fc(h).tolist()\nreturn h",
]


@pytest.fixture
def fixed(tmp_path):
    def fix(body, unsafe):
        path = tmp_path / "case.py"
        text = HEAD + textwrap.indent(body, " " * 8) + "\n"
        path.write_text(text, encoding="utf-8")
        result = fix_paths([path], Options(), unsafe, write=False)
        assert not result.errors
        return textwrap.dedent((result.files[0].text if result.files else text)[len(HEAD) :]).rstrip("\n")

    return fix


@pytest.mark.parametrize("body", TAKEN_APART)
def test_taken_apart(fixed, body):
    assert fixed(body, unsafe=False) == TAKEN_APART[body]


@pytest.mark.parametrize("body", LEFT)
def test_left(fixed, body):
    assert fixed(body, unsafe=True) == body


def test_as_unsafe_as_what_follows(fixed):
    body = "if flag and h.sum() > 0:\n    h = h @ h\nreturn h + 1"
    assert fixed(body, unsafe=False) == body
    body = "if flag and h.sum() > 0:\n    h = h / 2 * h.sqrt()\nreturn h + 1"
    assert fixed(body, unsafe=False) == body
    assert fixed(body, unsafe=True) == (
        "if flag:\n    condition = h.sum() > 0\n"
        "    h = torch.where(condition, h / 2 * torch.where(condition, h, 1).sqrt(), h)\nreturn h + 1"
    )
