"""``fullgraph check``: find, and rewrite."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands import verifying
from fullgraph.lint.commands.explain import explain_line
from fullgraph.lint.commands.options import make_options, rules, run_options
from fullgraph.lint.commands.terminal import (
    TRACEBACK,
    Failure,
    describe,
    look_of,
    print_text,
    show_errors,
    show_traceback,
    write_bytes,
    write_text,
)
from fullgraph.lint.report.formats import FOR_PEOPLE, FORMATS

if TYPE_CHECKING:
    from fullgraph.lint.baseline import Baseline
    from fullgraph.lint.diagnostics import CheckResult
    from fullgraph.lint.engine import Options
    from fullgraph.lint.fix import FixResult, Site
    from fullgraph.lint.report.text import Look, ReadLines
    from fullgraph.lint.source import SourceFile

STDIN = "-"


@click.command(short_help="Find what will break the graph, and rewrite it.")
@click.argument("paths", nargs=-1)
@click.option("--fix", is_flag=True, help="Apply the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply the unsafe fixes too: each says what differs afterwards.")
@click.option("--diff", is_flag=True, help="Print the fixes as a diff and write nothing.")
@click.option(
    "--verify",
    is_flag=True,
    help="Run what is rewritten as it was and as rewritten, where it has inputs; take back the fixes that fail.",
)
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    help="With --verify: run this too, such as train.py:model. What `fullgraph verify` takes. Repeatable.",
)
@run_options
@click.option(
    "--output-format",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
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
@click.option("--add-ignore", is_flag=True, help="Silence each finding by a comment on its line, and report none.")
@click.option("--statistics", is_flag=True, help="Count the findings of each rule instead of listing them.")
@click.option("--output-file", "-o", type=click.Path(dir_okay=False), metavar="FILE", help="Write the findings there.")
@click.option("--stdin-filename", metavar="FILE", help="What the text on standard input (PATHS is -) is called.")
@click.option("--watch", is_flag=True, help="Go on: check again whenever files change, until Ctrl-C.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option(
    "--explain-scope",
    metavar="FILE:LINE",
    help="Explain this line instead, as `fullgraph explain FILE:LINE PATHS` does: is it compiled, and why.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print findings and errors alone, no summary.")
@click.option("--traceback", is_flag=True, help=f"Show the traceback of an internal error (also: {TRACEBACK}=1).")
def check(
    paths: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    verify: bool,
    targets: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    follow: tuple[str, ...],
    mode: str,
    confidence: str,
    scope: str,
    torch_version: str | None,
    output_format: str,
    baseline: Path | None,
    write_baseline: Path | None,
    add_ignore: bool,
    statistics: bool,
    output_file: str | None,
    stdin_filename: str | None,
    watch: bool,
    exit_zero: bool,
    explain_scope: str | None,
    quiet: bool,
    traceback: bool,
) -> None:
    """Find what will break the graph when torch.compile traces it, in the files and folders PATHS (default: here).

    PATHS of - reads standard input; with --fix the rewritten text goes to standard output.

    Nothing of what is read is imported or run, unless --verify asks for that.

    Exits with 0 if there is nothing to report, 1 if there are findings (after fixes: that remain), 2 if something
    could not be read or checked.
    """
    if traceback:
        os.environ[TRACEBACK] = "1"
    options = make_options(select, ignore, follow, mode, confidence, scope, torch_version)
    if explain_scope is not None:
        if fix or unsafe_fixes or diff or STDIN in paths:
            raise Failure("--explain-scope goes with no fixes, and not with - (standard input)")
        if output_format not in ("text", "json"):
            raise Failure(f"--explain-scope prints text or json, not {output_format}")
        sys.exit(explain_line(explain_scope, paths, options, output_format, output_file))
    if statistics and output_format not in ("text", "concise", "json"):
        raise Failure(f"--statistics prints text or json, not {output_format}")
    output = _Output(output_format, output_file, quiet, statistics)
    wanted = _Wanted(
        fix or unsafe_fixes or diff, unsafe_fixes, diff, verify, targets, _read_baseline(baseline) if baseline else None
    )
    if add_ignore or write_baseline is not None:
        option = "--add-ignore" if add_ignore else "--write-baseline"
        if wanted.fixing or STDIN in paths or (add_ignore and write_baseline is not None):
            raise Failure(f"{option} goes with no fixes, and not with - (standard input)")
        sys.exit(_leave_for_later(paths, options, wanted, write_baseline))
    if targets and not verify:
        raise Failure("--target goes with --verify")
    if verify and (not wanted.fixing or STDIN in paths):
        raise Failure("--verify goes with --fix or --diff, and not with - (standard input)")
    if watch:
        if wanted.fixing or STDIN in paths or output_file is not None or not output.for_people:
            raise Failure("--watch prints text to the terminal; it goes with no fixes, and not with - (standard input)")
        sys.exit(_watch(paths, options, wanted, output))
    if STDIN in paths:
        if len(paths) > 1:
            raise Failure("- (standard input) goes with no other path")
        status = _check_stdin(stdin_filename or STDIN, options, wanted, output)
    else:
        status = _check_paths(paths, options, wanted, output)
    sys.exit(0 if exit_zero and status == 1 else status)


@dataclass(frozen=True)
class _Wanted:
    """What is to be done about fixes."""

    fixing: bool
    unsafe: bool
    diff: bool
    verify: bool = False
    targets: tuple[str, ...] = ()
    baseline: Baseline | None = None
    """Findings that are not to be reported."""

    def check(self, files: Sequence[Path], options: Options) -> CheckResult:
        result = _guarded_check(files, options)
        if self.baseline is not None:
            texts = options.sources
            names = {one.filename: Path(one.filename) for one in result.diagnostics}
            known = {name: texts.get(path, texts.get(path.resolve())) for name, path in names.items()}
            reader = _reader(result, {name: text for name, text in known.items() if text is not None})
            result.diagnostics = self.baseline.new(result.diagnostics, reader)
        return result


@dataclass(frozen=True)
class _Output:
    """Where the findings go and how they look."""

    form: str
    file: str | None
    quiet: bool
    statistics: bool = False

    @property
    def for_people(self) -> bool:
        return self.form in FOR_PEOPLE

    def report(
        self,
        result: CheckResult | FixResult,
        *,
        to_stderr: bool = False,
        summary: bool = True,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Print the findings and the summary. ``texts`` are those of files that are not on disk."""
        from fullgraph.lint.report import text as as_text

        stream = sys.stderr if to_stderr else sys.stdout
        look = look_of(stream, to_file=self.file is not None)
        content = self._counted(result, look) if self.statistics else self._listed(result, texts or {}, look)
        closing = ""
        if self.for_people and not self.quiet and summary:
            fixed = getattr(result, "files", ())
            closing = as_text.summary(
                result.diagnostics,
                result.files_checked,
                unreadable=len({error.filename for error in result.errors}),
                fixed=sum(len(file.fixed) for file in fixed),
                fixed_files=len(fixed),
            )
        if self.file is None:
            print_text(content + closing, stream, look)
            return
        write_text(self.file, content)
        print_text(closing, stream, look_of(stream))

    def _listed(self, result: CheckResult | FixResult, texts: Mapping[str, str], look: Look) -> str:
        from fullgraph.lint.report.formats import render

        return render(self.form, result, _reader(result, texts), look)

    def _counted(self, result: CheckResult | FixResult, look: Look) -> str:
        from fullgraph.lint.report import statistics

        if self.form == "json":
            return statistics.render_json(result.diagnostics)
        return statistics.render(result.diagnostics, look)


def _check_paths(paths: Sequence[str], options: Options, wanted: _Wanted, output: _Output) -> int:
    from fullgraph.lint.files import discover

    found = discover(paths)
    if not found.files and not found.errors:
        click.echo("warning: no Python files found under the given paths", err=True)
    confirmed = None
    if wanted.verify:
        confirmed = verifying.run(lambda left: _fixed(found.files, options, wanted, left), options, wanted.targets)
        result: CheckResult | FixResult = confirmed.result
        if not wanted.diff:
            _write(confirmed.result)
    else:
        result = _run(found.files, options, wanted)
    result.errors[:0] = found.errors
    show_errors(result.errors)
    if not isinstance(result, _fix_result()):
        _show_mistakes(filter(None, map(_suppressing, found.files)))
        output.report(result, summary=bool(found.files))
        return _status(result)
    _show_mistakes(result.read.values())
    if wanted.diff:
        status = _show_diff(result, output)
    else:
        output.report(result, summary=bool(found.files))
        status = _status(result)
    if confirmed is not None:
        verifying.show(confirmed, to_stderr=wanted.diff or not output.for_people)
    return status


def _watch(paths: Sequence[str], options: Options, wanted: _Wanted, output: _Output) -> int:
    from fullgraph.lint.commands import watching

    def show(result: CheckResult, files: Sequence[Path]) -> None:
        show_errors(result.errors)
        _show_mistakes(filter(None, map(_suppressing, files)))
        output.report(result, summary=bool(files))

    return watching.run(paths, lambda files: wanted.check(files, options), show)


def _read_baseline(path: Path) -> Baseline:
    from fullgraph.lint.baseline import Baseline, BaselineError

    try:
        return Baseline.read(path)
    except BaselineError as failure:
        raise Failure(str(failure)) from None


def _leave_for_later(paths: Sequence[str], options: Options, wanted: _Wanted, baseline: Path | None) -> int:
    """Write all findings into a baseline, or comments that silence them into the files; the exit status."""
    from fullgraph.lint.files import discover
    from fullgraph.lint.report.text import count

    found = discover(paths)
    result = wanted.check(found.files, options)
    errors = [*found.errors, *result.errors]
    number = count(len(result.diagnostics), "finding")
    if baseline is not None:
        from fullgraph.lint.baseline import BaselineError, write

        try:
            write(baseline, result.diagnostics, _reader(result, {}))
        except BaselineError as failure:
            raise Failure(str(failure)) from None
        done = f"Wrote {number} to {baseline}."
    else:
        from fullgraph.lint.ignores import add_to_files

        files, refused = add_to_files(result.diagnostics)
        errors += refused
        done = f"Silenced {number} in {count(files, 'file')}."
    show_errors(errors)
    click.echo(done, err=True)
    return 2 if errors else 0


def _check_stdin(name: str, options: Options, wanted: _Wanted, output: _Output) -> int:
    from fullgraph.lint.diagnostics import InputError
    from fullgraph.lint.source import SourceError, SourceFile

    data = sys.stdin.buffer.read()
    path = Path(name)
    try:
        source = SourceFile.decoded(path, data, name)
    except SourceError as failure:
        if wanted.fixing and not wanted.diff:
            write_bytes(data)
        show_errors([failure.error])
        return 2
    text = source.text
    result = _run([path], replace(options, sources={path: text}), wanted, written=False)
    show_errors(result.errors)
    _show_mistakes([source])
    if not isinstance(result, _fix_result()):
        output.report(result, texts={name: text})
        return _status(result)
    for file in result.files:
        file.source.encoding = source.encoding
    if wanted.diff:
        return _show_diff(result, output)
    fixed = result.files[0].text if result.files else text
    try:
        data = source.encode(fixed)
    except ValueError as failure:  # a notebook whose cells a fix would mix up
        show_errors([InputError(name, f"no fix applied: {failure}")])
        write_bytes(data)
        return 2
    write_bytes(data)
    output.report(result, to_stderr=True)
    return _status(result)


def _fix_result() -> type[FixResult]:
    from fullgraph.lint.fix import FixResult

    return FixResult


def _run(files: Sequence[Path], options: Options, wanted: _Wanted, written: bool = True) -> CheckResult | FixResult:
    if not wanted.fixing:
        return wanted.check(files, options)
    result = _fixed(files, options, wanted)
    if written and not wanted.diff:
        _write(result)
    return result


def _write(result: FixResult) -> None:
    from fullgraph.lint.fix import write_fixes

    write_fixes(result)


def _fixed(files: Sequence[Path], options: Options, wanted: _Wanted, without: Collection[Site] = ()) -> FixResult:
    from fullgraph.lint.fix import fix_paths

    return fix_paths(files, options, wanted.unsafe, write=False, check=wanted.check, without=without)


def _guarded_check(files: Sequence[Path], options: Options) -> CheckResult:
    """The engine's check, where an internal error costs the findings of the file that it came from and no others."""
    from fullgraph.lint import engine
    from fullgraph.lint.diagnostics import CheckResult, InputError

    try:
        return engine.check(files, options)
    except Exception as failure:
        show_traceback()
        if len(files) == 1:
            error = InputError(str(files[0]), f"internal error: {describe(failure)}; please report")
            return CheckResult(errors=[error])
    # Which file it was is found out one by one; what a file alone does not tell, such as who calls it, is lost.
    together = CheckResult()
    for path in files:
        single = _guarded_check([path], options)
        together.diagnostics += single.diagnostics
        together.errors += single.errors
        together.files_checked += single.files_checked
        together.involved |= single.involved
    together.errors = list(dict.fromkeys(together.errors))
    return together


def _status(result: CheckResult | FixResult) -> int:
    return 2 if result.errors else 1 if result.diagnostics else 0


def _show_diff(result: FixResult, output: _Output) -> int:
    from fullgraph.lint.report.text import count
    from fullgraph.lint.writing import diff

    diffs = b"".join(diff(file.source, file.text) for file in result.files)
    if output.file is not None:
        try:
            Path(output.file).write_bytes(diffs)
        except OSError as failure:
            raise Failure(f"cannot write {output.file}: {failure.strerror or failure}") from None
    elif sys.stdout.isatty():
        look = look_of(sys.stdout)
        print_text(
            "".join(_colour_diff(line, look) for line in diffs.decode(errors="replace").split("\n")), sys.stdout, look
        )
    else:
        write_bytes(diffs)
    if not output.quiet:
        findings, files = count(result.fixed, "finding"), count(len(result.files), "file")
        click.echo(f"Would fix {findings} in {files}; {len(result.diagnostics)} would remain.", err=True)
    return 2 if result.errors else 1 if result.files or result.diagnostics else 0


def _colour_diff(line: str, look: Look) -> str:
    from fullgraph.lint.report.text import printable

    shown = printable(line.replace("\t", "    ").rstrip("\r"))
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    is_name = line.startswith(("--- ", "+++ "))
    return look.style(shown, None if is_name else colour, bold=is_name) + "\n" if line else ""


def _show_mistakes(sources: Iterable[SourceFile]) -> None:
    """Warn of suppression comments that silence nothing."""
    from fullgraph.lint import suppress
    from fullgraph.lint.report.text import printable

    codes = [rule.code for rule in rules()]
    for source in sources:
        for row, message in suppress.mistakes(source.text, codes):
            place = str(row) if source.cells is None else "cell {}:{}".format(*source.cells.place(row))
            click.echo(printable(f"{source.display}:{place}: warning: {message}"), err=True)


def _suppressing(path: Path) -> SourceFile | None:
    """A file if it may hold a suppression comment of ours and can be read."""
    from fullgraph.lint.source import SourceError, SourceFile

    try:
        data = path.read_bytes()
        return SourceFile.decoded(path, data) if b"fullgraph" in data or b"noqa" in data else None
    except (OSError, SourceError):
        return None


def _reader(result: CheckResult | FixResult, texts: Mapping[str, str]) -> ReadLines:
    """Reads the lines of files by the name in their diagnostics, each once."""
    from fullgraph.lint.source import SourceError, SourceFile

    known = {name: SourceFile(Path(name), text) for name, text in texts.items()}
    known.update(getattr(result, "read", {}))

    def lines(name: str) -> list[str]:
        if name not in known:
            try:
                known[name] = SourceFile.read(Path(name))
            except SourceError:
                known[name] = SourceFile(Path(name), "")
        return known[name].lines

    return lines
