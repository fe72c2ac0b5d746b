"""The bound of a deque, which compiled code does not know

## What it does
Finds, in compiled functions, what reads a `collections.deque` after the same compiled code has put something into it,
where the deque has a `maxlen` and was created outside: `self.frames.append(x); torch.stack(list(self.frames))`. Finds
`frames.maxlen` too.

## Why the results are wrong
Nothing breaks: **results are wrong once compiled**, without an error, in all torch versions up to 2.15. TorchDynamo
takes such a deque for one without a bound. Once it is full, the code behind an `append` sees one item too many: the
first one is still there. `maxlen` is None, so that `len(frames) == frames.maxlen` is never true and arithmetic with it
fails. When the compiled code is left, the items are put into the deque itself, which drops the first ones.

These are right: a deque that the compiled code makes, one that it makes again (`self.frames = deque(self.frames,
maxlen=4)`) before it adds to it, one that it adds to last, one that it takes an item out of before, and its last item.

## Example
```python
def __init__(self):
    self.frames = collections.deque(maxlen=4)

def forward(self, x):
    self.frames.append(x)
    return self.net(torch.cat(list(self.frames)))
```

Use instead a tensor, which is not recompiled while it fills up either:
```python
def __init__(self, shape):
    self.register_buffer("frames", torch.zeros(4, *shape))

def forward(self, x):
    self.frames = torch.cat([self.frames[1:], x[None]])
    return self.net(self.frames)
```

Or take the last items of a list: `torch.cat(list(self.frames)[-4:])`.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import BoundedRead
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.shared.common import broken_since, is_of_library

REGISTRY = ()

_TAKING = {"append": "popleft", "extend": "popleft", "appendleft": "pop", "extendleft": "pop"}
"""The method that takes the item at the other end, by the method that added one."""
_TESTING = frozenset("isinstance bool type id hasattr callable".split())


def check(event: BoundedRead) -> Finding | None:
    parents = event.frame.module.parents
    parent = parents.get(event.node)
    if isinstance(parent, ast.Attribute) and parent.attr == "maxlen":
        return Finding(event, f"wrong once compiled: {event.frame.text(parent)} is None")
    passed = event.bound.passed
    if not isinstance(passed, ast.Call) or not isinstance(passed.func, ast.Attribute):
        return None
    if not _sees_first(event, passed.func.attr) or broken_since(event, passed):
        return None
    name, added = event.frame.text(event.node), event.frame.text(passed)
    message = f"wrong once compiled: {name} is read past its maxlen, after {added}"
    steps = (event.frame.source.step(f"TorchDynamo does not know the maxlen of {name}", event.node),)
    return Finding(event, message, steps)


def _sees_first(event: BoundedRead, added: str) -> bool:
    """Return whether code depends on the items that a deque has dropped, from the end other than that added to."""
    parents, node = event.frame.module.parents, event.node
    parent = parents.get(node)
    if isinstance(parent, ast.Call) and node in parent.args and _is_copy(parent.func):
        node, parent = parent, parents.get(parent)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return not _is_at_end(parent.slice, left=added.endswith("left"))
    if node is not event.node:
        return True
    if isinstance(parent, ast.Attribute):
        return parent.attr in ("index", "count", _TAKING.get(added))
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Call):
        if isinstance(parent.func, ast.Name) and parent.func.id == "len":
            return not _is_minimum(parents.get(parent))
        testing = isinstance(parent.func, ast.Name) and parent.func.id in _TESTING
        return node in parent.args and not testing and is_of_library(event, parent.func)
    return isinstance(parent, ast.Starred)


def _is_copy(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id in ("list", "tuple")


def _is_at_end(index: ast.expr, left: bool) -> bool:
    """Return whether an index counts from the end that was added to."""
    if isinstance(index, ast.Slice):
        bound = index.upper if left else index.lower
        return bound is not None and _is_negative(bound) is not left
    return _is_negative(index) is not left


def _is_negative(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _is_minimum(parent: ast.AST | None) -> bool:
    """Return whether a test asks if there are enough items, or any: more are enough too."""
    if isinstance(parent, ast.Compare):
        return all(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in parent.ops)
    return isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.BoolOp)) or (
        isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    )
