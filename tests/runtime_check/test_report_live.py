"""What is shown while a verification runs."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from fullgraph.runtime_check import Settings, verify
from fullgraph.runtime_check.process.protocol import EventReader
from fullgraph.runtime_check.progress import Progress
from fullgraph.runtime_check.report.live import LiveTable, lines, showing
from fullgraph.runtime_check.session.watch import Watch
from rich.console import Console


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def drawn(table: LiveTable, width: int = 140, height: int | None = None) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, width=width, color_system=None)
    with console.capture() as text:
        console.print(table.draw(height=height))
    return text.get()


def test_the_table_shows_what_runs_for_how_long_and_the_verdicts_so_far() -> None:
    clock = Clock()
    table = LiveTable(["a.py:f", "b.py:g"], clock)
    table(Progress("a.py:f"))
    table(Progress("a.py:f", step="eager"))
    table(Progress("a.py:f", step="eager", status="pass", summary="forward"))
    table(Progress("a.py:f", step="breaks", status="fail"))
    table(Progress("a.py:f", step="fullgraph"))
    clock.now += 75
    text = drawn(table)
    head, first, second, last = text.splitlines()
    assert head.split() == ["eager", "breaks", "fullgraph", "recompiles", "values", "effects", "gains", "time", "now"]
    assert first.split()[:3] == ["a.py:f", "✓", "✗"]
    assert first.rstrip().endswith("1:15 min  the fullgraph compile 1:15 min")
    assert second.strip() == "b.py:g"
    assert last.strip() == "1:15 min elapsed, 0 of 2 done"


def test_a_version_that_ended_keeps_its_time_and_an_error_is_shown() -> None:
    clock = Clock()
    table = LiveTable(["a.py:f"], clock)
    table(Progress("a.py:f"))
    clock.now += 3
    table(Progress("a.py:f", step="done"))
    table(Progress("a.py:f", "after"))
    clock.now += 4
    table(Progress("a.py:f", "after", step="done", status="error", summary="ended by \x1b[2JSIGSEGV"))
    clock.now += 60
    text = drawn(table)
    assert text.splitlines()[1].split() == ["a.py:f", "3", "s"]
    assert "a.py:f (fixed)" in text
    assert "4 s  ended by \\x1b[2JSIGSEGV" in text
    assert "2 of 2 done" in text


def test_an_arm_does_not_overwrite_the_verdict_of_the_check() -> None:
    table = LiveTable(["f"], Clock())
    table(Progress("f", step="gains", status="pass"))
    table(Progress("f", arm="max-autotune", step="gains", status="fail"))
    table(Progress("f", arm="max-autotune", step="gains"))
    text = drawn(table)
    assert "✓" in text
    assert "✗" not in text
    assert "arm max-autotune: the timing" in text


def test_slower_than_eager_is_no_tick() -> None:
    table = LiveTable(["f"], clock=lambda: 0.0)
    table(Progress("f", step="gains", status="slower"))
    assert "slow" in drawn(table) and "✓" not in drawn(table)


def test_a_version_whose_arms_follow_runs_on() -> None:
    clock = Clock()
    table = LiveTable(["f"], clock)
    seen: list[Progress] = []
    for observer in (table, seen.append):
        watch = Watch(observer, "f")
        watch.show("start")
        watch.done()
        watch.of_arm("max-autotune", "compiling")
    clock.now += 5
    assert drawn(table).splitlines()[1].split() == "f 5 s arm max-autotune: compiling 5 s".split()
    assert seen[-1] == Progress("f", arm="max-autotune", step="compiling")
    watch.done()
    assert seen[-1].step == "done"


@pytest.mark.parametrize("running", [0, 30, 59])
def test_of_many_targets_those_around_the_running_one_are_shown(running: int) -> None:
    names = [f"t{number}.py:f" for number in range(60)]
    table = LiveTable(names, Clock())
    for name in names[: running + 1]:
        table(Progress(name))
    text = drawn(table, height=10)
    assert f"t{running}.py:f" in text
    assert len(text.splitlines()) == 12
    assert "10 of 60 shown" in text


def test_a_terminal_gets_the_table_and_is_left_clean() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=120)
    with showing(["a.py:f"], console) as observer:
        observer(Progress("a.py:f", step="eager"))
    written = console.file.getvalue()  # type: ignore[attr-defined]
    assert "a.py:f" in written
    assert written.endswith("\x1b[?25h\r\x1b[1A\x1b[2K") or "\x1b[2K" in written[-60:]  # the table is erased


def test_elsewhere_one_line_for_each_run() -> None:
    said: list[str] = []
    observer = lines(said.append)
    for event in (
        Progress("a\x1b.py:f"),
        Progress("a\x1b.py:f", step="eager"),
        Progress("a\x1b.py:f", "after"),
        Progress("a\x1b.py:f", "after", arm="reduce-overhead", step="compiling"),
        Progress("a\x1b.py:f", "after", arm="reduce-overhead", step="gains"),
        Progress("a\x1b.py:f", "after", step="done"),
    ):
        observer(event)
    assert said == [
        "a\\x1b.py:f: running",
        "a\\x1b.py:f: running with fixes applied to a copy",
        "a\\x1b.py:f (fixed): arm reduce-overhead: compiling",
        "a\\x1b.py:f (fixed): arm reduce-overhead: the timing",
    ]


def test_events_are_followed_line_by_line_and_each_verdict_told_once(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.touch()
    seen: list[Progress] = []
    verdict = {"check": "eager", "status": "pass", "summary": "forward"}
    run = json.dumps({"event": "run", "run": {"verdicts": [verdict]}})
    with path.open("rb") as stream:
        reader, watch = EventReader(stream), Watch(seen.append, "f")
        assert reader.new() == []
        path.write_text('{"event": "begin", "what": "eager"}\n' + run[:20])
        for event in reader.new():
            watch(event)
        assert [(p.step, p.status) for p in seen] == [("eager", None)]
        with path.open("a") as events:
            events.write(run[20:] + "\n" + run + "\n")
        for event in reader.new():
            watch(event)
    assert [(p.step, p.status) for p in seen] == [("eager", None), ("eager", "pass")]


def test_verify_tells_what_it_does(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def f(x):\n    return x + 1\n")
    seen: list[Progress] = []
    settings = Settings(inputs=("f32[3]",), backend="eager", device="cpu", bench_seconds=0)
    verify([f"{tmp_path / 'm.py'}:f", "nowhere.py:f"], settings, seen.append)
    first = [p for p in seen if p.target.endswith("m.py:f")]
    assert first[0].step == "start"
    assert first[-1].step == "done" and first[-1].status is None
    verdicts = [p for p in first if p.status]
    assert {p.step: p.status for p in verdicts}["breaks"] == "pass"
    assert all(any(b.step == v.step and b.status is None for b in first[: first.index(v)]) for v in verdicts)
    missing = [p for p in seen if p.target == "nowhere.py:f"]
    assert [p.status for p in missing] == [None, "error"]
    assert "there is no file nowhere.py" in missing[-1].summary
