"""``fullgraph server``: what it tells clients that know of it, and the protocol does not have."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from language_client import SOON, Editor, editing

MODEL = """\
import functools

import torch
from torch import compile as speed_up, nn

from .blocks import Block, Sized


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.block = Block()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.abs().max() > 3.0:
            x = x * 0.5
        return self.block(x)


class Wide(Sized):
    fullgraph_inputs = [(torch.ones(3),)]


class Settings:
    def forward(self) -> None: ...


def Net_inputs():
    return (torch.ones(3),)


@torch.compile
def double(x):
    return 2 * x


@speed_up(dynamic=True)
def triple(x):
    return 3 * x


@functools.partial(torch.compile, fullgraph=True)
def fourfold(x):
    return 4 * x


def plain(x):
    return x


def train_step(batch):
    return batch


train_step_inputs = [(1,)]
"""
BLOCKS = """\
import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print("x")
        print(x)
        return x


class Sized(nn.Module):
    def __init__(self, width: int, depth=2, *, bias, scale: float = 1.0) -> None:
        super().__init__()

    def forward(self, x):
        return x


def inputs():
    return (torch.ones(3),)
"""


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 300))


def package(folder: Path) -> tuple[Path, Path]:
    (folder / "net").mkdir()
    (folder / "net" / "__init__.py").write_text("")
    model, blocks = folder / "net" / "model.py", folder / "net" / "blocks.py"
    model.write_text(MODEL)
    blocks.write_text(BLOCKS)
    return model, blocks


async def asked(editor: Editor, method: str, uri: str, **more: Any) -> Any:
    params = {"textDocument": {"uri": uri}, **more}
    return await asyncio.wait_for(editor.client.protocol.send_request_async(method, params), SOON)


async def explained(editor: Editor, uri: str, line: int) -> str | None:
    answer = await asked(editor, "fullgraph/explain", uri, position={"line": line, "character": 0})
    return None if answer is None else str(answer.text)


async def offered(editor: Editor, uri: str) -> dict[str, tuple[str, int, list[str], str | None]]:
    answer = await asked(editor, "fullgraph/targets", uri)
    return {one["name"]: (one["kind"], one["line"], one["needs"], one["inputs"]) for one in answer}


def test_a_line_is_explained_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    model, _ = package(tmp_path)

    async def scenario() -> None:
        async with editing(tmp_path) as editor:
            uri = editor.open(model)
            row = MODEL.splitlines().index("        if x.abs().max() > 3.0:")
            text = await explained(editor, uri, row)
            assert text is not None and text.startswith(f"net/model.py:{row + 1}\n")
            assert "In compile scope (1 way)" in text
            assert "FG101 if depends on tensor data" in text

            editor.type(uri, f"\n\n{MODEL.replace('x.abs().max()', 'x.sum()')}")
            text = await explained(editor, uri, row + 2)
            assert text is not None and text.startswith(f"net/model.py:{row + 3}\n")
            assert "x.sum() > 3.0" in text

            text = await explained(editor, uri, 0)
            assert text is not None and "the line is blank" in text
            text = await explained(editor, uri, 1000)
            assert text is not None and "there is no line 1001" in text
            editor.type(uri, "def f(:\n")
            text = await explained(editor, uri, 0)
            assert text is not None and "what is not Python cannot be explained" in text

            assert await explained(editor, (tmp_path / "other.py").as_uri(), 0) is None
            unsaved = editor.open(tmp_path, "import torch\n", "untitled:Untitled-1")
            text = await explained(editor, unsaved, 0)
            assert text is not None and text.startswith("Untitled-1.py:1\n")
            assert editor.logged == []

    run(scenario())


def test_what_can_be_verified_is_told_from_the_text_in_the_editor(tmp_path: Path) -> None:
    model, blocks = package(tmp_path)
    rows = {line.partition("(")[0].rpartition(" ")[2]: row for row, line in enumerate(MODEL.splitlines())}

    async def scenario() -> None:
        async with editing(tmp_path) as editor:
            uri = editor.open(model)
            found = await offered(editor, uri)
            assert await offered(editor, uri) == found, "asked again"
            assert found == {
                "Net": ("module", rows["Net"], [], "Net_inputs"),
                "Wide": ("module", rows["Wide"], ["width", "bias"], "fullgraph_inputs"),
                "double": ("function", rows["double"] - 1, [], None),
                "triple": ("function", rows["triple"] - 1, [], None),
                "fourfold": ("function", rows["fourfold"] - 1, [], None),
                "train_step": ("function", rows["train_step"], [], "train_step_inputs"),
            }
            other = await offered(editor, editor.open(blocks))
            assert {name: (needs, inputs) for name, (_, _, needs, inputs) in other.items()} == {
                "Block": ([], "inputs"),
                "Sized": (["width", "bias"], "inputs"),
            }
            editor.type(uri, MODEL.replace("class Net(nn.Module)", "class Renamed(nn.Module)"))
            found = await offered(editor, uri)
            assert "Net" not in found and found["Renamed"][3] is None
            editor.type(uri, "def f(:\n")
            assert await offered(editor, uri) == {}
            assert await offered(editor, (tmp_path / "other.py").as_uri()) == {}
            assert editor.logged == []

    run(scenario())


def test_findings_name_their_cause_and_its_rank(tmp_path: Path) -> None:
    model, _ = package(tmp_path)
    text = MODEL.replace("return self.block(x)", "return self.block(x) + x.max().item()")

    async def scenario() -> None:
        async with editing(tmp_path) as editor:
            uri = editor.open(model, text)
            causes = {one.code: one.data["cause"] for one in await editor.shown(uri)}
            row = text.splitlines().index("        if x.abs().max() > 3.0:")
            assert causes["FG101"]["key"] == f"FG101:{model}:{row + 1}"
            assert causes["FG101"]["place"] is None
            assert causes["FG101"]["why"] == "in every call"
            assert causes["FG201"]["why"] == "default mode only"
            assert causes["FG101"]["rank"] < causes["FG201"]["rank"]

    run(scenario())
