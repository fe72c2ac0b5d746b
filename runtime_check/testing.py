"""Assertions for tests of models: one graph, no recompile, and what is wrong where that does not hold."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.runtime_check.observe.both_modes import BothModes, Calls, observe_both, observe_fullgraph
from fullgraph.runtime_check.observe.breaks import Break
from fullgraph.runtime_check.observe.capture import Capture, Recompile
from fullgraph.runtime_check.observe.recompile_advice import advice_for
from fullgraph.runtime_check.target.inputs import CallArguments

if TYPE_CHECKING:
    from fullgraph.runtime_check.results import ObservedRecompile

DEFAULT_ONLY: list[Mode] = ["default"]
_ALONE: dict[Mode, str] = {"default": "only in the default mode", "fullgraph": "only with fullgraph=True"}


@dataclass
class Compiled:
    """TorchDynamo's doings with a function that holds."""

    graphs: int
    recompiles: list[Recompile] = field(default_factory=list)


class FullgraphError(AssertionError):
    """A graph break, a recompile too many, or code that does not compile; the message says where and why."""

    def __init__(self, message: str, breaks: Sequence[Break] = (), recompiles: Sequence[Recompile] = ()) -> None:
        super().__init__(message)
        self.breaks = list(breaks)
        self.recompiles = list(recompiles)


def assert_fullgraph(
    fn: Callable[..., Any],
    *inputs: Any,
    recompiles: int = 0,
    vary: Iterable[Any] = (),
    backend: str = "eager",
    dynamic: bool | None = None,
    **keywords: Any,
) -> Compiled:
    """Assert that a function or module compiles as one graph, in the default mode and with ``fullgraph=True``.

    ``fn`` is called with ``inputs`` and ``keywords``, then with each entry of ``vary``: a tuple of other positional
    arguments, a mapping of other keyword arguments, or one other argument. Over all these calls it may compile again at
    most ``recompiles`` times. What a call does to its arguments and to the state of modules is undone in the end.

    Under both modes, since they capture different things: by default ``.item()`` and shapes that depend on data break
    the graph, which ``fullgraph=True`` captures since torch 2.10.

    Raises `FullgraphError`, an ``AssertionError``, with every break of both modes: its place, source, cause and
    registry page, the rule of ``fullgraph check`` that predicts it, and its fix; or with each guard that failed and
    what to do about it. What ``fn`` raises in eager
    mode is raised as it is.

    >>> assert_fullgraph(model, torch.randn(2, 8), vary=[torch.randn(3, 8)], recompiles=1)  # doctest: +SKIP
    """
    __tracebackhide__ = True  # pytest shows the test that called it, not this source
    import torch
    from fullgraph.runtime_check.observe.roots import roots_of
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.target import undo_compile

    plain = undo_compile(fn)
    calls = [CallArguments(inputs, keywords), *(_varied(other, inputs, keywords) for other in vary)]
    roots = roots_of([plain], calls)
    state = step.ModuleState(step.modules_of(plain), step.owners_of(plain))

    def compile(fullgraph: bool) -> Callable[..., Any]:
        return torch.compile(plain, backend=backend, dynamic=dynamic, fullgraph=fullgraph)

    runs = [functools.partial(_run, call) for call in calls]
    try:
        for run in runs:
            run(plain)  # what it raises by itself is no matter of the compiler
        found = _observe_holding(compile, runs, recompiles, roots, state.restore)
    finally:
        state.restore()
        torch._dynamo.reset()
    return Compiled(found.default.graphs, list(found.default.recompiles))


def _observe_holding(
    compile: Callable[[bool], Callable[..., Any]],
    runs: Calls,
    recompiles: int,
    roots: Sequence[str],
    restore: Callable[[], None],
) -> BothModes:
    """Observe the calls in both modes. Raises `FullgraphError` for what does not hold."""
    __tracebackhide__ = True
    impossible = _raised(lambda: compile(False))
    if impossible is not None:
        raise FullgraphError(_failed(impossible)) from impossible
    found = observe_both(compile, runs, _raised, restore)
    problem = problem_of(found.default, recompiles, found.error, found, roots)
    if problem is None and found.fullgraph_error is None:
        observe_fullgraph(found, compile, runs, _raised, restore)
        problem = _fullgraph_problem(found, roots)
    if problem is not None:
        raise problem from (found.fullgraph_error if not problem.breaks else None)
    return found


def _run(call: CallArguments, function: Callable[..., Any]) -> object:
    __tracebackhide__ = True
    from fullgraph.runtime_check.step import step

    given = step.fresh(call)
    return function(*given.args, **given.kwargs)


def problem_of(
    seen: Capture,
    recompiles: int,
    error: BaseException | None = None,
    both: BothModes | None = None,
    roots: Sequence[str] = (),
) -> FullgraphError | None:
    """The problem with what was captured; None if there is none.

    ``both``: what was seen under ``fullgraph=True`` too, which has all breaks of both modes told. ``roots``: what is
    compiled, as ``check`` names it.
    """
    breaks = seen.breaks
    if breaks:
        from fullgraph.runtime_check.checks.observations import recompiles_of

        head = f"{_number(len(breaks), 'graph break')}, {_number(seen.graphs, 'graph')}"
        every = [(one, DEFAULT_ONLY) for one in breaks] if both is None else both.breaks()
        lines = [head, *_told(every, both is not None, roots, recompiles_of(seen))]
        return FullgraphError("\n".join(lines), [one for one, _ in every], seen.recompiles)
    if error is not None:
        return FullgraphError(_failed(error))
    if not seen.graphs:
        return FullgraphError("nothing was compiled: no tensor operation reached the graph")
    if len(seen.recompiles) > recompiles:
        allowed = f"{recompiles} allowed" if recompiles else "none allowed"
        lines = [f"{_number(len(seen.recompiles), 'recompile')}, {allowed}"]
        for one in seen.recompiles:
            lines.append(f"  {_place(one.filename, one.line, one.function)}: {one.guard}")
            advice = advice_for(one, seen.specialized)
            lines += [f"      {advice}"] if advice else []
        return FullgraphError("\n".join(lines), [], seen.recompiles)
    return None


def _fullgraph_problem(found: BothModes, roots: Sequence[str]) -> FullgraphError | None:
    """The problem under ``fullgraph=True`` alone."""
    if found.fullgraph_error is None:
        return None
    every = [(one, modes) for one, modes in found.breaks() if "fullgraph" in modes]
    if not every:
        return FullgraphError(_failed(found.fullgraph_error))
    head = f"it does not compile with fullgraph=True: {_number(len(every), 'graph break')}"
    return FullgraphError("\n".join([head, *_told(every, roots=roots)]), [one for one, _ in every])


def _number(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _varied(other: Any, inputs: tuple[Any, ...], keywords: Mapping[str, Any]) -> CallArguments:
    if isinstance(other, Mapping):
        return CallArguments(inputs, {**keywords, **other})
    return CallArguments(other if isinstance(other, tuple) else (other, *inputs[1:]), dict(keywords))


def _raised(action: Callable[[], object]) -> BaseException | None:
    try:
        action()
    except Exception as error:
        return error
    return None


def _failed(error: BaseException) -> str:
    from fullgraph.runtime_check.checks.context import brief

    return f"it raises compiled, but not in eager mode: {brief(error)}"


def _told(
    breaks: Sequence[tuple[Break, list[Mode]]],
    say_mode: bool = False,
    roots: Sequence[str] = (),
    recompiles: Sequence[ObservedRecompile] = (),
) -> list[str]:
    """Each break in some lines: where, what, the source, who predicted it and what to do.

    ``say_mode``: and in which mode alone, where it is not in both. ``roots``: what is compiled, as ``check`` names it.
    ``recompiles``: those beyond the recompile limit are told with the break that they are.
    """
    import linecache

    lines = []
    for (found, modes), predicted in zip(breaks, _predictions(breaks, roots), strict=True):
        known = f" ({found.registry_id})" if found.registry_id else ""
        function = found.user_stack[-1].function if found.user_stack else None
        alone = f", {_ALONE[modes[0]]}" if say_mode and len(modes) == 1 else ""
        lines.append(f"  {_place(found.filename, found.line, function)}: {found.reason}{known}{alone}")
        source = linecache.getline(found.filename, found.line).strip()
        if source:
            lines.append(f"      {source}")
        for again in recompiles:
            if again.over_limit and (again.place.filename, again.place.line) == (found.filename, found.line):
                lines += [f"      {text}" for text in (again.guard, again.advice) if text]
        codes = ", ".join(sorted({one.code for one in predicted}))
        lines.append(f"      predicted by {codes}" if codes else "      missed by fullgraph check")
        fixes = dict.fromkeys(one.fix for one in predicted if one.fix is not None and one.fix.edits)
        lines += [f"      fix ({fix.applicability.value}): {fix.message}" for fix in fixes]
        if found.url:
            lines.append(f"      {found.url}")
    return lines


def _predictions(breaks: Sequence[tuple[Break, list[Mode]]], roots: Sequence[str]) -> list[list[Any]]:
    """The claims of ``fullgraph check`` about the line of each break, for a mode that has it."""
    from fullgraph.runtime_check.session.prediction import at_line, diagnostics_of

    named = {Path(found.filename) for found, _ in breaks} | {Path(root.rpartition(":")[0]) for root in roots}
    diagnostics, _ = diagnostics_of(sorted(path for path in named if path.is_file()), roots=roots)
    return [
        [one for one in at_line(diagnostics, found.filename, found.line) if set(modes) & set(one.modes)]
        for found, modes in breaks
    ]


def _place(filename: str | None, line: int | None, function: str | None) -> str:
    from fullgraph.lint.report.text import place_name

    where = f"{place_name(filename)}:{line}" if filename is not None else "?"
    return f"{where} in {function}" if function else where
