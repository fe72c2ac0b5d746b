"""The checks, in order. Each gives one verdict, hands it to ``tell`` at once, and never depends on a later one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from fullgraph.runtime_check import measure, numerics
from fullgraph.runtime_check.breaks import Break, Frame, break_of
from fullgraph.runtime_check.capture import Capture, Recompile, capture
from fullgraph.runtime_check.inputs import CallArguments
from fullgraph.runtime_check.results import (
    Gains,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Run,
    Status,
    Verdict,
)
from fullgraph.runtime_check.step import Outcome, Stepper

WARM_UP_ROUNDS = 3
"""Rounds over all input sets before a recompile counts: the second size makes a dimension dynamic."""


HERE = str(Path(__file__).parent)
OTHER_SEED = 12345
RECOMPILE_LIMIT = "GB0039"
"""The registry id of a function that was compiled too often."""
NOT_COMPILED = "nothing of the target is compiled"


@dataclass
class Options:
    """What the command line asked of one run."""

    backend: str = "inductor"
    mode: str = "default"
    bench_seconds: float = 2.0
    """Per version; 0 skips the timing."""


@dataclass
class Session:
    """One target on its way through the checks."""

    stepper: Stepper
    options: Options
    run: Run
    tell: Callable[[str], None]
    """Called with the name of a check as it begins."""
    eager: list[Outcome] = field(default_factory=list)
    random: bool = False
    """The step draws random numbers (dropout, say)."""
    compiled: Callable[..., Any] | None = None
    """What the checks after `fullgraph` use."""
    compiled_with: str = ""
    over_limit: list[Break] = field(default_factory=list)
    """Functions that were compiled so often that Dynamo gave up."""
    steady: bool = False
    """No recompile after the warm-up, so that there is something to time."""
    outcomes: list[Outcome] = field(default_factory=list)
    """Of the compiled target."""
    cold_seconds: float = 0.0
    graphs: int = 0
    cache_hits: int = 0

    @property
    def calls(self) -> list[CallArguments]:
        return self.stepper.calls

    def verdict(self, check: str, status: Status, summary: str, notes: list[str] | None = None) -> None:
        self.run.verdicts.append(Verdict(check, status, summary, notes or []))

    def compile(self, *, fullgraph: bool, backend: str | None = None) -> Callable[..., Any]:
        options: dict[str, Any] = {"fullgraph": fullgraph, "backend": backend or self.options.backend}
        if self.options.mode != "default" and options["backend"] == "inductor":
            options["mode"] = self.options.mode
        compiled: Callable[..., Any] = torch.compile(self.stepper.target.fn, **options)
        return compiled


def run_checks(session: Session) -> None:
    """All of them. What eager raises comes through; what the compiler raises becomes a verdict."""
    for check in (check_eager, check_breaks, check_fullgraph, check_steady, check_numerics, check_gains):
        session.tell(check.__name__.removeprefix("check_"))
        check(session)


def check_eager(session: Session) -> None:
    stepper = session.stepper
    stepper.settle()
    session.run.what = stepper.what
    session.eager = [stepper.observe(stepper.target.fn, call) for call in session.calls]
    session.random = _draws_random_numbers(session)
    loss = session.eager[0].loss
    text = f"{stepper.what}, {_count(len(session.calls), 'input set')}"
    if loss is not None:
        text += f", loss {loss:.6g}"
    notes = list(stepper.target.notes)
    session.verdict("eager", "pass", text, notes)


def check_breaks(session: Session) -> None:
    """Breaks are TorchDynamo's, whatever the backend: the cheapest one finds them all."""
    with fresh_compiler(), capture() as seen:
        error = _attempt(lambda: _rounds(session, session.compile(fullgraph=False, backend="eager"), 1))
    session.run.graphs = seen.graphs
    session.run.breaks = [_observed(b) for b in seen.breaks]
    if error is not None:
        session.verdict("breaks", "fail", f"torch.compile raises where eager does not: {_brief(error)}")
    elif seen.breaks:
        skipped = sum(b.kind == "skip" for b in seen.breaks)
        text = f"{_count(len(seen.breaks), 'graph break')}, {_count(seen.graphs, 'graph')}"
        if skipped:
            text += f"; {_count(skipped, 'frame')} left to eager"
        session.verdict("breaks", "fail", text)
    elif seen.graphs == 0:
        session.verdict("breaks", "fail", "nothing was compiled: no tensor operation reached the graph")
    else:
        session.verdict("breaks", "pass", f"no break, {_count(seen.graphs, 'graph')}")


def check_fullgraph(session: Session) -> None:
    _warm_backend(session)
    with fresh_compiler():
        compiled = session.compile(fullgraph=True)
        error, seen = _compile_cold(session, compiled)
    if error is None:
        session.compiled, session.compiled_with = compiled, "fullgraph=True"
        both = " forward and backward," if session.stepper.backward else ""
        session.verdict("fullgraph", "pass", f"compiles,{both} {_count(seen.graphs, 'graph')}")
        return
    where = break_of(error)
    if where is not None:
        known = f" ({where.registry_id})" if where.registry_id else ""
        session.verdict("fullgraph", "fail", f"{where.reason}{known} at {where.filename}:{where.line}", _hints(where))
    elif type(error).__name__ == "FailOnRecompileLimitHit":
        last = f", the last time for {seen.recompiles[-1].guard}" if seen.recompiles else ""
        session.verdict("fullgraph", "fail", f"compiles {seen.graphs} times, then hits the recompile limit{last}")
    else:
        session.verdict("fullgraph", "fail", f"the backend {session.options.backend} failed: {_brief(error)}")
    with fresh_compiler():
        compiled = session.compile(fullgraph=False)
        error, _ = _compile_cold(session, compiled)
    if error is None and session.graphs:
        session.compiled, session.compiled_with = compiled, "default mode"


def check_steady(session: Session) -> None:
    if session.compiled is None:
        session.verdict("steady", "skipped", NOT_COMPILED)
        return
    stepper, compiled = session.stepper, session.compiled
    with _randomness(session), capture() as seen:
        # State goes on from the first calls: a counter that is guarded on must not look steady by being put back.
        error = _attempt(lambda: _rounds(session, compiled, WARM_UP_ROUNDS, restore=False))
        limited = session.over_limit + _over_limit(seen)
        if error is None:
            stepper.clear_gradients()
            with torch.compiler.set_stance("fail_on_recompile"):
                error = _attempt(lambda: _rounds(session, compiled, 1, restore=False))
    session.run.recompiles += [_recompiled(r, steady=False) for r in seen.recompiles]
    early = len(session.run.recompiles)
    session.steady = False
    sets = _count(len(session.calls), "input set")
    if limited:
        text = f"{limited[0].reason} at {limited[0].filename}:{limited[0].line}: later calls run in eager"
        session.verdict("steady", "fail", text)
    elif error is not None:
        found = _recompile_in(error)
        if found is None:
            session.verdict("steady", "fail", _brief(error))
            return
        session.run.recompiles.append(_recompiled(found, steady=True))
        place = f"{found.function} ({found.filename}:{found.line})"
        session.verdict("steady", "fail", f"{place} recompiles: {found.guard or 'it was never compiled before'}")
    else:
        session.steady = True
        grown = f"; {_count(early, 'recompile')} while warming up" if early else ""
        session.verdict("steady", "pass", f"no recompile over {sets} after warm-up{grown}")


def check_numerics(session: Session) -> None:
    if session.compiled is None:
        session.verdict("numerics", "skipped", NOT_COMPILED)
        return
    stepper, compiled = session.stepper, session.compiled
    if not session.steady:
        # The recompiles so far may have used up the limit, beyond which calls run in eager.
        torch._dynamo.reset()
    with _randomness(session):
        found: list[Outcome] = []
        error = _attempt(lambda: found.extend(stepper.observe(compiled, call) for call in session.calls))
    if error is not None:
        session.verdict("numerics", "fail", f"the compiled target raises: {_brief(error)}")
        return
    session.outcomes = found
    wide, reason = (None, "it draws random numbers") if session.random else numerics.reference(stepper)
    result = numerics.compare(session.eager, found, wide)
    session.run.numerics = result.numerics
    n = result.numerics
    what = f"{_count(n.compared, 'tensor')}" + (f", {n.gradients} of them gradients" if n.gradients else "")
    notes = list(result.remarks)
    notes += [] if wide else [f"judged against eager, not float64: {reason}"]
    if session.random and session.options.backend == "inductor":
        notes.append("random numbers came from eager's generator (inductor's fallback_random), so that dropout agrees")
    if result.problems:
        notes = result.problems[:10] + notes
        session.verdict("numerics", "fail", f"{_count(len(result.problems), 'difference')} in {what}", notes)
    else:
        session.verdict("numerics", "pass", f"{what}; largest error {n.max_error:.1e}", notes)


def check_gains(session: Session) -> None:
    if session.compiled is None:
        session.verdict("gains", "skipped", NOT_COMPILED)
        return
    if session.options.bench_seconds <= 0:
        session.verdict("gains", "skipped", "not asked for")
        return
    if not session.steady:
        session.verdict("gains", "skipped", "it keeps compiling: there is no steady state to time")
        return
    stepper, compiled = session.stepper, session.compiled
    device = stepper.device
    # On a GPU eager's generator costs fused kernels; there a compile of its own is cheap enough to time the real thing.
    own = session.random and session.options.backend == "inductor" and device.type != "cpu"
    stepper.restore()
    if own:
        with fresh_compiler():
            compiled = session.compile(fullgraph=session.compiled_with == "fullgraph=True")
    with nullcontext() if own else _randomness(session):
        _rounds(session, compiled, WARM_UP_ROUNDS)
        steps = [stepper.endless(stepper.target.fn), stepper.endless(compiled)]
        peaks = [measure.peak_memory(step, device) for step in steps]
        eager, fast = measure.measure(steps, device, session.options.bench_seconds)
    stepper.clear_gradients()
    warm_seconds = fast.median * len(session.calls)
    gains = Gains(
        what=stepper.what,
        eager=eager,
        compiled=fast,
        compiled_with=session.compiled_with,
        compile_seconds=max(0.0, session.cold_seconds - warm_seconds),
        graphs=session.graphs,
        cache_hits=session.cache_hits,
        peak_memory_eager=peaks[0],
        peak_memory_compiled=peaks[1],
    )
    session.run.gains = gains
    ratio = gains.speedup
    faster = f"{ratio:.2f}x faster" if ratio >= 1 else f"{1 / ratio:.2f}x slower"
    text = f"{faster} than eager: {show_seconds(eager.median)} -> {show_seconds(fast.median)}"
    noisy = measure.is_noisy(eager) or measure.is_noisy(fast)
    notes = ["the times scatter: something else keeps the machine busy"] if noisy else []
    session.verdict("gains", "pass", f"{text} ({session.compiled_with})", notes)


def show_seconds(seconds: float) -> str:
    """A duration with three digits and a fitting unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


@contextmanager
def fresh_compiler() -> Iterator[None]:
    """No compiled code from before: the cache is shared by all `torch.compile` calls of a function."""
    torch._dynamo.reset()
    yield


@contextmanager
def _randomness(session: Session) -> Iterator[None]:
    """Where the step is random, have inductor draw from eager's generator: same numbers, so same values."""
    if not session.random or session.options.backend != "inductor":
        yield
        return
    import torch._inductor.config as config

    with config.patch(fallback_random=True):
        yield


def _draws_random_numbers(session: Session) -> bool:
    """Does another seed give another output, beyond the rounding that an operation with atomic adds has anyway?"""
    stepper = session.stepper
    again = [stepper.observe(stepper.target.fn, call, seed=OTHER_SEED) for call in session.calls]
    first, second = ([Outcome(outputs=outcome.outputs) for outcome in some] for some in (session.eager, again))
    return bool(numerics.compare(first, second, None).problems)


def _warm_backend(session: Session) -> None:
    """Build what inductor needs once per machine (its precompiled C++ header), so that no target pays for it."""
    if session.options.backend != "inductor":
        return
    try:
        torch.compile(lambda x: x + 1)(torch.ones(8, device=session.stepper.device))
    except Exception:
        # The same fault will meet the target's own compile, which reports it.
        return


def _compile_cold(session: Session, compiled: Callable[..., Any]) -> tuple[BaseException | None, Capture]:
    """Run every call for the first time, with the clock on."""
    from torch._dynamo.utils import counters

    before = counters["inductor"]["fxgraph_cache_hit"]
    measure.synchronize(session.stepper.device)
    start = time.perf_counter()
    with _randomness(session), capture() as seen:
        error = _attempt(lambda: _rounds(session, compiled, 1))
    session.run.recompiles = [_recompiled(r, steady=False) for r in seen.recompiles]
    session.over_limit = _over_limit(seen)
    measure.synchronize(session.stepper.device)
    session.cold_seconds = time.perf_counter() - start
    session.graphs = seen.graphs
    session.cache_hits = counters["inductor"]["fxgraph_cache_hit"] - before
    return error, seen


def _over_limit(seen: Capture) -> list[Break]:
    return [found for found in seen.breaks if found.registry_id == RECOMPILE_LIMIT]


def _rounds(session: Session, fn: Callable[..., Any], rounds: int, *, restore: bool = True) -> None:
    if restore:
        session.stepper.restore()
    for _ in range(rounds):
        for call in session.calls:
            session.stepper.run(fn, call)


def _attempt(action: Callable[[], object]) -> BaseException | None:
    """What the action raised. Being out of memory or told to stop is no verdict on the code: that comes through."""
    try:
        action()
    except (MemoryError, torch.OutOfMemoryError):
        raise
    except Exception as error:
        if out_of_memory(error):
            raise
        return error
    return None


def out_of_memory(error: BaseException) -> bool:
    """Is this how Python, the CPU allocator or a device says that memory ran out?"""
    text = str(error).lower()
    return (
        isinstance(error, (MemoryError, torch.OutOfMemoryError))
        or "can't allocate memory" in text
        or "out of memory" in text
    )


_STANCE = re.compile(r"filename: '(?P<file>.*?)', function name: '(?P<function>.*?)', line number: (?P<line>\d+)")


def _recompile_in(error: BaseException) -> Recompile | None:
    """What ``fail_on_recompile`` reports in the text of its exception."""
    text = str(error)
    found = _STANCE.search(text)
    if not found:
        return None
    reasons = tuple(re.findall(r"^\s*- (.+)$", text, re.M))
    return Recompile(found["file"], int(found["line"]), found["function"], reasons)


def _recompiled(found: Recompile, *, steady: bool) -> ObservedRecompile:
    return ObservedRecompile(Place(found.filename or "?", found.line or 0, found.function), found.guard, steady)


def _observed(found: Break) -> ObservedBreak:
    def place(frame: Frame) -> Place:
        return Place(frame.filename, frame.line, frame.function)

    here = next(
        (f.function for f in reversed(found.stack) if (f.filename, f.line) == (found.filename, found.line)), None
    )
    return ObservedBreak(
        place=Place(found.filename, found.line, here),
        reason=found.reason,
        registry_id=found.registry_id,
        url=found.url,
        explanation=found.explanation,
        kind=found.kind,
        stack=[place(frame) for frame in found.user_stack if not frame.filename.startswith(HERE)],
    )


def _hints(found: Break) -> list[str]:
    return [found.explanation] if found.explanation else []


def _brief(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = " ".join(lines[:2]) if lines and lines[0].endswith(":") else "".join(lines[:1])
    return f"{type(error).__name__}: {text}"[:300]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
