"""Train steps: recognised by what they do, compiled where their users compile, compared by what they leave behind."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.step.numerics import compare, reference
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.step.train_step import TrainStep, TrainStepper, compile_target, make_stepper
from fullgraph.runtime_check.target.target import TargetError, load_target, parse_spec

CPU = torch.device("cpu")

SOURCE = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)
            self.norm = nn.BatchNorm1d(4)

        def forward(self, x):
            return self.norm(self.linear(x)).relu()

    class Breaking(Net):
        def forward(self, x):
            x = super().forward(x)
            if x.sum() > 0:
                x = x * 2
            return x

    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    criterion = nn.MSELoss()

    def inputs():
        return [(torch.arange(12.0).reshape(3, 4),), (torch.ones(5, 4).cumsum(0),)]

    def loss_of(x):
        return criterion(net(x), torch.ones_like(x))

    def train_step(x):
        optimizer.zero_grad()
        loss = loss_of(x)
        loss.backward()
        optimizer.step()
        return loss

    def as_number(x):
        return train_step(x).item()

    whole = torch.compile(train_step)

    def in_closure():
        model = Breaking()
        opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        schedule = torch.optim.lr_scheduler.StepLR(opt, 1)
        compiled = torch.compile(model)

        def step(x):
            loss = compiled(x).square().mean()
            loss.backward()
            opt.step()
            opt.zero_grad()
            schedule.step()
            return {"loss": loss}

        return step

    class Trainer:
        def __init__(self):
            self.model = Net()
            self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)
            self.count = 0

        def train_step(self, x):
            self.count += 1
            self.opt.zero_grad(set_to_none=True)
            loss = self.model(x).mean() * self.count
            loss.backward()
            self.opt.step()
            return loss

    trainer = Trainer()

    class Lightning(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = Net()

        def training_step(self, x):
            return self.net(x).mean()

    @torch.compile
    def compute(x):
        return net(x).mean()

    def with_function(x):
        loss = compute(x)
        loss.backward()
        return loss

    def plain(x):
        return net(x)

    def with_inner_gradient(x):
        x = x.requires_grad_()
        return torch.autograd.grad(net(x).sum(), x)[0]

    weight = nn.Parameter(torch.ones(4))

    def without_module(x):
        loss = scaled(x).sum()
        loss.backward()
        return loss

    def scaled(x):
        return x * weight

    def explicit():
        model = Net()
        return {"model": model, "step": stepped, "inputs": inputs, "loss": lambda output: output[1]}

    def stepped(model, x):
        loss = model(x).mean()
        loss.backward()
        return x, loss

    def explicit_function():
        return {"step": without_module, "fn": scaled}

    def explicit_unused():
        return {"step": without_module, "fn": loss_of}
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[str]:
    path, modules = list(sys.path), set(sys.modules)
    (tmp_path / "steps.py").write_text(dedent(SOURCE))
    yield str(tmp_path / "steps.py")
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name == "steps":
            del sys.modules[name]
    torch._dynamo.reset()


def made(file: str, attribute: str) -> Stepper:
    stepper = make_stepper(load_target(parse_spec(f"{file}:{attribute}"), [], None), CPU)
    stepper.settle()
    return stepper


def parts(stepper: Stepper) -> list[str]:
    assert isinstance(stepper, TrainStepper)
    assert isinstance(stepper.target.fn, TrainStep)
    return stepper.target.fn.names


@pytest.mark.parametrize(
    ("attribute", "compiled", "optimizer"),
    [
        ("train_step", ["Net"], True),
        ("as_number", ["Net"], True),
        ("whole", ["Net"], True),
        ("in_closure", ["Breaking"], True),
        ("trainer.train_step", ["Net"], True),
        ("Trainer.train_step", ["Net"], True),
        ("with_function", ["compute"], False),
        ("explicit", ["Net"], False),
        ("explicit_function", ["scaled"], False),
    ],
)
def test_what_a_step_compiles(file: str, attribute: str, compiled: list[str], optimizer: bool) -> None:
    stepper = made(file, attribute)
    assert parts(stepper) == compiled
    assert ("optimizer" in stepper.what) is optimizer
    assert stepper.has_loss
    graphs: list[Any] = []

    def backend(graph: torch.fx.GraphModule, _inputs: Any) -> Any:
        graphs.append(graph)
        return graph.forward

    run = compile_target(stepper.target.fn, backend=backend)
    eager = [stepper.observe(stepper.target.fn, call) for call in stepper.calls]
    assert not graphs
    again = [stepper.observe(run, call) for call in stepper.calls]
    assert graphs
    wide, why = reference(stepper)
    assert wide is not None, why
    result = compare(eager, again, wide)
    assert result.problems == []
    assert result.numerics.reference == "float64"
    zeroed = attribute == "in_closure"
    assert (result.numerics.gradients == 0) is zeroed
    updated = [name for name in eager[0].state if name.startswith("parameter ")]
    assert bool(updated) is optimizer
    # The float64 run has left nothing behind.
    last = stepper.observe(stepper.target.fn, stepper.calls[0])
    assert compare(eager[:1], [last], None).problems == []
    assert {p.dtype for p in stepper.parameters().values()} == {torch.float32}


@pytest.mark.parametrize("attribute", ["plain", "with_inner_gradient", "Lightning.training_step"])
def test_functions_that_leave_backward_to_others_are_no_steps(file: str, attribute: str) -> None:
    assert type(made(file, attribute)) is Stepper


def test_everything_a_step_changes_is_put_back(file: str) -> None:
    for attribute in ("train_step", "trainer.train_step", "in_closure"):
        stepper = made(file, attribute)
        losses = [stepper.observe(stepper.target.fn, stepper.calls[0]).loss for _ in range(3)]
        assert len(set(losses)) == 1
        step = stepper.timed_pass(stepper.target.fn)
        before = [p.detach().clone() for p in stepper.every_parameter]
        for _ in range(3):
            step()
        assert not all(map(torch.equal, before, stepper.every_parameter))
        assert stepper.observe(stepper.target.fn, stepper.calls[0]).loss == losses[0]


def test_a_wrong_update_is_a_difference(file: str) -> None:
    stepper = made(file, "train_step")
    eager = [stepper.observe(stepper.target.fn, call) for call in stepper.calls]
    net = stepper.modules["net"]

    def wrong(x: torch.Tensor) -> Any:
        loss = stepper.target.fn(x)
        with torch.no_grad():
            next(net.parameters()).add_(1e-3)
        return loss

    other = [stepper.observe(wrong, call) for call in stepper.calls]
    problems = compare(eager, other, reference(stepper)[0]).problems
    assert problems
    assert all(problem.startswith("parameter net.linear.weight: off by") for problem in problems)


@pytest.mark.parametrize(
    ("attribute", "said"),
    [("without_module", "calls no module with parameters"), ("explicit_unused", "does not use loss_of")],
)
def test_steps_with_nothing_to_compile(file: str, attribute: str, said: str) -> None:
    with pytest.raises(TargetError, match=said):
        made(file, attribute)


def test_a_step_cannot_run_without_its_backward_pass(file: str) -> None:
    target = load_target(parse_spec(f"{file}:train_step"), [], None)
    with pytest.raises(TargetError, match="cannot run with --no-train"):
        make_stepper(target, CPU, train=False)


@pytest.mark.slow
def test_the_command(file: str) -> None:
    quick = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu", "--format", "json")
    targets = [f"{file}:train_step", f"{file}:in_closure"]
    result = CliRunner().invoke(command, [*targets, *quick], catch_exceptions=False)
    clean, breaking = (target["before"] for target in json.loads(result.stdout)["targets"])
    assert clean["failure"] is None
    assert {v["check"]: v["status"] for v in clean["verdicts"]}["numerics"] == "pass"
    assert {v["status"] for v in clean["verdicts"]} <= {"pass", "skipped"}
    assert clean["what"] == "training step as written (forward, backward, optimizer)"
    assert "its callees are compiled (Net), not the step" in clean["verdicts"][0]["notes"][-1]
    assert clean["numerics"]["gradients"] > 0
    lines = dedent(SOURCE).splitlines()
    (found,) = breaking["breaks"]
    assert lines[found["place"]["line"] - 1].strip() == "if x.sum() > 0:"
    assert found["predicted_by"] == ["FG101"]


def test_turns_of_eager_and_compiled_do_not_mix(file: str) -> None:
    stepper = made(file, "train_step")
    calls: list[str] = []

    def backend(graph: torch.fx.GraphModule, _inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            calls.append("compiled")
            return graph(*args)

        return run

    compiled = compile_target(stepper.target.fn, backend=backend, dynamic=True)
    steps = [stepper.timed_pass(stepper.target.fn), stepper.timed_pass(compiled)]
    for step in itertools.islice(itertools.cycle(steps), 6):
        step()
    assert len(calls) == 3 * len(stepper.calls)
