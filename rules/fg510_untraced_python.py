"""Python that TorchDynamo does not trace

## What it does
Finds, in compiled functions:

- changes of a list that a method of a string made: `parts = name.split(".")`, then `parts[0] = "x"` or
  `parts.append("y")`, before torch 2.14
- `min` and `max` of an iterator that gives tuples or lists, such as a generator, `zip`, `enumerate` or `dict.items()`;
  and, before torch 2.14, of any generator with `key=` or `default=`
- before torch 2.14, `min` and `max` with `key=`, where the items are tensors, modules or other objects, or the key is a
  method or reads `self`, a tensor or another object; and, before torch 2.11, where the key is a `lambda`
- methods of `bytes`, such as `b"a,b".split(b",")`; those of texts are traced
- functions of `bisect`, `cmath`, `struct`, `statistics`, `unicodedata`, `locale`, `pprint`, `binascii`, `codecs`,
  `shlex` and other modules of the standard library that nothing is known of while tracing
- `torch.utils.checkpoint.checkpoint_sequential`, `torch.func.functionalize`, `torch.can_cast`, `torch.lobpcg`, a
  `DataLoader` or `TensorDataset` that is made, `tensor.apply_` and `map_`; before torch 2.15 `torch._C._is_tracing()`,
  and before torch 2.14 `pow(x, 2)` of a tensor
- before torch 2.15, `del` of a variable that a function inside the function reads
- `object()`, `property(...)` and their like, `str.maketrans`, and `functools.lru_cache` or `cache`
  around a function
- calls of a bound method that these wrapped before (`self.sizes = lru_cache(8)(self.sizes)`); with `@lru_cache` above
  its definition, a method is traced as if it had no cache

## Why the graph breaks
TorchDynamo runs Python's own types and functions itself, one by one, and knows those that are common in models. It
takes the list of `split` for one constant, and `min` of an iterator for an operation on numbers. A function of the
standard library that is compiled code, or that leads to some, ends the graph.

These are captured: `math`, `operator`, `itertools`, most of `collections` and `functools`; `sorted`, and `min` and
`max` of a list or tuple of tuples; the lists of comprehensions, of `list(...)` and of `sorted(...)`.

## Example
```python
def forward(self, x):
    parts = self.equation.split(",")
    parts[0] = parts[0].upper()
    best = min((abs(width - x.shape[-1]), width) for width in self.widths)
    return self.layers[best[1]](x)
```

Use instead: a list of your own.
```python
def forward(self, x):
    parts = list(self.equation.split(","))
    parts[0] = parts[0].upper()
    best = min([(abs(width - x.shape[-1]), width) for width in self.widths])
    return self.layers[best[1]](x)
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Index, Keyed, Unbind
from fullgraph.lint.domain.externals import CACHED_METHOD
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    LOW,
    ExternalInstance,
    Function,
    Instance,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
)
from fullgraph.lint.project.index import all_arguments
from fullgraph.lint.source import syntax
from fullgraph.rules.shared.names import Breaks, Names, each, in_versions

REGISTRY = (
    "GB0082",
    "GB0156",
    "GB7786",
    "GB0059",
    "GB0007",
    "GB0147",
    "GB0116",
    "GB0134",
    "GB0193",
    "GB0294",
    "GB8335",
    "GB0208",
    "GB0055",
    "GB0008",
    "GB4818",
)

NAMES = Names(
    each("builtins.", "object", before="2.14"),
    each("builtins.", "staticmethod classmethod", before="2.15"),
    each("builtins.", "bytes", before="2.15"),
    each("builtins.", "property"),
    each("torch._C.", "_is_tracing", before="2.15"),
    each(
        "builtins.bytes.",
        "capitalize center count endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower "
        "isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind "
        "rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
    ),
    each("builtins.str.", "maketrans"),
    each("cmath.", "exp isnan phase polar sqrt", before="2.15"),
    each("operator.", "indexOf", before="2.15"),
    each("operator.", "setitem delitem", before="2.14"),
    each("operator.", "call", before="2.15"),
    each("bisect.", "bisect_right insort_left insort_right"),
    each("torch.", "utils.checkpoint.checkpoint_sequential func.functionalize can_cast lobpcg"),
    each("torch.utils.data.", "DataLoader TensorDataset"),
    each("torch.Tensor.", "apply_ map_"),
    each("torch.", "masked.masked_tensor autograd.grad_mode.set_multithreading_enabled"),
    each("itertools.", "combinations_with_replacement", before="2.14"),
    each("itertools.", "starmap", before="2.12"),
    each("functools.", "lru_cache cache cached_property"),
    each(
        "statistics.",
        "mean stdev pstdev variance pvariance harmonic_mean geometric_mean covariance correlation",
    ),
    each("statistics.", "mode", before="2.14"),
    each("fnmatch.", "fnmatch", before="2.14"),
    each("unicodedata.", "name normalize"),
    each("binascii.", "hexlify"),
    each("codecs.", "encode"),
    each("concurrent.futures.", "Future"),
    each("types.", "ModuleType new_class"),
    each("typing.", "TypeVar NewType ParamSpec"),
    each("weakref.", "proxy getweakrefcount"),
    Breaks("abc.get_cache_token"),
    Breaks("argparse.ArgumentParser"),
    Breaks("configparser.ConfigParser"),
    Breaks("enum.auto"),
    Breaks("hmac.new"),
    Breaks("linecache.getline"),
    Breaks("locale.getlocale"),
    Breaks("pprint.pformat"),
    Breaks("shlex.split"),
    Breaks("signal.getsignal"),
    each("struct.", "calcsize unpack_from iter_unpack Struct"),
    each("sys.", "getdefaultencoding is_finalizing"),
    Breaks("urllib.parse.quote"),
    Breaks("zipfile.is_zipfile"),
    each("bz2.", "compress"),
    each("lzma.", "compress"),
)


def check_unbind(event: Unbind) -> Finding | None:
    """A variable that a function inside the function shares."""
    function = event.frame.function
    if function is None or not in_versions(event, before="2.15"):
        return None
    inner = [node for node in syntax.walk(function.node) if isinstance(node, _FUNCTIONS) and node is not function.node]
    if not any(_reads(node, event.node.id) for node in inner):
        return None
    return Finding(event, f"del of a variable that an inner function reads breaks the graph: {event.node.id}")


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _reads(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, name: str) -> bool:
    """Return whether a function reads a variable of the one around it."""
    own = {argument.arg for argument in all_arguments(function.args)}
    body = function.body if isinstance(function.body, list) else [function.body]
    uses = [part for one in body for part in syntax.walk(one) if isinstance(part, ast.Name) and part.id == name]
    return name not in own and bool(uses) and all(isinstance(use.ctx, ast.Load) for use in uses)


@on_calls(CACHED_METHOD)
def check_cached(event: Call) -> Finding:
    """A bound method in a cache; one with ``@lru_cache`` above its definition is traced."""
    return Finding(event, f"a method in a functools.lru_cache() breaks the graph: {event.text}")


@on_calls("builtins.pow")
def check_power(event: Call) -> Finding | None:
    """``pow`` of a tensor; the operator is traced."""
    tensors = [value for value in event.args if isinstance(value, Tensor)]
    if len(event.args) != 2 or not tensors or not in_versions(event, before="2.14"):
        return None
    message = f"pow() of a tensor breaks the graph; use the operator **: {event.text}"
    return Finding(event, message, confidence=CONFIDENCES[min(one.confidence for one in tensors)])


_CHANGING = tuple(f"builtins.list.{name}" for name in "append extend insert pop remove sort reverse clear".split())
_LAZY = frozenset("builtins.zip builtins.map builtins.enumerate builtins.filter builtins.iter".split())


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    return NAMES.finding(event)


@on_calls(*_CHANGING)
def check_changed(event: Call) -> Finding | None:
    return _of_constant(event, event.args[0])


def check_item(event: Index) -> Finding | None:
    return _of_constant(event, event.owner) if event.kind != "read" else None


def _of_constant(event: Call | Index, changed: Value) -> Finding | None:
    """The finding where what is changed is, or may be, the list that a string's method gave."""
    options = list(alternatives(changed))
    constant = [option for option in options if isinstance(option, SequenceValue) and option.constant]
    if not constant or not in_versions(event, before="2.14"):
        return None
    message = f"changing the list of a string's method breaks the graph: {event.text}"
    return Finding(event, message, confidence="high" if len(constant) == len(options) else "medium")


@on_calls("builtins.min", "builtins.max")
def check_extreme(event: Call) -> Finding | None:
    """Of an iterator: TorchDynamo compares its items two by two, as numbers."""
    node, name = event.node, event.name.rpartition(".")[2]
    if not isinstance(node, ast.Call):
        return None
    if len(node.args) != 1 or len(event.args) != 1:
        return None
    if isinstance(node.args[0], ast.GeneratorExp) and event.kwargs and in_versions(event, before="2.14"):
        return Finding(event, f"{name}() of a generator with key= or default= breaks the graph: {event.text}")
    if event.kwargs or not _is_iterator(event, node.args[0]):
        return None
    items = [item for value in alternatives(event.args[0]) for item in alternatives(_each(value))]
    if not items or not all(isinstance(item, SequenceValue) and item.kind in ("tuple", "list") for item in items):
        return None
    return Finding(event, f"{name}() of an iterator of tuples or lists breaks the graph: {event.text}")


def check_keyed(event: Keyed) -> Finding | None:
    node = event.node
    if not isinstance(node, ast.Call) or not in_versions(event, before="2.14"):
        return None
    why = _not_constant(event, node)
    if why is None:
        return None
    return Finding(event, f"{ast.unparse(node.func)}() with key= breaks the graph, where {why}: {event.text}")


def _not_constant(event: Keyed, node: ast.Call) -> str | None:
    """Return what keeps TorchDynamo from running ``min`` or ``max`` with a key as it is, on constants."""
    if len(node.args) == 1 and _is_iterator(event, node.args[0]):
        return None if isinstance(node.args[0], ast.GeneratorExp) else "it is given an iterator"
    if _is_object(event.item):
        return "the items are no constants"
    for function in alternatives(event.key):
        if not isinstance(function, Function):
            continue
        if function.bound is not None or any(map(_is_object, _closed_over(function))):
            return "the key reads what is no constant"
        if function.closure is not None and in_versions(event, before="2.11"):
            return "the key is made there"
    return None


def _is_object(value: Value) -> bool:
    """Return whether a value is a tensor or an object, whatever else it may be."""
    return all(
        isinstance(one, (Instance, ExternalInstance)) or (isinstance(one, Tensor) and one.confidence > LOW)
        for one in alternatives(value)
    )


def _closed_over(function: Function) -> list[Value]:
    """The values of the variables that a function reads from the functions around it."""
    scope, found = function.closure, []
    names = {one.id for one in ast.walk(function.info.node) if isinstance(one, ast.Name)} - function.info.local_names
    while scope is not None:
        found += [scope.env[name] for name in sorted(names) if name in scope.env]
        scope = scope.closure
    return found


def _is_iterator(event: Event, node: ast.expr) -> bool:
    """Return whether an expression gives its items one by one."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and not node.args:
        return True
    with event.interp.muted(event.frame):
        function = event.interp.evaluate(event.frame, node.func)
    return getattr(function, "name", None) in _LAZY


def _each(value: Value) -> Value:
    return value.each() if isinstance(value, SequenceValue) else value
