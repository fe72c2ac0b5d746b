"""What a shell completes where a target or a selection of targets is asked for.

Nothing of a project's targets is imported; a library is, to list its models for the first time.
"""

from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click
from click.shell_completion import CompletionItem
from fullgraph.lint.config.input_names import INPUTS, OF_TARGET
from fullgraph.lint.config.toml_tables import ConfigurationError, find_settings
from fullgraph.runtime_check.target.models import LIBRARIES

MAX_BYTES = 2_000_000
"""A larger file is not read while somebody waits."""


def targets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Declared targets and their names, libraries, files, and behind a colon what the file defines."""
    where, colon, attribute = incomplete.rpartition(":")
    if colon and where.endswith(".py"):
        return [CompletionItem(f"{where}:{name}") for name in _defined(Path(where)) if name.startswith(attribute)]
    if colon and where in LIBRARIES:
        return [CompletionItem(f"{where}:{name}") for name in _models(where) if name.startswith(attribute)]
    known = [*_declared(), *(f"{prefix}:" for prefix in LIBRARIES)]
    found = [CompletionItem(word) for word in dict.fromkeys(known) if word.startswith(incomplete)]
    if not colon:
        found += _files(incomplete, (".py",))
    return found or [CompletionItem(incomplete, type="file")]


def selections(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The same, and files of selections."""
    found = targets(context, parameter, incomplete)
    if ":" not in incomplete:
        found += _files(incomplete, (".toml",))
    return found


def _models(prefix: str) -> list[str]:
    """The models of a library; whatever it prints while it is imported would be taken for a completion."""
    from fullgraph.runtime_check.target.models.listed import listed

    with Path(os.devnull).open("w", encoding="utf-8") as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
        return listed(prefix)


def _files(incomplete: str, suffixes: tuple[str, ...]) -> list[CompletionItem]:
    """Files that begin so, and where there is but one, what it defines; folders, where there is no file."""
    head, slash, name = incomplete.rpartition("/")
    try:
        entries = sorted((Path(head or "/") if slash else Path()).iterdir())
    except OSError:
        return []
    here = [entry for entry in entries if entry.name.startswith(name) and (name or not entry.name.startswith("."))]
    files = [f"{head}{slash}{entry.name}" for entry in here if entry.suffix in suffixes and entry.is_file()]
    folders = [f"{head}{slash}{entry.name}/" for entry in here if entry.is_dir()]
    if len(files) == 1 and not folders and files[0].endswith(".py"):
        return [CompletionItem(f"{files[0]}:{one}") for one in _defined(Path(files[0]))] or [CompletionItem(files[0])]
    if not files:
        return []
    return [CompletionItem(one) for one in (*files, *folders)]


def _defined(path: Path) -> Iterator[str]:
    """The names at the top of a file that may be targets."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(path.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names: dict[str, None] = {}
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names[node.name] = None
        elif isinstance(node, ast.Assign):
            names |= {target.id: None for target in node.targets if isinstance(target, ast.Name)}
    yield from (one for one in names if not one.startswith("_") and one != INPUTS and not one.endswith(OF_TARGET))


def _declared() -> Iterator[str]:
    """What [tool.fullgraph.verify] calls its targets, as far as it can be read."""
    try:
        settings = find_settings(Path.cwd())
        table = settings.table("verify") if settings is not None else None
        if table is None:
            return
        for entry in table.tables("target"):
            yield from filter(None, (entry.text("name"), entry.text("target")))
        yield from table.texts("targets")
    except ConfigurationError:
        return
