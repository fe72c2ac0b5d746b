"""A list that grows with each call

## What it does
Finds lists and sets of an object to which compiled code adds something in each call: `append`, `extend`, `insert`,
`add`, `+=` and `self.xs = self.xs + [...]`. Lists that the compiled code itself creates, empties or shortens are left
out, and so are additions under a test of the list (`if len(self.xs) < 3:`), or in a loop over missing items. It also
finds calls of compiled code that pass a list to which the loop around the call adds something.

## Why it recompiles
A graph is compiled for the length of a list, with a guard on it, even if nothing reads the list's items. A call that
adds an item makes the next call fail that guard. Every call recompiles the function, until after 8 graphs
(`torch._dynamo.config.recompile_limit`) it silently runs in eager; under `fullgraph=True`, that is an error. The list
also keeps its items alive.

## Example
```python
def forward(self, x):
    y = self.layer(x)
    self.outputs.append(y.detach())
    return y
```

Use instead: return the value and collect it outside.
```python
def forward(self, x):
    y = self.layer(x)
    return y, y.detach()
```

A list that one call fills and reads should be a local variable, or be created at the start: `self.outputs = []`.

For the results of the last few calls, a buffer of fixed size compiles once: `self.kept = torch.cat([self.kept[1:],
y.detach()[None]])`. A `collections.deque(maxlen=4)` recompiles until it is full, four times.

## The fix
A suggestion: the code that reads the list must change too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.events import Call, CompiledCall, Write
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Instance, SequenceValue
from fullgraph.lint.project.index import ClassInfo, FunctionInfo
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.recompiles import REGISTRY_LIMIT, THEN

REGISTRY = REGISTRY_LIMIT

_RETURN = (
    "return the value and collect it outside; if only the last calls matter, keep a buffer of fixed size "
    "that is assigned again"
)
_STACK = "pass a tensor of the items it needs, such as torch.stack of the last items, padded to one length"
_GROWING = frozenset(f"builtins.{name}" for name in "list.append list.extend list.insert set.add".split())
_SHRINKING = frozenset("pop clear remove discard popleft".split())


@on_calls(*_GROWING)
def check_call(event: Call) -> Finding | None:
    if not isinstance(event.node, ast.Call):
        return None
    func = event.node.func
    holder = func.value if isinstance(func, ast.Attribute) else None
    if not isinstance(holder, ast.Attribute) or not isinstance(holder.value, ast.Name):
        return None
    owner = event.interp.name(event.frame, holder.value.id)
    return _finding(event, owner, holder.attr) if isinstance(owner, Instance) else None


def check_passed(event: CompiledCall) -> Finding | None:
    """``compiled(x, history)`` in a loop that adds to ``history``, a list from before the loop."""
    loop = _loop_around(event)
    if loop is None:
        return None
    passed = [*event.node.args, *(keyword.value for keyword in event.node.keywords)]
    for name in (argument.id for argument in passed if isinstance(argument, ast.Name)):
        value = event.interp.name(event.frame, name)
        added = next((node for node in ast.walk(loop) if _adds_to(node, name)), None)
        if not isinstance(value, SequenceValue) or value.kind != "list" or added is None:
            continue
        if any(_renews(node, name) for node in ast.walk(loop)):
            continue
        message = f"every call recompiles, {THEN}: {name} grows"
        return Finding(event, message, _steps(event, added, name), "medium", fix=suggestion(_STACK))
    return None


def _loop_around(event: Event) -> ast.For | ast.While | None:
    node: ast.AST | None = event.node
    while node is not None and not isinstance(node, (ast.For, ast.While, ast.FunctionDef, ast.AsyncFunctionDef)):
        node = event.frame.module.parents.get(node)
    return node if isinstance(node, (ast.For, ast.While)) else None


def _steps(event: Event, added: ast.AST, name: str) -> tuple[Step, ...]:
    return (
        event.frame.source.step(f"{event.frame.text(added)}: makes {name} longer", added),
        Step("the length of a list is a constant of the graph"),
    )


def _adds_to(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.AugAssign):
        return isinstance(node.target, ast.Name) and node.target.id == name and isinstance(node.op, ast.Add)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "append":
        return False
    return isinstance(node.func.value, ast.Name) and node.func.value.id == name


def _renews(node: ast.AST, name: str) -> bool:
    """Return whether a node of the loop sets the variable, or takes items out of the list."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SHRINKING:
        return isinstance(node.func.value, ast.Name) and node.func.value.id == name
    if isinstance(node, ast.Delete):
        return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return isinstance(node.slice, ast.Slice) and isinstance(node.value, ast.Name) and node.value.id == name
    return isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets)


def check_write(event: Write) -> Finding | None:
    """``self.xs += [y]``, which is a write, and writes after which the list is known."""
    owner, statement = event.owner, event.statement
    if not isinstance(owner, Instance) or not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return None
    if isinstance(statement, ast.AnnAssign) or not _adds(statement, event):
        event.interp.rule_state[_made(event, owner, event.attribute)] = True
        return None
    is_list = isinstance(event.value, SequenceValue) and event.value.kind == "list"
    return _finding(event, owner, event.attribute) if is_list else None


def _adds(statement: ast.Assign | ast.AugAssign, event: Write) -> bool:
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, ast.Add)
    value = statement.value
    target = ast.unparse(event.node)
    return isinstance(value, ast.BinOp) and target in (ast.unparse(value.left), ast.unparse(value.right))


def _made(event: Event, owner: Instance, attribute: str) -> object:
    return ("made in the graph", event.frame.root, owner.site, attribute)


def _finding(event: Event, owner: Instance, attribute: str) -> Finding | None:
    made = event.interp.sites.get(owner.site)
    if made is not None and made[0].tracing:
        return None  # the object is as new as the call
    if event.interp.rule_state.get(_made(event, owner, attribute)) or _is_tested(event, attribute):
        return None
    functions = [frame.function for frame in event.frame.chain() if frame.function is not None]
    if any(attribute in _shortened_in(event, one.node) for one in (*functions, *_methods(owner.cls))):
        return None
    steps = _steps(event, event.node, f"self.{attribute}")
    return Finding(event, f"every call recompiles, {THEN}: self.{attribute} grows", steps, fix=suggestion(_RETURN))


def _methods(cls: ClassInfo) -> list[FunctionInfo]:
    """The methods that may run in the same call: the host calls those that make objects, and those that reset them."""
    methods = [method for base in cls.mro if isinstance(base, ClassInfo) for method in base.methods.values()]
    return [method for method in methods if not method.name.strip("_").startswith(("init", "reset", "clear", "post"))]


def _shortened_in(event: Event, function: ast.AST) -> frozenset[str]:
    """The attributes that a function empties, takes items out of, or replaces; worked out once."""
    known: dict[ast.AST, frozenset[str]] = event.interp.rule_state.setdefault("shortened", {})
    if function not in known:
        known[function] = frozenset(name for node in ast.walk(function) for name in _shortened(node))
    return known[function]


def _shortened(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SHRINKING:
        yield from _attributes([node.func.value])
    elif isinstance(node, ast.Assign):
        yield from set(_attributes(node.targets)) - set(_attributes(ast.walk(node.value)))
        slices = (one for one in node.targets if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Slice))
        yield from _attributes(one.value for one in slices)
    elif isinstance(node, ast.Delete):
        yield from _attributes(part for target in node.targets for part in ast.walk(target))


def _attributes(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (node.attr for node in nodes if isinstance(node, ast.Attribute))


def _is_tested(event: Event, attribute: str) -> bool:
    """Return whether a test or the length of the list itself decides what is added."""
    parents = event.frame.module.parents
    node: ast.AST | None = event.node
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        test = node.test if isinstance(node, (ast.If, ast.While)) else node.iter if isinstance(node, ast.For) else None
        parts = ast.walk(test) if test is not None else ()
        if any(isinstance(part, ast.Attribute) and part.attr == attribute for part in parts):
            return True
        node = parents.get(node)
    return False
