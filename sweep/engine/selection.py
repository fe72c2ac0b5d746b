"""What a sweep is asked to run: selections, and files of them, as targets."""

from __future__ import annotations

import fnmatch
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.config.toml_tables import ConfigurationError, read_toml
from fullgraph.runtime_check.process.supervise import target_environment
from fullgraph.runtime_check.target.models import LIBRARIES
from fullgraph.sweep.engine.own_code import path_with
from fullgraph.sweep.rows import Environment

LISTED_SECONDS = 600.0


class SelectionError(Exception):
    """Selections that stand for nothing to run: one line that says why and what to do."""


def read(texts: Sequence[str]) -> list[str]:
    """The selections, with those of files in the place of ``file.toml``. Raises `SelectionError`.

    Such a file has a list ``targets``, of selections; a file among them is taken from its folder.
    """
    found: list[str] = []
    for text in texts:
        found += _of_file(Path(text)) if text.endswith(".toml") else [text]
    for text in found:
        if ":" not in text:
            known = ", ".join(f"{name}:" for name in LIBRARIES)
            raise SelectionError(
                f"{text!r} is no selection: write a library ({known}), a pattern such as 'hf:Bert*', "
                "package.module:attribute, or a file of them, such as zoo.toml"
            )
    return list(dict.fromkeys(found))


def _of_file(path: Path) -> list[str]:
    try:
        values = read_toml(path)
    except ConfigurationError as error:
        raise SelectionError(str(error)) from None
    targets = values.get("targets")
    if not isinstance(targets, list) or not targets or not all(isinstance(one, str) for one in targets):
        raise SelectionError(f'{path} has no list of targets: write targets = ["hf:Bert*", "models.py:Net"]')
    return [_from(path.parent, target) for target in targets]


def _from(folder: Path, target: str) -> str:
    where, _, attribute = target.rpartition(":")
    if where.endswith(".py") and not Path(where).is_absolute():
        return f"{folder / where}:{attribute}"
    return target


def library_of(target: str) -> str:
    """The library of a target, or the module or file of another one."""
    where = target.rpartition(":")[0]
    return where if where in LIBRARIES or where.endswith(".py") else where.partition(".")[0]


def targets_in(
    environment: Environment, selections: Sequence[str], own_code: str, folder: Path
) -> tuple[list[str], list[str]]:
    """The targets that selections stand for in an environment, and what is wrong with the others."""
    answers = _asked(environment, selections, own_code, folder)
    targets: list[str] = []
    problems: list[str] = []
    for answer in answers:
        targets += answer.get("targets", [])
        problems += [answer["problem"]] if "problem" in answer else []
    return list(dict.fromkeys(targets)), problems


def _asked(environment: Environment, selections: Sequence[str], own_code: str, folder: Path) -> list[Mapping[str, Any]]:
    command = [environment.executable, "-m", "fullgraph.sweep.engine.listing", str(folder), *selections]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=LISTED_SECONDS,
            stdin=subprocess.DEVNULL,
            env=target_environment("", {"PYTHONPATH": path_with(own_code)}),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SelectionError(f"{environment.executable} cannot list targets: {error}") from None
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(selections):
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no message")
        raise SelectionError(f"{environment.executable} cannot list targets: {last.strip()}")
    return answers


def without(targets: Iterable[str], excluded: Sequence[str]) -> list[str]:
    """The targets that none of the patterns is about."""
    return [one for one in targets if not any(fnmatch.fnmatchcase(one, pattern) for pattern in excluded)]
