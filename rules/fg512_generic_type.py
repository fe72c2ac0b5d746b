"""Class with parameters, made or called

## What it does
Finds, in compiled functions:

- calls of a class with parameters: `list[Tensor]()`, `defaultdict[str, list](list)`, `Box[int](x)`, where `Box` is a
  generic class; also where a name stands for it (`Tensors = list[Tensor]`, then `Tensors()`), or a dataclass
  makes a field with it (`field(default_factory=list[int])`)
- `Box[int]` itself, a generic class of the project with its parameters, and `Annotated[...]`
- types in types, such as `cast(Optional[Tensors], x)`, where the inner one was made outside of compiled code from one
  of Python's own classes, or by `NewType`
- calls of what `NewType` makes: `Index(3)`

## Why the graph breaks
A class with parameters is an object of its own, a `GenericAlias`. TorchDynamo knows the class without them. It
evaluates `list[Tensor]` while tracing, but neither calls it nor puts one that it is given into another type. Nor does
it call the function of a `NewType`.

These are captured: annotations of variables, which are not evaluated in functions; the same class without parameters;
`cast(list[Tensor], x)`, `cast(Tensors, x)`, and `cast("Optional[Tensors]", x)` as a text; subclasses of a generic
class.

## Example
```python
def forward(self, x):
    found = list[Tensor]()
    for layer in self.layers:
        found.append(layer(x))
    return Box[Tensor](found[-1])
```

Use instead:
```python
def forward(self, x):
    found: list[Tensor] = []
    for layer in self.layers:
        found.append(layer(x))
    return Box(found[-1])
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fullgraph.lint.domain.events import Call, Parametrized
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import ClassValue, External, GenericAlias, SequenceValue, Value
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB0116", "GB0147", "GB0156", "GB4818", "GB4880", "GB9137")

_NEW_TYPE = "typing.NewType.__call__"
_ANNOTATED = frozenset(("typing.Annotated", "typing_extensions.Annotated"))


@on_calls("types.GenericAlias.__call__", _NEW_TYPE)
def check(event: Call) -> Finding | None:
    """Calls of a class with parameters, and of a new type."""
    if event.name == _NEW_TYPE:
        return Finding(event, f"the call of a NewType breaks the graph: {event.text}")
    called = event.args[0]
    if not isinstance(called, GenericAlias) or (called.of_typing and isinstance(called.origin, External)):
        return None  # those of `typing` cannot be called
    if called.of_typing and called.traced:
        return None  # what makes it breaks the graph
    return Finding(event, f"the call of a class with parameters breaks the graph: {event.text}")


def check_made(event: Parametrized) -> Finding | None:
    """``Box[int]``, and types in types."""
    origin = event.made.origin
    if isinstance(origin, ClassValue) or (isinstance(origin, External) and origin.name in _ANNOTATED):
        return Finding(event, f"a generic class with its parameters is not made while tracing: {event.text}")
    if not any(map(_is_opaque, _parts(event.parameters))):
        return None
    raises = True if event.made.of_typing and in_versions(event, before="2.13") else None
    message = f"a type that was made outside of compiled code breaks the graph inside another: {event.text}"
    return Finding(event, message, raises=raises)


def _parts(parameters: Iterable[Value]) -> Iterator[Value]:
    """The parameters, and the items of those that are lists: ``Callable[[Box, int], None]``."""
    for one in parameters:
        yield from (one.items or ()) if isinstance(one, SequenceValue) else (one,)


def _is_opaque(value: Value) -> bool:
    """Return whether TorchDynamo is given a type that it takes for an object of which it knows nothing."""
    if isinstance(value, GenericAlias):
        return not value.of_typing and not value.traced
    return isinstance(value, External) and value.name == _NEW_TYPE
