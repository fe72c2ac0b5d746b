"""The formats in a line for each finding, and GitHub's Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, NOTEBOOK, Ran
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Edit, Fix, InputError, Position
from fullgraph.lint.report import markdown
from markdown_it import MarkdownIt

Run = Callable[..., Ran]

HOSTILE = """\
import torch

PICKS = {"]; type=error;%0A": 1}


@torch.compile
def pick(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > PICKS["]; type=error;%0A"]:  # \x1b[31mred
        print("<b>", x)
    return x
"""
PRIVATE = "\n\n@torch._dynamo.disable\ndef other(x: torch.Tensor) -> torch.Tensor:\n    return x\n"


def test_grouped_has_a_head_for_each_file(run: Run, folder: Path) -> None:
    (folder / "b.py").write_text(BREAKS + PRIVATE)
    (folder / "a.ipynb").write_text(json.dumps(NOTEBOOK))
    ran = run("check", "--output-format", "grouped")
    assert ran.status == 1
    assert ran.out == (
        "a.ipynb:\n"
        "  cell 1:6:5  FG401 print breaks the graph\n\n"
        "b.py:\n"
        "  6:5   FG401 print breaks the graph\n"
        "  10:2  FG807 [*] torch._dynamo.disable is private: use torch.compiler.disable\n\n"
        "Found 3 findings in 2 files (1 fixable with --fix, 2 more with --fix --unsafe-fixes).\n"
    )


def test_pylint_has_a_line_for_each(run: Run, folder: Path) -> None:
    (folder / "a.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "model.py").write_text(BREAKS)
    (folder / "wrong.py").write_text("def\n")
    ran = run("check", "--output-format", "pylint")
    assert ran.status == 2
    first, *others = ran.out.splitlines()
    assert first.startswith("wrong.py:1: [invalid-syntax] ")
    assert others == [
        "a.ipynb:1: [FG401] cell 1, line 6: print breaks the graph",
        "model.py:6: [FG401] print breaks the graph",
    ]


COMMAND = re.compile(r"##vso\[task\.logissue ((?:\w+=[^;\]]*;)*)\]([^\r\n]*)")


def test_azure_commands_hold_whatever_the_code_says(run: Run, folder: Path) -> None:
    (folder / "a]b;c%.py").write_text(HOSTILE)
    (folder / "model.py").write_text(BREAKS + PRIVATE)
    (folder / "n.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "wrong.py").write_text("def\n")
    out = run("check", "--output-format", "azure").out
    assert "\x1b" not in out
    found = []
    for line in out.splitlines():
        match = COMMAND.fullmatch(line)
        assert match is not None, line
        found.append(dict(pair.split("=", 1) for pair in match[1].rstrip(";").split(";")))
    assert found[0] == {
        "type": "error",
        "sourcepath": "wrong.py",
        "linenumber": "1",
        "columnnumber": "4",
        "code": "invalid-syntax",
    }
    assert [(one["sourcepath"], one["code"], one["type"]) for one in found[1:]] == [
        ("a%5Db%3Bc%AZP25.py", "FG101", "error"),
        ("a%5Db%3Bc%AZP25.py", "FG401", "error"),
        ("model.py", "FG401", "error"),
        ("model.py", "FG807", "warning"),
        ("n.ipynb", "FG401", "error"),
    ]
    assert (found[3]["linenumber"], found[3]["columnnumber"]) == ("6", "5")
    assert "linenumber" not in found[5]


@pytest.mark.parametrize("form", ["azure", "pylint", "grouped"])
def test_clean_code_is_no_line(run: Run, folder: Path, form: str) -> None:
    (folder / "clean.py").write_text("x = 1\n")
    assert run("check", "--quiet", "--output-format", form) == Ran(0, "", "")


# Markdown


def suggested(text: str, report: str) -> str:
    """The text with the lines of each suggestion, as a reviewer would take them over."""
    lines = text.splitlines(True)
    blocks = re.findall(r"Instead of lines? (\d+)(?: to (\d+))?:\n\n(`{3,})suggestion\n(.*?)\3\n", report, re.S)
    assert blocks
    for first, last, _, content in reversed(blocks):
        lines[int(first) - 1 : int(last or first)] = [content]
    return "".join(lines)


def test_a_suggestion_is_the_fix(run: Run, breaks: Path) -> None:
    report = run("check", "--output-format", "markdown")
    assert report.status == 1
    assert report.out.startswith("### fullgraph: 1 finding in 1 file\n")
    taken = suggested(BREAKS, report.out)
    assert run("check", "--fix", "--unsafe-fixes").status == 0
    assert breaks.read_text() == taken


def test_a_fix_at_several_places_has_a_suggestion_for_each() -> None:
    def edit(row: int, column: int, end_row: int, end_column: int, content: str) -> Edit:
        return Edit(Position(row, column), Position(end_row, end_column), content)

    lines = ["import os\n", "a = 1\n", "b = 2\n", "c = 3\n", "d = 4"]
    edits = (edit(1, 1, 1, 1, "import torch\n"), edit(3, 5, 4, 2, "5\nx"), edit(4, 5, 4, 6, "9"), edit(5, 1, 5, 6, ""))
    assert markdown.replaced(Fix("Do it", edits), lines) == [
        (1, 1, "import torch\nimport os\n"),
        (3, 4, "b = 5\nx = 9\n"),
        (5, 5, ""),
    ]
    assert markdown.replaced(Fix("Do it", (edit(2, 1, 3, 1, ""),)), lines) == [(2, 2, "")]
    assert markdown.replaced(Fix("Do it", (edit(6, 1, 6, 1, "e = 5\n"),)), [*lines[:4], "d = 4\n"]) == [
        (5, 5, "d = 4\ne = 5\n")
    ]


def test_code_with_backticks_does_not_end_its_block() -> None:
    assert markdown.fenced("a = '```'\n", "suggestion") == "````suggestion\na = '```'\n````\n"
    assert markdown.fenced("", "suggestion") == "```suggestion\n```\n"
    assert markdown.fenced("a\x1b[0m\n\tb\n", "suggestion") == "```suggestion\na\\x1b[0m\n\tb\n```\n"


def test_what_the_code_says_is_no_markup_and_mentions_nobody() -> None:
    hostile = "if a|b <img src=x> @octocat #12 [x](y) **z** `c|d` - e"
    one = Diagnostic("FG101", "branch-on-tensor", hostile, "a|b.py", Position(1, 1), Position(1, 2))
    report = markdown.render([one], [], 1, lambda name: ["x\n"])
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(report)
    assert html.count("<tr>") == 2
    assert html.count("<td>") == 5
    assert "<img" not in html and "<a " not in html
    assert html.count("<strong>") == 1
    assert "@octocat" not in html and "#12" not in html
    assert "<code>c|d</code>" in html
    assert "<code>a|b.py:1:1</code>" in html


def test_what_could_not_be_checked_is_listed() -> None:
    report = markdown.render([], [InputError("a.py", "cannot be read")], 0, lambda name: [])
    assert report.startswith("### fullgraph: no findings, but 1 problem\n")
    assert "- a.py: error: cannot be read\n" in report


def test_clean_code_is_said_to_be(run: Run, folder: Path) -> None:
    (folder / "clean.py").write_text("x = 1\n")
    ran = run("check", "--output-format", "markdown")
    assert ran == Ran(0, "### fullgraph: all checks passed (1 file)\n", "")


def test_a_report_fits_into_a_comment_and_says_what_it_leaves_out() -> None:
    def finding(number: int) -> Diagnostic:
        edit = Edit(Position(1, 1), Position(1, 2), f"y{number}")
        row = Position(10 * number, 1)
        message = f"breaks number {number}: {'x' * 80}"
        return Diagnostic("FG101", "branch-on-tensor", message, "a.py", row, row, fix=Fix("Do it", (edit,)))

    few = [finding(number) for number in range(1, 11)]
    whole = markdown.render(few, [], 1, lambda name: ["x\n"])
    assert whole.count("```suggestion") == 10
    assert "left out" not in whole
    many = [finding(number) for number in range(1, 1001)]
    report = markdown.render(many, [], 1, lambda name: ["x\n"])
    assert len(report) <= markdown.MAX_LENGTH == 65_536
    assert len(report) > 60_000
    assert report.startswith("### fullgraph: 1000 findings in 1 file\n")
    (causes,) = re.findall(r"^(\d+) more causes left out", report, re.M)
    (findings,) = re.findall(r"^(\d+) more findings left out", report, re.M)
    assert report.count("\n| error |") + int(causes) == 1000
    assert report.count("\n#### ") + int(findings) == 1000
    assert report.count("```") % 2 == 0
    huge = Diagnostic("FG101", "n", "x" * 70_000, "a.py", Position(1, 1), Position(1, 2))
    report = markdown.render([huge, *few], [], 1, lambda name: ["x\n"])
    assert "1 more cause left out" in report and "1 more finding left out" in report
    assert report.count("\n#### ") == 10
