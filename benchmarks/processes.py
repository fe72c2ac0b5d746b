"""Processes of their own for what is measured, stopped with all that they began."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
LIMITED = ["sh", "-c", 'ulimit -v "$0" 2>/dev/null; exec "$@"']
"""Runs what follows in an address space of so many kilobytes, the first argument, where the system can limit it."""


def wait(
    command: Sequence[str],
    output: int,
    seconds: float,
    *,
    paths: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    kilobytes: int | None = None,
) -> str:
    """Run to the end, in the repository; why it had to be stopped, or nothing.

    ``output`` is a file descriptor; ``paths`` come behind the repository on the import path. One thread, no network.
    """
    path = os.pathsep.join([str(REPOSITORY), *map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])])
    given = {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", **(environment or {})}
    process = subprocess.Popen(
        [*LIMITED, str(kilobytes), *command] if kilobytes is not None else list(command),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        cwd=REPOSITORY,
        env={**os.environ, **given},
        start_new_session=True,
    )
    try:
        process.wait(seconds)
        return ""
    except subprocess.TimeoutExpired:
        return f"no end after {seconds:.0f} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
