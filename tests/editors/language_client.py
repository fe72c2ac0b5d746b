"""A client of the language server: a real process at the other end of pipes, as an editor has it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SOON = 60.0
"""Seconds after which something that should have come will not come."""

EVERYTHING = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
            related_information=True,
            tag_support=types.ClientDiagnosticsTagOptions(list(types.DiagnosticTag)),
            code_description_support=True,
            data_support=True,
            version_support=True,
        ),
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
"""What a client such as VS Code says that it can do."""


class Editor:
    """An editor with documents open in it."""

    def __init__(self) -> None:
        self.client = LanguageClient("tests", "1")
        self.diagnostics: dict[str, types.PublishDiagnosticsParams] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.logged: list[str] = []
        self.warned: list[str] = []
        self.registered: list[str] = []
        self.settings: dict[str | None, Any] = {}
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.news = asyncio.Condition()
        self.result: types.InitializeResult
        self._listen()

    def _listen(self) -> None:
        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def published(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = params
            self.published.append(params)
            async with self.news:
                self.news.notify_all()

        @self.client.feature(types.WINDOW_LOG_MESSAGE)
        async def logged(params: types.LogMessageParams) -> None:
            self.logged.append(params.message)
            async with self.news:
                self.news.notify_all()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        async def warned(params: types.ShowMessageParams) -> None:
            self.warned.append(params.message)
            async with self.news:
                self.news.notify_all()

        @self.client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            return [self.settings.get(item.scope_uri) for item in params.items]

        @self.client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.registered += [one.method for one in params.registrations]

    async def wait(self, ready: Callable[[], bool], within: float = SOON) -> None:
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(ready), within)

    def open(self, path: Path, text: str | None = None, uri: str | None = None) -> str:
        """Open a file, or a text that is not on disk; its URI."""
        uri = uri or path.as_uri()
        content = text if text is not None else path.read_bytes().decode()
        self.texts[uri], self.versions[uri] = content, 1
        item = types.TextDocumentItem(uri, "python", 1, content)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, text: str) -> int:
        """Make this the text of a document; its version."""
        self.texts[uri] = text
        self.versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri]),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return self.versions[uri]

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def shown(self, uri: str, within: float = SOON) -> list[types.Diagnostic]:
        """The diagnostics of a document as it stands."""
        await self.wait(lambda: uri in self.diagnostics and self.diagnostics[uri].version == self.versions[uri], within)
        return list(self.diagnostics[uri].diagnostics)

    async def actions(self, uri: str, span: types.Range, only: list[str] | None = None) -> list[types.CodeAction]:
        kinds: Any = only
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                span,
                types.CodeActionContext(list(self.diagnostics[uri].diagnostics), only=kinds),
            )
        )
        return [action for action in found or [] if isinstance(action, types.CodeAction)]

    async def hover(self, uri: str, line: int, character: int) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )

    def apply(self, edit: types.WorkspaceEdit | None) -> None:
        """Do to the documents what an edit says, and tell the server."""
        assert edit is not None
        changes = dict(edit.changes or {})
        for change in edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            if change.text_document.version is not None:
                assert change.text_document.version == self.versions[change.text_document.uri]
            changes[change.text_document.uri] = [one for one in change.edits if isinstance(one, types.TextEdit)]
        for uri, edits in changes.items():
            self.type(uri, applied(self.texts[uri], edits))


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits whose positions count UTF-16 units."""
    lines = text.split("\n")

    def offset(position: types.Position) -> int:
        before = sum(len(line) + 1 for line in lines[: position.line])
        line = lines[position.line] if position.line < len(lines) else ""
        units = line.encode("utf-16-le")[: 2 * position.character]
        return before + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


@asynccontextmanager
async def editing(
    *folders: Path,
    capabilities: types.ClientCapabilities = EVERYTHING,
    settings: dict[str | None, Any] | None = None,
    given: Any = None,
    arguments: tuple[str, ...] = (),
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Editor]:
    """An editor with a server that it has started; it has to end well, too."""
    editor = Editor()
    editor.settings = settings or {}
    where = str(folders[0]) if folders else None
    await editor.client.start_io(sys.executable, "-m", "fullgraph", "server", *arguments, cwd=where, env=environment)
    editor.result = await asyncio.wait_for(
        editor.client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
                initialization_options=given,
            )
        ),
        SOON,
    )
    editor.client.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        process = editor.client._server
        assert process is not None
        if process.returncode is None:
            await asyncio.wait_for(editor.client.shutdown_async(None), SOON)
            editor.client.exit(None)
        await asyncio.wait_for(editor.client.stop(), SOON)
        assert process.returncode == 0
