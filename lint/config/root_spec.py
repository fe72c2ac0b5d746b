"""Roots named by settings or a caller: ``train.py:Trainer.step`` or ``train.py:Trainer.step(batch, mask)``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.diagnostics.cells import SUFFIX

_FILES = (".py", SUFFIX)
_ROOT = re.compile(r"(?P<where>.+):(?P<name>\w+(\.\w+)*)(\(\s*(?P<tensors>\w+(\s*,\s*\w+)*)?\s*\))?")

HOW_TO_WRITE = (
    "write package.module:function or path/file.py:Class.method, "
    "and in parentheses which parameters are tensors if annotations do not say so"
)


@dataclass(frozen=True)
class NamedRoot:
    """A function, method or class, and which of its parameters are tensors, whatever their annotations say."""

    where: str
    """A module, or the path of a file."""
    name: str
    tensors: tuple[str, ...] = ()

    @property
    def file(self) -> Path | None:
        """The file that it names; None where it names a module."""
        return Path(self.where) if self.where.endswith(_FILES) else None

    def __str__(self) -> str:
        return f"{self.where}:{self.name}" + (f"({', '.join(self.tensors)})" if self.tensors else "")


def parse_root(text: str, folder: Path | None = None) -> NamedRoot | None:
    """The root that a text names, the path of its file absolute; None if the text is none."""
    found = _ROOT.fullmatch(text)
    if found is None:
        return None
    tensors = tuple(re.findall(r"\w+", found["tensors"] or ""))
    if not all(part.isidentifier() for part in (*found["name"].split("."), *tensors)):
        return None
    where = found["where"]
    if where.endswith(_FILES):
        where = str(((folder or Path()) / where).resolve())
    elif not all(part.isidentifier() for part in where.split(".")):
        return None
    return NamedRoot(where, found["name"], tensors)
