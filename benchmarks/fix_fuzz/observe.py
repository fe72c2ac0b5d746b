"""All that a caller can see of a program: what two versions of it must have in common."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import importlib.util
import io
import logging
import random
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn

CALLS = 2
"""How often a model is called on each of the inputs: what it keeps shows in the second."""

Place = tuple[int, str, str]
"""The number of the call, what was looked at, and of what: ``(0, "dtype", "result[1]")``."""
Seen = dict[Place, object]
"""Equal for two versions that nobody can tell apart."""

IN_GRAPHS = {"kind", "values", "state", "dtype", "shape", "history", "exception"}
"""What a compiled program must have in common with the same program in eager mode, next to gradients."""


@dataclass(frozen=True)
class Difference:
    """One thing that two versions do not have in common."""

    what: str
    of: str
    number: int
    """That of the inputs."""
    call: int
    before: object
    after: object

    def __str__(self) -> str:
        of = f" of {self.of}" if self.of else ""
        return f"{self.what}{of}, input {self.number}, call {self.call}: {_short(self.before)} -> {_short(self.after)}"


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # TorchDynamo imports modules by name when it traces an arm of torch.cond, in eager mode too.
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def observe(path: Path) -> list[Seen]:
    """Return what each of the program's inputs shows."""
    return [_observed(path, number) for number in range(len(load(path).inputs()))]


def compiled(path: Path, eager: list[Seen]) -> list[Seen] | None:
    """Return the same of the program as one graph, but for inputs that raise; None if it does not become one graph."""
    found: list[Seen] = []
    torch._dynamo.reset()
    torch._logging._internal.set_logs(all=logging.CRITICAL)
    for number, before in enumerate(eager):
        if any(what == "exception" for _, what, _ in before):
            found.append(before)
            continue
        failures: list[Exception] = []
        seen = _observed(path, number, lambda model: torch.compile(model, backend="eager", fullgraph=True), failures)
        if any(isinstance(failure, torch._dynamo.exc.TorchDynamoException) for failure in failures):
            return None
        found.append({place: what for place, what in seen.items() if _is_in_graphs(place)})
    return found


def differences(before: list[Seen], after: list[Seen]) -> list[Difference]:
    """Return what two versions do not have in common.

    A second call that follows a first one with differences is left out: what it shows follows from them.
    """
    found = []
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        places = [place for place in {**one, **other} if one.get(place) != other.get(place)]
        # A rewritten statement that raises as before does is no difference in itself.
        if all(what == "raising" for _, what, _ in places):
            continue
        first = min((call for call, _, _ in places), default=0)
        for place in places:
            call, what, of = place
            if call == first:
                old, new = one.get(place), other.get(place)
                found.append(Difference(_told(what, old, new), of, number, call, old, new))
    return found


def in_one_graph(before: list[Seen], after: list[Seen]) -> list[Difference]:
    """Return what a compiled program does not have in common with the same one in eager mode."""
    kept = [{place: what for place, what in seen.items() if _is_in_graphs(place)} for seen in before]
    graphs = [{place: what for place, what in seen.items() if _is_in_graphs(place)} for seen in after]
    return differences(kept, graphs)


def _is_in_graphs(place: Place) -> bool:
    return place[1] in IN_GRAPHS or place[1].startswith("gradient")


def _told(what: str, before: object, after: object) -> str:
    """Tell gradients that are not there apart from others, and those that are NaN from others."""
    if what != "gradient":
        return what
    if before is None or after is None:
        return "gradient or none"
    assert isinstance(before, tuple) and isinstance(after, tuple)
    return "gradient finite" if before[1] != after[1] else what


def _observed(
    path: Path,
    number: int,
    wrap: Callable[[nn.Module], Callable[..., object]] | None = None,
    failures: list[Exception] | None = None,
) -> Seen:
    module = load(path)
    model, given = module.make(), module.inputs()[number]
    run = wrap(model) if wrap else model
    for tensor in given:
        if tensor.requires_grad and not tensor.is_leaf:
            tensor.retain_grad()
    seen: Seen = {}
    torch.manual_seed(5)
    random.seed(5)
    for call in range(CALLS):
        result, printed = None, io.StringIO()
        with _heard(printed):
            try:
                result = run(*given)
            except Exception as failure:
                seen[call, "exception", ""] = _of(failure)
                seen[call, "raising", ""] = _statement(failure, path)
                if failures is not None:
                    failures.append(failure)
        seen[call, "printed", ""] = printed.getvalue()
        results = dict(_leaves("result", result))
        state = dict(_state(model, module))
        inputs = {f"input {index}": tensor for index, tensor in enumerate(given)}
        for name, value in {**results, **state, **inputs}.items():
            for what, found in _look(value):
                told = "state" if what == "values" and name not in results else what
                seen[call, told, name] = found
        seen[call, "memory", ""] = _shared({**results, **inputs, **state})
        for what, name, gradient in _backward(results, given, model):
            seen[call, what, name] = gradient
        seen[call, "generator", "torch"] = _digest(torch.get_rng_state())
        seen[call, "generator", "random"] = hashlib.sha256(repr(random.getstate()).encode()).hexdigest()
    return seen


@contextlib.contextmanager
def _heard(text: io.StringIO) -> Iterator[None]:
    """Collect what is printed, logged and warned of."""
    handler = logging.StreamHandler(text)
    handler.setFormatter(logging.Formatter("log: %(message)s"))
    logger = logging.getLogger("m")
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with contextlib.redirect_stdout(text), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            yield
        text.writelines(f"warning: {one.message}\n" for one in warned if one.category is UserWarning and _is_own(one))
    finally:
        logger.removeHandler(handler)


def _is_own(warned: warnings.WarningMessage) -> bool:
    return str(warned.message) == "seen"


def _of(failure: Exception) -> object:
    """The type of an exception, and its text where the program wrote it."""
    own = isinstance(failure, (ValueError, AssertionError)) and len(failure.args) == 1
    return type(failure).__name__, str(failure) if own else ""


def _statement(failure: Exception, path: Path) -> str | None:
    """The text of the program's line that raised."""
    frames = [frame for frame in traceback.extract_tb(failure.__traceback__) if Path(frame.filename) == path]
    return frames[-1].line if frames else None


def _leaves(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, (tuple, list)):
        yield f"structure of {name}", type(value)
        for index, part in enumerate(value):
            yield from _leaves(f"{name}[{index}]", part)
    elif isinstance(value, dict):
        yield f"structure of {name}", type(value)
        for key, part in value.items():
            yield from _leaves(f"{name}[{key}]", part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield f"structure of {name}", type(value).__name__
        for field in dataclasses.fields(value):
            yield from _leaves(f"{name}.{field.name}", getattr(value, field.name))
    else:
        yield name, value


def _state(model: nn.Module, module: ModuleType) -> Iterator[tuple[str, object]]:
    for name, value in (*model.named_parameters(), *model.named_buffers()):
        yield f"state {name}", value
    for name, value in sorted(vars(model).items()):
        if not name.startswith("_") and name not in ("training", "time"):
            yield from _leaves(f"attribute {name}", value)
    yield from _leaves("global KEPT", getattr(module, "KEPT", None))


def _look(value: object) -> Iterator[tuple[str, object]]:
    if not isinstance(value, torch.Tensor):
        yield "kind", type(value).__name__
        yield "values", type(value).__name__ if isinstance(value, io.StringIO) else repr(value)
        return
    yield "kind", type(value).__name__
    yield "dtype", value.dtype
    yield "shape", tuple(value.shape)
    # Those of dimensions of one element, and of no elements at all, mean nothing.
    yield "strides", value.numel() and tuple(s for s, n in zip(value.stride(), value.shape, strict=True) if n > 1)
    yield "values", _digest(value)
    yield "history", value.requires_grad


def _digest(value: torch.Tensor) -> str:
    data = value.detach().contiguous()
    if data.is_floating_point():
        data = torch.where(data.isnan(), torch.full_like(data, float("nan")), data)  # one NaN is like the other
    text = hashlib.sha256(data.reshape(-1).view(torch.uint8).numpy().tobytes()).hexdigest()[:16]
    return f"{data.flatten()[:3].tolist()} {text}"


def _shared(tensors: dict[str, object]) -> object:
    """Return which of the tensors are one object, and which share memory."""
    objects: dict[int, list[str]] = {}
    storages: dict[int, list[str]] = {}
    for name, value in tensors.items():
        if isinstance(value, torch.Tensor):
            objects.setdefault(id(value), []).append(name)
            if value.numel():
                storages.setdefault(value.untyped_storage().data_ptr(), []).append(name)
    return tuple(
        tuple(sorted(tuple(names) for names in found.values() if len(names) > 1)) for found in (objects, storages)
    )


def _backward(results: dict[str, object], given: Any, model: nn.Module) -> Iterator[tuple[str, str, object]]:
    outputs = [value for value in results.values() if isinstance(value, torch.Tensor) and value.requires_grad]
    if not outputs:
        return
    try:
        # Each element has a weight of its own, so that gradients do not cancel out.
        weights = [torch.linspace(1, 2, value.numel()).reshape(value.shape).to(value.dtype) for value in outputs]
        torch.autograd.backward(outputs, weights, retain_graph=True)
    except Exception as failure:
        yield "exception of backward", "", type(failure).__name__
    leaves = {f"input {index}": tensor for index, tensor in enumerate(given)} | dict(model.named_parameters())
    for name, tensor in leaves.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gradient = tensor.grad
        finite = None if gradient is None else bool(gradient.isfinite().all())
        yield "gradient", name, None if gradient is None else (_digest(gradient), finite, gradient.dtype)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
