"""The targets that selections stand for, found in the interpreter that will run them.

    python -m fullgraph.sweep.engine.listing FOLDER SELECTION...

prints a line when it begins, and a JSON object a selection, a line each: its ``targets``, or the ``problem`` why there
are none. One whose code cannot be imported is a target, of which the run tells why.

A selection is a library (``hf:``, ``timm:*``), a pattern of its models (``hf:Bert*``), a target as ``fullgraph verify``
takes it, or a factory of targets: ``module:attribute`` of a list, or of a function without parameters that returns one.
The list holds selections, and functions and classes of modules, which are targets by their names. Such a function says
by its annotation that it returns a list; else it is a target.
"""

from __future__ import annotations

import fnmatch
import inspect
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from fullgraph.runtime_check.target.models import LIBRARIES, ModelError, names
from fullgraph.runtime_check.target.target import (
    Spec,
    TargetError,
    get_attribute,
    import_module,
    package_root,
    parse_spec,
)

WILD = "*?["
READY = "ready"
"""The first line, from which on what is imported is to blame for an early end."""


class SelectionError(Exception):
    """A selection that stands for nothing: one line that says why."""


def targets_of(selection: str, above: tuple[str, ...] = ()) -> list[str]:
    """The targets of a selection. Raises `SelectionError`. ``above``: the factories that led here."""
    library, colon, pattern = selection.partition(":")
    if colon and library in LIBRARIES:
        return _of_library(library, pattern)
    try:
        spec = parse_spec(selection)
    except TargetError as error:
        raise SelectionError(str(error)) from None
    if selection in above:
        raise SelectionError(f"{spec} lists itself as a target")
    return _of_factory(spec, (*above, selection))


def _of_library(library: str, pattern: str) -> list[str]:
    if pattern and not any(mark in pattern for mark in WILD):
        return [f"{library}:{pattern}"]
    try:
        # A pattern chooses among all; the library's name alone stands for one of each family.
        known = names(library, every=bool(pattern))
    except ModelError as error:
        raise SelectionError(str(error)) from None
    found = [name for name in known if not pattern or fnmatch.fnmatchcase(name, pattern)]
    if not found:
        raise SelectionError(f"no model of {LIBRARIES[library]} is called {pattern}")
    return [f"{library}:{name}" for name in found]


def _of_factory(spec: Spec, above: tuple[str, ...]) -> list[str]:
    try:
        module = import_module(spec)
        value = get_attribute(module, spec)
        if inspect.isfunction(value) and _returns_targets(value):
            value = value()
        if not _is_list(value):
            return [str(spec)]
        items = list(value)
    except TargetError as error:
        raise SelectionError(str(error)) from None
    except BaseException:
        # The run of the target says it with all that there is to say.
        return [str(spec)]
    found = list(dict.fromkeys(target for item in _flat(items) for target in _of_item(spec, module, item, above)))
    if not found:
        raise SelectionError(f"{spec} gives no target")
    return found


def _returns_targets(function: Any) -> bool:
    """Return whether a function is a factory of targets, rather than a target: it says that it returns a list.

    One that takes something, or returns a tuple, which is how a target gives a model with its inputs, does not count.
    """
    signature = inspect.signature(function)
    if any(one.default is one.empty and one.kind not in _VARIADIC for one in signature.parameters.values()):
        return False
    said = signature.return_annotation
    text = said if isinstance(said, str) else getattr(said, "__name__", str(said))
    return text.partition("[")[0].rpartition(".")[2].lower() in _LISTS


_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_LISTS = ("list", "sequence", "collection", "iterable", "iterator", "generator")


def _is_list(value: Any) -> bool:
    """Return whether this is a list of targets, rather than a target: a model with its inputs is a tuple too."""
    if not isinstance(value, Iterable) or callable(value) or isinstance(value, (str, bytes, Mapping)):
        return False
    if not (isinstance(value, tuple) and len(value) == 2 and callable(value[0])):
        return True
    return callable(value[1]) or isinstance(value[1], str)


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from _flat(item)
        else:
            yield item


def _of_item(spec: Spec, module: ModuleType, item: Any, above: tuple[str, ...]) -> list[str]:
    if isinstance(item, str):
        try:
            return targets_of(item, above)
        except SelectionError as error:
            raise SelectionError(f"{spec} gives something that is not a target: {error}") from None
    name, home = getattr(item, "__qualname__", ""), getattr(item, "__module__", "")
    if not isinstance(name, str) or not name or "<" in name:
        what = f"an object of the type {type(item).__name__}"
        if isinstance(name, str) and name:
            what = f"{name}, which no module has by that name"
        raise SelectionError(f"{spec} gives {what}: give targets, or functions and classes of a module")
    return [f"{_where(spec, module, home)}:{name}"]


def _where(spec: Spec, module: ModuleType, home: str) -> str:
    """How a run finds the module of an item: by its file, if it lies beside the factory's, which is one."""
    if home == module.__name__:
        return spec.where
    file = getattr(sys.modules.get(home), "__file__", None)
    if not spec.is_file or file is None:
        return home
    root, _ = package_root(spec.path)
    path = Path(file).resolve()
    return os.path.relpath(path, Path.cwd()) if path.is_relative_to(root) else home


def main() -> None:
    folder, *selections = sys.argv[1:]
    os.chdir(folder)
    # What modules print when they are imported is not for who reads this.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    print(READY, file=answers, flush=True)
    process = os.getpid()
    for selection in selections:
        try:
            answer: dict[str, Any] = {"targets": targets_of(selection)}
            wrong = next((one for one in answer["targets"] if not one.isprintable()), None)
            if wrong is not None:
                answer = {"problem": f"{wrong!r} is not a target: it has characters that cannot be printed"}
        except (SelectionError, RecursionError) as error:
            answer = {"problem": str(error)}
        if os.getpid() != process:
            break  # a child that a module has forked has nothing to tell
        print(json.dumps(answer), file=answers, flush=True)
    # Threads and exit handlers of what was imported must not keep this process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
