"""What a call gives of which nothing is known, or which derived classes define: of a tensor likely a tensor."""

from __future__ import annotations

import pytest
from checking import Check, places

MODEL = """
import torch
from torch import nn


class Base(nn.Module):
    def run(self, x):
        raise NotImplementedError

    def describe(self, x):
        return None


def hermitian(matrix: torch.Tensor):
    return torch.equal(matrix, matrix.mH)


def over(matrix):
    return matrix.max() > 0


class Model(nn.Module):
    def __init__(self, net, base: Base):
        super().__init__()
        self.net = net
        self.base = base

    def forward(self, x, flag: bool = False):
{body}
        return x
"""


def codes(found: Check, body: str) -> list[str]:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    return [code for _, _, code in places(found(MODEL.format(body=text)))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("h = self.net(x)\nif h.max() > 0:\n    x = x + 1", ["FG101"]),
        ("h = self.base.run(x)\nif h.sum() > 0:\n    x = x + 1", ["FG101"]),
        ("h = self.net(x)\nif hermitian(h):\n    x = x + 1", ["FG202"]),
        ("h = self.net(x)\nif over(h):\n    x = x + 1", ["FG101"]),
        # nothing says that these are tensors
        ("h = self.net(x)\nif h:\n    x = x + 1", []),
        ("h = self.net(x)\nif h.found:\n    x = x + 1", []),
        ("h = self.net(flag)\nif h.max() > 0:\n    x = x + 1", []),
        ("h = self.base.describe(x)\nif h:\n    x = x + 1", []),
        ("h = self.net(x)\nfor part in h:\n    x = x + part", []),
    ],
)
def test_a_tensor_by_its_use(found: Check, body: str, expected: list[str]) -> None:
    assert codes(found, body) == expected


SENTENCES = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, sentences):
        total = 0
        for {target} in {over}:
            if {part}:
                total = total + self.layer(sentence.ids()).sum()
        return total
"""


@pytest.mark.parametrize(
    ("target", "over"),
    [
        ("sentence", "sentences"),
        ("i, sentence", "enumerate(sentences)"),
        ("sentence, _", "zip(sentences, range(3))"),
        ("sentence", "reversed(sentences)"),
    ],
)
def test_what_has_items_with_methods_of_their_own_is_no_tensor(found: Check, target: str, over: str) -> None:
    assert found(SENTENCES.format(target=target, over=over, part="sentence.spans()")) == []


def test_what_has_tensors_as_items_may_be_one(found: Check) -> None:
    code = SENTENCES.format(target="sentence", over="sentences", part="sentence.max() > 0")
    assert "FG101" in [one for _, _, one in places(found(code.replace("sentence.ids()", "sentence.float()")))]


PATTERN = """
import re
import torch
from torch import nn

WORD = re.compile("a+")


class Model(nn.Module):
    def forward(self, x: torch.Tensor, text: torch.Tensor):
        {line}
            x = x + 1
        return x
"""


@pytest.mark.parametrize(
    "line",
    ["if WORD.match(text):", "found = WORD.search(text)\n        if found:", "if re.compile('b').fullmatch(text):"],
)
def test_a_regular_expression_gives_no_tensor(found: Check, line: str) -> None:
    assert found(PATTERN.format(line=line), confidence="low") == []
