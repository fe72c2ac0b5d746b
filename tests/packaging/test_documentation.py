"""The documentation: it builds without a warning, and what the README and the pages name is there."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from fullgraph.lint.domain import events
from fullgraph.lint.registry import rule as base
from fullgraph.runtime_check.conformance import cases, misuse, prove

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


PLAIN = frozenset(("None", "bool()", "with", "fullgraph=True", "torch.compile"))
"""Python's and torch's own names in the page about rules."""


def named_on(page: str) -> Iterator[str]:
    """What stands in code font within the sentences and tables of a page."""
    yield from re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", page, flags=re.S))


def problem_of(name: str, modules: Sequence[ModuleType]) -> str | None:
    """Why a name of the page about rules is none of ours; None where it is one. ``modules``: those that it names."""
    placed = name.replace("fgNNN_name", "fg101_branch_on_tensor").replace("FGNNN", "FG101")
    if placed in PLAIN:
        return None
    if "/" in placed:
        return None if (REPOSITORY / placed).exists() else "there is no such file or folder"
    if (kind := re.fullmatch(r"([a-z]+)_\*(\.fixed)?\.py", placed)) is not None:
        return None if kind[1] in cases.KINDS else "there are no such cases"
    if placed.startswith("#"):
        read = [one for one in (cases._MARKS, cases._RECOMPILE) if one.match(placed)]
        return None if read else "the prover reads no such mark"
    if placed.startswith("--"):
        return None if re.search(rf'"{placed}"', inspect.getsource(prove)) else "the prover has no such option"
    if re.fullmatch(r"[A-Z][a-z]\w*", placed):
        found = getattr(events, placed, None)
        own = isinstance(found, type) and issubclass(found, (events.Event, events.Finding))
        return None if own else "lint/domain/events.py has no such event"
    if placed.endswith("()"):
        return None if f"``{placed}``" in f"{cases.__doc__}{misuse.__doc__}" else "a case has no such function"
    return None if any(hasattr(module, placed) for module in modules) else "no module on the page has it"


def test_what_the_page_about_rules_names_is_there() -> None:
    text = (REPOSITORY / "docs" / "writing-a-rule.md").read_text(encoding="utf-8")
    names = list(dict.fromkeys(named_on(text)))
    paths = [name for name in names if re.fullmatch(r"(lint|rules|runtime_check)/[\w/]+\.py", name)]
    modules = [
        importlib.import_module(f"fullgraph.{path[:-3].replace('/', '.')}")
        for path in (one.replace("fgNNN_name", "fg101_branch_on_tensor") for one in paths)
    ]
    assert {"Call", "rules/names.py", "in_versions", "REGISTRY", "proof()", "# break: FGNNN"} <= set(names)
    assert {name: problem for name in names if (problem := problem_of(name, modules)) is not None} == {}
    for wrong in ("Branch", "lint/domain/event.py", "in_version", "broken_*.py", "# break FGNNN", "--onli", "prove()"):
        assert problem_of(wrong, modules) is not None


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


def test_the_commands_on_the_page_about_rules_are_there() -> None:
    text = (REPOSITORY / "docs" / "writing-a-rule.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", text, re.S | re.M)
    code = "\n".join(block for language, block in blocks if not language)
    lines = [line.partition("#")[0].split() for line in code.splitlines() if line]
    assert lines
    for command, *arguments in lines:
        if command == "make":
            assert re.search(rf"^{arguments[0]}:", (REPOSITORY / "Makefile").read_text(), re.M), arguments
        else:
            assert (command, arguments[:2]) == ("python", ["-m", "fullgraph.runtime_check.conformance.prove"])
            assert all(problem_of(one, ()) is None for one in arguments if one.startswith("--")), arguments
