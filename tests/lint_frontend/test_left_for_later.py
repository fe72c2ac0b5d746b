"""Findings that are left for later: in a baseline, or silenced by comments that the tool writes."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran
from fullgraph.lint.suppression import comments, insertion

Run = Callable[..., Ran]

MANY = '''\
import torch


@torch.compile
def pick(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    print("one"); print("two")
    if x.sum() > 0:  # a comment
        y = y + 1
    print(
        """several
        lines""",
        x,
    )
    y = y * \\
        float(x.sum())  # fullgraph: ignore[FG7]
    return y
'''


def codes(run: Run, *arguments: str) -> list[str]:
    ran = run("check", "--output-format", "json", *arguments)
    assert "error" not in ran.err and ran.status in (0, 1)
    return [entry["code"] for entry in json.loads(ran.out)]


def test_a_baseline_leaves_only_what_is_new(run: Run, breaks: Path) -> None:
    assert run("check", "--write-baseline", "known.json") == Ran(0, "", "Wrote 1 finding to known.json.\n")
    assert codes(run, "--baseline", "known.json") == []
    breaks.write_text(
        "# moved\n\n" + BREAKS.replace("    return", '    print("doubling")\n    print("new")\n    return')
    )
    assert codes(run) == ["FG401"] * 3
    ran = run("check", "--baseline", "known.json", "--output-format", "concise", "--quiet")
    assert [line.partition(": ")[0] for line in ran.out.splitlines()] == ["model.py:9:5", "model.py:10:5"]


def test_a_baseline_is_told_from_its_own_folder(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (breaks.parent / "below").mkdir()
    assert run("check", "--write-baseline", "below/known.json").status == 0
    assert str(breaks.parent) in (breaks.parent / "below" / "known.json").read_text()
    assert codes(run, "--baseline", "below/known.json") == []
    assert run("check", "--write-baseline", "known.json").status == 0
    assert [entry["path"] for entry in json.loads(Path("known.json").read_text())["findings"]] == ["model.py"]
    monkeypatch.chdir(breaks.parent / "below")
    assert codes(run, "--baseline", "../known.json", "..") == []


def test_what_is_in_the_baseline_is_not_fixed(run: Run, breaks: Path) -> None:
    assert run("check", "--write-baseline", "known.json").status == 0
    breaks.write_text(BREAKS.replace("    return", '    x = x + 1\n    print("new")\n    return'))
    assert run("check", "--baseline", "known.json", "--fix", "--unsafe-fixes").status == 0
    text = breaks.read_text()
    assert text.count("is_compiling") == 1 and '\n    print("doubling")' in text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "error: cannot read the baseline known.json: No such file or directory; write it with --write-baseline"),
        ("{", "error: the baseline known.json is not JSON: "),
        ("[]", "error: the baseline known.json is not of version 1: write it again with --write-baseline"),
        ('{"version": 2, "findings": []}', "error: the baseline known.json is not of version 1: "),
        ('{"version": 1, "findings": [{"path": "a.py"}]}', "error: an entry of the baseline known.json lacks one of "),
    ],
)
def test_a_baseline_that_cannot_be_read(run: Run, breaks: Path, content: str | None, message: str) -> None:
    if content is not None:
        Path("known.json").write_text(content)
    ran = run("check", "--baseline", "known.json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(message) and ran.err.count("\n") == 1


def test_a_baseline_that_cannot_be_written(run: Run, breaks: Path) -> None:
    ran = run("check", "--write-baseline", "missing/known.json")
    assert (ran.status, ran.err) == (
        2,
        "error: cannot write the baseline missing/known.json: No such file or directory\n",
    )


def test_comments_silence_every_finding(run: Run, breaks: Path) -> None:
    breaks.write_text(MANY)
    before = codes(run)
    assert before == ["FG401", "FG101", "FG401", "FG202"]
    ran = run("check", "--add-ignore")
    assert ran == Ran(0, "", f"Silenced {len(before)} findings in 1 file.\n")
    assert codes(run, "--select", "FG") == []
    text = breaks.read_text()
    assert '    print("one"); print("two")  # fullgraph: ignore[FG401]\n' in text
    assert "    if x.sum() > 0:  # a comment  # fullgraph: ignore[FG101]\n" in text
    assert "    )  # fullgraph: ignore[FG401]\n" in text
    assert "        float(x.sum())  # fullgraph: ignore[FG7,FG202]\n" in text
    assert run("check", "--add-ignore") == Ran(0, "", "Silenced 0 findings in 0 files.\n")
    assert breaks.read_text() == text


def test_comments_change_nothing_else(run: Run, breaks: Path) -> None:
    breaks.write_bytes(MANY.replace("\n", "\r\n").encode("utf-8-sig"))
    assert run("check", "--add-ignore").status == 0
    data = breaks.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\r\n") == data.count(b"\n") == MANY.count("\n")


def test_comments_in_a_notebook(run: Run, folder: Path) -> None:
    cell = {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": BREAKS.splitlines(True),
    }
    path = folder / "book.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1))
    assert run("check", "--add-ignore").status == 0
    source = "".join(json.loads(path.read_text())["cells"][0]["source"])
    assert source == BREAKS.replace('("doubling")', '("doubling")  # fullgraph: ignore[FG401]')


def test_a_file_that_cannot_be_written_is_told(run: Run, breaks: Path) -> None:
    breaks.chmod(0o444)
    ran = run("check", "--add-ignore")
    assert ran.status == 2 and ran.err.startswith("model.py: error: fixes not written: the file is read-only\n")
    assert breaks.read_text() == BREAKS


TRICKY = '''\
import torch


@torch.compile
def pick(x: torch.Tensor) -> torch.Tensor:
    print("# fullgraph: ignore[FG9]")
    print("# fullgraph: ignore[FG9]")  # fullgraph: ignore[FG1] # noqa: E501
    print(x)  # type: ignore[no-any]
    print(x) ;\x20\x20
    print(f"""{
        x.item()
    } # fullgraph: ignore[FG9]
    """)
    if (  # a test
        x.sum() > 0
        # above
    ):
        x = [
            x,  # fullgraph: ignore[FG7]
            print(x),  # one
        ][0]
    return x if x.sum() else \\
        -x'''


def test_comments_stand_where_they_break_nothing(run: Run, breaks: Path) -> None:
    """In no string, behind what a line says already, at the end of a statement of many lines."""
    breaks.write_text(TRICKY)
    assert run("check", "--add-noqa", "--scope", "all").status == 0
    text = breaks.read_text()
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(TRICKY))
    assert codes(run, "--scope", "all") == []
    lines = text.splitlines()
    assert lines[5] == '    print("# fullgraph: ignore[FG9]")  # fullgraph: ignore[FG401]'
    assert lines[6] == '    print("# fullgraph: ignore[FG9]")  # fullgraph: ignore[FG1,FG401] # noqa: E501'
    assert lines[7] == "    print(x)  # type: ignore[no-any]  # fullgraph: ignore[FG401]"
    assert lines[8] == "    print(x) ;  # fullgraph: ignore[FG401]"
    assert lines[12].startswith('    """)  # fullgraph: ignore[FG2')
    assert lines[16] == "    ):  # fullgraph: ignore[FG101]"
    assert lines[20] == "        ][0]  # fullgraph: ignore[FG401]"
    assert lines[22] == "        -x  # fullgraph: ignore[FG103]"
    assert run("check", "--add-noqa", "--scope", "all") == Ran(0, "", "Silenced 0 findings in 0 files.\n")
    assert breaks.read_text() == text


def test_a_file_that_comments_would_spoil_stays_as_it_is(
    run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were a row within a string, or one where no comment counts."""
    source = BREAKS.replace('"doubling"', '"""doubl\ning"""')
    breaks.write_text(source)
    (breaks.parent / "other.py").write_text(BREAKS)
    monkeypatch.setattr(comments, "comment_rows", lambda layout: lambda row: row)
    ran = run("check", "--add-ignore")
    assert ran.status == 2
    assert ran.err == (
        "model.py: error: comments not written: with them the code would be another\nSilenced 1 finding in 1 file.\n"
    )
    assert breaks.read_text() == source
    monkeypatch.setattr(comments, "comment_rows", lambda layout: lambda row: 1)
    ran = run("check", "--add-ignore", "model.py")
    assert "comments not written: none would silence FG401 in line 6\n" in ran.err
    assert breaks.read_text() == source


def test_nothing_to_silence() -> None:
    assert insertion.add(MANY, []) == MANY


def test_it_goes_with_no_fixes(run: Run, breaks: Path) -> None:
    for option in (["--add-ignore"], ["--write-baseline", "known.json"]):
        ran = run("check", *option, "--fix")
        assert ran == Ran(2, "", f"error: {option[0]} goes with no fixes, and not with - (standard input)\n")
    assert breaks.read_text() == BREAKS
