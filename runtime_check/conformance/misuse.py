"""Cases that prove themselves: claims about how ``torch.compile`` is called.

That its result is thrown away, or that it raises, is no break at a line, so that such a case has no ``make()`` and
``inputs()``. Instead it has ``proof()``, which runs the code of the case and asserts what the rule says happens; that
of a clean case asserts that it does not happen. ``torch.compile`` is the real one there.

``# misuse: FG801`` at the end of a line is the mark, and files with marks are named ``misuse_*.py``, or ``fix_*.py``
where the rewritten file lies beside it: both then have the same ``proof()`` and ``fixed()``, of which the latter
asserts what holds of the rewritten file.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

_MARK = re.compile(r"#\s*misuse:\s*(FG\d{3})\s*$")


class CaseError(Exception):
    """A case file that does not have the form that it should have."""


def marks(path: Path, text: str) -> frozenset[tuple[int, str]]:
    """The lines and codes of the marks. Raises CaseError where they do not fit the case's name, or have no proof."""
    found = frozenset(
        (number, mark[1]) for number, line in enumerate(text.splitlines(), 1) if (mark := _MARK.search(line))
    )
    kind = path.name.partition("_")[0]
    if (kind == "misuse") != bool(found) and kind != "fix":
        raise CaseError(f"{path}: misuse_*.py, and but for fix_*.py no other case, marks lines with '# misuse:'")
    if found and not proves(path, text):
        raise CaseError(f"{path}: a case with '# misuse:' has a proof()")
    return found


def proves(path: Path, text: str) -> bool:
    """Return whether the case has a proof. Raises CaseError for one that asserts nothing, and so cannot fail."""
    if "def proof(" not in text:
        return False
    functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    wanted = ("proof", "fixed") if path.name.startswith("fix_") else ("proof",)
    for name in wanted:
        if name not in functions or not any(isinstance(node, ast.Assert) for node in ast.walk(functions[name])):
            raise CaseError(f"{path}: {name}() asserts something")
    return True
