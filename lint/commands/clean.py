"""``fullgraph clean``: removes the results that earlier runs have kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
from fullgraph.lint.commands.options import CACHE_FOLDER, Chosen
from fullgraph.lint.commands.terminal import Failure, shown

PASSED_OVER = frozenset((".git", ".hg", ".svn", "node_modules", "__pycache__"))


@click.command(short_help="Remove the results that earlier runs have kept.")
def clean() -> None:
    """Remove the results that `fullgraph check` keeps for later runs.

    Those of the folder that it uses here (.fullgraph_cache of the project, or what FULLGRAPH_CACHE_DIR or the setting
    cache-dir names), and every .fullgraph_cache below the current folder. Of a folder that holds something else too,
    only the results are removed.
    """
    from fullgraph.lint.cache.files import remove
    from fullgraph.lint.source.discovery import shorten

    own = Chosen({"isolated": False, "config": ()}).how().cache
    removed = 0
    for folder in dict.fromkeys([*([own] if own is not None else []), *_below(Path.cwd())]):
        try:
            if remove(folder):
                removed += 1
                click.echo(shown(f"Removed the cache {shorten(folder)}"))
        except OSError as failure:
            raise Failure(f"cannot remove the cache {shorten(folder)}: {failure.strerror or failure}") from None
    if not removed:
        click.echo("There is no cache here.")


def _below(root: Path) -> Iterator[Path]:
    """The folders below one that are called as caches are, links not followed."""
    for parent, folders, _ in os.walk(root):
        if CACHE_FOLDER in folders:
            yield Path(parent) / CACHE_FOLDER
        folders[:] = [name for name in folders if name not in PASSED_OVER and name != CACHE_FOLDER]
