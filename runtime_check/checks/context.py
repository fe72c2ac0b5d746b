"""One target on its way through the checks, and what the checks share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from fullgraph.runtime_check.checks.observations import limit_hit, limit_text
from fullgraph.runtime_check.gains.hints import InductorHints
from fullgraph.runtime_check.observe.breaks import Break
from fullgraph.runtime_check.results import Run, Status, Verdict
from fullgraph.runtime_check.step.step import Outcome, Stepper
from fullgraph.runtime_check.step.train_step import compile_target
from fullgraph.runtime_check.target.inputs import CallArguments

NOT_COMPILED = "nothing of the target is compiled"
WARM_UP_ROUNDS = 3
"""Rounds over all input sets before a recompile counts: the second size makes a dimension dynamic."""
_FAULTS = (
    (
        re.compile(r"^expected size \S+, stride \S+ at dim=\d"),
        "where sizes vary this is PyTorch's fault: it takes the strides of what the forward pass saves from the first "
        "size, see pytorch/pytorch#194420; compiling with options={'shape_padding': False} may avoid it",
    ),
)
"""Known faults of PyTorch, by the message that comes of each."""


@dataclass
class Options:
    """The options of one run, from the command line."""

    backend: str = "inductor"
    mode: str = "default"
    bench_seconds: float = 2.0
    """Per version; 0 skips the timing."""
    code: bool = False
    """Keep the code that inductor generates."""
    checks: frozenset[str] = frozenset()
    """The checks to make, by name; all if empty."""

    def wants(self, check: str) -> bool:
        """Return whether a check is to be made. Whatever is made needs the eager run."""
        return not self.checks or check in self.checks or check == "eager"


@dataclass
class CheckContext:
    """One target on its way through the checks."""

    stepper: Stepper
    options: Options
    run: Run
    on_check: Callable[[str], None]
    """Called with the name of a check as it begins."""
    eager: list[Outcome] = field(default_factory=list)
    random: bool = False
    """The step draws random numbers (dropout, say)."""
    compiled: Callable[..., Any] | None = None
    """The compiled target that the checks after `fullgraph` use."""
    compiled_with: str = ""
    ended_by: dict[str, Break] = field(default_factory=dict)
    """The breaks of what is compiled, by compilation, as `Capture.ended_by` has them."""
    steady: bool = False
    """No recompile after the warm-up, so that there is something to time."""
    outcomes: list[Outcome] = field(default_factory=list)
    """Of the compiled target."""
    cold_seconds: float = 0.0
    graphs: int = 0
    cache_hits: int = 0
    hints: InductorHints = field(default_factory=InductorHints)
    """Inductor's hints on the speed of what it compiled."""

    @property
    def calls(self) -> list[CallArguments]:
        return self.stepper.calls

    def verdict(self, check: str, status: Status, summary: str, notes: list[str] | None = None) -> None:
        self.run.verdicts.append(Verdict(check, status, summary, notes or []))

    def compile(self, *, fullgraph: bool, backend: str | None = None) -> Callable[..., Any]:
        options: dict[str, Any] = {"fullgraph": fullgraph, "backend": backend or self.options.backend}
        if self.options.mode != "default" and options["backend"] == "inductor":
            options["mode"] = self.options.mode
        return compile_target(self.stepper.target.fn, **options)


def warm_backend(backend: str, device: torch.device) -> None:
    """Load what every first compile loads, and build what a machine needs once: no target pays for it."""
    if backend != "inductor":
        return
    try:
        torch.compile(lambda x: x + 1)(torch.ones(8, device=device))
    except Exception:
        # The same fault will meet the target's own compile, which reports it.
        return
    torch._dynamo.reset()


@contextmanager
def fresh_compiler() -> Iterator[None]:
    """No compiled code from before: the cache is shared by all `torch.compile` calls of a function."""
    torch._dynamo.reset()
    yield


@contextmanager
def eager_randomness(context: CheckContext) -> Iterator[None]:
    """Have inductor draw, where the step is random, from eager's generator: same numbers, so same values."""
    if not context.random or context.options.backend != "inductor":
        yield
        return
    import torch._inductor.config as config

    with config.patch(fallback_random=True):
        yield


def rounds(context: CheckContext, fn: Callable[..., Any], rounds: int, *, restore: bool = True) -> None:
    if restore:
        context.stepper.restore()
    for _ in range(rounds):
        for call in context.calls:
            context.stepper.run(fn, call)


def attempt(action: Callable[[], object]) -> BaseException | None:
    """Run the action and return what it raises.

    Being out of memory or told to stop is no verdict on the code: that comes through.
    """
    try:
        action()
    except (MemoryError, torch.OutOfMemoryError):
        raise
    except Exception as error:
        if out_of_memory(error) or device_is_lost(error):
            raise
        return error
    return None


def out_of_memory(error: BaseException) -> bool:
    """Return whether this is how Python, the CPU allocator or a device says that memory ran out."""
    text = str(error).lower()
    return (
        isinstance(error, (MemoryError, torch.OutOfMemoryError))
        or "can't allocate memory" in text
        or "out of memory" in text
    )


_LOST = ("device-side assert", "illegal memory access", "unspecified launch failure", "misaligned address")


def device_is_lost(error: BaseException) -> bool:
    """Return whether this is one of the errors after which CUDA refuses every further call of the process."""
    return isinstance(error, RuntimeError) and any(text in str(error) for text in _LOST)


def brief(error: BaseException) -> str:
    """One line of what was raised, and what is known of it."""
    again = limit_hit(error)
    if again is not None:
        return "; ".join([limit_text(again), *([again.advice] if again.advice else [])])
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = " ".join(lines[:2]) if lines and lines[0].endswith(":") else "".join(lines[:1])
    known = next((f" ({what})" for pattern, what in _FAULTS if pattern.search(text)), "")
    return f"{type(error).__name__}: {text}"[:300] + known


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
