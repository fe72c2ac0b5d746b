"""What graph breaks cost: the work and the time that each leaves to eager."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.checks import CheckContext, Options, run_checks
from fullgraph.runtime_check.gains import break_costs, timeline
from fullgraph.runtime_check.report import show
from fullgraph.runtime_check.report.html import as_html
from fullgraph.runtime_check.report.text import as_text
from fullgraph.runtime_check.results import (
    BreakCost,
    BreakCosts,
    Environment,
    Report,
    Run,
    TargetReport,
    from_json,
    to_json,
)
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.step.train_step import make_stepper
from fullgraph.runtime_check.target.inputs import CallArguments, label_calls
from fullgraph.runtime_check.target.target import Target

log = logging.getLogger(__name__)
SHOWN = show.path(__file__)
SOURCE = Path(__file__).read_text(encoding="utf-8").splitlines()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def line(marked: str) -> int:
    """The number of the line with this mark."""
    (found,) = [number for number, text in enumerate(SOURCE, 1) if text.endswith(f"# {marked}")]
    return found


def verify(fn: Callable[..., Any], *shapes: tuple[int, ...], bench: float = 0.0, train: bool | None = None) -> Run:
    torch.manual_seed(0)
    calls = [CallArguments((torch.randn(shape),)) for shape in shapes or ((8, 64),)]
    run = Run(environment=Environment())
    stepper = Stepper(Target(fn, label_calls(calls)), torch.device("cpu"), train)
    run_checks(CheckContext(stepper, Options("eager", bench_seconds=bench), run, lambda _check: None))
    return run


def cost_at(run: Run, marked: str) -> BreakCost:
    assert run.break_costs is not None
    (found,) = [one for one in run.break_costs.causes if one.place.line == line(marked)]
    return found


class Base(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Linear(64, 64)
        self.second = torch.nn.Linear(64, 64)


class Prints(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.first(x).relu()
        print("between")  # print
        return self.second(x).relu()


class Item(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.first(x)
        scale = x.abs().max().item()  # item
        return self.second(x) * scale


class Loops(Base):
    def layers(self, x: torch.Tensor) -> torch.Tensor:
        for layer in (self.first, self.second):
            x = layer(x).tanh()
            print("in the loop")  # loop
        return x

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layers(x.exp())
        return x.sin()


class LogsTwice(Base):
    def told(self, x: torch.Tensor) -> torch.Tensor:
        log.warning("norm %s", x.shape)  # log
        return x

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.told(self.first(x))  # once
        x = x.relu()
        return self.told(self.second(x)).relu()  # again


class Clean(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x).relu())


@torch._dynamo.disable
def apart(x: torch.Tensor) -> torch.Tensor:
    x = x * 2
    return x.cos().sum(-1, keepdim=True)


class Disabled(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.first(x)
        x = x + apart(x)  # disabled
        return self.second(x)


def test_a_print_leaves_no_operator_to_eager() -> None:
    run = verify(Prints())
    found = cost_at(run, "print")
    assert (found.calls, found.frames, found.operators, found.syncs) == (1, 1, 0, 0)
    assert found.place.function == "forward"
    assert found.callers == []


def test_an_item_is_an_operator_and_waits_for_the_device() -> None:
    found = cost_at(verify(Item().eval()), "item")
    assert (found.operators, found.backward_operators, found.syncs) == (1, 0, 1)
    assert found.launches is None and found.kernels is None and found.idle_seconds is None


def test_a_function_left_to_eager_has_all_its_operators() -> None:
    """Two layers and two ``tanh``; before and behind it there are graphs."""
    run = verify(Loops().eval())
    found = cost_at(run, "loop")
    assert (found.operators, found.calls) == (4, 1)
    assert run.break_costs is not None and run.break_costs.other_operators == 0


def test_the_backward_pass_of_what_ran_in_eager_counts() -> None:
    found = cost_at(verify(Loops(), train=True), "loop")
    assert found.operators - found.backward_operators == 4
    assert found.backward_operators >= 4


def test_compiled_backward_is_none_of_it() -> None:
    found = cost_at(verify(Prints(), train=True), "print")
    assert (found.operators, found.backward_operators) == (0, 0)


def test_a_helper_that_is_called_twice_is_one_cause() -> None:
    run = verify(LogsTwice().eval())
    found = cost_at(run, "log")
    assert found.calls == 2
    assert [one.line for one in found.callers] == [line("once"), line("again")]
    assert run.break_costs is not None and len(run.break_costs.causes) == 1


def test_without_a_break_nothing_is_measured() -> None:
    assert verify(Clean()).break_costs is None


class AllInEager(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(2):
            if x.sum() > 0:  # all
                x = x + 1
        return self.inner(x)

    def inner(self, x: torch.Tensor) -> torch.Tensor:
        for layer in (self.first, self.second):
            x = layer(x)
            print("in the loop")  # inner
        return x


def test_where_nothing_is_compiled_all_is_for_the_functions_left_to_eager() -> None:
    run = verify(AllInEager().eval(), bench=0.05)
    assert run.graphs == 0
    assert run.break_costs is not None and run.break_costs.note.startswith("nothing of the target is compiled")
    outer, inner = cost_at(run, "all"), cost_at(run, "inner")
    assert (outer.calls, inner.calls, inner.operators) == (1, 1, 2)
    assert outer.operators > inner.operators and outer.syncs == 2
    assert outer.share is not None and inner.share is not None and 0 < outer.share + inner.share <= 1
    assert "nothing of the target is compiled" in as_text(Report([TargetReport("a.py:A", run)]))


def test_what_a_disabled_function_does_is_for_its_call() -> None:
    found = cost_at(verify(Disabled().eval()), "disabled")
    assert found.operators == 3


def test_figures_are_per_step_of_all_input_sets() -> None:
    found = cost_at(verify(Item().eval(), (8, 64), (16, 64), (24, 64)), "item")
    assert (found.calls, found.operators, found.syncs) == (1, 1, 1)


@pytest.mark.parametrize(("kind", "marked"), [(Prints, "print"), (Item, "item"), (Loops, "loop")])
def test_shares_are_of_the_step(kind: type[Base], marked: str) -> None:
    run = verify(kind(), bench=0.05)
    costs, found = run.break_costs, cost_at(run, marked)
    assert costs is not None and costs.step_seconds is not None and costs.steps >= 1
    assert found.seconds is not None and found.share is not None
    assert 0 < found.seconds < costs.step_seconds
    assert found.share == pytest.approx(found.seconds / costs.step_seconds)


def test_breaks_are_ranked() -> None:
    class Both(Base):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = self.first(x)
            print("cheap")
            for _ in range(2):
                x = Loops.layers(self, x)  # type: ignore[arg-type]
            return x

    run = verify(Both().eval(), bench=0.05)
    assert run.break_costs is not None
    shares = [one.share for one in run.break_costs.causes]
    assert shares == sorted(shares, key=lambda share: share or 0.0, reverse=True)
    assert run.break_costs.causes[0].place.line == line("loop")


def test_without_timing_there_are_counts() -> None:
    run = verify(Item())
    assert run.break_costs is not None and run.break_costs.step_seconds is None
    assert cost_at(run, "item").share is None


def test_a_fault_of_the_profiler_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_values: object) -> None:
        raise RuntimeError("no profiler here")

    monkeypatch.setattr(break_costs, "_profiled", broken)
    run = verify(Prints())
    assert run.break_costs == BreakCosts(note="not measured: RuntimeError: no profiler here")
    assert {one.check for one in run.verdicts} >= {"eager", "breaks", "gains"}


def test_graphs_are_as_they_were_afterwards() -> None:
    def graphs() -> dict[str, object]:
        return {name: value for name, value in globals().items() if name.startswith("__compiled_fn")}

    model = torch.compile(Prints(), backend="eager")
    model(torch.randn(2, 64))
    before = graphs()
    assert before
    with break_costs._marked_graphs():
        assert all(graphs()[name] is not value for name, value in before.items())
    assert graphs() == before


def test_a_train_step_of_its_own_is_told_apart() -> None:
    """What the step does itself, in eager, is there for no break."""
    model = Item()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step(x: torch.Tensor) -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    run = Run(environment=Environment())
    stepper = make_stepper(Target(step, label_calls([CallArguments((torch.randn(4, 64),))])), torch.device("cpu"))
    run_checks(CheckContext(stepper, Options("eager", bench_seconds=0.0), run, lambda _check: None))
    found = cost_at(run, "item")
    assert (found.operators, found.syncs) == (1, 1)
    assert run.break_costs is not None and run.break_costs.other_operators == 0


def test_times_are_those_of_steps_without_python_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    matched = []
    original = timeline.at_other_times

    def watched(found: timeline.Timeline, times: timeline.Timeline) -> timeline.Timeline:
        before = found.microseconds
        result = original(found, times)
        matched.append(result.microseconds != before)
        return result

    monkeypatch.setattr(timeline, "at_other_times", watched)
    verify(Loops(), bench=0.05)
    assert matched == [True]


def targets() -> Report:
    """Two targets with one cause in common."""
    shared = verify(LogsTwice().eval(), bench=0.05)
    other = verify(Item().eval())
    other.breaks += shared.breaks
    return Report([TargetReport("a.py:A", shared), TargetReport("b.py:B", other)])


def test_reports_show_what_breaks_cost() -> None:
    report = targets()
    text = " ".join(as_text(report).split())
    assert "What the graph breaks cost" in text
    assert f"called from {SHOWN}:{line('once')} in forward, {SHOWN}:{line('again')} in forward" in text
    assert text.count("Graph breaks of all targets, by cause") == 1
    page = as_html(report)
    assert "What the graph breaks cost" in page and "Graph breaks of all targets, by cause" in page


def test_a_cause_of_several_targets_is_one_line() -> None:
    report = targets()
    (found,) = [one for one in report.causes if one.place.line == line("log")]
    assert found.targets == ["a.py:A", "b.py:B"]
    assert found.share is not None and 0 < found.share < 1
    data = to_json(report)
    assert data["causes"][0]["targets"] == found.targets
    assert from_json(Report, data).targets[0].before.break_costs == report.targets[0].before.break_costs


def gpu_step(*, backward_thread: int = 2) -> list[timeline.Event]:
    """A graph, a copy to the host that waits, a kernel in eager, the graph behind the break; then backward."""
    event = timeline.Event
    return [
        event(timeline.STEP, 0, 1000, 1),
        event(timeline.CALL, 0, 600, 1),
        event("Torch-Compiled Region: 0/0", 0, 600, 1),
        event(timeline.GRAPH, 10, 100, 1),
        event("cudaLaunchKernel", 20, 30, 1, id=1),
        event("aten::item", 110, 300, 1, sequence=5),
        event("aten::_local_scalar_dense", 120, 290, 1, sequence=5),
        event("cudaMemcpyAsync", 130, 140, 1, id=2),
        event("cudaStreamSynchronize", 150, 280, 1, id=3),
        event("aten::mul", 310, 350, 1, sequence=5),
        event("cudaLaunchKernel", 320, 330, 1, id=4),
        event("Torch-Compiled Region: 1/0", 400, 600, 1),
        event(timeline.GRAPH, 410, 590, 1),
        event("cudaLaunchKernel", 420, 430, 1, id=5),
        event("autograd::engine::evaluate_function: MulBackward0", 700, 760, backward_thread, sequence=5),
        event("MulBackward0", 705, 750, backward_thread, sequence=5),
        event("aten::mul", 710, 740, backward_thread),
        event("cudaLaunchKernel", 720, 730, 0, id=6),
        event("triton_poi_fused", 200, 250, 7, True, 1),
        event("Memcpy DtoH (Device -> Pageable)", 250, 270, 7, True, 2),
        event("elementwise_kernel", 340, 360, 7, True, 4),
        event("triton_poi_fused_1", 440, 500, 7, True, 5),
        event("elementwise_kernel", 740, 750, 7, True, 6),
        event(timeline.STEP, 0, 900, 7, True, is_annotation=True),
    ]


@pytest.mark.parametrize("backward_thread", [1, 2])
def test_launches_kernels_and_waiting_on_a_gpu(backward_thread: int) -> None:
    breaks = timeline.Breaks({"0/0": "item"})
    found = timeline.read(gpu_step(backward_thread=backward_thread), breaks, is_device=True)
    assert set(found.costs) == {"item"}
    cost = found.costs["item"]
    assert (cost.calls, len(cost.frames), cost.operators, cost.backward_operators) == (1, 1, 3, 1)
    assert cost.syncs == 1
    assert (cost.launches, cost.kernels) == (3, 2)
    assert cost.microseconds == pytest.approx(300 + 60)
    assert cost.idle == pytest.approx(300 - 50 - 20 - 20 + 60 - 10)
    assert (found.microseconds, found.steps, found.graphs) == (1000, 1, 2)


def test_before_its_graph_nothing_is_for_the_break() -> None:
    event = timeline.Event
    found = timeline.read(
        [
            event(timeline.STEP, 0, 100, 1),
            event("Torch-Compiled Region: 0/0", 0, 100, 1),
            event("aten::detach", 10, 20, 1),
            event(timeline.GRAPH, 30, 60, 1),
            event("aten::add", 40, 50, 1),
        ],
        timeline.Breaks({"0/0": 1}),
        is_device=False,
    )
    assert found.costs[1].operators == 0
    assert found.costs[1].microseconds == 40


def test_no_event_at_all() -> None:
    assert timeline.read([], timeline.Breaks({}), is_device=True) == timeline.Timeline()
