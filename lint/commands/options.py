"""The options that decide what a run looks for, which ``check`` and ``explain`` have alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click
from fullgraph.lint.commands.terminal import Failure

if TYPE_CHECKING:
    from fullgraph.lint.engine import Options
    from fullgraph.rules.base import Rule


def _codes(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Rule codes, or their beginnings, out of comma-separated lists."""
    from fullgraph.lint.suppress import near

    given = [code.strip().upper() for value in values for code in value.split(",") if code.strip()]
    if given:
        known = [rule.code for rule in rules()]
        for code in given:
            if code != "ALL" and not any(one.startswith(code) for one in known):
                raise Failure(f"unknown rule code {code} in {parameter.opts[0]}{near(code, known)}")
    return tuple("FG" if code == "ALL" else code for code in given)


def _torch_version(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from fullgraph.rules.torch_data import number

        try:
            number(value)
        except ValueError as failure:
            raise Failure(f"{parameter.opts[0]}: {failure}") from None
    return value


_Command = TypeVar("_Command", bound=Callable[..., object])


def run_options(command: _Command) -> _Command:
    """The options that decide what a run looks for, which ``check`` and ``explain`` have alike."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


_RUN_OPTIONS = (
    click.option("--select", multiple=True, callback=_codes, metavar="CODES", help="Only these, such as FG101,FG4."),
    click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="Not these."),
    click.option("--follow", multiple=True, metavar="PACKAGE", help="Read this installed package too. Repeatable."),
    click.option(
        "--mode",
        type=click.Choice(["default", "fullgraph"]),
        default="default",
        show_default=True,
        help="How code is compiled that no torch.compile call decides.",
    ),
    click.option(
        "--confidence",
        type=click.Choice(["low", "medium", "high"]),
        default="medium",
        show_default=True,
        help="Leave out findings less sure than this.",
    ),
    click.option(
        "--scope",
        type=click.Choice(["all", "explicit"]),
        default="all",
        show_default=True,
        help="Take every nn.Module's forward as compiled, or only what torch.compile calls reach.",
    ),
    click.option(
        "--torch-version",
        callback=_torch_version,
        metavar="VERSION",
        help="What this torch compiles, such as 2.13.  [default: the one installed here, else the newest known]",
    ),
)


def make_options(
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    follow: tuple[str, ...],
    mode: str,
    confidence: str,
    scope: str,
    torch_version: str | None,
) -> Options:
    from fullgraph.lint.engine import Options

    return Options(
        select=select,
        ignore=ignore,
        follow=follow,
        mode="fullgraph" if mode == "fullgraph" else "default",
        confidence="low" if confidence == "low" else "high" if confidence == "high" else "medium",
        scope="explicit" if scope == "explicit" else "all",
        torch_version=torch_version,
    )


def rules() -> Sequence[Rule]:
    from fullgraph.rules.base import load_rules

    return load_rules()
