"""``fullgraph config``: what applies to a file, and from where."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from fullgraph.lint.commands import completing
from fullgraph.lint.commands.options import Chosen, run_options
from fullgraph.lint.commands.terminal import Failure, color_option, look_of, print_text


@click.command(short_help="Show the settings of a file, and where they come from.")
@click.argument("path", required=False, default=".", metavar="[PATH]", shell_complete=completing.files)
@run_options
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
def config(path: str, output_format: str, **run: Any) -> None:
    """Show the settings with which `fullgraph check` reads PATH (default: this folder), and where each comes from.

    The nearest fullgraph.toml or pyproject.toml with a table [tool.fullgraph] counts, from the file's folder upwards.
    What the command line gives wins. Exits with 0, or with 2 if a file has a mistake.
    """
    from fullgraph.lint.config.settings import described
    from fullgraph.lint.report.text import printable
    from fullgraph.lint.source.discovery import left_out

    place = Path(path)
    if not place.exists():
        raise Failure(f"there is no file or folder {path}")
    chosen = Chosen(run)
    settings = chosen.settings(place)
    skipped = left_out(place, Path.cwd(), chosen.settings)
    rows = described(settings)
    look = look_of(sys.stdout)
    if output_format == "json":
        entries = {name: {"value": value, "from": origin} for name, value, origin in rows}
        entries["excluded"] = {"value": skipped is not None, "from": skipped}
        print_text(json.dumps(entries, indent=2) + "\n", sys.stdout, look)
        return
    width = max(len(name) for name, _, _ in rows)
    lines = []
    for name, value, origin in rows:
        shown = printable(json.dumps(value, ensure_ascii=False))
        text = f"{name:<{width}}  {shown}"
        lines.append(f"{text}  {look.style(f'({printable(origin)})', 'cyan')}" if origin else text)
    if skipped is not None:
        lines.append(f"{printable(path)} is not checked with the folder it is in: {skipped}")
    print_text("".join(f"{line}\n" for line in lines), sys.stdout, look)
