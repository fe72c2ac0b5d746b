"""The lines that the eager run reaches, so that a prediction about a line that never ran is not called wrong."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fullgraph.runtime_check.step.step import Stepper

_INSTALLED = {"site-packages", "dist-packages"}


def reached_lines(stepper: Stepper, roots: list[str], packages: list[str]) -> tuple[dict[str, list[int]], list[str]]:
    """The lines run in one step per input set, by file, and all loaded files, of the given folders and packages."""
    wanted = _Wanted(roots, packages)
    lines: dict[str, set[int]] = {}

    def local(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename].add(frame.f_lineno)
        return local

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        filename = frame.f_code.co_filename
        if not wanted.file(filename):
            return None
        lines.setdefault(filename, set()).add(frame.f_lineno)
        return local

    before = sys.gettrace()
    stepper.restore()
    threading.settrace(enter)
    sys.settrace(enter)
    try:
        for call in stepper.calls:
            stepper.run(stepper.target.fn, call)
    finally:
        sys.settrace(before)
        threading.settrace(before)
    stepper.restore()
    stepper.clear_gradients()
    loaded = [_file_of(module) for module in list(sys.modules.values())]
    files = sorted({name for name in loaded if isinstance(name, str) and name.endswith(".py") and wanted.root(name)})
    return {name: sorted(found) for name, found in lines.items()}, files


def _file_of(module: object) -> object:
    """The file of a module. What stands for one that is imported when it is first used stays as it is."""
    try:
        return vars(module).get("__file__")
    except Exception:
        return None


class _Wanted:
    def __init__(self, roots: list[str], packages: list[str]) -> None:
        self.roots = [Path(root).resolve() for root in roots]
        self.packages = []
        for name in packages:
            module = sys.modules.get(name)
            where = getattr(module, "__file__", None)
            # A namespace package has folders and no file, a module that is no package a file alone.
            held = getattr(module, "__path__", None) or ([where] if where else [])
            self.packages += [Path(one).resolve() for one in held]
        self.known: dict[str, bool] = {}

    def file(self, filename: str) -> bool:
        if filename not in self.known:
            path = Path(filename)
            followed = path.is_absolute() and any(path.resolve().is_relative_to(p) for p in self.packages)
            self.known[filename] = followed or self.root(filename)
        return self.known[filename]

    def root(self, filename: str) -> bool:
        """A file of the user's: below a root, and not installed there in a virtual environment."""
        if not Path(filename).is_absolute():
            return False
        path = Path(filename).resolve()
        return any(
            path.is_relative_to(root) and not _INSTALLED.intersection(path.relative_to(root).parts)
            for root in self.roots
        )
