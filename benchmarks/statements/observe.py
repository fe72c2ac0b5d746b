"""What TorchDynamo does with each program, in both modes: each in a process of its own, forked from a warm one."""

from __future__ import annotations

import contextlib
import functools
import gc
import logging
import multiprocessing
import os
import re
import sys
import tempfile
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Mode
from fullgraph.runtime_check.observe.both_modes import observe_both
from fullgraph.runtime_check.observe.breaks import Break

from .listing import Placed, Program

SECONDS = 60.0
"""The time that a program may take."""
WIDEST = 160
"""Characters of a reason that are kept."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@dataclass(frozen=True)
class Observed:
    """The breaks of a program by mode, as ``line in the program: id, reason``; or why it was not compiled."""

    breaks: dict[Mode, list[str]] = field(default_factory=dict)
    dropped: str = ""


def observe(placed: Sequence[Placed], workers: int, seconds: float = SECONDS) -> Iterator[tuple[Program, Observed]]:
    """Compile each program alone."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_warm) as pool:
        results = pool.map(_forked, placed, [seconds] * len(placed), chunksize=4)
        for one, observed in zip(placed, results, strict=True):
            yield one.program, observed


def _warm() -> None:
    """Import what compiling imports, once for all programs."""
    import torch
    from torch._dynamo import guards

    from . import surroundings

    torch.set_num_threads(1)
    # How fast the guards are takes longest to find out, and nobody asks.
    vars(guards)["profile_guard_manager"] = lambda *_: 0.0
    torch._logging._internal.set_logs(all=logging.CRITICAL)
    with _silent():
        _observe(surroundings.Warm, surroundings.inputs())
    gc.collect()
    gc.freeze()  # or a collection in a forked process copies all of it


def _forked(placed: Placed, seconds: float) -> Observed:
    _code(placed.path)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(placed, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            return Observed(dropped=f"no end after {seconds:.0f} s")
        observed = receiver.recv()
        assert isinstance(observed, Observed)
        return observed
    except EOFError:
        return Observed(dropped="the process ended")
    finally:
        process.kill()
        process.join()


def _child(placed: Placed, sender: Connection) -> None:
    with _silent(), tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sender.send(_run(placed))


def _run(placed: Placed) -> Observed:
    module = _load(placed)
    try:
        model = module.make(placed.program.name)
        for given in module.inputs():
            model(given)
    except BaseException as error:
        return Observed(dropped=f"eager raises {_short(error)}")
    seen = _observe(lambda: module.make(placed.program.name), module.inputs())
    breaks: dict[Mode, list[str]] = {}
    for mode in BOTH_MODES:
        found, raised = seen[mode]
        lines = [(line, one) for one in found if (line := _line(one, placed)) is not None]
        ordered = sorted(lines, key=_by_line)
        breaks[mode] = [f"{line}: {one.registry_id or '-'}, {_plain(one.reason)}" for line, one in ordered]
        if raised is not None and not lines:
            breaks[mode] = [f"?: -, {_short(raised)}"]
    return Observed(breaks)


def _by_line(found: tuple[int, Break]) -> int:
    return found[0]


def _load(placed: Placed) -> Any:
    module = types.ModuleType(placed.path.stem)
    module.__file__ = str(placed.path)
    sys.modules[placed.path.stem] = module
    exec(_code(placed.path), vars(module))
    return module


@functools.lru_cache
def _code(path: Path) -> types.CodeType:
    """The compiled file, which the processes of its programs inherit."""
    return compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)


def _observe(make: Callable[[], Any], inputs: Iterable[Any]) -> dict[Mode, tuple[list[Break], BaseException | None]]:
    """The breaks and the first exception of each mode, over all inputs."""
    import torch

    def compile(fullgraph: bool) -> Callable[..., Any]:
        compiled: Callable[..., Any] = torch.compile(make(), backend="eager", fullgraph=fullgraph)
        return compiled

    calls = [lambda model, given=given: model(given.clone()) for given in inputs]  # a program may write to it
    result = observe_both(compile, calls, _attempt, lambda: None)
    found = result.breaks()
    errors: dict[Mode, BaseException | None] = {"default": result.error, "fullgraph": result.fullgraph_error}
    return {mode: ([one for one, modes in found if mode in modes], errors[mode]) for mode in BOTH_MODES}


def _attempt(call: Callable[[], object]) -> BaseException | None:
    try:
        call()
    except Exception as error:
        return error
    return None


def _line(found: Break, placed: Placed) -> int | None:
    """The innermost line of the program that led to a break, counted from its first; None for another place."""
    places = [(found.filename, found.line), *((frame.filename, frame.line) for frame in reversed(found.stack))]
    for filename, line in places:
        if filename == str(placed.path) and placed.first <= line <= placed.last:
            return line - placed.first + 1
    return None


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}: {_plain(str(error))}".removesuffix(": ")


def _plain(text: str) -> str:
    """In one line, without the addresses of objects, which differ from run to run."""
    return " ".join(_ADDRESS.sub("", text).split())[:WIDEST]


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Without what programs and compilers print."""
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield
