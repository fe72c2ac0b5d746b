"""The analysis of one line: whether it is compiled and how, the values of its expressions, the findings there.

It runs ``check`` and watches it, so that the answer is what ``check`` goes by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import InputError, Problem
from fullgraph.lint.engine import api
from fullgraph.lint.explain.answers import Explanation, Target, answer
from fullgraph.lint.project.module_finder import Finder
from fullgraph.lint.source.source_file import SourceError, SourceFile

__all__ = ["Explanation", "Target", "explain"]


def explain(target: Target, paths: Sequence[Path], options: Options) -> tuple[Explanation, list[Problem]]:
    """Explain a line as the files in ``paths`` and its own file make it.

    The second result has the files that could not be read, and internal errors. Raises SourceError where the line's own
    file cannot be, or has no such line.
    """
    _see(target, options)
    errors: list[Problem] = []
    with api.collector_off():
        mine = target.path.resolve()
        is_given = any(path.resolve() == mine for path in paths)
        top = Finder().name_of(mine)[0].partition(".")[0]
        followed = bool(paths) and not is_given and options.following.takes(top)
        project, modules = api.read(paths, options, errors)
        errors += api.unknown_roots([*paths, *([] if is_given else [target.path])], options)
        if followed:
            module = project.find(Finder().name_of(mine)[0])
            if module is None or module.source.path.resolve() != mine:
                followed = False
        if not followed:
            module = next((given for given in modules if given.source.path.resolve() == mine), None)
            if module is None:
                module = project.add(target.path)
                modules = [*modules, module]
        assert module is not None
        explanation = answer(target, module, modules, project, options)
        return explanation, [*errors, *explanation.faults]


def _see(target: Target, options: Options) -> None:
    """Raises SourceError unless the file can be read and parsed and has the line."""
    name = str(target.path)
    given = next((text for path, text in options.sources.items() if path.resolve() == target.path.resolve()), None)
    if given is None and not target.path.exists():
        raise SourceError(InputError(name, "no such file; give the path of a Python file, as seen from here"))
    if target.path.is_dir():
        raise SourceError(InputError(name, "this is a folder; give a file and a line of it, such as model.py:12"))
    source = SourceFile.read(target.path) if given is None else SourceFile(target.path, given)
    try:
        _ = source.tree
    except SourceError as failure:
        error = failure.error
        message = f"{error.message}; correct it first: what is not Python cannot be explained"
        raise SourceError(replace(error, message=message)) from None
    count = len(source.lines)
    if not 1 <= target.row <= count:
        has = f"has {count} line{'' if count == 1 else 's'}; give one from 1 to {count}" if count else "is empty"
        raise SourceError(InputError(name, f"there is no line {target.row}: the file {has}"))
