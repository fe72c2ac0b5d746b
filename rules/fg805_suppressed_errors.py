"""Errors of the compiler suppressed

## What it does
Finds `torch._dynamo.config.suppress_errors = True`.

## Why it matters
An error while compiling, from TorchDynamo or the backend, then raises nothing. The function runs in eager from then
on, and only a warning in the log shows it. An upgrade, a change of the model or a missing compiler can so disable
compilation unnoticed. Graph breaks under `fullgraph=True` still raise.

## Example
```python
import torch._dynamo
torch._dynamo.config.suppress_errors = True
```

Use instead: exclude the function that cannot be compiled by name, so that everything else must compile.
```python
@torch.compiler.disable(reason="fails in inductor")
def helper(x): ...
```

## The fix
Unsafe: code that fails to compile then raises. The fix removes the assignment. If a comment belongs to it, or nothing
else is in its block, it is set to False instead.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import DynamoReference
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import TRUE
from fullgraph.rules.codemod.change import replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer

REGISTRY = ()


def check(event: DynamoReference) -> Finding | None:
    if event.name != "torch._dynamo.config.suppress_errors" or event.assigned != TRUE:
        return None
    message = "errors while compiling are suppressed: what fails to compile runs in eager"
    return Finding(event, message, fix=lambda: answer(_raised(event)))


def _raised(event: DynamoReference) -> Fix | Obstacle:
    """The file without the assignment."""
    source, parents = event.frame.source, event.frame.module.parents
    statement = parents.get(event.node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return Obstacle("it is set together with something else")
    message = "Let errors of the compiler raise"
    raised = Kind.EXCEPTION.open("code that fails to compile no longer runs")
    block = next((body for body in _blocks(parents.get(statement)) if statement in body), [])
    rows = source.lines[statement.lineno - 1 : statement.end_lineno]
    if len(block) < 2 or any("#" in row for row in rows):
        return Fix(message, (replace_expression(source, statement.value, ast.Constant(False)),), (raised,))
    return Fix(message, (replace_statements(source, [statement], []),), (raised,))


def _blocks(node: ast.AST | None) -> list[list[ast.stmt]]:
    """The blocks of statements of a compound one."""
    found = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    return [body for body in found if isinstance(body, list)]
