"""Side effects are caught, and what compiled does otherwise than eager is told."""

from __future__ import annotations

import collections
import logging
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest
import torch
from fullgraph.runtime_check.checks import CheckContext, Options, run_checks
from fullgraph.runtime_check.process.worker import choose_backend
from fullgraph.runtime_check.results import Run, Verdict
from fullgraph.runtime_check.step import effects
from fullgraph.runtime_check.step.step import ModuleState, Stepper
from fullgraph.runtime_check.target.inputs import CallArguments, label_calls
from fullgraph.runtime_check.target.target import Target

log = logging.getLogger(__name__)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def verify(fn: Callable[..., Any], *arguments: Any, backend: str = "aot_eager") -> Run:
    torch.manual_seed(0)
    target = Target(fn, label_calls([CallArguments(arguments or (torch.ones(3),))]))
    run = Run()
    options = Options(backend, bench_seconds=0.0)
    run_checks(CheckContext(Stepper(target, torch.device("cpu")), options, run, lambda _check: None))
    return run


def verdict(run: Run, check: str = "effects") -> Verdict:
    found = run.verdict(check)
    assert found is not None
    return found


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.seen: list[int] = []
        self.recent: collections.deque[int] = collections.deque(maxlen=3)
        self.by_name: dict[str, Any] = {}
        self.last: torch.Tensor | None = None
        self.register_buffer("mean", torch.zeros(3))


def eager_only(effect: Callable[[Net, torch.Tensor], object]) -> type[Net]:
    """A module with an effect that is lost when compiled."""

    class Losing(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if not torch.compiler.is_compiling():
                effect(self, x)
            return x * 2

    return Losing


def _add_to_mean(net: Net, x: torch.Tensor) -> None:
    net.mean = net.mean + x


def _count(net: Net, _x: torch.Tensor) -> None:
    net.calls += 1


def _keep(net: Net, x: torch.Tensor) -> None:
    net.last = x + 1


def _name(net: Net, _x: torch.Tensor) -> None:
    net.by_name["a"] = {"b": [1, 2]}


LOST: dict[str, tuple[Callable[[Net, torch.Tensor], object], str]] = {
    "print": (
        lambda _net, _x: print("hello"),
        "1 line is printed to stdout in eager and not compiled: hello",
    ),
    "stderr": (
        lambda _net, _x: print("a\nb", file=sys.stderr),
        "1 line is printed to stderr in eager and not compiled: b",
    ),
    "descriptor": (
        lambda _net, _x: os.write(1, b"raw\n"),
        "1 line is printed to stdout in eager and not compiled: raw",
    ),
    "child": (
        lambda _net, _x: subprocess.run(["echo", "from a child"], check=True),
        "1 line is printed to stdout in eager and not compiled: from a child",
    ),
    "log": (
        lambda _net, _x: log.warning("high loss"),
        "1 message is logged in eager and not compiled: WARNING test_effects: high loss",
    ),
    "warning": (
        lambda _net, _x: warnings.warn("careful", stacklevel=1),
        "1 message is warned of in eager and not compiled: UserWarning: careful",
    ),
    "counter": (_count, "attribute calls is 1 after a step in eager, 0 compiled"),
    "list": (lambda net, _x: net.seen.append(7), "attribute len(seen) is 1 after a step in eager, 0 compiled"),
    "deque": (lambda net, _x: net.recent.append(7), "attribute len(recent) is 1 after a step in eager, 0 compiled"),
    "dict": (_name, "attribute by_name['a']['b'][0] is 1 after a step in eager, not there compiled"),
    "buffer": (_add_to_mean, "buffer mean is changed in eager and not compiled"),
    "attribute": (_keep, "attribute last is changed in eager and not compiled"),
    "argument": (lambda _net, x: x.add_(1), "input 0 is changed in eager and not compiled"),
    "random": (lambda _net, _x: random.random(), "Python's random is drawn from in eager, but not compiled"),
    "numpy": (lambda _net, _x: numpy.random.rand(), "numpy.random is drawn from in eager, but not compiled"),
    "generator": (lambda _net, _x: torch.rand(3), "torch's CPU generator is drawn from in eager, but not compiled"),
}


@pytest.mark.parametrize("name", LOST)
def test_lost_effect_is_a_failure_that_is_named(name: str) -> None:
    effect, text = LOST[name]
    run = verify(eager_only(effect)())
    found = verdict(run)
    assert found.status == "fail"
    assert text in [found.summary.partition(", and ")[0], *found.notes]
    assert all(one.lost for one in run.effects)
    assert text in [one.text for one in run.effects]


@pytest.mark.slow
def test_effects_that_both_have_pass() -> None:
    class Busy(Net):
        def forward(self, x: torch.Tensor, given: list[int]) -> torch.Tensor:
            self.calls += 1
            self.seen.append(len(self.seen))
            self.by_name["n"] = self.calls
            self.mean = self.mean * 0.9 + x.detach() * 0.1
            self.last = x.detach() + 1
            given.append(3)
            print("step", self.calls)
            print("to stderr", file=sys.stderr)
            log.warning("mean %.3f", 0.5)
            warnings.warn("often", stacklevel=1)
            x.add_(random.random())
            return torch.nn.functional.dropout(x * 2)

    run = verify(Busy(), torch.ones(3), [1, 2])
    found = verdict(run)
    assert (found.status, found.notes) == ("pass", [])
    assert "4 messages" in found.summary
    assert "3 changed tensors" in found.summary
    assert "Python's random and torch's CPU generator" in found.summary
    assert verdict(run, "numerics").status == "pass"


def test_nothing_to_compare() -> None:
    found = verdict(verify(lambda x: x + 1))
    assert (found.status, found.summary) == ("pass", "none, in eager and compiled")


def test_effect_that_only_the_compiled_code_has() -> None:
    class Gaining(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if torch.compiler.is_compiling():
                self.calls += 1
                torch._dynamo.graph_break()
            return x * 2

    found = verdict(verify(Gaining()))
    assert found.summary == "attribute calls is 0 after a step in eager, 1 compiled"


def test_input_sets_are_named_where_not_all_differ() -> None:
    def losing(x: torch.Tensor) -> torch.Tensor:
        if not torch.compiler.is_compiling():
            print("always")
            if x.shape[0] == 4:
                print("four")
        return x + 1

    target = Target(losing, label_calls([CallArguments((torch.ones(n),)) for n in (4, 5, 6)]))
    run = Run()
    run_checks(
        CheckContext(Stepper(target, torch.device("cpu")), Options("eager", bench_seconds=0.0), run, lambda _: None)
    )
    assert [one.text for one in run.effects] == [
        "1 line is printed to stdout in eager and not compiled: always",
        "1 line is printed to stdout in eager and not compiled: four (input set 1)",
    ]


def test_argument_that_is_a_list() -> None:
    def losing(x: torch.Tensor, given: list[int]) -> torch.Tensor:
        if not torch.compiler.is_compiling():
            given.append(5)
        return x + 1

    found = verdict(verify(losing, torch.ones(3), [1]))
    assert found.summary == "input 1[1] is 5 after a step in eager, not there compiled"


def test_what_differs_from_run_to_run_is_not_compared() -> None:
    class Timed(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = x + 1
            print("at", time.perf_counter_ns())
            print("object", object())
            return x * 2

    found = verdict(verify(Timed()))
    assert (found.status, found.notes) == ("pass", [])

    texts = iter(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"] * 9)

    class Worded(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = x + 1
            print(next(texts))
            return x * 2

    found = verdict(verify(Worded()))
    assert found.status == "pass"
    assert found.notes == ["what is printed to stdout differs from one eager run to the next: not compared"]


def test_not_compiled_at_all() -> None:
    class Failing(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if torch.compiler.is_compiling():
                raise ValueError("no")
            return x

    assert verdict(verify(Failing())).status == "skipped"


def test_buffers_are_compared_by_value() -> None:
    class Wrong(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.mean = self.mean + x * (2 if torch.compiler.is_compiling() else 1)
            return x * 2

    run = verify(Wrong())
    assert verdict(run).status == "pass"
    numerics = verdict(run, "numerics")
    assert numerics.status == "fail"
    assert any(note.startswith("buffer mean: off by") for note in numerics.notes)


def test_buffers_are_judged_against_float64() -> None:
    run = verify(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.BatchNorm1d(4)), torch.randn(8, 4))
    assert verdict(run).summary == "the same 3 changed tensors"
    assert run.numerics is not None
    assert run.numerics.reference == "float64"
    assert (run.numerics.compared, run.numerics.gradients) == (9, 4)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("loss 0.12345", "loss 0.12346", True),
        ("loss 0.12345", "loss 0.22345", False),
        ("step 3", "step 4", False),
        ("tensor([1., 2.], grad_fn=<MulBackward0>)", "tensor([1., 2.], grad_fn=<CompiledFunctionBackward>)", True),
        ("<object at 0x7f01>", "<object at 0x7f02>", True),
        ("a 1 2", "a 1", False),
        ("a", "b", False),
        ("1e-3", "0.001", True),
    ],
)
def test_lines_are_compared_as_a_reader_would(left: str, right: str, same: bool) -> None:
    assert effects.same_line(left, right) is same
    assert effects.same_line(right, left) is same


@pytest.mark.parametrize("category", [DeprecationWarning, FutureWarning, PendingDeprecationWarning])
def test_a_lost_warning_of_deprecation_is_a_remark(category: type[Warning]) -> None:
    found = verdict(verify(eager_only(lambda _net, _x: warnings.warn("old", category, stacklevel=1))()))
    text = f"1 message is warned of as deprecated in eager and not compiled: {category.__name__}: old"
    assert (found.status, found.notes) == ("pass", [text])


def test_many_lines_are_told_once_each_and_up_to_a_number() -> None:
    printed = [*(["again"] * 3), *(f"line {i}" for i in range(40))]
    one, none = (effects.Effects(lines={"printed to stdout": lines}) for lines in (printed, []))
    found, _ = effects.differences(one, none, one)
    assert len(found) == effects.SHOWN_LINES + 1
    assert found[0].text == "3 lines are printed to stdout in eager and not compiled: again"
    assert found[-1].text == "21 lines are printed to stdout in eager and not compiled: and others"
    added, _ = effects.differences(none, one, none)
    assert added[0].text == "3 lines are printed to stdout compiled and not in eager: again"
    assert not added[0].lost


def test_another_order_is_a_remark() -> None:
    one = effects.Effects(lines={"logged": ["a", "b"]})
    other = effects.Effects(lines={"logged": ["b", "a"]})
    assert effects.differences(one, other, one) == ([], ["what is logged comes in another order compiled"])


def test_listening_leaves_everything_as_it_was(capfd: pytest.CaptureFixture[str]) -> None:
    def state() -> tuple[object, ...]:
        return sys.stdout, sys.stderr, logging.getLogRecordFactory(), warnings.showwarning, list(warnings.filters)

    before = state()
    with pytest.raises(ZeroDivisionError), effects.listening():
        raise ZeroDivisionError
    assert state() == before
    with effects.listening() as heard:
        print("inside")
        os.write(2, b"too\n")
    print("outside")
    assert (heard["printed to stdout"], heard["printed to stderr"]) == (["inside"], ["too"])
    assert capfd.readouterr() == ("outside\n", "")


def test_what_torch_warns_of_and_logs_does_not_count() -> None:
    with effects.listening() as heard:
        torch._dynamo.convert_frame.log.error("of the compiler")
        torch.nn.functional.softmax(torch.ones(2, 2), _stacklevel=3)
        torch.jit._script.warnings.warn("of whoever calls", stacklevel=1)
    assert heard["logged"] == []
    assert heard["warned of"] == ["UserWarning: of whoever calls"]


def test_state_of_containers_is_put_back() -> None:
    net = Net()
    net.by_name["kept"] = [1, [2, 3]]
    net.cache = torch.ones(2)
    state = ModuleState({"": net})
    kept = net.by_name["kept"]
    net.seen.append(1)
    net.recent.extend([1, 2])
    net.by_name["kept"][1].append(4)
    net.by_name["new"] = 1
    net.cache += 1
    net.fresh_one = 5
    net.calls = 9
    state.restore()
    assert (net.seen, list(net.recent), net.by_name, net.calls) == ([], [], {"kept": [1, [2, 3]]}, 0)
    assert net.by_name["kept"] is kept
    assert net.cache.tolist() == [1, 1]
    assert not hasattr(net, "fresh_one")


@pytest.mark.slow
@pytest.mark.skipif(choose_backend("auto", torch.device("cpu"))[0] != "inductor", reason="no C++ compiler")
def test_inductor_draws_from_the_same_generator_when_asked_to() -> None:
    class Dropping(Net):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.nn.functional.dropout(x * 2)

    found = verdict(verify(Dropping(), backend="inductor"))
    assert (found.status, found.summary) == ("pass", "the same torch's CPU generator")


@pytest.mark.parametrize(("eager", "compiled", "is_flag"), [(True, False, True), (False, True, False), (1, 0, False)])
def test_a_value_that_becomes_true_in_eager_alone_is_a_flag(eager: object, compiled: object, is_flag: bool) -> None:
    left, right = (effects.Effects(values={"attribute told": value}) for value in (eager, compiled))
    (one,), _ = effects.differences(left, right, left)
    assert one.is_flag is is_flag
