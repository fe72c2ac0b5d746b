"""Each check gives the verdict that the compiler's behaviour deserves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.checks import CheckContext, Options, gains, run_checks
from fullgraph.runtime_check.checks.context import brief
from fullgraph.runtime_check.gains.ratios import compare
from fullgraph.runtime_check.process.worker import choose_backend
from fullgraph.runtime_check.results import Environment, Gains, Run, Timing
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.target.inputs import CallArguments, label_calls
from fullgraph.runtime_check.target.target import Target

log = logging.getLogger(__name__)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def verify(
    fn: Callable[..., Any], *calls: tuple[Any, ...], backend: str = "eager", bench: float = 0.0, stands_in: str = ""
) -> Run:
    torch.manual_seed(0)
    target = Target(fn, label_calls([CallArguments(call) for call in calls]))
    run = Run(environment=Environment(backend_note=stands_in))
    stepper = Stepper(target, torch.device("cpu"))
    run_checks(CheckContext(stepper, Options(backend, bench_seconds=bench), run, lambda _check: None))
    return run


def verdicts(run: Run) -> dict[str, str]:
    return {verdict.check: verdict.status for verdict in run.verdicts}


class Base(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.calls = 0


class Clean(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x).relu()


class Branching(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        if x.sum() > 0:
            x = x * 2
        log.info("here")
        return x


class Item(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * x.abs().sum().item()


class BranchOnItem(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale = x.abs().sum().item()
        if scale > 3:
            x = x / scale
        return self.linear(x)


class Counting(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return self.linear(x) + self.calls


class Dropping(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.dropout(self.linear(x), 0.5).sum()


class WrongWhenCompiled(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        return x + 0.01 if torch.compiler.is_compiling() else x


class RaisesWhenCompiled(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if torch.compiler.is_compiling():
            raise ValueError("only when compiled")
        return self.linear(x)


class Looping(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(2):
            x = self.linear(x)
            print(end="")
        return x


X, Y = torch.randn(3, 4), torch.randn(5, 4)


def test_clean_module_passes_everything() -> None:
    run = verify(Clean(), (X,), (Y,), backend="aot_eager", bench=0.1)
    assert verdicts(run).pop("gains") in ("pass", "slower")
    assert {status for check, status in verdicts(run).items() if check != "gains"} == {"pass"}
    assert run.breaks == []
    assert run.graphs == 2, "a second size makes the batch dimension dynamic"
    assert [r.steady for r in run.recompiles] == [False]
    assert run.numerics is not None
    assert run.numerics.reference == "float64"
    assert run.numerics.gradients == 4
    assert run.gains is not None
    assert run.gains.compiled_with == "fullgraph=True"
    assert run.gains.eager.low <= run.gains.eager.median <= run.gains.eager.high
    assert run.exit_status == 0


def test_breaks_are_listed_and_fullgraph_fails_at_the_first() -> None:
    run = verify(Branching(), (X,), (-X,))
    assert verdicts(run) == {
        "eager": "pass",
        "breaks": "fail",
        "fullgraph": "fail",
        "steady": "pass",
        "numerics": "pass",
        "effects": "pass",
        "gains": "skipped",
    }
    assert [b.registry_id for b in run.breaks] == ["GB0170", "GB0291"]
    fullgraph = run.verdict("fullgraph")
    assert fullgraph is not None
    assert "GB0170" in fullgraph.summary
    assert fullgraph.summary.endswith(", and 1 more break")
    assert [b.modes for b in run.breaks] == [["default", "fullgraph"]] * 2
    assert f"{__file__}:{run.breaks[0].place.line}" in fullgraph.summary
    assert run.exit_status == 1


def test_item_breaks_only_the_default_mode() -> None:
    run = verify(Item(), (X,))
    assert [b.registry_id for b in run.breaks] == ["GB0124"]
    assert [b.modes for b in run.breaks] == [["default"]]
    assert (verdicts(run)["breaks"], verdicts(run)["fullgraph"]) == ("fail", "pass")
    assert str(getattr(run.verdict("breaks"), "summary", "")).endswith("; with fullgraph=True none")


def test_break_has_the_name_of_the_registry_however_it_is_raised() -> None:
    run = verify(BranchOnItem(), (X,))
    fullgraph = run.verdict("fullgraph")
    assert fullgraph is not None
    assert fullgraph.summary.startswith("Data-dependent branching (GB0170) at ")
    assert [(b.registry_id, b.modes) for b in run.breaks] == [("GB0124", ["default"]), ("GB0170", ["fullgraph"])]


def test_recompile_names_the_guard_and_keeps_the_comparison_honest() -> None:
    run = verify(Counting(), (X,), bench=0.1)
    assert (verdicts(run)["steady"], verdicts(run)["numerics"], verdicts(run)["gains"]) == ("fail", "pass", "skipped")
    steady = [r for r in run.recompiles if r.steady]
    assert steady[0].guard.startswith("self.calls == ")
    assert steady[0].place.filename == __file__
    assert "register_buffer" in steady[0].advice
    verdict = run.verdict("steady")
    assert verdict is not None
    assert verdict.notes == [f"{steady[0].guard}: {steady[0].advice}"]
    assert steady[0].used is None or steady[0].used.filename == __file__


@pytest.mark.slow
def test_more_sizes_than_dynamic_shapes_can_take() -> None:
    def by_size(x: torch.Tensor) -> torch.Tensor:
        return x.reshape([x.shape[0], *[1] * x.shape[0], 4]).sum()

    run = verify(by_size, *[(torch.randn(n, 4),) for n in range(2, 14)])
    fullgraph, steady = run.verdict("fullgraph"), run.verdict("steady")
    assert fullgraph is not None
    assert steady is not None
    assert (fullgraph.status, steady.status) == ("fail", "fail")
    limit = f"by_size ({__file__}:{by_size.__code__.co_firstlineno}) hits the recompile limit: tensor 'x' size mismatch"
    assert fullgraph.summary.startswith(limit)
    assert steady.summary.startswith(limit)
    assert steady.summary.endswith("; later calls run in eager")
    for verdict in (fullgraph, steady):
        assert "torch._dynamo.mark_dynamic(x, 0)" in verdict.notes[-1]
        assert f"{__file__}:" in verdict.notes[-1]
        assert "needs it as a constant" in verdict.notes[-1]
    assert [one.guard for one in run.recompiles if one.over_limit] == [run.recompiles[-1].guard]


def test_the_recompile_limit_names_the_guard_however_many_input_sets_there_are() -> None:
    run = verify(Counting(), *[(torch.randn(3, 4),)] * 4)
    assert verdicts(run)["fullgraph"] == "pass"
    steady = run.verdict("steady")
    assert steady is not None
    first = Counting.forward.__code__.co_firstlineno
    assert steady.summary == f"forward ({__file__}:{first}) hits the recompile limit: self.calls == 7"
    assert len(steady.notes) == 1 and steady.notes[0].startswith("self.calls == 7: an int attribute of a module")
    (over,) = (one for one in run.recompiles if one.over_limit)
    assert (over.place.filename, over.place.line, over.guard) == (__file__, first, "self.calls == 7")
    assert "register_buffer" in over.advice


def test_what_hits_the_recompile_limit_is_told_in_one_line() -> None:
    compiled = torch.compile(Counting(), backend="eager", fullgraph=True)
    with pytest.raises(torch._dynamo.exc.FailOnRecompileLimitHit) as caught:
        for _ in range(10):
            compiled(X)
    told = brief(caught.value)
    assert "hits the recompile limit: self.calls == 7; an int attribute of a module is a constant" in told
    assert "\n" not in told


def test_random_target_is_compared_under_the_same_random_numbers() -> None:
    run = verify(Dropping(), (X,), backend="aot_eager")
    assert verdicts(run)["numerics"] == "pass"
    assert run.numerics is not None
    assert run.numerics.reference == "eager"
    assert run.numerics.loss_eager == run.numerics.loss_compiled
    assert run.what.startswith("training step")


def test_wrong_values_are_found() -> None:
    run = verify(WrongWhenCompiled(), (X,))
    numerics = run.verdict("numerics")
    assert numerics is not None
    assert numerics.status == "fail"
    assert any(note.startswith("output: off by") for note in numerics.notes)


def test_target_that_raises_only_when_compiled() -> None:
    run = verify(RaisesWhenCompiled(), (X,))
    assert run.failure is None
    assert verdicts(run)["fullgraph"] == "fail"
    assert verdicts(run)["breaks"] == "fail"
    assert "ValueError" in str(run.verdict("breaks")) or run.breaks


def test_frame_left_to_eager_is_a_skip() -> None:
    run = verify(Looping(), (X,))
    assert [b.kind for b in run.breaks] == ["skip"]
    breaks = run.verdict("breaks")
    assert breaks is not None
    assert "left to eager" in breaks.summary


def test_what_eager_raises_comes_through() -> None:
    def wrong(x: torch.Tensor) -> torch.Tensor:
        return x @ x

    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        verify(wrong, (X,))


def test_failing_backend_fails_the_fullgraph_check() -> None:
    def failing(_graph: Any, _inputs: Any) -> Any:
        raise RuntimeError("cannot lower this")

    torch._dynamo.register_backend(failing, name="failing_backend")
    run = verify(Clean(), (X,), backend="failing_backend")
    fullgraph = run.verdict("fullgraph")
    assert fullgraph is not None
    assert fullgraph.status == "fail"
    assert "the backend failing_backend failed" in fullgraph.summary
    assert "cannot lower this" in fullgraph.summary
    assert {verdicts(run)[check] for check in ("steady", "numerics", "gains")} == {"skipped"}


def test_a_known_fault_of_pytorch_is_called_one() -> None:
    told = brief(AssertionError("expected size 64==64, stride 1859768==1809504 at dim=0\nThis error most often comes"))
    assert told.startswith("AssertionError: expected size 64==64, stride 1859768==1809504 at dim=0 (where sizes vary")
    assert "pytorch#194420" in told
    assert brief(AssertionError("expected size 3")) == "AssertionError: expected size 3"


def timed(eager: float, compiled: float) -> Gains:
    def around(median: float) -> Timing:
        return Timing(median, 0.98 * median, 1.02 * median, 9, [median * by for by in (0.99, 1.0, 1.02)])

    times = around(eager), around(compiled)
    times[1].rounds.reverse()
    return Gains("forward", *times, "fullgraph=True", 1.0, 1, ratio=compare([times]))


@pytest.mark.parametrize(
    ("eager", "compiled", "status", "told"),
    [
        (0.004, 0.002, "pass", "2.00x as fast as eager (1.94 to 2.06, 1 process): 4 ms -> 2 ms (fullgraph=True)"),
        (
            0.002,
            0.004,
            "slower",
            "slower than eager, 2.00x the time (1.94 to 2.06, 1 process): 2 ms -> 4 ms (fullgraph=True)",
        ),
        (
            0.004,
            0.00402,
            "pass",
            "no difference from eager was measured (0.97 to 1.03, 1 process): 4 ms -> 4.02 ms (fullgraph=True)",
        ),
    ],
)
def test_slower_than_eager_is_no_pass(
    monkeypatch: pytest.MonkeyPatch, eager: float, compiled: float, status: str, told: str
) -> None:
    monkeypatch.setattr(gains, "take", lambda *_, **__: timed(eager, compiled))
    run = verify(Clean(), (X,), bench=0.1)
    verdict = run.verdict("gains")
    assert verdict is not None
    assert (verdict.status, verdict.summary) == (status, told)
    assert verdict.notes[0].startswith("timed in one process")
    assert run.exit_status == 0


def test_a_backend_that_stands_in_for_inductor_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gains, "take", lambda *_, **__: pytest.fail("it was timed"))
    run = verify(Clean(), (X,), bench=0.1, stands_in="no C++ compiler for inductor")
    verdict = run.verdict("gains")
    assert verdict is not None
    assert verdict.status == "skipped"
    assert verdict.summary.startswith("eager, which replaces inductor, generates no code")


@pytest.mark.slow
@pytest.mark.skipif(choose_backend("auto", torch.device("cpu"))[0] != "inductor", reason="no C++ compiler")
def test_inductor_on_a_module_with_dropout() -> None:
    run = verify(Dropping(), (X,), backend="inductor", bench=0.1)
    assert {status for check, status in verdicts(run).items() if check != "gains"} == {"pass"}
    assert run.gains is not None
    assert run.gains.compile_seconds > 0
