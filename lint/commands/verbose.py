"""The output of ``--verbose`` on standard error: the settings that applied, files left out, and the time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands.options import Chosen

if TYPE_CHECKING:
    from fullgraph.lint.source.discovery import Discovered


class Verbose:
    """A run's verbose output; nothing without ``--verbose``."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self._began = time.perf_counter()

    def discovered(self, found: Discovered, chosen: Chosen) -> None:
        """Return what is checked, and with which settings; what is not, and why."""
        if not self.wanted:
            return
        from fullgraph.lint.report.text import count

        for path, reason in found.skipped:
            if not path.name.startswith((".", "__")):  # .git, __pycache__ and the like are of no interest
                self._say(f"skipped {path}: {reason}")
        for line in _settings(found.files, chosen):
            self._say(line)
        self._say(f"checking {count(len(found.files), 'file')}, found in {self._passed():.2f} s")

    def done(self, files: int) -> None:
        """The run is over; ``files`` were checked."""
        if self.wanted:
            from fullgraph.lint.report.text import count

            self._say(f"checked {count(files, 'file')} in {self._passed():.2f} s")

    def _passed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self._began

    def _say(self, text: str) -> None:
        from fullgraph.lint.report.text import printable

        click.echo(printable(f"verbose: {text}"), err=True)


def _settings(files: Iterable[Path], chosen: Chosen) -> Iterator[str]:
    """A line for each set of settings that applies to some of the files: what it says, and where it is from."""
    from fullgraph.lint.config.settings import described

    groups: dict[str, list[Path]] = {}
    for folder in dict.fromkeys(path.parent for path in files):
        changed = [(name, value, origin) for name, value, origin in described(chosen.settings(folder)) if origin]
        origins = dict.fromkeys(origin for _, _, origin in changed)
        values = ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value, _ in changed)
        text = f"settings from {', '.join(origins)}: {values}" if changed else "no settings, the defaults apply"
        groups.setdefault(text, []).append(folder)
    for text, folders in groups.items():
        where = "" if len(groups) == 1 else f"in {folders[0]}{f' and {len(folders) - 1} more' if folders[1:] else ''}, "
        yield f"{where}{text}"
