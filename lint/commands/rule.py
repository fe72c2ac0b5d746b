"""``fullgraph rule``: the page of a rule, or the list of all."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands import completing
from fullgraph.lint.commands.options import rules
from fullgraph.lint.commands.terminal import Failure, color_option, look_of, print_text

if TYPE_CHECKING:
    from fullgraph.lint.registry.rule import Rule
    from fullgraph.lint.report.text import Look


@click.command()
@click.argument("code", required=False, shell_complete=completing.codes)
@click.option("--all", "everything", is_flag=True, help="Every rule's page.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
def rule(code: str | None, everything: bool, output_format: str) -> None:
    """Explain the rule CODE (or its name), or list the rules: all, or those whose codes begin with CODE."""
    from fullgraph.lint.registry import codes

    everyone = list(rules())
    if code is not None and everything:
        raise Failure("give a rule's code or --all, not both")
    chosen = everyone
    listed = code is None
    if code is not None:
        meant = codes.code_of(code)
        if meant is None:
            raise Failure(f"unknown rule {code}{codes.did_you_mean(code, codes.known())}")
        chosen = [one for one in everyone if one.code.startswith(meant)]
        listed = meant != chosen[0].code
    look = look_of(sys.stdout)
    if output_format == "json":
        from fullgraph.lint.registry.severity import severity_of_rule
        from fullgraph.lint.report.evidence import recorded

        entries = [
            {
                "code": one.code,
                "name": one.name,
                "summary": one.summary,
                "severity": severity_of_rule(one.code),
                "explanation": one.page,
                "registry": list(one.registry),
                "url": one.url,
                "evidence": recorded(one.code),
            }
            for one in chosen
        ]
        content = json.dumps(entries if listed else entries[0], indent=2) + "\n"
    elif listed and not everything:
        width = max((len(one.name) for one in chosen), default=0)
        content = "".join(f"{look.style(one.code, bold=True)}  {one.name:<{width}}  {one.summary}\n" for one in chosen)
    else:
        content = "\n".join(_page(one, look) for one in chosen)
    print_text(content, sys.stdout, look)


def _page(rule: Rule, look: Look) -> str:
    """A rule's page, with its headings in bold."""
    from fullgraph.lint.report.pages import page

    is_code = False
    shown = []
    for line in page(rule):
        is_code ^= line.startswith("```")
        shown.append(look.style(line, bold=True) if line.startswith("#") and not is_code else line)
    return "\n".join(shown)
