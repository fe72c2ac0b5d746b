"""Objects and attributes that TorchDynamo does not model

## What it does
Finds, in compiled functions:

- attributes set on functions of a module, on methods, on `functools.partial` objects and on torch's own module
  classes
- replacing the class of an object, `self.__class__ = Other`
- `functools.wraps` of a `functools.partial`, in torch 2.12 and 2.13
- objects of a dataclass whose field has a class of your own as its `default_factory` (or `Counter`, from torch 2.13 on
  `OrderedDict`, a layer, a bound method, a `functools.partial`) and is not given; a function, a `lambda`, `list` and
  `dict` are captured
- `types.SimpleNamespace` objects that are created or changed, and `types.MethodType(...)`
- objects of classes that inherit from `defaultdict`, `functools.partial`, `float`, `bytes`, `property`, iterators such
  as `zip` and `itertools.count`, `decimal.Decimal`, `datetime.date`, `threading.local`, `random.Random`, `io.StringIO`
  or `weakref.ref`, and, before torch 2.14, from `deque`; and of classes with a `__getattribute__`
- calls of a `TypedDict` with optional keys (`total=False`, `NotRequired`; a display, `state: State = {...}`, is
  captured), `deque.rotate`, and entries of a `weakref.WeakValueDictionary`
- `array.array`, `decimal.Decimal`, `memoryview`, `bisect`, `functools.cmp_to_key` and `Counter.most_common(n)`, and,
  before torch 2.15, `heapq` and `bytearray`
- attributes of a dictionary whose class has methods of `dict` for `__getattr__` or `__setattr__`, as in
  `__getattr__ = dict.__getitem__`; write a function that looks the item up
- before torch 2.14, the operators `@` and `~` of objects of your own classes
- arithmetic between a tensor and an object of your own class, `scale * x`, whichever method of the object Python
  would call
- objects of your own classes as arguments of torch's operations, lists of a class of your own among them
  (`torch.stack(Items([x, y]))`; `torch.stack(list(items))` is captured); named tuples and members of enumerations are
  captured
- objects of a class that `type(name, bases, members)` makes in the compiled function
- calls of an `operator.itemgetter`, `attrgetter` or `methodcaller` that was made before the compiled function ran
- exception classes whose constructor calls that of Python's (`super().__init__(text)`, before torch 2.15, and
  `ValueError.__init__(self, text)`), where a `try` handles what is raised
- methods of a text that is a member of an enumeration (`Mode.FAST.lower()` of `class Mode(str, Enum)`; those of
  `Mode.FAST.value` are captured), powers of members of an `IntEnum` in torch 2.12 and 2.13, and all arithmetic with
  these in 2.12
- a `deque` that is given to NumPy or `torch.tensor`, which makes TorchDynamo fail: `np.mean(list(losses))`
- methods of objects of `datetime` and of `decimal.Decimal`, arithmetic with them, their `max` and `min`, and, before
  torch 2.13, comparing them (`t.timestamp()`, `t - start`; `t.hour` and `span.days` are captured); `int()` and
  `float()` of a `Decimal`, which make TorchDynamo fail in torch 2.12 and 2.13
- properties read through `super()`, and methods made by `functools.partialmethod`
- `load_state_dict`, and, but for torch 2.13, `state_dict`
- before torch 2.14, functions of `functools.singledispatch` whose first argument is a number or a text, and before
  torch 2.13 `functools.singledispatchmethod`

## Why the graph breaks
TorchDynamo replays what Python code does to objects. It knows the common kinds, and how their changes must look after
the graph has run. It has no model of the ones above, and ends the graph. It takes an operator with a tensor on one
side for an operation of the graph, which cannot have an object as an argument. Call the method by its name, or
operate on the tensors that the object holds.

These are captured: attributes of your own objects, modules and classes (with `__slots__`, properties, descriptors or
a `__setattr__` too), of imported modules, of lambdas and of functions created inside; `del` of attributes and items;
dataclasses, `argparse.Namespace`, `defaultdict`, `deque`, `OrderedDict`, `Counter`, subclasses of `dict`, `list` and
`set`; reading the attributes of a function or a namespace; `weakref.ref`.

## Example
```python
def forward(self, x):
    state = types.SimpleNamespace(hidden=self.layer(x))
    count_calls.total = 1
    return state.hidden
```

Use instead:
```python
@dataclasses.dataclass
class State:
    hidden: torch.Tensor

def forward(self, x):
    state = State(hidden=self.layer(x))
    self.total = 1
    return state.hidden
```
"""

from __future__ import annotations

import ast
import builtins

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Construct, Index, ItemRead, ObjectOperand, Overloaded, Write
from fullgraph.lint.domain.externals import (
    COMPILED_CLASSES,
    DECIMAL,
    FACTORY,
    HELD_CALL,
    MADE_CLASS,
    READ_PARTIAL_METHOD,
    SUPER_PROPERTY,
)
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    NONE,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    Partial,
    SequenceValue,
    alternatives,
)
from fullgraph.lint.project.index import ClassInfo, dotted_name, is_method_of_dict
from fullgraph.lint.project.module_classes import MODULE_BASES, is_module_class
from fullgraph.rules.shared.common import confidence_of, explain
from fullgraph.rules.shared.names import Breaks, Names, each, in_versions

REGISTRY = (
    "GB4818",
    "GB0006",
    "GB0208",
    "GB0811",
    "GB0365",
    "GB0217",
    "GB9277",
    "GB0467",
    "GB0147",
    "GB0156",
    "GB0007",
    "GB0059",
    "GB0092",
    "GB4271",
    "GB0088",
    "GB0055",
    "GB0256",
    "GB0257",
    "GB0808",
    "GB9493",
    "GB0023",
    "GB0116",
)

_EXCEPTIONS = sorted(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)

NAMES = Names(
    Breaks("types.MethodType"),
    Breaks("types.SimpleNamespace", before="2.15"),
    each("array.", "array"),
    each("decimal.", "Decimal getcontext"),
    each("builtins.", "memoryview"),
    each("builtins.", "bytearray", before="2.15"),
    each("bisect.", "bisect bisect_left insort"),
    each("heapq.", "heapify heappush heappop heapreplace heappushpop", before="2.15"),
    each("heapq.", "nlargest nsmallest", before="2.14"),
    each("functools.", "cmp_to_key", before="2.14"),
    each("collections.deque.", "rotate", before="2.14"),
)

_OF_TEXTS = (
    "capitalize casefold center count encode endswith expandtabs find format index isalnum isalpha isascii isdecimal "
    "isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip partition "
    "removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith "
    "strip swapcase title translate upper zfill"
).split()

_NAMESPACE = "types.SimpleNamespace"
BASES = Names(
    Breaks("collections.defaultdict"),
    Breaks("collections.deque", before="2.14"),
    each("builtins.", "float complex bytes bytearray property zip map enumerate reversed"),
    each("functools.", "partial"),
    each("itertools.", "count chain"),
    each("decimal.", "Decimal"),
    each("datetime.", "date timedelta"),
    each("array.", "array"),
    Breaks("types.SimpleNamespace", before="2.15"),
    each("threading.", "local"),
    each("random.", "Random"),
    each("io.", "StringIO BytesIO"),
    each("weakref.", "ref"),
    each("concurrent.futures.", "Future"),
)
"""Classes whose subclasses TorchDynamo cannot make objects of."""


@on_calls(*NAMES.all, "collections.Counter.most_common")
def check(event: Call) -> Finding | None:
    counted = event.name == "collections.Counter.most_common" and event.argument(1, "n") is not None
    if counted and in_versions(event, before="2.14"):
        return Finding(event, "Counter.most_common(n) breaks the graph", confidence=CONFIDENCES[event.confidence])
    return NAMES.finding(event)


@on_calls(*(f"{cls}.*" for cls in COMPILED_CLASSES), "builtins.max", "builtins.min")
def check_compiled(event: Call) -> Finding | None:
    """A method or an operator of an object, which is the first argument of both or the second of an operator."""
    name = event.name.rpartition(".")[2]
    ours = [one for one in event.args if isinstance(one, ExternalInstance) and one.cls in COMPILED_CLASSES]
    if not ours or (name in _COMPARING and not in_versions(event, before="2.13")):
        return None
    kind = ours[0].cls.rpartition(".")[2]
    if name.startswith("__"):
        what = "comparing" if name in _COMPARING else "arithmetic with"
        return Finding(event, f"{what} a {kind} breaks the graph: {event.text}", uncompiled=True)
    return Finding(event, f"{name}() of a {kind} breaks the graph: {event.text}")


@on_calls("builtins.int", "builtins.float")
def check_decimal(event: Call) -> Finding | None:
    given = event.args[0] if event.args else None
    if not isinstance(given, ExternalInstance) or given.cls != DECIMAL:
        return None
    fails = in_versions(event, since="2.12", before="2.14")
    does = "makes TorchDynamo fail" if fails else "breaks the graph"
    return Finding(event, f"a number of a Decimal {does}: {event.text}", raises=fails or None)


_FACTORIES = Names(
    Breaks("collections.Counter"),
    Breaks("collections.OrderedDict", since="2.13"),
    each("builtins.", "object", before="2.14"),
)
"""Python's classes that break as the factory of a field."""


@on_calls(FACTORY)
def check_factory(event: Call) -> Finding | None:
    """The constructor of a dataclass calls what makes the value of a field."""
    factory = event.args[0]
    if isinstance(factory, ClassValue):
        if not _TUPLES.isdisjoint(factory.cls.external_bases()) or (
            _is_frozen(factory.cls) and in_versions(event, before="2.12")
        ):
            return None
        kind = f"{factory.cls.name}, a class"
    elif isinstance(factory, External):
        is_layer = factory.name.startswith("torch.nn.") and factory.name.rpartition(".")[2][:1].isupper()
        if not is_layer and _FACTORIES.entry(event, factory.name) is None:
            return None
        kind = f"{factory.name}, a class"
    elif isinstance(factory, Partial):
        kind = "a functools.partial"
    elif isinstance(factory, Function) and isinstance(factory.bound, Instance):
        kind = "a bound method"
    else:
        return None
    return Finding(event, f"the default_factory of a field is {kind}, which breaks the graph: {event.text}")


def _is_frozen(cls: ClassInfo) -> bool:
    """Return whether a dataclass says that its objects do not change."""
    return any(
        keyword.arg == "frozen" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for decorator in cls.node.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    )


_TUPLES = frozenset(("typing.NamedTuple", "collections.namedtuple"))
_COMPARING = frozenset(f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge"))


@on_calls("builtins.super.BaseException.__init__", *(f"builtins.{name}.__init__" for name in _EXCEPTIONS))
def check_exception(event: Call) -> Finding | None:
    """The constructor of an exception's class calls that of Python's."""
    if event.name.startswith("builtins.super.") and in_versions(event, since="2.15"):
        return None
    return Finding(event, f"calling the constructor of Python's exceptions breaks the graph: {event.text}")


@on_calls(*(f"enum.StrEnum.{name}" for name in _OF_TEXTS))
def check_member(event: Call) -> Finding:
    return Finding(event, f"a method of a text that is a member of an enumeration breaks the graph: {event.text}")


@on_calls("enum.IntEnum.*")
def check_member_number(event: Call) -> Finding | None:
    """Before torch 2.12, and from 2.14 on, members are constants in arithmetic."""
    powers = event.name.endswith("Pow")
    if not in_versions(event, since="2.12", before="2.14" if powers else "2.13"):
        return None
    return Finding(event, f"arithmetic with a member of an enumeration breaks the graph: {event.text}")


@on_calls("numpy.*", "torch.tensor", "torch.as_tensor")
def check_given_deque(event: Call) -> Finding | None:
    given = next((value for value in event.args if isinstance(value, SequenceValue) and value.kind == "deque"), None)
    if given is None:
        return None
    message = f"a deque makes TorchDynamo fail where an operation is given one; make a list of it first: {event.text}"
    return Finding(event, message, raises=True)


@on_calls(*(f"operator.{kind}.{HELD_CALL}" for kind in ("itemgetter", "attrgetter", "methodcaller")))
def check_held_getter(event: Call) -> Finding | None:
    kind = event.name.split(".")[1]
    return Finding(event, f"calling an operator.{kind} made outside of the graph breaks it: {event.text}")


@on_calls(READ_PARTIAL_METHOD)
def check_partial_method(event: Call) -> Finding | None:
    fails = in_versions(event, since="2.14", before="2.15")
    does = "makes TorchDynamo fail" if fails else "breaks the graph"
    message = f"a method made by functools.partialmethod {does}: {event.text}"
    return Finding(event, message, raises=fails or None, escapes=True)


@on_calls(SUPER_PROPERTY)
def check_super_property(event: Call) -> Finding | None:
    return Finding(event, f"a property read through super() breaks the graph: {event.text}", escapes=True)


@on_calls("torch.nn.*load_state_dict")
def check_loaded(event: Call) -> Finding | None:
    return Finding(event, f"load_state_dict() breaks the graph: {event.text}")


@on_calls("torch.nn.*state_dict")
def check_state_dict(event: Call) -> Finding | None:
    loads = event.name.endswith("load_state_dict")
    if loads or (in_versions(event, since="2.13") and in_versions(event, before="2.14")):
        return None
    return Finding(event, f"state_dict() breaks the graph: {event.text}")


@on_calls("functools.singledispatch.__call__", "functools.singledispatchmethod.__call__")
def check_dispatched(event: Call) -> Finding | None:
    """The registry's look-up of a class fails for the classes of constants, and that of a method always."""
    of_method = event.name == "functools.singledispatchmethod.__call__"
    if of_method and in_versions(event, before="2.13"):
        return Finding(event, f"a functools.singledispatchmethod breaks the graph: {event.text}")
    first = event.args[0]
    constant = isinstance(first, Const) and type(first.value) in (int, float, str)
    if not constant or not in_versions(event, before="2.14"):
        return None
    return Finding(event, f"functools.singledispatch by a number or text breaks the graph: {event.text}")


@on_calls("functools.wraps", "functools.update_wrapper")
def check_wrapped(event: Call) -> Finding | None:
    """A partial has no name, which these read and catch the error of."""
    wrapped = event.argument(0 if event.name == "functools.wraps" else 1, "wrapped")
    if not isinstance(wrapped, Partial) or not in_versions(event, since="2.12", before="2.14"):
        return None
    return Finding(event, f"{event.name}() of a functools.partial breaks the graph: {event.text}", uncompiled=True)


_PLAIN_BASES = frozenset(("builtins.object", "builtins.dict", "builtins.list", "abc.ABC", *MODULE_BASES))
"""Bases of a package of which an object is no tensor, no number and no tuple."""


def check_operand(event: ObjectOperand) -> Finding | None:
    """An object and a tensor around an operator: taken for an operation of the graph, which takes no object."""
    cls = event.owner.cls
    if cls.find_method("__torch_function__") is not None or not _PLAIN_BASES.issuperset(cls.external_bases()):
        return None
    said = explain(
        event, event.tensor, "the operator counts as an operation on tensors, and the object as its argument"
    )
    message = f"an object as operand next to a tensor breaks the graph: {event.text}"
    return Finding(event, message, said, confidence_of(event.tensor), uncompiled=True)


@on_calls(MADE_CLASS)
def check_made_class(event: Call) -> Finding:
    return Finding(event, f"an object of a class that type() makes here breaks the graph: {event.text}")


@on_calls("torch.*")
def check_argument(event: Call) -> Finding | None:
    """An operation on tensors that is given an object, such as a list of a class of its own."""
    name = event.name
    if name.startswith("torch.nn.utils."):
        return None  # Python's functions, which take a list apart
    data = event.interp.torch
    known = data.methods if name.startswith(_METHOD) else data.functions
    if known.get(name.removeprefix(_METHOD)) not in ("tensor", "tensors"):
        return None
    for given in (*event.args, *event.kwargs.values()):
        options = [one for one in alternatives(given) if one != NONE]
        objects = [one.cls for one in options if isinstance(one, Instance) and _is_no_argument(one.cls)]
        if objects and len(objects) == len(options):
            message = f"an object of {objects[0].name} as argument of {name}() breaks the graph: {event.text}"
            return Finding(event, message, confidence=CONFIDENCES[event.confidence])
    return None


def _is_no_argument(cls: ClassInfo) -> bool:
    """Return whether objects of a class are no tensors, no numbers and no functions to torch."""
    is_plain = (_PLAIN_BASES | {"builtins.tuple"}).issuperset(cls.external_bases())
    asked = any(cls.find_method(name) is not None for name in ("__torch_function__", "__call__"))
    return is_plain and not is_module_class(cls) and not asked


_METHOD = "torch.Tensor."


def check_overloaded(event: Overloaded) -> Finding | None:
    """``@`` and ``~`` of objects: TorchDynamo knows the methods of the other operators."""
    operator = {"matmul": "@", "invert": "~"}.get(event.method)
    if operator is None or not in_versions(event, before="2.14"):
        return None
    return Finding(
        event, f"the operator {operator} of an object of {event.owner.cls.name} breaks the graph: {event.text}"
    )


def check_attribute(event: Write) -> Finding | None:
    owner = event.owner
    if isinstance(owner, Instance) and event.attribute == "__class__":
        if in_versions(event, before="2.11"):
            return None
        return Finding(event, f"replacing the class of an object breaks the graph: {event.text}")
    if isinstance(owner, Function):
        inner = owner.closure is not None or isinstance(owner.info.node, ast.Lambda)
        if inner or not in_versions(event, before="2.14"):
            return None
        kind = "a function"
    elif isinstance(owner, Partial):
        kind = "a functools.partial"
    elif isinstance(owner, External) and owner.name.startswith("torch.nn.") and owner.name.rpartition(".")[2].istitle():
        kind = "a class of torch"
    elif isinstance(owner, ExternalInstance) and owner.cls == _NAMESPACE and in_versions(event, before="2.15"):
        kind = "a SimpleNamespace"
    elif isinstance(owner, Instance) and is_method_of_dict(owner.cls, "__setattr__"):
        return Finding(event, f"__setattr__ that is a method of dict breaks the graph: {event.text}")
    elif isinstance(owner, ClassValue) and in_versions(event, before="2.13"):
        kind = "a class"
    else:
        return None
    return Finding(event, f"setting an attribute of {kind} breaks the graph: {event.text}")


def check_read(event: ItemRead) -> Finding:
    return Finding(event, f"__getattr__ that is a method of dict breaks the graph: {event.text}")


def check_item(event: Index) -> Finding | None:
    owner = event.owner
    weak = isinstance(owner, ExternalInstance) and owner.cls == "weakref.WeakValueDictionary"
    if not weak or event.kind != "write":
        return None
    return Finding(event, f"setting an entry of a WeakValueDictionary breaks the graph: {event.text}")


def check_made(event: Construct) -> Finding | None:
    if not _TYPED.isdisjoint(event.cls.external_bases()) and _has_optional_keys(event.cls):
        return Finding(event, f"calling a TypedDict with optional keys breaks the graph: {event.text}")
    bases = (BASES.entry(event, name) for name in event.cls.external_bases())
    base = next((f"subclass of {base.name.rpartition('.')[2]}" for base in bases if base is not None), None)
    if base is None and event.cls.find_method("__getattribute__") is not None:
        base = "class with __getattribute__"
    return Finding(event, f"making an object of a {base} breaks the graph: {event.text}") if base is not None else None


_TYPED = frozenset(("typing.TypedDict", "typing_extensions.TypedDict"))


def _has_optional_keys(cls: ClassInfo) -> bool:
    """Return whether a ``TypedDict``, or one that it inherits from, has keys that may be missing."""
    for one in cls.mro:
        if isinstance(one, ClassInfo):
            given = {keyword.arg: keyword.value for keyword in one.node.keywords}
            is_total = not isinstance(total := given.get("total"), ast.Constant) or total.value is not False
            written = [each.annotation for each in one.node.body if isinstance(each, ast.AnnAssign)]
            fields = ["" if _are_texts(one.module.tree) else _qualifier(annotation) for annotation in written]
            if "NotRequired" in fields or (not is_total and any(qualifier != "Required" for qualifier in fields)):
                return True
    return False


def _are_texts(tree: ast.Module) -> bool:
    """Return whether annotations are texts, in which Python does not look for what is required."""
    future = (one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__")
    return any(alias.name == "annotations" for one in future for alias in one.names)


def _qualifier(annotation: ast.expr) -> str:
    """``Required`` or ``NotRequired``, where an annotation says so."""
    if not isinstance(annotation, ast.Subscript):
        return ""
    name = dotted_name(annotation.value).rpartition(".")[2]
    inner = annotation.slice.elts[0] if isinstance(annotation.slice, ast.Tuple) else annotation.slice
    return _qualifier(inner) if name in ("Annotated", "ReadOnly") else name
