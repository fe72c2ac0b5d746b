"""All files of a workspace folder, checked in the background and shown whether or not they are open.

What is on disk counts: an open document is shown as it stands in the editor by the session, and is told to this one
when it is saved. The first check takes the whole folder, later ones what a change has to do with. They run in a process
of their own, so that nobody who types waits for them, which ends when there is nothing to do for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine.incremental import IncrementalCheck
from fullgraph.lint.server.checker import Checker, CheckerDied
from fullgraph.lint.server.choosing import Choice
from fullgraph.lint.server.documents import Document, Part
from fullgraph.lint.server.findings import Found
from fullgraph.lint.source.discovery import Discovered, discover
from fullgraph.lint.source.source_file import SourceError, SourceFile
from lsprotocol import types

QUIET = 0.5
"""Seconds without a change after which those that came together are looked at."""

IDLE = 60.0
"""Seconds without a change after which the process that checks is let go."""

LONGEST = 3600.0
"""Seconds that a check of the whole folder may take."""


class Workspace:
    """One folder. ``is_open``: whether the session shows a file, by its resolved path."""

    def __init__(
        self,
        folder: Path,
        choice: Choice,
        publish: Callable[[Found], None],
        is_open: Callable[[Path], bool],
        log: Callable[[str], None],
        busy: Callable[[str], AbstractAsyncContextManager[None]],
        encoding: types.PositionEncodingKind,
    ) -> None:
        self.folder = folder
        self.choice = choice
        self.publish = publish
        self.is_open = is_open
        self.log = log
        self.busy = busy
        self.encoding = encoding
        self.checker = Checker()
        self.watched: IncrementalCheck | None = None
        self.shown: set[Path] = set()
        """The files that have diagnostics of ours in the client."""
        self._changed: set[Path] = set()
        self._wake = asyncio.Event()
        self._ended = False
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.ensure_future(self._run())

    def changed(self, paths: Iterable[Path]) -> None:
        """These files were saved, made, changed or removed."""
        self._changed |= {path.resolve() for path in paths}
        self._wake.set()

    def closed(self, path: Path) -> None:
        """The session shows this file no more."""
        self._show([path])
        self.changed([path])

    def opened(self, path: Path, uri: str) -> None:
        """The session shows this file from now on, under the client's name for it, which may not be ours."""
        if path in self.shown:
            self.shown.discard(path)
            if path.as_uri() != uri:
                self.publish(self._found(path, CheckResult()))

    async def stop(self, clear: bool = True) -> None:
        """End; take back what is shown, if so asked."""
        self._ended = True
        self._task.cancel()
        self.checker.close()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        if clear:
            for path in self.shown:
                if not self.is_open(path.resolve()):
                    self.publish(self._found(path, CheckResult()))
        self.shown.clear()

    async def _run(self) -> None:
        try:
            async with self.busy(f"Checking {self.folder.name}"):
                self.watched = await asyncio.to_thread(lambda: IncrementalCheck(self._discover, self._check))
            for problem in self.choice.problems():
                self.log(problem)
            self._show(self.watched.files)
            while True:
                await self._update(self.watched)
        except CheckerDied as failure:
            if not self._ended:
                self.log(f"{self.folder}: not checked as a whole: {failure}")
        except Exception:
            self.log(f"internal error: {traceback.format_exc()}")

    async def _update(self, watched: IncrementalCheck) -> None:
        """Wait for a change, and check what it has to do with."""
        try:
            await asyncio.wait_for(self._wake.wait(), IDLE)
        except asyncio.TimeoutError:
            self.checker.stop()
            await self._wake.wait()
        while self._wake.is_set():
            self._wake.clear()
            await asyncio.sleep(QUIET)
        changed, self._changed = self._changed, set()
        before = set(watched.files)
        update = await asyncio.to_thread(watched.update, changed)
        if update is not None:
            self._show({*update.checked, *(before - set(watched.files))})

    def _show(self, files: Collection[Path]) -> None:
        """Show what is known of files that are not open."""
        known = self.watched.results if self.watched is not None else {}
        for path in files:
            result = known.get(path, CheckResult())
            # The cells of a notebook have names only while it is open.
            if path.suffix != ".py" or self.is_open(path.resolve()):
                self.shown.discard(path)
            elif result.diagnostics or result.errors:
                self.publish(self._found(path, result))
                self.shown.add(path)
            elif path in self.shown:
                self.publish(self._found(path, CheckResult()))
                self.shown.discard(path)

    def _found(self, path: Path, result: CheckResult) -> Found:
        text = ""
        if result.diagnostics or result.errors:
            with contextlib.suppress(OSError, SourceError):
                text = SourceFile.read(path).text
        document = Document(path.as_uri(), path, (Part(path.as_uri(), None, text),), self.encoding)
        rows = len(document.source.lines)  # of a file that has changed meanwhile, what is still there
        diagnostics = (one for one in result.diagnostics if one.end_location.row <= rows)
        errors = (
            error if error.row is None or error.row <= rows else replace(error, row=None) for error in result.errors
        )
        return Found(document, tuple(diagnostics), tuple(errors))

    # In a thread of its own

    def _discover(self) -> Discovered:
        found = discover([self.folder], self.choice.settings)
        found.files = [Path.cwd() / path for path in found.files]
        return found

    def _check(self, files: Sequence[Path]) -> CheckResult:
        """Have files checked, those with the same options together."""
        groups: list[tuple[Options, list[Path]]] = []
        for path in files:
            options = self.choice.options(path)
            mine = next((group for known, group in groups if known == options), None)
            if mine is None:
                groups.append((options, [path]))
            else:
                mine.append(path)
        whole = CheckResult()
        for options, mine in groups:
            asked = self.checker.ask("check", mine, options, longest=LONGEST)
            if self._ended:
                asked.close()
                raise CheckerDied("it is not wanted any more")
            answer = asyncio.run_coroutine_threadsafe(asked, self._loop).result()
            for failure in answer.failures:
                self._loop.call_soon_threadsafe(self.log, f"internal error, please report: {failure}")
            assert answer.result is not None
            whole.diagnostics += answer.result.diagnostics
            whole.errors += answer.result.errors
            whole.files_checked += answer.result.files_checked
            whole.involved |= answer.result.involved
        return whole
