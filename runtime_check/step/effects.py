"""The side effects of a step: what it prints, logs and warns of, the state it changes, random draws.

Output is caught where the process writes it, at the file descriptors, so that what an extension or a child process
prints counts too; log records where they are made, whatever handlers there are; warnings where they are shown. What
torch itself logs and warns of, which it does above all while it compiles, does not count; nor does, as a difference,
a warning that a call is deprecated, which libraries say in eager only.
"""

from __future__ import annotations

import collections
import contextlib
import hashlib
import logging
import math
import os
import pickle
import random
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from fullgraph.runtime_check.observe.output import caught_output
from fullgraph.runtime_check.results import EffectDifference
from fullgraph.runtime_check.step.attributes import PLAIN
from fullgraph.runtime_check.step.leaves import same_tensor
from fullgraph.runtime_check.step.step import Stepper, flatten_call
from fullgraph.runtime_check.target.inputs import CallArguments

_TORCH = str(Path(torch.__file__).parent) + os.sep
_TOKEN = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_GRADIENT_FUNCTION = re.compile(r", grad_fn=<\w+>")
ABOUT_CODE = "warned of as deprecated"
"""Warnings that tell developers of a call that will change. Losing one is a remark: the step does the same."""
_ABOUT_CODE = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
PRINTED_DIGITS = 1e-3
"""Relative and absolute difference that a printed number may have: `print` of a tensor shows four decimals."""

PRINTED = {name: f"printed to {name}" for name in ("stderr", "stdout")}
TORCH_GENERATORS = frozenset(("torch's CPU generator", "torch's CUDA generator"))
SHOWN_LINES = 20
"""Distinct lines that differ, of which each is told."""


@dataclass
class Effects:
    """The side effects of one step."""

    lines: dict[str, list[str]] = field(default_factory=dict)
    """The lines that it ``printed to stdout``, ``printed to stderr``, ``logged`` and ``warned of``, by these words."""
    values: dict[str, Any] = field(default_factory=dict)
    """Plain values of modules and arguments after the step."""
    changed: set[str] = field(default_factory=set)
    """The tensors that it changed."""
    generators: dict[str, str] = field(default_factory=dict)
    """A digest of each random generator's state after the step."""
    moved: set[str] = field(default_factory=set)
    """The generators that it drew from."""


def observe(stepper: Stepper, fn: Callable[..., Any], call: CallArguments) -> Effects:
    """Run one step from the initial state and tell what it did."""
    stepper.restore()
    before = generators(stepper.device)
    with listening() as lines:
        _, used = stepper.run(fn, call)
    after = generators(stepper.device)
    given = flatten_call(call)
    values: dict[str, Any] = {}
    changed = set(stepper.changed_tensors())
    for path, value in flatten_call(used).items():
        if not isinstance(value, torch.Tensor):
            values[path] = value
        elif not isinstance(given.get(path), torch.Tensor) or not same_tensor(value, given[path]):
            changed.add(path)
    values |= {f"attribute {path}": value for path, value in stepper.named_values() if isinstance(value, (*PLAIN, set))}
    moved = {name for name, state in after.items() if before.get(name) != state}
    return Effects(lines, values, changed, after, moved)


def generators(device: torch.device) -> dict[str, str]:
    """A digest of the state of every generator that code commonly draws from."""
    states: dict[str, object] = {"Python's random": random.getstate(), "torch's CPU generator": _bytes_of("cpu")}
    if device.type == "cuda":
        states["torch's CUDA generator"] = _bytes_of(device)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        states["numpy.random"] = pickle.dumps(numpy.random.get_state())
    return {name: hashlib.sha256(repr(state).encode()).hexdigest() for name, state in states.items()}


def _bytes_of(device: torch.device | str) -> bytes:
    state = torch.get_rng_state() if device == "cpu" else torch.cuda.get_rng_state(device)
    return bytes(state.numpy().tobytes())


@contextlib.contextmanager
def listening() -> Iterator[dict[str, list[str]]]:
    """Catch what is printed, logged and warned of; the lines are there once the block has ended."""
    heard: dict[str, list[str]] = {"logged": [], "warned of": [], ABOUT_CODE: []}
    with (
        caught_output("stdout") as stdout,
        caught_output("stderr") as stderr,
        _caught_records(heard["logged"]),
        _caught_warnings(heard["warned of"], heard[ABOUT_CODE]),
    ):
        heard |= {PRINTED["stderr"]: stderr, PRINTED["stdout"]: stdout}
        yield heard


@contextlib.contextmanager
def _caught_records(heard: list[str]) -> Iterator[None]:
    """Each record that a logger makes, which it does only if the level asks for it."""
    factory = logging.getLogRecordFactory()

    def listen(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = factory(*args, **kwargs)
        if record.name.partition(".")[0] != "torch":
            heard.append(f"{record.levelname} {record.name}: {_message(record)}")
        return record

    logging.setLogRecordFactory(listen)
    try:
        yield
    finally:
        logging.setLogRecordFactory(factory)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:
        return str(record.msg)


@contextlib.contextmanager
def _caught_warnings(heard: list[str], about_code: list[str]) -> Iterator[None]:
    """Each warning, also one that has been shown before."""

    def show(message: Warning | str, category: type[Warning], *_args: Any, **_options: Any) -> None:
        if not _is_of_torch():
            told = about_code if issubclass(category, _ABOUT_CODE) else heard
            told.append(f"{category.__name__}: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = show
        yield


def _is_of_torch() -> bool:
    """Return whether torch called `warnings.warn`, whatever line it blames."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.endswith("warnings.py"):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(_TORCH)


def differences(eager: Effects, compiled: Effects, again: Effects) -> tuple[list[EffectDifference], list[str]]:
    """The differences of compiled from eager, and remarks. ``again``: eager once more, for what varies by itself."""
    found: list[EffectDifference] = []
    remarks: list[str] = []
    for what, lines in eager.lines.items():
        told, remark = _compare_lines(what, lines, compiled.lines.get(what, []), again.lines.get(what, []))
        if what == ABOUT_CODE:
            remarks += [one.text for one in told]
        else:
            found += told
        remarks += [remark] if remark else []
    for name in sorted(eager.values.keys() | compiled.values.keys()):
        if _same(eager.values, again.values, name) and not _same(eager.values, compiled.values, name):
            left, right = (_show(effects.values, name) for effects in (eager, compiled))
            text = f"{name} is {left} after a step in eager, {right} compiled"
            is_flag = eager.values.get(name) is True and compiled.values.get(name) is False
            found.append(EffectDifference("value", text, is_flag=is_flag))
    for lost, names in ((True, eager.changed - compiled.changed), (False, compiled.changed - eager.changed)):
        here, there = ("in eager", "compiled") if lost else ("compiled", "in eager")
        found += [
            EffectDifference("tensor", f"{name} is changed {here} and not {there}", lost) for name in sorted(names)
        ]
    return found, remarks


def generator_differences(eager: Effects, compiled: Effects, names: set[str]) -> list[EffectDifference]:
    """The generators, of those named, whose state differs after the step."""
    found = []
    for name in sorted(names & eager.generators.keys() & compiled.generators.keys()):
        if eager.generators[name] != compiled.generators[name]:
            if name not in compiled.moved:
                text = f"{name} is drawn from in eager, but not compiled"
            elif name not in eager.moved:
                text = f"{name} is drawn from compiled, but not in eager"
            else:
                text = f"{name} is in another state after a step compiled than in eager"
            found.append(EffectDifference("random", text, name in eager.moved))
    return found


def _compare_lines(
    what: str, eager: list[str], compiled: list[str], again: list[str]
) -> tuple[list[EffectDifference], str]:
    one, many = ("line", "lines") if what in PRINTED.values() else ("message", "messages")
    same = same_line if _unmatched(eager, again, same_line) == ([], []) else _same_text
    if same is _same_text and _unmatched(eager, again, same) != ([], []):
        return [], f"what is {what} differs from one eager run to the next: not compared"
    lost, added = _unmatched(eager, compiled, same)
    found = []
    for some, here, there in ((lost, "in eager", "compiled"), (added, "compiled", "in eager")):
        distinct = collections.Counter(map(_shortened, some)).most_common(SHOWN_LINES)
        rest = len(some) - sum(times for _, times in distinct)
        for line, times in [*distinct, *([("and others", rest)] if rest else [])]:
            number = f"1 {one} is" if times == 1 else f"{times} {many} are"
            found.append(EffectDifference("output", f"{number} {what} {here} and not {there}: {line}", some is lost))
    moved = not found and not all(map(same, eager, compiled))
    return found, f"what is {what} comes in another order compiled" if moved else ""


def _unmatched(left: list[str], right: list[str], same: Callable[[str, str], bool]) -> tuple[list[str], list[str]]:
    """The lines of either that the other lacks, whatever their order."""
    lost, rest = [], list(right)
    for line in left:
        found = next((i for i, other in enumerate(rest) if same(line, other)), None)
        if found is None:
            lost.append(line)
        else:
            del rest[found]
    return lost, rest


def same_line(left: str, right: str) -> bool:
    """The same text, with fractions equal but for rounding, and whatever backward function a tensor shows."""
    left, right = (_GRADIENT_FUNCTION.sub("", text) for text in (left, right))
    if left == right:
        return True
    return _same_text(left, right) and all(
        _same_number(a, b) for a, b in zip(_TOKEN.findall(left), _TOKEN.findall(right), strict=True)
    )


def _same_text(left: str, right: str) -> bool:
    """The same but for numbers."""
    return _TOKEN.sub("0", left) == _TOKEN.sub("0", right)


def _same_number(left: str, right: str) -> bool:
    if left.startswith("0x") or right.startswith("0x"):
        return left.startswith("0x") and right.startswith("0x")  # An address.
    if left.isdigit() and right.isdigit():
        return int(left) == int(right)
    return math.isclose(float(left), float(right), rel_tol=PRINTED_DIGITS, abs_tol=PRINTED_DIGITS)


_ABSENT = object()


def _same(left: dict[str, Any], right: dict[str, Any], name: str) -> bool:
    a, b = left.get(name, _ABSENT), right.get(name, _ABSENT)
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-8) or (a != a and b != b)
    return type(a) is type(b) and bool(a == b)


def _show(values: dict[str, Any], name: str) -> str:
    return _shortened(repr(values[name])) if name in values else "not there"


def _shortened(text: str, limit: int = 80) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
