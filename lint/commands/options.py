"""The options that decide what a run looks for, which ``check`` and ``explain`` have alike, and the settings of files.

What the command line gives wins over the configuration that is nearest to a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from fullgraph.lint.commands import completing
from fullgraph.lint.commands.terminal import Failure
from fullgraph.lint.source.discovery import shorten

if TYPE_CHECKING:
    from fullgraph.lint.commands.runner import RunOptions
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.config.settings import Settings
    from fullgraph.lint.registry.rule import Rule


def _codes(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """The codes of the rules that comma-separated lists name."""
    from fullgraph.lint.config.settings import codes_of

    option = parameter.opts[0]
    return codes_of(values, lambda text, hint: Failure(f"unknown rule {text} in {option}{hint}"))


def _torch_version(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from fullgraph.lint.torch_data import supported

        try:
            supported(value)
        except ValueError as failure:
            raise Failure(f"{parameter.opts[0]}: {failure}") from None
    return value


def _assumed(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """The modes, dtypes and devices that comma-separated lists name."""
    from fullgraph.lint.diagnostics.condition import ASSUMABLE

    given = tuple(dict.fromkeys(name.strip().lower() for value in values for name in value.split(",") if name.strip()))
    unknown = next((name for name in given if name not in ASSUMABLE), None)
    if unknown is not None:
        raise Failure(f"{parameter.opts[0]}: {unknown!r} is none of {', '.join(ASSUMABLE)}")
    return given


_Command = TypeVar("_Command", bound=Callable[..., object])


def run_options(command: _Command) -> _Command:
    """The options that decide what a run looks for. The command takes them as keyword arguments, for `Chosen`."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


def _rules(name: str, about: str) -> Callable[[_Command], _Command]:
    """An option that takes rules."""
    return click.option(
        name, multiple=True, callback=_codes, shell_complete=completing.codes, metavar="RULES", help=about
    )


_RUN_OPTIONS = (
    _rules("--select", "Only these rules: FG101,FG4,print-in-graph."),
    _rules("--extend-select", "These too."),
    _rules("--ignore", "Not these."),
    _rules("--extend-ignore", "Not these either."),
    click.option(
        "--follow",
        multiple=True,
        metavar="PACKAGE",
        help="Read this installed package in any case. Repeatable.",
    ),
    click.option(
        "--follow-reached/--no-follow",
        default=None,
        help="Whether to read the installed packages that your code leads into.  [default: --follow-reached]",
    ),
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
        "--assume",
        multiple=True,
        callback=_assumed,
        shell_complete=completing.assumed,
        metavar="WHAT",
        help="Only these modes, dtypes and devices are met: float16,training. Leave out findings that hold only in "
        "others, and put first what holds in these.",
    ),
    click.option(
        "--scope",
        type=click.Choice(["auto", "all", "explicit"]),
        default="auto",
        show_default=True,
        help="Take every nn.Module's forward as compiled, or only what torch.compile reaches. auto: only that, if the "
        "files call torch.compile.",
    ),
    click.option(
        "--root",
        "roots",
        multiple=True,
        metavar="WHERE:NAME",
        help="Take this function, method or class as compiled too: train.py:Trainer.step, or "
        "'train.py:Trainer.step(batch)' where batch is a tensor. Repeatable.",
    ),
    click.option(
        "--facts",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Use what recorded runs saw of functions that have not changed since: what `verify --facts` wrote.",
    ),
    click.option(
        "--torch-version",
        callback=_torch_version,
        shell_complete=completing.torch_versions,
        metavar="VERSION",
        help="What this torch compiles, such as 2.13.  [default: the one installed here, else the newest known]",
    ),
    click.option(
        "--config",
        multiple=True,
        shell_complete=completing.files,
        metavar="FILE|TOML",
        help="Take the settings of this file for all that is checked, not those nearest to it; or override one for all "
        "files, in TOML: 'mode = \"fullgraph\"'. Repeatable.",
    ),
    click.option("--isolated", is_flag=True, help="Take no settings from files."),
)
_WHERE = ("config", "isolated", "jobs", "no_cache")
"""Options that are no settings."""

CACHE = "FULLGRAPH_CACHE_DIR"
"""The environment variable that names the folder for results."""


class Chosen:
    """The settings of each file, from the command line and the configuration."""

    def __init__(self, given: dict[str, Any]) -> None:
        """``given``: the values of the run options. Raises `Failure` for a file that cannot be used."""
        from fullgraph.lint.config.settings import Settings, SettingsFinder, patterns_of, roots_of

        context = click.get_current_context()
        told = {name for name in given if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
        self.over = {name: given[name] for name in told - set(_WHERE)}
        if "exclude" in self.over:
            self.over["exclude"] = patterns_of(
                self.over["exclude"], Path.cwd(), lambda text: Failure(f"--exclude: {text!r} is no pattern")
            )
        if "roots" in self.over:
            self.over["roots"] = roots_of(self.over["roots"], Path.cwd(), lambda problem: Failure(f"--root: {problem}"))
        self.fixed: Settings | None = Settings() if given["isolated"] else None
        file, self.inline = _configured(given["config"])
        if file is not None:
            if given["isolated"]:
                raise Failure("--config FILE and --isolated do not go together")
            self.fixed = _settings_in(file)
        self._jobs: int | None = given.get("jobs")
        self._without_cache = bool(given.get("no_cache"))
        self.finder = SettingsFinder()
        self._options: dict[Path, Options] = {}
        self._folders: dict[Path, Path] = {}

    def how(self) -> RunOptions:
        """Return how the run is done. Raises `Failure` for a limit in the environment that is no number."""
        from fullgraph.lint.commands.runner import RunOptions
        from fullgraph.lint.parallel.limits import Limits

        try:
            limits = Limits.from_environment()
        except ValueError as failure:
            raise Failure(str(failure)) from None
        return RunOptions(self._jobs, self._cache(), limits)

    def _cache(self) -> Path | None:
        """The folder for results: the command line's, that of the environment, of the configuration, the project's."""
        if self._without_cache:
            return None
        given = self.over.get("cache_dir") or os.environ.get(CACHE) or self.settings(Path.cwd()).cache_dir
        return Path(given).absolute() if given is not None else project_root() / CACHE_FOLDER

    def settings(self, path: Path) -> Settings:
        """Return what applies to a file or folder. Raises `Failure` for a configuration that cannot be used."""
        from fullgraph.lint.config.toml_tables import ConfigurationError

        try:
            found = self.fixed or self.finder.of(path)
        except ConfigurationError as failure:
            raise Failure(str(failure)) from None
        for values in (self.inline, self.over):
            found = found.over(**values) if values else found
        return found

    def require_facts(self, path: Path) -> None:
        """Raises `Failure` where a file or folder has facts that cannot be used."""
        facts = self.settings(path).facts
        if facts is not None:
            from fullgraph.lint.facts.files import FactsError, read

            try:
                read(facts)
            except FactsError as failure:
                raise Failure(f"facts: {failure}") from None

    def _resolved(self, folder: Path) -> Path:
        """A folder without symbolic links, looked at once."""
        if folder not in self._folders:
            self._folders[folder] = folder.resolve()
        return self._folders[folder]

    def options(self, path: Path) -> Options:
        """The engine's options for a file, the same object for all files of a folder."""
        folder = path.resolve().parent if path.is_symlink() else self._resolved(path.parent)
        if folder not in self._options:
            made = engine_options(self.settings(path))
            self._options[folder] = next((known for known in self._options.values() if known == made), made)
        return self._options[folder]

    def warnings(self, files: Sequence[Path]) -> Iterator[str]:
        """Return warnings about choices that had no effect on the files that were checked."""
        from fullgraph.lint.torch_data import default_version, number, outside

        for version in dict.fromkeys(options.torch_version for options in self._options.values()):
            known = outside(version)
            if known is not None:
                asked = "torch {}.{}".format(*number(version or default_version()))
                here = ", which is installed here," if version is None else ""
                yield f"{asked}{here} is not known: findings are for {known}"
        yield from self._unread_roots(files)

    def _unread_roots(self, files: Sequence[Path]) -> Iterator[str]:
        """The roots of the command line that lie in none of the files."""
        from fullgraph.lint.config.root_spec import parse_root
        from fullgraph.lint.project.module_finder import Finder

        given = {path.resolve() for path in files}
        finder = Finder()
        for text in self.over.get("roots", ()):
            root = parse_root(text)
            if root is not None and root.file is None and root.where not in {finder.name_of(path)[0] for path in given}:
                yield f"--root {root}: none of the files that are checked is the module {root.where}"
            if root is not None and root.file is not None and root.file not in given:
                yield f"--root {shorten(root.file)}:{root.name}: the file is not among those that are checked"


CACHE_FOLDER = ".fullgraph_cache"


def project_root() -> Path:
    """The folder of the project that the current folder belongs to: where its configuration or repository is."""
    here = Path.cwd()
    marks = ("pyproject.toml", "fullgraph.toml", ".git")
    return next((folder for folder in (here, *here.parents) if any((folder / mark).exists() for mark in marks)), here)


def _configured(texts: Sequence[str]) -> tuple[Path | None, dict[str, Any]]:
    """The file that ``--config`` names, and the settings that it gives itself, of which the last one counts."""
    from fullgraph.lint.config.settings import inline
    from fullgraph.lint.config.toml_tables import ConfigurationError

    file: Path | None = None
    values: dict[str, Any] = {}
    for text in texts:
        if "=" in text and not Path(text).exists():
            try:
                values |= inline(text, Path.cwd())
            except ConfigurationError as failure:
                raise Failure(str(failure)) from None
        elif file is not None:
            raise Failure("--config names one file at most; settings can be given beside it, such as 'scope = \"all\"'")
        else:
            file = Path(text)
    return file, values


def _settings_in(path: Path) -> Settings:
    from fullgraph.lint.config.settings import Settings, read
    from fullgraph.lint.config.toml_tables import ConfigurationError, read_settings

    if not path.is_file():
        raise Failure(f"--config: there is no file {path}")
    try:
        table = read_settings(path)
        return read(table) if table is not None else Settings()
    except ConfigurationError as failure:
        raise Failure(str(failure)) from None


def engine_options(settings: Settings) -> Options:
    """The engine's options that settings come to."""
    from fullgraph.lint.config.options import Options

    return Options(
        select=settings.selected,
        ignore=settings.ignored,
        per_file_ignores=settings.per_file_ignores,
        fixable=settings.fixable,
        unfixable=settings.unfixable,
        follow=settings.follow,
        follow_reached=settings.follow_reached,
        mode="fullgraph" if settings.mode == "fullgraph" else "default",
        confidence="low" if settings.confidence == "low" else "high" if settings.confidence == "high" else "medium",
        assume=settings.assume,
        scope="auto" if settings.scope == "auto" else "explicit" if settings.scope == "explicit" else "all",
        roots=settings.roots,
        facts=settings.facts,
        torch_version=settings.torch_version,
    )


def rules() -> Sequence[Rule]:
    from fullgraph.lint.registry.rule import load_rules

    return load_rules()
