"""The agreement of an arm with eager."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import torch
from fullgraph.runtime_check.gains import optimizers
from fullgraph.runtime_check.gains.versions import VersionPair
from fullgraph.runtime_check.results import Verdict
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome, Stepper

MOST_SETS = 3
"""Input sets that are compared: outcomes hold all gradients."""
OTHER_SEED = 12345


@contextmanager
def one_at_a_time(device: torch.device) -> Iterator[None]:
    """Wait for this user's other processes that are in here on a CUDA device, and leave its memory to them.

    A float64 step takes several times the memory of the target's own, and arms prepared side by side get there
    together.
    """
    if device.type != "cuda" or os.name != "posix":
        yield
        return
    import fcntl

    index = torch.cuda.current_device() if device.index is None else device.index
    path = Path(tempfile.gettempdir(), f"fullgraph-{os.getuid()}-cuda-{index}.lock")
    with ExitStack() as stack:
        stack.callback(torch.cuda.empty_cache)
        with suppress(OSError):  # Whoever cannot wait goes on: what the memory does not suffice for is told.
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            stack.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Expected:
    """The outcomes of eager, taken before anything is compiled."""

    def __init__(self, stepper: Stepper) -> None:
        self.calls = stepper.calls[:MOST_SETS]
        fn = stepper.target.fn
        self.eager = [stepper.observe(fn, call) for call in self.calls]
        other = [stepper.observe(fn, call, seed=OTHER_SEED) for call in self.calls]
        self.random = bool(numerics.compare(_outputs(self.eager), _outputs(other), None).problems)
        self.wide: list[Outcome] | None = None
        self.why_not = ""
        if not self.random:
            every = stepper.calls
            stepper.calls = self.calls
            try:
                with one_at_a_time(stepper.device):
                    self.wide, self.why_not = numerics.reference(stepper)
            finally:
                stepper.calls = every
        stepper.restore()

    def judge(self, stepper: Stepper, pair: VersionPair) -> Verdict:
        """Compare the compiled version; what it raises comes through."""
        if self.random:
            text = "it draws random numbers, which compiled code takes from its own generator"
            return Verdict("numerics", "skipped", text)
        calls = pair.compiled.calls[: len(self.calls)]
        with pair.compiled.active():
            found = [stepper.observe(pair.compiled.fn, call) for call in calls]
        eager, wide, notes = self.eager, self.wide, []
        if pair.is_padded:
            eager, found, wide = _of_one_shape(eager, found, wide)
            notes.append("only outputs whose shape padding does not change are compared")
        result = numerics.compare(eager, found, wide, precision=numerics.precision_of(stepper))
        notes += [f"{numerics.AGAINST_EAGER}: {self.why_not}"] if not self.wide else []
        problems = list(result.problems)
        if pair.optimizer is not None and pair.compiled.update is not None and stepper.optimizer is not None:
            problems += optimizers.problems_of(stepper, stepper.optimizer, pair.optimizer, pair.compiled.update)
            notes.append("the optimizer's update was compared for the same gradients")
        stepper.restore()
        n = result.numerics
        what = f"{n.compared} tensors" + (f", {n.gradients} of them gradients" if n.gradients else "")
        if problems:
            return Verdict("numerics", "fail", f"{len(problems)} differences in {what}", problems[:10] + notes)
        return Verdict("numerics", "pass", f"{what}; largest error {n.max_error:.1e}", notes)


def _outputs(outcomes: list[Outcome]) -> list[Outcome]:
    return [Outcome(outputs=outcome.outputs) for outcome in outcomes]


def _of_one_shape(
    eager: list[Outcome], found: list[Outcome], wide: list[Outcome] | None
) -> tuple[list[Outcome], list[Outcome], list[Outcome] | None]:
    """The outcomes without the arguments, and without the outputs that padding made longer."""
    pairs = list(zip(eager, found, strict=True))
    kept = [
        {name for name, value in a.outputs.items() if _shape(value) == _shape(b.outputs.get(name))} for a, b in pairs
    ]

    def only(outcomes: list[Outcome]) -> list[Outcome]:
        return [
            Outcome({n: v for n, v in o.outputs.items() if n in names}, _of_parameters(o.gradients), loss=o.loss)
            for o, names in zip(outcomes, kept, strict=True)
        ]

    return only(eager), only(found), only(wide) if wide else None


def _of_parameters(gradients: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in gradients.items() if not name.startswith("grad of input ")}


def _shape(value: Any) -> Any:
    return tuple(value.shape) if hasattr(value, "shape") else type(value)
