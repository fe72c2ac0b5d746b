"""Run a user's script and record what it calls under ``torch.compile``: ``fullgraph verify --record script.py``.

The script runs as ``__main__``, with `torch.compile` replaced: what it compiles runs in eager, and the arguments of its
calls are kept, copied before the call can change them. After ``RecordingRequest.calls`` calls of one compiled callable
the script has shown enough, and may have hours to go: the callable is verified right there, in the middle of the
script, with the state that the script has brought it into, and the process ends. A script that ends before is verified
at its end.

Calls with other shapes become further input sets. Calls in another mode (gradients off, autocast, eval mode) than the
first one with gradients are counted and left out, since a verification runs in one.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import os
import sys
import sysconfig
import threading
import time
import types
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import torch
from fullgraph.runtime_check.process.protocol import RecordingRequest
from fullgraph.runtime_check.source_lines import OWN_FOLDER
from fullgraph.runtime_check.step.step import flatten_call, fresh
from fullgraph.runtime_check.target.inputs import CallArguments, describe, label_calls
from fullgraph.runtime_check.target.target import Target, TargetError

MAX_SETS = 4
"""Input sets that are kept, each with other shapes."""
MAX_BYTES = 4 * 2**30
"""Bytes of tensors that are copied, over all input sets of a callable."""
PATIENCE = 60.0
"""Seconds after the first recorded call, from which on the next one is the last: the script is slow."""


@dataclass(frozen=True)
class CallMode:
    """The mode of a call: what it depends on that is not in its arguments."""

    grad: bool
    autocast: tuple[tuple[str, torch.dtype], ...]
    training: bool | None
    """Of the module that is called."""

    @classmethod
    def now(cls, fn: Any) -> CallMode:
        kinds = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
        on = tuple((k, torch.get_autocast_dtype(k)) for k in kinds if torch.is_autocast_enabled(k))
        return cls(torch.is_grad_enabled(), on, fn.training if isinstance(fn, torch.nn.Module) else None)

    def __str__(self) -> str:
        parts = [] if self.grad else ["without gradients"]
        parts += [f"autocast to {str(dtype).removeprefix('torch.')} on {kind}" for kind, dtype in self.autocast]
        parts += [] if self.training is not False else ["in eval mode"]
        return ", ".join(parts)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """The same mode; autocast without the cache of casts, which would outlive changes of the parameters."""
        with contextlib.ExitStack() as modes:
            modes.enter_context(torch.inference_mode(False))
            modes.enter_context(torch.set_grad_enabled(self.grad))
            for kind in ("cpu", "cuda"):
                if torch.is_autocast_enabled(kind):
                    modes.enter_context(torch.autocast(kind, enabled=False))
            for kind, dtype in self.autocast:
                modes.enter_context(torch.autocast(kind, dtype, cache_enabled=False))
            yield


@dataclass
class Subject:
    """One compiled callable of the script."""

    fn: Callable[..., Any]
    where: str
    """Such as ``compiled at train.py:145``."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options that it was compiled with."""
    mode: CallMode | None = None
    calls: dict[str, CallArguments] = field(default_factory=dict)
    """The kept input sets, by their label."""
    seen: int = 0
    other_modes: int = 0
    left_out: set[str] = field(default_factory=set)
    """Labels of input sets beyond those kept."""
    began: float = 0.0

    @property
    def key(self) -> object:
        """Instances of one class, and functions of one code, are one subject: the first one called stands for all."""
        if isinstance(self.fn, torch.nn.Module):
            return type(self.fn)
        plain: object = getattr(self.fn, "__func__", self.fn)
        return plain.__code__ if isinstance(plain, types.FunctionType) else id(plain)

    @property
    def name(self) -> str:
        named = type(self.fn) if isinstance(self.fn, torch.nn.Module) else self.fn
        return str(getattr(named, "__qualname__", type(named).__name__)).replace("<locals>.", "")

    def take(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Keep the arguments of a call, unless equal shapes were kept. Raises `TargetError` if they are too large."""
        mode = CallMode.now(self.fn)
        if self.mode is not None and mode != self.mode and mode.grad and not self.mode.grad:
            # A script may try out evaluation first; training is what it is about.
            self.other_modes, self.calls = self.other_modes + self.seen, {}
            self.mode = None
        self.mode = self.mode or mode
        self.began = self.began or time.monotonic()
        self.seen += 1
        if mode != self.mode:
            self.other_modes += 1
            return
        call = label_calls([CallArguments(args, kwargs)])[0]
        kind = _kind(call)
        if kind in self.calls or kind in self.left_out:
            return
        size = sum(_bytes(entry) for entry in (*self.calls.values(), call))
        if not self.calls and size > MAX_BYTES:
            raise TargetError(
                f"the arguments of {self.name}'s first call hold {size / 2**30:.1f} GiB, more than the "
                f"{MAX_BYTES / 2**30:.0f} GiB that are recorded: run the script with smaller batches"
            )
        if len(self.calls) >= MAX_SETS or size > MAX_BYTES:
            self.left_out.add(kind)
            return
        with torch.inference_mode(False):
            self.calls[kind] = fresh(call)

    def notes(self, script: str, ended: bool) -> list[str]:
        """The recording, in words."""
        sets = "1 input set" if len(self.calls) == 1 else f"{len(self.calls)} input sets of different shapes"
        calls = "1 call" if self.seen == 1 else f"{self.seen} calls"
        stopped = "until the script ended" if ended else "then the script was stopped"
        notes = [f"recorded from {script}: {calls} of {self.name} ({self.where}), {sets}; {stopped}"]
        if self.left_out:
            notes.append(f"{len(self.left_out)} more of its input sets were left out")
        if self.other_modes:
            notes.append(
                f"{self.other_modes} of these calls were left out: they ran in a different mode from the others"
            )
        if self.mode is not None and str(self.mode):
            notes.append(f"recorded and verified {self.mode}")
        given = ", ".join(f"{name}={value!r}" for name, value in self.options.items() if name in _SHOWN_OPTIONS)
        return [*notes, f"the script compiles with {given}"] if given else notes


_SHOWN_OPTIONS = ("fullgraph", "dynamic", "mode", "backend")


class Recorder:
    """Records while the script runs, and hands over what is to be verified; that does not come back."""

    def __init__(
        self, request: RecordingRequest, script: str, finish: Callable[[Recorder, Subject, bool], NoReturn]
    ) -> None:
        self.request = request
        self.script = script
        self.finish = finish
        self.subjects: dict[object, Subject] = {}
        self.compiled = 0
        self.pid = os.getpid()
        self.inside = threading.local()
        self.on = True
        self.plain_compile = torch.compile
        self.undo: Callable[[], None] = lambda: None
        """Takes back what `attach` did."""
        self.in_place: list[torch.nn.Module] = []
        """The modules whose ``compile`` was called."""

    @property
    def names(self) -> list[str]:
        return [f"{subject.name} ({subject.where})" for subject in self.subjects.values()]

    def watched(self, fn: Callable[..., Any], subject: Subject) -> Callable[..., Any]:
        """``fn`` as the script sees it."""

        def call(*args: Any, **kwargs: Any) -> Any:
            if not self.on or getattr(self.inside, "busy", False) or os.getpid() != self.pid:
                return fn(*args, **kwargs)
            self.called(subject, args, kwargs)
            self.inside.busy = True
            try:
                return fn(*args, **kwargs)
            finally:
                self.inside.busy = False

        return call

    def called(self, subject: Subject, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        known = self.subjects.setdefault(subject.key, subject)
        if known is not subject:
            return
        subject.take(args, kwargs)
        slow = time.monotonic() - subject.began > PATIENCE
        if list(self.subjects.values()).index(subject) == self.request.index and (
            subject.seen >= self.request.calls or slow
        ):
            self.stop(subject, ended=False)

    def off(self) -> None:
        """Put everything back as it is without a recorder."""
        self.on = False
        torch.compile = self.plain_compile
        self.undo()
        for module in self.in_place:
            vars(module)["_compiled_call_impl"] = None

    def stop(self, subject: Subject, *, ended: bool) -> NoReturn:
        self.off()
        self.finish(self, subject, ended)

    def ended(self) -> NoReturn:
        """The script is through. Raises `TargetError` if it has called nothing to verify."""
        self.off()
        subjects = list(self.subjects.values())
        if self.request.index < len(subjects):
            self.stop(subjects[self.request.index], ended=True)
        if self.request.wanted is not None:
            raise TargetError(f"{self.script} ended without a call of {self.request.wanted}")
        how = (
            "compiled something and never called it"
            if self.compiled
            else "compiled nothing: it called neither torch.compile nor module.compile()"
        )
        raise TargetError(
            f"{self.script} ended and {how}: give it the arguments that make it compile, or name what to record, "
            f"such as fullgraph verify {Path(self.script).name}:Net --record {self.script}"
        )

    def compile(self, model: Any = None, **options: Any) -> Any:
        """Stands in for ``torch.compile``: nothing is compiled, and calls are recorded."""
        if model is None:
            return lambda decorated: self.compile(decorated, **options)
        if options.get("disable"):
            return self.plain_compile(model, **options)
        self.compiled += 1
        record = self.request.wanted is None
        where = f"compiled at {_caller()}"
        if isinstance(model, torch.nn.Module):
            made: Any = self.plain_compile(model, **options)
            subject = Subject(model, where, options)
            made.forward = self.watched(model.__call__, subject) if record else model.__call__
            return made
        owner = getattr(model, "__self__", None)
        if isinstance(owner, torch.nn.Module) and getattr(model, "__name__", "") == "_call_impl":
            self.in_place.append(owner)
            return self.watched(model, Subject(owner, where, options)) if record else model
        call = self.watched(model, Subject(model, where, options))
        call = call if record else model
        if inspect.isfunction(model) and record:
            call = functools.update_wrapper(call, model)
            call.__dict__.update(_torchdynamo_orig_callable=model, _torchdynamo_inline=model)
        return call

    def attach(self, value: Any, put: Callable[[Any], None]) -> None:
        """Have the calls of a class's instances, of a module or of a function recorded."""
        where = f"named as {self.request.wanted}"
        if isinstance(value, type) and issubclass(value, torch.nn.Module):
            subjects: dict[int, Subject] = {}

            def instance_called(module: Any, *args: Any, **kwargs: Any) -> Any:
                subject = subjects.setdefault(id(module), Subject(module, where))
                return self.watched(module._call_impl, subject)(*args, **kwargs)

            kind: Any = value
            kind._compiled_call_impl = instance_called
            self.undo = lambda: delattr(kind, "_compiled_call_impl")
        elif isinstance(value, torch.nn.Module):
            vars(value)["_compiled_call_impl"] = self.watched(value._call_impl, Subject(value, where))
            self.undo = lambda: vars(value).update(_compiled_call_impl=None)
        elif inspect.isfunction(value):
            call = functools.update_wrapper(self.watched(value, Subject(value, where)), value)
            call.__dict__.update(_torchdynamo_inline=value)
            put(call)
            self.undo = lambda: put(value)
        else:
            raise TargetError(
                f"calls of {self.request.wanted} cannot be recorded: it is a {type(value).__name__}, not an nn.Module "
                "class, a module or a function"
            )


def run_script(recorder: Recorder, path: Path) -> NoReturn:
    """Run the file as ``__main__`` with the recording on. What it raises comes through; `SystemExit` 0 is an end."""
    sys.argv[:] = [str(path), *recorder.request.arguments]
    sys.path.insert(0, str(path.resolve().parent))
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=str(path), __builtins__=builtins, __spec__=None)
    sys.modules["__main__"] = main
    torch.compile = recorder.compile
    names = _attach_wanted(recorder, path, main)
    code = compile(path.read_bytes(), str(path), "exec")
    try:
        exec(code, main.__dict__, names)
    except SystemExit as stop:
        if stop.code not in (None, 0):
            raise
    recorder.ended()


def _attach_wanted(recorder: Recorder, path: Path, main: types.ModuleType) -> MutableMapping[str, Any]:
    """Have the calls recorded of what the request names; gives the names that the script's own code is to run with."""
    wanted = recorder.request.wanted
    if wanted is None:
        return main.__dict__
    where, _, attribute = wanted.rpartition(":")
    if not where or (where.endswith(".py") and Path(where).resolve() == path.resolve()):
        return _Names(main.__dict__, attribute, recorder)
    from fullgraph.runtime_check.target.target import Spec, import_module

    _attach(recorder, import_module(Spec(where, attribute)), attribute)
    return main.__dict__


def _attach(recorder: Recorder, holder: Any, attribute: str) -> None:
    *way, last = attribute.split(".")
    try:
        for name in way:
            holder = getattr(holder, name)
        value = getattr(holder, last)
    except AttributeError as error:
        raise TargetError(f"calls of {recorder.request.wanted} cannot be recorded: {error}") from None
    recorder.attach(value, functools.partial(setattr, holder, last))


class _Names(MutableMapping[str, Any]):
    """The names of a script's module: what is to be recorded is attached to as soon as it is defined."""

    def __init__(self, names: dict[str, Any], attribute: str, recorder: Recorder) -> None:
        self.names = names
        self.attribute = attribute
        self.recorder = recorder

    def __setitem__(self, name: str, value: Any) -> None:
        self.names[name] = value
        first, _, rest = self.attribute.partition(".")
        if name != first:
            return
        if rest:
            _attach(self.recorder, value, rest)
        else:
            self.recorder.attach(value, functools.partial(self.names.__setitem__, name))

    def __getitem__(self, name: str) -> Any:
        return self.names[name]

    def __delitem__(self, name: str) -> None:
        del self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def as_target(subject: Subject, notes: list[str]) -> Target:
    """The target to verify with the recorded calls."""
    fn = subject.fn
    calls = list(subject.calls.values())
    leading = 0
    while calls and all(len(c.args) > leading and isinstance(c.args[leading], torch.nn.Module) for c in calls):
        leading += 1
    if leading:
        # A function that is given its module: bound, its parameters are put back and compared too.
        fn = functools.partial(fn, *calls[0].args[:leading])
        calls = [CallArguments(c.args[leading:], c.kwargs, c.label) for c in calls]
    train = False if subject.mode is not None and not subject.mode.grad else None
    return Target(fn, calls, None, train, tuple(notes))


def device_of(subject: Subject) -> torch.device:
    """The device on which the script runs it."""
    parameters = list(subject.fn.parameters()) if isinstance(subject.fn, torch.nn.Module) else []
    tensors = [leaf for call in subject.calls.values() for leaf in flatten_call(call).values()]
    found = [t.device for t in (*parameters, *tensors) if isinstance(t, torch.Tensor)]
    return next((device for device in found if device.type != "cpu"), found[0] if found else torch.device("cpu"))


def _kind(call: CallArguments) -> str:
    """Calls of one kind differ in the numbers of their tensors only."""
    return ", ".join(f"{path}={describe(leaf)}" for path, leaf in flatten_call(call).items())


def _bytes(call: CallArguments) -> int:
    leaves = flatten_call(call).values()
    return sum(leaf.numel() * leaf.element_size() for leaf in leaves if isinstance(leaf, torch.Tensor))


def _caller() -> str:
    """File and line of the nearest code that is neither torch's, nor ours, nor an installed package's if it can be.

    A package may stand in between: lightning replaces ``torch.compile`` by a function of its own.
    """
    skipped = (OWN_FOLDER, str(Path(torch.__file__).parent))
    places = []
    frame = inspect.currentframe()
    while frame is not None:
        if not frame.f_code.co_filename.startswith((*skipped, "<frozen")):
            places.append((Path(frame.f_code.co_filename), frame.f_lineno))
        frame = frame.f_back
    library = Path(sysconfig.get_path("stdlib"))
    installed = {"site-packages", "dist-packages"}
    own = (place for place in places if not (installed.intersection(place[0].parts) or library in place[0].parents))
    path, line = next(own, places[0]) if places else (Path("?"), 0)
    return f"{path.name}:{line}"
