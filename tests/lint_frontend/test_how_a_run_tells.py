"""What a run tells beside its findings: verbose, the files it takes, exit statuses, and reports in files."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran

Run = Callable[..., Ran]

FIXABLE = """\
import torch


@torch.compile
def gate(x: torch.Tensor) -> torch.Tensor:
    x = x.float()
    if x.sum() > 0:
        x = x * 0.5
    return torch.relu(x)
"""


@pytest.fixture
def project(breaks: Path) -> Path:
    """A file with a finding, and others that are left out for one reason each."""
    folder = breaks.parent
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("made/\n")
    (folder / "fullgraph.toml").write_text('ignore = ["FG7"]\nexclude = ["old.py"]\n')
    for name in ("made/a.py", "old.py", "build/b.py", "env/c.py"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(BREAKS)
    (folder / "env" / "pyvenv.cfg").touch()
    return folder


def test_verbose_tells_settings_what_is_left_out_and_the_time(run: Run, project: Path) -> None:
    plain, told = run("check"), run("check", "-v")
    assert (told.status, told.out) == (plain.status, plain.out)
    lines = told.err.splitlines()
    assert all(line.startswith("verbose: ") for line in lines)
    lines = [line.removeprefix("verbose: ") for line in lines]
    assert sorted(lines[:4]) == [
        "skipped build: a folder of this name is not entered",
        "skipped env: a virtual environment",
        "skipped made: ignored by git",
        "skipped old.py: left out by exclude",
    ]
    assert lines[4] == (
        f'settings from {project / "fullgraph.toml"}: ignore = ["FG7"], exclude = ["{(project / "old.py").as_posix()}"]'
    )
    assert lines[5].startswith("checking 1 file, found in ")
    assert lines[6].startswith("checked 1 file in ")
    assert run("check", "-q", "-v").status == 2


def test_quiet_leaves_findings_and_errors(run: Run, breaks: Path) -> None:
    breaks.write_text(breaks.read_text() + "x = 1  # fullgraph: ignore[FG777]\n")
    (breaks.parent / "broken.py").write_text("def f(:\n")
    loud, quiet = run("check", "--output-format", "concise"), run("check", "-q", "--output-format", "concise")
    assert quiet.status == loud.status == 2
    assert quiet.err == "broken.py:1:7: error: syntax error: invalid syntax\n"
    assert "warning: unknown rule FG777" in loud.err
    assert [line[:15] for line in quiet.out.splitlines()] == ["model.py:6:5: F"]
    assert run("check", "-q", "--exclude", "*.py").err == ""


def test_the_files_that_would_be_checked(run: Run, project: Path) -> None:
    shown = run("check", "--show-files")
    assert (shown.status, shown.out, shown.err) == (0, "model.py\n", "")
    assert run("check", "--show-files", "made", "old.py").out == "made/a.py\nold.py\n", "what is given is taken"
    assert run("check", "--show-files", "no.py").status == 2


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("made/a.py", "ignored by git"),
        ("made", "ignored by git"),
        ("old.py", "left out by exclude"),
        ("build/b.py", "a folder of this name is not entered"),
        ("env/c.py", "a virtual environment"),
        ("model.py", None),
    ],
)
def test_config_says_why_a_file_is_left_out(run: Run, project: Path, name: str, reason: str | None) -> None:
    assert json.loads(run("config", name, "--output-format", "json").out)["excluded"] == {
        "value": reason is not None,
        "from": reason,
    }


def test_standard_input_under_a_name_that_is_left_out(run: Run, project: Path) -> None:
    arguments = ("check", "-", "--stdin-filename", "old.py")
    text = FIXABLE.encode()
    assert run(*arguments, stdin=text).status == 1
    forced = run(*arguments, "--force-exclude", "--output-format", "json", stdin=text)
    assert (forced.status, forced.out) == (0, "[]\n")
    assert run(*arguments, "--force-exclude", "--fix", stdin=text).out == FIXABLE


def test_a_fix_can_be_a_failure(run: Run, folder: Path) -> None:
    path = folder / "model.py"
    for option, status in (("--exit-zero", 0), ("--exit-non-zero-on-fix", 1)):
        path.write_text(FIXABLE)
        assert run("check", "--fix", option, "model.py").status == status
        assert "torch.where" in path.read_text()
        assert run("check", "--fix", option, "model.py").status == 0, "nothing left to fix"


def test_a_report_replaces_a_file_whole_or_not_at_all(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = breaks.parent
    report, link = folder / "report.txt", folder / "link.txt"
    report.write_text("older")
    report.chmod(0o640)
    link.symlink_to(report)
    assert run("check", "model.py", "--no-cache", "--output-format", "concise", "-o", "link.txt").status == 1
    assert "FG401" in report.read_text()
    assert link.is_symlink()
    assert stat.S_IMODE(report.stat().st_mode) == 0o640

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    report.write_text("older")
    monkeypatch.setattr(os, "fsync", full)
    failed = run("check", "model.py", "--no-cache", "-o", "report.txt")
    assert (failed.status, failed.err) == (2, "error: cannot write report.txt: No space left on device\n")
    assert report.read_text() == "older"
    assert sorted(path.name for path in folder.iterdir()) == ["link.txt", "model.py", "report.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_report_goes_through_a_pipe(run: Run, breaks: Path) -> None:
    pipe = breaks.parent / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert run("check", "model.py", "--output-format", "concise", "-o", "pipe").status == 1
    reader.join(30)
    assert "FG401" in read[0]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_wrong_names_are_helped_along(run: Run, breaks: Path) -> None:
    assert run("check", "--select", "FG9", "model.py").err == "error: unknown rule FG9 in --select; " + (
        "there are FG1 to FG8\n"
    )
    (breaks.parent / "fullgraph.toml").write_text("per_file_ignores = {}\n")
    assert "per_file_ignores is no setting (did you mean per-file-ignores?)" in run("check").err


def test_a_family_of_rules_is_listed(run: Run, folder: Path) -> None:
    listed = run("rule", "fg10")
    assert [line.split()[0] for line in listed.out.splitlines()] == ["FG101", "FG102", "FG103", "FG104"]
    family = json.loads(run("rule", "FG4", "--output-format", "json").out)
    assert {entry["code"][:3] for entry in family} == {"FG4"}
