"""Checking in several processes: the same result however it is spread, and a file that ends a process is one line."""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from fullgraph.lint.commands import runner
from fullgraph.lint.commands.runner import RunOptions
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine import api, merge
from fullgraph.lint.engine.file_checker import FileChecker
from fullgraph.lint.parallel import processes
from fullgraph.lint.parallel.limits import Limits
from fullgraph.lint.parallel.pool import Pool
from fullgraph.lint.results.file_result import FileResult, from_json
from small_project import write_project

CALM = Limits(60)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "SHARE", 1)  # a further process is worth it for any file
    # Forks see what tests put in the place of functions; threads that other tests have left do not matter to them.
    monkeypatch.setattr(processes, "can_fork", lambda: sys.platform not in ("win32", "darwin"))
    return write_project(tmp_path)


def said(result: CheckResult) -> object:
    errors = sorted(map(str, result.errors))
    return result.diagnostics, errors, result.unused, result.files_checked, sorted(result.involved)


def test_neither_order_nor_processes_change_what_is_found(project: list[Path]) -> None:
    expected = said(api.check(project))
    found = expected[0]  # type: ignore[index]
    places = {(one.filename, one.code) for one in found}
    assert ("models/helpers.py", "FG401") in places
    assert ("two/same.py", "FG401") in places
    assert ("one/same.py", "FG401") not in places
    orders = random.Random(7)
    for jobs in (1, 2, 3):
        shuffled = orders.sample(project, len(project))
        assert said(runner.check(shuffled, Options(), RunOptions(jobs, None, CALM))) == expected


def test_what_a_file_says_of_itself_needs_no_other_file_to_be_given(project: list[Path]) -> None:
    """What is given decides where findings are reported, not what they are."""
    whole = [one for one in api.check(project).diagnostics if one.filename == "models/helpers.py"]
    alone = api.check([Path("models/blocks.py"), Path("models/helpers.py")]).diagnostics
    assert [(one.location, one.code, one.message) for one in alone if one.filename == "models/helpers.py"] == [
        (one.location, one.code, one.message) for one in whole
    ]


def test_processes_that_are_started_afresh(project: list[Path]) -> None:
    """As on systems that do not fork."""
    options = Options(confidence="low")
    pool = Pool(project, options, 2, CALM)
    units = {project[number]: from_json(json.loads(data)) for number, data in pool.check(range(len(project)))}
    assert said(merge.result_of(project, units, options)) == said(api.check(project, options))
    assert pool.processes == []


def test_text_that_stands_in_for_files_reaches_every_process(project: list[Path]) -> None:
    sources = {Path("two/same.py"): "def helper(x):\n    return x\n"}
    expected = said(api.check(project, Options(sources=sources)))
    assert said(runner.check(project, Options(sources=sources), RunOptions(2, None, CALM))) == expected
    pool = Pool(project, Options(sources=sources), 1, CALM)
    units = {project[number]: from_json(json.loads(data)) for number, data in pool.check(range(len(project)))}
    assert said(merge.result_of(project, units, Options(sources=sources))) == expected


def ends(path: Path) -> None:
    if path.name == "killed.py":
        os.kill(os.getpid(), signal.SIGKILL)
    if path.name == "crash.py":
        faulthandler.disable()
        os.kill(os.getpid(), signal.SIGSEGV)
    if path.name == "leaves.py":
        os._exit(7)
    if path.name == "slow.py":
        while True:
            pass
    if path.name == "hungry.py":
        bytearray(1 << 40)
    if path.name == "wrong.py":
        raise KeyError("two\nlines")


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_ends_a_process_is_one_line_and_the_rest_finishes(
    project: list[Path], monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    check = FileChecker.check

    def hostile(self: FileChecker, path: Path) -> FileResult:
        ends(path)
        return check(self, path)

    monkeypatch.setattr(FileChecker, "check", hostile)
    names = ["killed.py", "crash.py", "leaves.py", "slow.py", "hungry.py", "wrong.py"]
    for name in names:
        Path(name).write_text("x = 1\n")
    expected = api.check(project)
    result = runner.check([*map(Path, names), *project], Options(), RunOptions(jobs, None, Limits(1)))
    assert result.diagnostics == expected.diagnostics
    assert sorted(map(str, result.errors)) == sorted(
        [
            "broken.py:1:7: error: syntax error: invalid syntax",
            "crash.py: error: internal error: the process that checked it ended by signal 11; please report",
            "hungry.py: error: not checked: it needs more memory than there is; exclude it or split it",
            "killed.py: error: not checked: the process that checked it was killed; there may be too little memory",
            "leaves.py: error: internal error: the process that checked it ended with status 7; please report",
            "slow.py: error: not checked: it takes more than 1 s of processor time; exclude it, or allow more by "
            "FULLGRAPH_TIME_LIMIT",
            "wrong.py: error: internal error: KeyError: 'two\\nlines'; please report",
        ]
    )


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_what_the_caller_has_loaded_is_not_counted(project: list[Path]) -> None:
    """As a process that has imported torch for CUDA, from which the flake8 plugin or an editor may check."""
    with mmap.mmap(-1, 1 << 30):
        result = runner.check(project, Options(), RunOptions(1, None, Limits(60, megabytes=500)))
    assert not [error for error in result.errors if "memory" in error.message]
    assert result.diagnostics


def test_a_process_that_does_not_answer_is_ended(project: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that waits for a disk that has gone: it takes no processor time."""
    check = FileChecker.check

    def hangs(self: FileChecker, path: Path) -> FileResult:
        if path.name == "train.py":
            time.sleep(1000)
        return check(self, path)

    monkeypatch.setattr(FileChecker, "check", hangs)
    monkeypatch.setattr(Limits, "patience", 2.0)
    result = runner.check(project, Options(), RunOptions(2, None, CALM))
    assert "train.py: error: not checked: no answer for 2 s" in map(str, result.errors)
    assert "two/same.py" in {one.filename for one in result.diagnostics}


SLEEPS = """
import os, sys, time
from pathlib import Path
from fullgraph.lint.commands import runner
from fullgraph.lint.engine.file_checker import FileChecker

runner.SHARE = 1

def check(self, path):
    Path(f"pid-{os.getpid()}").touch()
    time.sleep(1000)

FileChecker.check = check
from fullgraph.lint.cli import main
main(["check", "--no-cache", "--jobs", "2"])
"""


def started(arguments: Sequence[str] = ()) -> tuple[subprocess.Popen[str], list[int]]:
    """A run whose two processes hang, and these."""
    run = subprocess.Popen(
        [sys.executable, "-c", SLEEPS, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    pids: list[int] = []
    end = time.monotonic() + 60
    while len(pids) < 2 and time.monotonic() < end:
        time.sleep(0.05)
        pids = [int(path.name.partition("-")[2]) for path in Path().glob("pid-*")]
    assert len(pids) == 2
    return run, pids


def is_gone(pid: int, within: float) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ctrl_c_ends_all_at_once(project: list[Path]) -> None:
    run, pids = started()
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err.strip()) == (130, "", "interrupted")
    assert all(is_gone(pid, 5) for pid in pids)


IDLE = textwrap.dedent(
    """
    import os, time
    from pathlib import Path
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.parallel.limits import Limits
    from fullgraph.lint.parallel.pool import Pool
    from fullgraph.lint.engine.file_checker import FileChecker

    pool = Pool([], Options(), 2, Limits(), FileChecker([], Options()))
    for _ in range(2):
        pool._start()
    for process in pool.processes:
        Path(f"pid-{process.pid}").touch()
    time.sleep(1000)
    """
)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_processes_that_have_lost_their_parent_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "SLEEPS", IDLE)
    run, pids = started()
    run.kill()
    run.wait()
    for stream in (run.stdout, run.stderr):
        assert stream is not None
        stream.close()
    assert all(is_gone(pid, 20) for pid in pids)


@pytest.mark.parametrize("value", ["-1", "none", "0"])
def test_limits_in_the_environment(
    project: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    from fullgraph.lint.cli import main

    monkeypatch.setenv("FULLGRAPH_TIME_LIMIT", value)
    with pytest.raises(SystemExit) as ending:
        main(["check"])
    assert ending.value.code == 2
    assert capsys.readouterr().err == f"error: FULLGRAPH_TIME_LIMIT is '{value}': write a number above 0\n"
    monkeypatch.setenv("FULLGRAPH_TIME_LIMIT", "2.5")
    monkeypatch.setenv("FULLGRAPH_MEMORY_LIMIT", "1000")
    assert Limits.from_environment() == Limits(2.5, 1000)
