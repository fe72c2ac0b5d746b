"""The open documents, and when they are checked.

A document is checked when it is opened, when it has not changed for a moment, and when a file that its findings depend
on has changed on disk; together with those open documents that it depends on or that depend on it, so that a root in
one is known in the other. A change while a check runs gives the check up; results are published only for the text that
they are about.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.server.checker import Checker, CheckerDied
from fullgraph.lint.server.choosing import Choice, Chooser
from fullgraph.lint.server.documents import Document
from fullgraph.lint.server.findings import Found
from fullgraph.lint.server.jobs import Answer
from fullgraph.lint.server.settings import Settings
from fullgraph.lint.server.targets import Offered
from fullgraph.lint.source.discovery import left_out
from fullgraph.lint.source.related import imported, name_of

INSTALLED = frozenset({"site-packages", "dist-packages"})
"""Folders that packages are installed in."""

PATIENCE = 60.0
"""Seconds that a request waits for the check of the text that it is about."""


@dataclass(eq=False)
class Open:
    """A document that the client has opened."""

    uri: str
    path: Path
    resolved: Path
    folder: str | None
    """The workspace folder that it lies in."""
    stamp: int = 0
    """Counts its changes, and those of what it depends on."""
    checked: int = -1
    """The stamp that the last check was about."""
    due: float = 0.0
    """The time to check it at, in the event loop's time."""
    found: Found | None = None
    reads: frozenset[Path] = frozenset()
    """The files that the last check read."""
    left_out: bool | None = None
    """Whether it is none of the files to check; None where that is not known yet."""
    imports: tuple[int, frozenset[str]] = (-1, frozenset())
    """The words in its import statements, and the stamp that they are of."""
    targets: tuple[int, tuple[Offered, ...]] = (-1, ())
    """What of it can be verified, and the stamp that this is of."""
    fresh: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while ``found`` is about the text as it stands, or there is nothing to wait for any more."""

    @property
    def is_dirty(self) -> bool:
        return self.checked != self.stamp


Snapshot = Callable[[str, Path], Document]
"""The document of a URI, under this path, as it stands in the editor now."""


class Session:
    """One client's documents. Everything runs in the event loop; what takes time is the checker's."""

    def __init__(
        self,
        snapshot: Snapshot,
        publish: Callable[[Found], None],
        log: Callable[[str], None],
        choose: Callable[[], Chooser],
        launched: subprocess.Popen[bytes] | None = None,
    ) -> None:
        """``choose`` reads anew what is configured. ``launched``: the process that checks, where it runs already."""
        self.choose = choose
        self._chooser = choose()
        self._choices: dict[str | None, Choice] = {}
        """By the URI of the workspace folder."""
        self.snapshot = snapshot
        self.publish = publish
        self.log = log
        self.settings: dict[str | None, Settings] = {}
        self.default = Settings()
        self.open: dict[str, Open] = {}
        self.folders: dict[str, Path] = {}
        self.checker = Checker(launched)
        self._wake = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    # What the client tells

    def warm_up(self) -> None:
        """Have the process that checks load what it needs, while the client is still busy with other things."""
        self.checker.start()

    def start(self) -> None:
        """Begin to check; before, documents are only taken in."""
        if self._loop is None:
            self._loop = asyncio.ensure_future(self._run())
        self._wake.set()

    async def stop(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loop
        self.checker.close()

    def opened(self, uri: str, path: Path) -> None:
        self.open[uri] = Open(uri, path, path.resolve(), self._folder_of(path))
        self._touch(self.open[uri], 0.0)

    def changed(self, uri: str) -> None:
        one = self.open.get(uri)
        if one is not None:
            self._touch(one, self.settings_of(one).delay / 1000)

    def saved(self, uri: str) -> Path | None:
        """A saved document is checked at once, if its last change has not been; its path."""
        one = self.open.get(uri)
        if one is not None and one.is_dirty:
            one.due = 0.0
            self._wake.set()
        return one.path if one is not None else None

    def closed(self, uri: str) -> Path | None:
        """A closed document is known no more; its path."""
        one = self.open.pop(uri, None)
        if one is None:
            return None
        one.found = None
        one.stamp += 1  # what is being checked is about nothing any more
        one.fresh.set()
        for other in self.open.values():
            if one.resolved in other.reads:  # it is read from disk again
                self._touch(other, 0.0)
        self._wake.set()
        return one.path

    def is_open(self, path: Path) -> bool:
        """Return whether a file, by its resolved path, is open."""
        return any(one.resolved == path for one in self.open.values())

    def changed_on_disk(self, paths: Iterable[Path], listing: bool) -> None:
        """Files were changed; or, ``listing``, made or removed, which decides what an import leads to."""
        changed = {path.resolve() for path in paths} - {one.resolved for one in self.open.values()}
        if changed:
            for one in self.open.values():
                if listing or changed & one.reads:
                    self._touch(one, self.settings_of(one).delay / 1000)

    def refolder(self, folders: Mapping[str, Path]) -> None:
        """The workspace has these folders now."""
        self.folders = dict(folders)
        for one in self.open.values():
            one.folder = self._folder_of(one.path)
            one.left_out = None

    def configure(self, settings: Mapping[str | None, Settings]) -> None:
        """The settings of each folder, and under None those of what lies in none."""
        self.settings = dict(settings)
        self._choices.clear()
        for one in self.open.values():
            one.left_out = None
            self._touch(one, 0.0)

    # What it is asked

    async def found(self, uri: str) -> Found | None:
        """Return the findings in the document's present text; None if there are none to publish."""
        one = self.open.get(uri)
        if one is None:
            return None
        try:
            await asyncio.wait_for(one.fresh.wait(), PATIENCE)
        except asyncio.TimeoutError:
            return None
        return one.found if self.open.get(uri) is one and not one.is_dirty else None

    async def fixed(self, uri: str) -> tuple[Document, str] | None:
        """A document, and its text with all safe fixes."""
        one = self.open.get(uri)
        if one is None:
            return None
        group = self._group(one)
        documents = {other.uri: self.snapshot(other.uri, other.path) for other in group}
        try:
            answer = await self.checker.ask("fix", _paths(group), self._options(one), one.path)
        except CheckerDied as failure:
            self.log(f"{one.path}: not fixed: {failure}")
            return None
        self._log_failures(answer)
        return None if answer.text is None else (documents[uri], answer.text)

    async def explained(self, uri: str, part: str, line: int) -> str | None:
        """What is known of a line of a document's present text; None where it is none of it.

        ``part``: the text document that the line is counted in, of a notebook a cell.
        """
        one = self.open.get(uri)
        row = self.snapshot(uri, one.path).row(part, line) if one is not None else None
        if one is None or row is None:
            return None
        try:
            answer = await self.checker.ask("explain", _paths(self._group(one)), self._options(one), one.path, row=row)
        except CheckerDied as failure:
            self.log(f"{one.path}: not explained: {failure}")
            return None
        self._log_failures(answer)
        return answer.text

    async def targets(self, uri: str) -> Sequence[Offered]:
        """What of a document ``verify`` can run. A notebook is no file that could be imported."""
        one = self.open.get(uri)
        if one is None or one.path.suffix != ".py" or not self.settings_of(one).enable or self._is_left_out(one):
            return ()
        stamp = one.stamp
        if one.targets[0] == stamp:
            return one.targets[1]
        try:
            answer = await self.checker.ask("targets", [one.path], self._options(one), one.path)
        except CheckerDied as failure:
            self.log(f"{one.path}: not looked through for targets: {failure}")
            return ()
        self._log_failures(answer)
        one.targets = stamp, answer.targets or ()
        return one.targets[1]

    def settings_of(self, one: Open) -> Settings:
        return self.settings.get(one.folder) or self.settings.get(None) or self.default

    # The checks

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._wake.clear()
            dirty = [one for one in self.open.values() if one.is_dirty]
            if not dirty:
                await self._wake.wait()
                continue
            first = min(dirty, key=lambda one: one.due)
            wait = first.due - loop.time()
            if wait > 0:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), wait)
                continue
            try:
                await self._check(first)
            except Exception:
                self.log(f"internal error: {traceback.format_exc()}")
                self._settle([first], {first.uri: first.stamp})

    async def _check(self, first: Open) -> None:
        """Check a document with those that belong to it."""
        group = self._group(first)
        stamps = {one.uri: one.stamp for one in group}
        if not self.settings_of(first).enable or self._is_left_out(first):
            self._take(group, stamps, CheckResult())
            return
        asked = asyncio.ensure_future(self.checker.ask("check", _paths(group), self._options(first)))
        documents = {one.uri: self.snapshot(one.uri, one.path) for one in group}
        given_up = False
        try:
            while not asked.done():
                self._wake.clear()
                woken = asyncio.ensure_future(self._wake.wait())
                await asyncio.wait({asked, woken}, return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()
                if not given_up and any(one.stamp != stamps[one.uri] for one in group):
                    given_up = asked.cancel()
            answer = await asked
        except asyncio.CancelledError:
            if not asked.cancelled():  # the session ends
                asked.cancel()
                raise
            return
        except CheckerDied as failure:
            names = ", ".join(str(one.path) for one in group)
            self.log(f"{names}: not checked: {failure}")
            self._settle(group, stamps)
            return
        self._log_failures(answer)
        if answer.result is not None and all(one.stamp == stamps[one.uri] for one in group):
            self._take(group, stamps, answer.result, documents)

    def _take(
        self,
        group: Sequence[Open],
        stamps: Mapping[str, int],
        result: CheckResult,
        documents: Mapping[str, Document] | None = None,
    ) -> None:
        """Keep and publish a result."""
        for one in group:
            name = str(one.path)
            document = documents[one.uri] if documents is not None else self.snapshot(one.uri, one.path)
            one.reads = frozenset(result.involved)
            one.found = Found(
                document,
                tuple(diagnostic for diagnostic in result.diagnostics if diagnostic.filename == name),
                tuple(error for error in result.errors if error.filename == name),
            )
            self.publish(one.found)
        for error in result.errors:
            if error.filename not in {str(one.path) for one in group}:
                self.log(str(error))
        self._settle(group, stamps)
        grown = self._group(group[0])
        if len(grown) > len(group):  # they turned out to belong together
            for one in grown:
                self._touch(one, 0.0)

    def _settle(self, group: Iterable[Open], stamps: Mapping[str, int]) -> None:
        for one in group:
            one.checked = stamps[one.uri]
            if not one.is_dirty:
                one.fresh.set()

    def _touch(self, one: Open, delay: float) -> None:
        one.stamp += 1
        one.fresh.clear()
        one.due = asyncio.get_running_loop().time() + delay if delay else 0.0
        self._wake.set()

    def _group(self, first: Open) -> list[Open]:
        """The open documents of its folder and options that a document reads or is read by, and theirs in turn."""
        if self._is_left_out(first):
            return [first]
        options = self.chosen_for(first)
        rest = [
            one
            for one in self.open.values()
            if one is not first
            and one.folder == first.folder
            and self.chosen_for(one) == options
            and not self._is_left_out(one)
        ]
        group = [first]
        for one in group:
            near = [other for other in rest if self._reads(one, other) or self._reads(other, one)]
            group += near
            rest = [other for other in rest if other not in near]
        return sorted(group, key=lambda one: str(one.path))

    def _reads(self, one: Open, other: Open) -> bool:
        """Return whether a document's findings may depend on another's text.

        The engine finds files that were not given within packages only, so names in imports count too.
        """
        if one.imports[0] != one.stamp:
            one.imports = one.stamp, imported(self.snapshot(one.uri, one.path).text)
        return other.resolved in one.reads or name_of(other.path) in one.imports[1]

    def _options(self, of: Open) -> Options:
        """Return how to check a document: with what all open documents hold instead of what is on disk."""
        sources = {one.path: self.snapshot(one.uri, one.path).text for one in self.open.values()}
        return replace(self.chosen_for(of), sources=sources)

    def chosen_for(self, one: Open) -> Options:
        """The options for a document: the client's before those of the command line and of the nearest file."""
        choice = self._choice(one.folder)
        chosen = choice.options(one.path)
        for problem in choice.problems():
            self.log(problem)
        return chosen

    def _choice(self, folder: str | None) -> Choice:
        if folder not in self._choices:
            settings = self.settings.get(folder) or self.settings.get(None) or self.default
            self._choices[folder] = Choice(self._chooser, settings.options)
        return self._choices[folder]

    def _is_left_out(self, one: Open) -> bool:
        """Return whether ``check`` would leave a document out: ignored by git, or excluded by a setting.

        Installed packages that are looked into, from another folder, are left out too. What was never saved is not.
        """
        if one.left_out is None:
            below = self.folders.get(one.folder) if one.folder is not None else None
            installed = below is None and not INSTALLED.isdisjoint(one.resolved.parts)
            choice = self._choice(one.folder)
            one.left_out = one.path.is_file() and (
                installed or left_out(one.path, below or one.path.parent, choice.settings) is not None
            )
        return one.left_out

    def reread_configuration(self) -> None:
        """Configuration files have changed."""
        self._chooser = self.choose()
        self._choices.clear()
        for one in self.open.values():
            one.left_out = None
            self._touch(one, 0.0)

    def _folder_of(self, path: Path) -> str | None:
        """The innermost workspace folder that holds a path."""
        around = [(len(folder.parts), uri) for uri, folder in self.folders.items() if path.is_relative_to(folder)]
        return max(around)[1] if around else None

    def _log_failures(self, answer: Answer) -> None:
        for failure in answer.failures:
            self.log(f"internal error, please report: {failure}")


def path_of(uri: str, folder: Path | None, notebook: bool) -> Path:
    """Return a document's path for the engine. One never saved gets a name in the first folder of the workspace."""
    from pygls.uris import to_fs_path

    path = to_fs_path(uri)
    if path is not None:
        return Path(path)
    name = unquote(uri).replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2] or "untitled"
    suffix = cells.SUFFIX if notebook else ".py"
    return (folder or Path.cwd()) / (name if name.endswith(suffix) else f"{name}{suffix}")


def _paths(group: Iterable[Open]) -> list[Path]:
    return [one.path for one in group]
