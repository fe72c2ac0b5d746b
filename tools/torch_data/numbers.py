"""Write ``numbers`` into ``torch-<major.minor>.json``: which parameters of torch's operators are numbers.

``python -m tools.torch_data.numbers`` asks the torch installed. In the calls that torch tests its operators with, each
number is replaced by a tensor that the graph computes. A parameter is noted if every such call runs in eager, is
captured with the number, and ends the graph with the tensor. How TorchDynamo takes it under ``fullgraph=True`` is noted
in the words of ``fullgraph.rules.shared.number_parameters``; where calls differ, the word that claims least. So is
whether the graph ends even with a tensor that it is given, whose value TorchDynamo knows.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal

import torch

from tools.torch_data.breaks import quiet
from tools.torch_data.generate import path
from tools.torch_data.samples import Sample, copied, torch_operators
from tools.torch_data.schemas import packets

NEEDS = ("symbol", "inner", "known")
"""From the one that claims least."""
MOST = 3
"""The most calls of one parameter that are tried."""
Place = tuple[int, str]
"""The position of an argument, or -1 and its keyword."""
Number = Callable[[Any], Any]
"""Computes the number from a tensor that holds it."""
Mode = Literal["eager", "default", "fullgraph"]


def functions() -> Iterator[tuple[str, Callable[..., Any], Sample]]:
    """The public functions and methods that torch has samples for; a method's first argument is its tensor."""
    for _, name, sample in torch_operators():
        function: Any = torch
        for part in name.split("."):
            function = getattr(function, part, None)
        if callable(function):
            yield f"torch.{name}", function, sample
        method = getattr(torch.Tensor, name, None)
        if callable(method):
            yield f"torch.Tensor.{name}", method, sample


def places(sample: Sample) -> Iterator[tuple[Place, Any]]:
    """Where a call is given a number, or a list that ends in one."""
    for position, value in enumerate(sample.args):
        yield from (((position, ""), value),) if is_numeric(value) else ()
    for name, value in sample.kwargs.items():
        yield from (((-1, name), value),) if is_numeric(value) else ()


def is_numeric(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return bool(value) and is_numeric(value[-1]) and not isinstance(value[-1], (tuple, list))
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def value_at(sample: Sample, place: Place) -> Any:
    position, name = place
    return sample.kwargs[name] if name else sample.args[position]


def runs(function: Callable[..., Any], sample: Sample, place: Place, number: Number, mode: Mode) -> bool:
    """Return whether the call runs, or is captured, with another number in its place, or as the last one of a list."""
    position, name = place
    old = value_at(sample, place)

    def call(args: tuple[Any, ...], kwargs: dict[str, Any], value: Any) -> Any:
        given = number(value)
        if isinstance(old, tuple):
            given = (*old[:-1], given)
        elif isinstance(old, list):
            given = [*old[:-1], given]
        if name:
            return function(*args, **{**kwargs, name: given})
        return function(*args[:position], given, *args[position + 1 :], **kwargs)

    torch._dynamo.reset()
    run = call if mode == "eager" else torch.compile(call, backend="eager", fullgraph=mode == "fullgraph")
    try:
        with torch._dynamo.error_on_graph_break(True) if mode != "eager" else contextlib.nullcontext():
            run(copied(sample.args), copied(dict(sample.kwargs)), torch.tensor(last(old)))
    except Exception:
        return False
    return True


def last(value: Any) -> Any:
    return value[-1] if isinstance(value, (tuple, list)) else value


Told = tuple[str, bool]
"""The word for ``fullgraph=True``, and whether the graph ends even with a tensor that it is given."""


def need(function: Callable[..., Any], sample: Sample, place: Place) -> Told | Literal[""] | None:
    """What TorchDynamo does with a tensor in place of the number: None if it is captured, "" where nothing tells."""
    plain = last(value_at(sample, place))

    def tensor(value: Any) -> Any:
        return value + 0

    if not runs(function, sample, place, tensor, "eager"):
        return ""  # torch takes no tensor there
    if runs(function, sample, place, tensor, "default"):
        return None
    if not runs(function, sample, place, lambda _: plain, "default"):
        return ""
    given = not runs(function, sample, place, lambda value: value, "default")
    if runs(function, sample, place, tensor, "fullgraph"):
        return "symbol", given
    inner = runs(function, sample, place, lambda value: (value + 0).item(), "fullgraph")
    return "inner" if inner else "known", given


def named(name: str, function: Callable[..., Any], position: int) -> str:
    """The name of a parameter by its position, as Python code or the schemas have it; empty where they differ."""
    try:
        return list(inspect.signature(function).parameters)[position]
    except (TypeError, ValueError, IndexError):
        pass
    found = {op._schema.arguments[position].name for op in packets(operator(name)) if is_a_number(op, position)}
    return found.pop() if len(found) == 1 else ""


def operator(name: str) -> str:
    """The name of the operator behind a function or method."""
    return name.removeprefix("torch.").removeprefix("Tensor.").replace(".", "_").removeprefix("nn_functional_")


def is_a_number(op: Any, position: int) -> bool:
    """Return whether an overload takes a number, or a list of some, in this place."""
    arguments = op._schema.arguments
    return position < len(arguments) and bool(re.search("int|float|number|Scalar", str(arguments[position].type)))


def placed(name: str, function: Callable[..., Any], word: str) -> int:
    """The position of a parameter by its name; -1 where it has none, or not the same in all overloads."""
    try:
        parameter = inspect.signature(function).parameters[word]
        return (
            -1 if parameter.kind is parameter.KEYWORD_ONLY else list(inspect.signature(function).parameters).index(word)
        )
    except (TypeError, ValueError, KeyError):
        pass
    found = {
        position
        for op in packets(operator(name))
        for position, argument in enumerate(op._schema.arguments)
        if argument.name == word and not argument.kwarg_only
    }
    return found.pop() if len(found) == 1 else -1


def table() -> dict[str, list[Entry]]:
    """By function, each such parameter."""
    found: dict[str, dict[Place, list[Told | None]]] = {}
    called: dict[str, Callable[..., Any]] = {}
    for name, function, sample in functions():
        called[name] = function
        for place, _ in places(sample):
            seen = found.setdefault(name, {}).setdefault(place, [])
            if len(seen) < MOST and None not in seen:
                told = need(function, sample, place)
                seen += [told] if told != "" else []
    entries: dict[str, list[Entry]] = {}
    for name, by_place in sorted(found.items()):
        by_word: dict[str, list[Told]] = {}
        refuted = set()
        for (position, keyword), answers in by_place.items():
            word = keyword or named(name, called[name], position) or f"#{position}"
            by_word.setdefault(word, []).extend(one for one in answers if one is not None)
            if None in answers:
                refuted.add(word)
        merged = [
            entry(name, called[name], word, answers)
            for word, answers in by_word.items()
            if answers and word not in refuted
        ]
        if merged:
            entries[name] = sorted(merged)
    return entries


Entry = tuple[int, str, str, bool]
"""A parameter: its position (-1 for one by its name alone) and name, what it needs, and whether even a tensor that is
given ends the graph."""


def entry(name: str, function: Callable[..., Any], word: str, answers: list[Told]) -> Entry:
    needed = min((need for need, _ in answers), key=NEEDS.index)
    given = all(even for _, even in answers)
    if word.startswith("#"):
        return int(word[1:]), "", needed, given
    return placed(name, function, word), word, needed, given


def main() -> None:
    data = json.loads(path().read_text())
    with warnings.catch_warnings(), quiet():
        warnings.simplefilter("ignore")
        data["numbers"] = table()
    path().write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(path(), sum(map(len, data["numbers"].values())))


if __name__ == "__main__":
    main()
