"""One graph break as TorchDynamo reports it: where, what, and through which calls."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary
from typing import Literal

from fullgraph.runtime_check.source_lines import OWN_FOLDER

REGISTRY_URL = "https://meta-pytorch.github.io/compile-graph-break-site/gb/{}.html"
"""The page of one entry of PyTorch's graph-break registry, by its id in small letters."""

_FRAME = re.compile(r'^ *File "(?P<file>.+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$', re.M)
_SYMBOLS = re.compile(r"(Size-like symbols: )([^)]*)")
_REGISTRY = re.compile(r"/gb/(gb\d+)\.html", re.I)
_RESUME = re.compile(r"^torch_dynamo_resume_in_(.+)_at_\d+$")
_PLACE = re.compile(r"\AGraph break in user code at (?P<file>.+):(?P<line>\d+)$", re.M)
_EXCEPTION = re.compile(r"^(?:torch\._dynamo\.exc\.)\w+: (?P<text>.+)", re.M | re.S)
_COMPILER = ("torch._dynamo", "torch.fx.experimental.symbolic_shapes")
"""Modules of the exceptions that end tracing; the second one's tell of sizes that have no value."""
_SKIPPED_FRAME = re.compile(r"WON'T CONVERT (?P<function>\S+) (?P<file>.+) line (?P<line>\d+)")
_SKIPPED = (
    "Skipping the function and falling back to eager",
    "torch.compile will skip tracing the frame",
    "Graph break: skip:",
)
_COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
_COMPILED_ALONE = frozenset(("GB0003", "GB4347"))
"""Breaks of a comprehension that is no part of the function around it: it is a generator, or is given an iterator."""
_NEXT = frozenset(("GB0156", "GB9493"))
"""The latter by another name, before torch 2.13 and since 2.14, where it is about an iterator's ``__next__``."""
_PENDING = re.compile(r"^(?:PendingUnbackedSymbolNotFound: )?Pending unbacked symbols \{(?P<symbols>[^}]+)\}", re.M)
"""An assertion about symbols that no operation returns. It is made at the next operation, behind the one to blame."""
_NO_RESUME = "Encountered graph break that we cannot resume from"


Kind = Literal["break", "skip", "induced"]
"""``skip``: the whole function runs in eager. ``induced``: a comprehension is compiled alone, and cannot be, only
since the function around it runs in eager."""


@dataclass(frozen=True)
class Frame:
    """One call on the way to a break, outermost first in a stack."""

    filename: str
    line: int
    function: str


@dataclass(frozen=True)
class Break:
    """One reason for which TorchDynamo left the graph."""

    filename: str
    line: int
    """The innermost line that is neither torch's nor the standard library's; else the line Dynamo names."""
    reason: str
    """The registry's name of this kind of break, such as ``Data-dependent branching``."""
    registry_id: str | None
    """The id in PyTorch's graph-break registry, such as ``GB0170``; None for kinds that are not registered."""
    message: str
    """All that Dynamo says: reason, explanation, hints."""
    stack: tuple[Frame, ...] = ()
    """The calls as Dynamo reports them, torch's own frames included, outermost first."""
    kind: Kind = "break"
    resumes: bool = True
    """False where TorchDynamo cannot resume behind it: the rest of the function runs in eager."""
    """``skip``: the whole frame fell back to eager, so that nothing of it was compiled."""
    left: tuple[Frame, ...] = ()
    """The functions that fell back to eager, as far as they are known; callers of the one that breaks among them."""

    @property
    def url(self) -> str | None:
        return REGISTRY_URL.format(self.registry_id.lower()) if self.registry_id else None

    @property
    def explanation(self) -> str:
        """Dynamo's explanation, one line; empty if it gave none."""
        found = re.search(r"Explanation: (.+)", self.message)
        return found.group(1).strip() if found else ""

    @property
    def user_stack(self) -> tuple[Frame, ...]:
        """``stack`` without the frames of torch and of the standard library."""
        return tuple(frame for frame in self.stack if not _is_plumbing(frame.filename))


def merge(breaks: Iterable[Break]) -> list[Break]:
    """One break per cause, in order of first appearance.

    One cause is one line, reason and registry id. Dynamo reports a cause once for each frame that it gives up on
    (a break two calls deep: three times) and again whenever that code is compiled anew. What stays is the longest
    stack, ``skip`` if any was one, and all that was left to eager.
    """
    merged: dict[tuple[str, int, str, str | None], Break] = {}
    for found in breaks:
        key = (found.filename, found.line, found.reason, found.registry_id)
        known = merged.get(key)
        if known is None:
            merged[key] = found
            continue
        best = found if len(found.stack) > len(known.stack) else known
        kinds = {found.kind, known.kind}
        kind: Kind = "skip" if "skip" in kinds else "break" if "break" in kinds else "induced"
        left = tuple(dict.fromkeys((*known.left, *found.left)))
        resumes = known.resumes and found.resumes
        merged[key] = dataclasses.replace(best, kind=kind, resumes=resumes, left=left)
    return list(merged.values())


def parse_break(payload: str) -> Break | None:
    """Read the payload of a ``dynamo_graph_break_reason`` artifact; None if it names no place in a file."""
    head, _, tail = _split_exception(payload)
    reported = _PLACE.search(head)
    if reported:
        body = head[reported.end() :].partition("Graph Break Reason:")[2]
        body, _, frames = body.partition("User code traceback:")
        body = body.partition("Stack variable source attribution:")[0]
    else:
        frames = head
        raised = _EXCEPTION.search(tail)
        body = raised.group("text").partition("\nfrom user code:")[0] if raised else ""
    stack = parse_stack(frames)
    if reported and not stack:
        stack = (Frame(reported["file"], int(reported["line"]), "<unknown>"),)
    found = _build(body, stack, "skip" if any(sign in head for sign in _SKIPPED) else "break")
    return dataclasses.replace(found, resumes=False) if found is not None and _NO_RESUME in head else found


def break_of(error: BaseException) -> Break | None:
    """The break that made ``fullgraph=True`` fail, from the exception that the compiler raised.

    None when the exception (and what caused it) tells no place in user code, so was not about a graph break. One of
    Python's own, an assertion of the compiler, tells it where TorchDynamo has added that to its text.
    """
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        text = str(current)
        message, _, rest = text.partition("\nfrom user code:")
        stack = _stack_of(current) or parse_stack(rest.partition("\n\n")[0])
        if stack and (rest or type(current).__module__.startswith(_COMPILER)):
            return _build(message, stack, "break")
        current = current.__cause__ or current.__context__
    return None


def pending_symbols(message: str) -> list[str]:
    """The symbols of values that depend on data, such as ``u0``, that nothing returned; the first one made first."""
    found = _PENDING.search(message)
    return sorted(found["symbols"].split(", "), key=lambda name: (len(name), name)) if found else []


def break_at(found: Break, made: tuple[Frame, ...]) -> Break:
    """The break, told of the line that these innermost frames lead to, which have some of its callers or none."""
    outer = tuple(itertools.takewhile(lambda frame: not _same_function(frame, made[0]), found.stack))
    stack = (*outer, *made) if len(outer) < len(found.stack) else made
    place = user_frame(stack)
    return dataclasses.replace(found, filename=place.filename, line=place.line, stack=stack)


def _same_function(one: Frame, other: Frame) -> bool:
    return (one.filename, one.function) == (other.filename, other.function)


def skipped_frame(error: BaseException, log_message: str) -> Break | None:
    """The break behind an exception that Dynamo swallowed; the log message names the frame where it has no stack."""
    stack = _stack_of(error)
    named = _SKIPPED_FRAME.search(log_message)
    if not stack and named:
        stack = (Frame(named["file"], int(named["line"]), plain_name(named["function"])),)
    return _build(str(error).partition("\nfrom user code:")[0], stack, "skip")


def parse_stack(text: str) -> tuple[Frame, ...]:
    """The frames of a formatted traceback, resumed functions under their own names."""
    return tuple(
        Frame(found["file"], int(found["line"]), plain_name(found["function"] or "<unknown>"))
        for found in _FRAME.finditer(text)
    )


def user_frame(stack: tuple[Frame, ...]) -> Frame:
    """The innermost frame that a reader can act on: outside torch, the standard library and generated code."""
    return next((frame for frame in reversed(stack) if not _is_plumbing(frame.filename)), stack[-1])


def _build(body: str, stack: tuple[Frame, ...], kind: Kind) -> Break | None:
    stack = tuple(frame for frame in stack if not frame.filename.startswith(OWN_FOLDER))
    if not stack:
        return None
    message = body.strip()
    registry = _REGISTRY.search(message)
    registry_id = registry.group(1).upper() if registry else None
    place = user_frame(stack)
    is_alone = registry_id in _COMPILED_ALONE or (registry_id in _NEXT and "__next__" in message)
    if kind == "skip" and is_alone and stack[-1].function in _COMPREHENSIONS:
        kind = "induced"
    return Break(
        filename=place.filename,
        line=place.line,
        reason=_reason(message),
        registry_id=registry_id,
        message=message,
        stack=stack,
        kind=kind,
    )


def _stack_of(error: BaseException) -> tuple[Frame, ...]:
    entries: Iterable[FrameSummary] = getattr(error, "real_stack", None) or ()
    return tuple(Frame(entry.filename, entry.lineno or 0, plain_name(entry.name)) for entry in entries)


def _reason(message: str) -> str:
    """The registry's name stands right above the explanation, below any remark on what was being traced."""
    head = message.partition("\n  Explanation:")[0] if "\n  Explanation:" in message else message
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if not lines:
        return "unknown"
    if head is not message:
        return _in_order(lines[-1])
    return _in_order(next((line for line in lines if not line.endswith(":")), lines[0]))


def _in_order(reason: str) -> str:
    """With its symbols sorted, which TorchDynamo takes from a set: the same break reads the same in every run."""
    return _SYMBOLS.sub(lambda found: found[1] + ", ".join(sorted(found[2].split(", "))), reason)


def _split_exception(payload: str) -> tuple[str, str, str]:
    """The report and, behind it, the formatted exception (or ``NoneType: None``) that PyTorch appends."""
    cut = payload.find("\nTraceback (most recent call last):")
    if cut < 0:
        cut = payload.find("\nNoneType: None")
    return (payload, "", "") if cut < 0 else (payload[:cut], "\n", payload[cut + 1 :])


def plain_name(function: str) -> str:
    resumed = _RESUME.match(function)
    return plain_name(resumed.group(1)) if resumed else function


_BACKPORT = "typing_extensions.py"
"""A part of later standard libraries, whose ``deprecated`` wraps functions of torch."""


@functools.cache
def _is_plumbing(filename: str) -> bool:
    if filename.startswith("<"):
        return True
    path = Path(filename)
    if path.name == _BACKPORT or any(path.is_relative_to(folder) for folder in _torch_folders()):
        return True
    installed = {"site-packages", "dist-packages"}
    return any(
        path.is_relative_to(folder) and not installed.intersection(path.relative_to(folder).parts)
        for folder in _standard_library()
    )


@functools.cache
def _torch_folders() -> tuple[Path, ...]:
    import torch

    here = Path(torch.__file__).parent
    return tuple({here, here.resolve()})


@functools.cache
def _standard_library() -> tuple[Path, ...]:
    folders = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    return tuple(folders | {folder.resolve() for folder in folders})
