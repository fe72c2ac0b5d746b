"""Findings that are known and left for later: a file of them, and which ones are new.

A baseline is JSON: ``{"version": 1, "findings": [{"path", "code", "function", "source", "message"}, ...]}``. Paths are
relative to the folder of the file. An entry stands for one finding with this content, wherever its line has moved to;
two that are alike take two entries. So a finding in code that changes is new, and so is one more of the same kind.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.source.atomic_write import replace_bytes
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import ReadLines
from fullgraph.lint.suppression.fingerprint import VERSION, Identity, identities

_FIELDS = tuple(item.name for item in dataclasses.fields(Identity))


MAX_BYTES = 100_000_000


class BaselineError(Exception):
    """A baseline that cannot be read or written: one line that says which, why and what to do."""


@dataclass
class Baseline:
    """The known findings of one file."""

    path: Path
    known: Counter[Identity] = field(default_factory=Counter)

    @property
    def base(self) -> Path:
        """The folder that the paths in it are told from."""
        return self.path.absolute().parent

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Raises `BaselineError`."""
        try:
            content = read_regular(path, MAX_BYTES)
            if content is None:
                raise BaselineError(f"the baseline {path} is larger than {MAX_BYTES // 1_000_000} MB")
            data = json.loads(content.decode())
        except RecursionError:
            raise BaselineError(f"the baseline {path} is nested too deeply") from None
        except OSError as failure:
            hint = "; write it with --write-baseline" if isinstance(failure, FileNotFoundError) else ""
            raise BaselineError(f"cannot read the baseline {path}: {failure.strerror or failure}{hint}") from None
        except ValueError as failure:
            raise BaselineError(f"the baseline {path} is not JSON: {failure}") from None
        version = data.get("version") if isinstance(data, dict) else None
        if version != VERSION or not isinstance(data.get("findings"), list):
            raise BaselineError(
                f"the baseline {path} is not of version {VERSION}: write it again with --write-baseline"
            )
        try:
            entries = [Identity(*(entry[name] for name in _FIELDS)) for entry in data["findings"]]
        except (KeyError, TypeError):
            fields = ", ".join(_FIELDS)
            raise BaselineError(
                f"an entry of the baseline {path} lacks one of {fields}: write it again with --write-baseline"
            ) from None
        return cls(path, Counter(entries))

    def new(self, diagnostics: Sequence[Diagnostic], read_lines: ReadLines) -> list[Diagnostic]:
        """Return the findings that the baseline does not have."""
        left = Counter(self.known)
        found = []
        for one, identity in zip(diagnostics, identities(diagnostics, read_lines, self.base), strict=True):
            if left[identity]:
                left[identity] -= 1
            else:
                found.append(one)
        return found


def write(path: Path, diagnostics: Sequence[Diagnostic], read_lines: ReadLines) -> None:
    """Write a baseline of these, whole or not at all. Raises `BaselineError`."""
    found = identities(diagnostics, read_lines, path.absolute().parent)
    entries = sorted((dataclasses.asdict(identity) for identity in found), key=lambda entry: tuple(entry.values()))
    text = json.dumps({"version": VERSION, "findings": entries}, indent=2) + "\n"
    target = Path(os.path.realpath(path))  # a link stays one
    try:
        replace_bytes(target, text.encode("utf-8", "surrogatepass"), target.stat() if target.exists() else None)
    except OSError as failure:
        raise BaselineError(f"cannot write the baseline {path}: {failure.strerror or failure}") from None
