"""The command ``fullgraph verify``."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path
from typing import Literal

import click


@click.command(no_args_is_help=True)
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="SPEC",
    help="One argument of the call: 'x=f32[8,3,32,32]', 'labels=i64[2,16]<100>', 'use_cache=False', without 'x=' a "
    "positional one. 'x=f32[8|16,64]' makes two input sets. Repeat for further arguments.",
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="NAME=SIZES",
    help="Sizes of a dimension that --input names: --input 'x=f32[B,64]' --vary B=1,4,16. Repeat for combinations.",
)
@click.option(
    "--inputs",
    "inputs_from",
    metavar="WHERE:NAME",
    help="A function that returns the arguments: a tuple, a dict, a tensor, or a list of these, one per input set.",
)
@click.option(
    "--device", metavar="NAME", help="Where to run, such as cpu or cuda:0.  [default: the GPU if there is one]"
)
@click.option(
    "--backend",
    default="auto",
    metavar="NAME",
    help="The torch.compile backend.  [default: inductor; on a CPU without a C++ compiler aot_eager]",
)
@click.option(
    "--mode",
    default="default",
    show_default=True,
    type=click.Choice(["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]),
    help="The torch.compile mode.",
)
@click.option(
    "--train/--no-train",
    default=None,
    help="Run the backward pass too, or never.  [default: if an output is a loss or requires a gradient]",
)
@click.option(
    "--size",
    default="small",
    show_default=True,
    type=click.Choice(["small", "default"]),
    help="Of a library's model: a few narrow layers, or what its configuration has by default.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=1800.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a target that runs longer.",
)
@click.option(
    "--memory",
    type=click.FloatRange(min=0, min_open=True),
    metavar="GIB",
    help="Stop a target that holds more memory than this (Linux).",
)
@click.option("--follow", multiple=True, metavar="PACKAGE", help="Installed package that check reads too. Repeatable.")
@click.option("--fix", is_flag=True, help="Run everything again on a copy with check's safe fixes, side by side.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix: apply the unsafe fixes too.")
@click.option(
    "--patch",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --fix: write the fixes there, for `patch -p0` in this folder.",
)
@click.option(
    "--bench-seconds",
    type=click.FloatRange(min=0),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to time each version; 0 for no timing.",
)
@click.option("--cold", is_flag=True, help="Begin with an empty inductor cache, so that compile times compare.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="What to print."
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the report there too, as one HTML file, with the annotated source and the generated code.",
)
@click.option("--code", is_flag=True, help="Have JSON hold the code that inductor generated for each graph.")
@click.option("--output-file", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write there instead.")
def verify(
    targets: tuple[str, ...],
    inputs: tuple[str, ...],
    varied: tuple[str, ...],
    inputs_from: str | None,
    device: str | None,
    backend: str,
    mode: str,
    train: bool | None,
    size: Literal["small", "default"],
    timeout: float,
    memory: float | None,
    follow: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    patch: Path | None,
    bench_seconds: float,
    cold: bool,
    form: Literal["text", "json"],
    html: Path | None,
    code: bool,
    output_file: Path | None,
) -> None:
    """Compile targets for real and say what the compiler does.

    A TARGET is package.module:attribute or path/file.py:attribute. The attribute is an nn.Module, an nn.Module class
    that builds without arguments, a function, or a factory: a callable without arguments that returns a module (or
    function), or a pair of it and its inputs. Inputs that are not given here are taken from a function NAME_inputs
    beside the target NAME, from its attribute fullgraph_inputs, or from a function inputs in the same file.

    Or it is a library's model, built from its configuration with random weights and inputs: hf:ClassName of
    transformers, timm:name or torchvision:name; small unless --size says otherwise. With --train it is in train mode
    and has labels.

    Each target runs in a process of its own: first in eager, then compiled. Reported are all graph breaks and which of
    them check predicts, whether it compiles with fullgraph=True, whether it recompiles after the warm-up, whether
    outputs and gradients equal eager's, and what it gains.

    Exits with 0 if everything passed, 1 if a check failed, 2 if a target could not be run.
    """
    missing = [
        name for name in ("torch", "rich", "numpy", "jinja2", "pygments") if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise click.UsageError(f"verify needs {' and '.join(missing)}: pip install 'fullgraph[verify]'")
    if unsafe_fixes and not fix:
        raise click.UsageError("--unsafe-fixes goes with --fix")
    if patch is not None and not fix:
        raise click.UsageError("--patch goes with --fix")
    if inputs and inputs_from:
        raise click.UsageError("give either --input or --inputs")
    from fullgraph.runtime_check.inputs import InputSpecError, parse_argument, with_sizes
    from fullgraph.runtime_check.launch import Limits
    from fullgraph.runtime_check.repair import patch_of
    from fullgraph.runtime_check.report import console_for, write
    from fullgraph.runtime_check.report.live import showing
    from fullgraph.runtime_check.session import Settings
    from fullgraph.runtime_check.session import verify as run
    from fullgraph.runtime_check.target import TargetError, parse_spec

    try:
        inputs = with_sizes(inputs, varied)
        for text in inputs:
            parse_argument(text)
        if inputs_from:
            parse_spec(inputs_from)
    except (InputSpecError, TargetError) as error:
        raise click.UsageError(str(error)) from None
    settings = Settings(
        inputs=inputs,
        inputs_from=inputs_from,
        device=device,
        backend=backend,
        mode=mode,
        train=train,
        size=size,
        bench_seconds=bench_seconds,
        cold=cold,
        code=code or html is not None,
        limits=Limits(timeout, int(memory * 2**30) if memory is not None else None),
        follow=follow,
        fix="unsafe" if unsafe_fixes else "safe" if fix else "no",
    )
    with showing(targets, console_for(sys.stderr)) as progress:
        report = run(targets, settings, progress)
    report.command = shlex.join(["fullgraph", *sys.argv[1:]])
    if html is not None:
        from fullgraph.runtime_check.report.html import as_html

        html.write_text(as_html(report), encoding="utf-8")
    if output_file is not None:
        with output_file.open("w", encoding="utf-8") as stream:
            write(report, form, console_for(stream))
    else:
        write(report, form, console_for())
    if patch is not None:
        patch.write_text(patch_of(report), encoding="utf-8")
    raise SystemExit(report.exit_status)
