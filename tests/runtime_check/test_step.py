"""What one step is, and that it can be repeated."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.step.step import Stepper, flatten, modules_of
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target, TargetError

CPU = torch.device("cpu")
LINEAR = torch.nn.Linear(3, 3)


class WithLoss(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.dropout = torch.nn.Dropout(0.5)
        self.calls = 0

    def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        self.calls += 1
        y = self.dropout(self.norm(self.linear(x)))
        return {"loss": y.pow(2).mean() * self.calls, "y": y}


def stepper(fn: Any, *args: Any, train: bool | None = None, **target: Any) -> Stepper:
    made = Stepper(Target(fn, [CallArguments(args)], **target), CPU, train)
    made.settle()
    return made


def test_a_model_with_a_loss_is_trained() -> None:
    made = stepper(WithLoss(), torch.ones(4, 3))
    assert made.what == "training step (forward, loss and backward)"
    outcome = made.observe(made.target.fn, made.calls[0])
    assert outcome.loss == pytest.approx(float(outcome.outputs["output.loss"]))
    assert "grad of linear.weight" in outcome.gradients


def test_observing_again_gives_the_same_though_the_model_changes_itself() -> None:
    x = torch.randn(4, 3)
    made = stepper(WithLoss(), x)
    first = made.observe(made.target.fn, made.calls[0])
    made.run(made.target.fn, made.calls[0])
    second = made.observe(made.target.fn, made.calls[0])
    assert first.loss == second.loss
    assert all(torch.equal(first.gradients[name], second.gradients[name]) for name in first.gradients)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_a_module_of_torchscript_is_put_back() -> None:
    net = torch.nn.Sequential(torch.jit.script(torch.nn.BatchNorm1d(3)), torch.nn.Linear(3, 3))
    made = stepper(net, torch.randn(4, 3), train=True)
    made.run(made.target.fn, made.calls[0])
    running = net[0].running_mean
    assert running.any()
    made.restore()
    assert not running.any()
    assert net[0].running_mean is running


def test_a_replaced_buffer_is_put_back() -> None:
    class Counting(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("n", torch.zeros(()))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.n = self.n + 1
            return x + self.n

    made = stepper(Counting(), torch.ones(2))
    assert [float(made.observe(made.target.fn, made.calls[0]).outputs["output"][0]) for _ in range(2)] == [2.0, 2.0]


def test_a_sparse_buffer_is_put_back() -> None:
    class Doubling(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("heads", torch.eye(2).to_sparse(), persistent=False)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.heads.mul_(2)
            return self.heads @ x

    made = stepper(Doubling(), torch.ones(2, 1))
    seen = [made.observe(made.target.fn, made.calls[0]).outputs["output"] for _ in range(2)]
    assert seen[0].tolist() == seen[1].tolist() == [[2.0], [2.0]]


def test_hooks_that_a_first_call_registers_are_taken_back_with_the_mark_that_says_so() -> None:
    """As transformers 5 registers those that collect hidden states: twice registered, they collect twice."""

    class Hooking(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = torch.nn.Identity()
            self.inner.register_forward_pre_hook(lambda _module, args: (args[0] * 2,))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if not getattr(self, "hooked", False):
                self.inner.register_forward_hook(lambda _module, _args, output: output + 1)
                self.hooked = True
            return self.inner(x)

    made = stepper(Hooking(), torch.ones(2))
    assert [float(made.observe(made.target.fn, made.calls[0]).outputs["output"][0]) for _ in range(3)] == [3.0] * 3


def test_eval_mode_without_loss_is_inference() -> None:
    made = stepper(torch.nn.Linear(3, 3).eval(), torch.ones(2, 3))
    assert (made.what, made.grad) == ("forward", False)


def test_train_mode_without_loss_goes_backward_from_the_outputs() -> None:
    made = stepper(torch.nn.Linear(3, 3), torch.ones(2, 3))
    assert made.what == "forward and backward"
    gradients = made.observe(made.target.fn, made.calls[0]).gradients
    assert set(gradients) == {"grad of weight", "grad of bias"}
    assert len(set(gradients["grad of bias"].tolist())) == 3, "every output element has a weight of its own"


def test_no_train_wins() -> None:
    made = stepper(WithLoss(), torch.ones(4, 3), train=False)
    assert made.what == "forward"
    assert made.observe(made.target.fn, made.calls[0]).gradients == {}


def test_train_without_anything_to_differentiate_is_an_error() -> None:
    with pytest.raises(TargetError, match="no output requires a gradient"):
        stepper(torch.argmax, torch.ones(3), train=True)


def test_a_given_loss_is_used() -> None:
    made = stepper(torch.nn.Linear(3, 3), torch.ones(2, 3), loss=lambda output: output.sum())
    outcome = made.observe(made.target.fn, made.calls[0])
    assert made.has_loss
    assert outcome.gradients["grad of bias"].tolist() == [2.0, 2.0, 2.0]


def test_gradients_of_inputs_and_written_inputs_are_seen() -> None:
    def write(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        y.add_(1)
        return (x * y).sum()

    made = stepper(write, torch.ones(2, requires_grad=True), torch.ones(2))
    outcome = made.observe(write, made.calls[0])
    assert outcome.gradients["grad of input 0"].tolist() == [2.0, 2.0]
    assert outcome.inputs["input 1"].tolist() == [2.0, 2.0]
    assert made.calls[0].args[1].tolist() == [1.0, 1.0], "the declared inputs stay as they are"


def uses_a_global(x: torch.Tensor) -> torch.Tensor:
    return LINEAR(x)


def test_modules_are_found_wherever_a_callable_keeps_them() -> None:
    inner = torch.nn.Linear(3, 3)
    assert modules_of(inner) == {"": inner}
    assert modules_of(inner.forward) == {"": inner}
    assert modules_of(lambda x: inner(x)) == {"inner": inner}
    assert modules_of(uses_a_global) == {"LINEAR": LINEAR}
    assert modules_of(functools.partial(uses_a_global, model=inner)) == {"LINEAR": LINEAR, "model": inner}
    assert modules_of(torch.sin) == {}


def test_an_attribute_named_as_a_global_is_not_that_global() -> None:
    holder = types.SimpleNamespace(LINEAR=torch.nn.Identity())
    assert modules_of(lambda x: holder.LINEAR(x)) == {}


def test_flatten_looks_into_objects_once() -> None:
    class Box:
        def __init__(self) -> None:
            self.value = torch.ones(1)
            self.me = self

    found = flatten({"a": [1, (torch.zeros(1),)], "box": Box()})
    assert set(found) == {"output.a[0]", "output.a[1][0]", "output.box.value"}


class Walker:
    """Keeps where it is, as samplers do."""

    def __init__(self) -> None:
        self.index, self.seen, self.sigmas = 0, [0.0], torch.tensor([3.0, 2.0])

    def step(self, x: torch.Tensor) -> torch.Tensor:
        self.index += 1
        self.seen.append(float(self.index))
        self.sigmas.add_(1)
        return x * self.sigmas[self.index - 1]

    __call__ = step


@pytest.mark.parametrize(
    "made", [lambda walker: walker.step, lambda walker: walker, lambda w: functools.partial(w.step)]
)
def test_an_object_is_what_it_was_before_each_step(made: Callable[[Walker], Callable[..., Any]]) -> None:
    walker = Walker()
    stepper = Stepper(Target(made(walker), [CallArguments((torch.ones(2),))]), torch.device("cpu"))
    stepper.settle()
    for _ in range(3):
        outcome = stepper.observe(stepper.target.fn, stepper.calls[0])
        assert outcome.outputs["output"].tolist() == [4.0, 4.0]
        assert list(outcome.state) == ["attribute sigmas"]
        assert ("index", 1) in stepper.named_values() and ("seen[1]", 1.0) in stepper.named_values()
    stepper.restore()
    assert (walker.index, walker.seen, walker.sigmas.tolist()) == (0, [0.0], [3.0, 2.0])
