"""``fullgraph server``: which files of a folder are checked, and folders that are checked as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from language_client import Editor, editing
from lsprotocol import types

GATE = """\
import torch


@torch.compile
def gate(x: torch.Tensor) -> torch.Tensor:
    print("a")
    return x
"""
CLEAN = GATE.replace('    print("a")\n', "")


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 300))


def shown(editor: Editor, path: Path) -> list[object]:
    """The codes that the editor shows for a file, open or not."""
    params = editor.diagnostics.get(path.as_uri())
    return [one.code for one in params.diagnostics] if params is not None else []


def told(editor: Editor, path: Path, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
    """Tell the server that a file was changed on disk."""
    events = [types.FileEvent(path.as_uri(), kind)]
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


def test_what_check_leaves_out_of_a_folder_the_editor_does_not_show(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    names = ("kept.py", "made/a.py", "old.py", ".venv/lib/site-packages/b.py")
    for path in [*(folder / name for name in names), tmp_path / "env/site-packages/c.py", tmp_path / "beside.py"]:
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(GATE)
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("made/\n")
    (folder / "fullgraph.toml").write_text('exclude = ["old.py"]\n')

    async def scenario() -> None:
        async with editing(folder) as editor:
            found = {name: await editor.shown(editor.open(folder / name)) for name in names}
            assert {name for name in names if found[name]} == {"kept.py"}
            assert await editor.shown(editor.open(tmp_path / "beside.py"))
            assert not await editor.shown(editor.open(tmp_path / "env/site-packages/c.py"))

            (folder / ".gitignore").write_text("kept.py\n")
            told(editor, folder / ".gitignore")
            await editor.wait(lambda: shown(editor, folder / "made/a.py") == ["FG401"])
            await editor.wait(lambda: shown(editor, folder / "kept.py") == [])
            (folder / "fullgraph.toml").unlink()
            told(editor, folder / "fullgraph.toml", types.FileChangeType.Deleted)
            await editor.wait(lambda: shown(editor, folder / "old.py") == ["FG401"])
            assert editor.logged == []

    run(scenario())


@pytest.mark.slow
def test_a_folder_checked_as_a_whole_shows_what_is_on_disk_and_what_is_open_as_it_is_typed(tmp_path: Path) -> None:
    for name, text in {"gate.py": GATE, "other.py": GATE, "clean.py": CLEAN, "broken.py": "def f(:\n"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "fullgraph.toml").write_text('exclude = ["old"]\n')
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "gone.py").write_text(GATE)
    settings: dict[str | None, Any] = {tmp_path.as_uri(): {"diagnosticMode": "workspace"}}

    async def scenario() -> None:
        gate, other, clean, broken = (tmp_path / name for name in ("gate.py", "other.py", "clean.py", "broken.py"))
        async with editing(tmp_path, settings=settings) as editor:
            await editor.wait(lambda: {path for path in (gate, other, broken) if shown(editor, path)} != set())
            await editor.wait(lambda: shown(editor, other) == ["FG401"] and shown(editor, broken) == ["syntax-error"])
            assert editor.diagnostics[broken.as_uri()].diagnostics[0].range.start == types.Position(0, 6)
            assert not {clean.as_uri(), (tmp_path / "old/gone.py").as_uri()} & editor.diagnostics.keys()

            # What is typed counts while it is open, what is on disk otherwise.
            uri = editor.open(gate)
            await editor.shown(uri)
            editor.type(uri, CLEAN)
            assert await editor.shown(uri) == []
            other.write_text(CLEAN)
            told(editor, other)
            await editor.wait(lambda: shown(editor, other) == [])
            assert shown(editor, gate) == []
            editor.close(uri)
            await editor.wait(lambda: shown(editor, gate) == ["FG401"])

            made = tmp_path / "made.py"
            made.write_text(GATE)
            told(editor, made, types.FileChangeType.Created)
            await editor.wait(lambda: shown(editor, made) == ["FG401"])
            made.unlink()
            told(editor, made, types.FileChangeType.Deleted)
            await editor.wait(lambda: shown(editor, made) == [])

            (tmp_path / "fullgraph.toml").write_text('ignore = ["FG4"]\n')
            told(editor, tmp_path / "fullgraph.toml")
            await editor.wait(lambda: shown(editor, gate) == [] and shown(editor, broken) == ["syntax-error"])
            (tmp_path / "fullgraph.toml").write_text("")
            told(editor, tmp_path / "fullgraph.toml")
            await editor.wait(lambda: shown(editor, gate) == ["FG401"] == shown(editor, tmp_path / "old/gone.py"))

            editor.settings[tmp_path.as_uri()] = {"diagnosticMode": "openFilesOnly"}
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
            await editor.wait(lambda: not shown(editor, gate) and not shown(editor, broken))
            assert editor.logged == []

    run(scenario())
