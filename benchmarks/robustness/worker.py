"""A process that tries files: a line of JSON with what to try comes in, a line with how it went goes out.

A step that takes more processor time than it may ends the process, with the traceback of where it was on stderr: so
that a hang in native code ends too, and so that time that others take of the machine does not count.
"""

from __future__ import annotations

import faulthandler
import json
import signal
import sys
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fullgraph.lint.domain.faults import describe
from fullgraph.lint.engine import api

from .promises import Broken, hold

LIMIT = 10.0
"""Seconds of processor time for one step: a check, a report, a pass of fixes."""


def step(name: str) -> None:
    """A step begins, with all its time before it."""
    signal.setitimer(signal.ITIMER_PROF, LIMIT)


def attempt(order: dict[str, Any]) -> dict[str, Any]:
    """Return how it went: ``kept``, or ``problem`` and ``where``, which names the kind of failure."""
    options = api.Options(**order["options"])
    try:
        kept = hold(Path(order["path"]), options, step, write=order["write"])
    except Broken as failure:
        return {"problem": str(failure), "where": "".join(c for c in str(failure) if not c.isdigit())[:60]}
    except Exception as failure:
        frames = traceback.extract_tb(failure.__traceback__)
        own = [frame for frame in frames if "fullgraph" in frame.filename or "/lint/" in frame.filename]
        last = (own or list(frames))[-1]
        where = f"{type(failure).__name__} in {Path(last.filename).name}:{last.name}"
        return {"problem": f"{describe(failure)} in {last.filename}:{last.lineno}", "where": where}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {"kept": asdict(kept)}


def main() -> None:
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    for line in sys.stdin:
        answer = json.dumps(attempt(json.loads(line)))
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
