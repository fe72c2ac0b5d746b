"""The optimizer's step, compiled: `torch.compile` of ``optimizer.step``, or Adam written with ``foreach_map``.

Follows PyTorch's recipes "Compiling the optimizer with torch.compile", "Running the compiled optimizer with an LR
scheduler" (a learning rate that is a number is a constant of the graph, so each new one recompiles; a tensor is not)
and "Explicit horizontal fusion with foreach_map".
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import torch
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome, Stepper

Step = Callable[[], object]


class NoUpdate(Exception):
    """An optimizer that cannot run as the arm wants it: one line that says why."""


def primed(stepper: Stepper) -> torch.optim.Optimizer:
    """The target's optimizer after one step, so that it has its state; parameters and gradients are put back.

    Raises `NoUpdate` if there is no optimizer, or none of its parameters gets a gradient.
    """
    optimizer = stepper.optimizer
    if optimizer is None:
        raise NoUpdate("the target declares no optimizer: return one from its factory under the key 'optimizer'")
    if not stepper.backward:
        raise NoUpdate("nothing is differentiated, so there is no gradient for the optimizer")
    stepper.restore()
    stepper.run(stepper.target.fn, stepper.calls[0])
    if all(p.grad is None for group in optimizer.param_groups for p in group["params"]):
        raise NoUpdate("no parameter of the optimizer gets a gradient")
    optimizer.step()
    stepper.restore()
    return optimizer


def twin(optimizer: torch.optim.Optimizer) -> torch.optim.Optimizer:
    """A second optimizer of the same parameters, as a compiled step wants it, which shares the large state tensors.

    On a GPU it is ``capturable``, which keeps the step count there; a learning rate becomes a tensor where the
    optimizer takes one.
    """
    other = object.__new__(type(optimizer))
    vars(other).update(vars(optimizer))
    other.param_groups = [dict(group) for group in optimizer.param_groups]
    other.state = defaultdict(dict, {p: dict(state) for p, state in optimizer.state.items()})
    takes_tensor = "Tensor" in str(inspect.signature(type(optimizer).__init__).parameters.get("lr", ""))
    for group in other.param_groups:
        on_gpu = all(p.is_cuda or p.is_xpu for p in group["params"])
        if "capturable" in group and on_gpu and not group.get("fused"):
            group["capturable"] = True
        if takes_tensor and isinstance(group.get("lr"), float):
            group["lr"] = torch.tensor(group["lr"], device=group["params"][0].device if on_gpu else None)
        for p in group["params"]:
            state = other.state.get(p)
            if state is not None and isinstance(state.get("step"), torch.Tensor):
                # Its own: the fused and the capturable step keep it on the device, the others on the CPU.
                moved = p.device if group.get("capturable") or group.get("fused") else state["step"].device
                state["step"] = state["step"].clone().to(moved)
    return other


def compiled_step(optimizer: torch.optim.Optimizer, options: Mapping[str, Any]) -> Step:
    """``torch.compile(optimizer.step)``."""

    def step() -> None:
        optimizer.step()

    compiled: Step = torch.compile(step, **options)
    return compiled


def foreach_map_step(optimizer: torch.optim.Optimizer, options: Mapping[str, Any]) -> Step:
    """The same update of Adam or AdamW, each operation written once for all parameters.

    Raises `NoUpdate` for other optimizers.
    """
    if type(optimizer) not in (torch.optim.Adam, torch.optim.AdamW):
        raise NoUpdate(f"foreach_map exists for Adam and AdamW, not for {type(optimizer).__name__}")
    groups = optimizer.param_groups
    for name in ("amsgrad", "maximize", "differentiable"):
        if any(group.get(name) for group in groups):
            raise NoUpdate(f"foreach_map exists for Adam without {name}")
    update = torch.compile(_adam, **options)
    decoupled = [bool(group.get("decoupled_weight_decay", type(optimizer) is torch.optim.AdamW)) for group in groups]

    @torch.no_grad()
    def step() -> None:
        for group, decouple in zip(groups, decoupled, strict=True):
            params = [p for p in group["params"] if p.grad is not None]
            states = [optimizer.state[p] for p in params]
            update(
                [p.detach() for p in params],
                [p.grad for p in params],
                [state["exp_avg"] for state in states],
                [state["exp_avg_sq"] for state in states],
                [state["step"] for state in states],
                group["lr"],
                group["betas"][0],
                group["betas"][1],
                group["eps"],
                group["weight_decay"],
                decouple,
            )

    return step


def _adam(
    params: list[torch.Tensor],
    grads: list[torch.Tensor],
    means: list[torch.Tensor],
    squares: list[torch.Tensor],
    steps: list[torch.Tensor],
    lr: torch.Tensor | float,
    beta1: float,
    beta2: float,
    eps: float,
    decay: float,
    decoupled: bool,
) -> None:
    """One step of Adam (Kingma and Ba 2015), or of AdamW (Loshchilov and Hutter 2019) if ``decoupled``."""
    from torch._higher_order_ops.foreach_map import foreach_map

    def mean(old: Any, grad: Any) -> Any:
        return old.lerp(grad, 1 - beta1)

    def square(old: Any, grad: Any) -> Any:
        return old * beta2 + grad * grad * (1 - beta2)

    def shrunk(param: Any) -> Any:
        return param * (1 - lr * decay)

    def decayed(grad: Any, param: Any) -> Any:
        return grad + param * decay

    def moved(param: Any, mean: Any, square: Any, count: Any) -> Any:
        size = lr / (1 - beta1**count)
        return param - size * mean / ((square / (1 - beta2**count)).sqrt() + eps)

    start: Any = params
    slopes: Any = grads
    if decay and decoupled:
        start = foreach_map(shrunk, params)
    elif decay:
        slopes = foreach_map(decayed, grads, params)
    counts: Any = foreach_map(torch.add, steps, 1)
    new_means: Any = foreach_map(mean, means, slopes)
    new_squares: Any = foreach_map(square, squares, slopes)
    new: Any = foreach_map(moved, start, new_means, new_squares, counts)
    torch._foreach_copy_(params, new)
    torch._foreach_copy_(means, new_means)
    torch._foreach_copy_(squares, new_squares)
    torch._foreach_copy_(steps, counts)


def problems_of(
    stepper: Stepper, optimizer: torch.optim.Optimizer, other: torch.optim.Optimizer, step: Step
) -> list[str]:
    """The differences of the update of ``step``, which is that of ``other``, from the optimizer's own.

    Both begin from the same parameters, state and gradients: an update divides by the gradient's size, so gradients
    that differ by a rounding error can differ in everything.
    """
    stepper.restore()
    stepper.run(stepper.target.fn, stepper.calls[0])
    params = {name: p for name, p in stepper.parameters().items() if p.grad is not None}
    grads = {name: p.grad.detach().clone() for name, p in params.items() if p.grad is not None}
    _same_count(optimizer, other)
    saved = [_saved(each) for each in (optimizer, other)]
    outcomes = []
    for one, update in ((optimizer, optimizer.step), (other, step)):
        stepper.state.restore()
        for name, p in params.items():
            p.grad = grads[name].clone()
        update()
        moments = {f"{k} of {name}": v for name, p in params.items() for k, v in one.state.get(p, {}).items()}
        after = {"outputs": {name: p.detach().clone() for name, p in params.items()}}
        kept = {k: v.detach().clone() for k, v in moments.items() if isinstance(v, torch.Tensor) and v.dim()}
        outcomes.append(Outcome(outputs=after["outputs"], gradients=kept))
        for tensors in saved:
            for tensor, copy in tensors:
                tensor.copy_(copy)
    stepper.restore()
    result = numerics.compare([outcomes[0]], [outcomes[1]], None, "by the compiled step")
    return [f"after the optimizer's step, {problem}" for problem in result.problems]


def _same_count(optimizer: torch.optim.Optimizer, other: torch.optim.Optimizer) -> None:
    """The large tensors of the state are shared, the count of steps is each one's own."""
    for p, state in optimizer.state.items():
        step = state.get("step")
        if isinstance(step, torch.Tensor):
            other.state[p]["step"].copy_(step)
        elif step is not None:
            other.state[p]["step"] = step


def _saved(optimizer: torch.optim.Optimizer) -> list[tuple[torch.Tensor, torch.Tensor]]:
    tensors = [v for state in optimizer.state.values() for v in state.values() if isinstance(v, torch.Tensor)]
    return [(tensor, tensor.detach().clone()) for tensor in tensors]
