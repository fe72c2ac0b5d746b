"""The rows, their order, and what is kept of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import ArmRun, Failure, Gains, Timing

from benchmarks.gains import __main__ as command
from benchmarks.gains import docs, jobs, pairs, published, run
from benchmarks.gains.jobs import Choices, Job, in_order, jobs_of
from benchmarks.gains.run import Budget, measure, needs_survey, next_batch, waiting
from benchmarks.gains.store import Store
from benchmarks.gains.targets import classics, vision

LIMITS = Limits(100)


def timing(seconds: float, spread: float = 0.01) -> Timing:
    return Timing(seconds, seconds * (1 - spread), seconds * (1 + spread), 30)


def gains(eager: float = 2.0, compiled: float = 1.0, graphs: int = 1, **values: Any) -> Gains:
    return Gains("forward", timing(eager), timing(compiled), "default mode", 10.0, graphs, **values)


def job(name: str, **values: Any) -> Job:
    return Job("vision", name, "compiled", Request(f"m:{name}", "/"), Arm("compiled"), **values)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "results.json")


class Engine:
    """Stands for `measure_arms`: every arm is measured, except for targets whose failure is given."""

    def __init__(self, failures: dict[str, Failure] | None = None, killed_at: str = "") -> None:
        self.killed_at = killed_at
        self.batches: list[list[str]] = []
        self.failures = failures or {}
        self.again: list[bool] = []

    def __call__(
        self,
        pairs: Sequence[tuple[Request, Arm]],
        limits: Limits,
        side_by_side: int,
        _say: object,
        *,
        keep: Callable[[int, ArmRun], None],
        again: bool,
        processes: int,
    ) -> list[ArmRun]:
        assert processes == 1
        assert side_by_side == len(pairs)
        self.batches.append([request.target for request, _ in pairs])
        self.again.append(again)
        runs = []
        for request, arm in pairs:
            failure = self.failures.get(request.target)
            if request.target == self.killed_at:
                raise KeyboardInterrupt
            runs.append(ArmRun(arm, failure=failure) if failure else ArmRun(arm, gains()))
            if failure is None:
                keep(len(runs) - 1, runs[-1])
        return runs


def test_all_keys_differ_and_every_target_is_there() -> None:
    for part in jobs.PARTS:
        found = jobs_of(part, Choices())
        keys = [one.key for one in found]
        assert len(keys) == len(set(keys)) and keys
        for one in found:
            where, _, name = one.request.target.partition(":")
            module = {"vision": vision, "classics": classics}.get(where.rpartition(".")[2])
            assert module is None or callable(getattr(module, name))


def test_every_published_figure_has_a_row() -> None:
    groups = {one.group for one in jobs_of("vision", Choices())}
    assert set(published.VISION) <= groups
    assert {group.rpartition("_")[2] for group in groups} == {"1", "4", "16"}
    assert len(groups) == 36
    assert set(published.CAPTIONING) & set(jobs.CAPTIONING["static"][1]) == {jobs.FIXED}
    assert {one.group for one in jobs_of("classics", Choices())} == set(docs.CLASSICS)


def test_names_that_are_no_target_are_refused() -> None:
    for module, name in ((vision, "vit"), (vision, "vit_x"), (vision, "alexnet_1"), (classics, "resnet18_1")):
        with pytest.raises(AttributeError):
            getattr(module, name)


def test_slow_rows_go_together_and_first_and_lonely_ones_last() -> None:
    given = [job("a"), job("b", slow=True), job("c", alone=True), job("d", slow=True)]
    assert [one.group for one in in_order(given)] == ["b", "d", "a", "c"]


def test_rows_run_in_batches_and_each_is_kept(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    engine = Engine({"m:c": Failure("raised", "cannot be compiled", "the compile")})
    monkeypatch.setattr(run, "measure_arms", engine)
    said: list[str] = []
    given = [job("a"), job("b"), job("c"), job("d", alone=True)]
    assert measure(given, store, 2, LIMITS, Budget(), said.append) == []
    assert engine.batches == [["m:a", "m:b"], ["m:c"], ["m:d"]]
    assert engine.again == [False, False, True]
    read = Store.read(store.path)
    assert [result.group for result in read.results.values()] == ["a", "b", "c", "d"]
    assert read.results["vision/a/compiled"].run.gains == gains()
    failure = read.results["vision/c/compiled"].run.failure
    assert failure is not None and failure.message == "cannot be compiled"
    assert [line.partition(":")[0] for line in said] == [one.key for one in given]


def test_what_is_timed_is_kept_though_the_rest_of_its_batch_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    monkeypatch.setattr(run, "measure_arms", Engine(killed_at="m:b"))
    with pytest.raises(KeyboardInterrupt):
        measure([job("a"), job("b")], store, 2, LIMITS, Budget(), print)
    assert [result.group for result in Store.read(store.path).results.values()] == ["a"]


def test_rows_are_spread_over_devices() -> None:
    given = [job(name) for name in "abc"]
    found = next_batch(given, 3, ["cuda:0", "cuda:1"])
    assert [one.request.device for one in found] == ["cuda:0", "cuda:1", "cuda:0"]
    assert [one.key for one in found] == [one.key for one in given]
    assert next_batch(given, 2) == given[:2]


def test_no_more_rows_go_to_a_device_than_fit() -> None:
    given = [job("a", memory=41.0), job("b", memory=41.0), job("c", memory=41.0), job("d", memory=20.0), job("e")]
    assert [one.group for one in next_batch(given, 9, memory=102.0)] == ["a", "b", "d", "e"]
    assert [one.group for one in next_batch(given, 9, memory=30.0)] == ["a"], "what never fits is tried alone"
    found = next_batch(given, 9, ["cuda:0", "cuda:1"], 80.0)
    assert [(one.group, one.request.device) for one in found] == [
        ("a", "cuda:0"),
        ("b", "cuda:1"),
        ("d", "cuda:0"),
        ("e", "cuda:1"),
    ]


def test_rows_that_did_not_fit_come_next(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    engine = Engine()
    monkeypatch.setattr(run, "measure_arms", engine)
    given = [job("a", memory=6.0), job("b", memory=6.0), job("c", memory=4.0), job("d", alone=True)]
    assert measure(given, store, 9, LIMITS, Budget(), print, memory=10.0) == []
    assert engine.batches == [["m:a", "m:c"], ["m:b"], ["m:d"]]


def test_nothing_begins_after_the_end_and_resuming_takes_up_the_rest(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    engine = Engine()
    monkeypatch.setattr(run, "measure_arms", engine)
    given = [job("a"), job("b"), job("c")]
    monkeypatch.setattr(Budget, "left", property(lambda _self: 500.0 if not engine.batches else 10.0))
    left = measure(given, store, 1, LIMITS, Budget(500.0), print)
    assert [one.group for one in left] == ["b", "c"]
    assert waiting(given, Store.read(store.path), resume=True, retry=False) == left
    assert waiting(given, store, resume=False, retry=False) == given


def test_nothing_begins_that_would_not_end_in_time(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    engine = Engine()
    monkeypatch.setattr(run, "measure_arms", engine)
    monkeypatch.setattr(run.time, "monotonic", lambda: 100.0 * len(engine.batches))
    given = [job("a"), job("b"), job("c")]
    left = measure(given, store, 1, LIMITS, Budget(250.0, began=0.0), print)
    assert [one.group for one in left] == ["c"]  # 50 s are left, and each took 100.


def test_a_row_that_the_end_cut_short_is_no_failure(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    engine = Engine({"m:a": Failure("timeout", "no end", "the compile")})
    monkeypatch.setattr(run, "measure_arms", engine)
    monkeypatch.setattr(Budget, "left", property(lambda _self: 0.0 if engine.batches else 40.0))
    assert [one.group for one in measure([job("a")], store, 1, LIMITS, Budget(100.0), print)] == ["a"]
    assert not store.results


def test_a_row_that_failed_is_only_measured_again_when_asked(store: Store) -> None:
    given = [job("a"), job("b")]
    store.add(given[0], ArmRun(given[0].arm, gains()))
    store.add(given[1], ArmRun(given[1].arm, failure=Failure("memory", "out of memory", "the timing")))
    assert waiting(given, store, resume=True, retry=False) == []
    assert waiting(given, store, resume=True, retry=True) == [given[1]]


def test_only_what_may_break_is_asked_about_breaks(store: Store) -> None:
    def asks(found: ArmRun) -> bool:
        return needs_survey(store.add(job("a"), found))

    assert not asks(ArmRun(Arm("one graph"), gains()))
    assert asks(ArmRun(Arm("two graphs"), gains(graphs=2)))
    assert not asks(ArmRun(Arm("one is the optimizer's", optimizer="compiled"), gains(graphs=2)))
    assert not asks(ArmRun(Arm("one for each length"), gains(graphs=2, recompiles=1)))
    assert asks(ArmRun(Arm("fails"), failure=Failure("raised", "Unsupported", "the compile")))
    assert not asks(ArmRun(Arm("too large"), failure=Failure("memory", "out of memory", "the compile")))


def test_files_are_called_as_they_are_imported() -> None:
    roots = ["", "/opt/site", "/opt/site/transformers/models", "/home/x"]
    assert run.below("/opt/site/transformers/loss.py", roots) == "transformers/loss.py"
    assert run.below("/opt/sites/a.py", roots) == "/opt/sites/a.py"


def test_results_of_another_machine_are_not_mixed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add(job("a"), ArmRun(Arm("compiled"), gains()))
    store.environment = {"device": "another", "python": "3"}
    store.write()
    with pytest.raises(ValueError, match=r"measured with another device.*begin another --output-file"):
        command.open_store(store.path, Choices(devices=("cpu",)), True, ["--resume"])
    assert len(Store.read(store.path).results) == 1


def test_a_file_that_is_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    for text in ("no json", json.dumps({"results": [{"part": "vision"}]}), json.dumps([])):
        path.write_text(text)
        arguments = ["--part", "vision", "--only", "vit_1/compiled", "--resume", "--output-file", str(path)]
        assert command.main([*arguments, "--device", "cpu"]) == 2
        assert "holds no results of this benchmark" in capsys.readouterr().err
        assert path.read_text() == text


@pytest.mark.parametrize("arguments", [[], ["--part", "vision", "--only", "no such row"]])
def test_a_command_without_rows_says_what_to_do(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(arguments) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_rows_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--part", "captioning", "--list", "--only", "static/"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"captioning/static/{jobs.BREAK}"


def test_the_break_and_its_fix_are_the_same_step_from_two_folders(capsys: pytest.CaptureFixture[str]) -> None:
    asked = pairs.asked(Choices(small=True), "reduce-overhead")
    assert asked.request.target == asked.fixed.target == "benchmarks.gains.targets.captioning:static_8_small"
    assert (Path(asked.root).name, Path(asked.fixed_root).name) == ("released", "fixed")
    assert asked.root in asked.request.paths and asked.fixed_root in asked.fixed.paths
    assert (asked.arm.fullgraph, asked.fixed_arm.fullgraph) == (False, True)
    assert {arm.mode for arm in (asked.arm, asked.fixed_arm)} == {"reduce-overhead"}
    assert command.main(["--part", "pairs", "--list"]) == 0
    assert capsys.readouterr().out.split() == ["pairs/default", "pairs/reduce-overhead"]
