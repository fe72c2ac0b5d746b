"""Files that a process reads again and again, kept with their syntax trees as long as they do not change."""

from __future__ import annotations

from pathlib import Path

from fullgraph.lint.source.source_file import SourceFile


class KeptFiles:
    """Files on disk. Their bytes are read each time: another tree is made only where they are others."""

    def __init__(self, characters: int) -> None:
        """``characters``: of source, as many as `trim` leaves."""
        self.characters = characters
        self._files: dict[Path, SourceFile] = {}
        """By path, the one that was read last at the end."""

    def read(self, path: Path, display: str) -> SourceFile:
        """The file as it is now. Raises SourceError as `SourceFile.read` does."""
        self._files[path] = source = SourceFile.read(path, display, self._files.pop(path, None))
        return source

    def trim(self) -> None:
        """Forget the files that were not read for the longest time."""
        held = sum(len(source.text) for source in self._files.values())
        for path in list(self._files):
            if held <= self.characters:
                break
            held -= len(self._files.pop(path).text)
