"""A record of TorchDynamo while a block runs: every graph break, skipped frame, recompile and graph.

The source is PyTorch's structured trace (what ``TORCH_TRACE`` writes), read through a handler on its logger. It is
complete where ``torch._dynamo.explain`` and the counters are not: those miss data-dependent branches and frames that
fall back to eager.

    with capture() as seen:
        torch.compile(model)(x)
    for b in seen.breaks:
        print(b.filename, b.line, b.reason, b.registry_id)

Call ``torch._dynamo.reset()`` before the block: code that is already compiled leaves nothing in the trace.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from fullgraph.runtime_check.observe.breaks import (
    Break,
    Frame,
    break_at,
    break_of,
    merge,
    parse_break,
    pending_symbols,
    plain_name,
    skipped_frame,
)

GENERATOR = "GB0003"
"""The registry id of a generator frame that Dynamo was asked to compile by itself."""


@dataclass(frozen=True)
class Recompile:
    """A frame that was compiled again, and the guards that failed, one text per earlier compilation of it."""

    filename: str | None
    line: int | None
    """The first line of the function."""
    function: str | None
    reasons: tuple[str, ...]

    @property
    def guard(self) -> str:
        """The newest failed guard, without the cache entry's number and the trailing source notes."""
        text = self.reasons[0] if self.reasons else ""
        head, _, rest = text.partition(": ")
        if head.replace("/", "").isdigit():
            text = rest
        return text.partition("#")[0].strip() or text.strip()

    @property
    def stack(self) -> tuple[tuple[str, int], ...]:
        """The file and line of each frame in which the value of the newest failed guard was used, innermost last.

        Guards on the shape of a tensor have none; for those see ``Capture.specialized``.
        """
        text = self.reasons[0] if self.reasons else ""
        frames = _STACK_FRAME.findall(text.partition("User stack trace:")[2])
        return tuple((filename, int(line)) for filename, line in frames or _SOURCE_NOTE.findall(text)[-1:])


_STACK_FRAME = re.compile(r'File "([^"]+)", line (\d+), in ')
_SOURCE_NOTE = re.compile(r"# (\S+):(\d+) in ")
"""A guard's note of the code that it comes from; the end of the file's path."""


@dataclass(frozen=True)
class Specialization:
    """A size of an input that had been made symbolic and became a constant of the graph."""

    source: str
    """``x.size()[0]``."""
    filename: str | None
    line: int | None
    """The line that needed the value."""


@dataclass(frozen=True)
class OutputCode:
    """The module that inductor generated for one graph; also where it came from inductor's cache."""

    frame: tuple[object, object]
    """The compilation it belongs to: Dynamo's ids of the frame, and of its compilation."""
    code: str


@dataclass
class Capture:
    """The record of one ``with capture()`` block. All lists are in the order of events."""

    raw_breaks: list[Break] = field(default_factory=list)
    """One entry per event. A break two calls deep appears three times: once for each frame that Dynamo gave up on."""
    ended_by: dict[str, Break] = field(default_factory=dict)
    """The break that ended a compilation, by the id that Dynamo gives that: ``3/0``, the frame and how often before."""
    compiled: set[tuple[str, str]] = field(default_factory=set)
    """The file and name of each function that Dynamo started to compile by itself, rather than inside of its caller."""
    recompiles: list[Recompile] = field(default_factory=list)
    specialized: list[Specialization] = field(default_factory=list)
    graphs: int = 0
    """Graphs handed to the backend."""
    compile_seconds: float = 0.0
    """Time spent compiling frames, backend included, as PyTorch's own metrics have it."""
    cudagraph_skips: list[str] = field(default_factory=list)
    """The reasons for which CUDA graphs were not used (only in modes that ask for them)."""
    code: list[OutputCode] = field(default_factory=list)
    """The code that inductor generated, where it was asked for."""
    symbols: dict[str, tuple[Frame, ...]] = field(default_factory=dict)
    """The innermost frames in which each value that depends on data was made, by the newest symbol of that name."""

    @property
    def breaks(self) -> list[Break]:
        """One entry per cause; `fullgraph.runtime_check.observe.breaks.merge` says what counts as one."""
        return merge(map(self._resuming, self.raw_breaks))

    def break_of(self, error: BaseException) -> Break | None:
        """The break behind an exception that has just been raised.

        If it tells of symbols which nothing returned, it is at the line that made them, not at the operation behind
        it where TorchDynamo noticed. ``torch._check_tensor_all`` makes such symbols before torch 2.13.
        """
        found = break_of(error)
        if found is None:
            return None
        made = next(filter(None, map(self.symbols.get, pending_symbols(found.message))), None)
        return break_at(found, made) if made else found

    def _resuming(self, found: Break) -> Break:
        """A break, with what is known at the end: a function that is not compiled by itself is not resumed either.

        Dynamo leaves one to eager whose arguments hold no tensor (``has_tensor_in_frame`` in ``convert_frame.py``).
        """
        inner = found.stack[-1] if found.stack else None
        if (
            inner is None
            or not inner.function.isidentifier()
            or (inner.filename, found.line) != (found.filename, inner.line)
        ):
            return found
        alone = (inner.filename, plain_name(inner.function)) in self.compiled
        return found if alone else dataclasses.replace(found, resumes=False)


@contextmanager
def capture(*, code: bool = False) -> Iterator[Capture]:
    """Record TorchDynamo's structured trace while the block runs; the code that inductor generates only if asked.

    Nested and repeated use is fine. Needs torch 2.11 or later.
    """
    import torch._dynamo.convert_frame as convert_frame
    from torch._logging._internal import trace_log

    seen = Capture()
    handler = _Handler(seen, code)
    tap = _SkipTap(seen)
    # Frames that Dynamo gives up before tracing them reach the trace only while this logger is on (convert_frame.py)...
    skip_log: logging.Logger = convert_frame.graph_break_log
    # ... and a few, such as those over the recompile limit, reach no trace: only this logger, with the exception.
    frame_log: logging.Logger = convert_frame.log
    with ExitStack() as undo:
        undo.callback(handler.close)
        undo.enter_context(_listening(trace_log, logging.DEBUG))
        undo.enter_context(_alone(trace_log))
        trace_log.addHandler(handler)
        undo.callback(trace_log.removeHandler, handler)
        for logger, level, listener in ((skip_log, logging.DEBUG, None), (frame_log, logging.INFO, tap)):
            shown = _Shown(logger.getEffectiveLevel(), listener)
            undo.enter_context(_listening(logger, level))
            logger.addFilter(shown)
            undo.callback(logger.removeFilter, shown)
        yield seen


@contextmanager
def _alone(logger: logging.Logger) -> Iterator[None]:
    """Keep the records of the trace, which are for programs, from handlers that show them, such as pytest's."""
    before = list(logger.handlers)
    hidden = [one for one in before if not isinstance(one, _Handler) and not type(one).__module__.startswith("torch.")]
    for one in hidden:
        logger.removeHandler(one)
    try:
        yield
    finally:
        logger.handlers[:] = [*before, *(one for one in logger.handlers if one not in before)]


@contextmanager
def _listening(logger: logging.Logger, level: int) -> Iterator[None]:
    """Have the logger pass records of this level on, even where the target called `logging.disable`."""
    before, own = logger.level, vars(logger).get("isEnabledFor")
    logger.setLevel(min(level, before) if before else level)
    logger.isEnabledFor = lambda level: level >= logger.getEffectiveLevel()  # type: ignore[method-assign]
    try:
        yield
    finally:
        logger.setLevel(before)
        if own is None:
            del logger.isEnabledFor
        else:
            logger.isEnabledFor = own  # type: ignore[method-assign]


class _Shown(logging.Filter):
    """Lets through what would have been shown without the capture; hands everything to a listener."""

    def __init__(self, level: int, listener: _SkipTap | None) -> None:
        super().__init__()
        self.level = level
        self.listener = listener

    def filter(self, record: logging.LogRecord) -> bool:
        if self.listener is not None:
            self.listener.take(record)
        return record.levelno >= self.level and record.levelno > logging.root.manager.disable


class _SkipTap:
    """Breaks that convert_frame.py reports only by logging the exception that it swallows."""

    def __init__(self, seen: Capture) -> None:
        self.seen = seen

    def take(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or getattr(error, "logged", False):
            return
        found = skipped_frame(error, record.getMessage())
        if found is None or found in self.seen.raw_breaks[-1:]:
            return
        # A generator that runs in eager after an earlier break is not one of its own: in a graph it would be inlined.
        if found.registry_id == GENERATOR and self.seen.raw_breaks:
            return
        self.seen.raw_breaks.append(found)


class _Handler(logging.Handler):
    """Turns trace records into `Capture` entries. What it cannot read is dropped, never raised into the compiler."""

    def __init__(self, seen: Capture, code: bool) -> None:
        super().__init__(logging.DEBUG)
        self.seen = seen
        self.code = code
        self.frames: dict[object, tuple[str | None, int | None, str | None]] = {}
        self.unplaced: dict[int, object] = {}
        """Index of a recompile whose place is not known yet, and the id of its frame."""
        self.attempts: dict[tuple[object, object], int] = {}
        """Of a compilation that gave a graph, the attempt that did."""

    def emit(self, record: logging.LogRecord) -> None:
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict):
            return
        try:
            self.take(metadata, getattr(record, "payload", None))
        except Exception:
            self.handleError(record)

    def take(self, metadata: dict[str, Any], payload: object) -> None:
        if "artifact" in metadata:
            name = metadata["artifact"].get("name")
            if name == "dynamo_graph_break_reason":
                found = parse_break(str(payload))
                if found is not None:
                    self.seen.raw_breaks.append(self.placed(found, metadata.get("frame_id")))
                    compilation = f"{metadata.get('frame_id')}/{metadata.get('frame_compile_id')}"
                    self.seen.ended_by[compilation] = self.seen.raw_breaks[-1]
            elif name == "recompile_reasons":
                self.recompile(metadata.get("frame_id"), payload)
        elif "dynamo_output_graph" in metadata:
            self.graph((metadata.get("frame_id"), metadata.get("frame_compile_id")), metadata.get("attempt") or 0)
        elif "inductor_output_code" in metadata:
            if self.code and isinstance(payload, str):
                frame = (metadata.get("frame_id"), metadata.get("frame_compile_id"))
                self.seen.code.append(OutputCode(frame, payload))
        elif "create_unbacked_symbol" in metadata:
            made = metadata["create_unbacked_symbol"]
            self.seen.symbols[made["symbol"]] = tuple(
                Frame(
                    _file_of(frame.get("filename")) or "", frame.get("line") or 0, plain_name(frame.get("name") or "")
                )
                for frame in made.get("user_stack") or ()
            )
        elif "symbolic_shape_specialization" in metadata:
            self.specialization(metadata["symbolic_shape_specialization"])
        elif "dynamo_start" in metadata:
            stack = metadata["dynamo_start"].get("stack") or []
            if stack:
                top = stack[-1]
                self.place(metadata.get("frame_id"), _file_of(top.get("filename")), top.get("line"), top.get("name"))
        elif "compilation_metrics" in metadata:
            metrics = metadata["compilation_metrics"]
            self.place(
                metadata.get("frame_id"),
                metrics.get("co_filename"),
                metrics.get("co_firstlineno"),
                metrics.get("co_name"),
            )
            self.seen.compile_seconds += metrics.get("entire_frame_compile_time_s") or 0.0
            if metrics.get("cudagraph_skip_reason"):
                self.seen.cudagraph_skips.append(str(metrics["cudagraph_skip_reason"]))

    def placed(self, found: Break, frame_id: object) -> Break:
        """A break with the function that it left to eager, which may be a caller of the one that breaks."""
        filename, line, function = self.frames.get(frame_id, (None, None, None))
        if found.kind != "skip" or filename is None or line is None:
            return found
        return dataclasses.replace(found, left=(Frame(filename, line, plain_name(function or "<unknown>")),))

    def graph(self, compilation: tuple[object, object], attempt: int) -> None:
        """Count a graph, unless it takes the place of an earlier attempt's: Dynamo may start a frame over even then.

        It does under ``dynamic=True``, to make a float an input (``TensorifyScalarRestartAnalysis``).
        """
        self.seen.graphs += not self.attempts.get(compilation, attempt) < attempt
        self.attempts[compilation] = attempt

    def specialization(self, found: dict[str, Any]) -> None:
        stack = found.get("user_stack") or [{}]
        filename, line = _file_of(stack[-1].get("filename")), stack[-1].get("line")
        for source in found.get("sources") or ():
            self.seen.specialized.append(Specialization(_LOCAL.sub(r"\1", source), filename, line))

    def recompile(self, frame_id: object, payload: object) -> None:
        value: object = payload
        if isinstance(payload, str):
            try:
                value = json.loads(payload)
            except ValueError:
                value = payload
        reasons = tuple(str(r) for r in value) if isinstance(value, list) else (str(value),) if value else ()
        filename, line, function = self.frames.get(frame_id, (None, None, None))
        if filename is None:
            self.unplaced[len(self.seen.recompiles)] = frame_id
        self.seen.recompiles.append(Recompile(filename, line, function, reasons))

    def place(self, frame_id: object, filename: str | None, line: int | None, function: str | None) -> None:
        if frame_id is None or filename is None:
            return
        self.frames.setdefault(frame_id, (filename, line, function))
        self.seen.compiled.add((filename, plain_name(function or "")))
        for index in [i for i, waiting in self.unplaced.items() if waiting == frame_id]:
            del self.unplaced[index]
            filename, line, function = self.frames[frame_id]
            self.seen.recompiles[index] = Recompile(filename, line, function, self.seen.recompiles[index].reasons)


_LOCAL = re.compile(r"\bL\['(\w+)'\]")
"""An argument as the trace names it; guards name it without."""


def _file_of(interned: object) -> str | None:
    """The trace names files by number; PyTorch's own table has them all, also those numbered before the block began."""
    from torch._logging.structured import INTERN_TABLE

    return next((name for name, number in INTERN_TABLE.items() if number == interned), None)
