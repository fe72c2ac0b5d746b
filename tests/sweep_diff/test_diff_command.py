"""``fullgraph diff``: stores, environments and commits; what cannot be compared is one line."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner, Result
from fullgraph.lint import cli
from fullgraph.sweep.diff_cli import diff as command
from small_stores import a_break, make_store, planned, run

HERE = Path(__file__).parent


def call(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)


@pytest.fixture
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_store(tmp_path / "whole.duckdb", run())
    make_store(tmp_path / "broken.duckdb", run(None, a_break("a")), torch="2.15.0")
    return tmp_path


def test_worse_is_1_and_else_0(stores: Path) -> None:
    assert call("whole.duckdb", "broken.duckdb").exit_code == 1
    assert call("broken.duckdb", "whole.duckdb").exit_code == 0
    assert call("whole.duckdb", "whole.duckdb").exit_code == 0


@pytest.mark.parametrize(
    ("form", "begins"), [("markdown", "### "), ("json", "{"), ("html", "<!DOCTYPE"), ("text", "A  ")]
)
def test_each_format_is_printed_or_written(stores: Path, form: str, begins: str) -> None:
    printed = call("whole.duckdb", "broken.duckdb", "--output-format", form)
    assert printed.stdout.startswith(begins)
    written = call("whole.duckdb", "broken.duckdb", "--format", form, "-o", "out")
    assert (written.exit_code, written.stdout) == (1, "")
    assert Path("out").read_text() == printed.stdout


def test_the_command_is_imported_where_it_is_run(stores: Path) -> None:
    code = (
        "import sys\nfrom fullgraph.lint import cli\n"
        "assert not [one for one in sys.modules if one.startswith(('fullgraph.sweep', 'fullgraph.runtime_check'))]\n"
        "status = cli._main(['diff', 'whole.duckdb', 'broken.duckdb', '--no-rerun'], 'fullgraph')\n"
        "assert 'torch' not in sys.modules and 'ray' not in sys.modules\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "1 run in both" in done.stdout


def test_help_lists_it() -> None:
    result = CliRunner().invoke(cli.cli, ["--help"])
    assert "diff " in result.output and "verify " in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("none.duckdb", "whole.duckdb"),
            "there is no store none.duckdb; to compare git revisions, name what to sweep",
        ),
        (("whole.duckdb", "text.duckdb"), "text.duckdb cannot be opened as a store: "),
        (("whole.duckdb", "other.duckdb"), "other.duckdb is a DuckDB file, but not the store of a sweep"),
        (("whole.duckdb", "old.duckdb"), "old.duckdb has schema 0, this fullgraph reads 2"),
        (("whole.duckdb", "empty.duckdb"), "empty.duckdb has no run that is done"),
        (("whole.duckdb", "whole.duckdb@gpu"), "whole.duckdb has no environment or version gpu: there is here"),
        (("whole.duckdb", "broken.duckdb", "--target", "net.py:f"), "--target is for git revisions"),
        (
            ("whole.duckdb", "no-such-branch", "--target", "net.py:f"),
            "no-such-branch is neither the store of a sweep nor",
        ),
        (("whole.duckdb", "whole.duckdb", "-o", "none/out"), "cannot write none/out"),
        (("whole.duckdb",), "Missing argument 'B'"),
    ],
)
def test_what_cannot_be_compared_is_one_line(stores: Path, arguments: tuple[str, ...], said: str) -> None:
    Path("text.duckdb").write_text("no store\n" * 1000)
    duckdb.connect("other.duckdb").close()
    make_store(stores / "empty.duckdb")
    make_store(stores / "old.duckdb", run())
    with duckdb.connect("old.duckdb") as connection:
        connection.execute("UPDATE sweep SET schema = 0")
    result = call(*arguments)
    assert result.exit_code == 2
    (line,) = [line for line in result.output.splitlines() if line.lower().startswith("error: ")]
    assert said in line
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("missing", "arguments", "said"),
    [
        ("duckdb", (), "error: diff needs duckdb: pip install 'fullgraph[sweep]'"),
        ("ray", ("--target", "net.py:f"), "error: diff needs ray: pip install 'fullgraph[sweep]'"),
    ],
)
def test_what_is_not_installed_is_named(
    stores: Path, monkeypatch: pytest.MonkeyPatch, missing: str, arguments: tuple[str, ...], said: str
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    result = call("whole.duckdb", "broken.duckdb", *arguments)
    assert (result.exit_code, result.output.strip()) == (2, said)


def test_a_store_alone_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come from anywhere, and names the program to run."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    make_store(tmp_path / "a.duckdb", run())
    make_store(tmp_path / "b.duckdb", run(None, a_break("a")), torch="2.15.0", executable=str(program))
    result = call(tmp_path / "a.duckdb", tmp_path / "b.duckdb")
    assert "nothing was run again, so a change may be chance; --rerun repeats runs" in result.stdout
    assert not (tmp_path / "ran").exists()
    call(tmp_path / "a.duckdb", tmp_path / "b.duckdb", "--rerun")
    assert (tmp_path / "ran").exists()


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An interpreter whose ``-m fullgraph sweep`` is `fake_sweep`, which writes into ``calls.txt`` what it is given."""
    path = tmp_path / "python"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE / "fake_sweep.py"} {tmp_path} {path} "$@"\n')
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(path))
    return path


def calls(tmp_path: Path) -> list[str]:
    return (tmp_path / "calls.txt").read_text().splitlines()


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three commits: whole, one that prints, and one that cannot be swept."""
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-b", "main")
    for tag, text in (("whole", "x = 1\n"), ("prints", "print(1)\n"), ("fails", "fail\n")):
        (folder / "net.py").write_text(text)
        git(folder, "add", "net.py")
        git(folder, "commit", "-m", tag)
        git(folder, "tag", tag)
    monkeypatch.chdir(folder)
    return folder


def test_two_commits_are_swept_beside_the_working_tree(tmp_path: Path, python: Path, repository: Path) -> None:
    result = call("whole", "prints", "--target", "net.py:f", "--format", "json")
    assert result.exit_code == 1, result.output
    data = json.loads(result.stdout)
    (pair,) = data["changed"]
    assert (data["a"]["name"], data["b"]["name"], pair["target"]) == ("whole", "prints", "net.py:f")
    assert pair["differences"]["files"] == ["net.py"]
    assert {(one["shown"], *one["causes"]) for one in pair["changes"]} == {(3, "library")}
    assert calls(tmp_path) == ["net.py:f "] * 2 + ["net.py:f eval"] * 3
    assert len(git(repository, "worktree", "list").splitlines()) == 1
    assert (repository / "net.py").read_text() == "fail\n"


def test_a_commit_against_a_store(tmp_path: Path, python: Path, repository: Path) -> None:
    make_store(tmp_path / "kept.duckdb", run(planned("net.py:f"), a_break("p")))
    result = call(tmp_path / "kept.duckdb", "whole", "--target", "net.py:f")
    assert result.exit_code == 0, result.output
    assert "gone break" in result.output


def test_a_commit_that_cannot_be_swept_is_one_line(tmp_path: Path, python: Path, repository: Path) -> None:
    result = call("whole", "fails", "--target", "net.py:f")
    assert result.exit_code == 2
    assert result.output.splitlines()[-1] == "error: the sweep of fails ended with status 2 and left no store"
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_what_changed_is_run_again_where_it_ran(tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text("x = 1\n")
    plan = planned("net.py:f")
    make_store(tmp_path / "a.duckdb", run(plan, sources={}))
    make_store(tmp_path / "b.duckdb", run(plan, a_break("p"), sources={}), torch="2.15.0", executable=str(python))
    result = call("a.duckdb", "b.duckdb", "--rerun")
    assert result.exit_code == 0
    assert "running again what changed, 1 of 3: 1 run" in result.stderr
    assert "chance: seen in 0 of 1 reruns" in result.stdout
    assert calls(tmp_path) == ["net.py:f eval"]


def test_what_cannot_be_run_again_is_said(tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text("fail\n")
    plans = [planned(f"net.py:f{number}") for number in range(4)]
    make_store(tmp_path / "a.duckdb", *[run(plan) for plan in plans])
    runs = [run(plan, a_break("p")) for plan in plans]
    make_store(tmp_path / "b.duckdb", *runs, torch="2.15.0", executable=str(python))
    result = call("a.duckdb", "b.duckdb", "--rerun")
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    assert text.count("not run again: the sweep ended with status 2: error: no such target") == 4
    assert len(calls(tmp_path)) == 1
