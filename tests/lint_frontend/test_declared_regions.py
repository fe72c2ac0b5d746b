"""What is compiled layer by layer, or by a trainer: accelerate, diffusers and Lightning."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from frontend import Ran

Run = Callable[..., Ran]

BLOCKS = """\
import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x: torch.Tensor):
        print("in a block")
        return x


class Head(nn.Module):
    def forward(self, x: torch.Tensor):
        print("in the head")
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(12)])
        self.head = Head()

    def forward(self, x: torch.Tensor):
        print("in the model")
        for block in self.blocks:
            x = block(x)
        return self.head(x)
"""


def found(run: Run, *arguments: str) -> dict[int, dict[str, Any]]:
    """What is found in ``blocks.py``, by row."""
    entries = json.loads(run("check", ".", "--output-format", "json", *arguments).out)
    return {one["location"]["row"]: one for one in entries if one["filename"].endswith("blocks.py")}


IN_BLOCK, IN_HEAD, IN_MODEL = 7, 13, 24


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(dedent(text))


@pytest.mark.parametrize(
    "imported", ["from accelerate.utils import compile_regions", "from accelerate.utils.other import compile_regions"]
)
def test_accelerate_compiles_blocks_and_what_has_none(run: Run, folder: Path, imported: str) -> None:
    script = f"from blocks import Model\n{imported}\n\nmodel = compile_regions(Model(), mode='default')\n"
    write(folder, blocks=BLOCKS, train=script)
    entries = found(run)
    assert set(entries) == {IN_BLOCK, IN_HEAD}
    assert entries[IN_BLOCK]["rank"]["reasons"] == ["layer"]
    assert entries[IN_BLOCK]["trace"][0]["text"] == "compile_regions(Model(), mode='default')"


def test_accelerate_compiles_a_model_without_blocks_whole(run: Run, folder: Path) -> None:
    script = "import accelerate\nfrom blocks import Head\n\nhead = accelerate.utils.compile_regions(Head())\n"
    write(folder, blocks=BLOCKS, train=script)
    assert set(found(run)) == {IN_HEAD}


def test_a_model_that_is_not_known_may_be_any(run: Run, folder: Path) -> None:
    script = "from accelerate.utils import compile_regions\n\n\ndef main(model):\n    return compile_regions(model)\n"
    write(folder, blocks=BLOCKS, train=script)
    assert set(found(run)) == {IN_BLOCK, IN_HEAD, IN_MODEL}


DIFFUSERS = """\
    from blocks import {names}
    from diffusers import ModelMixin
    from torch import nn


    class Transformer(ModelMixin, nn.Module):
        _repeated_blocks = ["Block"]

        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([{made} for _ in range(12)])

        def forward(self, x):
            for block in self.blocks:
                x = block(x)
            return x
"""


@pytest.mark.parametrize(("names", "made"), [("Block", "Block()"), ("Model", "Model().blocks[0]")])
def test_blocks_of_other_files_are_declared(run: Run, folder: Path, names: str, made: str) -> None:
    package = folder / "zoo"
    package.mkdir()
    text = DIFFUSERS.format(names=names, made=made).replace("from blocks", "from zoo.blocks")
    write(package, __init__="", blocks=BLOCKS, transformer=text)
    entries = found(run)
    assert set(entries) == {IN_BLOCK}
    assert entries[IN_BLOCK]["trace"][0]["text"] == "Block.forward, one of the _repeated_blocks of Transformer"
    assert (entries[IN_BLOCK]["rank"]["level"], entries[IN_BLOCK]["rank"]["reasons"]) == ("call", ["layer"])


def test_a_class_of_that_name_in_another_package_is_not_meant(run: Run, folder: Path) -> None:
    for name, text in (("zoo", BLOCKS), ("other", BLOCKS)):
        (folder / name).mkdir()
        write(folder / name, __init__="", blocks=text)
    write(
        folder / "zoo", transformer=DIFFUSERS.format(names="Block", made="Block()").replace("blocks", "zoo.blocks", 1)
    )
    entries = json.loads(run("check", ".", "--output-format", "json").out)
    assert [Path(one["filename"]).parent.name for one in entries] == ["zoo"]


def test_a_call_of_compile_repeated_blocks(run: Run, folder: Path) -> None:
    script = "from transformer import Transformer\n\nTransformer().compile_repeated_blocks(fullgraph=True)\n"
    write(folder, blocks=BLOCKS, transformer=DIFFUSERS.format(names="Block", made="Block()"), train=script)
    entries = found(run)
    assert set(entries) == {IN_BLOCK}
    assert entries[IN_BLOCK]["rank"]["reasons"] == ["layer"]


LIGHTNING = """\
    import lightning as L
    import torch
    from blocks import Head, Model


    class Task(L.LightningModule):
        def __init__(self):
            super().__init__()
            self.model = None

        def configure_model(self):
            if self.model is None:
                self.model = {compiled}

        def forward(self, x):
            return self.model(x)
"""


@pytest.mark.parametrize("compiled", ["torch.compile(Head())", "torch.compile(Head(), fullgraph=True)"])
def test_what_configure_model_compiles(run: Run, folder: Path, compiled: str) -> None:
    write(folder, blocks=BLOCKS, task=LIGHTNING.format(compiled=compiled))
    assert set(found(run)) == {IN_HEAD}


STEPS = """\
    import lightning as L
    import torch


    class Task(L.LightningModule):
        def training_step(self, batch, index):
            print("step")
            return batch.sum()

        def configure_optimizers(self):
            print("not compiled")


    def main():
        task = Task()
        {compiling}
        L.Trainer().fit(task)
"""


def test_a_trainer_compiles_the_steps_of_a_compiled_module(run: Run, folder: Path) -> None:
    write(folder, blocks=STEPS.format(compiling="task = torch.compile(task)"))
    assert set(found(run)) == {7}


def test_compile_in_place_compiles_no_step(run: Run, folder: Path) -> None:
    write(folder, blocks=STEPS.format(compiling="task.compile()"))
    assert set(found(run)) == set()
