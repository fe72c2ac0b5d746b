"""The documentation: it builds without a warning, and what the README and the pages name is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


@pytest.mark.slow
def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=REPOSITORY,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    page = (tmp_path / "site" / "rules" / "FG101" / "index.html").read_text(encoding="utf-8")
    assert "branch-on-tensor" in page
    addresses = re.findall(r'<(?:script|link)[^>]+(?:src|href)="(https?://[^"]+)', page)
    assert not [address for address in addresses if not address.startswith("https://squidfunk")], addresses


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_options_that_are_named_exist(page: Path) -> None:
    from fullgraph.lint.cli import cli
    from fullgraph.runtime_check.cli import verify

    commands = {name: command for name, command in cli.commands.items() if name != "verify"} | {"verify": verify}
    code = "\n".join(re.findall(r"```.*?```", page.read_text(encoding="utf-8"), re.S))
    for name, options in re.findall(r"^(?:\$ )?fullgraph (\w+)((?: .*)?)$", code, re.M):
        assert name in commands, name
        known = {option for parameter in commands[name].params for option in parameter.opts + parameter.secondary_opts}
        before = options.partition(" --record ")[0].partition("  ")[0]
        used = re.findall(r"(?<= )--[\w-]+", before)
        assert set(used) <= known, (name, used)
