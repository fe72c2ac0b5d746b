"""A process that checks files: numbers of files in, units as JSON out, until whoever asks has gone."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import InputError
from fullgraph.lint.engine.file_checker import FileChecker
from fullgraph.lint.engine.merge import failed
from fullgraph.lint.parallel import limits
from fullgraph.lint.parallel.frames import ENDS, GOES_ON, frame, read
from fullgraph.lint.parallel.limits import Limits
from fullgraph.lint.results.file_result import to_json


def encoded(unit: Any) -> bytes:
    """A unit as it travels and is kept."""
    return json.dumps(to_json(unit), separators=(",", ":"), ensure_ascii=True).encode()


def guarded(units: FileChecker, path: Path) -> tuple[bytes, bool]:
    """Return what a file says, as JSON, and whether the process can go on; an internal error costs that file alone."""
    try:
        return encoded(units.check(path)), True
    except MemoryError:
        message = "not checked: it needs more memory than there is; exclude it or split it"
        return encoded(failed(path, InputError(str(path), message))), False
    except Exception as failure:
        from fullgraph.lint.domain.faults import of_file

        return encoded(failed(path, of_file(str(path), failure))), True


def serve(units: FileChecker, files: Sequence[Path], restraint: Limits, source: int, sink: int) -> None:
    """Answer the numbers of files that come from one descriptor on the other, and end when there are no more."""
    limits.restrain(restraint)
    gc.disable()
    gc.freeze()
    while (job := read(source)) is not None:
        path = files[int(job)]
        limits.begin(restraint)
        answer, well = guarded(units, path)
        limits.end()
        _write(sink, frame((GOES_ON if well else ENDS) + answer))
        if not well:
            return
        units.clean()


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def main() -> None:
    """Run as a process of its own, with the pipes on standard input and output; what prints goes to standard error."""
    source, sink = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)
    result = read(source)
    if result is None:
        return
    given = json.loads(result)
    files = [Path(name) for name in given["files"]]
    sources = {Path(name): text for name, text in given["sources"].items()}
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given["options"].items()
    }
    ending: Callable[[], None] = sys.stderr.flush
    try:
        serve(FileChecker(files, Options(**chosen, sources=sources)), files, Limits(*given["limits"]), source, sink)
    except OSError:
        pass  # whoever asked has gone
    finally:
        ending()
        os._exit(0)
