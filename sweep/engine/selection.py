"""What a sweep is asked to run: selections, and files of them, as targets."""

from __future__ import annotations

import fnmatch
import json
import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.config.toml_tables import ConfigurationError, read_toml
from fullgraph.runtime_check.process.supervise import end_descendants, target_environment
from fullgraph.runtime_check.target.models import LIBRARIES
from fullgraph.sweep.engine.listing import READY
from fullgraph.sweep.engine.own_code import path_with
from fullgraph.sweep.rows import Environment

LISTED_SECONDS = 300.0
"""In which all selections must be listed; one that takes longer is taken for a target."""


class SelectionError(Exception):
    """Selections that stand for nothing to run: one line that says why and what to do."""


def read(texts: Sequence[str]) -> list[str]:
    """The selections, with those of files in the place of ``file.toml``. Raises `SelectionError`.

    Such a file has a list ``targets``, of selections; a file among them is taken from its folder.
    """
    found = [one for text in texts for one in _read(text, ())]
    for text in found:
        if ":" not in text:
            known = ", ".join(f"{name}:" for name in LIBRARIES)
            raise SelectionError(
                f"{text!r} is not a selection: write a library ({known}), a pattern such as 'hf:Bert*', "
                "package.module:attribute, or a file of them, such as zoo.toml"
            )
        if not text.isprintable():
            raise SelectionError(f"{text!r} is not a selection: it has characters that cannot be printed")
    return list(dict.fromkeys(found))


def _read(text: str, above: tuple[Path, ...]) -> list[str]:
    """``above``: the files that led here."""
    if not text.endswith(".toml"):
        return [text]
    path = Path(text)
    if path.absolute() in above:
        raise SelectionError(f"{path} names itself among its targets")
    try:
        values = read_toml(path)
    except ConfigurationError as error:
        raise SelectionError(str(error)) from None
    targets = values.get("targets")
    if not isinstance(targets, list) or not targets or not all(isinstance(one, str) for one in targets):
        raise SelectionError(f'{path} has no list of targets: write targets = ["hf:Bert*", "models.py:Net"]')
    way = (*above, path.absolute())
    return [one for target in targets for one in _read(_from(path.parent, target), way)]


def _from(folder: Path, target: str) -> str:
    where, colon, attribute = target.rpartition(":")
    file = target if target.endswith(".toml") else where if where.endswith(".py") else None
    if file is None or Path(file).is_absolute():
        return target
    return f"{folder / file}{colon}{attribute}" if file == where else str(folder / file)


def library_of(target: str) -> str:
    """The library of a target, or the module or file of another one."""
    where = target.rpartition(":")[0]
    return where if where in LIBRARIES or where.endswith(".py") else where.partition(".")[0]


def asked(environment: Environment, selections: Sequence[str], own_code: str, folder: Path) -> list[list[str] | str]:
    """For each selection its targets in an environment, or what is wrong with it. Raises `SelectionError`.

    A target that cannot even be imported is one all the same: its run tells what there is to tell.
    """
    found: list[list[str] | str] = []
    while len(found) < len(selections):
        left = selections[len(found) :]
        answers = _listed(environment, left, own_code, folder)
        found += [one["problem"] if "problem" in one else one["targets"] for one in answers[: len(left)]]
        if len(answers) < len(left):
            # Importing this one ended the process, or took too long.
            culprit = left[len(answers)]
            is_model = culprit.partition(":")[0] in LIBRARIES
            found.append(
                f"{culprit} cannot be listed: importing the library ends the process" if is_model else [culprit]
            )
    return found


def _listed(environment: Environment, selections: Sequence[str], own_code: str, folder: Path) -> list[Any]:
    """The answers of `fullgraph.sweep.engine.listing`, up to what ended it."""
    command = [environment.executable, "-m", "fullgraph.sweep.engine.listing", str(folder), *selections]
    token = secrets.token_hex(16)
    # Files, not pipes: what is imported may leave processes behind that keep those open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env=target_environment(token, {"PYTHONPATH": path_with(own_code)}),
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise SelectionError(f"{environment.executable} cannot be run: {error.strerror}") from None
        try:
            process.wait(LISTED_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.kill()
            process.wait()
            end_descendants(token)
        output.seek(0)
        ready, *lines = [line for line in output.read().decode(errors="replace").split("\n") if line] or [""]
        if ready != READY:
            errors.seek(0)
            told = [line.strip() for line in errors.read().decode(errors="replace").splitlines() if line.strip()]
            raise SelectionError(f"{environment.executable} cannot list targets: {told[-1] if told else 'no message'}")
        return [json.loads(line) for line in lines]


def without(targets: Iterable[str], excluded: Sequence[str]) -> list[str]:
    """The targets that none of the patterns is about."""
    return [one for one in targets if not any(fnmatch.fnmatchcase(one, pattern) for pattern in excluded)]
