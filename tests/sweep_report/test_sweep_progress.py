"""How far a sweep has come, by a clock that the tests turn."""

from __future__ import annotations

import io
import time

import pytest
from fullgraph.sweep.report.progress import Lines, Progress, draw, showing
from fullgraph.sweep.rows import RunStatus
from made_up import NASTY, came, one
from rich.console import Console


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def end(progress: Progress, name: str, status: RunStatus = "whole") -> None:
    planned = one(f"zoo.py:{name}")
    progress.run_started(planned)
    progress.run_done(came(planned, status))


def test_before_anything_has_ended(clock: Clock) -> None:
    progress = Progress(clock)
    assert progress.line() == "0 of 0 done, 0 running, 0 failed, 0 s elapsed"
    progress.started(10)
    progress.run_started(one("zoo.py:A"))
    clock.now += 5
    assert progress.line() == "0 of 10 done (0 %), 1 running, 0 failed, 5 s elapsed"
    assert progress.rate is progress.seconds_left is None


def test_rate_and_time_left(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(100)
    for number in range(20):
        clock.now += 1
        end(progress, str(number), "unusable" if number < 2 else "breaks")
    assert progress.rate == 1.0 and progress.seconds_left == 80.0
    assert progress.line() == "20 of 100 done (20 %), 0 running, 2 failed, 1.0 runs/s, 1:20 min left"


def test_the_rate_is_of_the_last_minute(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(1000)
    for number in range(120):
        clock.now += 1
        end(progress, str(number))
    clock.now += 30
    for number in range(120, 150):
        end(progress, str(number))
    assert progress.rate == pytest.approx((31 + 30) / 60)
    clock.now += 61
    assert progress.rate is None and progress.seconds_left is None


def test_a_slow_rate_is_by_the_minute(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(3)
    clock.now += 60
    end(progress, "A")
    assert progress.line() == "1 of 3 done (33 %), 0 running, 0 failed, 1.0 runs/min, 2:00 min left"


def test_runs_of_before_are_done_and_have_no_rate(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(10, done=8)
    clock.now += 2
    assert progress.done == 8 and progress.rate is None
    end(progress, "A")
    assert progress.rate == 0.5 and progress.seconds_left == 2.0
    end(progress, "B")
    assert progress.seconds_left == 0.0 and "left" not in progress.line()


def test_a_run_that_begins_again_runs_once(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(2)
    progress.run_started(one("zoo.py:A"))
    clock.now += 7
    progress.run_started(one("zoo.py:A"))
    progress.run_started(one("zoo.py:B"))
    clock.now += 3
    assert [(planned.target, seconds) for planned, seconds in progress.running()] == [
        ("zoo.py:A", 3.0),
        ("zoo.py:B", 3.0),
    ]
    progress.run_done(came(one("zoo.py:A")))
    assert [planned.target for planned, _ in progress.running()] == ["zoo.py:B"]


def test_a_line_is_due_after_a_share_and_after_a_time(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(100, done=20)
    lines = Lines(progress, seconds=30, share=0.05)
    assert lines.due() is None
    for number in range(4):
        end(progress, str(number))
        assert lines.due() is None
    end(progress, "4")
    assert (lines.due() or "").startswith("25 of 100 done") and lines.due() is None
    clock.now += 29
    assert lines.due() is None
    clock.now += 1
    assert (lines.due() or "").startswith("25 of 100 done") and lines.due() is None


def test_the_last_line_is_due_once(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(100, done=98)
    lines = Lines(progress)
    end(progress, "A")
    assert lines.due() is None
    end(progress, "B", "unusable")
    assert (lines.due() or "").startswith("100 of 100 done (100 %), 0 running, 1 failed") and lines.due() is None


def test_the_display_shows_what_has_run_for_the_longest(clock: Clock) -> None:
    progress = Progress(clock)
    progress.started(50)
    for number, name in enumerate([*map(str, range(8)), NASTY[3], NASTY[6]]):
        clock.now = 1000.0 - number
        progress.run_started(one(f"zoo.py:{name}"))
    clock.now = 1100.0
    end(progress, "done", "breaks")
    console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None, legacy_windows=False)
    console.print(draw(progress))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "1 of 50 done (2 %), 10 running" in shown and "1 breaks" in shown and "and 4 more" in shown
    assert "[bold]markup" in shown and "zoo.py:7" in shown and "zoo.py:1 " not in shown
    assert all(line.isprintable() for line in shown.split("\n"))


def test_lines_where_there_is_no_terminal() -> None:
    progress = Progress()
    stream = io.StringIO()
    with showing(progress, Console(file=stream, width=60), seconds=0.05):
        progress.started(2)
        end(progress, "A")
        deadline = time.monotonic() + 20
        while "1 of 2 done" not in stream.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
        end(progress, "B", "unusable")
    lines = stream.getvalue().splitlines()
    assert lines[0].startswith("1 of 2 done (50 %)") and "2 of 2 done (100 %), 0 running, 1 failed" in lines[-2]
    assert lines[-1] == "2 runs done in 0 s" or lines[-1].startswith("2 runs done in ")


def test_a_display_on_a_terminal_is_gone_in_the_end() -> None:
    progress = Progress()
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=80, height=20)
    with showing(progress, console):
        progress.started(1)
        end(progress, "A")
    assert stream.getvalue().endswith("1 run done in 0 s\n") and "1 of 1 done" in stream.getvalue()


def test_an_error_within_comes_through() -> None:
    with pytest.raises(RuntimeError, match="lost"), showing(Progress(), Console(file=io.StringIO())):
        raise RuntimeError("lost")
