"""Assertions for tests of models: one graph, no recompile, and what is wrong where that does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics import Mode
from fullgraph.runtime_check.breaks import Break, break_of
from fullgraph.runtime_check.capture import Capture, Recompile, capture
from fullgraph.runtime_check.inputs import CallArguments
from fullgraph.runtime_check.recompile_advice import advice_for


@dataclass
class Compiled:
    """What TorchDynamo did with a function that holds."""

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

    Raises `FullgraphError`, an ``AssertionError``, with each break's place, source, cause and registry page, the rule
    of ``fullgraph check`` that predicts it, and its fix; or with the guard that failed. What ``fn`` raises in eager
    mode is raised as it is.

    >>> assert_fullgraph(model, torch.randn(2, 8), vary=[torch.randn(3, 8)], recompiles=1)  # doctest: +SKIP
    """
    import torch
    from fullgraph.runtime_check import step
    from fullgraph.runtime_check.target import undo_compile

    plain = undo_compile(fn)
    calls = [CallArguments(inputs, keywords), *(_varied(other, inputs, keywords) for other in vary)]
    state = step.ModuleState(step.modules_of(plain))

    def run(function: Callable[..., Any]) -> None:
        for call in calls:
            given = step.fresh(call)
            function(*given.args, **given.kwargs)

    try:
        run(plain)  # what it raises by itself is no matter of the compiler
        state.restore()
        with _compiler(), capture() as seen:
            error = _raised(lambda: run(torch.compile(plain, backend=backend, dynamic=dynamic)))
        problem = problem_of(seen, recompiles, error)
        if problem is not None:
            raise problem
        state.restore()
        with _compiler(), capture():
            error = _raised(lambda: run(torch.compile(plain, backend=backend, dynamic=dynamic, fullgraph=True)))
        if error is not None:
            place = break_of(error)
            breaks = [place] if place is not None else []
            lines = ["it does not compile with fullgraph=True", *_told(breaks, "fullgraph")]
            message = "\n".join(lines) if breaks else _failed(error)
            raise FullgraphError(message, breaks) from (None if breaks else error)
    finally:
        state.restore()
    return Compiled(seen.graphs, list(seen.recompiles))


def problem_of(seen: Capture, recompiles: int, error: BaseException | None = None) -> FullgraphError | None:
    """What is wrong with what was captured; None if nothing is."""
    breaks = seen.breaks
    if breaks:
        count = f"{len(breaks)} graph break{'s' if len(breaks) != 1 else ''}"
        graphs = f"{seen.graphs} graph{'s' if seen.graphs != 1 else ''}"
        return FullgraphError("\n".join([f"{count}, {graphs}", *_told(breaks)]), breaks, seen.recompiles)
    if error is not None:
        return FullgraphError(_failed(error))
    if not seen.graphs:
        return FullgraphError("nothing was compiled: no tensor operation reached the graph")
    if len(seen.recompiles) > recompiles:
        allowed = f"{recompiles} allowed" if recompiles else "none allowed"
        lines = [f"{len(seen.recompiles)} recompile{'s' if len(seen.recompiles) != 1 else ''}, {allowed}"]
        for one in seen.recompiles:
            lines.append(f"  {_place(one.filename, one.line, one.function)}: {one.guard}")
            advice = advice_for(one, seen.specialized)
            lines += [f"      {advice}"] if advice else []
        return FullgraphError("\n".join(lines), [], seen.recompiles)
    return None


def _varied(other: Any, inputs: tuple[Any, ...], keywords: Mapping[str, Any]) -> CallArguments:
    if isinstance(other, Mapping):
        return CallArguments(inputs, {**keywords, **other})
    return CallArguments(other if isinstance(other, tuple) else (other, *inputs[1:]), dict(keywords))


def _compiler() -> Any:
    from fullgraph.runtime_check.checks import fresh_compiler

    return fresh_compiler()


def _raised(action: Callable[[], object]) -> BaseException | None:
    try:
        action()
    except Exception as error:
        return error
    return None


def _failed(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"compiled it raises, and in eager mode it does not: {type(error).__name__}: {lines[0] if lines else ''}"


def _told(breaks: Sequence[Break], mode: Mode = "default") -> list[str]:
    """Each break in some lines: where, what, the source, who predicted it and what to do."""
    import linecache

    lines = []
    for found, predicted in zip(breaks, _predictions(breaks, mode), strict=True):
        known = f" ({found.registry_id})" if found.registry_id else ""
        function = found.user_stack[-1].function if found.user_stack else None
        lines.append(f"  {_place(found.filename, found.line, function)}: {found.reason}{known}")
        source = linecache.getline(found.filename, found.line).strip()
        if source:
            lines.append(f"      {source}")
        codes = ", ".join(sorted({one.code for one in predicted}))
        lines.append(f"      predicted by {codes}" if codes else "      missed by fullgraph check")
        fixes = dict.fromkeys(one.fix for one in predicted if one.fix is not None and one.fix.edits)
        lines += [f"      fix ({fix.applicability.value}): {fix.message}" for fix in fixes]
        if found.url:
            lines.append(f"      {found.url}")
    return lines


def _predictions(breaks: Sequence[Break], mode: Mode) -> list[list[Any]]:
    """What ``fullgraph check`` says of the line of each break."""
    from fullgraph.lint.engine import Options, check
    from fullgraph.runtime_check.predict import at_line

    files = sorted({Path(found.filename) for found in breaks if Path(found.filename).is_file()})
    diagnostics = check(files, Options(mode=mode)).diagnostics
    return [at_line(diagnostics, found.filename, found.line) for found in breaks]


def _place(filename: str | None, line: int | None, function: str | None) -> str:
    from fullgraph.lint.report.text import place_name

    where = f"{place_name(filename)}:{line}" if filename is not None else "?"
    return f"{where} in {function}" if function else where
