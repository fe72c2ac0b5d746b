"""What `benchmarks.sweep.speed` says of sweeps."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.sweep import speed

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def rows(*ended: float) -> list[tuple[datetime, float, str]]:
    """Runs that ended so many seconds after the sweep began, of one second each."""
    return [(BEGAN + timedelta(seconds=at), 1.0, "whole") for at in ended]


def test_a_rate_is_of_the_time_in_which_all_workers_are_busy() -> None:
    # The last run alone takes as long as all others.
    found = speed._measured(rows(10, 11, 12, 13, 14, 15, 16, 17, 30), 2, 1, BEGAN)
    assert found.first == 10
    assert (found.runs, found.counted) == (9, 8)
    assert found.rate == 1.0
    assert found.beside == 1.0


def test_pauses_between_a_sweep_and_what_resumed_it_do_not_count() -> None:
    found = speed._measured(rows(10, 11, 12, 1000, 1001, 1002, 1003), 1, 1, BEGAN)
    assert found.rate == 6 / 5


def test_earlier_results_are_read_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sweeps = [
        speed.Measured(2, 1, 9, 9, 8, 14.0, 20.0, 16.0),
        speed.Measured(4, 1, 9, 8, 8, 7.0, 21.0, 16.0),
        speed.Measured(4, 2, 9, 9, 8, 8.0, 22.0, 16.0),
    ]
    for number, some in enumerate((sweeps[:1], sweeps[1:])):
        described = {"machine": f"machine {number}", "sweeps": [one.__dict__ for one in some]}
        (tmp_path / f"{number}.json").write_text(json.dumps(described), encoding="utf-8")
    drawn = tmp_path / "rates.svg"
    assert speed.main(["--of", str(tmp_path / "0.json"), str(tmp_path / "1.json"), "--plot", str(drawn)]) == 0
    table = capsys.readouterr().out
    assert "| 2 | 1 | 0.50 (0.50 to 0.50) | 2.0 | 2.0 | 20 s | 9 of 9 |" in table
    assert "| 4 | 1 | 1.00 (1.00 to 1.00) | 2.0 | 2.0 | 21 s | 8 of 9 |" in table
    assert "<svg" in drawn.read_text(encoding="utf-8")
    first = drawn.read_bytes()
    speed.main(["--of", str(tmp_path / "0.json"), str(tmp_path / "1.json"), "--plot", str(drawn)])
    assert drawn.read_bytes() == first


@pytest.mark.parametrize("given", [[], ["timm:", "--of", "x.duckdb"]])
def test_either_targets_or_earlier_results(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        speed.main(given)
    assert ended.value.code == 2
    assert "give targets or --of FILE" in capsys.readouterr().err
