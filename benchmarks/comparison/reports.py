"""What run-time tools report as text: `TORCH_LOGS`, and the files that tlparse writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Place = tuple[str, int]
"""A file and a line. The file is named from its top package on, as in the recorded data."""


@dataclass
class Report:
    """What a tool said of one run."""

    breaks: list[Place] = field(default_factory=list)
    """Distinct, in the order of the report."""
    recompiles: int = 0
    guards: int = 0
    """Guards, or lists of them where the tool gives one for each graph."""


_PREFIX = re.compile(r"^[A-Z]\d{4} [\d:.]+ \d+ \S+:\d+\] (?P<text>.*)$")
_LABELS = re.compile(r"^(?:\[[^\]]*\] ?)+")
_HEAD = re.compile(r"^Graph break(?: \([^)]*\))? in user code at (?P<file>.+):(?P<line>\d+)$", re.M)
_FRAME = re.compile(r'^ *File "(?P<file>.+)", line (?P<line>\d+), in .+$', re.M)
_STACK = "User code traceback:"


def from_logs(text: str, packages: Sequence[str]) -> Report:
    """The output of a process with ``TORCH_LOGS=graph_breaks,recompiles``."""
    told: dict[str, list[str]] = {"[__graph_breaks]": [], "[__recompiles]": []}
    for line in text.splitlines():
        found = _PREFIX.match(line)
        labels = _LABELS.match(found["text"]) if found else None
        for label, lines in told.items():
            if found and labels and label in labels[0]:
                lines.append(found["text"][labels.end() :])
    breaks = _breaks("\n".join(told["[__graph_breaks]"]), packages)
    again = sum(line.startswith("Recompiling function ") for line in told["[__recompiles]"])
    return Report(list(dict.fromkeys(breaks)), again)


def from_tlparse(folder: Path, packages: Sequence[str]) -> Report:
    """The folder that tlparse wrote."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("dynamo_graph_break_reason_*.txt"))]
    breaks = [place for text in texts for place in _breaks(text, packages)]
    again, guards = (len([*folder.rglob(name)]) for name in ("recompile_reasons_*", "dynamo_cpp_guards_str_*"))
    return Report(list(dict.fromkeys(breaks)), again, guards)


def _breaks(text: str, packages: Sequence[str]) -> Iterator[Place]:
    """The places of the breaks that are told one after the other."""
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=False):
        _, _, stack = text[head.end() : end].partition(_STACK)
        frames = [(found["file"], int(found["line"])) for found in _FRAME.finditer(stack.strip().partition("\n\n")[0])]
        place = innermost([(head["file"], int(head["line"])), *frames], packages)
        if place is not None:
            yield place


def innermost(frames: Iterable[Place], packages: Sequence[str]) -> Place | None:
    """The last of the frames, outermost first, that lies in one of the packages."""
    for file, line in reversed(list(frames)):
        for package in packages:
            _, found, rest = file.replace("\\", "/").rpartition(f"/site-packages/{package}/")
            if found:
                return f"{package}/{rest}", line
    return None
