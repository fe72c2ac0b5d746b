"""``fullgraph check`` of the files as they are, and of those that they are compared with."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fullgraph_action.base import Unknown, files_of
from fullgraph_action.context import Context, fullgraph, quiet_environment

READ = 2
"""The exit status where something could not be read."""
_FILES = ("--config", "--facts", "--baseline")
"""Options of check that may name a file."""


def check(
    context: Context,
    options: Sequence[str],
    paths: Sequence[str],
    cwd: Path | None = None,
    said: int | None = None,
) -> int:
    """Run it, and return its exit status. ``said``: where its output goes, by default to the step's own."""
    return subprocess.run(
        [fullgraph(), "check", *options, "--", *paths],
        cwd=cwd,
        env=quiet_environment(context.env),
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=said,
    ).returncode


def known_at(context: Context, commit: str, arguments: Sequence[str], paths: Sequence[str]) -> Path:
    """A baseline with what is found in the files of a commit, and with what the project knows. Raises `Unknown`."""
    here = Path.cwd()
    target = context.temporary / "known.json"
    target.unlink(missing_ok=True)
    entries: list[dict[str, Any]] = []
    with files_of(commit, context) as folder:
        there = [path for path in paths if (folder / path).exists() and not Path(path).is_absolute()]
        if there:
            options = [*_without(_absolute(arguments, here), "--baseline"), "--quiet", "--write-baseline", str(target)]
            status = check(context, options, there, cwd=folder, said=subprocess.DEVNULL)
            if not target.exists():
                raise Unknown(f"fullgraph check of {commit[:12]} ended with {status}")
            entries = _entries(target, folder, here)
    project = _value(arguments, "--baseline") or _configured(context, paths)
    if project:
        entries = _united(entries, _entries(here / project, (here / project).parent, (here / project).parent))
    target.write_text(json.dumps({"version": 1, "findings": entries}), encoding="utf-8")
    return target


def reported(arguments: Sequence[str]) -> list[str]:
    """The arguments less those that decide about the exit status."""
    return [one for one in arguments if one != "--exit-zero"]


def _entries(file: Path, written_for: Path, stands_for: Path) -> list[dict[str, Any]]:
    """The entries of a baseline with whole paths, of which those below one folder are told as below another."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        found = [dict(one) for one in data["findings"]]
        for one in found:
            path = file.parent / one["path"]
            inside = path.relative_to(written_for) if path.is_relative_to(written_for) else path
            one["path"] = (stands_for / inside).as_posix()
    except (OSError, ValueError, KeyError, TypeError) as failure:
        raise Unknown(f"the baseline {file} cannot be read: {failure}") from None
    return found


def _united(first: Sequence[dict[str, Any]], second: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is in either, as often as in the one that has more of it."""
    keys = [Counter(json.dumps(one, sort_keys=True) for one in some) for some in (first, second)]
    return [json.loads(key) for key in (keys[0] | keys[1]).elements()]


def _configured(context: Context, paths: Sequence[str]) -> str | None:
    """The baseline that the settings name."""
    done = subprocess.run(
        [fullgraph(), "config", "--output-format", "json", *paths[:1]],
        env=quiet_environment(context.env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    try:
        found = json.loads(done.stdout)["baseline"]["value"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None


def _value(arguments: Sequence[str], option: str) -> str | None:
    found = None
    for number, one in enumerate(arguments):
        if one == option and number + 1 < len(arguments):
            found = arguments[number + 1]
        elif one.startswith(f"{option}="):
            found = one.partition("=")[2]
    return found


def _without(arguments: Sequence[str], option: str) -> list[str]:
    kept, skip = [], False
    for one in arguments:
        if skip or one == option or one.startswith(f"{option}="):
            skip = one == option and not skip
        else:
            kept.append(one)
    return kept


def _absolute(arguments: Sequence[str], folder: Path) -> list[str]:
    """The arguments with whole paths, so that they mean the same in another folder."""
    found = []
    for number, one in enumerate(arguments):
        option, equals, value = one.partition("=")
        if equals and option in _FILES and (folder / value).is_file():
            found.append(f"{option}={folder / value}")
        elif number and arguments[number - 1] in _FILES and (folder / one).is_file():
            found.append(str(folder / one))
        else:
            found.append(one)
    return found
