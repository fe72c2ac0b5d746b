"""The protocol: which messages there are, and what the session makes of them."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from fullgraph import __version__
from fullgraph.lint.diagnostics import cells
from fullgraph.lint.server import actions, hover
from fullgraph.lint.server.choosing import Choice, Chooser
from fullgraph.lint.server.documents import Document, Part
from fullgraph.lint.server.findings import Abilities, Found, published
from fullgraph.lint.server.session import Session, path_of
from fullgraph.lint.server.settings import WORKSPACE, Settings, parse
from fullgraph.lint.server.workspace import Workspace
from fullgraph.lint.source.discovery import EXCLUDED
from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

NAME = "fullgraph"
EXPLAIN, TARGETS = "fullgraph/explain", "fullgraph/targets"
PATIENCE = 5.0
"""Seconds that the client gets to say what is configured."""

ACTIONS = types.CodeActionOptions(
    code_action_kinds=[types.CodeActionKind.QuickFix, actions.FIX_ALL],
    resolve_provider=True,
)
WATCHED = ("**/*.{py,ipynb}", "**/{pyproject,fullgraph}.toml", "**/.gitignore")
NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithCells(
            cells=[types.NotebookCellLanguage(language="python")],
            notebook=types.NotebookDocumentFilterNotebookType(notebook_type="jupyter-notebook"),
        )
    ],
    save=True,
)


class Client:
    """The client at the other end, and the session with it."""

    def __init__(
        self, server: LanguageServer, choose: Callable[[], Chooser], launched: subprocess.Popen[bytes] | None
    ) -> None:
        self.server = server
        self.given: object = None
        """The settings that came with the request to initialize."""
        self.session = Session(self.snapshot, self.publish, self.log, choose, launched)
        self.abilities = Abilities()
        self.workspaces: dict[str, Workspace] = {}
        """The folders that are checked as a whole, by URI."""
        self._folders_turn = asyncio.Lock()
        self.ended = False
        """Whether the client has asked to shut down."""

    # What the session needs of it

    def snapshot(self, uri: str, path: Path) -> Document:
        workspace = self.server.workspace
        encoding = self.encoding
        notebook = workspace.get_notebook_document(notebook_uri=uri)
        if notebook is None:
            text = workspace.get_text_document(uri)
            return Document(uri, path, (Part(uri, text.version, text.source),), encoding)
        parts = []
        for number, cell in enumerate(notebook.cells, 1):
            text = workspace.get_text_document(cell.document)
            if cell.kind == types.NotebookCellKind.Code and text.language_id in (None, "python"):
                parts.append(Part(cell.document, text.version, text.source, number))
        return Document(uri, path, tuple(parts), encoding)

    def publish(self, found: Found) -> None:
        versions = {part.uri: part.version for part in found.document.parts}
        for uri, diagnostics in published(found, self.abilities).items():
            self._show(uri, diagnostics, versions[uri])

    def clear(self, uri: str) -> None:
        self._show(uri, [], None)

    def _show(self, uri: str, diagnostics: Sequence[types.Diagnostic], version: int | None) -> None:
        self.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=version)
        )

    def log(self, message: str) -> None:
        self.server.window_log_message(types.LogMessageParams(types.MessageType.Error, f"{NAME}: {message}"))

    def warn(self, message: str) -> None:
        self.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"{NAME}: {message}"))

    # What it can do

    def can(self, ability: str) -> bool:
        return bool(get_capability(self.server.client_capabilities, ability, False))

    @property
    def versioned(self) -> bool:
        return self.can("workspace.workspace_edit.document_changes")

    @property
    def resolves(self) -> bool:
        support = get_capability(self.server.client_capabilities, "text_document.code_action.resolve_support")
        return support is not None and "edit" in support.properties

    def markup(self, markdown: str) -> types.MarkupContent:
        formats = get_capability(self.server.client_capabilities, "text_document.hover.content_format", ())
        if types.MarkupKind.Markdown in (formats or ()):
            return types.MarkupContent(types.MarkupKind.Markdown, markdown)
        return types.MarkupContent(types.MarkupKind.PlainText, hover.plain(markdown))

    # Settings and folders

    def folders(self) -> dict[str, Path]:
        """The workspace folders on disk. The protocol's old way to name one, a root, counts where there are none."""
        workspace = self.server.workspace
        uris = [folder.uri for folder in workspace.folders.values()]
        if not uris and workspace.root_uri is not None:
            uris = [workspace.root_uri]
        paths = {uri: to_fs_path(uri) for uri in uris}
        return {uri: Path(path) for uri, path in paths.items() if path is not None}

    async def configure(self) -> None:
        """Ask for the settings of each folder; where the client does not tell, those of its first message hold."""
        folders = self.folders()
        self.session.refolder(folders)
        scopes: list[str | None] = [None, *folders]
        configured: Sequence[Any] = [None] * len(scopes)
        if self.can("workspace.configuration"):
            items = [types.ConfigurationItem(scope_uri=scope, section=NAME) for scope in scopes]
            try:
                asked = self.server.workspace_configuration_async(types.ConfigurationParams(items))
                configured = await asyncio.wait_for(asked, PATIENCE)
            except Exception as failure:  # what the client answers, or that it does not, is its affair
                self.log(f"the client did not tell its settings: {failure!r}")
        base = self._parsed(self.given, Settings())
        settings = {}
        for scope, one in zip(scopes, configured, strict=False):
            settings[scope] = self._parsed(one, base)
        self.session.configure(settings)
        await self.check_folders()

    async def check_folders(self) -> None:
        """Begin to check those folders as a whole for which that is set, anew where they are checked already."""
        async with self._folders_turn:
            before, self.workspaces = self.workspaces, {}
            for workspace in before.values():
                await workspace.stop()
            if not self.ended:
                self._start_workspaces()

    def _start_workspaces(self) -> None:
        for uri, folder in self.session.folders.items():
            settings = self.session.settings.get(uri, Settings())
            if settings.enable and settings.diagnostic_mode == WORKSPACE and folder.is_dir():
                self.workspaces[uri] = Workspace(
                    folder,
                    Choice(self.session.choose(), settings.options),
                    self.publish,
                    self.session.is_open,
                    self.log,
                    self.busy,
                    self.encoding,
                )

    @asynccontextmanager
    async def busy(self, title: str) -> AsyncIterator[None]:
        """Show that something goes on, where the client can."""
        token = f"{NAME}-{uuid4()}"
        can = self.can("window.work_done_progress")
        if can:
            try:
                progress = self.server.work_done_progress
                await asyncio.wait_for(progress.create_async(token), PATIENCE)
                progress.begin(token, types.WorkDoneProgressBegin(title))
            except Exception as failure:
                self.log(f"the client shows no progress: {failure!r}")
                can = False
        try:
            yield
        finally:
            if can:
                self.server.work_done_progress.end(token, types.WorkDoneProgressEnd())

    @property
    def encoding(self) -> types.PositionEncodingKind:
        """Return what the client counts characters in."""
        return types.PositionEncodingKind(self.server.workspace.position_encoding or types.PositionEncodingKind.Utf16)

    def changed_on_disk(self, paths: Sequence[Path]) -> None:
        for workspace in self.workspaces.values():
            mine = [path for path in paths if path.is_relative_to(workspace.folder)]
            if mine:
                workspace.changed(mine)

    def _parsed(self, given: object, base: Settings) -> Settings:
        settings, problems = parse(given, base)
        for problem in problems:
            self.warn(problem)
        return settings

    async def watch(self) -> None:
        """Have the client tell of Python files that change on disk."""
        if not self.can("workspace.did_change_watched_files.dynamic_registration"):
            return
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(pattern) for pattern in WATCHED]
        )
        registration = types.Registration(f"{NAME}-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        try:
            await self.server.client_register_capability_async(types.RegistrationParams([registration]))
        except Exception as failure:
            self.log(f"the client watches no files: {failure!r}")

    # Requests

    def key(self, uri: str) -> str:
        """Return what the session knows a text document by: a cell by its notebook."""
        notebook = self.server.workspace.get_notebook_document(cell_uri=uri)
        return notebook.uri if notebook is not None else uri

    def open(self, uri: str, notebook: bool = False) -> None:
        folder = next(iter(self.session.folders.values()), None)
        path = path_of(uri, folder, notebook)
        self.session.opened(uri, path)
        for workspace in self.workspaces.values():
            workspace.opened(path, uri)

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        found = await self.session.found(self.key(uri))
        if found is None:
            return None
        rule = hover.rule_at(found.document, uri, params.position)
        if rule is not None:
            return types.Hover(self.markup(hover.rule_page(rule[0])), rule[1])
        here = found.at(uri, params.position)
        if not here:
            return None
        text, span = hover.findings(found, here)
        return types.Hover(self.markup(text), span)

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        uri, only = params.text_document.uri, params.context.only
        quick = actions.wants(only, types.CodeActionKind.QuickFix.value)
        every = actions.wants(only, actions.FIX_ALL) and (only is not None or self.resolves)
        if not quick and not every:
            return None
        found = await self.session.found(self.key(uri))
        if found is None:
            return None
        offered: list[types.CodeAction] = []
        if quick:
            touched = found.within(uri, params.range)
            offered += actions.quick_fixes(found, touched, params.context.diagnostics, self.versioned)
        if every and actions.has_safe_fix(found):
            offered.append(await self._fix_all(found.document.uri, later=only is None))
        return [one for one in offered if one.edit is not None or one.data is not None] or None

    async def explain(self, params: Any) -> dict[str, str] | None:
        """``{textDocument, position}``; what `fullgraph explain` says of the line."""
        uri = str(params.textDocument.uri)
        text = await self.session.explained(self.key(uri), uri, params.position.line)
        return None if text is None else {"text": text}

    async def targets(self, params: Any) -> list[dict[str, Any]]:
        """``{textDocument}``; what of it `fullgraph verify` can run."""
        found = await self.session.targets(str(params.textDocument.uri))
        return [
            {"name": one.name, "kind": one.kind, "line": one.row - 1, "needs": list(one.needs), "inputs": one.inputs}
            for one in found
        ]

    async def _fix_all(self, uri: str, later: bool) -> types.CodeAction:
        action = types.CodeAction(f"{NAME}: apply all safe fixes", kind=actions.FIX_ALL, data={"uri": uri})
        return action if later else await self.resolve(action)

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """Work out what an action changes that was offered without."""
        if isinstance(action.data, dict) and "uri" in action.data:
            fixed = await self.session.fixed(str(action.data["uri"]))
            if fixed is not None:
                action.edit = actions.fix_all(*fixed, self.versioned)
        return action


class Protocol(LanguageServerProtocol):
    """The protocol of pygls, which keeps the futures of notifications (2.1.1): some 2 kB for every keystroke."""

    def _execute_handler(self, msg_id: Any, *arguments: Any, **values: Any) -> None:
        super()._execute_handler(msg_id, *arguments, **values)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.add_done_callback(lambda _: self._request_futures.pop(msg_id, None))


def make_server(
    choose: Callable[[], Chooser], launched: subprocess.Popen[bytes] | None = None
) -> tuple[LanguageServer, Client]:
    """A server, and its one client. ``choose`` reads anew what is configured.

    ``launched``: the process that checks, where it runs already.
    """
    # Whole texts instead of edits: pygls cuts lines at form feeds and the like, where the protocol and Python do not,
    # and then would put an edit into the wrong line.
    server = LanguageServer(
        NAME,
        __version__,
        text_document_sync_kind=types.TextDocumentSyncKind.Full,
        notebook_document_sync=NOTEBOOKS,
        protocol_cls=Protocol,
        max_workers=2,
    )
    client = Client(server, choose, launched)
    _lifecycle(server, client)
    _text_documents(server, client)
    _notebooks(server, client)
    _workspace(server, client)
    _requests(server, client)
    return server, client


def _lifecycle(server: LanguageServer, client: Client) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        given = params.initialization_options
        client.given = given["settings"] if isinstance(given, dict) and set(given) == {"settings"} else given
        client.abilities = Abilities.of(params.capabilities)
        client.session.refolder(client.folders())
        client.session.warm_up()

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await client.configure()
        client.session.start()
        await client.watch()

    @server.feature(types.SHUTDOWN)
    async def shutdown(*_: object) -> None:
        client.ended = True
        for workspace in client.workspaces.values():
            await workspace.stop(clear=False)
        await client.session.stop()


def _text_documents(server: LanguageServer, client: Client) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if document.language_id == "python" or document.uri.endswith((".py", ".pyi")):
            client.open(document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        client.session.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        path = client.session.saved(params.text_document.uri)
        client.changed_on_disk([path] if path is not None else [])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        path = client.session.closed(params.text_document.uri)
        client.clear(params.text_document.uri)
        for workspace in client.workspaces.values():
            if path is not None and path.is_relative_to(workspace.folder):
                workspace.closed(path)


def _notebooks(server: LanguageServer, client: Client) -> None:
    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenNotebookDocumentParams) -> None:
        client.open(params.notebook_document.uri, notebook=True)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeNotebookDocumentParams) -> None:
        cells_changed = params.change.cells
        if cells_changed is not None and cells_changed.structure is not None:
            for closed in cells_changed.structure.did_close or ():
                client.clear(closed.uri)
        client.session.changed(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveNotebookDocumentParams) -> None:
        client.session.saved(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseNotebookDocumentParams) -> None:
        client.session.closed(params.notebook_document.uri)
        for cell in params.cell_text_documents:
            client.clear(cell.uri)


def _workspace(server: LanguageServer, client: Client) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if not client.can("workspace.configuration"):  # such a client sends them along
            given = params.settings
            client.given = given.get(NAME, given) if isinstance(given, dict) else given
        await client.configure()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        await client.configure()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [to_fs_path(change.uri) for change in params.changes]
        if any(path is not None and _configures(Path(path)) for path in paths):
            client.session.reread_configuration()
            await client.check_folders()
        changed = [Path(path) for path in paths if path is not None and path.endswith((".py", cells.SUFFIX))]
        listing = any(change.type != types.FileChangeType.Changed for change in params.changes)
        client.session.changed_on_disk(changed, listing)
        client.changed_on_disk(changed)


def _configures(path: Path) -> bool:
    """Return whether a file that is watched decides what is checked and how; our own cache has an ignore file too."""
    return path.suffix == ".toml" or (path.name == ".gitignore" and path.parent.name not in EXCLUDED)


def _requests(server: LanguageServer, client: Client) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover_over(params: types.HoverParams) -> types.Hover | None:
        return await client.hover(params)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, ACTIONS)
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return await client.actions(params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> types.CodeAction:
        return await client.resolve(action)

    # Beyond the protocol, for clients that know of them: docs/editors.md describes both.

    @server.feature(EXPLAIN)
    async def explain(params: Any) -> dict[str, str] | None:
        return await client.explain(params)

    @server.feature(TARGETS)
    async def targets(params: Any) -> list[dict[str, Any]]:
        return await client.targets(params)


def serve(choose: Callable[[], Chooser], launched: subprocess.Popen[bytes]) -> int:
    """Serve the client at standard input and output until it ends the session; the exit status of the protocol.

    ``launched``: the process that checks.

    FULLGRAPH_SERVER_LOG sets the level of what is logged to standard error, such as ``info`` for every message.
    """
    level = os.environ.get("FULLGRAPH_SERVER_LOG", "").upper()
    logging.basicConfig(level=level if level in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL") else logging.ERROR)
    # Only the protocol may write where the client reads.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server, client = make_server(choose, launched)
    server.start_io(stdout=out)
    return 0 if client.ended else 1
