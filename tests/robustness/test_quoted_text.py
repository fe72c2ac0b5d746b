"""What is quoted from files, names and settings reaches no terminal, log viewer or parser as anything but text."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from fullgraph.lint.report.formats import FORMATS
from fullgraph.lint.report.text import printable

Fullgraph = Callable[..., tuple[int, str, str]]

EVIL = {
    "colour": "\x1b[31m",
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "link": "\x1b]8;;http:evil\x1b\\",
    "c1": "\x9b31m",
    "override": "\u202e",
    "isolate": "\u2066",
    "del": "\x7f",
    "line separator": "\u2028",
    "next line": "\x85",
    "tag": "\U000e0041",
    "mark": "\ufeff",
    "backspace": "\x08",
}
CONTROL = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)


def source(evil: str) -> str:
    """A finding whose line, message, evidence and fix quote the text."""
    quoted = evil.replace("\\", "\\\\")
    return (
        "import torch\n\n\n@torch.compile\ndef double(x: torch.Tensor) -> torch.Tensor:\n"
        f'    print("{quoted}", x)\n    if x.sum() > {{"{quoted}": 1}}["{quoted}"]:\n        x = x + 1\n'
        f"    return 2 * x\n"
        f"# fullgraph: ignore[{evil}FG1]\n# fullgraph: ignored{evil}\n"
    )


@pytest.mark.parametrize("kind", EVIL)
@pytest.mark.parametrize("form", FORMATS)
def test_control_characters_of_sources_and_names_are_escaped(
    form: str, kind: str, here: Path, fullgraph: Fullgraph
) -> None:
    name = f"a{EVIL[kind]}.py"
    Path(name).write_text(source(EVIL[kind]))
    Path(f"bad{EVIL[kind]}.py").write_text(f"x = = '{EVIL[kind]}'\n")
    status, out, err = fullgraph("check", "--output-format", form, ".")
    assert status == 2
    assert "FG401" in out
    assert not CONTROL.search(out)
    assert not CONTROL.search(err)


@pytest.mark.parametrize(
    "arguments", [("explain", "{}:6"), ("explain", "{}:1"), ("config", "{}"), ("check", "{}/nowhere")]
)
@pytest.mark.parametrize("kind", ["colour", "c1", "override"])
def test_other_commands_escape_too(arguments: tuple[str, ...], kind: str, here: Path, fullgraph: Fullgraph) -> None:
    name = f"a{EVIL[kind]}.py"
    Path(name).write_text(source(EVIL[kind]))
    Path("fullgraph.toml").write_text(f'roots = ["{json.dumps(EVIL[kind])[1:-1]}.py:x"]\n')
    _, out, err = fullgraph(*(argument.format(name) for argument in arguments))
    assert out or err
    assert not CONTROL.search(out)
    assert not CONTROL.search(err)


NAMES = [
    "x\n::error::y.py",
    "a\r\n.py",
    "%0A::warning::.py",
    "a,line=7.py",
    "<b>&\"'.py",
    "a b'`$(x).py",
    "\udcff\udcfe.py",
    "]]>.py",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_names_in_every_format(name: str, here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    Path(name).write_text(breaks)
    for form in FORMATS:
        status, out, err = fullgraph("check", "--output-format", form, ".")
        assert (status, err) == (1, ""), form
        if form in ("json", "sarif", "gitlab"):
            json.loads(out)
        elif form == "junit":
            tree = xml.fromstring(out)
            assert len(tree.findall("testsuite")) == 1
        elif form == "github":
            (line,) = out.splitlines()
            properties = line.split("::")[1].partition(" ")[2]
            keys = [one.partition("=")[0] for one in properties.split(",")]
            assert keys == ["file", "line", "endLine", "col", "endColumn", "title"]
        elif form == "azure":
            (line,) = out.splitlines()
            properties = line.partition("##vso[task.logissue ")[2].partition(";]")[0]
            keys = [one.partition("=")[0] for one in properties.split(";")]
            assert keys == ["type", "sourcepath", "linenumber", "columnnumber", "code"]
        elif form in ("pylint", "concise"):
            assert len(out.splitlines()) == (1 if form == "pylint" else 2)
        elif form == "markdown":
            assert out.count("\n#### ") == 1 and not re.search("<b>", re.sub("`[^`]*`", "", out))


@pytest.mark.parametrize("name", ["x\n+++ other.py", "日.py", "\udcff.py", "a\x1b[31m.py"])
def test_diffs_name_files_as_git_does(name: str, here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    """Also where the file's own encoding does not have the characters."""
    Path(name).write_text(f"# coding: ascii\n{breaks}")
    status, out, _ = (
        fullgraph("check", "--fix", "--unsafe-fixes", "--diff", ".") if name != "\udcff.py" else (1, "", "")
    )
    assert status == 1
    assert sum(line.startswith("+++ ") for line in out.splitlines()) == (name != "\udcff.py")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", out)


def test_what_is_escaped_is_legible() -> None:
    assert printable("é日 ok") == "é日 ok"
    assert printable("\x1b[0m\u202e\udcff") == "\\x1b[0m\\u202e\\xff"


READ = """
import sys
from pathlib import Path
from fullgraph.lint.suppression import comments
from fullgraph.lint.source.source_file import SourceFile
for line in sys.stdin:
    comments.has_suppressions(line)
    comments.apply([], line)
    list(comments.parse(1, line))
    comments.mistakes(line.lstrip())
    SourceFile(Path("a.py"), line).lines
"""


def test_long_lines_do_not_hang() -> None:
    """Comments of some hundred thousand characters, made for patterns that try every way to match."""
    parts = (
        "# noqa",
        "# noqa: A1,",
        "# fullgraph: ignore",
        "# fullgraph: ignore[FG101,",
        "# fullgraph:",
        "#",
        "noqa",
        " ",
    )
    lines = [f"# noqa{again * (400_000 // len(again))}{last}" for again in parts for last in ("", "!")]
    subprocess.run([sys.executable, "-c", READ], input="\n".join(lines), text=True, check=True, timeout=100)
