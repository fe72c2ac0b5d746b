"""Each documented query answers what it says, and the page has them as they are."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import made_up
import pytest
from fullgraph.sweep.rows import PredictionRow, RepairRow, TimingRow
from fullgraph.sweep.store import reference
from fullgraph.sweep.store.queries import QUERIES
from fullgraph.sweep.store.store import TABLES, Store
from made_up import broke, came, one

PAGE = Path(__file__).parents[2] / "docs" / "sweeping.md"


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_finds_something(store: Store, name: str) -> None:
    rows = store.records(QUERIES[name].sql)
    assert rows and rows == store.records(QUERIES[name].sql)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_of_an_empty_store_finds_nothing(empty: Store, name: str) -> None:
    assert empty.records(QUERIES[name].sql) == []


def test_there_are_ten() -> None:
    assert len(QUERIES) >= 10


def test_the_page_is_up_to_date() -> None:
    """Write it by `python -m fullgraph.sweep.store.reference docs/sweeping.md`."""
    page = PAGE.read_text(encoding="utf-8")
    assert reference.filled(page) == page
    assert all(f"### `{name}`" in page and query.sql in page for name, query in QUERIES.items())


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "before\n<!-- queries: begin -->\n(gone)\n<!-- queries: end -->\n<!-- schema: begin --><!-- schema: end -->"
    )
    assert reference.main([str(page)]) == 0
    text = page.read_text()
    assert text.startswith("before\n") and "(gone)" not in text and "CREATE" not in text and "| `registry_id` |" in text
    with pytest.raises(ValueError, match="schema"):
        reference.filled("<!-- queries: begin --><!-- queries: end -->")


def test_the_reference_has_every_column_of_every_table(store: Store) -> None:
    there: dict[str, list[str]] = {}
    for table, column in store.rows(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index"
    ):
        there.setdefault(table, []).append(column)
    described = {one.name: [column.name for column in one.columns] for one in reference.tables()}
    assert set(described) == {*TABLES, "results"} == set(there)
    assert {name: described[name] for name in TABLES} == {name: there[name] for name in TABLES}


def test_the_same_store_is_made_up_twice(tmp_path: Path) -> None:
    def everything(name: str) -> list[object]:
        with Store.open(made_up.make(tmp_path / name, runs=20)) as store:
            return [store.rows(f"SELECT * FROM {table} ORDER BY ALL") for table in TABLES if table != "sweep"]

    assert everything("a.duckdb") == everything("b.duckdb")


def asked(path: Path, name: str, *columns: str) -> list[tuple[Any, ...]]:
    with Store.open(path) as store:
        return [tuple(row[column] for column in columns) for row in store.records(QUERIES[name].sql)]


def test_of_two_passes_the_one_that_tells_more_counts(tmp_path: Path) -> None:
    first, second = one("zoo.py:A"), one("zoo.py:A", pass_="verify")
    other, failed = one("zoo.py:B"), one("zoo.py:B", pass_="verify")
    open_, left = one("zoo.py:C"), one("zoo.py:C", pass_="verify")
    path = made_up.written(
        tmp_path / "s.duckdb",
        *((first, came(first)), (second, came(second, "fails"))),
        *((other, came(other)), (failed, came(failed, "unusable", failure="timeout", cause="c", message="m"))),
        *((open_, came(open_, "breaks")), (left, None)),
    )
    assert asked(path, "totals", "runs", "whole", "breaks", "fails", "unusable", "not_done") == [(3, 1, 1, 1, 0, 0)]
    with Store.open(path) as store:
        assert {run for (run,) in store.rows("SELECT run FROM results")} == {second.run, other.run, open_.run}


def test_one_graph_counts_models_that_are_whole_in_all_of_their_runs(tmp_path: Path) -> None:
    runs = [
        (one(f"zoo.py:{name}", mode=mode), status)
        for name, mode, status in [
            *(("A", "eval", "whole"), ("A", "train", "whole")),
            *(("B", "eval", "whole"), ("B", "train", "breaks")),
            *(("C", "eval", "whole"), ("C", "train", "unusable")),
            *(("D", "eval", "unusable"), ("D", "train", "unusable")),
        ]
    ]
    path = made_up.written(tmp_path / "s.duckdb", *((run, came(run, status)) for run, status in runs))  # type: ignore[arg-type]
    assert asked(path, "one_graph", "models", "usable", "one_graph", "share") == [(4, 3, 2, 2 / 3)]


def test_causes_are_ranked_by_the_models_they_break(tmp_path: Path) -> None:
    a, b, c = (one(f"zoo.py:{name}") for name in "ABC")
    path = made_up.written(
        tmp_path / "s.duckdb",
        (a, came(a, "breaks", breaks=[broke(line=7, share=0.2), broke(line=9)])),
        (b, came(b, "breaks", breaks=[broke(line=7, share=0.4, predicted_by=["FG101"], missed_in=["fullgraph"])])),
        (c, came(c)),
    )
    columns = ("line", "models", "most_share", "codes", "missed_in")
    assert asked(path, "causes", *columns) == [
        (7, 2, 0.4, ["FG101"], ["default", "fullgraph"]),
        (9, 1, None, [], ["default", "fullgraph"]),
    ]
    assert asked(path, "nearly_whole", "target", "line") == [("zoo.py:B", 7)]


def test_a_site_is_predicted_if_it_is_in_every_run(tmp_path: Path) -> None:
    a, b = one("zoo.py:A"), one("zoo.py:B")
    path = made_up.written(
        tmp_path / "s.duckdb",
        (a, came(a, "breaks", breaks=[broke(line=7, missed_in=[]), broke(line=8, missed_in=["fullgraph"])])),
        (b, came(b, "breaks", breaks=[broke(line=7, missed_in=["default"])])),
    )
    assert asked(path, "sites", "mode", "sites", "predicted") == [("default", 2, 1), ("fullgraph", 2, 1)]
    assert asked(path, "misses", "line", "mode", "runs", "targets") == [
        (7, "default", 1, ["zoo.py:B"]),
        (8, "fullgraph", 1, ["zoo.py:A"]),
    ]


def test_a_false_alarm_was_tested_and_breaks_nowhere(tmp_path: Path) -> None:
    def said(line: int, tested: bool, modes: list[str]) -> PredictionRow:
        return PredictionRow("FG101", "branch", "zoo/net.py", line, modes, tested, unmet=False)

    a, b = one("zoo.py:A"), one("zoo.py:B")
    said_of_a = [said(7, True, ["default", "fullgraph"]), said(8, False, ["default"]), said(9, True, ["default"])]
    path = made_up.written(
        tmp_path / "s.duckdb",
        (a, came(a, predictions=said_of_a)),
        (b, came(b, "breaks", breaks=[broke(line=7, modes=["fullgraph"])], predictions=[said(9, True, ["default"])])),
    )
    assert asked(path, "alarms", "line", "mode", "codes", "runs") == [
        (9, "default", ["FG101"], 2),
        (7, "default", ["FG101"], 1),
    ]


def test_what_was_tested_in_one_run_is_not_unmet(tmp_path: Path) -> None:
    def said(line: int, tested: bool) -> PredictionRow:
        return PredictionRow("FG101", "branch", "zoo/net.py", line, ["default"], tested, unmet=not tested)

    a, b = one("zoo.py:A"), one("zoo.py:B")
    path = made_up.written(
        tmp_path / "s.duckdb",
        (a, came(a, predictions=[said(7, False), said(8, False), said(9, False)])),
        (b, came(b, "breaks", breaks=[broke(line=9)], predictions=[said(8, True)])),
    )
    assert asked(path, "unmet", "mode", "unmet") == [("default", 1)]
    assert asked(path, "alarms", "line") == [(8,)]


def test_modes_and_torches_are_compared(tmp_path: Path) -> None:
    runs = {
        "train": (one(mode="train"), "breaks"),
        "eval": (one(mode="eval"), "whole"),
        "other": (one(mode="eval", environment=made_up.ENVIRONMENTS[1].environment), "recompiles"),
    }
    path = made_up.written(tmp_path / "s.duckdb", *((run, came(run, status)) for run, status in runs.values()))  # type: ignore[arg-type]
    assert asked(path, "by_mode", "torch", "eval", "train") == [("2.11.0+cpu", "whole", "breaks")]
    assert asked(path, "by_torch", "mode", "one_graph_with", "not_with") == [("eval", ["2.11.0+cpu"], ["2.13.0+cpu"])]


def test_slower_and_how_soon_compiling_pays(tmp_path: Path) -> None:
    def timing(eager: float, compiled: float) -> TimingRow:
        ratio = eager / compiled
        return TimingRow("inductor", eager, compiled, ratio, ratio * 0.9, ratio * 1.1, 10.0, None, None, None, None)

    a, b, c = (one(f"zoo.py:{name}") for name in "ABC")
    path = made_up.written(
        tmp_path / "s.duckdb",
        *((a, came(a, timing=timing(1.0, 2.0))), (b, came(b, timing=timing(2.0, 1.0)))),
        (c, came(c, timing=timing(1.0, 1.05))),
    )
    assert asked(path, "slower", "target") == [("zoo.py:A",)]
    assert sorted(asked(path, "compile_time", "target", "steps")) == [
        ("zoo.py:A", None),
        ("zoo.py:B", 10),
        ("zoo.py:C", None),
    ]


def test_repairs_are_counted_for_what_was_not_whole(tmp_path: Path) -> None:
    a, b = one("zoo.py:A"), one("zoo.py:B")
    path = made_up.written(
        tmp_path / "s.duckdb",
        (a, came(a, "breaks", repairs=[RepairRow("safe", ["FG101", "FG101"], 1, "whole", 0, "pass", "the same")])),
        (b, came(b, "whole", repairs=[RepairRow("safe", [], 0, "whole", 0, None, "nothing to fix")])),
    )
    columns = ("level", "runs", "fixes", "taken_back", "whole", "agree", "differ")
    assert asked(path, "repaired", *columns) == [("safe", 1, 2, 1, 1, 1, 0)]
    with Store.open(path, read_only=False) as store:
        store.forget([a.run])
        assert store.rows("SELECT run FROM repairs") == [(b.run,)]


@pytest.mark.parametrize("read", [Store.rows, Store.records])
def test_a_signal_during_a_query_is_a_keyboard_interrupt(empty: Store, read: Callable[[Store, str], object]) -> None:
    empty.rows("SET threads = 1")  # or the thread that looks for signals may wait for another one
    before = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(SystemExit(15)))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            read(empty, "SELECT sum(a.range * b.range) FROM range(300000) a, range(300000) b")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert read(empty, "SELECT 1") in ([(1,)], [{"1": 1}])
