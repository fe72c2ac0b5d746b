"""A private function of TorchDynamo that has a public counterpart

## What it does
Finds `torch._dynamo.optimize`, `disable`, `allow_in_graph`, `assume_constant_result`, `substitute_in_graph`,
`is_compiling`, `list_backends`, `reset` and `set_stance`, by `torch._dynamo` or the submodule that defines them.

## Why it matters
`torch._dynamo` is private: its contents move and disappear without a deprecation. For these functions,
`torch.compiler` or `torch.compile` has a public name that does the same, by calling them. Others, such as
`torch._dynamo.mark_dynamic` and `torch._dynamo.config`, have no public counterpart and are ignored, and so is a
private name as a fallback for versions of torch without the public one. `is_compiling` is shown with `--confidence
low`.

## Example
```python
@torch._dynamo.disable
def log(x): ...

model = torch._dynamo.optimize("aot_eager", nopython=True)(model)
```

Use instead:
```python
@torch.compiler.disable
def log(x): ...

model = torch.compile(backend="aot_eager", fullgraph=True)(model)
```

## The fix
Safe: the public function passes its arguments on. There is no fix if the name was imported from `torch._dynamo`, if
the call does not fit the public function, or for `torch._dynamo.optimize` with hooks of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Confidence, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import DynamoReference
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.offer import fix_factory

REGISTRY = ()

PUBLIC = frozenset(
    (
        "disable allow_in_graph assume_constant_result substitute_in_graph is_compiling list_backends reset set_stance"
    ).split()
)
"""The functions that ``torch.compiler`` has under the same name."""
HOMES = {
    "torch._dynamo.decorators": frozenset(
        "disable allow_in_graph assume_constant_result substitute_in_graph set_stance".split()
    ),
    "torch._dynamo.eval_frame": frozenset(("optimize",)),
    "torch._dynamo.external_utils": frozenset(("is_compiling",)),
    "torch._dynamo.backends.registry": frozenset(("list_backends",)),
    "torch._dynamo": PUBLIC | {"optimize"},
}
"""The modules that have them."""
RENAMED = {"backend": "backend", "nopython": "fullgraph", "dynamic": "dynamic", "disable": "disable"}
"""The arguments of ``torch._dynamo.optimize`` that ``torch.compile`` has too."""


def check(event: DynamoReference) -> Finding | None:
    home, _, name = event.name.rpartition(".")
    loaded = isinstance(getattr(event.node, "ctx", None), ast.Load)
    if not loaded or name not in HOMES.get(home, ()) or _private_arguments(event, name):
        return None
    public = "torch.compile" if name == "optimize" else f"torch.compiler.{name}"
    if _falls_back(event, public):
        return None
    sure: Confidence = "low" if name == "is_compiling" else "high"
    return Finding(event, f"{event.name} is private: use {public}", confidence=sure, fix=_fix(event, name, public))


_LATER = Kind.EXCEPTION.open(
    "an unknown backend is an error when it compiles, not at once, and it is not a context manager"
)
_SAME = Kind.COMPILING.proved("it does the same under another name")


def _falls_back(event: DynamoReference, public: str) -> bool:
    """Return whether the public name is tried first, for versions of torch that do not have it."""
    module = event.frame.module
    around = module.parents.get(event.node)
    while around is not None and not isinstance(around, (ast.ClassDef, ast.Module)):
        chooses = isinstance(around, (ast.FunctionDef, ast.If, ast.Try, ast.IfExp))
        if chooses and any(
            isinstance(node, ast.Attribute) and dotted_name(node) == public for node in ast.walk(around)
        ):
            return True
        around = module.parents.get(around)
    return False


def _call(event: DynamoReference) -> ast.Call | None:
    """The call of the name."""
    around = event.frame.module.parents.get(event.node)
    return around if isinstance(around, ast.Call) and around.func is event.node else None


def _private_arguments(event: DynamoReference, name: str) -> bool:
    """Return whether it is called with what only the private one takes."""
    call = _call(event)
    return name == "disable" and call is not None and any(word.arg == "wrapping" for word in call.keywords)


@fix_factory
def _fix(event: DynamoReference, name: str, public: str) -> Callable[[], Fix] | None:
    first = dotted_name(event.node).split(".")[0]
    known = event.interp.global_name(event.frame.module, first)
    if getattr(known, "name", "") != "torch" or not isinstance(event.node, ast.expr):
        return None
    name_of = quote.name(first + public.removeprefix("torch"))
    if name != "optimize":
        change = replace_expression(event.frame.source, event.node, name_of)
        return lambda: Fix(f"Use {public}, which does the same", (change,), (_SAME,))
    call = _call(event)
    words = _words(call) if call is not None else None
    if call is None or words is None:
        return None
    whole = replace_expression(event.frame.source, call, quote.changed(call, func=name_of, args=[], keywords=words))
    return lambda: Fix(f"Use {public}", (whole,), (_LATER,))


def _words(call: ast.Call) -> list[ast.keyword] | None:
    """The arguments of ``torch._dynamo.optimize`` by the names that ``torch.compile`` has for them."""
    plain = all(isinstance(argument, (ast.Constant, ast.Name, ast.Attribute)) for argument in call.args)
    if not plain or len(call.args) > 1 or any(word.arg not in RENAMED for word in call.keywords):
        return None
    backend = [ast.keyword("backend", argument) for argument in call.args]
    return [*backend, *(_renamed(word) for word in call.keywords)]


def _renamed(word: ast.keyword) -> ast.keyword:
    name = RENAMED[word.arg or ""]
    return word if name == word.arg else ast.keyword(name, word.value)
