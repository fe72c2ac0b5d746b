"""``fullgraph linter`` and ``fullgraph version``: the families of rules, and what is installed."""

from __future__ import annotations

import json
import sys
from collections import Counter

import click
from fullgraph import __version__
from fullgraph.lint.commands.terminal import color_option, look_of, print_text

FORMAT = click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)


@click.command(short_help="List the families of rules.")
@FORMAT
@color_option
def linter(output_format: str) -> None:
    """List the families of rules, by the beginning of their codes; `fullgraph rule FG1` lists the rules of one."""
    from fullgraph.lint.registry import codes
    from fullgraph.lint.report.pages import FAMILIES

    rules = Counter(code[:3] for code in codes.by_name().values())
    look = look_of(sys.stdout)
    if output_format == "json":
        entries = [{"prefix": prefix, "name": name, "rules": rules[prefix]} for prefix, name in FAMILIES.items()]
        print_text(json.dumps(entries, indent=2) + "\n", sys.stdout, look)
        return
    lines = [
        f"{look.style(prefix, bold=True)}  {rules[prefix]:>2} rules  {name}\n" for prefix, name in FAMILIES.items()
    ]
    print_text("".join(lines), sys.stdout, look)


@click.command(short_help="Print the version.")
@FORMAT
def version(output_format: str) -> None:
    """Print the version; as JSON with those of Python and of the torch installed here, which is not imported."""
    if output_format == "text":
        click.echo(f"fullgraph {__version__}")
        return
    from importlib import metadata

    try:
        torch: str | None = metadata.version("torch")
    except metadata.PackageNotFoundError:
        torch = None
    click.echo(
        json.dumps(
            {"version": __version__, "python": ".".join(map(str, sys.version_info[:3])), "torch": torch}, indent=2
        )
    )
