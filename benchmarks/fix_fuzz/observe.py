"""All that a caller can see of a program: what two versions of it must have in common."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn

CALLS = 2
"""How often a model is called on each of the inputs: what it keeps shows in the second."""

Seen = dict[str, object]
"""By what was looked at, what was seen; equal for two versions that nobody can tell apart."""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def observe(path: Path) -> list[Seen]:
    """Return what each of the program's inputs shows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [_observed(path, number) for number in range(len(load(path).inputs()))]


def differences(before: list[Seen], after: list[Seen]) -> list[str]:
    """Return what was looked at and differs, with the number of the inputs."""
    found = []
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        found += [f"{name} (input {number})" for name in {**one, **other} if one.get(name) != other.get(name)]
    return found


def _observed(path: Path, number: int) -> Seen:
    module = load(path)
    model, given = module.make(), module.inputs()[number]
    for tensor in given:
        if tensor.requires_grad and not tensor.is_leaf:
            tensor.retain_grad()
    seen: Seen = {}
    torch.manual_seed(5)
    random.seed(5)
    for call in range(CALLS):
        printed, result = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            try:
                result = model(*given)
            except Exception as failure:
                seen[f"exception {call}"] = _of(failure)
        seen[f"printed {call}"] = printed.getvalue()
        results = dict(_leaves("result", result))
        state = dict(_state(model, module))
        inputs = {f"input {index}": tensor for index, tensor in enumerate(given)}
        for name, value in {**results, **state, **inputs}.items():
            seen.update((f"{what} of {name} {call}", found) for what, found in _look(value))
        seen[f"memory {call}"] = _shared({**results, **inputs, **state})
        for name, found in _backward(results, given, model):
            seen[f"{name} {call}"] = found
        seen[f"torch's generator {call}"] = _digest(torch.get_rng_state())
        seen[f"random's generator {call}"] = hashlib.sha256(repr(random.getstate()).encode()).hexdigest()
    return seen


def _of(failure: Exception) -> object:
    """The type of an exception, and its text where the program wrote it."""
    own = isinstance(failure, (ValueError, AssertionError)) and len(failure.args) == 1
    return type(failure).__name__, str(failure) if own else ""


def _leaves(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, (tuple, list)):
        yield f"kind of {name}", type(value).__name__
        for index, part in enumerate(value):
            yield from _leaves(f"{name}[{index}]", part)
    elif isinstance(value, dict):
        yield f"kind of {name}", "dict"
        for key, part in value.items():
            yield from _leaves(f"{name}[{key}]", part)
    else:
        yield name, value


def _state(model: nn.Module, module: ModuleType) -> Iterator[tuple[str, object]]:
    for name, value in (*model.named_parameters(), *model.named_buffers()):
        yield f"state {name}", value
    for name, value in sorted(vars(model).items()):
        if not name.startswith("_") and name != "training":
            yield from _leaves(f"attribute {name}", value)
    yield from _leaves("global KEPT", getattr(module, "KEPT", None))


def _look(value: object) -> Iterator[tuple[str, object]]:
    if not isinstance(value, torch.Tensor):
        yield "value", repr(value)
        return
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
    return hashlib.sha256(data.reshape(-1).view(torch.uint8).numpy().tobytes()).hexdigest()


def _shared(tensors: dict[str, object]) -> object:
    """Return which of the tensors are one object, and which share memory."""
    objects: dict[int, list[str]] = {}
    storages: dict[int, list[str]] = {}
    for name, value in tensors.items():
        if isinstance(value, torch.Tensor):
            objects.setdefault(id(value), []).append(name)
            if value.numel():
                storages.setdefault(value.untyped_storage().data_ptr(), []).append(name)
    return sorted(objects.values()), sorted(storages.values())


def _backward(results: dict[str, object], given: Any, model: nn.Module) -> Iterator[tuple[str, object]]:
    outputs = [value for value in results.values() if isinstance(value, torch.Tensor) and value.requires_grad]
    if not outputs:
        return
    try:
        total = sum(value.double().sum() for value in outputs)
        assert isinstance(total, torch.Tensor)
        torch.autograd.backward(total, retain_graph=True)
    except Exception as failure:
        yield "exception of backward", type(failure).__name__
    leaves = {f"input {index}": tensor for index, tensor in enumerate(given)} | dict(model.named_parameters())
    for name, tensor in leaves.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gradient = tensor.grad
        yield f"gradient of {name}", None if gradient is None else (_digest(gradient), gradient.dtype)
