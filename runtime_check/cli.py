"""The command ``fullgraph verify``. Its options are in `fullgraph.runtime_check.options`."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from fullgraph.lint.commands.terminal import Failure, missing_for_verify
from fullgraph.runtime_check import completing
from fullgraph.runtime_check.expect.command import read_expectations, write_expectations
from fullgraph.runtime_check.options import (
    COMMAND_GROUPS,
    FIXING,
    OUTPUT,
    SCRIPT_ARGUMENTS,
    TARGET_GROUPS,
    GroupedCommand,
    OptionGroup,
)

if TYPE_CHECKING:
    from fullgraph.runtime_check.expect.model import Expectations, Observed
    from fullgraph.runtime_check.results import Report
    from fullgraph.runtime_check.session.verify import Job


@click.command(
    cls=GroupedCommand,
    groups=(*TARGET_GROUPS, *COMMAND_GROUPS),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("targets", nargs=-1, metavar="[TARGET]...", shell_complete=completing.targets)
@click.pass_context
def verify(context: click.Context, /, targets: tuple[str, ...], **values: Any) -> None:
    """Compile targets and report what the compiler does. This runs the code of the targets.

    A TARGET is package.module:attribute or path/file.py:attribute. The attribute is an nn.Module, an nn.Module class
    that builds without arguments, a function, or a factory: a callable without arguments that returns a module or
    function, or a pair of it and its inputs. Without inputs on the command line, they come from a function NAME_inputs
    next to the target NAME, from its attribute fullgraph_inputs, or from a function inputs in the same file.

    A TARGET can also be a library's model, built from its configuration with random weights and inputs: hf:ClassName
    of transformers, timm:name or torchvision:name. It is small unless --size says otherwise. With --train it is in
    train mode and has labels.

    Without a TARGET, the targets and settings are those of [tool.fullgraph.verify] in pyproject.toml. A TARGET that is
    configured there, or its name, uses its settings too. Options on the command line take precedence.

    With --record SCRIPT, the target and its arguments come from a run of your script: what it compiles, with the
    arguments it passes.

    Each target runs in its own process, with your rights, but only with the environment variables that Python and
    PyTorch use (see --pass-env): first in eager, then compiled. The report covers all graph breaks and which of them
    check predicts, whether it compiles with fullgraph=True, whether it recompiles after the warm-up, whether outputs
    and gradients equal eager's, and the speedup.

    Exits with 0 if everything passed, 1 if a check failed, 2 if a target could not be run. With --fix, the status is
    that of the fixed copy, if there is something to fix; the report covers both. With --expect, it is 1 if something is
    new, and 2 also if the file has no entry for a target under this torch.
    """
    missing = missing_for_verify()
    if missing is not None:
        raise Failure(f"verify {missing}")
    fixing, output = _of(values, [FIXING]), _of(values, [OUTPUT])
    _require_consistent(values, fixing, output)
    _require_usable(output["facts"])
    expected = read_expectations(values["expect"], update=values["update"])
    from fullgraph.runtime_check.process.supervise import ended_by_signals
    from fullgraph.runtime_check.report.live import showing
    from fullgraph.runtime_check.report.text import console_for
    from fullgraph.runtime_check.session.verify import verify as run

    jobs = _jobs(context, targets, values, fixing | output)
    names = [job.name or job.target for job in jobs]
    with ended_by_signals(), showing(names, console_for(sys.stderr)) as progress:
        report = run(jobs, progress=progress)
    report.command = shlex.join(["fullgraph", *sys.argv[1:]])
    seen = _compare(report, expected, update=values["update"]) if expected is not None else []
    _write(report, output, fixing["patch"])
    if expected is not None and values["update"]:
        write_expectations(values["expect"], expected, seen)
    raise SystemExit(report.exit_status)


def _require_consistent(values: dict[str, Any], fixing: dict[str, Any], output: dict[str, Any]) -> None:
    """Raise `click.UsageError` for options that do not go together."""
    if fixing["unsafe_fixes"] and not fixing["fix"]:
        raise click.UsageError("--unsafe-fixes goes with --fix")
    if fixing["patch"] is not None and not fixing["fix"]:
        raise click.UsageError("--patch goes with --fix")
    if output["html"] is not None and not output["html"].absolute().parent.is_dir():
        raise click.UsageError(f"--html: there is no folder {output['html'].absolute().parent}")
    if values["inputs"] and values["inputs_from"]:
        raise click.UsageError("give either --input or --inputs")
    _require_comparable(values, fixing)


def _require_comparable(values: dict[str, Any], fixing: dict[str, Any]) -> None:
    """Raise `click.UsageError` for expectations that could not be told or written."""
    file: Path | None = values["expect"]
    if values["update"] and file is None:
        raise click.UsageError("--update goes with --expect")
    if file is not None and fixing["fix"]:
        raise click.UsageError("--expect checks the code without fixes: leave out --fix")
    if file is not None and values["update"] and not file.absolute().parent.is_dir():
        raise click.UsageError(f"--expect: there is no folder {file.absolute().parent}")


def _compare(report: Report, expected: Expectations, *, update: bool) -> list[Observed]:
    """Say of each target what is new and what is gone. Returns what was observed."""
    from fullgraph.runtime_check.expect.comparison import compare
    from fullgraph.runtime_check.expect.observed import of_target

    observed = [of_target(target) for target in report.targets]
    for target, found in zip(report.targets, compare(expected, observed, update=update), strict=True):
        target.expected = found
    return observed


def _require_usable(facts: Path | None) -> None:
    """Raise `Failure`, with one line, where facts cannot be added to a file."""
    from fullgraph.lint.facts.files import FactsError, read

    if facts is None:
        return
    if not facts.absolute().parent.is_dir():
        raise click.UsageError(f"--facts: there is no folder {facts.absolute().parent}")
    if facts.exists():
        try:
            read(facts)
        except FactsError as failure:
            raise Failure(f"--facts: {failure}") from None


def _jobs(
    context: click.Context, targets: tuple[str, ...], values: dict[str, Any], others: dict[str, Any]
) -> list[Job]:
    """The jobs that the options and the configuration ask for; ``others`` are the values of the whole command."""
    from fullgraph.lint.config.toml_tables import ConfigurationError
    from fullgraph.runtime_check.process.protocol import RecordingRequest
    from fullgraph.runtime_check.session.jobs import plan, recording

    settings = _of(values, TARGET_GROUPS)
    given = {name for name in settings if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    try:
        if values["record"] is None:
            return plan(targets, settings, given, others)
        request = RecordingRequest(context.meta.get(SCRIPT_ARGUMENTS, []), calls=values["record_calls"])
        return recording(values["record"], request, targets, settings, given, others)
    except ConfigurationError as error:
        raise click.UsageError(str(error)) from None


def _of(values: dict[str, Any], groups: Iterable[OptionGroup]) -> dict[str, Any]:
    """The values of these groups' options."""
    return {str(option.name): values[str(option.name)] for group in groups for option in group.options}


def _write(report: Report, output: dict[str, Any], patch: Path | None) -> None:
    from fullgraph.lint.commands.terminal import write_text
    from fullgraph.runtime_check.report.text import console_for, write
    from fullgraph.runtime_check.session.repair import patch_of

    if output["output_file"] is not None:
        stream = io.StringIO()
        write(report, output["form"], console_for(stream))
        write_text(str(output["output_file"]), stream.getvalue())
    else:
        write(report, output["form"], console_for())
    if patch is not None:
        write_text(str(patch), patch_of(report))
    if output["html"] is not None:
        from fullgraph.runtime_check.report.html import as_html

        write_text(str(output["html"]), as_html(report))
