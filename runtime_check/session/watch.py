"""The events of a worker as `Progress`."""

from __future__ import annotations

from typing import Any

from fullgraph.runtime_check.process.protocol import Begin, Done, Event, RunSoFar
from fullgraph.runtime_check.progress import Observer, Progress, Version


class Watch:
    """Turns what a worker tells into `Progress`, each verdict once."""

    def __init__(self, observer: Observer, target: str, version: Version = "before") -> None:
        self.observer = observer
        self.target, self.version = target, version
        self.shown: set[str] = set()
        self.has_begun = False

    def __call__(self, event: Event) -> None:
        """Pass on one event."""
        if isinstance(event, Begin):
            self.show(event.what)
        elif isinstance(event, (RunSoFar, Done)):
            for verdict in event.run.verdicts:
                if verdict.check not in self.shown:
                    self.shown.add(verdict.check)
                    self.show(verdict.check, verdict.status, verdict.summary)

    def show(self, step: str, status: Any = None, summary: str = "") -> None:
        self.observer(Progress(self.target, self.version, "", step, status, summary))

    def of_arm(self, arm: str, step: str) -> None:
        """Pass on what an arm does now; arms are measured after the checks."""
        self.observer(Progress(self.target, self.version, arm, step))

    def begin(self) -> None:
        """Pass on, once, that the version begins."""
        if not self.has_begun:
            self.has_begun = True
            self.show("start")

    def of_fixes(self, _line: str) -> None:
        """Pass on that the copy is run to see which fixes hold."""
        self.begin()
        self.show("fixes")

    def done(self, failure: str | None = None) -> None:
        """Report that the worker is gone; ``failure`` says why it did not come to its end."""
        self.show("done", "error" if failure is not None else None, failure or "")
