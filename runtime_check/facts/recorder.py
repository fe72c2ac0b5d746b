"""Records, while a program runs in eager, what its functions are given, return and do, by ``sys.settrace``.

What the program computes stays what it is: the recorder reads descriptions of values, keeps no tensor, and leaves
nothing behind. Where something else traces the process (coverage, a debugger), it stands back.
"""

# Paths are looked at for every file of the process, and Path objects cost several times as much.
# ruff: noqa: PTH117

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import torch
from fullgraph.lint.facts.schema import RETURN, Arm, Recorded
from fullgraph.runtime_check.facts.description import Snapshot, Traced, some_mode_is_on, unseen_by_modes
from fullgraph.runtime_check.facts.plan import BranchPlan, FunctionPlan, Plans
from fullgraph.runtime_check.source_lines import OWN_FOLDER

BUSY = "something else traces this process, such as coverage or a debugger"
"""Why nothing is recorded."""
DULL = 64
"""A function that was given no tensor in so many calls is left out from then on: nothing is said of it."""
KINDS = 512
"""So many kinds of calls of one function are remembered before all are forgotten, and merged anew."""
_INSTALLED = ("site-packages", "dist-packages")
_NEVER = frozenset(
    "torch torchgen functorch triton numpy torch_xla pytest _pytest pluggy hypothesis coverage fullgraph".split()
)
"""Installed packages of which no function is a model's."""
_MISSING: Any = object()

Trace = Callable[[FrameType, str, Any], Any]


class Recorder:
    """Records functions of the files below ``roots``, of ``packages``, and of packages that modules come from.

    A run is what lies between two calls of `begin_run`.
    """

    def __init__(self, roots: Sequence[Path], packages: Sequence[str] = ()) -> None:
        self.roots = [str(root.resolve()) for root in roots]
        self.packages = set(packages)
        self.plans: dict[CodeType, FunctionPlan] = {}
        self.run = 0
        self.problem: str | None = None
        """Why something is missing."""
        self.is_told = False
        """Whether somebody has what was recorded."""
        self._known = Plans()
        self._wanted: dict[str, bool] = {}
        self._undecided: dict[str, str] = {}
        """Files of installed packages that are not recorded so far, with their package."""
        self._by_code: dict[int, FunctionPlan | None] = {}
        self._codes: list[CodeType] = []
        """Keeps alive what is known by its id."""
        self._lock = threading.Lock()
        self._is_on = False
        self._trace: Trace = self._enter

    # --- on and off ---

    def start(self) -> bool:
        """Begin; whether nothing stands in the way."""
        if sys.gettrace() is not None or threading.gettrace() is not None:
            self.problem = BUSY
            return False
        self._is_on = True
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        return True

    def stop(self) -> None:
        """End, in this thread and all that begin later; those that run stop by themselves."""
        if not self._is_on:
            return
        self._is_on = False
        if sys.gettrace() is self._trace:
            sys.settrace(None)
        else:
            self.problem = "something else began to trace this process, such as a debugger: facts end there"
        if threading.gettrace() is self._trace:
            threading.settrace(None)

    def begin_run(self) -> None:
        """What is called from now on is another run."""
        self.run += 1

    @contextmanager
    def recording(self) -> Iterator[None]:
        """One run, recorded where nothing stands in the way."""
        self.begin_run()
        self.start()
        try:
            yield
        finally:
            self.stop()

    def recorded(self) -> Recorded:
        """All that was seen so far."""
        found = Recorded()
        for plan in self.plans.values():
            if plan.calls and not plan.failed:
                fact = plan.fact()
                found = found.join(Recorded({fact.key: fact}))
        return found

    # --- which functions ---

    def _enter(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if not self._is_on:
            if sys.gettrace() is self._trace:
                sys.settrace(None)
            return None
        code = frame.f_code
        filename = code.co_filename
        wanted = self._wanted.get(filename)
        if wanted is False:
            return None
        try:
            if wanted is None and not self._is_wanted(filename, frame):
                return None
            number = id(code)
            plan = self._by_code.get(number, _MISSING)
            if plan is _MISSING:
                plan = self._planned(code)
            if plan is None or plan.failed:
                return None
            return Call(self, plan, frame).begin()
        except Exception:
            return None

    def _planned(self, code: CodeType) -> FunctionPlan | None:
        with self._lock:
            plan = self._by_code.get(id(code), _MISSING)
            if plan is _MISSING:
                plan = self._known.of(code) if not _is_generated(code) else None
                self._codes.append(code)
                self._by_code[id(code)] = plan
                if plan is not None:
                    self.plans[code] = plan
        return plan  # type: ignore[no-any-return]

    def _is_wanted(self, filename: str, frame: FrameType) -> bool:
        """Whether functions of a file are recorded; the answer is kept, but for packages of which no module was met."""
        package = self._undecided.get(filename)
        if package is None:
            decided = self._decided(filename)
            if isinstance(decided, bool):
                self._wanted[filename] = decided
                return decided
            package = self._undecided[filename] = decided
        if package not in self.packages and _is_module_forward(frame):
            self.packages.add(package)
        if package in self.packages:
            self._wanted[filename] = True
            return True
        return False

    def _decided(self, filename: str) -> bool | str:
        """Whether functions of a file are recorded; of a file of an installed package, the package that decides."""
        path = os.path.realpath(filename)
        if not os.path.isabs(filename) or path.startswith((OWN_FOLDER, *_TORCH)):
            return False
        package = _package_of(path)
        if package in _NEVER or (package is None and path.startswith(_STANDARD)):
            return False
        below = [root for root in self.roots if path == root or path.startswith(root.rstrip(os.sep) + os.sep)]
        if any(_package_of(root + os.sep) == package for root in below):
            return True
        return package if package is not None else False


_TORCH = tuple(os.path.realpath(folder) + os.sep for folder in torch.__path__)
_STANDARD = os.path.realpath(sysconfig.get_paths()["stdlib"]) + os.sep
"""The folder of Python's own modules."""


def _is_generated(code: CodeType) -> bool:
    """Whether TorchDynamo wrote it: it stands for a function's code, and goes other ways."""
    convert_frame = sys.modules.get("torch._dynamo.convert_frame")
    return convert_frame is not None and code in convert_frame.output_codes


def _package_of(path: str) -> str | None:
    """The installed package that a file lies in."""
    for name in _INSTALLED:
        _, mark, rest = path.rpartition(f"{os.sep}{name}{os.sep}")
        if mark:
            return rest.partition(os.sep)[0].removesuffix(".py")
    return None


def _is_module_forward(frame: FrameType) -> bool:
    code = frame.f_code
    if code.co_name != "forward" or not code.co_argcount:
        return False
    return issubclass(type(frame.f_locals.get(code.co_varnames[0])), torch.nn.Module)


class _Open:
    """A branch that a call is in."""

    __slots__ = ("arm", "before", "plan")

    def __init__(self, plan: BranchPlan, before: Snapshot | None) -> None:
        self.plan = plan
        self.before = before
        self.arm: Arm | None = None
        """None while the test is evaluated."""


class Call:
    """One call of a recorded function, from its frame's first event to the last."""

    __slots__ = ("entry", "grad", "is_raising", "last", "open", "plan", "recorder", "starts", "training")

    def __init__(self, recorder: Recorder, plan: FunctionPlan, frame: FrameType) -> None:
        self.recorder = recorder
        self.plan = plan
        self.starts, self.last = plan.starts, plan.last
        self.open: list[_Open] = []
        self.is_raising = False
        self.grad = torch.is_grad_enabled()
        self.training: bool | None = None
        self.entry = self._snapshot(self._entry, frame.f_locals)
        if not plan.starts:
            frame.f_trace_lines = False

    def begin(self) -> Trace | None:
        return self.trace if self.entry is not None else None

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        try:
            if event == "line":
                line = frame.f_lineno
                if self.is_raising:
                    self.is_raising = False
                if self.open or line in self.starts:
                    self._moved(line, frame)
                if line >= self.last and self.last and not self.open:
                    frame.f_trace_lines = False
            elif event == "return":
                self._returned(frame, argument)
            elif event == "exception" and argument[0] is not StopIteration:
                self.is_raising = True
                self.open.clear()
        except Exception:
            self.plan.failed = True
            return None
        return self.trace

    # --- branches ---

    def _moved(self, line: int, frame: FrameType) -> None:
        """The next line to run is this one."""
        opened = self.open
        while opened:
            top = opened[-1]
            plan = top.plan
            if line in plan.whole and not (top.arm is not None and line in plan.head):
                break
            opened.pop()
            self._left(top, frame, _MISSING)
        if opened and opened[-1].arm is None:
            top = opened[-1]
            if line in top.plan.head:
                return
            self._went(top, "taken" if line in top.plan.body else "not_taken")
        plan_here = self.starts.get(line)
        if plan_here is not None:
            self._opened(plan_here, frame)

    def _opened(self, plan: BranchPlan, frame: FrameType) -> None:
        before = None
        if plan.before and any(_is_tensor(frame.f_locals, name) for name in plan.tested):
            before = self._snapshot(self._before, frame.f_locals, plan.before)
        self.open.append(_Open(plan, before))

    @staticmethod
    def _went(top: _Open, arm: Arm) -> None:
        top.arm = arm
        if arm == "taken":
            top.plan.taken += 1
        else:
            top.plan.not_taken += 1

    def _left(self, top: _Open, frame: FrameType, returned: Any) -> None:
        """A branch is behind us; ``returned``: what its arm returned."""
        plan = top.plan
        if top.arm is None:
            self._went(top, "not_taken")
        if top.before is None or top.arm is None:
            return
        snapshot = self._snapshot(self._behind, frame.f_locals, top.before, plan, returned)
        if snapshot is not None:
            self._merge_arm(plan, top.arm, snapshot)

    def _merge_arm(self, plan: BranchPlan, arm: Arm, snapshot: Snapshot) -> None:
        key = snapshot.key()
        if (arm, key) in plan.seen:
            return
        with self.recorder._lock:
            if len(plan.seen) >= KINDS:
                plan.seen.clear()
            scene, known = snapshot.scene(key), plan.scenes.get(arm)
            plan.scenes[arm] = known.join(scene) if known is not None else scene
            plan.seen.add((arm, key))

    # --- the call as a whole ---

    def _returned(self, frame: FrameType, value: Any) -> None:
        plan = self.plan
        self._count()
        if self.is_raising:
            plan.raised += 1
            return
        returns_here = [top for top in self.open if top.arm is not None]
        for top in reversed(self.open):
            self._left(top, frame, value if top in returns_here else _MISSING)
        self.open.clear()
        if self.entry is None:
            return
        snapshot = self._snapshot(self._exit, frame.f_locals, value)
        if snapshot is None:
            return
        key = snapshot.key()
        if key not in plan.seen:
            with self.recorder._lock:
                if len(plan.seen) >= KINDS:
                    plan.seen.clear()
                plan.scene = plan.scene.join(snapshot.scene(key))
                plan.seen.add(key)

    def _count(self) -> None:
        plan = self.plan
        plan.calls += 1
        plan.grad_modes.add(self.grad)
        if self.training is not None:
            plan.training.add(self.training)
        if plan.last_run != self.recorder.run:
            plan.last_run = self.recorder.run
            plan.runs += 1
        if plan.calls == DULL and not plan.scene.has_tensors:
            plan.failed = True

    # --- what is looked at ---

    @staticmethod
    def _snapshot(take: Callable[..., Snapshot], *arguments: Any) -> Snapshot | None:
        """A snapshot; None of what a tracer is given."""
        try:
            if some_mode_is_on():
                with unseen_by_modes():
                    return take(*arguments)
            return take(*arguments)
        except Traced:
            return None

    def _entry(self, names: Mapping[str, Any]) -> Snapshot:
        found = Snapshot()
        plan = self.plan
        for name in plan.parameters:
            if name in names:
                found.add_with_items(name, names[name])
        if plan.is_method:
            own = _own_attributes(names.get("self", _MISSING))
            training = _attribute(own, "training")
            self.training = training if isinstance(training, bool) else None
            for name, shown in plan.attributes:
                value = _attribute(own, name)
                if value is not _MISSING:
                    found.add(shown, value)
        return found

    def _exit(self, names: Mapping[str, Any], returned: Any) -> Snapshot:
        found = Snapshot(self.entry)
        for name in self.plan.locals:
            if name in names:
                found.add(name, names[name])
        found.add_with_items(RETURN, returned)
        return found

    @staticmethod
    def _before(names: Mapping[str, Any], wanted: Sequence[str]) -> Snapshot:
        found = Snapshot()
        _add_named(found, names, wanted, wanted)
        return found

    @staticmethod
    def _behind(names: Mapping[str, Any], before: Snapshot, plan: BranchPlan, returned: Any) -> Snapshot:
        found = Snapshot(before)
        _add_named(found, names, plan.after, plan.behind)
        if returned is not _MISSING:
            found.add_with_items(RETURN, returned)
        return found


def _add_named(found: Snapshot, names: Mapping[str, Any], wanted: Sequence[str], shown: Sequence[str]) -> None:
    """Add variables, and attributes of ``self``, under the names that they are shown by."""
    own: tuple[Mapping[str, Any], ...] | None = None
    for name, seen_as in zip(wanted, shown, strict=True):
        if name.startswith("self."):
            own = _own_attributes(names.get("self", _MISSING)) if own is None else own
            value = _attribute(own, name[5:])
        else:
            value = names.get(name, _MISSING)
        if value is not _MISSING:
            found.add(seen_as, value)


def _is_tensor(names: Mapping[str, Any], name: str) -> bool:
    """Whether a variable, or an attribute of ``self``, is a tensor."""
    if name.startswith("self."):
        value = _attribute(_own_attributes(names.get("self", _MISSING)), name[5:])
    else:
        value = names.get(name, _MISSING)
    return issubclass(type(value), torch.Tensor)


def _own_attributes(owner: Any) -> tuple[Mapping[str, Any], ...]:
    """Where an object keeps its attributes, without running any of its code; nothing for one that hides them."""
    try:
        own = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return ()
    if type(own) is not dict:
        return ()
    tables = [own]
    for name in ("_parameters", "_buffers", "_modules"):
        table = own.get(name)
        if isinstance(table, dict):
            tables.append(table)
    return tuple(tables)


def _attribute(tables: tuple[Mapping[str, Any], ...], name: str) -> Any:
    for table in tables:
        if name in table:
            return table[name]
    return _MISSING
