"""Discovery of the files to check: Python files and notebooks below the paths given, less ignored ones."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import InputError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Excludes(Protocol):
    """Settings that leave files out."""

    @property
    def force_exclude(self) -> bool:
        """Whether they leave out files that are given by name as well."""

    def excludes(self, path: Path, is_folder: bool = False) -> bool:
        """Return whether they leave out an entry of a folder that is walked through."""


SettingsOf = Callable[[Path], Excludes]
"""The settings that hold in a folder."""

EXCLUDED = frozenset(
    ".bzr .direnv .eggs .fullgraph_cache .git .hg .hypothesis .ipynb_checkpoints .mypy_cache .nox .pytest_cache "
    ".pytype .ruff_cache .svn .tox .venv __pycache__ __pypackages__ _build build dist node_modules site-packages "
    "venv".split()
)
"""Folders that are not entered, unless they are given themselves."""


MAX_IGNORE_BYTES = 1_000_000
"""An ignore file larger than this is passed over."""

MAX_WILDCARDS = 4
"""``*`` in one part of a pattern, and ``**`` in all of it."""

_WILDCARDS = re.compile(r"\*+")

SUFFIXES = (".py", cells.SUFFIX)

BY_SETTING = "left out by exclude"
BY_GIT = "ignored by git"
BY_NAME = "a folder of this name is not entered"
BY_ENVIRONMENT = "a virtual environment"
"""Why something is left out."""


@dataclass
class Discovered:
    """The files to check, sorted, each once, named as they are to be printed; and the paths that lead nowhere."""

    files: list[Path] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)
    skipped: list[tuple[Path, str]] = field(default_factory=list)
    """Files, and folders that were not entered, which were left out, and why."""


class _Rules(NamedTuple):
    """The patterns of one ignore file, which hold below ``base``."""

    base: Path
    spec: GitIgnoreSpec


def discover(paths: Sequence[str | Path] = (), settings_of: SettingsOf | None = None) -> Discovered:
    """The ``.py`` and ``.ipynb`` files below the given files and folders (the current folder, where none is given).

    ``settings_of``: the settings of a folder, whose ``exclude`` leaves out what lies in it.

    A file that is given is taken whatever its name is and whatever ignores it. Below folders, ``.gitignore`` files,
    ``.git/info/exclude`` and the folders of EXCLUDED are left out, and folders that are symbolic links are not
    entered. A file that is reachable under two names is taken once.
    """
    result = Discovered()
    real: dict[Path, Path] = {}
    for given in paths or ("",):
        path = shorten(Path(given))
        try:
            if path.is_dir():
                found = _walk(path, result, settings_of)
            elif path.is_file():
                target = path.resolve()
                settings = settings_of(target.parent) if settings_of is not None else None
                if settings is not None and settings.force_exclude and settings.excludes(target):
                    result.skipped.append((path, BY_SETTING))
                    continue
                found = iter([(path, target)])
            else:
                path.stat()  # says why there is nothing
                raise OSError(0, "neither a file nor a folder")
        except OSError as failure:
            reason = "no such file or folder" if isinstance(failure, FileNotFoundError) else failure.strerror
            result.errors.append(InputError(str(path), reason or str(failure)))
            continue
        for name, target in found:
            known = real.get(target)
            if known is None or (known.is_symlink() and not name.is_symlink()):
                real[target] = name
    result.files = sorted(real.values(), key=str)
    return result


def shorten(path: Path) -> Path:
    """The path as it is printed: relative to the current folder where it lies below it."""
    if path.is_absolute():
        try:
            return path.relative_to(Path.cwd())
        except ValueError:
            pass
    return path


def left_out(path: Path, below: Path, settings_of: SettingsOf | None = None) -> str | None:
    """Why a walk through the folder ``below`` passes over a file or folder in it; None where it does not.

    Of what does not lie below that folder, only ``exclude`` is asked.
    """
    target, top = path.resolve(), below.resolve()
    is_folder = target.is_dir()
    if target == top or not target.is_relative_to(top):
        settings = settings_of(target.parent) if settings_of is not None else None
        return BY_SETTING if settings is not None and settings.excludes(target, is_folder) else None
    rules = _rules_above(top)
    folder = top
    for name in target.relative_to(top).parts:
        if folder != top and (folder / "pyvenv.cfg").is_file():
            return BY_ENVIRONMENT
        rules = [*rules, *_read_rules(folder / ".gitignore", folder)]
        settings = settings_of(folder) if settings_of is not None else None
        entry = folder / name
        reason = _reason(entry, is_folder if entry == target else True, rules, settings)
        if reason is not None:
            return reason
        folder = entry
    return None


def _reason(path: Path, is_folder: bool, rules: Sequence[_Rules], settings: Excludes | None) -> str | None:
    """Why an entry of a folder that is walked through is left out; None where it is not."""
    if is_folder and path.name in EXCLUDED:
        return BY_NAME
    if _is_ignored(path, is_folder, rules):
        return BY_GIT
    return BY_SETTING if settings is not None and settings.excludes(path, is_folder) else None


def _walk(root: Path, result: Discovered, settings_of: SettingsOf | None) -> Iterator[tuple[Path, Path]]:
    """The files below a folder with their real paths."""
    real_root = root.resolve()
    stack = [(root, real_root, _rules_above(real_root))]
    while stack:
        folder, real, rules = stack.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as failure:
            result.errors.append(InputError(str(folder), f"cannot read the folder: {failure.strerror or failure}"))
            continue
        names = {entry.name for entry in listed}
        if folder != root and "pyvenv.cfg" in names:
            result.skipped.append((folder, BY_ENVIRONMENT))
            continue
        if ".gitignore" in names:
            rules = [*rules, *_read_rules(real / ".gitignore", real)]
        settings = settings_of(real) if settings_of is not None else None
        for entry in listed:
            path, target = folder / entry.name, real / entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (entry.name.endswith(SUFFIXES) and _is_file(path, result.errors)):
                continue
            reason = _reason(target, is_folder, rules, settings)
            if reason is not None:
                result.skipped.append((path, reason))
                continue
            if is_folder:
                stack.append((path, target, rules))
            else:
                yield path, target.resolve() if entry.is_symlink() else target


def _is_file(path: Path, errors: list[InputError]) -> bool:
    """Return whether there is a file. Links that lead nowhere, pipes, sockets and devices are none."""
    try:
        return path.is_file()
    except OSError as failure:  # a link into a folder that may not be entered
        errors.append(InputError(str(path), f"cannot read the file: {failure.strerror or failure}"))
        return False


def read_regular(path: Path, most: int) -> bytes | None:
    """The bytes of a file; None where it has more than ``most``. Raises OSError, also for what is no regular file.

    Nothing waits: to open a pipe that took the file's place would, until somebody writes to it.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file")
    with os.fdopen(descriptor, "rb") as stream:
        # What grows while it is read, or does not tell its size, is bounded too.
        data = stream.read(most + 1) if status.st_size <= most else b""
        return data if status.st_size <= most and len(data) <= most else None


def _rules_above(folder: Path) -> list[_Rules]:
    """The rules of the repository that ``folder`` lies in, from its top down; none where they ignore the folder."""
    ancestors = [folder, *folder.parents]
    top = next((ancestor for ancestor in ancestors if (ancestor / ".git").exists()), None)
    if top is None:
        return []
    rules = _read_rules(_exclude_file(top / ".git"), top)
    for ancestor in reversed(ancestors[: ancestors.index(top) + 1]):
        if ancestor != top and _is_ignored(ancestor, True, rules):
            return []
        if ancestor != folder:  # its own file is read on the way down
            rules += _read_rules(ancestor / ".gitignore", ancestor)
    return rules


def _exclude_file(git: Path) -> Path:
    """``info/exclude`` of a repository, also of a worktree or submodule, whose ``.git`` is a file."""
    try:
        if git.is_file():
            git = (git.parent / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()).resolve()
        common = git / "commondir"
        if common.is_file():
            git = git / common.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        pass
    return git / "info" / "exclude"


def _read_rules(path: Path, base: Path) -> list[_Rules]:
    try:
        data = read_regular(path, MAX_IGNORE_BYTES)
    except OSError:
        return []
    lines = (data or b"").decode("utf-8-sig", "surrogateescape").splitlines()
    spec = _compile(line for line in lines if line.strip() and not line.startswith("#"))
    return [_Rules(base, spec)] if spec is not None else []


def _compile(lines: Iterable[str]) -> GitIgnoreSpec | None:
    usable = [line for line in lines if spec_of([line]) is not None]  # git passes over what is no pattern, too
    return spec_of(usable) if usable else None


def spec_of(patterns: Sequence[str]) -> GitIgnoreSpec | None:
    """Patterns as ``.gitignore`` has them; None where one is none.

    One with very many wildcards counts as none: regular expressions try every way to share out a name among them.
    """
    from pathspec import GitIgnoreSpec  # only a tree with patterns pays for it

    for pattern in patterns:
        parts = pattern.split("/")
        wild = max(len(_WILDCARDS.findall(part)) for part in parts)
        if wild > MAX_WILDCARDS or parts.count("**") > MAX_WILDCARDS or "\0" in pattern:
            return None
    try:
        return GitIgnoreSpec.from_lines(patterns)
    except (ValueError, re.error):
        return None


def _is_ignored(path: Path, is_folder: bool, rules: Sequence[_Rules]) -> bool:
    """Return whether the deepest rules that say anything about the path ignore it."""
    for base, spec in reversed(rules):
        relative = path.relative_to(base).as_posix()
        included = spec.check_file(f"{relative}/" if is_folder else relative).include
        if included is not None:
            return included
    return False
