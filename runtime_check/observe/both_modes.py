"""Every graph break of a function, in the default mode and under ``fullgraph=True``.

``fullgraph=True`` raises at its first break, so that the others stay unknown until that one is gone. What it captures
beyond the default mode are scalars and sizes that depend on data: ``OutputGraph`` in ``torch/_dynamo/output_graph.py``
gives its ``ShapeEnv`` ``allow_scalar_outputs=one_graph or config.capture_scalar_outputs`` and likewise
``allow_dynamic_output_shape_ops`` (torch 2.11 to 2.15, where ``one_graph`` is what ``fullgraph=True`` sets). With these
two settings the default mode goes on after each break and so tells all of them; where it meets no such scalar or size,
it tells the same without them. ``fullgraph=True`` itself has the last word: where it compiles there are no breaks, and
what it raises is one, whether or not the other trace has it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.runtime_check.observe.breaks import Break, merge
from fullgraph.runtime_check.observe.capture import Capture, capture

CAPTURED_BY_FULLGRAPH = ("capture_scalar_outputs", "capture_dynamic_output_shape_ops")
"""Settings of ``torch._dynamo.config`` that ``fullgraph=True`` implies."""
CONSEQUENCES = frozenset({"GB0065", "GB0066", "GB0092", "GB0093", "GB0096", "GB1297", "GB2533", "GB4778", "GB7000"})
"""Breaks that are about ending a graph or going on behind its end, so that no ``fullgraph=True`` has them."""

DEPENDENT = frozenset({"GB0033", "GB0036", "GB0037", "GB0088", "GB0124", "GB0246", None})
"""Breaks that may be gone with `CAPTURED_BY_FULLGRAPH`: sizes and scalars that depend on data, exceptions that may be
about these, and what has no id. The settings are read by ``item`` in ``torch/_dynamo/variables/tensor.py`` and by
``torch/_subclasses/fake_impls.py`` alone, whose exceptions ``torch/_dynamo/utils.py`` names (torch 2.13).

Without any of them, tracing with these settings finds what the default mode has found.
"""

Calls = Sequence[Callable[[Callable[..., Any]], object]]
"""Each runs one set of inputs with the function that it is given."""
Attempt = Callable[[Callable[[], object]], "BaseException | None"]
"""Runs something and returns what it raised, of what is a verdict on the code."""
Then = Callable[[Mode, Callable[..., Any], Capture, "BaseException | None"], None]
"""Is given what a mode has compiled, with what was seen and the first exception, before the compiler is reset."""


@dataclass
class BothModes:
    """TorchDynamo's doings with one function over the same calls, in both modes."""

    default: Capture
    error: BaseException | None
    """The first exception of a call in the default mode."""
    raised: list[Break] = field(default_factory=list)
    """The breaks that the default mode raised at, as it does within ``torch._dynamo.error_on_graph_break(True)``."""
    fullgraph: list[Break] = field(default_factory=list)
    """One per cause."""
    fullgraph_error: BaseException | None = None
    """The first exception of a call under ``fullgraph=True``."""

    def breaks(self) -> list[tuple[Break, list[Mode]]]:
        """One entry per cause, with the modes that have it: those of the default mode first, in order of appearance."""
        found: dict[tuple[object, ...], tuple[Break, list[Mode]]] = {}
        groups: tuple[tuple[Mode, list[Break]], ...] = (
            ("default", merge([*self.default.breaks, *self.raised])),
            ("fullgraph", self.fullgraph),
        )
        for mode, breaks in groups:
            for one in breaks:
                found.setdefault(_cause(one), (one, []))[1].append(mode)
        return list(found.values())


def observe_both(
    compile: Callable[[bool], Callable[..., Any]],
    calls: Calls,
    attempt: Attempt,
    begin: Callable[[], None],
    then: Then = lambda *_: None,
) -> BothModes:
    """Run the calls compiled in the default mode and, where that or ``graphs`` leaves a question, under the other.

    ``compile`` is given ``fullgraph``; the backend had better be a cheap one, for breaks do not depend on it.
    ``begin`` puts the state back that calls change. The compiler is reset before each mode: its cache is shared. What
    a mode has compiled goes to ``then`` before that.
    """
    compiled = compile(False)
    seen, error, raised = _run(compiled, calls, attempt, begin)
    then("default", compiled, seen, error)
    result = BothModes(seen, error, raised)
    if seen.breaks or error is not None or not seen.graphs:
        observe_fullgraph(result, compile, calls, attempt, begin, then)
    return result


def observe_fullgraph(
    result: BothModes,
    compile: Callable[[bool], Callable[..., Any]],
    calls: Calls,
    attempt: Attempt,
    begin: Callable[[], None],
    then: Then = lambda *_: None,
) -> None:
    """Fill in the breaks under ``fullgraph=True``."""
    compiled = compile(True)
    seen, result.fullgraph_error, raised = _run(compiled, calls, attempt, begin)
    then("fullgraph", compiled, seen, result.fullgraph_error)
    if result.fullgraph_error is None:
        return
    traced = result.default
    if result.error is not None or any(one.registry_id in DEPENDENT for one in traced.breaks):
        with fullgraph_captures():
            traced, _, _ = _run(compile(False), calls, attempt, begin)
    result.fullgraph = together(traced.breaks, raised)


def together(traced: Sequence[Break], raised: Sequence[Break]) -> list[Break]:
    """The breaks under ``fullgraph=True``, from the trace that goes on after each and from what was raised.

    One line's break may have another name when raised (a branch on an item: ``UserError`` without an id).
    """
    named = {_cause(one) for one in raised}
    alone = [one for one in traced if one.kind != "induced"]
    kept = [one for one in alone if one.registry_id not in CONSEQUENCES or _cause(one) in named]
    places = {(one.filename, one.line) for one in kept}
    return kept + [one for one in raised if (one.filename, one.line) not in places]


@contextlib.contextmanager
def fullgraph_captures() -> Iterator[None]:
    """Capture in the default mode what ``fullgraph=True`` captures; settings that this torch lacks are left out."""
    import torch._dynamo.config as config

    with config.patch({name: True for name in CAPTURED_BY_FULLGRAPH if hasattr(config, name)}):
        yield


def _run(
    compiled: Callable[..., Any], calls: Calls, attempt: Attempt, begin: Callable[[], None]
) -> tuple[Capture, BaseException | None, list[Break]]:
    """Run the calls: the capture, the first exception, and the breaks that exceptions of the compiler are about.

    A call that raises does not keep the others from it.
    """
    import torch

    torch._dynamo.reset()
    begin()
    first: BaseException | None = None
    raised: list[Break | None] = []
    with capture() as seen:
        for call in calls:
            error = attempt(lambda call=call: call(compiled))  # type: ignore[misc]
            if error is not None:
                first = first or error
                raised.append(seen.break_of(error))
    return seen, first, merge(found for found in raised if found is not None)


def _cause(found: Break) -> tuple[object, ...]:
    return found.filename, found.line, found.reason, found.registry_id
