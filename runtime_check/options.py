"""The options of ``fullgraph verify``, by what they are about.

To add one: put it into the group it belongs to, with the name of the `Settings` field as its own (``"--bench-seconds"``
gives ``bench_seconds``). It is then in the help, and in a group of ``TARGET_GROUPS`` also a setting of the same name in
``[tool.fullgraph.verify]``, checked by the option's own type. What is no field of `Settings` as it stands is made one
by `make_settings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from fullgraph.runtime_check.arms import MODES, OTHER_ARMS, choose_arms

if TYPE_CHECKING:
    from fullgraph.runtime_check.session.verify import Settings

SCRIPT_ARGUMENTS = "fullgraph.script_arguments"
"""The key under which a context keeps what follows ``--record SCRIPT``."""
DEFAULT_TIMEOUT = 1800.0


@dataclass(frozen=True)
class OptionGroup:
    """Options that stand under one heading of the help."""

    title: str
    options: tuple[click.Option, ...]


class GroupedCommand(click.Command):
    """A command whose help has its options under headings."""

    def __init__(self, *arguments: Any, groups: Iterable[OptionGroup] = (), **values: Any) -> None:
        super().__init__(*arguments, **values)
        self.groups = tuple(groups)
        self.params += [option for group in self.groups for option in group.options]

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Leave what follows ``--record SCRIPT`` to the script: a note names those that are called like ours."""
        place = next((i for i, arg in enumerate(args) if arg == "--record" or arg.startswith("--record=")), None)
        if place is not None:
            last = place + (2 if args[place] == "--record" else 1)
            context.meta[SCRIPT_ARGUMENTS] = args[last:]
            self._tell_whose(args[last:])
            args = args[:last]
        return super().parse_args(context, args)

    def _tell_whose(self, script_arguments: Iterable[str]) -> None:
        ours = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
        given = [name for argument in script_arguments if (name := argument.partition("=")[0]) in ours]
        if given:
            names = " and ".join(dict.fromkeys(given))
            click.echo(
                f"note: arguments after the script go to the script: for verify, put {names} before --record", err=True
            )

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        grouped = {id(option) for group in self.groups for option in group.options}
        rest = [p for p in self.get_params(context) if isinstance(p, click.Option) and id(p) not in grouped]
        for title, options in [*((g.title, list(g.options)) for g in self.groups), ("Other", rest)]:
            records = [record for option in options if (record := option.get_help_record(context)) is not None]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def option(*names: str, **attributes: Any) -> click.Option:
    return click.Option(list(names), **attributes)


INPUTS = OptionGroup(
    "Inputs",
    (
        option(
            "--input",
            "inputs",
            multiple=True,
            metavar="SPEC",
            help="One argument of the call: 'x=f32[8,3,32,32]', 'labels=i64[2,16]<100>', 'use_cache=False', without "
            "'x=' a positional one. 'x=f32[8|16,64]' makes two input sets. Repeat for further arguments.",
        ),
        option(
            "--vary",
            multiple=True,
            metavar="NAME=SIZES",
            help="Sizes of a dimension that --input names: --input 'x=f32[B,64]' --vary B=1,4,16. Repeat for "
            "combinations.",
        ),
        option(
            "--inputs",
            "inputs_from",
            metavar="WHERE:NAME",
            help="A function that returns the arguments: a tuple, a dict, a tensor, or a list of these, one per input "
            "set.",
        ),
    ),
)

COMPILING = OptionGroup(
    "Model and compiler",
    (
        option(
            "--device", metavar="NAME", help="Where to run, such as cpu or cuda:0.  [default: the GPU if there is one]"
        ),
        option(
            "--backend",
            default="auto",
            metavar="NAME",
            help="The torch.compile backend.  [default: inductor; on a CPU without a C++ compiler aot_eager, untimed]",
        ),
        option(
            "--mode",
            default="default",
            show_default=True,
            type=click.Choice(MODES),
            help="The torch.compile mode.",
        ),
        option(
            "--nested-graph-breaks",
            is_flag=True,
            help="Set torch._dynamo.config.nested_graph_breaks: a break in a called function ends one graph, not "
            "one for each caller.",
        ),
        option(
            "--train/--no-train",
            default=None,
            help="Run the backward pass too, or do not.  [default: if an output is a loss or requires a gradient]",
        ),
        option(
            "--size",
            default="small",
            show_default=True,
            type=click.Choice(["small", "default"]),
            help="Size of a library's model: a few narrow layers, or the default of its configuration.",
        ),
        option(
            "--ddp",
            type=click.IntRange(min=2),
            metavar="RANKS",
            help="Also run under DistributedDataParallel, on this number of ranks on this machine: gloo on CPUs, NCCL "
            "with a GPU for each.",
        ),
    ),
)

MEASURING = OptionGroup(
    "Measuring",
    (
        option(
            "--bench-seconds",
            type=click.FloatRange(min=0),
            default=2.0,
            show_default=True,
            metavar="SECONDS",
            help="Seconds to time each version; 0 for no timing.",
        ),
        option(
            "--processes",
            type=click.IntRange(min=1),
            metavar="N",
            help="Time each comparison in so many fresh processes: what differs between them is part of its interval.  "
            "[default: 3 with --fix, --modes, --strategies or --arm, else 1]",
        ),
        option(
            "--cold", is_flag=True, help="Start with an empty inductor cache, so that compile times are comparable."
        ),
        option(
            "--modes",
            default="",
            metavar="MODE,...",
            help="Measure these modes beside each other, each in a process of its own with private caches: "
            "default,reduce-overhead,max-autotune,max-autotune-no-cudagraphs.",
        ),
        option(
            "--strategies",
            is_flag=True,
            help="Measure what can be done about sizes that vary: automatic, mark-dynamic, dynamic, static, buckets.",
        ),
        option(
            "--arm",
            "arms",
            multiple=True,
            metavar="NAME+...",
            help="Measure this combination, such as reduce-overhead+compiled-optimizer. Names are those of --modes and "
            "--strategies, and " + ", ".join(OTHER_ARMS) + ". Repeatable.",
        ),
        option(
            "--jobs",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            metavar="N",
            help="Of what is measured beside each other, so many compile at the same time. Each is timed alone, but "
            "compile times are undisturbed only with 1.",
        ),
    ),
)

RUNNING = OptionGroup(
    "Limits and reading",
    (
        option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=DEFAULT_TIMEOUT,
            show_default=True,
            metavar="SECONDS",
            help="Stop a target that runs longer than this.",
        ),
        option(
            "--memory",
            type=click.FloatRange(min=0, min_open=True),
            metavar="GIB",
            help="Stop a target that holds more memory than this (Linux).",
        ),
        option(
            "--pass-env",
            multiple=True,
            metavar="NAME",
            help="Environment variable that the target gets too, such as WANDB_MODE or 'DATA_*'. What Python and "
            "PyTorch go by it gets anyway; a secret only by its whole name. Repeatable.",
        ),
        option(
            "--follow", multiple=True, metavar="PACKAGE", help="Installed package that check reads too. Repeatable."
        ),
    ),
)

FIXING = OptionGroup(
    "Fixing",
    (
        option(
            "--fix",
            is_flag=True,
            help="Run everything again on a copy with check's safe fixes, side by side; the exit status is the copy's.",
        ),
        option("--unsafe-fixes", is_flag=True, help="With --fix: apply the unsafe fixes too."),
        option(
            "--patch",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="With --fix: write the fixes there, for `patch -p0` in this folder.",
        ),
    ),
)

OUTPUT = OptionGroup(
    "Output",
    (
        option(
            "--output-format",
            "--format",
            "form",
            type=click.Choice(["text", "json"]),
            default="text",
            show_default=True,
            help="What to print.",
        ),
        option(
            "--html",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write the report there too, as one HTML file, with the annotated source and the generated code.",
        ),
        option("--code", is_flag=True, help="Include in JSON the code that inductor generated for each graph."),
        option(
            "--output-file", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead."
        ),
        option(
            "--facts",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write what eager runs saw there (types, shapes, branches, no values), for `check --facts`. A file "
            "that is there is added to.",
        ),
    ),
)

EXPECTING = OptionGroup(
    "Expectations",
    (
        option(
            "--expect",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Fail for problems that this file does not accept: new breaks, recompiles, graphs and failing checks.",
        ),
        option(
            "--update",
            is_flag=True,
            help="With --expect: write the results of these targets to the file.",
        ),
    ),
)

RECORDING = OptionGroup(
    "Recording",
    (
        option(
            "--record-calls",
            type=click.IntRange(min=1),
            default=8,
            show_default=True,
            metavar="N",
            help="With --record: stop the script after this number of calls, and verify.",
        ),
        option(
            "--record",
            metavar="SCRIPT [ARGS]...",
            help="Run this script and verify what it compiles, or the calls of TARGET, with the arguments and the "
            "state of its run. All that follows is the script's.",
        ),
    ),
)

TARGET_GROUPS = (INPUTS, COMPILING, MEASURING, RUNNING)
"""Options that may differ from target to target, and stand in the configuration."""
COMMAND_GROUPS = (FIXING, EXPECTING, OUTPUT, RECORDING)
"""Options of the whole command."""

SETTINGS = {option.opts[0].removeprefix("--"): option for group in TARGET_GROUPS for option in group.options}
"""The options that the configuration may set, by their name there."""


def make_settings(values: Mapping[str, Any], command: Mapping[str, Any]) -> Settings:
    """The settings of one target, from the values of ``TARGET_GROUPS`` and ``COMMAND_GROUPS`` by the options' names.

    Raises `InputSpecError` or `TargetError` for inputs that cannot be read, `ArmError` for arms.
    """
    from fullgraph.runtime_check.process.supervise import Limits
    from fullgraph.runtime_check.session.verify import Settings
    from fullgraph.runtime_check.target.inputs import parse_argument, with_sizes
    from fullgraph.runtime_check.target.target import parse_spec

    fields = dict(values)
    inputs = with_sizes(fields.pop("inputs"), fields.pop("vary"))
    for text in inputs:
        parse_argument(text)
    if fields["inputs_from"]:
        parse_spec(fields["inputs_from"])
    arms = choose_arms(fields.pop("arms"), fields.pop("modes"), strategies=fields.pop("strategies"))
    timeout, memory = fields.pop("timeout"), fields.pop("memory")
    return Settings(
        **fields,
        inputs=inputs,
        arms=arms,
        limits=Limits(timeout, int(memory * 2**30) if memory is not None else None),
        code=command["code"] or command["html"] is not None,
        facts=command["facts"],
        fix="unsafe" if command["unsafe_fixes"] else "safe" if command["fix"] else "no",
    )
