"""``fullgraph check``: find, and rewrite."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from fullgraph.lint.commands import completing, verifying
from fullgraph.lint.commands.explain import explain_line
from fullgraph.lint.commands.options import Chosen, run_options
from fullgraph.lint.commands.progress import Progress
from fullgraph.lint.commands.reading import reader
from fullgraph.lint.commands.request import STDIN, WATCHED, Request, clashes
from fullgraph.lint.commands.running import Runner
from fullgraph.lint.commands.showing import Output, show_diff, suppressing
from fullgraph.lint.commands.terminal import TRACEBACK, Failure, color_option, show_errors, shown, write_bytes
from fullgraph.lint.commands.verbose import Verbose
from fullgraph.lint.report.formats import FORMATS

if TYPE_CHECKING:
    from fullgraph.lint.diagnostics.diagnostic import CheckResult
    from fullgraph.lint.fixes.apply import FixResult
    from fullgraph.lint.suppression.baseline import Baseline


@click.command(short_help="Find what will break the graph, and rewrite it.")
@click.argument("paths", nargs=-1, shell_complete=completing.files)
@click.option("--fix", is_flag=True, help="Apply the safe fixes, with --facts or --verify the observed ones too.")
@click.option("--fix-only", is_flag=True, help="Apply the safe fixes, print what was fixed, and leave the rest aside.")
@click.option(
    "--unsafe-fixes",
    is_flag=True,
    help="Count the unsafe fixes too, and with --fix, --fix-only or --diff apply them: each says what differs.",
)
@click.option("--show-fixes", is_flag=True, help="Tell what was fixed: how often which rule in which file.")
@click.option("--diff", is_flag=True, help="Print the fixes as a diff and write nothing.")
@click.option(
    "--verify",
    is_flag=True,
    help="Run what is rewritten as it was and as rewritten, where it has inputs; use what the runs see as facts; undo "
    "the fixes that fail, and those that are not safe and did not run.",
)
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    shell_complete=completing.targets,
    help="With --verify: run this too, such as train.py:model. What `fullgraph verify` takes. Repeatable.",
)
@run_options
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave out what .gitignore would leave out by this.")
@click.option("--force-exclude", is_flag=True, default=None, help="Leave it out even where PATHS name it.")
@click.option(
    "--output-format",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="text: each finding in full, beyond 20 one line for each cause, the most costly first; full: always in full.",
)
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Report only findings that are not in this file.",
)
@click.option(
    "--write-baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write all findings to this file, to be left for later, and report none.",
)
@click.option(
    "--add-ignore",
    "--add-noqa",
    is_flag=True,
    help="Silence each finding by a comment on its line, `# fullgraph: ignore[CODE]`, and report none.",
)
@click.option("--statistics", is_flag=True, help="Count the findings of each rule instead of listing them.")
@click.option("--output-file", "-o", type=click.Path(dir_okay=False), metavar="FILE", help="Write the findings there.")
@click.option("--stdin-filename", metavar="FILE", help="What the text on standard input (PATHS is -) is called.")
@click.option("--watch", is_flag=True, help="Go on: check again whenever files change, until Ctrl-C.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that check at a time.  [default: the processors there are]",
)
@click.option(
    "--cache-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep results there for later runs.  [default: .fullgraph_cache of the project]",
)
@click.option("--no-cache", is_flag=True, help="Take no results of earlier runs, and keep none.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if a fix was applied, even if nothing remains.")
@click.option("--show-files", is_flag=True, help="List the files that would be checked, and check none.")
@click.option(
    "--explain-scope",
    metavar="FILE:LINE",
    help="Explain this line instead, as `fullgraph explain FILE:LINE PATHS` does: is it compiled, and why.",
)
@color_option
@click.option("--quiet", "-q", is_flag=True, help="Print findings and errors alone: no summary, warnings, progress.")
@click.option("--verbose", "-v", is_flag=True, help="Tell, on standard error, settings, what is left out, tracebacks.")
@click.option("--traceback", is_flag=True, help=f"Show the traceback of an internal error (also: {TRACEBACK}=1).")
def check(paths: tuple[str, ...], **given: Any) -> None:
    """Find what will break the graph when torch.compile traces it, in the files and folders PATHS (default: here).

    PATHS of - reads standard input; with --fix the rewritten text goes to standard output.

    Settings are taken from [tool.fullgraph] in the pyproject.toml or from the fullgraph.toml that is nearest to each
    file, unless they are given here; `fullgraph config FILE` tells which apply.

    Nothing of what is read is imported or run, unless --verify asks for that.

    Exits with 0 if there is nothing to report, 1 if there are findings (after --fix: that remain; with --fix-only:
    never; what --verify undoes remains), 2 if something could not be read or checked, an internal error among it:
    what it did not cost is still reported.
    """
    request = Request(paths, **{one.name: given.pop(one.name) for one in fields(Request) if one.name != "paths"})
    if request.traceback or request.verbose:
        os.environ[TRACEBACK] = "1"
    if request.quiet and request.verbose:
        raise Failure("--quiet and --verbose do not go together")
    chosen = Chosen(given)
    here = chosen.settings(Path.cwd())
    chosen.require_facts(Path.cwd())
    form = here.output_format
    clash = next(clashes(request, form), None)
    if clash is not None:
        raise Failure(clash)
    if request.explain_scope is not None:
        sys.exit(explain_line(request.explain_scope, paths, chosen, form, request.output_file))
    if request.show_files:
        sys.exit(_show_files(paths, Runner(chosen), Verbose(request.verbose)))
    if request.leaves_for_later:
        # a baseline is written of all findings; comments are for those that are not known
        runner = Runner(chosen, _read_baseline(here.baseline) if request.add_ignore and here.baseline else None)
        sys.exit(_leave_for_later(paths, runner, request.write_baseline))
    output = Output(
        form,
        request.output_file,
        request.quiet,
        request.statistics,
        request.unsafe_fixes,
        request.fix_only,
        request.show_fixes,
    )
    runner = Runner(chosen, _read_baseline(here.baseline) if here.baseline is not None else None)
    runner.writes_edits = request.fixing or not output.for_people
    if request.watch:
        if not output.for_people:
            raise Failure(WATCHED)
        sys.exit(_watch(paths, runner, output, given))
    if request.reads_stdin:
        status = _check_stdin(request.stdin_filename or STDIN, runner, request, output)
    else:
        status = _check_paths(paths, runner, request, output, Verbose(request.verbose))
    if request.exit_non_zero_on_fix and status == 0 and output.fixed:
        status = 1
    sys.exit(0 if request.exit_zero and status == 1 else status)


def _show_files(paths: Sequence[str], runner: Runner, verbose: Verbose) -> int:
    from fullgraph.lint.report.text import printable

    if STDIN in paths:
        raise Failure("--show-files goes with files and folders, not with - (standard input)")
    found = runner.discover(paths)
    verbose.discovered(found, runner.chosen)
    show_errors(found.errors)
    for path in found.files:
        click.echo(printable(str(path)))
    return 2 if found.errors else 0


def _check_paths(paths: Sequence[str], runner: Runner, request: Request, output: Output, verbose: Verbose) -> int:
    from fullgraph.lint.fixes.apply import FixResult, write_fixes
    from fullgraph.lint.suppression import comments

    found = runner.discover(paths)
    verbose.discovered(found, runner.chosen)
    if not found.files and not found.errors and not output.quiet:
        click.echo("warning: no Python files found under the given paths", err=True)
    confirmed = None
    result: CheckResult | FixResult
    with Progress(not output.quiet and not request.verify) as progress:
        runner.on_file = progress.on_file
        if request.verify:
            follow = runner.chosen.settings(Path.cwd()).follow
            confirmed = verifying.run(runner, found.files, request.targets, follow, unsafe=request.unsafe_fixes)
            result = confirmed.result
        else:
            result = runner.fixed(found.files, request.unsafe_fixes) if request.fixing else runner.check(found.files)
    verbose.done(result.files_checked)
    if isinstance(result, FixResult) and not request.diff:
        write_fixes(result)
    result.errors[:0] = found.errors
    show_errors(result.errors)
    read = result.read.values() if isinstance(result, FixResult) else filter(None, map(suppressing, result.commented))
    commented = filter(lambda source: comments.has_suppressions(source.text), read)
    output.warn(runner.warnings(found.files), commented, () if isinstance(result, FixResult) else result.unused)
    if request.diff and isinstance(result, FixResult):
        status = show_diff(result, output)
    else:
        output.report(result, summary=bool(found.files))
        status = _status(result, output)
    if confirmed is not None:
        verifying.show(confirmed, to_stderr=request.diff or not output.for_people)
    return status


def _watch(paths: Sequence[str], runner: Runner, output: Output, run: dict[str, Any]) -> int:
    from fullgraph.lint.commands import watching
    from fullgraph.lint.engine.incremental import IncrementalCheck

    current = runner

    def show(result: CheckResult, files: Sequence[Path]) -> None:
        show_errors(result.errors)
        output.warn(current.warnings(files), filter(None, map(suppressing, files)), result.unused)
        output.report(result, summary=bool(files))

    def start() -> IncrementalCheck:
        nonlocal current
        current = Runner(Chosen(run), runner.baseline)
        current.checks_parts = True
        return IncrementalCheck(lambda: current.discover(paths), current.check)

    return watching.run(start, paths, show)


def _read_baseline(path: Path) -> Baseline:
    from fullgraph.lint.suppression.baseline import Baseline, BaselineError

    try:
        return Baseline.read(path)
    except BaselineError as failure:
        raise Failure(str(failure)) from None


def _leave_for_later(paths: Sequence[str], runner: Runner, baseline: Path | None) -> int:
    """Write all findings into a baseline, or comments that silence them into the files; the exit status."""
    from fullgraph.lint.report.text import count

    found = runner.discover(paths)
    with Progress() as progress:
        runner.on_file = progress.on_file
        result = runner.check(found.files)
    errors = [*found.errors, *result.errors]
    number = count(len(result.diagnostics), "finding")
    if baseline is not None:
        from fullgraph.lint.suppression.baseline import BaselineError, write

        try:
            write(baseline, result.diagnostics, reader(result, {}))
        except BaselineError as failure:
            raise Failure(str(failure)) from None
        done = f"Wrote {number} to {baseline}."
    else:
        from fullgraph.lint.suppression.insertion import add_to_files

        silenced, files, refused = add_to_files(result.diagnostics)
        errors += refused
        done = f"Silenced {count(silenced, 'finding')} in {count(files, 'file')}."
    show_errors(errors)
    click.echo(shown(done), err=True)
    return 2 if errors else 0


def _check_stdin(name: str, runner: Runner, request: Request, output: Output) -> int:
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.diagnostics.diagnostic import CheckResult, InputError
    from fullgraph.lint.source.source_file import SourceError, SourceFile

    data = sys.stdin.buffer.read()
    runner.how = replace(runner.how, cache=None)  # a text that an editor holds is another one soon
    path = Path(name)
    settings = runner.chosen.settings(path)
    if name != STDIN and settings.force_exclude and settings.excludes(path.resolve()):
        if request.fixing and not request.diff:
            write_bytes(data)
        elif not request.diff:
            output.report(CheckResult(), summary=False)
        return 0
    try:
        source = SourceFile.decoded(path, data, name)
    except SourceError as failure:
        if request.fixing and not request.diff:
            write_bytes(data)
        show_errors([failure.error])
        return 2
    text = source.text
    texts = Options(sources={path: text})
    if not request.fixing:
        result = runner.check([path], texts)
        show_errors(result.errors)
        output.warn(runner.warnings([path]), [source], result.unused)
        output.report(result, texts={name: text})
        return _status(result, output)
    fixed = runner.fixed([path], request.unsafe_fixes, options=texts)
    show_errors(fixed.errors)
    output.warn(runner.warnings([path]), [source])
    for file in fixed.files:
        file.source.encoding = source.encoding
    if request.diff:
        return show_diff(fixed, output)
    try:
        data = source.encode(fixed.files[0].text if fixed.files else text)
    except ValueError as failure:  # a notebook whose cells a fix would mix up
        show_errors([InputError(name, f"no fix applied: {failure}")])
        write_bytes(data)
        return 2
    write_bytes(data)
    output.report(fixed, to_stderr=True)
    return _status(fixed, output)


def _status(result: CheckResult | FixResult, output: Output) -> int:
    return 2 if result.errors else 1 if result.diagnostics and not output.only_fixes else 0
