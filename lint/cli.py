"""The command line: ``fullgraph check``, ``explain``, ``rule`` and ``verify``.

Exit statuses: 0 clean, 1 findings (after fixes: findings that remain), 2 wrong usage, an internal error, or input that
could not be read or checked (the rest is checked and printed all the same).

Nothing heavy is imported before a command needs it: the engine with ``check``, LibCST where something is rewritten, and
what compiles code with ``verify``.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click
from fullgraph import __version__

if TYPE_CHECKING:
    from fullgraph.lint.diagnostics import CheckResult, InputError
    from fullgraph.lint.engine import Options
    from fullgraph.lint.fix import FixResult
    from fullgraph.lint.report.text import Look, ReadLines
    from fullgraph.rules.base import Rule

TRACEBACK = "FULLGRAPH_TRACEBACK"
"""Set to anything, this environment variable shows the traceback of an internal error."""

STDIN = "-"


class Failure(click.ClickException):
    """Ends the command with status 2 and one line on stderr."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"error: {self.message}", err=True)


class _Verify(click.Command):
    """Stands for ``verify`` in the help; the command itself is imported where it is run."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        missing = [name for name in ("torch", "numpy", "rich") if importlib.util.find_spec(name) is None]
        if missing:
            raise Failure(f"verify needs {', '.join(missing)}: pip install 'fullgraph[verify]'")
        command: click.Command = importlib.import_module("fullgraph.runtime_check.cli").verify
        return command.make_context(info_name, args, parent=parent, **extra)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fullgraph", message="%(prog)s %(version)s")
def cli() -> None:
    """Make PyTorch code ready for torch.compile.

    Finds what breaks its graphs, rewrites it, and lets the compiler confirm it.
    """


cli.add_command(_Verify("verify", short_help="Compile a target for real and say what the compiler does."))


def _codes(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Rule codes, or their beginnings, out of comma-separated lists."""
    from fullgraph.lint.suppress import near

    given = [code.strip().upper() for value in values for code in value.split(",") if code.strip()]
    if given:
        known = [rule.code for rule in _load_rules()]
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


def _run_options(command: _Command) -> _Command:
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


def _options(
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


@cli.command(short_help="Find what will break the graph, and rewrite it.")
@click.argument("paths", nargs=-1)
@click.option("--fix", is_flag=True, help="Apply the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply the unsafe fixes too: each says what differs afterwards.")
@click.option("--diff", is_flag=True, help="Print the fixes as a diff and write nothing.")
@_run_options
@click.option(
    "--output-format",
    type=click.Choice(["text", "concise", "json"]),
    default="text",
    show_default=True,
)
@click.option("--output-file", "-o", type=click.Path(dir_okay=False), metavar="FILE", help="Write the findings there.")
@click.option("--stdin-filename", metavar="FILE", help="What the text on standard input (PATHS is -) is called.")
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
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    follow: tuple[str, ...],
    mode: str,
    confidence: str,
    scope: str,
    torch_version: str | None,
    output_format: str,
    output_file: str | None,
    stdin_filename: str | None,
    exit_zero: bool,
    explain_scope: str | None,
    quiet: bool,
    traceback: bool,
) -> None:
    """Find what will break the graph when torch.compile traces it, in the files and folders PATHS (default: here).

    PATHS of - reads standard input; with --fix the rewritten text goes to standard output.

    Exits with 0 if there is nothing to report, 1 if there are findings (after fixes: that remain), 2 if something
    could not be read or checked.
    """
    if traceback:
        os.environ[TRACEBACK] = "1"
    options = _options(select, ignore, follow, mode, confidence, scope, torch_version)
    if explain_scope is not None:
        if fix or unsafe_fixes or diff or STDIN in paths:
            raise Failure("--explain-scope goes with no fixes, and not with - (standard input)")
        sys.exit(_explain(explain_scope, paths, options, output_format, output_file))
    output = _Output(output_format, output_file, quiet)
    wanted = _Wanted(fixing=fix or unsafe_fixes or diff, unsafe=unsafe_fixes, diff=diff)
    if STDIN in paths:
        if len(paths) > 1:
            raise Failure("- (standard input) goes with no other path")
        status = _check_stdin(stdin_filename or STDIN, options, wanted, output)
    else:
        status = _check_paths(paths, options, wanted, output)
    sys.exit(0 if exit_zero and status == 1 else status)


@cli.command(short_help="Say whether a line is compiled, how, and what it holds.")
@click.argument("place", metavar="FILE:LINE")
@click.argument("paths", nargs=-1)
@_run_options
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--traceback", is_flag=True, help=f"Show the traceback of an internal error (also: {TRACEBACK}=1).")
def explain(
    place: str,
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    follow: tuple[str, ...],
    mode: str,
    confidence: str,
    scope: str,
    torch_version: str | None,
    output_format: str,
    traceback: bool,
) -> None:
    """Say what `fullgraph check` makes of the line FILE:LINE.

    Whether torch.compile traces it, and on which ways from which roots, or why not; what each name, attribute and
    expression on it can hold, and why; what is found there, and what is left out for which reason.

    The ways are those in FILE and in the files and folders PATHS (default: FILE alone). Give the PATHS and options
    that check was given to hear what it went by. A column (FILE:LINE:COLUMN) is allowed and makes no difference.

    Exits with 0, or with 2 if something could not be read.
    """
    if traceback:
        os.environ[TRACEBACK] = "1"
    options = _options(select, ignore, follow, mode, confidence, scope, torch_version)
    sys.exit(_explain(place, paths, options, output_format, None))


def _explain(place: str, paths: Sequence[str], options: Options, form: str, file: str | None) -> int:
    """Explain a line; the exit status."""
    from fullgraph.lint.explain import Target, explain
    from fullgraph.lint.files import discover
    from fullgraph.lint.report import explanation as report
    from fullgraph.lint.source import SourceError

    found = discover(paths) if paths else None
    try:
        explanation, errors = explain(Target.parse(place), found.files if found is not None else [], options)
    except SourceError as failure:
        _show_errors([failure.error])
        return 2
    errors = [*(found.errors if found is not None else []), *errors]
    _show_errors(errors)
    look = _look(sys.stdout, to_file=file is not None)
    text = report.render_json(explanation) if form == "json" else report.render(explanation, look)
    if file is None:
        _print(text, sys.stdout, look)
    else:
        _write_text(file, text)
    return 2 if errors else 0


def _write_text(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as failure:
        raise Failure(f"cannot write {file}: {failure.strerror or failure}") from None


@dataclass(frozen=True)
class _Wanted:
    """What is to be done about fixes."""

    fixing: bool
    unsafe: bool
    diff: bool


@dataclass(frozen=True)
class _Output:
    """Where the findings go and how they look."""

    form: str
    file: str | None
    quiet: bool

    def report(
        self,
        result: CheckResult | FixResult,
        *,
        to_stderr: bool = False,
        summary: bool = True,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Print the findings and the summary. ``texts`` are those of files that are not on disk."""
        from fullgraph.lint.report import json as as_json
        from fullgraph.lint.report import text as as_text

        stream = sys.stderr if to_stderr else sys.stdout
        look = _look(stream, to_file=self.file is not None)
        if self.form == "json":
            content = as_json.render(result.diagnostics, result.errors)
        elif self.form == "concise":
            content = as_text.render_concise(result.diagnostics, look)
        else:
            content = as_text.render(result.diagnostics, _reader(result, texts or {}), look)
        closing = ""
        if self.form != "json" and not self.quiet and summary:
            fixed = getattr(result, "files", ())
            closing = as_text.summary(
                result.diagnostics,
                result.files_checked,
                unreadable=len({error.filename for error in result.errors}),
                fixed=sum(len(file.fixed) for file in fixed),
                fixed_files=len(fixed),
            )
        if self.file is None:
            _print(content + closing, stream, look)
            return
        _write_text(self.file, content)
        _print(closing, stream, _look(stream))


def _check_paths(paths: Sequence[str], options: Options, wanted: _Wanted, output: _Output) -> int:
    from fullgraph.lint.files import discover

    found = discover(paths)
    if not found.files and not found.errors:
        click.echo("warning: no Python files found under the given paths", err=True)
    result = _run(found.files, options, wanted)
    result.errors[:0] = found.errors
    _show_errors(result.errors)
    if not isinstance(result, _fix_result()):
        _show_mistakes((str(path), _text_of(path)) for path in found.files)
        output.report(result, summary=bool(found.files))
        return _status(result)
    _show_mistakes((name, source.text) for name, source in result.read.items())
    if wanted.diff:
        return _show_diff(result, output)
    output.report(result, summary=bool(found.files))
    return _status(result)


def _check_stdin(name: str, options: Options, wanted: _Wanted, output: _Output) -> int:
    from fullgraph.lint.source import SourceError, SourceFile, decode

    data = sys.stdin.buffer.read()
    try:
        text, encoding = decode(data, name)
    except SourceError as failure:
        if wanted.fixing and not wanted.diff:
            _write_bytes(data)
        _show_errors([failure.error])
        return 2
    path = Path(name)
    result = _run([path], replace(options, sources={path: text}), wanted, written=False)
    _show_errors(result.errors)
    _show_mistakes([(name, text)])
    if not isinstance(result, _fix_result()):
        output.report(result, texts={name: text})
        return _status(result)
    for file in result.files:
        file.source.encoding = encoding
    if wanted.diff:
        return _show_diff(result, output)
    fixed = result.files[0].text if result.files else text
    _write_bytes(SourceFile(path, text, encoding).encode(fixed))
    output.report(result, to_stderr=True)
    return _status(result)


def _fix_result() -> type[FixResult]:
    from fullgraph.lint.fix import FixResult

    return FixResult


def _run(files: Sequence[Path], options: Options, wanted: _Wanted, written: bool = True) -> CheckResult | FixResult:
    if not wanted.fixing:
        return _guarded_check(files, options)
    from fullgraph.lint.fix import fix_paths

    return fix_paths(files, options, wanted.unsafe, write=written and not wanted.diff, check=_guarded_check)


def _guarded_check(files: Sequence[Path], options: Options) -> CheckResult:
    """The engine's check, where an internal error costs the findings of the file that it came from and no others."""
    from fullgraph.lint import engine
    from fullgraph.lint.diagnostics import CheckResult, InputError

    try:
        return engine.check(files, options)
    except Exception as failure:
        _show_traceback()
        if len(files) == 1:
            error = InputError(str(files[0]), f"internal error: {_describe(failure)}; please report")
            return CheckResult(errors=[error])
    # Which file it was is found out one by one; what a file alone does not tell, such as who calls it, is lost.
    together = CheckResult()
    for path in files:
        single = _guarded_check([path], options)
        together.diagnostics += single.diagnostics
        together.errors += single.errors
        together.files_checked += single.files_checked
    together.errors = list(dict.fromkeys(together.errors))
    return together


def _describe(failure: BaseException) -> str:
    message = " ".join(str(failure).split())
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__


def _status(result: CheckResult | FixResult) -> int:
    return 2 if result.errors else 1 if result.diagnostics else 0


def _show_diff(result: FixResult, output: _Output) -> int:
    from fullgraph.lint.fix import diff
    from fullgraph.lint.report.text import count

    diffs = b"".join(diff(file) for file in result.files)
    if output.file is not None:
        try:
            Path(output.file).write_bytes(diffs)
        except OSError as failure:
            raise Failure(f"cannot write {output.file}: {failure.strerror or failure}") from None
    elif sys.stdout.isatty():
        look = _look(sys.stdout)
        _print(
            "".join(_colour_diff(line, look) for line in diffs.decode(errors="replace").split("\n")), sys.stdout, look
        )
    else:
        _write_bytes(diffs)
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


def _show_errors(errors: Iterable[InputError]) -> None:
    from fullgraph.lint.report.text import printable

    for error in errors:
        click.echo(printable(str(error)), err=True)


def _show_mistakes(texts: Iterable[tuple[str, str]]) -> None:
    """Warn of suppression comments that silence nothing."""
    from fullgraph.lint import suppress
    from fullgraph.lint.report.text import printable

    codes = [rule.code for rule in _load_rules()]
    for name, text in texts:
        for row, message in suppress.mistakes(text, codes):
            click.echo(printable(f"{name}:{row}: warning: {message}"), err=True)


def _text_of(path: Path) -> str:
    """The text of a file if it may hold a suppression comment of ours, else nothing."""
    from fullgraph.lint.source import SourceError, decode

    try:
        data = path.read_bytes()
        return decode(data, "")[0] if b"fullgraph" in data or b"noqa" in data else ""
    except (OSError, SourceError):
        return ""


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


@cli.command()
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="Every rule's page.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rule(code: str | None, everything: bool, output_format: str) -> None:
    """Explain the rule CODE (or its name), or list the rules."""
    from fullgraph.lint.suppress import near

    rules = list(_load_rules())
    if code is not None and everything:
        raise Failure("give a rule's code or --all, not both")
    chosen = rules
    if code is not None:
        chosen = [one for one in rules if code.upper() == one.code or code.lower() == one.name]
        if not chosen:
            known = [*(one.code for one in rules), *(one.name for one in rules)]
            raise Failure(f"unknown rule {code}{near(code, known)}")
    look = _look(sys.stdout)
    if output_format == "json":
        from fullgraph.lint.report.evidence import recorded

        entries = [
            {
                "code": one.code,
                "name": one.name,
                "summary": one.summary,
                "explanation": one.page,
                "registry": list(one.registry),
                "url": one.url,
                "evidence": recorded(one.code),
            }
            for one in chosen
        ]
        content = json.dumps(entries if code is None else entries[0], indent=2) + "\n"
    elif code is None and not everything:
        width = max((len(one.name) for one in chosen), default=0)
        content = "".join(f"{look.style(one.code, bold=True)}  {one.name:<{width}}  {one.summary}\n" for one in chosen)
    else:
        content = "\n".join(_page(one, look) for one in chosen)
    _print(content, sys.stdout, look)


def _page(rule: Rule, look: Look) -> str:
    """A rule's page, with its headings in bold."""
    from fullgraph.lint.report.pages import page

    is_code = False
    shown = []
    for line in page(rule):
        is_code ^= line.startswith("```")
        shown.append(look.style(line, bold=True) if line.startswith("#") and not is_code else line)
    return "\n".join(shown)


def _load_rules() -> Sequence[Rule]:
    from fullgraph.rules.base import load_rules

    return load_rules()


def _look(stream: TextIO, to_file: bool = False) -> Look:
    """What a stream can show. NO_COLOR and FORCE_COLOR, if set to anything, decide about colour, in this order."""
    from fullgraph.lint.report.text import Look

    encoding = "utf-8" if to_file else getattr(stream, "encoding", None) or "ascii"
    try:
        "→…".encode(encoding)
        unicode = True
    except (UnicodeEncodeError, LookupError):
        unicode = False
    if to_file or os.environ.get("NO_COLOR"):
        return Look(False, unicode)
    is_terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
    return Look(bool(os.environ.get("FORCE_COLOR")) or is_terminal, unicode)


def _print(text: str, stream: TextIO, look: Look) -> None:
    """Print text; characters that the stream's encoding lacks are escaped."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), file=stream, nl=False, color=look.colour)


def _write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _show_traceback() -> None:
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exc()


def main(args: Sequence[str] | None = None, prog_name: str = "fullgraph") -> NoReturn:
    """Run the command line and exit. Any error is one line on stderr and status 2."""
    sys.exit(_main(args, prog_name))


def _main(args: Sequence[str] | None, prog_name: str) -> int:
    try:
        try:
            cli.main(args, prog_name=prog_name, standalone_mode=False)
            return 0
        finally:
            sys.stdout.flush()
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
        _show_traceback()
        click.echo(f"internal error: {_describe(failure)}; please report (--traceback shows more)", err=True)
        return 2
