"""Which decorators make another function of what they are given: the others need not be evaluated."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.project.index import Project
from fullgraph.lint.project.wrappers import wraps

DECORATORS = """
import functools
from other import delegated


def documented(*lines):
    def decorator(function):
        function.__doc__ = "".join(lines) + (function.__doc__ or "")
        return function
    return decorator


def counted(function):
    def inner(*args):
        inner.calls += 1
        return function(*args)
    inner.calls = 0
    return inner


def named(name):
    def decorator(function):
        def inner(*args):
            print(name)
            return function(*args)
        return inner
    return decorator


def counted_or_not(function, count=True):
    if not count:
        return function
    return counted(function)


def imported(function):
    return delegated(function)


def ever(function):
    return again(function)


def again(function):
    return ever(function)


def again_or_counted(function):
    return ever(function) if function else back(function)


def back(function):
    if function is None:
        return again_or_counted(function)
    return counted(function)


def registered(function):
    def add(registry):
        registry.append(function)
    add(REGISTRY)
    return function


REGISTRY = []
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("documented", False),
        ("registered", False),
        ("ever", False),
        ("counted", True),
        ("named", True),
        ("counted_or_not", True),
        ("imported", True),
        ("back", True),
    ],
)
def test_a_decorator_wraps_where_it_or_one_it_delegates_to_calls_what_it_got(
    tmp_path: Path, name: str, expected: bool
) -> None:
    (tmp_path / "decorators.py").write_text(DECORATORS)
    (tmp_path / "other.py").write_text("def delegated(f):\n    def inner():\n        return f()\n    return inner\n")
    project = Project(given={tmp_path / one: one for one in ("decorators.py", "other.py")})
    module = project.enter(tmp_path / "decorators.py")
    (binding,) = module.bindings[name]
    assert wraps(project, module.function_info(binding.node)) is expected
