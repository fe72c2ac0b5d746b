"""Logging in compiled code

## What it does
Finds calls of `logging` functions, of any method of a logger, even at disabled levels, and of `getLogger`.

## Why the graph breaks
TorchDynamo does not trace loggers: `logger.debug` breaks as `logger.error` does, and so do `isEnabledFor` and the
`warning_once` that libraries add. Under `fullgraph=True` it raises.

## Example
```python
def forward(self, x, mask=None):
    if mask is None:
        logger.warning_once("no mask given")
    return self.layer(x)
```

Use instead:
```python
def forward(self, x, mask=None):
    if mask is None:
        if not torch.compiler.is_compiling():
            logger.warning_once("no mask given")
    return self.layer(x)
```

Or let the compiler drop the calls without an edit, before anything is compiled:
```python
torch._dynamo.config.ignore_logger_methods.add(logging.Logger.warning)
```
Compiled code then logs nothing, as with the guard. To keep the messages, after the graph,
`torch._dynamo.config.reorderable_logging_functions` accepts methods of loggers since torch 2.15; in 2.13 they still
break. Both are private names of torch.

## The fix
Unsafe: nothing is logged while compiled. Eager runs log as before. It takes the forms that FG401 describes: one guard
for messages in a row, with code that only serves them, such as a `getLogger`. If something else uses a `getLogger`
with a literal name, or `__name__`, the call becomes a constant of the module. That is unsafe, because a logger class
set after the import is not used.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.messages.vocabulary import LOGGED

REGISTRY = ("GB0291", "GB4841", "GB6215", "GB0156", "GB0007", "GB0023")

_FUNCTIONS = frozenset(
    f"logging.{name}"
    for name in "debug info warning warn error critical exception log getLogger basicConfig disable".split()
)

_CLASS = Kind.EFFECT.open("a logger class set after the import is not used")


@on_calls(*_FUNCTIONS, "logging.Logger.*", "logging.LoggerAdapter.*")
def check(event: Call) -> Finding | None:
    method = event.name.rpartition(".")[2]
    what = f"{event.name}()" if event.name in _FUNCTIONS else f"the logger's .{method}()"
    message = f"{what} breaks the graph"
    alone = isinstance(event.statement, ast.Expr) and event.statement.value is event.node
    if event.name == "logging.getLogger" and not alone:
        fix = fixes.skip_fix(event, fixes.asked_once_fix(event, "LOGGER", _CLASS, fails=False))
    else:
        fix = fixes.guard_fix(event, LOGGED)
    return Finding(event, message, confidence=CONFIDENCES[event.confidence], fix=fix)
