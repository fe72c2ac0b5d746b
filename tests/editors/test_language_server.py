"""``fullgraph server``, as an editor has it: a process at the other end of pipes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.config.settings import Settings
from fullgraph.lint.server.server import make_server
from language_client import EVERYTHING, Editor, editing
from lsprotocol import types

GATE = """\
import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x.float()
        print("🔥")
        if x.abs().max() > 3.0:
            x = x * 0.5
        return torch.relu(x)
"""
FIXED = GATE.replace(
    "        if x.abs().max() > 3.0:\n            x = x * 0.5\n",
    "        x = torch.where(x.abs().max() > 3.0, x * 0.5, x)\n",
)
CLEAN = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x
"""


class Nothing:
    """No configuration."""

    def options(self, path: Path) -> Options:
        return Options()

    def settings(self, path: Path) -> Settings:
        return Settings()


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 300))


def codes(diagnostics: list[types.Diagnostic]) -> list[object]:
    return [one.code for one in diagnostics]


def line(number: int) -> types.Range:
    """A whole line, counted from 1."""
    return types.Range(types.Position(number - 1, 0), types.Position(number, 0))


def test_diagnostics_come_with_all_that_is_known_follow_what_is_typed_and_go(tmp_path: Path) -> None:
    async def scenario() -> None:
        (tmp_path / "gate.py").write_text(GATE)
        async with editing(tmp_path) as editor:
            assert editor.result.capabilities.position_encoding == types.PositionEncodingKind.Utf16
            uri = editor.open(tmp_path / "gate.py")
            printed, branch = await editor.shown(uri)

            # 🔥 is two units of UTF-16, four bytes, one character.
            assert printed.range == types.Range(types.Position(7, 8), types.Position(7, 19))
            assert (printed.code, printed.source) == ("FG401", "fullgraph")
            assert branch.range == types.Range(types.Position(8, 11), types.Position(8, 30))
            assert branch.message == "if depends on tensor data: x.abs().max() > 3.0"
            assert branch.severity == types.DiagnosticSeverity.Warning
            assert branch.code_description is not None
            assert "gb0170" in branch.code_description.href
            assert branch.related_information is not None
            messages = [one.message for one in branch.related_information]
            assert messages == [
                "because: x: Tensor (annotated)",
                "because: x.float(): Tensor",
                "in scope: Gate.forward, the forward of an nn.Module",
            ]
            assert branch.related_information[0].location == types.Location(
                uri, types.Range(types.Position(5, 4), types.Position(5, 55))
            )
            assert isinstance(branch.data, dict)
            assert branch.data["fix"]["applicability"] == "safe"
            assert branch.data["confidence"] == "high"

            # The buffer counts, not what is on disk.
            editor.type(uri, CLEAN)
            assert await editor.shown(uri) == []
            editor.type(uri, CLEAN.replace("2 * x", "2 * int(x.sum())"))
            assert codes(await editor.shown(uri)) == ["FG202"]

            editor.type(uri, "import torch\n\ndef f(:\n    pass\n")
            (wrong,) = await editor.shown(uri)
            assert wrong.severity == types.DiagnosticSeverity.Error
            assert wrong.code == "syntax-error"
            assert wrong.range.start.line == 2
            editor.type(uri, GATE)
            assert codes(await editor.shown(uri)) == ["FG401", "FG101"]

            # A saved document is checked without the moment's wait.
            editor.type(uri, CLEAN)
            editor.save(uri)
            assert await editor.shown(uri) == []

            editor.type(uri, GATE)
            await editor.shown(uri)
            editor.close(uri)
            await editor.wait(lambda: not editor.diagnostics[uri].diagnostics)
            assert editor.logged == []

    run(scenario())


def test_a_notification_leaves_nothing_behind() -> None:
    server, _ = make_server(lambda: Nothing())
    protocol = server.protocol
    done: list[int] = []

    def parts() -> Iterator[tuple[Any, Any, Any]]:
        yield (lambda: done.append(1)), (), {}

    for handler in (parts, lambda: done.append(1)):
        protocol._execute_handler("a notification", handler, callback=lambda future: None)
    assert done == [1, 1]
    assert protocol._request_futures == {}


def test_tags_mark_code_without_effect_and_replaced_names(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "tags.py"
        path.write_text(
            "import torch\n\nmodel = torch.nn.Linear(2, 2)\ntorch.compile(model)\n\n\n"
            "@torch._dynamo.disable\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x\n"
        )
        async with editing(tmp_path) as editor:
            found = {one.code: one.tags for one in await editor.shown(editor.open(path))}
            assert list(found["FG801"] or ()) == [types.DiagnosticTag.Unnecessary]
            assert list(found["FG807"] or ()) == [types.DiagnosticTag.Deprecated]

    run(scenario())


def test_a_client_that_can_little_gets_what_it_can_show_and_may_count_bytes(tmp_path: Path) -> None:
    plain = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf8])
    )

    async def scenario() -> None:
        path = tmp_path / "gate.py"
        path.write_text(GATE)
        async with editing(tmp_path, capabilities=plain) as editor:
            assert editor.result.capabilities.position_encoding == types.PositionEncodingKind.Utf8
            uri = editor.open(path)
            printed, branch = await editor.shown(uri)
            assert printed.range == types.Range(types.Position(7, 8), types.Position(7, 21))
            assert branch.related_information is None
            assert branch.data is None
            assert branch.code_description is None
            hover = await editor.hover(uri, 8, 12)
            assert hover is not None
            assert isinstance(hover.contents, types.MarkupContent)
            assert hover.contents.kind == types.MarkupKind.PlainText
            assert "x.abs().max() > 3.0: Tensor (a comparison)" in hover.contents.value
            assert "**" not in hover.contents.value
            actions = await editor.actions(uri, line(9))
            assert actions[0].edit is not None
            assert actions[0].edit.changes is not None, "no versioned edits for a client that knows none"
            assert all(action.kind == types.CodeActionKind.QuickFix for action in actions)

    run(scenario())


def test_fixes_are_offered_safe_ones_first_and_do_what_they_say(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "gate.py"
        path.write_text(GATE)
        async with editing(tmp_path) as editor:
            uri = editor.open(path)
            printed, branch = await editor.shown(uri)
            both = types.Range(printed.range.start, branch.range.end)
            safe, unsafe, *ignores, every = await editor.actions(uri, both)
            assert safe.title == "FG101: Replace the branch by torch.where, which computes both arms inside the graph"
            assert safe.is_preferred
            assert safe.diagnostics == (branch,)
            assert unsafe.title.startswith("FG401 (unsafe): Skip it while compiling")
            assert not unsafe.is_preferred
            assert [one.title for one in ignores] == ["FG401: ignore on this line", "FG101: ignore on this line"]

            # One that takes a while to work out is worked out when it is chosen.
            assert (every.kind, every.edit) == ("source.fixAll.fullgraph", None)
            resolved = await editor.client.code_action_resolve_async(every)
            (at_once,) = await editor.actions(uri, line(1), only=["source.fixAll"])
            assert at_once.edit == resolved.edit

            editor.apply(safe.edit)
            assert editor.texts[uri] == FIXED
            assert codes(await editor.shown(uri)) == ["FG401"]
            (silence,) = [one for one in await editor.actions(uri, line(8)) if "ignore" in one.title]
            editor.apply(silence.edit)
            assert '        print("🔥")  # fullgraph: ignore[FG401]\n' in editor.texts[uri]
            assert await editor.shown(uri) == []
            assert await editor.actions(uri, line(8)) == []

            editor.type(uri, GATE.replace("\n", "\r\n"))
            await editor.shown(uri)
            editor.apply((await editor.actions(uri, line(1), only=["source.fixAll.fullgraph"]))[0].edit)
            assert editor.texts[uri] == FIXED.replace("\n", "\r\n"), "the unsafe fix is not applied"
            await editor.shown(uri)
            (unsafe, _) = await editor.actions(uri, line(8), only=["quickfix"])
            editor.apply(unsafe.edit)
            assert "\n" not in editor.texts[uri].replace("\r\n", "")
            assert await editor.shown(uri) == []
            assert await editor.actions(uri, line(1), only=["refactor"]) == []

    run(scenario())


def test_hovering_tells_the_evidence_and_over_a_code_its_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "gate.py"
        text = GATE + "\n\nlast = 1  # fullgraph: ignore[FG203, tensor-item]\n"
        path.write_text(text)
        async with editing(tmp_path) as editor:
            uri = editor.open(path)
            await editor.shown(uri)
            hover = await editor.hover(uri, 8, 9)
            assert hover is not None
            assert isinstance(hover.contents, types.MarkupContent)
            told = hover.contents.value
            assert "**FG101** branch-on-tensor" in told
            assert f"- x: Tensor (annotated) ([line 6]({uri}#L6))" in told
            assert "- x.abs().max() \\> 3.0: Tensor (a comparison)" in told
            assert "**In scope**\n\n- Gate.forward, the forward of an nn.Module" in told
            assert "**Fix (safe)** Replace the branch" in told
            assert "[GB0170](https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html)" in told

            page = await editor.hover(uri, 13, text.splitlines()[13].index("FG203") + 2)
            assert page is not None
            assert isinstance(page.contents, types.MarkupContent)
            assert page.contents.value.startswith("# tensor-tolist (FG203)")
            assert "[GB" in page.contents.value
            named = await editor.hover(uri, 13, text.splitlines()[13].index("tensor-item") + 2)
            assert named is not None
            assert isinstance(named.contents, types.MarkupContent)
            assert named.contents.value.startswith("# tensor-item (FG201)")
            assert await editor.hover(uri, 0, 2) is None

    run(scenario())


def test_a_root_that_is_not_there_is_shown_until_it_is(tmp_path: Path) -> None:
    (tmp_path / "fullgraph.toml").write_text('scope = "explicit"\nroots = ["gate.py:step"]\n')

    async def scenario() -> None:
        path = tmp_path / "gate.py"
        path.write_text("def stop(x):\n    return x\n")
        async with editing(tmp_path) as editor:
            uri = editor.open(path)
            (shown,) = await editor.shown(uri)
            assert shown.severity == types.DiagnosticSeverity.Error
            assert shown.message == "the root step is no function, method or class here; did you mean stop?"
            editor.type(uri, "def step(x):\n    print(x)\n")
            assert codes(await editor.shown(uri)) == ["FG401"]

    run(scenario())


def large(forwards: int) -> str:
    """A module whose check takes a while."""
    body = "".join(f"        if x.sum() > {number}:\n            x = x * {number}\n" for number in range(40))
    return "import torch\n" + "".join(
        f"\n\nclass Net{number}(torch.nn.Module):\n    def forward(self, x: torch.Tensor) -> torch.Tensor:\n{body}"
        "        return x\n"
        for number in range(forwards)
    )


@pytest.mark.slow
def test_a_change_ends_the_check_of_the_older_text_and_the_server_answers_meanwhile(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(tmp_path, given={"delay": 0}) as editor:
            loop = asyncio.get_running_loop()
            first = editor.open(tmp_path / "first.py", CLEAN)
            assert await editor.shown(first) == []

            # How long the whole check takes, so that the following can tell.
            started = loop.time()
            uri = editor.open(tmp_path / "large.py", large(5))
            assert len(await editor.shown(uri)) == 5 * 40
            whole = loop.time() - started

            editor.type(uri, large(6))
            await asyncio.sleep(whole / 4)
            asked = loop.time()
            hover = await editor.hover(first, 0, 0)
            assert hover is None
            assert loop.time() - asked < whole / 4, "asked about another document while one is checked"

            started = loop.time()
            versions = [editor.type(uri, large(6) + "\n" * number) for number in range(5)]
            last = editor.type(uri, GATE)
            assert codes(await editor.shown(uri)) == ["FG401", "FG101"]
            assert loop.time() - started < whole / 2, "the older check goes on"
            shown = {one.version for one in editor.published if one.uri == uri}
            assert shown == {1, last}, f"results of {versions} are about texts that are gone"
            assert editor.logged == []

    run(scenario())


@pytest.mark.slow
def test_internal_errors_and_a_dead_process_are_logged_and_the_server_goes_on(tmp_path: Path) -> None:
    faults = tmp_path / "faults"
    faults.mkdir()
    (faults / "sitecustomize.py").write_text(
        "import os\n"
        "from fullgraph.lint.engine import api\n"
        "check = api.check\n"
        "def faulty(files, options=None, *more, **named):\n"
        "    texts = ''.join(text for path, text in options.sources.items() if path in files)\n"
        "    if 'RAISE' in texts:\n"
        "        raise KeyError('of a rule')\n"
        "    if 'DIE' in texts:\n"
        "        os._exit(9)\n"
        "    return check(files, options, *more, **named)\n"
        "api.check = faulty\n"
    )
    path = os.pathsep.join([str(faults), *filter(None, [os.environ.get("PYTHONPATH")])])

    async def scenario() -> None:
        async with editing(tmp_path, environment={**os.environ, "PYTHONPATH": path}) as editor:
            uri = editor.open(tmp_path / "gate.py", GATE)
            assert codes(await editor.shown(uri)) == ["FG401", "FG101"]

            editor.type(uri, GATE + "# RAISE\n")
            (error,) = await editor.shown(uri)
            assert error.code == "not-checked"
            assert error.message == "internal error: KeyError: 'of a rule'; please report"
            assert any("KeyError: 'of a rule'" in message for message in editor.logged)

            editor.type(uri, GATE + "# DIE\n")
            await editor.wait(lambda: any("ended with status 9" in message for message in editor.logged))
            editor.type(uri, GATE)
            assert codes(await editor.shown(uri)) == ["FG401", "FG101"]

    run(scenario())


def test_folders_have_their_own_settings_and_other_files_the_common_ones(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "gate.py").write_text(GATE)
    (tmp_path / "outside.py").write_text(GATE)
    settings = {
        None: {"ignore": ["FG4"]},
        one.as_uri(): {"select": "FG4", "torchVersion": "2.13"},
        two.as_uri(): {"confidense": "low", "mode": "both", "select": ["FG999"]},
    }

    async def scenario() -> None:
        async with editing(one, two, settings=settings) as editor:
            assert codes(await editor.shown(editor.open(one / "gate.py"))) == ["FG401"]
            assert codes(await editor.shown(editor.open(two / "gate.py"))) == ["FG401", "FG101"]
            assert codes(await editor.shown(editor.open(tmp_path / "outside.py"))) == ["FG101"]
            unsaved = editor.open(Path(), GATE, uri="untitled:Untitled-1")
            assert codes(await editor.shown(unsaved)) == ["FG401"], "it counts to the first folder"
            assert editor.warned == [
                "fullgraph: unknown setting confidense; did you mean confidence?",
                "fullgraph: mode: takes default, fullgraph, not 'both'",
                "fullgraph: select: unknown rule FG999; did you mean FG809, FG609, FG509?",
            ]

            editor.settings[one.as_uri()] = {"enable": False}
            editor.published.clear()
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
            await editor.wait(lambda: any(p.uri == (one / "gate.py").as_uri() for p in editor.published))
            assert list(editor.diagnostics[(one / "gate.py").as_uri()].diagnostics) == []
            assert editor.logged == []

    run(scenario())


def test_the_configuration_of_a_file_holds_and_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "gate.py").write_text(GATE)
    configuration = tmp_path / "fullgraph.toml"
    configuration.write_text('select = ["FG4"]\n')

    async def scenario() -> None:
        async with editing(tmp_path) as editor:
            uri = editor.open(tmp_path / "gate.py")
            assert codes(await editor.shown(uri)) == ["FG401"]

            def changed(text: str) -> None:
                configuration.write_text(text)
                event = types.FileEvent(configuration.as_uri(), types.FileChangeType.Changed)
                editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

            changed('ignore = ["FG4"]\n')
            await editor.wait(lambda: codes(list(editor.diagnostics[uri].diagnostics)) == ["FG101"])
            changed('ignored = ["FG4"]\n')
            await editor.wait(lambda: codes(list(editor.diagnostics[uri].diagnostics)) == ["FG401", "FG101"])
            assert len(editor.logged) == 1, "said once"
            assert "ignored" in editor.logged[0]
            assert "fullgraph.toml" in editor.logged[0]

    run(scenario())


@pytest.mark.slow
def test_what_another_open_file_compiles_is_found_and_files_on_disk_count_too(tmp_path: Path) -> None:
    package = tmp_path / "parts"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "steps.py").write_text(
        "import torch\nfrom parts.sizes import size\n\n\n"
        "def step(x: torch.Tensor) -> torch.Tensor:\n    if size(x):\n        print('a')\n    return x\n"
    )
    (package / "sizes.py").write_text("def size(x):\n    return x.shape[0]\n")
    train = "import torch\nfrom parts.steps import step\n\nfast = torch.compile(step)\nfast(torch.ones(3))\n"
    (tmp_path / "train.py").write_text(train)

    async def scenario() -> None:
        async with editing(tmp_path, arguments=("--scope", "explicit")) as editor:
            steps = editor.open(package / "steps.py")
            assert await editor.shown(steps) == []
            editor.published.clear()
            driver = editor.open(tmp_path / "train.py")
            await editor.shown(driver)
            await editor.wait(lambda: codes(list(editor.diagnostics[steps].diagnostics)) == ["FG401"])

            while types.WORKSPACE_DID_CHANGE_WATCHED_FILES not in editor.registered:
                await asyncio.sleep(0.05)
            (package / "sizes.py").write_text("def size(x):\n    return x.sum()\n")
            changed = types.FileEvent((package / "sizes.py").as_uri(), types.FileChangeType.Changed)
            editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
            await editor.wait(lambda: "FG101" in codes(list(editor.diagnostics[steps].diagnostics)))

            editor.type(driver, train.replace("torch.compile(step)", "step"))
            await editor.wait(lambda: editor.diagnostics[steps].diagnostics == ())
            editor.type(driver, train)
            await editor.wait(lambda: "FG101" in codes(list(editor.diagnostics[steps].diagnostics)))
            editor.close(driver)
            (tmp_path / "train.py").write_text("")

    run(scenario())


def cell(number: int, text: str, language: str = "python") -> tuple[types.NotebookCell, types.TextDocumentItem]:
    uri = f"vscode-notebook-cell:/notes.ipynb#{number}"
    kind = types.NotebookCellKind.Code if language == "python" else types.NotebookCellKind.Markup
    return types.NotebookCell(kind, uri), types.TextDocumentItem(uri, language, 1, text)


def test_notebooks_are_one_program_and_a_fix_changes_its_cell(tmp_path: Path) -> None:
    capabilities = attrs.evolve(
        EVERYTHING,
        notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
    )
    cells = [
        cell(1, "# Title", "markdown"),
        cell(2, "%matplotlib inline\nimport torch"),
        cell(3, "@torch.compile\ndef gate(x: torch.Tensor):\n    if x.sum() > 0:\n        x = x * 2\n    return x"),
    ]
    notebook = (tmp_path / "notes.ipynb").as_uri()

    def show(editor: Editor, index: int) -> list[types.Diagnostic]:
        return list(editor.diagnostics[cells[index][0].document].diagnostics)

    async def scenario() -> None:
        async with editing(tmp_path, capabilities=capabilities) as editor:
            assert editor.result.capabilities.notebook_document_sync is not None
            editor.client.notebook_document_did_open(
                types.DidOpenNotebookDocumentParams(
                    types.NotebookDocument(notebook, "jupyter-notebook", 1, [one for one, _ in cells]),
                    [text for _, text in cells],
                )
            )
            for _, text in cells:
                editor.texts[text.uri], editor.versions[text.uri] = text.text, 1
            gate = cells[2][0].document
            (branch,) = await editor.shown(gate)
            assert branch.code == "FG101"
            assert branch.range == types.Range(types.Position(2, 7), types.Position(2, 18))
            assert show(editor, 1) == []
            hover = await editor.hover(gate, 2, 8)
            assert hover is not None
            assert isinstance(hover.contents, types.MarkupContent)
            assert f"[cell 3, line 2]({gate}#L2)" in hover.contents.value

            fix = (await editor.actions(gate, line(3)))[0]
            assert fix.edit is not None
            (change,) = fix.edit.document_changes or ()
            assert isinstance(change, types.TextDocumentEdit)
            assert change.text_document.uri == gate
            (edit,) = change.edits
            assert isinstance(edit, types.TextEdit)
            assert edit.range == types.Range(types.Position(2, 0), types.Position(4, 0))
            assert edit.new_text == "    x = torch.where(x.sum() > 0, x * 2, x)\n"

            editor.client.notebook_document_did_change(
                types.DidChangeNotebookDocumentParams(
                    types.VersionedNotebookDocumentIdentifier(2, notebook),
                    types.NotebookDocumentChangeEvent(
                        cells=types.NotebookDocumentCellChanges(
                            text_content=[
                                types.NotebookDocumentCellContentChanges(
                                    types.VersionedTextDocumentIdentifier(uri=gate, version=2),
                                    [types.TextDocumentContentChangeWholeDocument("print(torch.ones(2))")],
                                )
                            ]
                        )
                    ),
                )
            )
            editor.versions[gate] = 2
            assert await editor.shown(gate) == []
            editor.client.notebook_document_did_close(
                types.DidCloseNotebookDocumentParams(
                    types.NotebookDocumentIdentifier(notebook),
                    [types.TextDocumentIdentifier(one.document) for one, _ in cells],
                )
            )
            assert editor.logged == []

    run(scenario())


@pytest.mark.skipif(sys.version_info < (3, 11), reason="PYTHONSAFEPATH came with Python 3.11")
def test_nothing_in_the_folder_that_is_open_is_imported(tmp_path: Path) -> None:
    for name in ("queue.py", "pickle.py", "fullgraph.py", "signal.py", "sitecustomize.py"):
        (tmp_path / name).write_text("open('imported', 'w')\n")

    async def scenario() -> None:
        async with editing(tmp_path, environment={**os.environ, "PYTHONSAFEPATH": "1"}) as editor:
            uri = editor.open(tmp_path / "gate.py", GATE + "import queue\n")
            assert codes(await editor.shown(uri)) == ["FG401", "FG101"]

    run(scenario())
    assert not (tmp_path / "imported").exists()


def test_a_client_that_goes_takes_the_server_and_its_process_with_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fullgraph", "server", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null}}'
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert await asyncio.wait_for(process.stdout.readline(), 60)
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 60) == 1, "it was not asked to shut down"
        # The other process had the same standard error and no way to go on: nothing holds the pipe open.
        await asyncio.wait_for(process.stdout.read(), 60)

    run(scenario())
