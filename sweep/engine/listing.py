"""The targets that selections stand for, found in the interpreter that will run them.

    python -m fullgraph.sweep.engine.listing FOLDER SELECTION...

prints a JSON object a selection, a line each: its ``targets``, or the ``problem`` why there are none.

A selection is a library (``hf:``, ``timm:*``), a pattern of its models (``hf:Bert*``), a target as ``fullgraph verify``
takes it, or a factory of targets: ``module:attribute`` of a list, or of a function without parameters that returns one.
The list holds targets, and functions and classes of modules, which are targets by their names.
"""

from __future__ import annotations

import fnmatch
import inspect
import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from fullgraph.runtime_check.target.models import LIBRARIES, ModelError, names
from fullgraph.runtime_check.target.target import Spec, TargetError, get_attribute, import_module, parse_spec

WILD = "*?["
EVERY = "**"
"""The pattern for all models of a library that gives one of each family otherwise."""


class SelectionError(Exception):
    """A selection that stands for nothing: one line that says why."""


def targets_of(selection: str) -> list[str]:
    """The targets of a selection. Raises `SelectionError`."""
    library, colon, pattern = selection.partition(":")
    if colon and library in LIBRARIES:
        return _of_library(library, pattern)
    try:
        spec = parse_spec(selection)
    except TargetError as error:
        raise SelectionError(str(error)) from None
    return _of_factory(spec)


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


def _of_factory(spec: Spec) -> list[str]:
    try:
        value = get_attribute(import_module(spec), spec)
    except TargetError as error:
        raise SelectionError(str(error)) from None
    except Exception as error:
        # The run of the target says it with all that there is to say.
        raise SelectionError(f"{spec} cannot be imported: {type(error).__name__}: {_line(error)}") from None
    if inspect.isfunction(value) and _returns_targets(value):
        try:
            value = value()
        except Exception as error:
            raise SelectionError(f"{spec}() raises {type(error).__name__}: {_line(error)}") from None
    if not _is_list(value):
        return [str(spec)]
    found = list(dict.fromkeys(_named(spec, item) for item in value))
    if not found:
        raise SelectionError(f"{spec} gives no target")
    return found


def _returns_targets(function: Any) -> bool:
    """Return whether a function is a factory of targets, rather than a target: it says that it returns a list."""
    said = inspect.signature(function).return_annotation
    text = said if isinstance(said, str) else getattr(said, "__name__", str(said))
    return text.partition("[")[0].rpartition(".")[2].lower() in ("list", "tuple", "sequence", "iterable", "iterator")


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not callable(value) and not isinstance(value, (str, bytes, dict))


def _named(spec: Spec, item: Any) -> str:
    if isinstance(item, str):
        try:
            return str(parse_spec(item))
        except TargetError as error:
            raise SelectionError(f"{spec} gives what is no target: {error}") from None
    name, module = getattr(item, "__qualname__", ""), getattr(item, "__module__", "")
    if not name or "<" in name:
        raise SelectionError(f"{spec} gives {type(item).__name__} objects: give targets, or functions of a module")
    if spec.is_file and module in (spec.path.stem, f"_target_{spec.path.stem}"):
        return f"{spec.where}:{name}"
    return f"{module}:{name}"


def _line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), "no message")[:200]


def main() -> None:
    folder, *selections = sys.argv[1:]
    os.chdir(folder)
    # What modules print when they are imported is not for who reads this.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for selection in selections:
        try:
            answer: dict[str, Any] = {"targets": targets_of(selection)}
        except SelectionError as error:
            answer = {"problem": str(error)}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
