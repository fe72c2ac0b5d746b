"""Two versions of a project's code in one process, each with modules and code objects of its own.

TorchDynamo keeps what it compiled with the code object. A library's code is one object for both versions, and another
instance of the same class passes its guards: the second version would run the first one's graphs. So each version has,
while it is active, the modules of its own under the names that both use, its import path, and the second one copies of
the code objects that both run.
"""

from __future__ import annotations

import gc
import importlib
import sys
import sysconfig
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import torch
from fullgraph.runtime_check.source_lines import OWN_FOLDER

_INSTALLED = ("site-packages", "dist-packages")
_TORCH = str(Path(torch.__file__).parent)
_STANDARD = sysconfig.get_path("stdlib")


class Code:
    """One version of the code: the modules below ``roots`` as it has imported them, and its import path.

    ``roots`` are those of both versions. One of the versions is installed at any time.
    """

    def __init__(self, roots: Collection[Path], path: list[str]) -> None:
        self.roots = tuple(roots)
        self.path = path
        self.modules: dict[str, ModuleType] = {}
        self.copies: list[tuple[FunctionType, CodeType]] = []
        """Functions that both versions run, and the code objects that they have while this one is active."""

    @contextmanager
    def active(self) -> Iterator[None]:
        """Install this version; what it imports meanwhile is its own."""
        _remove(self.roots)
        sys.modules.update(self.modules)
        before, sys.path[:] = list(sys.path), self.path
        importlib.invalidate_caches()
        kept = [(function, function.__code__) for function, _ in self.copies]
        for function, code in self.copies:
            function.__code__ = code
        try:
            yield
        finally:
            for function, code in kept:
                function.__code__ = code
            self.modules, self.path = own_modules(self.roots), list(sys.path)
            sys.path[:] = before

    def take_copies(self, run: Collection[CodeType]) -> None:
        """Give this version its own copies of the code in ``run``, and of all that is compiled by now."""
        made: dict[CodeType, CodeType] = {}
        for function in [one for one in gc.get_objects() if type(one) is FunctionType]:
            code = function.__code__
            if (code in run and not _is_infrastructure(code)) or _is_compiled(code):
                self.copies.append((function, made.setdefault(code, _copy(code))))


def own_modules(roots: Collection[Path]) -> dict[str, ModuleType]:
    """The loaded modules whose code lies below these folders, or in these files; not what is installed there."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name == "__main__" or name.partition(".")[0] in ("fullgraph", "torch"):
            continue
        for place in _places(module):
            if any(place == root or _is_below(place, root) for root in roots):
                found[name] = module
    return found


@contextmanager
def noting(codes: set[CodeType]) -> Iterator[None]:
    """Note the code objects of the Python functions that the block calls in this thread."""
    before = sys.getprofile()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def forget_sizes() -> None:
    """Have TorchDynamo forget which sizes it has seen vary: it knows functions by file and line, in both versions."""
    with suppress(ImportError, AttributeError):
        importlib.import_module("torch._dynamo.pgo").reset_code_state()


def share_weights(original: dict[str, torch.nn.Module], fixed: dict[str, torch.nn.Module]) -> None:
    """Have the second version begin with the weights of the first, where it has the same ones."""
    for name in original.keys() & fixed.keys():
        ours, theirs = original[name].state_dict(), fixed[name].state_dict()
        with torch.no_grad():
            for key in ours.keys() & theirs.keys():
                value, other = ours[key], theirs[key]
                if isinstance(value, torch.Tensor) and isinstance(other, torch.Tensor) and value.shape == other.shape:
                    other.copy_(value)


def _remove(roots: Collection[Path]) -> None:
    for name in own_modules(roots):
        del sys.modules[name]


def _places(module: ModuleType) -> list[Path]:
    """The module's file, or the folders of a package that has none."""
    with suppress(Exception):
        if isinstance(module.__file__, str):
            return [Path(module.__file__).resolve()]
    with suppress(Exception):
        return [Path(place).resolve() for place in module.__path__]
    return []


def _is_below(place: Path, root: Path) -> bool:
    return place.is_relative_to(root) and not set(_INSTALLED).intersection(place.relative_to(root).parts)


def _is_infrastructure(code: CodeType) -> bool:
    """Code of PyTorch, of Python or of ours: it runs the versions, and is none of theirs."""
    name = code.co_filename
    if not any(part in name for part in _INSTALLED) and name.startswith(_STANDARD):
        return True
    return name.startswith((_TORCH, OWN_FOLDER, "<"))


def _is_compiled(code: CodeType) -> bool:
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list

    return bool(_debug_get_cache_entry_list(code))


def _copy(code: CodeType) -> CodeType:
    """A code object that is equal to this one and another; so are those of the functions in it."""
    constants = tuple(_copy(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=constants)
