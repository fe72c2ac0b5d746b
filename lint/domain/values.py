"""The abstract values that the interpreter computes with.

Values are immutable and compare by what they say; the evidence (why we believe it) takes no part in comparison.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from fullgraph.lint.domain.records import dataclass, field
from fullgraph.lint.torch_data.compiling import WHILE_COMPILING

if TYPE_CHECKING:
    from fullgraph.lint.domain.path_condition import PathCondition
    from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module

HIGH, MEDIUM, LOW = 2, 1, 0
"""Confidence: declared or known from torch; inferred from use; a guess."""


class Origin(enum.Enum):
    """The origin of a tensor, by one link of its chain of evidence."""

    ATTRIBUTE = enum.auto()
    """An attribute of an object."""
    PARAMETER = enum.auto()
    """A parameter of a module, or made to be one."""
    BUFFER = enum.auto()
    PARAMETER_OR_BUFFER = enum.auto()
    ITEM = enum.auto()
    """A row of a tensor that a loop or an unpacking takes apart."""
    RETURNED = enum.auto()
    """The result of a function of the project."""
    COMPUTED = enum.auto()
    """The result of an operation of torch."""
    SIZE = enum.auto()
    """Of numbers and flags: a size of a tensor, or what is computed of some."""
    PART_OF_SIZE = enum.auto()
    """Of whole numbers: less than a size of a tensor, such as half of one."""


HELD = frozenset((Origin.ATTRIBUTE, Origin.PARAMETER, Origin.BUFFER, Origin.PARAMETER_OR_BUFFER))
"""The origins of what objects hold."""


class Evidence(NamedTuple):
    """One link of the chain that led to a value. The text is made only when a finding prints it."""

    node: ast.AST
    module: Module
    note: str
    """The fact, e.g. ``Tensor (annotated)``."""
    parent: Evidence | None = None
    place: tuple[ast.AST, Module] | None = None
    """The subject of the note, where that is not the node itself: a use, a declaration."""
    origin: Origin | None = None

    @property
    def spoken_of(self) -> tuple[ast.AST, Module]:
        """The node whose place is told, and its file."""
        return self.place or (self.node, self.module)


@dataclass(frozen=True)
class Value:
    """Anything; by itself it means that nothing is known."""

    evidence: Evidence | None = field(default=None, compare=False, repr=False, kw_only=True)


UNKNOWN = Value()

Changed = TypeVar("Changed")
Part = TypeVar("Part", "Tensor", "Scalar", "Counted", "Draw")


def replace(value: Changed, **changes: Any) -> Changed:
    """Do as ``dataclasses.replace``, in a quarter of the time. Not for classes that compute fields from others."""
    twin = object.__new__(type(value))
    own = twin.__dict__
    own.update(value.__dict__)
    own.update(changes)
    return twin


class TextMember(str):
    """The value of a constant that is a member of an enumeration, and a text too."""

    cls: str = ""
    """The dotted name of the enumeration."""


class NumberMember(int):
    """The value of a constant that is a member of an enumeration, and an integer too."""

    cls: str = ""
    """The dotted name of the enumeration."""


_PLAIN: dict[type, type] = {TextMember: str, NumberMember: int}


@dataclass(frozen=True, init=False)
class Const(Value):
    """A Python constant known at analysis time. ``kind`` keeps ``1``, ``1.0`` and ``True`` apart."""

    value: Any
    kind: type = field(init=False)

    def __init__(self, value: Any, *, evidence: Evidence | None = None) -> None:
        own = self.__dict__  # the most frequent of all values: one write each
        kind = type(value)
        own["evidence"], own["value"], own["kind"] = evidence, value, _PLAIN.get(kind, kind)


class EnumMember(NamedTuple):
    """The value of a constant that is a member of an enumeration: no number, whatever it is set to."""

    cls: str
    name: str

    def __repr__(self) -> str:
        return f"{self.cls.rpartition('.')[2]}.{self.name}"


NONE, TRUE, FALSE = Const(None), Const(True), Const(False)


@dataclass(frozen=True)
class Slice(Value):
    """A slice."""

    dynamic: bool = False
    """Whether how many items it takes depends on data: a bound is computed in the graph."""


@dataclass(frozen=True)
class PyValue(Value):
    """A Python value that is certainly no tensor data; ``kind`` is ``int``, ``size``, ``str``, ``object`` …"""

    kind: str
    usual: str | None = field(default=None, compare=False, repr=False, kw_only=True)
    """What a text is where nothing but the default is passed; it says no more of the value than that."""


INT, FLOAT, BOOL, STR, SIZE = PyValue("int"), PyValue("float"), PyValue("bool"), PyValue("str"), PyValue("size")


NOTHING = PyValue("nothing")
"""The value of a call that is under way already: the other ways through the function give it."""
NEVER = PyValue("never")
"""The value of a call that does not return (``sys.exit``)."""


class ComputedCount(NamedTuple):
    """What stands for a number that is computed from a count, at one place."""

    of: Hashable
    place: Hashable


def count_of(counted: Hashable) -> Hashable:
    """The count that a number is, or is computed from."""
    return counted.of if isinstance(counted, ComputedCount) else counted


@dataclass(frozen=True)
class Tensor(Value):
    """A tensor. Equal ``shape`` or ``dtype`` terms mean provably equal shapes or dtypes; None means unknown."""

    shape: Hashable = None
    """``()`` is zero-dimensional."""
    dtype: Hashable = None
    floating: bool | None = None
    fractional: bool = field(default=False, compare=False)
    """Surely of a dtype that is no integer's and not ``bool``, also where ``floating`` is not known."""
    fresh: bool = False
    """Owns its memory: no alias of an argument, attribute or view."""
    sources: frozenset[Hashable] | None = None
    """The differentiable inputs it was computed from; None is unknown."""
    random: bool = False
    """Drawn from the random generator."""
    array: bool | None = False
    """A NumPy array, which is traced as a tensor; None where it can be the one or the other."""
    rank: int | None = None
    """The number of its dimensions, where that is known: 0 for those whose shape is ``()`` alone."""
    dynamic: int | None = None
    """The dimension whose length depends on data; -1 where it is one of them."""
    counted: Hashable = None
    """What was counted for that length, where it is that number: lengths of different counts are different numbers."""
    sparse: bool = False
    """Surely sparse: no graph can take it."""
    cls: ClassInfo | None = None
    """The class of the project that it is of, a subclass of ``torch.Tensor``."""
    conditions: tuple[PathCondition, ...] = ()
    """The Python tests under which alone the value is this tensor."""
    confidence: int = field(default=HIGH, compare=False)


@dataclass(frozen=True)
class NumpyNumber(Value):
    """A number of NumPy's.

    TorchDynamo traces one that is made elsewhere as an array without dimensions whose value it knows: it can be read,
    but what the graph computes from it cannot, and neither can decide anything.
    """

    constant: Literal["int", "float"] | None = None
    """Its kind where NumPy computes it of Python's numbers while it is traced: what is computed from it has a value."""


@dataclass(frozen=True)
class Scalar(Value):
    """A Python number read out of a tensor: data-dependent."""

    kind: str = "number"
    size: bool = False
    """A length that depends on data, or made from one: only where such lengths are captured has it no value."""
    least: int | None = None
    """The least that such a length, or what is made from one, can be."""
    counted: Hashable = None
    """What was counted for such a length, where it is that number."""
    captured: bool = True
    """False where the graph ends under ``fullgraph=True`` too where it is read: what follows sees a number."""
    given: bool = field(default=False, compare=False)
    """Read from a tensor that the graph is given or knows, which can have a value while it is traced."""
    whole: bool = field(default=False, compare=False)
    """Read from a tensor of integers or flags."""
    read: tuple[ast.AST, Module] | None = field(default=None, compare=False)
    """The place of the reading."""
    conditions: tuple[PathCondition, ...] = ()
    """The Python tests under which alone the value is this number."""
    confidence: int = field(default=HIGH, compare=False)


@dataclass(frozen=True)
class DynamicSize(PyValue):
    """The shape of a tensor of which one dimension has a length that depends on data."""

    axis: int
    length: Scalar


@dataclass(frozen=True)
class Draw(PyValue):
    """A number that Python's ``random`` module draws in compiled code, or a comparison with one.

    The graph draws it anew in every run, so that nothing can be decided by it while it is traced.
    """

    source: str = field(default="random", compare=False)
    """The function that draws it."""
    conditions: tuple[PathCondition, ...] = field(default=(), kw_only=True)
    """The Python tests under which alone the value is this number."""


@dataclass(frozen=True)
class Counted(PyValue):
    """A number that a compiled callable is given in a loop, and that the loop counts: another one in each call."""


@dataclass(frozen=True)
class External(Value):
    """Something of a package that is not followed, or a builtin, by its dotted name."""

    name: str


@dataclass(frozen=True)
class ExternalInstance(Value):
    """An object made by an external class."""

    cls: str
    confidence: int = field(default=HIGH, compare=False)
    square: bool = False
    """A layer that gives as many features as it takes."""
    writes: bool | None = None
    """Whether it was told, when it was made, to write to its input or its weights; None where that is not known."""
    numpy: bool = False
    """Whether it was given a number of NumPy's when it was made."""
    site: Hashable = field(default=None, compare=False)
    """Names in the heap what it was given once it was made: hooks, methods."""


@dataclass(frozen=True)
class Batch(Value):
    """What a model is given its inputs in, a dictionary or an object of a data loader: what it holds likely is tensors.

    ``parameter``: the function's and the parameter's name, or where it is annotated.
    """

    parameter: Hashable
    declared: bool = False
    """Whether it is annotated as a ``TensorDict``, which holds tensors and other ones."""


@dataclass(frozen=True)
class HookHandle(Value):
    """What registering a hook on a module returns. ``site`` names the module in the heap."""

    site: Hashable


@dataclass(frozen=True)
class ModuleValue(Value):
    """An imported module of the project."""

    module: Module


@dataclass(frozen=True)
class Globals(Value):
    """The dictionary of a module's global names, as ``globals()`` gives it."""

    module: Module


@dataclass(frozen=True)
class Descriptor(Value):
    """What ``property``, ``staticmethod`` and ``classmethod`` make of a function; of a property, its getter."""

    kind: Literal["property", "staticmethod", "classmethod"]
    function: Value


@dataclass(frozen=True)
class ClassValue(Value):
    cls: ClassInfo


@dataclass(frozen=True)
class GenericAlias(Value):
    """A class with parameters: ``list[int]``."""

    origin: Value
    """The class without them."""
    of_typing: bool
    """Whether ``typing`` makes it: for its own names, and for classes with type variables."""
    traced: bool
    """Whether compiled code makes it; else it is held from before."""


@dataclass(frozen=True)
class NamedTupleClass(Value):
    """What ``collections.namedtuple`` makes, of which the objects are tuples."""

    fields: tuple[str, ...]
    defaults: tuple[Value, ...] = ()
    """Those of the last fields."""


@dataclass(frozen=True)
class Instance(Value):
    """An object of a class of the project. ``site`` names its attributes in the heap."""

    cls: ClassInfo
    site: Hashable
    exact: bool = True
    """False where it may be of a subclass."""


@dataclass(frozen=True)
class Context(Value):
    """What a function of ``contextlib.contextmanager`` gives. ``site`` names what entering and leaving it change."""

    site: Hashable
    entered: Value
    """What it yields."""


@dataclass(frozen=True)
class Function(Value):
    """A function or lambda, perhaps bound to an object, perhaps with the variables of the function around it."""

    info: FunctionInfo
    bound: Value | None = None
    closure: Any = field(default=None, compare=False)
    plain: bool = False
    """Without its decorators, or with none left to apply."""


@dataclass(frozen=True)
class Method(Value):
    """A method of a value that is not of a project class: ``x.sum``, ``"|".join``."""

    owner: Value
    name: str


@dataclass(frozen=True)
class Super(Value):
    cls: ClassInfo
    self: Value


@dataclass(frozen=True)
class Partial(Value):
    func: Value
    args: tuple[Value, ...]
    kwargs: tuple[tuple[str, Value], ...]
    conditions: tuple[PathCondition, ...] = field(default=(), kw_only=True)
    """The Python tests under which alone the value is this one."""


@dataclass(frozen=True)
class Compiled(Value):
    """The result of ``torch.compile``."""

    target: Value
    root: Hashable
    """The call of ``torch.compile`` that made it."""
    dynamic: Value | None = field(default=None, compare=False)
    """The argument ``dynamic`` of ``torch.compile``."""


@dataclass(frozen=True)
class BreakPolicy(Value):
    """The result of ``torch._dynamo.error_on_graph_break``: within its ``with``, breaks raise errors or do not."""

    raises: bool | None
    """None where the argument is not known."""


@dataclass(frozen=True)
class Bound:
    """The ``maxlen`` of a ``collections.deque`` made outside compiled code, of which TorchDynamo knows nothing."""

    passed: ast.AST | None = None
    """The call, in the compiled code, that may have put in more than that."""
    room: bool = False
    """Whether the compiled code has taken an item out before."""

    def added(self, node: ast.AST | None, one: bool) -> Bound:
        """What it is after items were added: in compiled code, by the call ``node``; ``one`` item, or perhaps more."""
        return Bound() if node is None or (self.room and one) else Bound(node)

    def taken(self) -> Bound:
        return Bound(self.passed, room=self.passed is None)


@dataclass(frozen=True)
class SequenceValue(Value):
    """A tuple, list or set: its items where they are known one by one, else what any item can be."""

    kind: str
    items: tuple[Value, ...] | None = None
    element: Value = UNKNOWN
    fields: tuple[str, ...] = field(default=(), compare=False)
    """The names of the items of a named tuple."""
    sites: frozenset[Hashable] = frozenset()
    """Where its contents are on the heap, once several ways lead to it; None among them: or only here."""
    constant: bool = False
    """Whether a method of a text made the list: TorchDynamo holds such a list as one constant."""
    bound: Bound | None = None

    def each(self) -> Value:
        """Return what an item can be."""
        return self.element if self.items is None else join_all(self.items)


@dataclass(frozen=True)
class MappingValue(Value):
    """A dictionary with constant keys; ``open`` where other keys may be there too."""

    items: tuple[tuple[Value, Value], ...] = ()
    open: bool = False
    element: Value = UNKNOWN
    """The join of the values of other keys."""
    maybe: frozenset[Value] = frozenset()
    """The keys among ``items`` that may be missing."""
    sites: frozenset[Hashable] = frozenset()
    """As for sequences."""
    factory: Value | None = None
    """What a ``defaultdict`` calls for the value of a missing key."""

    def get(self, key: Value) -> Value | None:
        for known, value in self.items:
            if known == key:
                return value
        return None

    def each(self) -> Value:
        values = [value for _, value in self.items]
        return join_all([*values, self.element] if self.open else values)


@dataclass(frozen=True, eq=False)
class UnionValue(Value):
    """One of several. Their order is that in which they were met, and takes no part in comparison."""

    alternatives: tuple[Value, ...]

    @property
    def _set(self) -> frozenset[Value]:
        known: frozenset[Value] | None = self.__dict__.get("set")
        if known is None:
            known = self.__dict__["set"] = frozenset(self.alternatives)
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnionValue) and (self.alternatives == other.alternatives or self._set == other._set)

    def __hash__(self) -> int:
        return hash(self._set)


MAX_OPTIONS = 16


def alternatives(value: Value) -> tuple[Value, ...]:
    """The alternatives of a value, itself where it has none."""
    return value.alternatives if type(value) is UnionValue else (value,)


def join(left: Value, right: Value) -> Value:
    """The least value that covers both."""
    if left is right or left == right:
        if isinstance(left, Tensor) and isinstance(right, Tensor) and right.confidence < left.confidence:
            return right
        return left
    return join_all((left, right))


def join_all(values: Iterable[Value]) -> Value:
    """The least value that covers all; UNKNOWN for none."""
    if values.__class__ is not tuple and values.__class__ is not list:
        values = tuple(values)
    assert isinstance(values, (list, tuple))
    if not values:
        return UNKNOWN
    first = values[0]
    kind = type(first)
    if kind is not UnionValue:
        for value in values:
            if value is not first:
                break
        else:
            return UNKNOWN if kind is Value else first
        if len(values) == 2 and (joined := _join_simple(first, values[1])) is not None:
            return joined
    merged = _Merged()
    tensor: Tensor | None = None
    containers: dict[object, SequenceValue | MappingValue] = {}
    unknown = False
    for value in values:
        for option in value.alternatives if type(value) is UnionValue else (value,):
            kind = type(option)
            if kind is Value:
                unknown = True
            elif isinstance(option, Tensor):
                tensor = option if tensor is None else _join_tensors(tensor, option)
            elif kind is MappingValue or (isinstance(option, SequenceValue) and option.kind in _GROWING):
                assert isinstance(option, (MappingValue, SequenceValue))
                which = option.kind if isinstance(option, SequenceValue) else "dict"
                known = containers.get(which)
                containers[which] = option if known is None or known == option else _join_containers(known, option)
            elif isinstance(option, (Scalar, Draw)):
                merged.add_number(option)
            else:
                merged.add(option)
    found = [*merged.values, *containers.values()]
    if tensor is not None:
        if unknown:
            tensor = replace(tensor, confidence=min(tensor.confidence, MEDIUM))
        found.append(tensor)
    if len(found) > MAX_OPTIONS:
        found = _widen(found)
    if unknown or not found:
        # A tensor among unknown things stays visible, as something less sure.
        kept = [value for value in found if not isinstance(value, (Const, PyValue, External)) or value == NONE]
        return UnionValue((*kept, UNKNOWN)) if kept else UNKNOWN
    return found[0] if len(found) == 1 else UnionValue(tuple(found))


_SIMPLE = frozenset((Const, PyValue, External))
"""Of which two are alternatives where they are not equal, and one beside something unknown is as good as that."""


def _join_simple(left: Value, right: Value) -> Value | None:
    """Return what `join_all` gives for two values that it has no work with; None for others."""
    if type(left) is Value:
        left, right = right, left
    if type(left) not in _SIMPLE:
        return None
    if type(right) is Value:
        return UnionValue((left, UNKNOWN)) if left == NONE else UNKNOWN
    if type(right) not in _SIMPLE:
        return None
    return left if left == right else UnionValue((left, right))


class _Merged:
    """Different values, in the order in which they were met."""

    __slots__ = ("_kinds", "values")

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._kinds: dict[type[Value], list[Value] | dict[Value, None]] = {}
        """The values by class, those of numbers without conditions: few are faster compared than hashed."""

    def add(self, value: Value) -> None:
        if self._is_new(value):
            self.values.append(value)

    def add_number(self, value: Scalar | Draw) -> None:
        """One that may be there already, under other conditions: then those count that both have."""
        same = replace(value, conditions=())
        if self._is_new(same):
            self.values.append(value)
            return
        place = next(i for i, known in enumerate(self.values) if _without_conditions(known) == same)
        self.values[place] = replace(value, conditions=_in_both(self.values[place], value))

    def _is_new(self, kind: Value) -> bool:
        known = self._kinds.get(type(kind))
        if known is None:
            self._kinds[type(kind)] = [kind]
            return True
        if kind in known:
            return False
        if isinstance(known, dict):
            known[kind] = None
        elif len(known) < MAX_OPTIONS:
            known.append(kind)
        else:
            self._kinds[type(kind)] = dict.fromkeys((*known, kind))
        return True


def _without_conditions(value: Value) -> Value:
    return replace(value, conditions=()) if isinstance(value, (Scalar, Draw)) else value


_GROWING = frozenset(("list", "set", "deque", "generator", "ModuleList"))
"""Sequences that are one sequence in different states rather than different ones, as tuples of two lengths are."""


def _join_containers(
    left: SequenceValue | MappingValue, right: SequenceValue | MappingValue
) -> SequenceValue | MappingValue:
    """One container that may hold what either holds."""
    joined = _join_contents(left, right)
    if not left.sites and not right.sites:
        return joined
    return replace(joined, sites=(left.sites or UNSITED) | (right.sites or UNSITED))


UNSITED: frozenset[Hashable] = frozenset((None,))
"""The sites of a container that is in one variable alone."""


def usual_text(value: Value) -> str | None:
    """The text that a value is, or usually is."""
    if isinstance(value, Const):
        return value.value if isinstance(value.value, str) else None
    return value.usual if isinstance(value, PyValue) else None


def copied(value: Value) -> Value:
    """A copy: a container of its own, of the same items."""
    if isinstance(value, UnionValue):
        return UnionValue(tuple(map(copied, value.alternatives)))
    if isinstance(value, SequenceValue) and (value.sites or value.constant):
        return replace(value, sites=frozenset(), constant=False)
    if isinstance(value, MappingValue) and value.sites:
        return replace(value, sites=frozenset())
    return value


def _join_contents(
    left: SequenceValue | MappingValue, right: SequenceValue | MappingValue
) -> SequenceValue | MappingValue:
    if isinstance(left, SequenceValue) and isinstance(right, SequenceValue):
        one, two = left.items, right.items
        constant = left.constant and right.constant
        bounds = [side.bound for side in (left, right) if side.bound is not None]
        bound = max(bounds, key=lambda one: (one.passed is not None, one.room), default=None)
        if one is not None and two is not None and len(one) == len(two):
            items = tuple(join(a, b) for a, b in zip(one, two, strict=True))
            return SequenceValue(left.kind, items, constant=constant, bound=bound)
        empty = [side for side in (left, right) if side.items == ()]
        element = (right if empty[0] is left else left).each() if empty else join(left.each(), right.each())
        return SequenceValue(left.kind, None, element, constant=constant, bound=bound)
    assert isinstance(left, MappingValue) and isinstance(right, MappingValue)
    sides = dict(left.items), dict(right.items)
    keys = dict.fromkeys((*sides[0], *sides[1]))
    both = tuple((key, join_all([side[key] for side in sides if key in side])) for key in keys)
    others = [side.element for side in (left, right) if side.open]
    maybe = left.maybe | right.maybe | (sides[0].keys() ^ sides[1].keys())
    element = join_all(others) if others else UNKNOWN
    factory = left.factory if left.factory == right.factory else None
    return MappingValue(both, left.open or right.open, element, frozenset(maybe), factory=factory)


def _widen(found: list[Value]) -> list[Value]:
    """Forget the constants' values, then, where that is not enough, everything but tensors and None."""
    wide: dict[Value, Value] = {}
    for value in found:
        if isinstance(value, Const) and value.value is not None:
            value = PyValue(value.kind.__name__)
        wide.setdefault(value, value)
    if len(wide) > MAX_OPTIONS:
        keep = [value for value in wide if isinstance(value, Tensor) or value == NONE]
        return list(dict.fromkeys([*keep, PyValue("object")]))
    return list(wide.values())


def _join_tensors(left: Tensor, right: Tensor) -> Tensor:
    same_sources = left.sources if left.sources == right.sources else None
    if left.sources is not None and right.sources is not None:
        same_sources = left.sources | right.sources
    weaker = left if left.confidence <= right.confidence else right
    return Tensor(
        shape=left.shape if left.shape == right.shape else None,
        dtype=left.dtype if left.dtype == right.dtype else None,
        floating=left.floating if left.floating == right.floating else None,
        fractional=(left.fractional or bool(left.floating)) and (right.fractional or bool(right.floating)),
        fresh=left.fresh and right.fresh,
        sources=same_sources,
        random=left.random or right.random,
        array=left.array if left.array == right.array else None,
        rank=left.rank if left.rank == right.rank else None,
        dynamic=left.dynamic if left.dynamic == right.dynamic else None,
        counted=left.counted if left.counted == right.counted else None,
        sparse=left.sparse and right.sparse,
        cls=left.cls if left.cls is right.cls else None,
        conditions=_in_both(left, right),
        confidence=weaker.confidence,
        evidence=weaker.evidence,
    )


def is_whole(value: Value) -> bool:
    """Return whether it is a Python ``int``, and no ``bool``."""
    return all(_number_kind(option) == "int" for option in alternatives(value))


def is_number(value: Value) -> bool:
    """Return whether it is a Python ``int`` or ``float``, and no ``bool``."""
    return all(_number_kind(option) in ("int", "float") for option in alternatives(value))


def _number_kind(value: Value) -> str:
    if isinstance(value, Const):
        return value.kind.__name__
    return value.kind if isinstance(value, PyValue) else ""


def _in_both(left: Value, right: Value) -> tuple[PathCondition, ...]:
    """The conditions that both values have."""
    others = path_conditions(right)
    return tuple(condition for condition in path_conditions(left) if condition in others)


def path_conditions(value: Value) -> tuple[PathCondition, ...]:
    """The Python tests under which alone the value is what depends on data."""
    part = tensor_part(value) or scalar_part(value) or draw_part(value)
    return part.conditions if part is not None else ()


_CONDITIONED = (Tensor, Scalar, Draw, Partial)


def with_conditions(value: Value, conditions: Collection[PathCondition]) -> Value:
    """The value as it is where these Python tests decide that it is computed, or what is called."""
    if not conditions or not any(isinstance(option, _CONDITIONED) for option in alternatives(value)):
        return value
    return join_all(
        replace(option, conditions=tuple(dict.fromkeys((*conditions, *option.conditions))))
        if isinstance(option, _CONDITIONED)
        else option
        for option in alternatives(value)
    )


def is_method(value: Method) -> bool:
    """Return whether it surely is a method: an attribute of an object that is not read can be anything."""
    owner = value.owner
    if isinstance(owner, Tensor):
        return owner.confidence == HIGH
    if isinstance(owner, Const):
        return callable(getattr(owner.kind, value.name, None))
    if isinstance(owner, PyValue):
        return callable(getattr(_TYPES.get(owner.kind), value.name, None))
    if isinstance(owner, (SequenceValue, MappingValue)):
        kind = owner.kind if isinstance(owner, SequenceValue) else "dict"
        return callable(getattr(_TYPES.get(kind), value.name, None))
    return not isinstance(owner, (ExternalInstance, Scalar, Partial))


_TYPES = {kind.__name__: kind for kind in (bool, dict, float, int, list, range, set, slice, str, tuple)} | {
    "size": tuple
}
"""Python's types, by the names that values have for them."""


def is_question(value: Value) -> bool:
    """Return whether it is a function of PyTorch that tells whether code is being compiled."""
    return isinstance(value, External) and value.name in WHILE_COMPILING


def truth(value: Value) -> bool | None:
    """Return what ``bool(value)`` gives, None where it depends."""
    if type(value) in _UNDECIDED:
        return None
    if isinstance(value, Const):
        try:
            return bool(value.value)
        except Exception:
            return None
    if isinstance(value, SequenceValue) and value.items is not None:
        return bool(value.items)
    if isinstance(value, MappingValue):
        return True if len(value.items) > len(value.maybe) else None if value.open or value.items else False
    if isinstance(value, (Function, ClassValue, ModuleValue, Partial, Compiled)):
        return True
    if isinstance(value, Method):
        return is_method(value) or None
    if isinstance(value, ExternalInstance):
        return True if value.cls == "logging.Logger" else None
    if isinstance(value, External):
        return {"typing.TYPE_CHECKING": False, "builtins.__debug__": True}.get(value.name, is_question(value) or None)
    if isinstance(value, UnionValue):
        answers = {truth(option) for option in value.alternatives}
        return answers.pop() if len(answers) == 1 else None
    return None


_UNDECIDED = frozenset((Value, PyValue, Tensor))
"""The most frequent of the values that may be true and may be false."""


def _part(value: Value, kind: type[Part]) -> Part | None:
    """Return what of this kind the value is or may be."""
    if isinstance(value, kind):
        return value
    if isinstance(value, UnionValue):
        for option in value.alternatives:
            if isinstance(option, kind):
                return option
    return None


def holds_constants(container: Value) -> bool:
    """Return whether it surely is a Python container that is not empty, and of which only plain values are known."""
    if isinstance(container, MappingValue):
        return bool(container.items) and not container.open
    items = container.items if isinstance(container, SequenceValue) else None
    return bool(items) and all(isinstance(item, (Const, PyValue)) for item in items or ())


def tensor_part(value: Value) -> Tensor | None:
    """The tensor that the value is or may be."""
    return _part(value, Tensor)


def scalar_part(value: Value) -> Scalar | None:
    """The data-dependent number that the value is or may be."""
    return _part(value, Scalar)


def counted_part(value: Value) -> Counted | None:
    """The number that a loop counts which the value is or may be."""
    return _part(value, Counted)


def draw_part(value: Value) -> Draw | None:
    """The drawn number that the value is or may be."""
    return _part(value, Draw)
