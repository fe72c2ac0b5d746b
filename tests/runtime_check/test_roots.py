"""What verify compiles is what check takes for compiled, whatever the files say."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.observe.roots import roots_of
from fullgraph.runtime_check.target.inputs import CallArguments
from torch import nn


class Sampler:
    def step(self, x: torch.Tensor) -> torch.Tensor:
        return x

    @torch.no_grad()
    def guarded(self, x: torch.Tensor) -> torch.Tensor:
        return x

    @classmethod
    def make(cls, x: torch.Tensor) -> torch.Tensor:
        return x

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x


class Faster(Sampler):
    """Inherits the step."""


class Own(nn.Module):
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x


def function(x: torch.Tensor) -> torch.Tensor:
    return x


def factory() -> Callable[[torch.Tensor], torch.Tensor]:
    def inner(x: torch.Tensor) -> torch.Tensor:
        return x

    return inner


@pytest.mark.parametrize(
    ("compiled", "name"),
    [
        (function, "function"),
        (functools.partial(functools.partial(function), 1), "function"),
        (torch.no_grad()(function), "function"),
        (factory(), "factory.inner"),
        (Sampler().step, "Sampler.step"),
        (Sampler().guarded, "Sampler.guarded"),
        (Faster().step, "Faster.step"),
        (Sampler.make, "Sampler.make"),
        (Sampler(), "Sampler"),
        (Own(), "Own"),
        (nn.Linear(1, 1), None),
        (lambda x: x, None),
        (torch.sin, None),
    ],
)
def test_what_is_compiled_has_the_name_that_check_gives_it(compiled: Callable[..., Any], name: str | None) -> None:
    assert roots_of([compiled, compiled]) == ([] if name is None else [f"{Path(__file__).resolve()}:{name}"])


def test_what_is_given_a_tensor_in_all_calls_is_told() -> None:
    def step(x: Any, index: int, *more: Any, scale: float = 1.0) -> None: ...

    one, x = torch.ones(1), torch.ones(2)
    (root,) = roots_of([step], [CallArguments((x, one, x), {"scale": one}), CallArguments((x, 3), {"scale": one})])
    assert root.rpartition(":")[2] == "test_what_is_given_a_tensor_in_all_calls_is_told.step(x, scale)"
    (root,) = roots_of([functools.partial(step, x)], [CallArguments((one,))])
    assert root.endswith("step(index)")


def test_a_callable_that_says_nonsense_of_itself_has_no_name() -> None:
    def turns(x: torch.Tensor) -> torch.Tensor: ...

    turns.__wrapped__ = turns  # type: ignore[attr-defined]
    assert roots_of([turns]) == []


CODE = """\
import torch


class Base:
    def __init__(self):
        self.sigmas = None

    def set_steps(self, number):
        self.sigmas = torch.linspace(1, 0, number)

    def step(self, x, index: int):
        if self.sigmas is None:
            raise ValueError("no steps")
        if index > 3:
            x = x * 2
        if self.sigmas[2] > 0.5:
            x = x * 2
        print("stepped")
        return x


class Euler(Base):
    pass


def build():
    sampler = Euler()
    sampler.set_steps(5)
    return {"fn": sampler.step, "inputs": (torch.ones(3), torch.tensor(1))}


def halve(x: torch.Tensor):
    print(x)
    return x / 2
"""
OPTIONS = ["--backend", "eager", "--bench-seconds", "0", "--device", "cpu"]


def verified(path: Path, *arguments: str) -> dict[str, Any]:
    report = path.with_name("report.json")
    options = [*OPTIONS, "--output-format", "json", "--output-file", str(report)]
    result = CliRunner().invoke(command, [*arguments, *options])
    assert result.exit_code == 1, result.output
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["targets"][0]
    return found


def test_breaks_of_a_method_of_any_object_are_predicted(tmp_path: Path) -> None:
    path = tmp_path / "samplers.py"
    path.write_text(CODE)
    run = verified(path, f"{path}:build")["before"]
    found = {(one["place"]["line"], *one["predicted_by"]) for one in run["breaks"]}
    assert found == {(14, "FG101"), (16, "FG101"), (18, "FG401")}
    assert not any(one["missed_in"] for one in run["breaks"]) and not run["unobserved"]


def test_a_function_is_fixed_that_only_verify_compiles(tmp_path: Path) -> None:
    path = tmp_path / "samplers.py"
    path.write_text(CODE)
    target = verified(path, f"{path}:halve", "--input", "f32[3]", "--fix", "--unsafe-fixes")
    assert [one["line"] for one in target["repair"]["fixes"]] == [33]
    assert not target["after"]["breaks"]
    assert path.read_text() == CODE
