"""What parameters of ``forward`` hold, by what is passed to them, wherever the caller stands."""

from __future__ import annotations

import pytest
from checking import Check, places

BLOCK = """
import torch
from torch import nn

class Block(nn.Module):
    def forward(self, x, count):
        if count > 2:
            x = x * 2
        return x
"""
"""Line 7 breaks the graph where ``count`` is a tensor."""

HEAD = "import torch\nfrom torch import nn\n"


def parent(passed: str, parameters: str = "x", name: str = "Model", made: str = "Block()", of: str = "block") -> str:
    return f"""
class {name}(nn.Module):
    def __init__(self):
        super().__init__()
        self.{of} = {made}

    def forward(self, {parameters}):
        return self.{of}(x, {passed})
"""


NUMBERS = {
    "a caller below": BLOCK + parent("3"),
    "a caller above": HEAD + parent("3") + BLOCK.replace(HEAD, ""),
    "by keyword": BLOCK + parent("count=3"),
    "a flag": BLOCK + parent("True"),
    "several numbers": BLOCK + parent("3") + parent("4.5", name="Other"),
    "what it takes for a number itself": BLOCK + parent("n", "x, n=2"),
    "a length": BLOCK + parent("x.shape[0]"),
    "a chain": BLOCK
    + parent("n", "x, n", "Middle", of="inner")
    + parent("3", name="Top", made="Middle()", of="middle"),
    "a chain, the other way round": HEAD
    + parent("3", name="Top", made="Middle()", of="middle")
    + parent("n", "x, n", "Middle", of="inner")
    + BLOCK.replace(HEAD, ""),
    "uncompiled code": BLOCK + "def main():\n    model = Block()\n    return model(torch.ones(3), 3)\n",
    "a script": BLOCK + "model = Block()\nmodel(torch.ones(3), 3)\n",
}


@pytest.mark.parametrize("text", NUMBERS.values(), ids=NUMBERS.keys())
def test_what_callers_pass_as_numbers_is_no_tensor(found: Check, text: str) -> None:
    assert places(found(text)) == []


TENSORS = {
    "nobody calls": BLOCK,
    "a tensor": BLOCK + parent("x.sum()"),
    "a number and a tensor": BLOCK + parent("3") + parent("x.sum()", name="Other"),
    "a tensor from uncompiled code": BLOCK + "def main():\n    return Block()(torch.ones(3), torch.ones(()))\n",
}


@pytest.mark.parametrize("text", TENSORS.values(), ids=TENSORS.keys())
def test_what_is_or_may_be_a_tensor_is_reported(found: Check, text: str) -> None:
    assert places(found(text)) == [("module.py", 7, "FG101")]


@pytest.mark.parametrize(
    "caller",
    [
        "from block import Block\n" + HEAD + parent("3"),
        "import block\n" + HEAD + parent("3", made="block.Block()"),
        "import torch\nfrom block import Block\n\ndef main():\n    print(Block()(torch.ones(3), 3))\n",
        "import torch\nfrom block import Block\nif __name__ == '__main__':\n    print(Block()(torch.ones(3), 3))\n",
    ],
)
def test_callers_in_other_files(found: Check, caller: str) -> None:
    assert places(found({"block.py": BLOCK, "caller.py": caller})) == []


def test_a_chain_through_files(found: Check) -> None:
    files = {
        "block.py": BLOCK,
        "middle.py": "from block import Block\n" + HEAD + parent("n", "x, n", "Middle", of="inner"),
        "top.py": "from middle import Middle\n" + HEAD + parent("3", name="Top", made="Middle()", of="middle"),
    }
    assert places(found(files)) == []


def test_a_caller_is_not_reported_for_what_it_does(found: Check) -> None:
    """Code around compiled code is interpreted to see what it passes; what it prints is its own business."""
    caller = "import torch\nfrom block import Block\n\ndef main():\n    print(Block()(torch.ones(3), torch.ones(())))\n"
    assert places(found({"block.py": BLOCK, "caller.py": caller})) == [("block.py", 7, "FG101")]


ANNOTATED = BLOCK.replace("count):", "count: torch.Tensor):")
SIZES = """
import torch
from torch import nn

def cut(x, sizes: torch.Tensor):
    for size in sizes:
        x = x.narrow(0, 0, size)
    return x

class Inner(nn.Module):
    def forward(self, x, sizes=None):
        return cut(x, sizes)
"""
"""Line 7 breaks the graph where ``sizes`` is a tensor."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ANNOTATED, [7]),
        (ANNOTATED + parent("3"), []),
        (ANNOTATED + parent("3", name="First") + parent("x.sum()", name="Second"), [7]),
        (ANNOTATED + parent("x.sum()", name="First") + parent("3", name="Second"), [7]),
        (SIZES, [7]),
        (SIZES + parent("[s[0] for s in (x.shape, x.shape)]", made="Inner()"), []),
        (SIZES + parent("x.shape", made="Inner()"), []),
        (SIZES + parent("x.sum(0)", made="Inner()"), [7]),
    ],
)
def test_an_annotation_that_all_calls_contradict_makes_no_tensor(found: Check, text: str, expected: list[int]) -> None:
    assert [line for _, line, _ in places(found(text))] == expected


def test_a_number_beside_an_unknown_value_leaves_a_function_its_annotation(found: Check) -> None:
    text = """
import torch
from torch import nn
import elsewhere

def scaled(x, by: torch.Tensor):
    if by.sum() > 0:
        x = x * 2
    return x

class Model(nn.Module):
    def forward(self, x):
        x = scaled(x, 1.0)
        return scaled(x, elsewhere.made(x))
"""
    assert [line for _, line, code in places(found(text)) if code == "FG101"] == [7]
