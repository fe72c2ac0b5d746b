"""``fullgraph server``: findings and fixes in editors."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import click
from fullgraph.lint.commands.options import Chosen, run_options
from fullgraph.lint.commands.terminal import Failure


@click.command(short_help="Serve an editor by the Language Server Protocol.")
@run_options
def server(**run: Any) -> None:
    """Serve an editor on standard input and output by the Language Server Protocol.

    Editors start this themselves: docs/editors.md has what to write into their settings. The client's settings take
    precedence over the options given here, and these over the settings nearest to a file. Files are
    read, never imported or run.
    """
    missing = [name for name in ("pygls", "lsprotocol") if importlib.util.find_spec(name) is None]
    if missing:
        raise Failure(f"server needs {' and '.join(missing)}: pip install 'fullgraph[server]'")
    from fullgraph.lint.server.launch import launch

    launched = launch()  # it loads the rules while this process loads the protocol
    from fullgraph.lint.server.server import serve

    sys.exit(serve(lambda: Chosen(run), launched))
