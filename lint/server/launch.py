"""Starts the process that checks. Imports nothing else, so that it runs before the rest of the server is loaded."""

from __future__ import annotations

import subprocess
import sys


def launch() -> subprocess.Popen[bytes]:
    """The process, with its pipes. It ends when this one does."""
    # The path is handed over whole: with `-m` or a plain `-c`, the folder that is open in the editor would come
    # first, and code of a project that is only to be read would be imported.
    code = f"import sys; sys.path[:] = {sys.path!r}; from fullgraph.lint.server.worker import main; main()"
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
