"""Programs of one file that tests write, run and check."""

from __future__ import annotations

import sys
import textwrap
import types
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check


def program(head: str, body: str) -> str:
    """The text of a program whose ``head`` ends with that of a method, and whose ``body`` is the method's."""
    return head + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"


def run(text: str) -> types.ModuleType:
    """The module that a program makes."""
    module = types.ModuleType("program")
    sys.modules["program"] = module
    try:
        exec(compile(text, "program.py", "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules["program"]
    return module


def fixes(*paths: Path) -> list[str]:
    """How far each fix in files is proved."""
    result = check(list(paths), Options())
    assert not result.errors
    return [one.fix.applicability.value for one in result.diagnostics if one.fix is not None]
