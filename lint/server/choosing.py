"""The settings of a document: the client's, then the command line's and the nearest configuration's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from fullgraph.lint.config import settings as configured
from fullgraph.lint.config.options import Options


class Chooser(Protocol):
    """The settings of the command line and the files. Both methods raise for a configuration that cannot be used."""

    def options(self, path: Path) -> Options: ...

    def settings(self, path: Path) -> configured.Settings: ...


class Choice:
    """The same with what the client sets, and with defaults in the place of what cannot be used."""

    def __init__(self, chooser: Chooser, given: Mapping[str, Any]) -> None:
        self.chooser = chooser
        self.given = given
        self._default = Options()
        self._options: dict[int, tuple[Options, Options]] = {}
        """By identity, since all files of a folder have the same object."""
        self._problems: dict[str, bool] = {}

    def options(self, path: Path) -> Options:
        """The options for a file, the same object for all that have the same."""
        try:
            chosen = self.chooser.options(path)
        except Exception as failure:
            self._problems.setdefault(str(failure), False)
            chosen = self._default
        if id(chosen) not in self._options:
            self._options[id(chosen)] = chosen, replace(chosen, **self.given)
        return self._options[id(chosen)][1]

    def settings(self, path: Path) -> configured.Settings:
        """The settings of a file or folder, for what is to be checked at all."""
        try:
            return self.chooser.settings(path)
        except Exception as failure:
            self._problems.setdefault(str(failure), False)
            return configured.Settings()

    def problems(self) -> list[str]:
        """Return what was wrong with the configuration, each told once."""
        new = [text for text, told in self._problems.items() if not told]
        self._problems.update(dict.fromkeys(new, True))
        return new
