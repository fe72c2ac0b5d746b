"""The language server at the other end of pipes, under the edits of one who does not tire."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.soak.editing import CONFIGURATIONS, changed
from benchmarks.soak.results import Soak
from benchmarks.soak.sampling import Sampler

SOON = 60.0
"""Seconds after which an answer is missing."""
KEYSTROKE = 0.03
"""Seconds between the changes of a burst."""
OPEN = 8
"""Documents that are open at the same time, at most."""

CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True, version_support=True),
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        code_action=types.CodeActionClientCapabilities(
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
        ),
    ),
    workspace=types.WorkspaceClientCapabilities(
        configuration=True,
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
    ),
)


class Editor:
    """A client with documents open in it, and what the server has told."""

    def __init__(self, folder: Path, mode: str) -> None:
        self.folder, self.mode = folder, mode
        self.client = LanguageClient("soak", "1")
        self.texts: dict[Path, str] = {}
        self.versions: dict[Path, int] = {}
        self.shown: dict[str, types.PublishDiagnosticsParams] = {}
        self.logged: list[str] = []
        self.news = asyncio.Condition()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        async def published(params: types.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = params
            async with self.news:
                self.news.notify_all()

        @self.client.feature(types.WINDOW_LOG_MESSAGE)  # type: ignore[untyped-decorator]
        def logged(params: types.LogMessageParams) -> None:
            self.logged.append(params.message)

        @self.client.feature(types.WORKSPACE_CONFIGURATION)  # type: ignore[untyped-decorator]
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            return [{"diagnosticMode": self.mode} for _ in params.items]

        @self.client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
        def registered(params: types.RegistrationParams) -> None:
            """Files are told of anyway."""

    async def start(self) -> int:
        """Start the server; its process."""
        await self.client.start_io(sys.executable, "-m", "fullgraph", "server", cwd=str(self.folder))
        folders = [types.WorkspaceFolder(self.folder.as_uri(), self.folder.name)]
        await self.client.initialize_async(types.InitializeParams(capabilities=CAPABILITIES, workspace_folders=folders))
        self.client.initialized(types.InitializedParams())
        process = self.client._server
        assert process is not None
        return process.pid

    async def end(self) -> None:
        await asyncio.wait_for(self.client.shutdown_async(None), SOON)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), SOON)  # type: ignore[no-untyped-call]

    def open(self, path: Path) -> None:
        self.texts[path] = path.read_text(encoding="utf-8", errors="replace")
        self.versions[path] = 1
        item = types.TextDocumentItem(path.as_uri(), "python", 1, self.texts[path])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: Path, text: str) -> None:
        self.texts[path] = text
        self.versions[path] += 1
        identifier = types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=self.versions[path])
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def save(self, path: Path) -> None:
        path.write_text(self.texts[path], encoding="utf-8", errors="replace")
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))
        self.tell(path, types.FileChangeType.Changed)

    def close(self, path: Path) -> None:
        del self.texts[path], self.versions[path]
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri()))
        )

    def tell(self, path: Path, kind: types.FileChangeType) -> None:
        """Tell the server of a change on disk, as an editor that watches files does."""
        events = [types.FileEvent(path.as_uri(), kind)]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    async def settled(self, path: Path) -> None:
        """Wait for the diagnostics of a document as it stands."""
        uri, version = path.as_uri(), self.versions[path]
        async with self.news:
            ready = self.news.wait_for(lambda: uri in self.shown and self.shown[uri].version == version)
            await asyncio.wait_for(ready, SOON)


class Person:
    """Does one thing after the other, at random."""

    def __init__(self, editor: Editor, files: list[Path], draw: random.Random, soak: Soak) -> None:
        self.editor, self.files, self.draw, self.soak = editor, files, draw, soak
        self.originals = {path: path.read_text(encoding="utf-8", errors="replace") for path in files}
        self.start = time.monotonic()
        self.choices: tuple[tuple[str, int, Callable[[], Awaitable[None]]], ...] = (
            ("burst of keystrokes", 40, self.burst),
            ("hover", 12, self.hover),
            ("code actions", 12, self.act),
            ("save", 10, self.save),
            ("open", 8, self.open),
            ("close", 5, self.close),
            ("undo all", 6, self.restore),
            ("rename", 3, self.rename),
            ("delete and make again", 2, self.delete),
            ("change on disk", 4, self.change_on_disk),
            ("change of the configuration", 2, self.configure),
        )

    async def step(self) -> None:
        names = [name for name, _, _ in self.choices]
        weights = [weight for _, weight, _ in self.choices]
        chosen = self.draw.choices(names, weights)[0]
        if not self.editor.texts:
            chosen = "open"
        self.soak.did(chosen)
        try:
            await next(action for name, _, action in self.choices if name == chosen)()
        except asyncio.TimeoutError:
            self.soak.problems.append(f"{chosen}: no answer within {SOON:.0f} s")

    async def burst(self) -> None:
        path = self._any_open()
        for _ in range(self.draw.randint(3, 20)):
            self.editor.type(path, changed(self.editor.texts[path], self.draw))
            await asyncio.sleep(KEYSTROKE)
        await self._timed("diagnostics after a burst", self.editor.settled(path))

    async def hover(self) -> None:
        path = self._any_open()
        shown = self.editor.shown.get(path.as_uri())
        position = types.Position(self.draw.randrange(self.editor.texts[path].count("\n") + 1), 8)
        if shown is not None and shown.diagnostics:
            position = self.draw.choice(list(shown.diagnostics)).range.start
        params = types.HoverParams(types.TextDocumentIdentifier(path.as_uri()), position)
        await self._timed("hover", self.editor.client.text_document_hover_async(params))

    async def act(self) -> None:
        path = self._any_open()
        shown = self.editor.shown.get(path.as_uri())
        diagnostics = list(shown.diagnostics) if shown is not None else []
        span = (
            self.draw.choice(diagnostics).range
            if diagnostics
            else types.Range(types.Position(0, 0), types.Position(1, 0))
        )
        context = types.CodeActionContext(diagnostics)
        params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), span, context)
        found = await self._timed("code actions", self.editor.client.text_document_code_action_async(params))
        actions = [one for one in found or () if isinstance(one, types.CodeAction)]
        if actions and self.draw.random() < 0.5:
            action = self.draw.choice(actions)
            if action.edit is None:
                action = await self._timed("fix of a file", self.editor.client.code_action_resolve_async(action))
            if action.edit is not None:
                self._apply(action.edit)

    async def save(self) -> None:
        self.editor.save(self._any_open())

    async def open(self) -> None:
        closed = [path for path in self.files if path not in self.editor.texts]
        if len(self.editor.texts) >= OPEN:
            self.editor.close(self._any_open())
        path = self.draw.choice(closed)
        self.editor.open(path)
        await self._timed("diagnostics after opening", self.editor.settled(path))

    async def close(self) -> None:
        self.editor.close(self._any_open())

    async def restore(self) -> None:
        path = self._any_open()
        self.editor.type(path, self.originals[path])
        await self._timed("diagnostics after a burst", self.editor.settled(path))

    async def rename(self) -> None:
        path = self.draw.choice(self.files)
        target = path.with_name(f"r{self.draw.randrange(10**6)}_{path.name[-20:]}")
        was_open = path in self.editor.texts
        if was_open:
            self.editor.close(path)
        path.rename(target)
        self.files[self.files.index(path)] = target
        self.originals[target] = self.originals.pop(path)
        self.editor.shown.pop(path.as_uri(), None)
        self.editor.tell(path, types.FileChangeType.Deleted)
        self.editor.tell(target, types.FileChangeType.Created)
        if was_open:
            self.editor.open(target)
            await self._timed("diagnostics after opening", self.editor.settled(target))

    async def delete(self) -> None:
        path = self.draw.choice([one for one in self.files if one not in self.editor.texts])
        path.unlink()
        self.editor.tell(path, types.FileChangeType.Deleted)
        await asyncio.sleep(1)
        path.write_text(self.originals[path], encoding="utf-8")
        self.editor.tell(path, types.FileChangeType.Created)

    async def change_on_disk(self) -> None:
        path = self.draw.choice([one for one in self.files if one not in self.editor.texts])
        text = self.originals[path] if self.draw.random() < 0.5 else changed(self.originals[path], self.draw)
        path.write_text(text, encoding="utf-8", errors="replace")
        self.editor.tell(path, types.FileChangeType.Changed)

    async def configure(self) -> None:
        path = self.editor.folder / "fullgraph.toml"
        path.write_text(self.draw.choice(CONFIGURATIONS))
        self.editor.tell(path, types.FileChangeType.Changed)

    async def _timed(self, kind: str, answer: Awaitable[Any]) -> Any:
        began = time.monotonic()
        got = await asyncio.wait_for(answer, SOON)
        self.soak.took(kind, began - self.start, time.monotonic() - began)
        return got

    def _any_open(self) -> Path:
        return self.draw.choice(list(self.editor.texts))

    def _apply(self, edit: types.WorkspaceEdit) -> None:
        paths = {path.as_uri(): path for path in self.editor.texts}
        for change in edit.document_changes or ():
            if isinstance(change, types.TextDocumentEdit) and change.text_document.uri in paths:
                path = paths[change.text_document.uri]
                edits = [one for one in change.edits if isinstance(one, types.TextEdit)]
                if change.text_document.version == self.editor.versions[path]:
                    self.editor.type(path, applied(self.editor.texts[path], edits))


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits, whose positions count UTF-16 units."""
    lines = text.split("\n")

    def offset(position: types.Position) -> int:
        line = lines[position.line] if position.line < len(lines) else ""
        units = line.encode("utf-16-le", "surrogatepass")[: 2 * position.character]
        return sum(len(one) + 1 for one in lines[: position.line]) + len(units.decode("utf-16-le", "surrogatepass"))

    for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def soak_server(soak: Soak, folder: Path, files: list[Path], seed: int, pause: float, mode: str) -> None:
    """Edit for ``soak.seconds``, with ``pause`` seconds between two things on the average."""
    draw = random.Random(seed)
    editor = Editor(folder, mode)
    sampler = Sampler(await editor.start(), 5.0)
    person = Person(editor, files, draw, soak)
    while time.monotonic() - person.start < soak.seconds:
        await person.step()
        await asyncio.sleep(draw.expovariate(1 / pause))
    soak.samples = sampler.stop()
    await editor.end()
    soak.problems += [text for text in editor.logged if "fullgraph.toml" not in text]
