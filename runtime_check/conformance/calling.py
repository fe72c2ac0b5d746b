"""Load what a case makes, call it, and compare what two calls gave."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from fullgraph.runtime_check.conformance.cases import CaseError

# In the process of one case


@contextlib.contextmanager
def uncompiled() -> Iterator[None]:
    """``torch.compile`` and its decorator form give back what they are given."""
    import torch

    def compile(model: Any = None, **options: Any) -> Any:
        return model if model is not None else lambda function: function

    before = torch.compile
    torch.compile = compile
    try:
        yield
    finally:
        torch.compile = before


@contextlib.contextmanager
def compiled(fullgraph: bool) -> Iterator[None]:
    """``torch.compile`` keeps what it is given but for the backend and the mode."""
    import torch

    before = torch.compile

    def compile(model: Any = None, **options: Any) -> Any:
        kept = {name: value for name, value in options.items() if name in ("dynamic", "disable")}
        return before(model, backend="eager", fullgraph=fullgraph, **kept)

    torch.compile = compile
    try:
        yield
    finally:
        torch.compile = before


def load(path: Path, environment: Callable[[], Any] = uncompiled) -> ModuleType:
    import torch

    name = module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CaseError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and Dynamo look modules up by name
    torch.manual_seed(0)
    with environment():
        spec.loader.exec_module(module)
    return module


def prove(path: Path, fixed: Path | None) -> None:
    """Run the proof of a case that proves itself, and of its rewritten file. Raises what they raise."""
    import torch

    for file, name in ((path, "proof"), (fixed, "fixed")):
        if file is not None:
            torch._dynamo.reset()
            getattr(load(file, contextlib.nullcontext), name)()


def module_name(path: Path) -> str:
    return "fullgraph_case_" + re.sub(r"\W", "_", f"{path.parent.name}_{path.stem}")


def make(module: ModuleType, device: str) -> Any:
    """The case's callable, with the same parameters each time."""
    import torch

    torch._dynamo.reset()
    torch.manual_seed(0)
    with uncompiled():
        made = module.make()
    return made.to(device) if isinstance(made, torch.nn.Module) else made


def arguments(module: ModuleType, device: str, which: str = "inputs") -> list[tuple[Any, ...]]:
    import torch

    torch.manual_seed(1)
    return [_map(arguments, lambda tensor: tensor.to(device)) for arguments in getattr(module, which)()]


def _map(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same nest of containers with each tensor changed."""
    import torch
    from torch.utils._pytree import tree_map_only

    return tree_map_only(torch.Tensor, change, value)


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    from fullgraph.runtime_check.step.leaves import entries_of_containers, walk

    return walk(value, path, entries_of_containers)


@dataclass
class Outcome:
    """The outcome of one call: values, gradients and state by name, or the exception."""

    values: dict[str, Any] = field(default_factory=dict)
    gradients: dict[str, Any] = field(default_factory=dict)
    raised: BaseException | None = None


def call(made: Any, function: Callable[..., Any], arguments: tuple[Any, ...], *, grad: bool) -> Outcome:
    """Call ``function``, which is ``made`` or ``made`` compiled, on copies of the arguments."""
    import torch

    outcome = Outcome()
    leaves: list[Any] = []

    def copy(tensor: Any) -> Any:
        fresh = tensor.detach().clone()
        if grad and fresh.is_floating_point():
            fresh.requires_grad_()
        leaves.append(fresh)
        return fresh

    inputs = _map(arguments, copy)
    torch.manual_seed(2)
    try:
        result = function(*inputs)
    except Exception as error:
        outcome.raised = error
        return outcome
    for name, leaf in _leaves(result, "result"):
        outcome.values[name] = leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf
    parameters = dict(made.named_parameters()) if isinstance(made, torch.nn.Module) else {}
    if isinstance(made, torch.nn.Module):
        outcome.values.update((f"self.{name}", tensor.detach().clone()) for name, tensor in made.state_dict().items())
    outcome.values.update((f"input {index}", leaf.detach().clone()) for index, leaf in enumerate(leaves))
    if grad:
        outputs = [
            leaf
            for _, leaf in _leaves(result)
            if isinstance(leaf, torch.Tensor) and leaf.requires_grad and leaf.is_floating_point()
        ]
        for tensor in parameters.values():
            tensor.grad = None
        if outputs:
            generator = torch.Generator().manual_seed(3)
            weights = [torch.randn(leaf.shape, generator=generator).to(leaf) for leaf in outputs]
            torch.autograd.backward(outputs, weights)
        for index, leaf in enumerate(leaves):
            outcome.gradients[f"gradient of input {index}"] = leaf.grad
        for name, tensor in parameters.items():
            outcome.gradients[f"gradient of {name}"] = tensor.grad
    return outcome


def _difference(one: Any, two: Any, *, exact: bool, none_is_zero: bool = False) -> str | None:
    """The difference of two leaves; None if there is none."""
    import torch

    if none_is_zero and (one is None) != (two is None):
        other = two if one is None else one
        return None if isinstance(other, torch.Tensor) and not other.any() else f"{one} and {two}"
    if not (isinstance(one, torch.Tensor) and isinstance(two, torch.Tensor)):
        same = type(one) is type(two) and (one == two or one is two or (one != one and two != two))
        return None if same else f"{one!r} and {two!r}"
    if one.layout != torch.strided:
        one, two = one.to_dense(), two.to_dense()
    tolerances = {"rtol": 0.0, "atol": 0.0} if exact else {}
    try:
        torch.testing.assert_close(two, one, equal_nan=True, **tolerances)  # type: ignore[arg-type]
    except AssertionError as error:
        return " ".join(str(error).split())
    return None


def differences(one: Outcome, two: Outcome, *, exact: bool, none_is_zero: bool = False) -> list[str]:
    if one.raised is not None or two.raised is not None:
        if type(one.raised) is type(two.raised):
            return []
        return [f"{describe(one.raised)} and {describe(two.raised)}"]
    found = []
    for group in ("values", "gradients"):
        left, right = getattr(one, group), getattr(two, group)
        found += [f"{name} is only in one" for name in sorted(left.keys() ^ right.keys())]
        for name in left.keys() & right.keys():
            problem = _difference(
                left[name], right[name], exact=exact, none_is_zero=none_is_zero and group == "gradients"
            )
            if problem:
                found.append(f"{name}: {problem}")
    return sorted(found)


def describe(error: BaseException | None) -> str:
    text = (str(error).strip().splitlines() or [""])[0]
    return "no exception" if error is None else f"{type(error).__name__}({text[:200]})"


def signature(arguments: tuple[Any, ...]) -> str:
    import torch

    return "; ".join(
        f"{name}: {(leaf.dtype, tuple(leaf.shape), leaf.stride()) if isinstance(leaf, torch.Tensor) else leaf!r}"
        for name, leaf in _leaves(arguments)
    )


def other_data(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same shapes with other numbers, of the same signs."""
    changed: tuple[Any, ...] = _map(arguments, lambda t: t * 1.0625 if t.is_floating_point() else t.clone())
    return changed


def hard(arguments: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The same shapes with numbers on which a careless rewrite goes wrong."""
    import torch

    nan, inf = float("nan"), float("inf")
    for name, values in {
        "zeros": [0.0],
        "NaN": [nan],
        "inf": [inf],
        "-inf": [-inf],
        "negative": [-2.5],
        "large": [3e38, 1e30],
        "tiny": [1e-40, -1e-40],
        "mixed": [inf, 1.5, -inf, nan, -0.0, -1.5],
    }.items():

        def fill(tensor: Any, values: list[float] = values) -> Any:
            if not tensor.is_floating_point() or not tensor.numel():
                return tensor.clone()
            repeated = torch.tensor(values, dtype=torch.float64).repeat(tensor.numel() // len(values) + 1)
            return repeated[: tensor.numel()].to(tensor).reshape(tensor.shape)

        yield name, _map(arguments, fill)


def raises(module: ModuleType, fixed: ModuleType, device: str) -> list[str]:
    """The inputs that raised and no longer do: the same in eager, something when compiled."""
    import torch

    problems = []
    for index, given in enumerate(arguments(module, device, "raising")):
        before, after = make(module, device), make(fixed, device)
        left = call(before, before, given, grad=False)
        right = call(after, after, given, grad=False)
        if left.raised is None or type(left.raised) is not type(right.raised):
            problems.append(f"raising {index}: {describe(left.raised)} and {describe(right.raised)}")
        after = make(fixed, device)
        compiled = torch.compile(after, backend="aot_eager", fullgraph=True)
        call(after, compiled, arguments(module, device)[0], grad=False)
        if call(after, compiled, given, grad=False).raised is None:
            problems.append(f"raising {index}: compiled: no exception instead of {describe(left.raised)}")
    return problems


def skip_guard_timing() -> None:
    """Each compile measures the speed of its guards after flushing the processor's caches: slow, and no use here."""
    import torch._dynamo.guards as guards

    if hasattr(guards, "profile_guard_manager"):
        guards.profile_guard_manager = lambda *arguments: 0.0
