"""What is otherwise in one run than in another, and what it is put down to."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from fullgraph.sweep.compare.comparing import RerunError, compare
from fullgraph.sweep.compare.model import Change, SweepDiff
from fullgraph.sweep.compare.runs import changes
from fullgraph.sweep.compare.sides import Side, read_side
from fullgraph.sweep.rows import Planned, RunRow
from fullgraph.sweep.store.loading import load
from fullgraph.sweep.store.store import Store, StoreError
from small_stores import NET, a_break, a_recompile, a_timing, make_store, planned, run, side


def told(found: list[Change]) -> list[tuple[str, str]]:
    return [(one.kind, one.verdict) for one in found]


def between(a: tuple[Planned, RunRow], b: tuple[Planned, RunRow]) -> list[tuple[str, str]]:
    return told(changes(a[1], b[1]))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    one = run(None, a_break("a"), recompiles=[a_recompile("r")], timing=a_timing(1.1, 1.2), inputs=["x=f32[2]"])
    other = run(planned("timm:x"), failure="crash", status="unusable", output="Fatal\n")
    with Store.open(make_store(tmp_path / "s.duckdb", one, other)) as store:
        found = load(store)
    assert [(stored.planned, stored.row) for stored in found] == [one, other]
    assert {stored.environment.torch for stored in found} == {"2.13.0"}


def test_equal_runs_have_no_change() -> None:
    assert between(run(None, a_break("a", line=3)), run(None, a_break("a", line=30))) == []


def test_breaks_that_are_new_and_gone() -> None:
    assert between(run(None, a_break("a"), a_break("b")), run(None, a_break("b"), a_break("c"))) == [
        ("new-break", "worse"),
        ("gone-break", "better"),
    ]


def test_the_same_place_with_another_reason_has_changed() -> None:
    after = a_break("b", source="print(a)", registry_id="GB0007", reason="Skipped")
    (change,) = changes(run(None, a_break("a"))[1], run(None, after)[1])
    assert (change.kind, change.verdict) == ("changed-break", "other")
    assert change.text.endswith("Skipped (GB0007): print(a); it was Failed to trace builtin operator (GB0059)")


def test_the_same_statement_elsewhere_has_moved() -> None:
    after = a_break("b", source="print(a)", function="helper", line=40)
    (change,) = changes(run(None, a_break("a"))[1], run(None, after)[1])
    assert change.kind == "moved-break"
    assert change.text.endswith("print(a); it was net/modeling.py:12 in forward")


def test_a_break_in_a_further_mode_is_worse() -> None:
    both, one = a_break("a"), a_break("a", modes=["fullgraph"])
    assert between(run(None, one), run(None, both)) == [("changed-break", "worse")]
    assert between(run(None, both), run(None, one)) == [("changed-break", "better")]


def test_whole_and_not_whole() -> None:
    whole, broken = run(), run(None, a_break("a"))
    assert between(whole, broken) == [("stopped-being-whole", "worse"), ("new-break", "worse"), ("graphs", "worse")]
    assert between(broken, whole) == [("became-whole", "better"), ("gone-break", "better"), ("graphs", "better")]


@pytest.mark.parametrize(
    ("before", "after", "verdict"), [(1, 2, "worse"), (2, 1, "better"), (1, 0, "worse"), (0, 3, "better")]
)
def test_graphs(before: int, after: int, verdict: str) -> None:
    assert between(run(graphs=before), run(graphs=after)) == [("graphs", verdict)]


def test_unusable_is_told_alone() -> None:
    gone = run(status="unusable", failure="crash", message="ended by SIGSEGV during the eager run", graphs=None)
    (worse,) = changes(run(None, a_break("a"))[1], gone[1])
    assert (worse.kind, worse.verdict) == ("became-unusable", "worse")
    assert worse.text == "it could not be run: ended by SIGSEGV during the eager run"
    assert between(gone, run()) == [("became-usable", "better")]
    assert between(gone, gone) == []


def test_recompiles_after_the_warm_up_count_and_others_are_told() -> None:
    steady, early = a_recompile("r"), a_recompile("e", steady=False)
    assert between(run(), run(recompiles=[steady, early])) == [("new-recompile", "worse"), ("new-recompile", "other")]
    assert between(run(recompiles=[steady]), run()) == [("gone-recompile", "better")]


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [("pass", "fail", "worse"), ("fail", "pass", "better"), ("skipped", "pass", "other"), ("skipped", "fail", "worse")],
)
def test_checks(before: str, after: str, verdict: str) -> None:
    assert between(run(checks={"numerics": before}), run(checks={"numerics": after})) == [("check", verdict)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((1.8, 1.9), (1.5, 1.6), [("slower", "worse")]),
        ((1.5, 1.6), (1.8, 1.9), [("faster", "better")]),
        ((1.5, 1.9), (1.4, 1.6), []),
        ((1.5, 1.9), (1.3, 1.5), []),
    ],
)
def test_times_differ_where_their_intervals_do_not_overlap(
    before: tuple[float, float], after: tuple[float, float], expected: list[tuple[str, str]]
) -> None:
    assert between(run(timing=a_timing(*before)), run(timing=a_timing(*after))) == expected


def test_times_of_other_machines_and_without_interval_are_not_compared(tmp_path: Path) -> None:
    slow = a_timing(1.0, 1.1)
    others: tuple[dict[str, Any], ...] = (
        {"timing": slow, "device_name": "H200"},
        {"timing": dataclasses.replace(slow, compiled_with="default mode"), "device_name": "H100"},
        {"timing": dataclasses.replace(slow, ratio_low=None), "device_name": "H100"},
    )
    for values in others:
        assert between(run(timing=a_timing(2, 3), device_name="H100"), run(**values)) == []
    a = side(tmp_path, "a", run(timing=a_timing(2, 3), device_name="H100"))
    b = side(tmp_path, "b", run(timing=slow, device_name="H200"))
    assert compare(a, b).not_timed == 1


def causes(a: Side, b: Side, **values: Any) -> list[str]:
    (pair,) = compare(a, b, **values).changed
    assert len({tuple(one.causes) for one in pair.changes}) == 1
    return list(pair.changes[0].causes)


BROKEN = run(None, a_break("a"))
OTHER_TEXT = {"net/modeling.py": "2", "net/utils.py": "1"}


@pytest.mark.parametrize(
    ("broken", "values", "expected"),
    [
        (BROKEN, {"torch": "2.15.0"}, ["torch"]),
        (BROKEN, {"fullgraph": "1.1"}, ["fullgraph"]),
        (BROKEN, {"torch": "2.15.0", "fullgraph": "1.1"}, ["torch", "fullgraph"]),
        (BROKEN, {"python": "3.13.0"}, ["surroundings"]),
        (BROKEN, {}, ["chance"]),
        (run(None, a_break("a"), sources=OTHER_TEXT), {}, ["library"]),
        (run(None, a_break("a"), sources=OTHER_TEXT), {"torch": "2.15.0"}, ["torch", "library"]),
        (run(None, a_break("a"), sources={"net/modeling.py": "1", "torch/nn/x.py": "2"}), {}, ["chance"]),
    ],
)
def test_each_change_is_put_down_to_what_differs(
    tmp_path: Path, broken: tuple[Planned, RunRow], values: dict[str, Any], expected: list[str]
) -> None:
    assert causes(side(tmp_path, "a", run()), side(tmp_path, "b", broken, **values)) == expected


def test_the_files_that_differ_are_named(tmp_path: Path) -> None:
    a = side(tmp_path, "a", run(sources={"net/modeling.py": "1", "net/old.py": "1", "torch/x.py": "1"}))
    b = side(tmp_path, "b", run(None, a_break("a"), sources={"net/modeling.py": "2", "torch/x.py": "1"}))
    (pair,) = compare(a, b).changed
    assert pair.differences.files == ["net/modeling.py"]
    assert pair.differences.causes == ["library"]


def test_other_files_of_torch_are_torch_and_files_that_only_one_reached_are_the_library(tmp_path: Path) -> None:
    a = side(tmp_path, "a", run(sources={"torch/x.py": "1"}))
    b = side(tmp_path, "b", run(None, a_break("a"), sources={"torch/x.py": "2"}))
    assert causes(a, b) == ["torch"]
    c = side(tmp_path, "c", run(None, a_break("a"), sources={"torch/x.py": "1", "net/new.py": "1"}))
    assert causes(a, c) == ["library"]


def test_of_a_run_that_reached_no_file_the_versions_tell(tmp_path: Path) -> None:
    a = side(tmp_path, "a", run(), packages={"transformers": "4.54.1", "numpy": "2.0"})
    gone = run(status="unusable", failure="target", sources={})
    b = side(tmp_path, "b", gone, packages={"transformers": "5.0.0", "numpy": "2.0"})
    (pair,) = compare(a, b).changed
    assert pair.changes[0].causes == ["library"]
    assert pair.differences.packages == ["transformers 4.54.1 → 5.0.0"]


class Reruns:
    """Stands for the engine: gives these rows, one after the other."""

    def __init__(self, *rows: tuple[Planned, RunRow] | str) -> None:
        self.rows = [*rows]
        self.asked: list[Planned] = []

    def __call__(self, planned: Sequence[Planned]) -> Mapping[str, RunRow]:
        found = {}
        for plan in planned:
            self.asked.append(plan)
            given = self.rows.pop(0)
            if isinstance(given, str):
                raise RerunError(given)
            found[plan.run] = given[1]
        return found


def again(tmp_path: Path, *rows: tuple[Planned, RunRow] | str, torch: str = "2.15.0") -> tuple[SweepDiff, Reruns]:
    reruns = Reruns(*rows)
    a, b = side(tmp_path, "a", run()), side(tmp_path, "b", BROKEN, torch=torch)
    return compare(a, b, reruns), reruns


def test_what_shows_in_every_rerun_is_a_change(tmp_path: Path) -> None:
    found, reruns = again(tmp_path, BROKEN, BROKEN, BROKEN)
    assert [one.target for one in reruns.asked] == [NET] * 3
    (pair,) = found.changed
    assert {(one.shown, one.reruns, *one.causes) for one in pair.changes} == {(3, 3, "torch")}
    assert (found.exit_status, found.reran) == (1, 1)


def test_what_one_rerun_does_not_show_is_chance(tmp_path: Path) -> None:
    found, _ = again(tmp_path, BROKEN, run(None, a_break("a"), a_break("b")), run(None, a_break("b")))
    (pair,) = found.changed
    chance = [(one.kind, one.shown, one.reruns) for one in pair.changes if one.is_chance]
    assert chance == [("new-break", 2, 3)]
    assert [one.kind for one in pair.told] == ["stopped-being-whole", "graphs"]


def test_it_ends_once_nothing_can_be_a_change(tmp_path: Path) -> None:
    found, reruns = again(tmp_path, run())
    assert len(reruns.asked) == 1
    assert (found.exit_status, len(found.chance), found.changed[0].changes[0].shown) == (0, 1, 0)


def test_nothing_differs_and_every_rerun_shows_it(tmp_path: Path) -> None:
    found, _ = again(tmp_path, BROKEN, BROKEN, BROKEN, torch="2.13.0")
    assert {tuple(one.causes) for one in found.changed[0].changes} == {("unknown",)}
    assert found.exit_status == 1


def test_a_rerun_that_cannot_be_is_said(tmp_path: Path) -> None:
    found, _ = again(tmp_path, "no interpreter /usr/bin/python here")
    (pair,) = found.changed
    assert pair.problem == "not run again: no interpreter /usr/bin/python here"
    assert (pair.changes[0].causes, pair.changes[0].shown, found.reran) == (["torch"], None, 0)


def test_a_rerun_of_other_code_says_nothing(tmp_path: Path) -> None:
    found, _ = again(tmp_path, run(None, sources={"net/modeling.py": "9"}))
    assert found.changed[0].problem == "not run again: the code has changed"
    assert found.changed[0].told


def test_runs_are_paired_by_all_that_they_are_planned_by(tmp_path: Path) -> None:
    ways: list[dict[str, Any]] = [{}, {"mode": "train"}, {"dtype": "bfloat16"}, {"device": "cuda"}, {"pass_": "verify"}]
    a = side(tmp_path, "a", *[run(planned(**way)) for way in ways])
    b = side(tmp_path, "b", *[run(planned(**way), a_break("a")) for way in ways[:2]], run(planned("hf:Other")))
    found = compare(a, b)
    assert (found.compared, len(found.changed)) == (2, 2)
    assert {(key.pass_, key.dtype, key.device) for key in found.only_a} == {
        ("identify", "bfloat16", "cpu"),
        ("identify", "float32", "cuda"),
        ("verify", "float32", "cpu"),
    }
    assert [str(key) for key in found.only_b] == ["hf:Other (identify, eval, float32, cpu)"]


TWO = {"torch-2.13": "2.13.0", "torch-2.15": "2.15.0"}


def two_environments(path: Path) -> Path:
    old, new = (planned(environment=name) for name in TWO)
    return make_store(path, run(old), run(new, a_break("a")), torch=TWO)


def test_two_environments_of_one_store(tmp_path: Path) -> None:
    path = two_environments(tmp_path / "s.duckdb")
    found = compare(read_side(f"{path}@torch-2.13"), read_side(f"{path}@torch-2.15"))
    assert found.changed[0].differences.torch == "2.13.0 → 2.15.0"
    with pytest.raises(StoreError, match=r"has the environments torch-2.13, torch-2.15: name one, .*@torch-2.13"):
        compare(read_side(str(path)), read_side(f"{path}@torch-2.15"))


def test_the_same_environments_of_two_stores_are_paired(tmp_path: Path) -> None:
    a, b = (read_side(str(two_environments(tmp_path / f"{name}.duckdb"))) for name in "ab")
    found = compare(a, b)
    assert (found.compared, found.changed) == (2, [])


def test_versions_of_the_code_in_one_store(tmp_path: Path) -> None:
    runs = [run(planned(version="1f2e")), run(planned(version="3d4c"), a_break("a"))]
    path = make_store(tmp_path / "s@x.duckdb", *runs)
    assert compare(read_side(f"{path}@1f2e"), read_side(f"{path}@3d4c")).compared == 1
    with pytest.raises(StoreError, match="has runs of the versions 1f2e, 3d4c: name one"):
        read_side(str(path))
    with pytest.raises(StoreError, match="no environment or version main: there is here, 1f2e, 3d4c"):
        read_side(f"{path}@main")


def test_breaks_of_several_runs_are_counted(tmp_path: Path) -> None:
    names = [f"hf:Net{number}" for number in range(3)]
    a = side(tmp_path, "a", *[run(planned(name)) for name in names])
    b = side(tmp_path, "b", *[run(planned(name), a_break("a")) for name in names], torch="2.15.0")
    (shared,) = compare(a, b).shared_breaks
    assert (shared.kind, shared.runs) == ("new-break", 3)
