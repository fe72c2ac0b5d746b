"""Targets that do to their process, and to the one that forked it, what a target should not."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import torch

inputs = [torch.ones(4)]


def fine(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def _eager() -> bool:
    return not torch.compiler.is_compiling()


def segfaults(x: torch.Tensor) -> None:
    ctypes.string_at(0)


def hangs(x: torch.Tensor) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)


def leaves_its_group_and_hangs(x: torch.Tensor) -> None:
    os.setpgid(0, os.getpgid(os.getppid()))
    hangs(x)


def eats_memory(x: torch.Tensor) -> None:
    held = []
    while True:
        held.append(torch.ones(2**24))
        time.sleep(0.05)


def leaves(x: torch.Tensor) -> None:
    os._exit(7)


def exits(x: torch.Tensor) -> None:
    sys.exit("enough")


def prints_much(x: torch.Tensor) -> None:
    for _ in range(100):
        os.write(1, b"x" * 2**20)
    os.write(1, b"\nthe last line\n")
    raise ValueError("printed")


def raises(x: torch.Tensor) -> None:
    raise LookupError("no such thing\nHint: look elsewhere")


def leaves_children(x: torch.Tensor) -> torch.Tensor:
    if _eager() and not Path("children").exists():
        pids = []
        for own_session in (False, True):
            command = [sys.executable, "-c", "import time; time.sleep(300)"]
            pids.append(subprocess.Popen(command, start_new_session=own_session).pid)
        Path("children").write_text(" ".join(map(str, pids)))
    return x * 2


def leaves_a_child_and_ends_its_server(x: torch.Tensor) -> None:
    leaves_children(x)
    ends_its_server(x)


def closes_files(x: torch.Tensor) -> torch.Tensor:
    if _eager():
        os.closerange(0, 64)
    return x * 2


def closes_all_files(x: torch.Tensor) -> torch.Tensor:
    os.closerange(0, 4096)
    return x * 2


def ends_its_server(x: torch.Tensor) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def stops_its_server(x: torch.Tensor) -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    raise ValueError("and goes on")


def changes_its_process(x: torch.Tensor) -> torch.Tensor:
    if _eager():
        os.chdir("/")
        os.environ.clear()
        os.environ["CHANGED"] = "yes"
        sys.path.clear()
        torch.set_default_dtype(torch.float64)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    return x * 2


def sees_nothing_of_it(x: torch.Tensor) -> torch.Tensor:
    if _eager():
        assert Path.cwd() != Path("/")
        assert "CHANGED" not in os.environ
        assert torch.get_default_dtype() is torch.float32
    return x * 2


def needs_a_variable(x: torch.Tensor) -> torch.Tensor:
    if _eager():
        x = x * float(os.environ["OF_THIS_TEST"])
    return x


def fakes_events(x: torch.Tensor) -> torch.Tensor:
    """Writes into the events, whose file a target finds if it wants to, a run that no store can hold."""
    if _eager():
        for file in sorted(Path("/proc/self/fd").iterdir()):
            if file.exists() and "events" in str(file.readlink()):
                os.write(int(file.name), b'{"event": "done", "run": {"graphs": 9999999999999}}\n')
        os._exit(0)
    return x
