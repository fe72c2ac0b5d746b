"""The documentation: it builds without a warning, its links lead somewhere, and what it shows is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from fullgraph.lint.domain import events
from fullgraph.lint.registry import rule as base

REPOSITORY = Path(__file__).parents[2]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


def build(site: Path, *options: str, cwd: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site), *options],
        cwd=cwd,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )


SMALL = """\
site_name: small
theme: mkdocs
plugins: []
nav: [index.md, folder/other.md]
use_directory_urls: {directories}
hooks: [{hook}]
"""
PAGE = """\
# Title

[other](folder/other.md#section) [here](#title) ![](picture.png)

<picture><source srcset="picture.png 1x, dark.png 2x"><img src="picture.png"></picture>
<a href="https://example.org/nothing">elsewhere</a> <a href="?query#title">here</a>
"""


@pytest.mark.parametrize(
    ("directories", "page", "problems"),
    [
        ("false", PAGE, []),
        ("false", PAGE.replace("dark.png 2x", "light.png 2x"), ["light.png"]),
        ("false", PAGE + '<a href="folder/gone.html">gone</a> <a id=x href="#y">y</a>', ["folder/gone.html", "#y"]),
        ("false", PAGE + '<a href="folder/other.html#gone">gone</a>', ["folder/other.html#gone"]),
        ("true", PAGE, ["../picture.png"]),  # a page lies a folder deeper than its source then
    ],
)
def test_a_strict_build_ends_where_a_built_page_leads_nowhere(
    tmp_path: Path, directories: str, page: str, problems: list[str]
) -> None:
    """Also where HTML stands in a page, which MkDocs does not look at."""
    hook = REPOSITORY / "docs" / "hooks" / "built_links.py"
    (tmp_path / "mkdocs.yml").write_text(SMALL.format(directories=directories, hook=hook))
    (tmp_path / "docs" / "folder").mkdir(parents=True)
    (tmp_path / "docs" / "index.md").write_text(page)
    (tmp_path / "docs" / "folder" / "other.md").write_text("# Other\n\n## Section\n\n<img src='../picture.png'>\n")
    for name in ("picture.png", "dark.png"):
        (tmp_path / "docs" / name).write_bytes(b"")
    done = build(tmp_path / "site", cwd=tmp_path)
    warned = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    assert [next((one for one in problems if f": {one} leads " in line), line) for line in warned] == problems
    assert (done.returncode != 0) is bool(problems)


@pytest.mark.slow
def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    done = build(tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    page = (tmp_path / "site" / "rules" / "FG101.html").read_text(encoding="utf-8")
    assert "branch-on-tensor" in page
    addresses = re.findall(r'<(?:script|link)[^>]+(?:src|href)="(https?://[^"]+)', page)
    assert not [address for address in addresses if not address.startswith("https://squidfunk")], addresses


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for link, attribute in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)|\b(?:src|srcset|href)=\"([^\"#]+)", text):
        target = link or attribute
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_page_that_installs_torch_leads_to_its_size_and_its_cpu_build() -> None:
    heading = "## Torch, and its size\n"
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if re.search(r"\bpip install [^\n]*\[verify\]", text):
            assert heading in text or "getting-started.md#torch-and-its-size" in text, page.name
    section = (REPOSITORY / "docs" / "getting-started.md").read_text(encoding="utf-8").partition(heading)[2]
    assert "CPU build" in section
    assert "GB" in section


def test_what_verify_needs_brings_nothing_for_gpus_beside_torch() -> None:
    """torch's build for GPUs brings triton itself; with the CPU build it would be 690 MB for nothing."""
    needed = [requirement for requirement in metadata.requires("fullgraph") or () if 'extra == "verify"' in requirement]
    assert sorted(re.match(r"[\w-]+", one)[0] for one in needed) == ["jinja2", "numpy", "pygments", "torch"]  # type: ignore[index]


def test_the_rule_on_the_page_about_rules_is_one() -> None:
    text = (REPOSITORY / "docs" / "writing-a-rule.md").read_text(encoding="utf-8")
    source = re.search(r"```python\n(.*?)```", text, re.S)
    assert source is not None
    module = ModuleType("fullgraph.rules.fg999_name")
    exec(compile(source[1], "fg999_name.py", "exec", dont_inherit=True), module.__dict__)
    module.check.__module__ = module.__name__
    rule = base._load(module)
    assert (rule.code, rule.name, rule.summary) == ("FG999", "name", "Print in compiled code")
    assert [listener.event for listener in rule.listeners] == [events.Call]
