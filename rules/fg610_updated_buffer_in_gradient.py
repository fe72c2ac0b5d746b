"""Wrong gradients of what is multiplied by a buffer that was updated in place

## What it does
Finds products, quotients and powers with a buffer, or another tensor that an object holds, after the same compiled
function has updated it in place by a number: `self.n += 1`, `self.n.mul_(0.9)`.

## Why the gradients are wrong
Nothing breaks: the values are right, but **the gradients are wrong once compiled**, without an error. For the
backward pass, the compiler keeps the buffer and recomputes the update. By then, the buffer has been updated, so the
gradient is that of the next step: with `self.n += 1; return x * self.n`, the gradient of `x` is 3 where eager has 2.
Eager is right, and so is the `eager` backend; `aot_eager` and `inductor` are wrong, in all torch versions up to 2.15.

These are right: assigning the new value (`self.n = self.n + 1`), `copy_`, updates by tensors of the graph, the
buffer's `detach()`, sums and differences that nothing multiplies, and code that needs no gradient.

## Example
```python
def forward(self, x):
    self.steps += 1
    return x * self.steps
```

Use instead:
```python
def forward(self, x):
    self.steps = self.steps + 1
    return x * self.steps
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Product
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import Origin, Tensor
from fullgraph.lint.project.index import dotted_name, own_nodes
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.rules.shared.common import broken_since, explain
from fullgraph.rules.shared.origin import without_gradients

REGISTRY = ()

_UPDATES = frozenset("add_ sub_ mul_ div_".split())


def check(event: Product) -> Finding | None:
    node = event.node
    if event.matrices:
        return None  # the compiler keeps the factors of a matrix product as they are
    parts = (node.left, node.right) if isinstance(node, ast.BinOp) else (None, None)
    sides = ((event.left, event.right, parts[0]), (event.right, event.left, parts[1]))
    for held, other, part in sides:
        if other.sources == frozenset():
            continue
        for read in _attributes(held, part):
            update = _update(event, read)
            if update is not None:
                name = dotted_name(read)
                where = event.frame.source.named(update.lineno)
                what = f"wrong gradient once compiled: {name} is updated in place in {where}"
                confidence = CONFIDENCES[min(held.confidence, other.confidence)]
                steps = explain(event, held, f"the backward pass sees the next value of {name}")
                return Finding(event, f"{what}, and here it is part of {event.text}", steps, confidence)
    return None


def _attributes(tensor: Tensor, part: ast.expr | None) -> list[ast.Attribute]:
    """The look-ups of attributes that a tensor was computed from, where the chain shows it or the operand itself."""
    found = []
    evidence = tensor.evidence
    while evidence is not None and not _detaches(evidence.node):
        node = evidence.node
        if evidence.origin is Origin.ATTRIBUTE and isinstance(node, ast.Attribute):
            found.append(node)
            break  # what that was computed from is another tensor
        evidence = evidence.parent
    stack: list[ast.AST] = [part] if part is not None else []
    while stack:
        node = stack.pop()
        if not _detaches(node):
            found += [node] if isinstance(node, ast.Attribute) else []
            stack += syntax.children(node)
    return [node for node in found if dotted_name(node)]


def _detaches(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("detach", "size")


def _update(event: Product, read: ast.Attribute) -> ast.stmt | None:
    """The statement of the same function that updates the attribute in place before it is read."""
    function = event.frame.function
    if function is None or without_gradients(event):
        return None
    name = dotted_name(read)
    found: ast.stmt | None = None
    for statement in syntax.remembered(function.node, "statements by row", lambda: _statements(function.node)):
        if statement.lineno >= read.lineno:
            break
        if _assigns(statement, name):
            found = None
        elif _updates(statement, name):
            found = statement
    if found is None or broken_since(event, found):
        return None
    return found


def _statements(node: AnyFunction) -> list[ast.stmt]:
    return sorted((child for child in own_nodes(node) if isinstance(child, ast.stmt)), key=lambda child: child.lineno)


def _assigns(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.Assign) and any(dotted_name(target) == name for target in statement.targets)


def _updates(statement: ast.stmt, name: str) -> bool:
    if isinstance(statement, ast.AugAssign):
        arithmetic = isinstance(statement.op, (ast.Add, ast.Sub, ast.Mult, ast.Div))
        return arithmetic and dotted_name(statement.target) == name and _is_number(statement.value)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in _UPDATES:
        return False
    return dotted_name(call.func.value) == name and len(call.args) == 1 and _is_number(call.args[0])


def _is_number(node: ast.expr) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)
