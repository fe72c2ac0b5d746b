"""Code that leads far away, or nests values without end, costs little, and what stands behind it is still seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from checking import places
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.lint.interpreter import budget
from fullgraph.lint.roots.roots import Roots

MODEL = """
import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x, count):
        if count > 2:
            x = x * 2
        return x
"""
"""Line 8 breaks the graph where ``count`` is a tensor."""

LONG = "def work(x):\n" + "    x = x + 1\n" * 2_000 + "    return x\n"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The statements and calls that each interpretation of a file took."""
    taken: list[int] = []
    run = Roots.run

    def counted(self, modules):
        found = run(self, modules)
        taken.append(self.interp.budget.total)
        return found

    monkeypatch.setattr(Roots, "run", counted)
    return taken


def write(folder: Path, **texts: str) -> list[Path]:
    paths = [folder / f"{name}.py" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    return paths


def test_what_a_library_does_is_followed_a_little(tmp_path: Path) -> None:
    main = "\n\ndef main(x):\n    for name in x:\n" + "        load(name)\n" * 10 + "    Block()(x, 3)\n"
    helper = f"class Box:\n    pass\n\n\n{LONG}\n\ndef load(name):\n    box = Box()\n    for part in name:\n"
    helper += "        work(box)\n        work([box])\n        work((box, 1))\n"
    folder = tmp_path / "pkg"
    folder.mkdir()
    _, model, _ = write(folder, __init__="", model=f"from pkg.helper import load\n{MODEL}{main}", helper=helper)
    assert places(check([model], Options()).diagnostics) == []


def test_a_class_of_the_same_name_is_another(tmp_path: Path, steps: list[int]) -> None:
    other = f"class Block:\n    pass\n\n\n{LONG}\n\ndef main(x):\n    block = Block()\n    return work(x)\n"
    paths = write(tmp_path, model=MODEL, other=other)
    check(paths, Options())
    check(
        write(tmp_path, model=MODEL, other=other.replace("class Block:", "from model import Block\n\n\nclass A:")),
        Options(),
    )
    assert steps[0] < 100
    assert steps[2] > 2_000


def test_code_that_names_several_classes_is_interpreted_once(tmp_path: Path, steps: list[int]) -> None:
    classes = MODEL + MODEL[MODEL.index("class") :].replace("Block", "Other")
    main = f"from model import Block, Other\n\n\n{LONG}\n\ndef main(x):\n    Block(), Other()\n    return work(x)\n"
    check(write(tmp_path, model=classes, main=main), Options())
    assert 2_000 < steps[0] < 4_000


NESTING = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tree = {}
        self.found = []

    def forward(self, x, n: int):
        node = {}
        for i in range(n):
            node = {"a": node, "b": node}
            for j in range(n):
                node = dict(a=node, b=(node, node))
                for k in range(n):
                    node = [node, {k: node}]
                    self.found.append([self.found, node])
                    self.tree[k] = {"x": self.tree, "y": node}
        print(x)
        return x
"""


def test_containers_are_not_nested_without_end(tmp_path: Path) -> None:
    result = check(write(tmp_path, model=NESTING), Options())
    assert not result.errors
    assert "FG401" in {one.code for one in result.diagnostics}


COPYING = """
import copy

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, **options):
        super().__init__()
        self.options = {
            "a": {"b": {"c": {"d": [options, {}], "e": {}}, "f": {}}, "g": [{}, {"h": {}}]},
            "i": {"j": {"k": {"l": [{}, {}], "m": {}}, "n": {}}, "o": [{}, {"p": {}}]},
        }
        for _ in range(3):
            self.options = copy.deepcopy({"first": self.options, "second": [self.options, self.options]})
        if self.options["first"]["second"]:
            self.options = copy.deepcopy([self.options, self.options])

    def forward(self, x):
        print(x)
        return x
"""


def test_deep_copies_are_not_nested_in_each_other(tmp_path: Path, steps: list[int]) -> None:
    result = check(write(tmp_path, model=COPYING), Options())
    assert not result.errors
    assert [one.code for one in result.diagnostics] == ["FG401"]


def test_a_file_of_many_long_roots_is_given_up_in_part(
    tmp_path: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_FILE_STEPS", 5_000)
    monkeypatch.setattr(budget, "FEW_STEPS", 100)
    classes = "".join(
        f"class M{number}(nn.Module):\n    def forward(self, x):\n"
        f"        print(x)\n        return work(x, {number})\n\n\n"
        for number in range(10)
    )
    text = "import torch\nfrom torch import nn\n\n\n" + LONG.replace("(x)", "(x, n)") + "\n\n" + classes
    (path,) = write(tmp_path, model=text)
    result = check([path], Options())
    assert not result.errors
    assert [one.code for one in result.diagnostics] == ["FG401"] * 10
    assert 5_000 < steps[0] < 8_000
    assert result.in_part == {path}


COSTLY = """
import torch
from torch import nn


class Settings:
    def __init__(self, given):
        self.given = work(given)


class Inner(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.first = Settings({"a": given})
        self.second = Settings({"a": [given], "b": {}})
        self.third = Settings([{}, {"c": given}])
        self.layer = nn.GRU(4, 4)

    def forward(self, x):
        return self.layer(x)[0]


class Outer(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.settings = Settings({"a": given})
        self.inner = Inner(given)

    def forward(self, x):
        return self.inner(x)
"""


def test_costly_constructors_leave_steps_for_what_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_HOST_STEPS", 3_000)
    (path,) = write(tmp_path, model=f"{COSTLY}\n\n{LONG}")
    result = check([path], Options())
    assert places(result.diagnostics) == [(str(path), 20, "FG606")]
    assert not result.in_part


def test_what_is_left_out_is_told_also_from_the_cache(tmp_path: Path) -> None:
    program = "import torch\nfrom torch import nn\n\n\nclass M(nn.Module):\n    def forward(self, x):\n"
    program += "        x = x + 1\n" * 60_000 + "        return x\n"
    (path,) = write(tmp_path, model=program)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "fullgraph", "check", "--cache-dir", str(tmp_path / "cache"), str(path)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "No findings in 1 file, of which 1 could not be looked at in full.\n"
        assert done.stderr.startswith(f"warning: {path}: not all that is compiled was looked at")
