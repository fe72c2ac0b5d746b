"""``fullgraph completion``: a script for a shell, and what answers that script, by click's own protocol."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

VARIABLE = "_FULLGRAPH_COMPLETE"
"""The environment variable by which the script of a shell asks."""

BREAKS = re.compile(r"[:=]+")
"""Words that bash makes of a longer one, as its COMP_WORDBREAKS has it."""


@click.command(short_help="Print the script by which a shell completes.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, rules' codes and targets.

    \b
    bash:  eval "$(fullgraph completion bash)"            in ~/.bashrc
    zsh:   eval "$(fullgraph completion zsh)"             in ~/.zshrc, after compinit
    fish:  fullgraph completion fish | source             in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "fullgraph", VARIABLE).source())


class Bash(BashComplete):
    """Bash parts words at colons and equals signs, and replaces only what stands behind the last one."""

    name: ClassVar[str] = "bash"
    _behind = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = super().get_completion_args()
        joined: list[str] = []
        joins = False
        for word in [*words, incomplete]:
            is_break = BREAKS.fullmatch(word) is not None
            if joined and (joins or is_break):
                joined[-1] += word
            else:
                joined.append(word)
            joins = is_break
        *args, last = joined
        self._behind = last.rfind(":") + 1
        return args, last

    def format_completion(self, item: CompletionItem[Any]) -> str:
        shown = CompletionItem(item.value[self._behind :], type=item.type) if item.type == "plain" else item
        return super().format_completion(shown)


class _Whole(ShellComplete):
    """Of ``--select=FG1`` a shell that does not part it replaces all, and click answers with the value alone."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        found = super().get_completions(args, incomplete)
        option, sign, _ = incomplete.partition("=")
        if not sign or not option.startswith("--"):
            return found
        return [CompletionItem(f"{option}={one.value}", type=one.type, help=one.help) for one in found]


class Zsh(_Whole, ZshComplete):
    name: ClassVar[str] = "zsh"


class Fish(_Whole, FishComplete):
    name: ClassVar[str] = "fish"


def register() -> None:
    """Let these classes answer for their shells."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)
