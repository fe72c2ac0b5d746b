"""The time to compile measured as that to run

## What it does
Finds two readings of a clock around the first call of a function returned by `torch.compile`, in the function that
compiled it: nothing has called it before, or received it to call it. Not reported if the measured time has a matching
name (`compile_time`, `cold`, `first_call`, `warmup`).

## Why it matters
`torch.compile` compiles nothing; the first call does. It takes seconds or minutes, so the figure says nothing about
the speed of the compiled code, not even in an average over a few hundred calls.

## Example
```python
compiled = torch.compile(model)
start = time.perf_counter()
compiled(x)
elapsed = time.perf_counter() - start
```

Use instead a call before you read the clock, and on a GPU `torch.cuda.synchronize()` before each reading:
```python
compiled = torch.compile(model)
compiled(x)
start = time.perf_counter()
compiled(x)
elapsed = time.perf_counter() - start
```
or `torch.utils.benchmark.Timer`, which does both.

## The fix
Unsafe: it repeats the call before the clock reading, and before a `torch.cuda.synchronize()` there, so the effects of
the call happen twice. There is no fix if an argument is created only after the clock reading, or is more than names
and constants, or if the call is in a `with` that the reading is not in.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import CompiledCall
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.project.index import Module, dotted_name
from fullgraph.rules.codemod.change import insert_before
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer

REGISTRY = ()

_CLOCKS = frozenset(
    "time.perf_counter time.time time.monotonic time.perf_counter_ns time.time_ns timeit.default_timer".split()
)
_MEANT = re.compile(r"compil|cold|first|warm|start_?up|initial", re.I)

Scope = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
Loop = (ast.For, ast.AsyncFor, ast.While)


def check(event: CompiledCall) -> Finding | None:
    func = event.node.func if isinstance(event.node, ast.Call) else None
    if not isinstance(func, ast.Name) or not _only_made_before(event.frame.module, func):
        return None
    measured = next((one for one in _around(event.frame.module, func) if _measures(event, one)), None)
    if measured is None:
        return None
    message = f"the time includes compiling: this is the first call of {func.id}"
    return Finding(event, message, confidence="medium", fix=lambda: answer(_warmed(event, measured)))


def _warmed(event: CompiledCall, measured: ast.stmt) -> Fix | Obstacle:
    """The call once more, in front of the reading of the clock."""
    source, call = event.frame.source, event.node
    block = _block(event.frame.module, measured)
    at = block.index(measured)
    first = next(i for i in range(at - 1, -1, -1) if any(_started(event, block[i])))
    given = [*call.args, *(word.value for word in call.keywords)]
    if not all(isinstance(part, _PLAIN) for one in given for part in ast.walk(one)):
        return Obstacle("call it once before the clock is read; its arguments are more than names")
    used = {part.id for part in ast.walk(call) if isinstance(part, ast.Name)}
    made = {
        part.id
        for statement in block[first : at + 1]
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    inner = [one for one in ast.walk(measured) if isinstance(one, (ast.With, ast.AsyncWith)) and call in ast.walk(one)]
    if used & made or inner:
        what = "is in a `with`" if inner else "uses a value created after the clock is read"
        return Obstacle(f"call it once before the clock is read; the call {what}")
    if first and source.segment(block[first - 1]) == "torch.cuda.synchronize()":
        first -= 1
    return Fix(_WARM, (insert_before(source, block[first], [ast.Expr(call)]),), (_AGAIN,))


_PLAIN = (ast.Name, ast.Constant, ast.Attribute, ast.Starred, ast.UnaryOp, ast.unaryop, ast.expr_context)
_WARM = "Call it once before the clock is read, to compile"
_AGAIN = Kind.EFFECT.open("the call's effects happen twice")


def _block(module: Module, statement: ast.stmt) -> list[ast.stmt]:
    """The statements among which a statement stands."""
    around = module.parents[statement]
    blocks = (getattr(around, name, None) for name in ("body", "orelse", "finalbody"))
    return next((block for block in blocks if isinstance(block, list) and statement in block), [])


def _scope(module: Module, node: ast.AST) -> ast.AST:
    while not isinstance(node, Scope):
        node = module.parents[node]
    return node


def _only_made_before(module: Module, func: ast.Name) -> bool:
    """Return whether the enclosing function makes the compiled callable and does nothing with it before this call."""
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


def _measures(event: CompiledCall, statement: ast.stmt) -> bool:
    """Return whether a clock is read into a name before the statement, in its block, and subtracted behind it."""
    module = event.frame.module
    if any(isinstance(outer, Loop) and outer is not statement for outer in _around(module, statement)):
        return False  # each round is measured: the first of them includes compiling, and may be dropped
    block = _block(module, statement)
    at = block.index(statement) if block else 0
    starts = {name for earlier in block[:at] for name in _started(event, earlier)}
    return any(_ends(event, later, starts) for later in block[at + 1 :])


def _reads_clock(event: CompiledCall, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    first, *rest = dotted_name(node.func).split(".")
    known = event.interp.global_name(event.frame.module, first) if first else None
    return ".".join((getattr(known, "name", ""), *rest)) in _CLOCKS


def _started(event: CompiledCall, statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Assign) and _reads_clock(event, statement.value):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _ends(event: CompiledCall, statement: ast.stmt, starts: set[str]) -> bool:
    """Return whether ``clock() - start`` is computed here, for something that is not named after compiling."""
    for node in ast.walk(statement):
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Name)):
            continue
        if node.right.id in starts and (_reads_clock(event, node.left) or _is_clock_name(event, node.left)):
            return _MEANT.search(event.frame.source.segment(statement)) is None
    return False


def _is_clock_name(event: CompiledCall, node: ast.expr) -> bool:
    """A name that the function gives to a reading of the clock."""
    if not isinstance(node, ast.Name):
        return False
    scope = _scope(event.frame.module, event.node)
    return any(
        node.id in _started(event, statement) for statement in ast.walk(scope) if isinstance(statement, ast.stmt)
    )
