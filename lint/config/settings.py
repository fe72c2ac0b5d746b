"""The settings of ``check``, from ``[tool.fullgraph]`` of the nearest file, and what applies to a file and from where.

    [tool.fullgraph]
    extend = "../fullgraph.toml"              # what that file says, unless this one says otherwise
    select = ["FG1", "FG401"]                 # only these rules, by code, its beginning or name; default: all
    extend-select = ["FG7"]                   # these too
    ignore = ["FG402"]                        # not these
    extend-ignore = ["FG410"]                 # nor these
    per-file-ignores = { "tests/**" = ["FG4"] }
    exclude = ["third_party/", "*_pb2.py"]    # left out of folders, as .gitignore has it
    force-exclude = true                      # left out also where they are given
    fixable = ["ALL"]                         # what --fix may fix
    unfixable = ["FG501"]                     # what it may not
    scope = "explicit"                        # or "auto", "all"
    roots = ["train.py:Trainer.step(batch)"]  # compiled too, beside what torch.compile reaches; batch is a tensor
    follow = ["transformers"]
    mode = "fullgraph"                        # or "default"
    confidence = "high"                       # or "medium", "low"
    assume = ["training", "bfloat16"]         # no other modes, dtypes or devices are met
    torch-version = "2.13"
    baseline = "known.json"
    output-format = "concise"
    cache-dir = ".cache/fullgraph"            # where results are kept for later runs
    facts = "facts.json"                      # what recorded runs saw of functions: verify --facts writes it

The command line wins over the file. Patterns and paths are relative to the file that has them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fullgraph.lint.config.root_spec import HOW_TO_WRITE, parse_root
from fullgraph.lint.config.toml_tables import (
    ConfigurationError,
    Table,
    inline_table,
    kind_of,
    read_settings,
    settings_at,
)
from fullgraph.lint.diagnostics.condition import ASSUMABLE
from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Codes = tuple[str, ...]
OUTPUT_FORMATS = (
    *("text", "full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit"),
    *("azure", "pylint", "markdown"),
)


@dataclass(frozen=True)
class Patterns:
    """Patterns as ``.gitignore`` has them, which hold below ``base``."""

    base: Path
    patterns: tuple[str, ...]

    def match(self, path: Path, is_folder: bool = False) -> bool:
        """Return whether a path, which is resolved, is meant."""
        if not path.is_relative_to(self.base):
            return False
        relative = path.relative_to(self.base).as_posix()
        return bool(self._spec.check_file(f"{relative}/" if is_folder else relative).include)

    def __str__(self) -> str:
        return ", ".join(f"{self.base.as_posix()}/{pattern}" for pattern in self.patterns)

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec  # only patterns pay for it

        return GitIgnoreSpec.from_lines(self.patterns)


@dataclass(frozen=True)
class Settings:
    """The settings of a file. The defaults apply where no configuration sets anything."""

    select: Codes = ()
    """Empty for all."""
    extend_select: Codes = ()
    ignore: Codes = ()
    extend_ignore: Codes = ()
    per_file_ignores: tuple[tuple[Patterns, Codes], ...] = ()
    exclude: tuple[Patterns, ...] = ()
    force_exclude: bool = False
    fixable: Codes = ("FG",)
    unfixable: Codes = ()
    scope: str = "auto"
    roots: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    follow_reached: bool = True
    mode: str = "default"
    confidence: str = "medium"
    assume: tuple[str, ...] = ()
    torch_version: str | None = None
    baseline: Path | None = None
    output_format: str = "text"
    cache_dir: Path | None = None
    facts: Path | None = None
    origins: dict[str, str] = field(default_factory=dict, compare=False)
    """The origin of each value that is no default: a file, or the command line."""

    @property
    def selected(self) -> Codes:
        return (*self.select, *self.extend_select) if self.select else ()

    @property
    def ignored(self) -> Codes:
        return (*self.ignore, *self.extend_ignore)

    def excludes(self, path: Path, is_folder: bool = False) -> bool:
        """Return whether a path, which is resolved, is left out."""
        return any(patterns.match(path, is_folder) for patterns in self.exclude)

    def over(self, **given: Any) -> Settings:
        """The same with what the command line gives, of which patterns and the ``extend_`` settings come on top."""
        for name in ("exclude", "extend_select", "extend_ignore"):
            if name in given:
                given[name] = (*getattr(self, name), *given[name])
        origins = self.origins | dict.fromkeys(given, "the command line")
        return dataclasses.replace(self, **given, origins=origins)


NAMES = tuple(item.name.replace("_", "-") for item in dataclasses.fields(Settings) if item.name != "origins")
"""The keys, in the order in which they are told."""


class SettingsFinder:
    """The settings of files, each folder looked at once."""

    def __init__(self) -> None:
        self._of_folder: dict[Path, Settings] = {}

    def of(self, path: Path) -> Settings:
        """Return what the nearest file says about ``path``, a file or a folder. Raises `ConfigurationError`."""
        folder = path.resolve()
        return self.of_folder(folder if folder.is_dir() else folder.parent)

    def of_folder(self, folder: Path) -> Settings:
        """The same for a folder, which is resolved."""
        if folder not in self._of_folder:
            table = settings_at(folder)
            if table is not None:
                self._of_folder[folder] = read(table)
            else:
                above = folder.parent
                self._of_folder[folder] = self.of_folder(above) if above != folder else Settings()
        return self._of_folder[folder]


def read(table: Table, above: Sequence[Path] = ()) -> Settings:
    """The settings of one file and of those it extends. Raises `ConfigurationError`."""
    table.allow(["extend", *NAMES, "verify"])
    base = Settings()
    extended = table.text("extend")
    if extended is not None:
        path = (table.folder / extended).resolve()
        if path in (*above, table.path.resolve()):
            raise table.error("extend", f"leads back to {path}")
        if not path.is_file():
            raise table.error("extend", f"names no file: there is no {path}")
        found = read_settings(path)
        base = read(found, (*above, table.path.resolve())) if found is not None else base
    given = values_of(table)
    if "exclude" in given:
        given["exclude"] = (*base.exclude, *given["exclude"])
    for key in ("extend_select", "extend_ignore", "per_file_ignores"):
        if key in given:
            given[key] = (*getattr(base, key), *given[key])
    return dataclasses.replace(base, **given, origins=base.origins | dict.fromkeys(given, str(table.path)))


def values_of(table: Table) -> dict[str, Any]:
    """The settings that a table itself gives, by the fields of `Settings`. Raises `ConfigurationError`."""
    return {key.replace("-", "_"): _VALUES[key](table, key) for key in NAMES if key in table.values}


def inline(text: str, folder: Path) -> dict[str, Any]:
    """The settings that a text such as ``scope = "all"`` gives, by the fields of `Settings`.

    Paths are relative to the folder. Raises `ConfigurationError`.
    """
    table = inline_table(text, folder)
    table.allow(NAMES)
    return values_of(table)


def described(settings: Settings) -> list[tuple[str, Any, str]]:
    """Each setting's name, its value as JSON has it, and where it comes from (empty for a default)."""
    found = []
    for name in NAMES:
        field_name = name.replace("-", "_")
        found.append((name, _plain(name, getattr(settings, field_name)), settings.origins.get(field_name, "")))
    return found


def _plain(name: str, value: Any) -> Any:
    """A value as a file would have it, patterns with the folder that they are relative to."""
    if name == "per-file-ignores":
        return {str(patterns): list(codes) for patterns, codes in value}
    if name == "exclude":
        return [str(patterns) for patterns in value]
    if isinstance(value, Path):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def codes_of(values: Sequence[str], error: Callable[[str, str], Exception]) -> Codes:
    """The codes that lists with commas name, by codes, their beginnings or rules' names.

    ``error``: makes what is raised of a text that names none, and a hint.
    """
    from fullgraph.lint.registry import codes

    found = []
    for text in (part.strip() for value in values for part in value.split(",")):
        code = "FG" if text.upper() == "ALL" else codes.code_of(text)
        if text and code is None:
            raise error(text, codes.did_you_mean(text, codes.known()))
        if text and code is not None:
            found.append(code)
    return tuple(found)


def roots_of(texts: Sequence[str], folder: Path, error: Callable[[str], Exception]) -> tuple[str, ...]:
    """Roots with the paths of their files made absolute. ``error``: makes what is raised of one that is none."""
    found = []
    for text in texts:
        root = parse_root(text, folder)
        if root is None:
            raise error(f"the root {text!r}: {HOW_TO_WRITE}")
        if root.file is not None and not root.file.is_file():
            raise error(f"the root {text!r}: there is no file {root.file}")
        found.append(str(root))
    return tuple(found)


def _codes(table: Table, key: str) -> Codes:
    return codes_of(table.texts(key), lambda text, hint: table.error(key, f"has the unknown rule {text}{hint}"))


def _per_file(table: Table, key: str) -> tuple[tuple[Patterns, Codes], ...]:
    inner = table.table(key)
    return tuple((_patterns(table, key, [pattern])[0], _codes(inner, pattern)) for pattern in inner.values)


def patterns_of(texts: Sequence[str], folder: Path, error: Callable[[str], Exception]) -> tuple[Patterns, ...]:
    """Patterns below a folder. ``error``: makes what is raised of a pattern that is none."""
    from fullgraph.lint.source.discovery import spec_of

    for text in texts:
        if spec_of([text]) is None:
            raise error(text)
    return (Patterns(folder.resolve(), tuple(texts)),)


def _patterns(table: Table, key: str, texts: Sequence[str] | None = None) -> tuple[Patterns, ...]:
    given = table.texts(key) if texts is None else texts
    return patterns_of(given, table.folder, lambda text: table.error(key, f"has no pattern in {text!r}"))


def _texts(table: Table, key: str) -> tuple[str, ...]:
    return tuple(table.texts(key))


def _roots(table: Table, key: str) -> tuple[str, ...]:
    return roots_of(table.texts(key), table.folder, lambda problem: table.error(key, f"has {problem}"))


def _flag(table: Table, key: str) -> bool:
    value = table.values[key]
    if not isinstance(value, bool):
        raise table.error(key, f"must be true or false, not {kind_of(value)}")
    return value


def _choice(*allowed: str) -> Callable[[Table, str], str]:
    def read(table: Table, key: str) -> str:
        value = table.values[key]
        if value not in allowed:
            raise table.error(key, f"must be one of {', '.join(allowed)}, not {kind_of(value)}")
        return str(value)

    return read


def _choices(*allowed: str) -> Callable[[Table, str], tuple[str, ...]]:
    def read(table: Table, key: str) -> tuple[str, ...]:
        values = tuple(dict.fromkeys(table.texts(key)))
        wrong = next((value for value in values if value not in allowed), None)
        if wrong is not None:
            raise table.error(key, f"must be a list out of {', '.join(allowed)}, and has {wrong!r}")
        return values

    return read


def _version(table: Table, key: str) -> str | None:
    from fullgraph.lint.torch_data import supported

    text = table.text(key)
    try:
        return supported(text or "")
    except ValueError as failure:
        raise table.error(key, f"cannot be used: {failure}") from None


def _path(table: Table, key: str) -> Path | None:
    text = table.text(key)
    return table.folder / text if text is not None else None


_VALUES: dict[str, Callable[[Table, str], Any]] = {
    "select": _codes,
    "extend-select": _codes,
    "ignore": _codes,
    "extend-ignore": _codes,
    "per-file-ignores": _per_file,
    "exclude": _patterns,
    "force-exclude": _flag,
    "fixable": _codes,
    "unfixable": _codes,
    "scope": _choice("auto", "all", "explicit"),
    "roots": _roots,
    "follow": _texts,
    "follow-reached": _flag,
    "mode": _choice("default", "fullgraph"),
    "confidence": _choice(*CONFIDENCES),
    "assume": _choices(*ASSUMABLE),
    "torch-version": _version,
    "baseline": _path,
    "output-format": _choice(*OUTPUT_FORMATS),
    "cache-dir": _path,
    "facts": _path,
}

__all__ = ["NAMES", "ConfigurationError", "Patterns", "Settings", "SettingsFinder", "codes_of", "inline", "read"]
