"""Warnings in compiled code

## What it does
Finds `warnings.warn`, `warnings.warn_explicit` and the functions that set or format filters. It also finds functions
of torch that are deprecated and warn of it whenever they are called, such as `torch.nn.init.normal` (without the
underscore), `torch.nn.utils.clip_grad_norm` and `torch.nn.utils.stateless.functional_call`.

## Why the graph breaks
TorchDynamo does not trace the `warnings` module. A warning ends the graph even if a filter hides it, and inside `with
warnings.catch_warnings():` the whole function runs uncompiled. Under `fullgraph=True` it raises.
`warnings.catch_warnings` by itself is captured.

## Example
```python
def forward(self, x, mask=None):
    if mask is None:
        warnings.warn("no mask given")
    return self.layer(x)
```

Use instead:
```python
def forward(self, x, mask=None):
    if mask is None:
        if not torch.compiler.is_compiling():
            warnings.warn("no mask given")
    return self.layer(x)
```

Or keep the warning, issued after the graph, without an edit: before anything is compiled, call
`torch._dynamo.config.reorderable_logging_functions.add(warnings.warn)`, a private name of torch. Measured: one graph
under `fullgraph=True`, with the same warnings, if the message is a constant, a tensor or an f-string.

## The fix
Unsafe: while compiled, no warning is issued and no filter is set. Eager runs warn as before. It takes the forms that
FG401 describes: one guard for messages in a row, with code that only serves them, or the test of an `if` that only
emits messages.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.messages.vocabulary import WARNED
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB0007", "GB0156", "GB0092")

_REORDERED = "torch._dynamo.config.reorderable_logging_functions.add(warnings.warn) keeps it instead, behind the graph"
NAMES = Names(
    each("warnings.", "warn warn_explicit showwarning", skipped=WARNED),
    each("warnings.", "simplefilter filterwarnings resetwarnings", skipped="the filter is not changed"),
    each("warnings.", "formatwarning"),
)


_DEPRECATED = {
    **{
        f"torch.nn.init.{name}": f"torch.nn.init.{name}_"
        for name in (
            "uniform normal constant eye dirac xavier_uniform xavier_normal kaiming_uniform kaiming_normal orthogonal "
            "sparse"
        ).split()
    },
    "torch.nn.utils.clip_grad_norm": "torch.nn.utils.clip_grad_norm_",
    "torch.nn.utils.stateless.functional_call": "torch.func.functional_call",
    "torch.nn.modules.rnn.apply_permutation": "index_select",
    "torch.nn.NLLLoss2d": "torch.nn.NLLLoss",
}
"""Deprecated functions of torch that warn when they are called, with what to call instead."""


@on_calls(*_DEPRECATED)
def check_deprecated(event: Call) -> Finding:
    return Finding(event, f"{event.name} warns that it is deprecated; use {_DEPRECATED[event.name]}: {event.text}")


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    found = NAMES.finding(event)
    if found is None or event.name != "warnings.warn":
        return found
    return replace(found, fix=fixes.guard_fix(event, WARNED, _REORDERED))
