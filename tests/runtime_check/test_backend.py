"""Which backend is used where nobody asks for one."""

from __future__ import annotations

import os

import pytest
import torch
from fullgraph.runtime_check.arms import parse_arm
from fullgraph.runtime_check.process import arm_worker
from fullgraph.runtime_check.process.protocol import ArmRequest, Event, EventWriter, Ready, Request
from fullgraph.runtime_check.process.worker import _prepare, choose_backend
from fullgraph.runtime_check.results import ArmRun, Run
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target, TargetError
from torch._inductor import cpp_builder, exc

CPU = torch.device("cpu")


def no_compiler() -> str:
    raise exc.InvalidCxxCompiler


def test_inductor_where_it_can_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", lambda: "g++")
    assert choose_backend("auto", CPU) == ("inductor", "")


def test_a_cpu_without_a_compiler_says_what_is_used_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    backend, note = choose_backend("auto", CPU)
    assert backend == "aot_eager"
    assert "g++" in note


def test_a_gpu_needs_no_cpp_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    assert choose_backend("auto", torch.device("cuda")) == ("inductor", "")


@pytest.mark.parametrize(("name", "close"), [("nope", ""), ("aot-eager", "; did you mean aot_eager")])
def test_an_unknown_backend_is_answered_with_those_that_there_are(name: str, close: str) -> None:
    with pytest.raises(TargetError) as caught:
        _prepare(Request("a.py:f", "/", backend=name), Run(), CPU)
    said = str(caught.value)
    assert said.startswith(f"torch.compile has no backend {name!r}: use one such as inductor, aot_eager, eager, ")
    assert close in said


class Written(EventWriter):
    """Keeps what would be written to the events file."""

    def __init__(self) -> None:
        self.sent: list[Event] = []

    def send(self, event: Event) -> None:
        self.sent.append(event)


@pytest.mark.parametrize(("arm", "measured"), [("default", False), ("max-autotune", False), ("automatic", True)])
def test_what_stands_in_for_inductor_is_timed_for_strategies_only(
    monkeypatch: pytest.MonkeyPatch, arm: str, measured: bool
) -> None:
    monkeypatch.setattr(arm_worker, "choose_backend", lambda *_: ("eager", "no C++ compiler"))
    stepper = Stepper(Target(torch.nn.Linear(2, 2), [CallArguments((torch.ones(2, 2),))]), CPU)
    word, answer = os.pipe()
    os.close(answer)
    run, events = ArmRun(parse_arm(arm)), Written()
    try:
        arm_worker._measure(stepper, ArmRequest(Request("a.py:f", "/"), run.arm), run, events, word)
    finally:
        os.close(word)
        torch._dynamo.reset()
    assert (Ready() in events.sent) is measured
    assert run.note.startswith("eager, which replaces inductor, generates no code") is not measured


def test_what_is_asked_for_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    assert choose_backend("inductor", CPU) == ("inductor", "")
