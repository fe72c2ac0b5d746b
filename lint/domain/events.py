"""The rule vocabulary: what happens in traced code, as rules see it.

A rule's function takes one event (its annotation says which) and returns a Finding or None.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.records import dataclass, field
from fullgraph.lint.domain.values import (
    Bound,
    ClassValue,
    Draw,
    ExternalInstance,
    Function,
    GenericAlias,
    Instance,
    Tensor,
    Value,
)

if TYPE_CHECKING:
    from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module

COMPILED_CODE = "extension:"
"""Stands before the name of a function or class of an installed extension module."""
UNKNOWN_OWNER = "?."
"""Stands before the name of a method whose object is not known."""

TestKind = Literal[
    "if",
    "while",
    "conditional",
    "boolean",
    "not",
    "comparison",
    "comprehension",
    "builtin",
    "sort",
    "sorted",
    "ordered",
    "equality",
    "match",
]
AssertionKind = Literal["message", "operator", "object"]


@dataclass(frozen=True)
class Test(Event):
    """``bool()`` is called on what may be tensor data or a number drawn at random.

    ``node`` is the whole test: Dynamo breaks where it begins.
    """

    operand: ast.expr
    """The part of the test that is tensor data."""
    value: Value
    kind: TestKind
    statement: ast.stmt


@dataclass(frozen=True)
class Assertion(Event):
    """An ``assert`` that Dynamo may not be able to turn into a graph-native assert, or into nothing."""

    value: Value
    why: AssertionKind
    """What stands in the way of tensor data: a message that is no literal, or an operator around it (``not``, ``and``
    and ``or`` behind it, a chained comparison); of anything else that it is an object, of which it makes a tensor."""
    statement: ast.Assert


@dataclass(frozen=True)
class Call(Event):
    """A call of something outside of the project, by its dotted name (``builtins.print``, ``torch.Tensor.item``).

    A method's first argument is its object. A method that a project's module has from ``nn.Module`` is named after
    that, the call of an object ``torch.nn.LSTM.__call__``, and a method of an object of which nothing is known
    ``?.backward``.
    """

    name: str
    args: tuple[Value, ...]
    confidence: int
    statement: ast.stmt
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    open: bool = False
    """Whether ``*args`` or ``**kwargs`` may pass more."""
    rest: Value | None = None
    """What ``*args`` passes, where its items are not known one by one."""

    def argument(self, position: int, name: str = "") -> Value | None:
        """An argument by its place, counted with a method's object, or its name."""
        return self.args[position] if position < len(self.args) else self.kwargs.get(name)


@dataclass(frozen=True)
class Compile(Event):
    """Something is compiled: by ``torch.compile(target)``, ``@torch.compile`` or ``module.compile()``.

    ``node`` is the call or the decorator. As a rule it stands in code that is not compiled itself; ``frame.tracing``
    tells whether it does.
    """

    target: Value
    """What is compiled."""
    given: Mapping[str, Value]
    """The options, by name."""
    how: Literal["function", "decorator", "method"]
    statement: ast.stmt
    open: bool = False
    """Whether ``**options`` may pass more."""

    host: ClassVar[bool] = True

    @property
    def used(self) -> bool:
        """Whether something comes of it: a result that is not thrown away, or the module that it changes."""
        alone = isinstance(self.statement, ast.Expr) and self.statement.value is self.node
        return not (alone and self.how == "function")


@dataclass(frozen=True)
class CompiledCall(Event):
    """Something compiled is called from code that is not compiled."""

    node: ast.Call
    dynamic: Value | None = None
    """The ``dynamic`` that it was compiled with; None where nothing was said of it."""

    host: ClassVar[bool] = True


@dataclass(frozen=True)
class HostCall(Call):
    """A call outside of compile scope, in code that compiles something or is called by such code."""

    host: ClassVar[bool] = True


@dataclass(frozen=True)
class DynamoReference(Event):
    """A dotted name below ``torch._dynamo``, anywhere in a file. ``node`` is the whole chain of attributes."""

    name: str
    assigned: Value | None = None
    """What a statement sets it to."""

    host: ClassVar[bool] = True


@dataclass(frozen=True)
class Index(Event):
    """``owner[...]`` is read, written or deleted. ``node`` is the whole subscript."""

    owner: Value
    parts: tuple[tuple[ast.expr, Value], ...]
    """The index, one by one where it is a tuple."""
    bounds: tuple[tuple[ast.expr, Value], ...]
    """The bounds and steps of its slices."""
    kind: Literal["read", "write", "delete"]
    statement: ast.stmt
    assigned: Value | None = None
    """What is written."""


@dataclass(frozen=True)
class Format(Event):
    """``text % value``: each part of ``value`` is formatted. ``node`` is the operation."""

    value: Value
    statement: ast.stmt


@dataclass(frozen=True)
class Hashed(Event):
    """A number read from a tensor becomes an item of a set or a key of a dictionary. ``node`` is the display."""

    value: Value


@dataclass(frozen=True)
class Product(Event):
    """A tensor is multiplied or divided by a tensor, or raised to its power. ``node`` is the operation."""

    left: Tensor
    right: Tensor
    matrices: bool = False
    """Whether it is the product of matrices, ``left @ right``."""


@dataclass(frozen=True)
class ObjectOperand(Event):
    """An arithmetic operator has a tensor on one side and an object of the project on the other."""

    owner: Instance
    tensor: Tensor


@dataclass(frozen=True)
class Overloaded(Event):
    """A method of an object of the project stands for an operator. ``node`` is the operation."""

    owner: Instance
    method: str
    """Without its underscores: ``matmul``."""


@dataclass(frozen=True)
class Keyed(Event):
    """``min`` or ``max`` with a key that gives no tensor, of items that hold none. ``node`` is the call."""

    item: Value
    key: Value


@dataclass(frozen=True)
class SubclassOperand(Event):
    """An arithmetic operator has a tensor of a subclass of ``torch.Tensor`` on a side. ``node`` is the operation."""

    tensor: Tensor
    op: ast.operator
    reflected: bool
    """Whether the other side is a number and stands on the left."""


@dataclass(frozen=True)
class RandomArithmetic(Event):
    """Python arithmetic with a number that the ``random`` module drew. ``node`` is the operation."""

    value: Draw
    statement: ast.stmt


@dataclass(frozen=True)
class Enter(Event):
    """A ``with`` statement enters ``value``; ``node`` is the context's expression, or a call of what is decorated."""

    value: Value


@dataclass(frozen=True)
class Read(Event):
    """A whole number is read that an object or a module of the project holds. ``node`` is the attribute or the name."""

    owner: Instance | Module
    attribute: str
    value: Value
    statement: ast.stmt


@dataclass(frozen=True)
class ItemRead(Event):
    """An item of a dictionary is read as an attribute, by ``__getattr__ = dict.__getitem__`` in its class."""

    owner: Instance
    attribute: str


@dataclass(frozen=True)
class TensorRead(Event):
    """An attribute of a tensor is read that is no method and not its shape. ``node`` is the look-up."""

    owner: Tensor
    attribute: str


@dataclass(frozen=True)
class Write(Event):
    """An attribute is set. ``node`` is the target."""

    owner: Value
    attribute: str
    value: Value
    statement: ast.stmt


@dataclass(frozen=True)
class HostWrite(Write):
    """An attribute is set outside of compile scope."""

    host: ClassVar[bool] = True


@dataclass(frozen=True)
class Construct(Event):
    """An object of a class of the project is made. ``node`` is the call."""

    cls: ClassInfo
    statement: ast.stmt


@dataclass(frozen=True)
class SuperInit(Event):
    """A constructor has run that calls another by ``super().__init__()``.

    ``node`` is where it first uses the object.
    """

    owner: Instance
    causes: tuple[Finding, ...]
    """What was said of all the constructors of the object."""


@dataclass(frozen=True)
class EagerConstructor(Event):
    """A constructor of a module that TorchDynamo compiles by itself: a function that a break leaves to eager calls it.

    ``node`` is where it first uses the module.
    """

    in_eager: ClassVar[bool] = True

    owner: Instance
    causes: tuple[Finding, ...]
    """What leaves the function that makes the module to eager."""
    conditions: tuple[PathCondition, ...]
    """Those under which it makes the module."""


@dataclass(frozen=True)
class SubmoduleRead(Event):
    """An attribute is read that holds a module, or another object with a class. ``node`` is the look-up."""

    value: ExternalInstance | Instance
    walked: bool = False
    """Whether ``node`` is a call, of ``parameters()`` or its like, that goes over the modules."""


@dataclass(frozen=True)
class HookedCall(Event):
    """A module is called that has hooks on its gradients. ``node`` is the call."""

    method: str
    """The method that registered one."""


@dataclass(frozen=True)
class HeldMethod(Event):
    """A method is looked up, and then functions that break the graph compute an argument. ``node`` is the call."""

    owner: Value
    method: str
    args: tuple[Value, ...]
    causes: tuple[Finding, ...]
    """What these functions do that breaks."""


IteratorKind = Literal[
    "mapping",
    "set",
    "modules",
    "walk",
    "generator",
    "enumerate",
    "enumerate of others",
    "chain",
    "items",
    "range",
]
"""What an iterator goes over: a dictionary or its views; a set; a list of modules; modules or parameters of a module
(``self.children()``); a generator expression; ``enumerate`` or a generator expression over a list, a tensor or their
like, and over one of the first three; ``itertools.chain`` or ``zip_longest``; the items of a list, a tensor or their
like; a range."""

HeldKind = Literal["method", "iterator", "generator", "argument"]
"""A bound method of an object that the frame made; a comprehension's iterator; a generator expression in one of whose
rounds something breaks; one that is given to what breaks, or the iterator of ``enumerate``."""


@dataclass(frozen=True)
class HeldObject(Event):
    """The graph breaks in a call while the frame holds what TorchDynamo may be unable to hand over the break.

    ``node`` is the call, or the comprehension.
    """

    held: HeldKind
    value: Value
    """The object, or what the iterator goes over."""
    kind: IteratorKind | None
    causes: tuple[Finding, ...]
    """What breaks in the call."""
    is_last_use: bool = False
    """It is a generator expression, and the last one to use a variable of the function around it."""


@dataclass(frozen=True)
class ArrayRead(Event):
    """A variable or an attribute is read that holds a NumPy array of texts or objects. ``node`` is the look-up."""

    value: ExternalInstance


@dataclass(frozen=True)
class SparseRead(Event):
    """A variable or an attribute is read that holds a sparse tensor. ``node`` is the name or the look-up."""

    value: Tensor


@dataclass(frozen=True)
class FunctionRead(Event):
    """A class attribute of an ``autograd.Function`` is read, other than a method. ``node`` is the look-up."""

    owner: ClassValue
    name: str


@dataclass(frozen=True)
class Parametrized(Event):
    """A class with parameters is made: ``Box[int]``."""

    made: GenericAlias
    parameters: tuple[Value, ...]


@dataclass(frozen=True)
class HandleUse(Event):
    """The handle of a module's hook is asked to remove it, or given to a class. ``node`` is the call."""

    removes: bool


@dataclass(frozen=True)
class BoundedRead(Event):
    """A variable or an attribute is read that holds a deque with a bound. ``node`` is the name or the look-up."""

    bound: Bound


@dataclass(frozen=True)
class HeldSparse(Event):
    """The graph breaks in a call while the frame holds a sparse tensor. ``node`` is the call."""

    value: Value
    causes: tuple[Finding, ...]


@dataclass(frozen=True)
class HeldIterator(Event):
    """A variable is gone over that holds an iterator, or a view, made before the graph broke. ``node`` is the name."""

    made_by: str
    """What made it: ``zip``, ``items``."""
    by_call: bool
    """Whether a call goes over it, and not a loop, a comprehension, an assignment or a display."""
    causes: tuple[Finding, ...]
    """What breaks in between, in whichever mode."""


@dataclass(frozen=True)
class EagerComprehension(Event):
    """A comprehension that TorchDynamo compiles by itself: a function that a break leaves to eager runs it.

    Before Python 3.12, a comprehension is a function of its own, which is given an iterator.
    """

    in_eager: ClassVar[bool] = True

    causes: tuple[Finding, ...]
    """What leaves the function around it to eager, under the fewest conditions."""
    conditions: tuple[PathCondition, ...]
    """Those under which the comprehension runs."""


@dataclass(frozen=True)
class Decorated(Event):
    """A decorated method of an object of the project is called. ``node`` is the call."""

    owner: Instance
    method: FunctionInfo


@dataclass(frozen=True)
class UntracedCall(Event):
    """A function of the project is called of which a decorator says that it is not traced. ``node`` is the call."""

    function: FunctionInfo


@dataclass(frozen=True)
class Define(Event):
    """A class is defined. ``node`` is its statement."""

    node: ast.ClassDef


@dataclass(frozen=True)
class FailedImport(Event):
    """An import, in a ``try``, of a package that is not installed. ``node`` is the statement."""

    package: str


@dataclass(frozen=True)
class Unbind(Event):
    """``del name``. ``node`` is the name."""

    node: ast.Name


@dataclass(frozen=True)
class Iterate(Event):
    """A ``for`` loop, a comprehension or unpacking takes the items of ``value``. ``node`` is the iterable."""

    value: Value
    kind: Literal["for", "comprehension", "unpack"]
    statement: ast.stmt


@dataclass(frozen=True)
class Dispatch(Event):
    """A callable is looked up through a property whose getter breaks the graph. ``node`` is the look-up."""

    owner: Instance
    attribute: str
    target: Function | None
    """What the look-up gives, where it is always one function."""
    getter: FunctionInfo
    causes: tuple[Finding, ...]
    """What the getter does that breaks."""


@dataclass(frozen=True)
class Cached(Event):
    """A cached property is read. ``node`` is the look-up."""

    owner: Instance
    attribute: str
    getter: FunctionInfo
