"""The language server at the other end of pipes: the time to diagnostics after opening a file, and after each edit."""

from __future__ import annotations

import ast
import json
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from fullgraph.lint.server.settings import Settings

from benchmarks.speed.clock import held, processor_time, python

LINES = 2_200
"""About as many as the file that is opened has."""
EDITS = 5
DELAY = Settings().delay / 1000
"""Seconds that the server waits after a change before it checks."""
LONGEST = 120.0
"""Seconds after which a server that has not done everything is ended."""

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "versionSupport": True,
            "codeDescriptionSupport": True,
            "dataSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
        }
    },
}
"""What VS Code can show of a diagnostic. A client without more is asked nothing."""


@dataclass(frozen=True)
class Step:
    """What it took until the diagnostics of one state of the file arrived."""

    wall: float
    """Seconds by the clock, without those that the server waits for more changes."""
    cpu: float
    """Seconds of processor time, of all processes of the server; it is counted in steps of 10 ms."""
    memory: float
    """MB that they held at the end."""
    findings: int


def nearest(files: Sequence[Path], lines: int) -> Path:
    """The file whose number of lines is nearest."""
    return min(files, key=lambda path: (abs(path.read_bytes().count(b"\n") - lines), path.name))


def edited(text: str, count: int = EDITS) -> list[str]:
    """The text after one edit, two edits and so on: each adds a line at the beginning of another function."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    # one line more in a body of one line would be a larger edit
    functions = [node for node in functions if node.body[0].lineno > node.lineno]
    functions.sort(key=lambda node: node.lineno)
    chosen = [functions[(2 * number + 1) * len(functions) // (2 * count)] for number in range(count)]
    lines = text.splitlines(keepends=True)
    texts = []
    for added, function in enumerate(chosen):
        first = function.body[0]
        lines.insert(first.lineno - 1 + added, f"{' ' * first.col_offset}edit_{added} = {added}\n")
        texts.append("".join(lines))
    return texts


def measure(path: Path, folder: Path, starts: int = 3) -> dict[str, Any]:
    """Medians over some servers, each with all edits. ``folder``: the one that is open in the editor."""
    text = path.read_text(encoding="utf-8")
    sessions = [_session(path, folder, text) for _ in range(starts)]
    return {
        "lines": text.count("\n"),
        "starts": starts,
        "edits": EDITS,
        "first": _middle([session[0] for session in sessions]),
        "edit": _middle([step for session in sessions for step in session[1:-1]]),
        "slowest_edit": round(max(step.wall for session in sessions for step in session[1:-1]), 3),
        "again": _middle([session[-1] for session in sessions]),
    }


def _middle(steps: Sequence[Step]) -> dict[str, float]:
    every = [asdict(step) for step in steps]
    return {name: round(median(one[name] for one in every), 3) for name in every[0]}


def _session(path: Path, folder: Path, text: str) -> list[Step]:
    """Start a server, open the file, edit it, close and open it again; what each took."""
    server = _Server(folder)
    try:
        steps = [server.step(partial(server.begin, path, text), 1, began=server.began)]
        texts = edited(text)
        for version, now in enumerate(texts, 2):
            steps.append(server.step(partial(server.change, now, version), version, waited=DELAY))
        last = len(texts) + 2
        steps.append(server.step(partial(server.again, texts[-1], last), last))
        server.end()
        return steps
    finally:
        server.kill()


class _Server:
    """One server, and the client's end of its pipes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.uri = ""
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            python("-m", "fullgraph", "server"), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.watchdog = threading.Timer(LONGEST, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()

    def begin(self, path: Path, text: str) -> None:
        self.uri = path.as_uri()
        folders = [{"uri": self.folder.as_uri(), "name": self.folder.name}]
        self.send("initialize", {"capabilities": CAPABILITIES, "processId": None, "workspaceFolders": folders}, 1)
        self.receive(lambda message: message.get("id") == 1)
        self.send("initialized", {})
        self.open(text, 1)

    def open(self, text: str, version: int) -> None:
        document = {"uri": self.uri, "languageId": "python", "version": version, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})

    def change(self, text: str, version: int) -> None:
        document = {"uri": self.uri, "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def again(self, text: str, version: int) -> None:
        self.send("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        self.open(text, version)

    def step(self, act: Callable[[], None], version: int, began: float | None = None, waited: float = 0.0) -> Step:
        """Do something, and wait for the diagnostics of this version; ``began``: with what came before, from there."""
        spent = processor_time(self.process.pid) if began is None else 0.0
        began = time.perf_counter() if began is None else began
        act()
        found = self.receive(lambda message: _is_about(message, version))["params"]["diagnostics"]
        wall = time.perf_counter() - began - waited
        cpu = processor_time(self.process.pid) - spent
        return Step(wall, cpu, held(self.process.pid), len(found))

    def end(self) -> None:
        self.send("shutdown", None, 2)
        self.receive(lambda message: message.get("id") == 2)
        self.send("exit", None)
        self.process.wait(10)

    def kill(self) -> None:
        self.watchdog.cancel()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def send(self, method: str, params: object, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def receive(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that is wanted."""
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                raise SystemExit(f"the server ended or took longer than {LONGEST:.0f} s")
            message: dict[str, Any] = json.loads(self.process.stdout.read(length))
            if wanted(message):
                return message


def _is_about(message: dict[str, Any], version: int) -> bool:
    named = message.get("method") == "textDocument/publishDiagnostics"
    return named and message["params"].get("version") == version
