"""The process that checks for an editor, which starts before the rest of the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.server.checker import Checker
from fullgraph.lint.server.launch import launch

MODEL = """import torch


class Model(torch.nn.Module):
    def forward(self, x):
        print(x)
        return x
"""


def test_the_process_that_checks_needs_nothing_of_the_protocol_to_start() -> None:
    code = "import sys; import fullgraph.lint.server.launch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pygls", "lsprotocol", "fullgraph.lint.engine"} & set(done.stdout.split())


def test_a_process_that_runs_already_does_the_first_jobs(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL)

    async def scenario() -> None:
        launched = launch()
        checker = Checker(launched)
        answer = await checker.ask("check", [path], Options())
        assert answer.result is not None and answer.result.diagnostics
        assert checker.start()._process is launched
        checker.stop()
        assert launched.poll() is not None
        answer = await checker.ask("check", [path], Options())
        assert answer.result is not None and answer.result.diagnostics
        checker.close()

    asyncio.run(asyncio.wait_for(scenario(), 60))
