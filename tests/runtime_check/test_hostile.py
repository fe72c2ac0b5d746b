"""Whatever a target does, the others run, the report is whole, and one line says what happened."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.process import supervise
from fullgraph.runtime_check.process.protocol import Begin, Event, printable, read_events
from fullgraph.runtime_check.process.supervise import OUTPUT_TAIL, Output

HERE = Path(__file__).parent
PASSES = ""
OUTCOMES: dict[str, tuple[str, str]] = {
    "segfault": ("crash", "the process was ended by SIGSEGV during the eager run"),
    "hang_without_signals": ("timeout", "(--timeout), stopped during the eager run"),
    "leaves_children": (PASSES, ""),
    "forks_and_both_go_on": (PASSES, ""),
    "prints_garbage": ("raised", r"ValueError: bad red\x07 \xd800 \x202etxt at "),
    "prints_much": ("crash", "SIGABRT during the eager run"),
    "exits": ("exit", "called sys.exit('enough') during the eager run"),
    "leaves": ("exit", "the process ended itself with status 7 during the eager run"),
    "interrupts": ("raised", "the target raised KeyboardInterrupt during the eager run"),
    "closes_streams": (PASSES, ""),
    "closes_low_files": (PASSES, ""),
    "closes_all_files": ("crash", "closed the files of its process"),
    "changes_the_process": (PASSES, ""),
    "removes_its_folder": (PASSES, ""),
    "replaces_modules": ("raised", "RuntimeError: replaced at "),
    "replaces_torch": ("raised", "the target replaced parts of torch that fullgraph needs: torch."),
    "leaves_threads_and_handlers": (PASSES, ""),
    "recurses": ("raised", "RecursionError"),
    "recurses_too_deep": ("crash", "SIGSEGV"),
    "raises_unreadable": ("raised", "Unreadable"),
    "Noisy": ("raised", "RuntimeError: no "),
    "with_long_argument": (PASSES, ""),
    "lost_device": ("crash", "the CUDA context died, so nothing runs on the GPU in this process any more"),
    "deletes_its_file": (PASSES, ""),
}
"""By target: the kind of the failure and a part of its message, or that there is none. The last one goes last."""
QUICK = ("segfault", "exits", "prints_garbage", "closes_all_files")


def verified(folder: Path, attributes: Sequence[str], *options: str, **environment: str) -> dict[str, dict[str, Any]]:
    """What the real command says about each target of the zoo, by its name."""
    zoo = folder / "hostile_zoo.py"
    shutil.copy(HERE / "hostile_zoo.py", zoo)
    own = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu", "--format", "json")
    done = subprocess.run(
        [sys.executable, "-m", "fullgraph", "verify", *(f"{zoo}:{name}" for name in attributes), *own, *options],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
    targets = json.loads(done.stdout)["targets"]
    assert [target["target"] for target in targets] == [f"{zoo}:{name}" for name in attributes]
    return {name: target["before"] for name, target in zip(attributes, targets, strict=True)}


def check(runs: dict[str, dict[str, Any]]) -> None:
    wrong = []
    for name, run in runs.items():
        kind, said = OUTCOMES.get(name, (PASSES, ""))
        failure = run["failure"] or {"kind": PASSES, "message": "", "output": ""}
        if failure["kind"] != kind or said not in failure["message"] or "\n" in failure["message"]:
            wrong.append((name, failure))
        if "\x1b" in json.dumps(run) or "\\u001b" in json.dumps(run):
            wrong.append((name, "a control character"))
    assert not wrong


@pytest.mark.slow
def test_a_few(tmp_path: Path) -> None:
    runs = verified(tmp_path, [*QUICK, "clean"])
    check(runs)
    assert "the last line" not in runs["prints_garbage"]["failure"]["output"]
    assert "no newline" in runs["prints_garbage"]["failure"]["output"]
    assert {v["status"] for v in runs["clean"]["verdicts"]} <= {"pass", "skipped"}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="about signals and processes of POSIX")
def test_all_of_them(tmp_path: Path) -> None:
    mark = f"hostile-{time.time_ns()}"
    runs = verified(tmp_path, [*OUTCOMES], "--timeout", "60", HOSTILE_MARK=mark)
    check(runs)
    assert runs["prints_much"]["failure"]["output"].endswith("the last line")
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if mark.encode() in _read(p)]
    assert not left


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")
def test_memory_of_children_counts(tmp_path: Path) -> None:
    runs = verified(tmp_path, ["eats_memory_in_children", "clean"], "--memory", "2")
    assert runs["eats_memory_in_children"]["failure"]["kind"] == "memory"
    assert runs["clean"]["failure"] is None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_text_that_can_be_printed() -> None:
    assert printable("\x1b[1;31mred\x1b[0m\x1b]8;;http://x\x1b\\link\x07\tand\r\nmore \ud800\x9b") == (
        "redlink\\x07\tand\nmore \\xd800\\x9b"
    )


def test_events_are_read_around_what_is_none() -> None:
    written = b'{"event": "begin", "what": "load"}\n[1]\n{"event": 3}\n\xff\xfe{\n{"event": "done", "run": {"wha'
    assert list(read_events(written)) == [Begin("load")]
    assert list(read_events(b"[" * 100_000 + b'\n{"event": "x"}\n')) == [Event()]


def test_of_the_output_the_end_is_kept() -> None:
    with Output() as output:
        # More than a pipe holds: without a reader it would wait for ever.
        for _ in range(100):
            os.write(output.writing, b"x" * 2**20)
        os.write(output.writing, b" the last line\n")
        output.given()
        assert output.tail() == "x" * (OUTPUT_TAIL - len(" the last line\n")) + " the last line"
    assert output.tail().endswith("the last line")


def test_a_process_that_was_left_behind_does_not_keep_the_output_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "STRAYS_SECONDS", 0.5)
    with Output() as output:
        stray = os.dup(output.writing)
        os.write(output.writing, b"said")
        output.given()
        assert output.tail() == "said"
    # What it prints from now on hurts nobody.
    os.write(stray, b"x" * 2**20)
    os.close(stray)
