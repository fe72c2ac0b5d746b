"""The code that inductor generated for a graph, taken apart: its kernels, and the Python that launches them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fullgraph.runtime_check.results import GeneratedCode

if TYPE_CHECKING:
    from fullgraph.runtime_check.observe.capture import OutputCode

_DIRECTION = re.compile(r"^# AOT ID: \['\d+_(forward|backward|inference)'\]", re.M)
"""Inductor's note of the part of the graph that a module computes (``torch/_inductor/codegen/wrapper.py``)."""
_LIBRARY = re.compile(r"\b(extern_kernels\.\w+|torch\.ops\.\w+\.\w+(?:\.\w+)?)\(")
"""Calls of kernels that inductor did not generate: cuBLAS's through ``extern_kernels``, operators of ATen."""
_COMPILE = re.compile(r"^(\w+) = async_compile\.\w+\(", re.M)
_NO_KERNEL = ("assert_size_stride", "_reinterpret_tensor", "empty_strided", "assert_alignment")


@dataclass(frozen=True)
class Kernel:
    """One generated kernel."""

    name: str
    language: Literal["triton", "cpp", "python"]
    source: str


def label(codes: Sequence[OutputCode]) -> list[GeneratedCode]:
    """The modules of one capture, numbered by the graph that they compute."""
    graphs: dict[tuple[object, object], int] = {}
    found = []
    for one in codes:
        number = graphs.setdefault(one.frame, len(graphs))
        direction = _DIRECTION.search(one.code)
        part = direction.group(1) if direction and direction.group(1) != "inference" else "forward"
        kernels = [kernel.name for kernel in split(one.code)[0]] or _COMPILE.findall(one.code)
        found.append(GeneratedCode(f"graph {number}, {part}", one.code, kernels))
    return found


def split(code: str) -> tuple[list[Kernel], str]:
    """The kernels of a generated module, and its text with their sources left out.

    ``([], code)`` where it is no Python, as with inductor's C++ wrapper.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [], code
    lines = code.splitlines(keepends=True)
    kernels: list[Kernel] = []
    for statement in reversed(tree.body):
        kernel = _kernel(statement)
        if kernel is not None and statement.end_lineno is not None:
            kernels.append(kernel)
            lines[statement.lineno - 1 : statement.end_lineno] = [f"{kernel.name} = ...  # the kernel of this name\n"]
    return kernels[::-1], "".join(lines)


def library_calls(code: str) -> list[str]:
    """The kernels of libraries that the module calls, each once, in order."""
    names = (name for name in _LIBRARY.findall(code) if not name.endswith(_NO_KERNEL))
    return list(dict.fromkeys(names))


def _kernel(statement: ast.stmt) -> Kernel | None:
    """``name = async_compile.triton('name', '''source''', ...)`` and its like."""
    if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)):
        return None
    call, target = statement.value, statement.targets[0]
    made_by = call.func
    if not (
        isinstance(target, ast.Name)
        and isinstance(made_by, ast.Attribute)
        and isinstance(made_by.value, ast.Name)
        and made_by.value.id == "async_compile"
    ):
        return None
    texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    source = max(texts, key=len, default="")
    if "\n" not in source:
        return None
    language: Literal["triton", "cpp", "python"] = (
        "triton"
        if made_by.attr == "triton"
        else "cpp"
        if made_by.attr.startswith(("cpp", "cuda", "rocm"))
        else "python"
    )
    return Kernel(target.id, language, source.strip("\n"))
