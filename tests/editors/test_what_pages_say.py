"""What docs/editors.md has for editors that cannot be run here: the parts of it that can."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from language_client import editing

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text(encoding="utf-8")
GATE = """\
import torch


@torch.compile
def gate(x: torch.Tensor) -> torch.Tensor:
    print("a")
    return x
"""


def section(heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.S | re.M)
    assert found is not None, heading
    return found[1]


def blocks(heading: str) -> list[Any]:
    """The JSON of a section."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", section(heading), re.S)]


def printed(arguments: list[str], folder: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-m", "fullgraph", *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    return done.stdout.splitlines()


def test_settings_of_vs_code_are_json_that_its_extension_knows() -> None:
    (settings,) = blocks("VS Code")
    assert settings["[python]"]["editor.codeActionsOnSave"] == {"source.fixAll.fullgraph": "explicit"}


def test_the_external_tool_of_pycharm_prints_lines_that_its_filter_takes(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    model = tmp_path / "net" / "model.py"
    model.write_text(GATE)
    rows = dict(re.findall(r"^\| ([^|]+?) \| `([^`]+)` \|$", section("PyCharm"), re.M))
    assert rows["Program"] == "fullgraph"
    arguments = rows["Arguments"].replace("$FilePath$", str(model)).split()
    filtered = re.escape(rows["Advanced options, output filters"])
    for name, group in (("FILE_PATH", r"(?P<file>.+?)"), ("LINE", r"(?P<line>\d+)"), ("COLUMN", r"(?P<column>\d+)")):
        filtered = filtered.replace(re.escape(f"${name}$"), group)
    first = re.match(filtered, printed(arguments, tmp_path)[0])
    assert first is not None
    assert (tmp_path / first["file"]).resolve() == model.resolve()
    assert (first["line"], first["column"]) == ("6", "5")


def test_the_settings_of_zed_are_taken_and_its_task_runs(tmp_path: Path) -> None:
    model = tmp_path / "model.py"
    model.write_text(GATE)
    settings, tasks = blocks("Zed")
    server = settings["lsp"]["ruff"]
    assert server["binary"]["arguments"] == ["server"]

    async def scenario() -> None:
        async with editing(tmp_path, given=server["initialization_options"]) as editor:
            assert [one.code for one in await editor.shown(editor.open(model))] == ["FG401"]
            assert editor.warned == editor.logged == []

    asyncio.run(asyncio.wait_for(scenario(), 300))
    (task,) = tasks
    arguments = [one.replace("$ZED_FILE", str(model)) for one in task["args"]]
    assert printed(arguments, tmp_path)[0].startswith("model.py:6:5: FG401 ")
