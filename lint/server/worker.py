"""The process that checks for the server, so that the server answers while it does, and survives what it dies of.

It does one job at a time and can be told to give it up: the interpreter is then interrupted, as by Ctrl-C, which takes
milliseconds and keeps what is loaded (rules, data about torch) for the next job.
"""

from __future__ import annotations

import _thread
import gc
import importlib
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Fault
from fullgraph.lint.domain.faults import of_file
from fullgraph.lint.engine import api
from fullgraph.lint.server import targets
from fullgraph.lint.server.jobs import Answer, Cancel, Job, Kind, frame, read
from fullgraph.lint.source.kept_files import KeptFiles
from fullgraph.lint.source.source_file import SourceError

KEPT = KeptFiles(4_000_000)
"""Of what the files to check lead to, these do not change from one keystroke to the next."""


class _Cancelled(BaseException):
    """The job is given up. No Exception, so that nothing on the way out takes it for one of its own."""


class Worker:
    """Jobs in, answers out, until the server closes its end."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO) -> None:
        self.requests = requests
        self.answers = answers
        self.jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.current: int | None = None
        self.given_up: set[int] = set()

    def run(self) -> None:
        """Work. Never returns: the process ends when the server has gone."""
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._listen, daemon=True).start()
        _load(self.jobs.empty)
        while True:
            job = self.jobs.get()
            self.answers.write(frame(self._answer(job)))
            self.answers.flush()
            KEPT.trim()
            gc.collect()  # a check makes its cycles with the collector off; now nobody waits
            gc.freeze()  # what is left is what was loaded: a large check has made the collector look at it again

    def _listen(self) -> None:
        while True:
            message = read(self.requests)
            if message is None:
                os._exit(0)
            elif isinstance(message, Job):
                self.jobs.put(message)
            elif isinstance(message, Cancel):
                with self.lock:
                    self.given_up.add(message.number)
                    if self.current == message.number:
                        _thread.interrupt_main()

    def _interrupted(self, number: int, at: FrameType | None) -> None:
        """A signal: of the other thread, or of Ctrl-C in a terminal, which is the server's business."""
        if self.current in self.given_up:
            raise _Cancelled

    def _answer(self, job: Job) -> Answer:
        try:
            with self.lock:
                self.current = job.number
                if job.number in self.given_up:
                    raise _Cancelled
            answer = _WORK[job.kind](job)
            self.current = None
            return answer
        except _Cancelled:
            self.current = None
            return Answer(job.number)


def check(job: Job) -> Answer:
    """Check the files of a job together."""
    result = _guarded(job.files, job.options)
    failures = tuple(_shown_fault(error) for error in result.errors if isinstance(error, Fault))
    result.errors += api.unknown_roots(job.files, job.options)
    return Answer(job.number, result=result, failures=failures)


def fix(job: Job) -> Answer:
    """The text of the target with all safe fixes: what ``check --fix`` makes of it, knowing the other files too."""
    from fullgraph.lint.fixes.apply import fix_paths

    assert job.target is not None
    name = str(job.target)
    failures: list[str] = []

    def of_target(files: Sequence[Path], options: Options) -> CheckResult:
        result = _guarded(files, options)
        return replace(result, diagnostics=[one for one in result.diagnostics if one.filename == name])

    fixed = fix_paths(job.files, job.options, write=False, check=of_target)
    failures += [_shown_fault(error) for error in fixed.errors if isinstance(error, Fault) and error.filename == name]
    text = fixed.read[name].text if name in fixed.read else ""
    return Answer(job.number, text=text, failures=tuple(failures))


def explain(job: Job) -> Answer:
    """The explanation of a line, or why there is none: what ``explain`` prints."""
    from fullgraph.lint.explain import Target
    from fullgraph.lint.explain import explain as explained
    from fullgraph.lint.report import explanation as report
    from fullgraph.lint.report.text import Look

    assert job.target is not None
    try:
        found, errors = explained(Target(job.target, job.row), job.files, job.options)
    except SourceError as failure:
        return Answer(job.number, text=f"{failure.error}\n")
    except Exception:
        return Answer(job.number, text="It could not be explained: an internal error.\n", failures=(_raised(job),))
    failures = tuple(_shown_fault(error) for error in errors if isinstance(error, Fault))
    return Answer(job.number, text=report.render(found, Look()), failures=failures)


def offer(job: Job) -> Answer:
    """The targets of a file."""
    assert job.target is not None
    try:
        return Answer(job.number, targets=targets.offered(job.target, job.options))
    except Exception:
        return Answer(job.number, targets=(), failures=(_raised(job),))


_WORK: dict[Kind, Callable[[Job], Answer]] = {"check": check, "fix": fix, "explain": explain, "targets": offer}


def _raised(job: Job) -> str:
    return f"{job.target}: {job.kind}\n{traceback.format_exc()}".rstrip()


def _shown_fault(fault: Fault) -> str:
    return f"{fault}\n{fault.traceback}".rstrip()


def _guarded(files: Sequence[Path], options: Options) -> CheckResult:
    """The engine's check, where an internal error costs the findings of the file that it came from and no others."""
    try:
        return api.check(files, options, kept=KEPT)
    except Exception as failure:
        if len(files) == 1:
            return CheckResult(errors=[of_file(str(files[0]), failure)])
    together = CheckResult()
    for path in files:
        single = _guarded([path], options)
        together.diagnostics += single.diagnostics
        together.errors += single.errors
        together.files_checked += single.files_checked
        together.involved |= single.involved
    return together


def _load(may_load_more: Callable[[], bool]) -> None:
    """Load what every check needs, and what the first fix needs if there is time; keep the collector away from it."""
    from fullgraph.lint.registry.rule import load_rules
    from fullgraph.lint.torch_data import load

    load_rules()
    load(None)
    if may_load_more():
        importlib.import_module("fullgraph.rules.codemod.writing")
    gc.collect()
    gc.freeze()


def main() -> None:
    """Run with the pipes on standard input and output; whatever prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Worker(sys.stdin.buffer, answers).run()
