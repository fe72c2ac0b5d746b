"""docs/zoo.md: written from stores, with the accuracy of check and what fixes make of models."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import made_up
import pytest
from fullgraph.sweep.report import zoo
from fullgraph.sweep.report.accuracy import Accuracy, accuracy, alarms, misses
from fullgraph.sweep.rows import PredictionRow
from fullgraph.sweep.store.combined import combined
from fullgraph.sweep.store.store import Store, StoreError
from made_up import broke, came, one


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """Two sites, of which one is missed in one mode, and one false positive."""
    alarm = PredictionRow("FG301", "shape", "zoo/net.py", 30, ["default"], tested=True, unmet=False)
    untested = PredictionRow("FG301", "shape", "zoo/net.py", 31, ["default"], tested=False, unmet=False)
    unmet = PredictionRow("FG401", "print", "zoo/net.py", 32, ["default"], tested=False, unmet=True)
    a, b = one("zoo.py:A"), one("zoo.py:B")
    return made_up.written(
        tmp_path / "judged.duckdb",
        (
            a,
            came(
                a,
                "breaks",
                breaks=[broke(line=7, predicted_by=["FG101"], missed_in=["fullgraph"])],
                predictions=[alarm],
            ),
        ),
        (
            b,
            came(
                b,
                "breaks",
                breaks=[broke(line=8, predicted_by=["FG101"], missed_in=[])],
                predictions=[alarm, untested, unmet],
            ),
        ),
    )


def test_recall_and_precision(judged: Path) -> None:
    with Store.open(judged) as store:
        missed, wrong = misses(store), alarms(store)
        found = accuracy(store, wrong)
    assert [(one.line, one.mode, one.targets) for one in missed] == [(7, "fullgraph", ["zoo.py:A"])]
    assert [(one.line, one.mode, one.codes, one.runs) for one in wrong] == [(30, "default", ["FG301"], 2)]
    default, fullgraph = found["zoo.py", "default"], found["zoo.py", "fullgraph"]
    assert (default.sites, default.recall, default.precision) == (2, 1.0, 2 / 3)
    assert (fullgraph.sites, fullgraph.recall, fullgraph.precision) == (2, 0.5, 1.0)
    assert (default.unmet, default.precision_of_all, fullgraph.unmet) == (1, 0.5, 0)
    assert Accuracy().recall is Accuracy().precision is None


def test_the_page(judged: Path, tmp_path: Path) -> None:
    page = tmp_path / "zoo.md"
    zoo.write_zoo([judged], page)
    text = page.read_text()
    assert text.startswith("# The model zoo\n") and zoo.GENERATED in text
    assert "2 models of zoo.py in 2 runs" in text
    assert (
        "| all | default | 2 | 2 | 100 % | 1 | 67 % | 1 | 50 % |" in text
        and "| all | fullgraph | 2 | 1 | 50 % | 0 | 100 % | 0 | 100 % |" in text
    )
    assert "| all | 0 % (0 of 2) |" in text and "[FG301](rules/FG301.md) | 1 | 0 |" in text
    assert "0 of 2 runs, 0 %" in text and "After `--fix`" not in text


def test_the_page_of_a_large_sweep(swept: Path, tmp_path: Path) -> None:
    page = tmp_path / "zoo.md"
    zoo.write_zoo([swept], page)
    text = page.read_text()
    with Store.open(swept) as store:
        ((unusable, ended),) = store.rows("SELECT count(*) FILTER (status = 'unusable'), count(*) FROM runs")
        ((repaired,),) = store.rows("SELECT count(*) FROM repairs")
    assert f"{unusable} of {ended} runs" in text
    section = text.partition("## What breaks graphs")[2].partition("\n## ")[0]
    assert len([line for line in section.split("\n") if line.startswith("|")]) == 2 + zoo.MOST_CAUSES
    fixed = text.partition("## After `--fix`")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in fixed.split("\n") if line.startswith("| ") and "safe" in line]
    assert sum(int(row[4]) for row in rows) == repaired > 0
    assert text.isprintable() or all(line.isprintable() for line in text.split("\n"))
    assert "<script" not in text and "\n\n\n" not in text


def test_stores_are_put_together(tmp_path: Path) -> None:
    a, b, c = (one(f"zoo.py:{name}") for name in "ABC")
    first = made_up.written(tmp_path / "1.duckdb", (a, came(a, "breaks", breaks=[broke()])), (b, came(b)), (c, None))
    second = made_up.written(tmp_path / "2.duckdb", (a, came(a)), (b, None), (c, came(c, "unusable")))
    with combined([first, second]) as store:
        assert store.rows("SELECT target, status FROM results ORDER BY target") == [
            ("zoo.py:A", "whole"),
            ("zoo.py:B", "whole"),
            ("zoo.py:C", "unusable"),
        ]
        assert store.rows("SELECT * FROM breaks") == [] and store.left == []
    with combined([second, first]) as store:
        assert store.rows("SELECT status FROM results WHERE target = 'zoo.py:A'") == [("breaks",)]
        assert len(store.rows("SELECT * FROM breaks")) == 1
    with combined([first]) as store:
        assert [one.target for one in store.left] == ["zoo.py:C"]


def test_stores_that_do_not_fit(tmp_path: Path) -> None:
    first = made_up.written(tmp_path / "it's 1.duckdb")
    second = tmp_path / "2.duckdb"
    with Store.create(second, made_up.ABOUT) as store:
        store.add_environments([dataclasses.replace(made_up.ENVIRONMENTS[0], torch="2.12.0")])
    with pytest.raises(StoreError, match=r"torch-2\.11 has a different torch"):
        combined([first, second])
    with pytest.raises(StoreError, match="there is no store"):
        combined([first, tmp_path / "none.duckdb"])
    with pytest.raises(StoreError, match="no store is given"):
        combined([])


def test_the_command(judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "zoo.md"
    assert zoo.main([str(judged), "--page", str(page)]) == 0 and page.exists()
    capsys.readouterr()
    assert zoo.main([str(judged), "--misses", "--alarms"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "zoo.py: zoo/net.py:7 fullgraph GB0170 Data-dependent branching (1 run, as in zoo.py:A)",
        "zoo.py: zoo/net.py:30 default FG301 shape (2 runs, as in zoo.py:A)",
    ]
    assert zoo.main([str(tmp_path / "none.duckdb")]) == 2
    assert capsys.readouterr().err.startswith("error: there is no store")
    assert zoo.main([str(judged), "--page", str(tmp_path / "no" / "folder.md")]) == 2
