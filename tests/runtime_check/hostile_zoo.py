"""Targets that do what a target should not: each by accident somewhere, all together here."""

from __future__ import annotations

import atexit
import builtins
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import torch


def inputs() -> torch.Tensor:
    return torch.ones(4)


def clean(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def segfault(x: torch.Tensor) -> None:
    ctypes.string_at(0)


def hang_without_signals(x: torch.Tensor) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)


def leaves_children(x: torch.Tensor) -> torch.Tensor:
    if os.environ.get("HOSTILE_MARK"):
        for own_session in (False, True):
            command = [sys.executable, "-c", "import time; time.sleep(300)", os.environ["HOSTILE_MARK"]]
            subprocess.Popen(command, start_new_session=own_session)
    return x * 2


def forks_and_both_go_on(x: torch.Tensor) -> torch.Tensor:
    if not torch.compiler.is_compiling() and not hasattr(builtins, "has_forked"):
        builtins.has_forked = True  # type: ignore[attr-defined]
        os.fork()
    return x * 2


def prints_garbage(x: torch.Tensor) -> None:
    os.write(1, bytes(range(256)) * 40)
    os.write(2, b"\x1b[2J\x1b]0;title\x07\x1b[31m\n" + b'{"event": "done", "run": {}}\n')
    sys.stdout.write("no newline \ud800".encode("utf-8", "replace").decode())
    raise ValueError("bad \x1b[31mred\x07 \ud800 \u202etxt")


def prints_much(x: torch.Tensor) -> None:
    line = b"x" * 2**20
    for _ in range(400):
        os.write(1, line)
    os.write(1, b"\nthe last line\n")
    os.abort()


def exits(x: torch.Tensor) -> None:
    raise SystemExit("enough")


def leaves(x: torch.Tensor) -> None:
    os._exit(7)


def interrupts(x: torch.Tensor) -> None:
    raise KeyboardInterrupt


def closes_streams(x: torch.Tensor) -> torch.Tensor:
    sys.stdout.close()
    sys.stderr = None  # type: ignore[assignment]
    return x * 2


def closes_low_files(x: torch.Tensor) -> torch.Tensor:
    os.closerange(3, 256)
    return x * 2


def closes_all_files(x: torch.Tensor) -> None:
    os.closerange(0, 100_000)
    raise ValueError("nobody hears this")


def changes_the_process(x: torch.Tensor) -> torch.Tensor:
    os.chdir("/")
    os.environ.clear()
    sys.path.clear()
    sys.argv[:] = ["?"]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    return x * 2


def removes_its_folder(x: torch.Tensor) -> torch.Tensor:
    os.chdir(os.environ["TMPDIR"])
    for entry in Path.cwd().iterdir():
        if entry.name.startswith("fullgraph-"):
            shutil.rmtree(entry)
    return x * 2


def replaces_modules(x: torch.Tensor) -> torch.Tensor:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("replaced")

    json.dumps = json.loads = time.perf_counter = time.monotonic = broken  # type: ignore[assignment]
    return x * 2


def replaces_torch(x: torch.Tensor) -> torch.Tensor:
    torch.compile = None  # type: ignore[assignment]
    torch.equal = sys.modules["torch.nn.functional"] = None  # type: ignore[assignment]
    return x * 2


def leaves_threads_and_handlers(x: torch.Tensor) -> torch.Tensor:
    if not torch.compiler.is_compiling():
        threading.Thread(target=time.sleep, args=(300,)).start()
        threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
        atexit.register(time.sleep, 300)
    return x * 2


def recurses(x: torch.Tensor) -> torch.Tensor:
    return recurses(x + 1)


def recurses_too_deep(x: torch.Tensor) -> torch.Tensor:
    sys.setrecursionlimit(10**9)
    if sys.version_info >= (3, 12):
        ctypes.string_at(0)
    return recurses_too_deep(sorted([x], key=recurses_too_deep)[0])


class Unreadable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


def raises_unreadable(x: torch.Tensor) -> None:
    raise Unreadable


class Noisy(torch.nn.Module):
    """Its attributes, its text and its end all raise."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def __getattr__(self, name: str) -> Any:
        if name == "linear":
            return self._modules[name]
        raise RuntimeError(f"no {name}")

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    def __del__(self) -> None:
        raise RuntimeError("no end")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


class Long(torch.nn.Module):
    def __repr__(self) -> str:
        return "x" * 10**8

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


def with_long_argument(x: torch.Tensor, other: Any) -> torch.Tensor:
    return x * 2


def with_long_argument_inputs() -> tuple[Any, ...]:
    return torch.ones(4), Long()


def deletes_its_file(x: torch.Tensor) -> torch.Tensor:
    Path(__file__).unlink(missing_ok=True)
    return x * 2


def lost_device(x: torch.Tensor) -> None:
    raise RuntimeError("CUDA error: device-side assert triggered\nCUDA kernel errors might be reported later")


def eats_memory_in_children(x: torch.Tensor) -> None:
    code = "import time; kept = bytearray(700 * 2**20); time.sleep(300)"
    children = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    for child in children:
        child.wait()
