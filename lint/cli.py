"""The command line: ``fullgraph check`` and its sisters, each in a module that says what it does.

Exit statuses: 0 clean, 1 findings (after fixes: findings that remain), 2 wrong usage, an internal error (even if it
costs no more than one fix), or input that could not be read or checked (the rest is checked and printed anyway).

Nothing heavy is imported before a command needs it: the engine with ``check``, LibCST where something is rewritten, and
what compiles code with ``verify``, what reads sweeps with ``diff``.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from fullgraph import __version__
from fullgraph.lint.commands.about import linter, version
from fullgraph.lint.commands.check import check
from fullgraph.lint.commands.clean import clean
from fullgraph.lint.commands.completion import VARIABLE, completion, register
from fullgraph.lint.commands.config import config
from fullgraph.lint.commands.explain import explain
from fullgraph.lint.commands.rule import rule
from fullgraph.lint.commands.server import server
from fullgraph.lint.commands.terminal import color_option, show_traceback, shown


class Commands(click.Group):
    """The commands; what is a file instead of one is probably to be checked."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        given = args[0] if args else ""
        unknown = not given.startswith("-") and self.get_command(ctx, given) is None
        if unknown and (given.endswith((".py", ".ipynb")) or Path(given).exists()) and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {given!r}; did you mean `fullgraph check {given}`?")
        return super().resolve_command(ctx, args)


class ImportedCommand(click.Command):
    """Stands for a command in the help; the command itself, ``module:name``, is imported where it is run."""

    def __init__(self, name: str, where: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self.where = where

    @property
    def command(self) -> click.Command:
        module, _, name = self.where.partition(":")
        found: click.Command = getattr(importlib.import_module(module), name)
        return found

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        return self.command.make_context(info_name, args, parent=parent, **extra)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fullgraph", message="%(prog)s %(version)s")
@color_option
def cli() -> None:
    """Make PyTorch code ready for torch.compile.

    Finds the code that breaks its graphs, rewrites it, and verifies the result with the compiler.
    """


cli.add_command(check)
cli.add_command(explain)
cli.add_command(config)
cli.add_command(rule)
cli.add_command(server)
cli.add_command(linter)
cli.add_command(version)
cli.add_command(clean)
cli.add_command(completion)
for _name, _where, _help in (
    ("verify", "fullgraph.runtime_check.cli:verify", "Compile a target and report what the compiler does."),
    ("sweep", "fullgraph.sweep.cli:sweep", "Run many targets and store what the compiler does with each."),
    ("diff", "fullgraph.sweep.diff_cli:diff", "Report what changed between two sweeps, and why."),
):
    cli.add_command(ImportedCommand(_name, _where, _help))


def main(args: Sequence[str] | None = None, prog_name: str = "fullgraph") -> NoReturn:
    """Run the command line and exit. Any error is one line on stderr and status 2."""
    if VARIABLE in os.environ:
        register()
    sys.exit(_main(args, prog_name))


def _main(args: Sequence[str] | None, prog_name: str) -> int:
    try:
        try:
            cli.main(args, prog_name=prog_name, standalone_mode=False)
            return 0
        finally:
            sys.stdout.flush()
    except click.UsageError as failure:
        message = failure.format_message()
        if message and not isinstance(failure, click.exceptions.NoArgsIsHelpError):
            command = failure.ctx.command_path if failure.ctx is not None else prog_name
            click.echo(f"error: {shown(message)} ({command} --help lists the options)", err=True)
        else:
            failure.show()
        return 2
    except click.ClickException as failure:
        failure.show()
        return 2
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else 0 if ending.code is None else 2
    except BrokenPipeError:
        # Whoever read the output has gone; what Python still holds of it must not raise again on the way out.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as failure:
        from fullgraph.lint.domain.faults import describe

        show_traceback()
        click.echo(f"internal error: {shown(describe(failure))}; please report (--traceback shows more)", err=True)
        return 2
