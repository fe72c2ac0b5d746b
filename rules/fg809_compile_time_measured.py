"""The time to compile measured as that to run

## What it does
Finds two readings of a clock around the first call of what `torch.compile` returned, in the function that compiled it:
nothing has called it before, or was given it to call. Not reported where what is measured is named for it
(`compile_time`, `cold`, `first_call`, `warmup`).

## Why it matters
`torch.compile` compiles nothing; the first call does. It takes seconds or minutes, so that the figure says nothing
about the speed of the compiled code, in an average over a few hundred calls neither.

## Example
```python
compiled = torch.compile(model)
start = time.perf_counter()
compiled(x)
elapsed = time.perf_counter() - start
```

Use instead a call before the clock is read, and on a GPU `torch.cuda.synchronize()` before each reading:
```python
compiled = torch.compile(model)
compiled(x)
start = time.perf_counter()
compiled(x)
elapsed = time.perf_counter() - start
```
or `torch.utils.benchmark.Timer`, which does both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fullgraph.lint.events import Finding, Run
from fullgraph.lint.project import Module, dotted_name

REGISTRY = ()

_CLOCKS = frozenset(
    "time.perf_counter time.time time.monotonic time.perf_counter_ns time.time_ns timeit.default_timer".split()
)
_MEANT = re.compile(r"compil|cold|first|warm|start_?up|initial", re.I)

Scope = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
Loop = (ast.For, ast.AsyncFor, ast.While)


def check(event: Run) -> Finding | None:
    func = event.node.func if isinstance(event.node, ast.Call) else None
    if not isinstance(func, ast.Name) or not _only_made_before(event.frame.module, func):
        return None
    if not any(_measures(event, statement) for statement in _around(event.frame.module, func)):
        return None
    return Finding(event, f"the time includes compiling: this is the first call of {func.id}", confidence="medium")


def _scope(module: Module, node: ast.AST) -> ast.AST:
    while not isinstance(node, Scope):
        node = module.parents[node]
    return node


def _only_made_before(module: Module, func: ast.Name) -> bool:
    """Whether the function around makes the compiled callable, and does nothing else with it before this call."""
    scope = _scope(module, func)
    names = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == func.id]
    before = [name for name in names if (name.lineno, name.col_offset) < (func.lineno, func.col_offset)]
    stored = [name for name in before if isinstance(name.ctx, ast.Store)]
    made = module.parents[stored[-1]] if stored else None
    if not isinstance(made, ast.Assign) or _scope(module, made) is not scope or not isinstance(made.value, ast.Call):
        return False
    own = set(ast.walk(made))  # model = torch.compile(model)
    return all(name in own or name.lineno < made.lineno for name in before)


def _around(module: Module, node: ast.AST) -> Iterator[ast.stmt]:
    """The statements around a node, innermost first, up to its function; none from a loop on that may come back."""
    while not isinstance(node, Scope):
        if isinstance(node, ast.stmt):
            yield node
        node = module.parents[node]


def _measures(event: Run, statement: ast.stmt) -> bool:
    """Whether a clock is read into a name before the statement, in its block, and subtracted behind it."""
    module = event.frame.module
    if any(isinstance(outer, Loop) and outer is not statement for outer in _around(module, statement)):
        return False  # each round is measured: the first of them includes compiling, and may be dropped
    around = module.parents[statement]
    for block in (getattr(around, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(block, list) and statement in block:
            at = block.index(statement)
            starts = {name for earlier in block[:at] for name in _started(event, earlier)}
            return any(_ends(event, later, starts) for later in block[at + 1 :])
    return False


def _reads_clock(event: Run, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    first, *rest = dotted_name(node.func).split(".")
    known = event.machine.global_name(event.frame.module, first) if first else None
    return ".".join((getattr(known, "name", ""), *rest)) in _CLOCKS


def _started(event: Run, statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Assign) and _reads_clock(event, statement.value):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _ends(event: Run, statement: ast.stmt, starts: set[str]) -> bool:
    """Whether ``clock() - start`` is computed here, for something that is not named after compiling."""
    for node in ast.walk(statement):
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Name)):
            continue
        if node.right.id in starts and (_reads_clock(event, node.left) or _is_clock_name(event, node.left)):
            return _MEANT.search(event.frame.source.segment(statement)) is None
    return False


def _is_clock_name(event: Run, node: ast.expr) -> bool:
    """A name that the function gives to a reading of the clock."""
    if not isinstance(node, ast.Name):
        return False
    scope = _scope(event.frame.module, event.node)
    return any(
        node.id in _started(event, statement) for statement in ast.walk(scope) if isinstance(statement, ast.stmt)
    )
