"""Aliases and writes of one function's names: a unification-based points-to analysis.

All names that one statement may make refer to one piece of memory get into one class (Steensgaard, POPL 1996), whatever
the order of the statements; what the function does not own (parameters, attributes, globals, captured names, what
unknown code was given) is one class, ``OUTSIDE``. What is not understood may share, keep and write anything: every
answer errs on that side.
"""

from __future__ import annotations

import ast
import enum
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from fullgraph.lint.source import syntax
from fullgraph.lint.torch_data import TorchData, layers
from fullgraph.lint.torch_data.operators import NEW_MEMORY
from fullgraph.rules.rewrite.analysis.trees import SCOPES, given_to, is_name, loads, name_at, names_in, place

OUTSIDE = "*"
"""The class of all that lives longer than the call, or that somebody else may hold."""


class Effect(enum.Enum):
    """The effect of a call on the memory of its arguments."""

    FRESH = enum.auto()
    """Reads it, and returns new memory or no tensor."""
    VIEW = enum.auto()
    """Reads it, and may return it."""
    SHOW = enum.auto()
    """Prints or formats it: of a tensor with gradients also the name of the operation that made it."""
    WRITE = enum.auto()
    """Writes to its first argument or its object, and may return that."""
    UNKNOWN = enum.auto()
    """May write to it and keep it."""


class Write(enum.IntEnum):
    """Whether something writes to a piece of memory."""

    NO = 0
    POSSIBLE = 1
    """Code that is not known runs, which may."""
    CERTAIN = 2


READING = frozenset(
    "item tolist numel nelement size dim ndimension any all max min amax amin argmax argmin sum mean std var norm prod "
    "logsumexp count_nonzero cumsum cumprod cummax cummin topk sort argsort kthvalue median mode quantile gather "
    "index_select masked_fill masked_select masked_scatter scatter scatter_add index_add index_fill index_copy nonzero "
    "matmul mm bmm mv dot softmax log_softmax new_zeros new_ones new_full new_empty repeat roll flip "
    "tril triu outer cross trace bincount histc unique is_floating_point is_complex get_device element_size "
    "allclose equal isclose clone where cat stack".split()
)
"""Operations beside the elementwise ones that only read and return new memory, or no tensor."""
VIEWING = frozenset("type numpy einsum as_tensor asarray identity enumerate zip list tuple reversed iter next".split())
"""Functions that may return (something that holds) their argument, beside those that torch's data calls views."""
_BUILTINS = frozenset("len isinstance issubclass float int bool abs range hasattr type callable round divmod".split())
METADATA = frozenset(
    "shape dtype device ndim layout is_cuda is_cpu is_sparse is_quantized itemsize nbytes names".split()
)
"""Attributes of a tensor that a copy has too."""
_KEEPING_NOTHING = frozenset(
    "add sub subtract neg mean sum cumsum trace size dim numel nelement item tolist all any isnan isinf isfinite eq "
    "ne lt le gt ge equal allclose isclose argmax argmin count_nonzero nonzero sign round floor ceil zeros_like "
    "ones_like empty_like full_like rand_like randn_like new_zeros new_ones new_full new_empty clone repeat where "
    "cat stack print len isinstance str repr format".split()
)
"""Operations whose result is new, and whose backward pass needs no operand (derivatives.yaml of PyTorch)."""
_SHARING = frozenset(
    "bfloat16 bool contiguous cpu cuda detach double expand flatten float half int long permute reshape squeeze t "
    "to transpose type unsqueeze view".split()
)
"""Operations whose result may be their operand, or a view of it."""
_KEEPING_RESULTS = frozenset(
    f"{name}_"
    for name in (
        "celu copysign elu exp exp2 expm1 float_power hypot ldexp pow reciprocal relu rsqrt selu sgn sigmoid softmax "
        "sqrt tan tanh"
    ).split()
)
"""Methods in place whose backward pass needs what they wrote (derivatives.yaml of PyTorch)."""
_SHOWING = ("builtins.print", "builtins.str", "builtins.repr", "builtins.format", "logging.", "warnings.")
_WRITABLE_ATTRIBUTES = frozenset(("data", "grad", "requires_grad", "real", "imag"))


class Known(Protocol):
    """The facts about a function's expressions that the analysis needs."""

    def qualname(self, expr: ast.expr) -> str | None:
        """The dotted name that an expression resolves to by binding."""

    def module_class(self, expr: ast.expr) -> str | None:
        """The class of the ``torch.nn`` module that an expression is."""

    def inplace_module(self, expr: ast.expr) -> bool:
        """Return whether a ``torch.nn`` module may have been told to write to its input."""

    def is_tensor(self, expr: ast.expr) -> bool:
        """Return whether an expression is surely a tensor."""

    def is_plain(self, name: str) -> bool:
        """Return whether a name always holds something without tensors: a number, a module, a function."""

    def effect_of(self, call: ast.Call) -> Effect:
        """Return what a call of the project's code, or of a container of modules, does with what it is given."""


@dataclass
class Memory:
    """The memory that the names of one function refer to, seen from one of its statements."""

    nodes: Sequence[ast.AST]
    """All nodes of the function."""
    parents: Mapping[ast.AST, ast.AST]
    statement: ast.stmt
    block: Sequence[ast.stmt]
    """The statements among which it stands."""
    in_loop: bool
    local_names: frozenset[str]
    parameters: frozenset[str]
    known: Known
    data: TorchData
    _class_of: dict[str, str] = field(default_factory=dict)
    _effects: dict[ast.Call, Effect] = field(default_factory=dict)

    # --- questions ---

    def written_later(self, names: Iterable[str]) -> Write:
        """Return whether memory that one of the names may refer to is written once the statement has run."""
        classes = {self._find(name if name in self.local_names else OUTSIDE) for name in names}
        worst = Write.NO
        for key, write in self._later_writes:
            if self._find(key) in classes:
                worst = max(worst, write)
        return worst

    def escapes(self, name: str, besides: Collection[ast.AST] = ()) -> bool:
        """Return whether what the name holds is read, once the statement has run, other than as an operand.

        ``besides``: nodes that the statement's rewrite replaces too.
        """
        return any(loads(node, name) and node not in besides and not self.operand(node) for node in self.later)

    def shown(self, name: str) -> bool:
        """Return whether what the name holds is printed or formatted once the statement has run."""
        return any(loads(node, name) and self._is_shown(node) for node in self.later)

    def needed_backward(self, name: str, *, is_differentiable: bool = True) -> bool:
        """Return whether the backward pass may need what the statement, or an arm of it, overwrites in place.

        It does not where the tensor was made by plain arithmetic, by some layers or as a copy, in the block or in the
        arm, and only compared, added, subtracted, scaled or picked from since, the statement itself included:
        ``h *= h`` needs what it overwrites. ``is_differentiable``: whether what the name holds before the statement
        may have a gradient.
        """
        arms = [[self.statement]]
        if isinstance(self.statement, ast.If):
            arms = [self.statement.body, self.statement.orelse]
        return any(self._needed_in(name, arm, is_differentiable) for arm in arms)

    def _needed_in(self, name: str, arm: Sequence[ast.stmt], is_differentiable: bool) -> bool:
        nodes = list(itertools.chain.from_iterable(map(syntax.walk, arm)))
        updates = _updates(name, nodes, self.data)
        if any(keeps for _, keeps in updates[:-1]):
            return True
        made = [one for one in arm if isinstance(one, ast.Assign) and is_name(one.targets[0], name)]
        if made and not (updates and updates[0][0] < place(made[0])):
            nodes = list(itertools.chain.from_iterable(map(syntax.walk, arm[arm.index(made[0]) + 1 :])))
        elif not is_differentiable:
            return False
        elif (binding := self._binding.get(name)) is None:
            return True
        else:
            made.append(binding)
            nodes += self._since_bound(name)
        return not all(self._is_not_kept(one.value) for one in made) or not all(
            self._keeps_nothing(node) for node in nodes if loads(node, name)
        )

    def _is_not_kept(self, value: ast.expr) -> bool:
        """Return whether the backward pass of what makes a tensor does without it: arithmetic, a copy, some layers."""
        if isinstance(value, ast.BinOp):
            return isinstance(value.op, (ast.Add, ast.Sub, ast.Mult, ast.Div))
        if not isinstance(value, ast.Call):
            return False
        if (layer := self.known.module_class(value.func)) is not None:
            return layer.rpartition(".")[2] in _KEEPING_INPUTS
        return isinstance(value.func, ast.Attribute) and value.func.attr == "clone"

    def _keeps_nothing(self, node: ast.AST) -> bool:
        """Return whether the backward pass of what is made of a tensor, or of a view of it, does not need the tensor.

        Where a name is bound to a view, `held` is what tells.
        """
        parent = self.parents.get(node)
        if isinstance(parent, ast.BinOp):
            other = parent.right if parent.left is node else parent.left
            scaled = isinstance(parent.op, ast.Mult) or (isinstance(parent.op, ast.Div) and parent.left is node)
            return isinstance(parent.op, (ast.Add, ast.Sub)) or (scaled and isinstance(other, ast.Constant))
        if isinstance(parent, ast.AugAssign):
            return node is parent.target or isinstance(parent.op, (ast.Add, ast.Sub))
        if isinstance(parent, ast.Subscript):
            return node is parent.value and self._keeps_nothing(parent)
        if isinstance(parent, ast.Compare):
            return self.operand(node)
        if isinstance(parent, ast.UnaryOp):
            return not isinstance(parent.op, ast.UAdd) or self._keeps_nothing(parent)
        if isinstance(parent, ast.Call):
            name = self.known.qualname(parent.func)
            if name is None:
                name = parent.func.attr.removesuffix("_") if isinstance(parent.func, ast.Attribute) else ""
            return self._call_keeps_nothing(parent, name.removeprefix("torch.").removeprefix("builtins."))
        if isinstance(parent, ast.Attribute):
            call = self.parents.get(parent)
            if isinstance(call, ast.Call) and call.func is parent:
                # PyTorch clones what a method in place needs of its owner.
                return parent.attr in self.data.inplace or self._call_keeps_nothing(call, parent.attr)
            return parent.attr in METADATA or (parent.attr in self.data.views and self._keeps_nothing(parent))
        return isinstance(parent, (ast.Return, ast.Tuple, ast.List, ast.Assign, ast.Expr))

    def _call_keeps_nothing(self, call: ast.Call, name: str) -> bool:
        return name in _KEEPING_NOTHING or (name in _SHARING and self._keeps_nothing(call))

    def _is_indexed_store(self, node: ast.AST) -> bool:
        """Return whether a name is that of a tensor of which items are written, which gives it to nobody."""
        parent = self.parents.get(node)
        return isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load) and node is parent.value

    def held(self, name: str) -> bool:
        """Return whether something else may hold what the name holds before the statement, or a view of it."""
        if name not in self.local_names or name in self.captured:
            return True
        for node in self._since_bound(name):
            if loads(node, name) and not self.operand(node) and not self._is_indexed_store(node):
                return True
            if is_name(node, name) and not isinstance(node.ctx, ast.Load):
                parent = self.parents.get(node)
                if isinstance(parent, ast.AugAssign) or isinstance(node.ctx, ast.Del):
                    continue
                if not isinstance(parent, ast.Assign) or len(parent.targets) > 1 or not self.makes_new(parent.value):
                    return True
        return False

    @cached_property
    def later(self) -> list[ast.AST]:
        """The nodes that may run once the statement has run: those behind it, and in a loop all."""
        end = (self.statement.end_lineno or self.statement.lineno, self.statement.end_col_offset or 0)
        return [
            node
            for node in self.nodes
            if hasattr(node, "lineno") and (self.in_loop or (node.lineno, node.col_offset) >= end)  # type: ignore[attr-defined]
        ]

    # --- what an expression does with a name ---

    def operand(self, node: ast.AST) -> bool:
        """Return whether a tensor read here is only computed with: not kept, written, shown or compared by identity."""
        parent = self.parents.get(node)
        if isinstance(parent, ast.BinOp):
            return not (isinstance(parent.op, ast.Mod) and isinstance(parent.left, (ast.Constant, ast.JoinedStr)))
        if isinstance(parent, ast.Compare):
            return not any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in parent.ops) or (
                self._compares_with_none(parent)
            )
        if isinstance(parent, ast.UnaryOp):
            return not isinstance(parent.op, ast.UAdd) or self.operand(parent)
        if isinstance(parent, (ast.If, ast.While, ast.Assert, ast.IfExp)) and node is parent.test:
            return True
        if isinstance(parent, (ast.BoolOp, ast.IfExp, ast.Slice)):
            return self.operand(parent)
        if isinstance(parent, ast.FormattedValue):
            return parent.format_spec is not None and node is parent.value
        if isinstance(parent, ast.Expr):
            return True
        if isinstance(parent, ast.Subscript):
            if node is parent.value:
                return isinstance(parent.ctx, ast.Load) and self.operand(parent)
            return self.known.is_tensor(parent.value)
        if isinstance(parent, (ast.keyword, ast.Call)):
            return self._passed(node, parent)
        if isinstance(parent, ast.Attribute):
            return self._attribute(parent)
        return isinstance(parent, ast.AugAssign) and node is parent.value and self._is_tensor_target(parent)

    def _compares_with_none(self, node: ast.Compare) -> bool:
        sides = [node.left, *node.comparators]
        return any(isinstance(side, ast.Constant) for side in sides) and not any(
            isinstance(op, (ast.In, ast.NotIn)) for op in node.ops
        )

    def _passed(self, node: ast.AST, parent: ast.AST) -> bool:
        call = self.parents.get(parent) if isinstance(parent, ast.keyword) else parent
        if not isinstance(call, ast.Call):
            return False
        effect = self.effect(call)
        return effect is Effect.FRESH or (effect is Effect.VIEW and self.operand(call))

    def _attribute(self, node: ast.Attribute) -> bool:
        if not isinstance(node.ctx, ast.Load):
            return False
        call = self.parents.get(node)
        if isinstance(call, ast.Call) and call.func is node:
            return self._passed(node, call)
        if node.attr in METADATA:
            return True
        return node.attr in self.data.views and self.operand(node)

    def _is_tensor_target(self, node: ast.AugAssign) -> bool:
        """Return whether ``x += y`` is arithmetic of tensors, and not a list that grows."""
        target = node.target
        if isinstance(target, ast.Name):
            return self.known.is_tensor(name_at(target.id, target))
        return isinstance(target, ast.Subscript) and self.known.is_tensor(target.value)

    def _is_shown(self, node: ast.AST) -> bool:
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.stmt):
            at = self.parents.get(at)
            if isinstance(at, ast.FormattedValue) and at.format_spec is None:
                return True
            if isinstance(at, ast.Call) and (self.effect(at) is Effect.SHOW or _is_formatting(at.func)):
                return True
            if isinstance(at, ast.BinOp) and isinstance(at.op, ast.Mod) and not self.known.is_tensor(at.left):
                return True  # a text that is filled in, perhaps
        return False

    # --- calls ---

    def effect(self, call: ast.Call) -> Effect:
        """Return what a call does with the memory that it is given."""
        found = self._effects.get(call)
        if found is None:
            self._effects[call] = Effect.UNKNOWN  # while its own receiver is looked at
            found = self._effects[call] = self._effect(call)
        return found

    def _effect(self, call: ast.Call) -> Effect:
        func = call.func
        for keyword in call.keywords:
            off = isinstance(keyword.value, ast.Constant) and not keyword.value.value
            if keyword.arg is None or (keyword.arg in ("out", "inplace", "max_norm") and not off):
                return Effect.UNKNOWN
        module = self.known.module_class(func)
        if module is not None:
            if self.known.inplace_module(func):
                return Effect.UNKNOWN
            bare = module.rpartition(".")[2]
            return Effect.FRESH if bare in layers.FRESH else Effect.VIEW if bare in layers.VIEWING else Effect.UNKNOWN
        name = self.known.qualname(func)
        if name is not None:
            return self._named(call, name)
        if isinstance(func, ast.Attribute) and self.known.is_tensor(func.value):
            return self._method(func.attr)
        return self.known.effect_of(call)

    def _named(self, call: ast.Call, name: str) -> Effect:
        bare = name.rpartition(".")[2]
        if "." not in name:
            name = f"builtins.{name}"
        if name.startswith(_SHOWING):
            return Effect.SHOW
        if name.startswith("builtins."):
            numbers = bare in ("min", "max", "sum")
            return Effect.FRESH if bare in _BUILTINS else Effect.VIEW if bare in VIEWING or numbers else Effect.UNKNOWN
        if not name.startswith(("torch.", "math.")):
            return Effect.UNKNOWN
        if name.startswith("math."):
            return Effect.FRESH
        if bare.endswith("_") and not bare.endswith("__"):
            return Effect.WRITE if name in self.data.functions else Effect.UNKNOWN
        if name in self.data.views or bare in VIEWING:
            return Effect.VIEW
        positional = name.startswith("torch.nn.functional.") and any(
            isinstance(argument, ast.Constant) and argument.value is True for argument in call.args
        )
        if positional:
            return Effect.UNKNOWN  # `inplace`, perhaps
        if name in self.data.pointwise or bare in NEW_MEMORY or bare in READING:
            return Effect.FRESH
        given = given_to(call)
        reads = (node for argument in given for node in ast.walk(argument) if isinstance(node, ast.Name))
        return Effect.FRESH if all(self.known.is_plain(node.id) for node in reads) else Effect.UNKNOWN

    def _method(self, method: str) -> Effect:
        if method in self.data.inplace:
            return Effect.WRITE
        if method in self.data.views or method in VIEWING:
            return Effect.VIEW
        known = method in self.data.pointwise or method in NEW_MEMORY or method in READING
        return Effect.FRESH if known and method in self.data.methods else Effect.UNKNOWN

    def makes_new(self, expr: ast.expr) -> bool:
        """Return whether an expression's value is, by its form, in memory of its own."""
        if isinstance(expr, ast.UnaryOp):
            return not isinstance(expr.op, ast.UAdd)
        if isinstance(expr, (ast.BinOp, ast.Compare)):
            return True
        return isinstance(expr, ast.Call) and self.effect(expr) is Effect.FRESH

    # --- classes of names ---

    def _find(self, key: str) -> str:
        self._unified  # noqa: B018
        return self._root(key)

    def _root(self, key: str) -> str:
        while (above := self._class_of.get(key, key)) != key:
            key = above
        return key

    def _unify(self, keys: Iterable[str]) -> None:
        roots = sorted({self._root(key) for key in keys}, key=lambda root: root != OUTSIDE)
        for root in roots[1:]:
            self._class_of[root] = roots[0]

    @cached_property
    def _binding(self) -> dict[str, ast.Assign]:
        """The statements of the block, in front of the statement, that bind a name to new memory last."""
        found: dict[str, ast.Assign] = {}
        before = self.block[: self.block.index(self.statement)] if self.statement in self.block else []
        for statement in before:
            for node in syntax.walk(statement):
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    found.pop(node.id, None)
            if (
                isinstance(statement, ast.Assign)
                and len(statement.targets) == 1
                and isinstance(statement.targets[0], ast.Name)
                and self.makes_new(statement.value)
            ):
                found[statement.targets[0].id] = statement
        return found

    def _since_bound(self, name: str) -> Iterator[ast.AST]:
        """The nodes that may run before the statement, once the block has bound the name to new memory if it has."""
        binding = self._binding.get(name)
        if binding is not None:
            start = self.block.index(binding) + 1
            for statement in self.block[start : self.block.index(self.statement)]:
                yield from syntax.walk(statement)
            return
        inner = set(syntax.walk(self.statement))
        later = set() if self.in_loop else set(self.later)
        for node in self.nodes:
            if node not in inner and node not in later:
                yield node

    def _key(self, node: ast.Name) -> str:
        """The name, told apart from what it meant before the block bound it to new memory."""
        if not self._bound_at_top(node.id):
            return node.id
        binding = self._binding[node.id]
        end = (binding.end_lineno or binding.lineno, binding.end_col_offset or 0)
        if node is binding.targets[0] or (node.lineno, node.col_offset) >= end:
            return node.id
        return f"{node.id}@"

    @cached_property
    def captured(self) -> frozenset[str]:
        """The names of the function that functions and classes inside of it read or write, or that are declared."""
        found: set[str] = set()
        for node in self.nodes[1:]:
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                found |= set(node.names)
            elif isinstance(node, SCOPES):
                found |= names_in(node)
        return frozenset(found)

    @cached_property
    def _unified(self) -> bool:
        outside = {OUTSIDE, *self.captured}
        for name in self.parameters:
            outside.add(f"{name}@" if self._bound_at_top(name) else name)
        self._unify(outside)
        for node in self.nodes:
            if isinstance(node, ast.stmt):
                self._link(node)
            if isinstance(node, ast.Match):  # its patterns name what it is given, and parts of that
                given = (one for one in syntax.walk(node.subject) if isinstance(one, ast.Name))
                self._unify({OUTSIDE, *map(self._key_or_outside, given), *_captured_by(node)})
            if isinstance(node, ast.ExceptHandler) and node.name is not None:
                self._unify({OUTSIDE, node.name})
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):  # the exception holds what it is given
                held = (one for one in node.exc.args if isinstance(one, (ast.Name, ast.Tuple, ast.List)))
                names = (one for part in held for one in syntax.walk(part) if isinstance(one, ast.Name))
                self._unify({OUTSIDE, *map(self._key_or_outside, names)})
        return True

    def _bound_at_top(self, name: str) -> bool:
        """Return whether every path through the function binds the name to new memory in front of the statement."""
        binding = self._binding.get(name)
        return binding is not None and self.parents.get(binding) is self.nodes[0]

    def _link(self, statement: ast.stmt) -> None:
        """Put into one class what a statement may make refer to one piece of memory."""
        kept: set[str] = set()
        targets: set[str] = set()
        for node in _own(statement):
            if isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)):
                kept.add(OUTSIDE)
            if isinstance(node, ast.Call) and self.effect(node) is Effect.UNKNOWN:
                kept |= {OUTSIDE} if any(True for _ in self._given(node)) else set()
            if not isinstance(node, ast.Name):
                continue
            if not isinstance(node.ctx, ast.Load):
                targets.add(self._key(node))
            elif self._is_root_of_store(node):
                targets.add(self._key_or_outside(node))
            elif not self.known.is_plain(node.id) and not self.operand(node):
                kept.add(self._key_or_outside(node))
        if kept:
            self._unify(kept | targets)

    def _is_root_of_store(self, node: ast.Name) -> bool:
        """Return whether a name is the object of an attribute or item that is assigned."""
        at: ast.AST = node
        while isinstance(parent := self.parents.get(at), (ast.Attribute, ast.Subscript)) and parent.value is at:
            at = parent
        return isinstance(at, (ast.Attribute, ast.Subscript)) and not isinstance(at.ctx, ast.Load)

    def _key_or_outside(self, node: ast.Name) -> str:
        return self._key(node) if node.id in self.local_names else OUTSIDE

    def _given(self, call: ast.Call) -> Iterator[ast.Name]:
        """The names that a call is given, its object among them."""
        for part in [call.func, *call.args, *(keyword.value for keyword in call.keywords)]:
            for node in syntax.walk(part):
                if isinstance(node, ast.Name) and not self.known.is_plain(node.id):
                    yield node

    # --- writes ---

    @cached_property
    def _later_writes(self) -> list[tuple[str, Write]]:
        """Return what is written once the statement has run: the names that refer to it, and how surely."""
        found: list[tuple[str, Write]] = []
        for node in self.later:
            if isinstance(node, ast.AugAssign):
                found += self._written(node.target)
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                found += self._written(node.value)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                if node.attr in _WRITABLE_ATTRIBUTES:
                    found += self._written(node.value)
            elif isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)):
                found.append((OUTSIDE, Write.POSSIBLE))
            elif isinstance(node, ast.Call):
                found += self._call_writes(node)
        return found

    def _call_writes(self, call: ast.Call) -> Iterator[tuple[str, Write]]:
        effect = self.effect(call)
        if effect is Effect.WRITE:
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            first = owner if owner is not None and self.known.qualname(call.func) is None else None
            for part in [first] if first is not None else call.args[:1]:
                yield from self._written(part)
        elif effect is Effect.UNKNOWN:
            yield OUTSIDE, Write.POSSIBLE
            named = {keyword.arg for keyword in call.keywords}
            sure = Write.CERTAIN if named & {"out", "inplace"} else Write.POSSIBLE
            for node in self._given(call):
                yield self._key_or_outside(node), sure

    def _written(self, target: ast.AST) -> Iterator[tuple[str, Write]]:
        """The names at the bottom of what is written: ``x`` in ``x.view(-1)[0] += 1``."""
        for node in syntax.walk(target):
            if isinstance(node, ast.Name) and not self.known.is_plain(node.id):
                yield self._key_or_outside(node), Write.CERTAIN


def _captured_by(match: ast.Match) -> Iterator[str]:
    """The names that the patterns of a statement bind."""
    for node in syntax.walk(match):
        if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name is not None:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest is not None:
            yield node.rest


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without those of the statements inside of it."""
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        yield node
        stack += [child for child in ast.iter_child_nodes(node) if not isinstance(child, (ast.stmt, ast.excepthandler))]


def _is_formatting(func: ast.expr) -> bool:
    """Return whether a call fills in a text."""
    return isinstance(func, ast.Attribute) and func.attr in ("format", "format_map")


def _updates(name: str, nodes: Iterable[ast.AST], data: TorchData) -> list[tuple[tuple[int, int], bool]]:
    """Where a name is updated in place, in order, and whether the backward pass needs the result: ``h.exp_()``."""
    found = []
    for node in nodes:
        if isinstance(node, ast.AugAssign) and is_name(node.target, name):
            found.append((place(node), isinstance(node.op, ast.Pow)))
        elif isinstance(node, ast.Attribute) and node.attr in data.inplace and _is_chained(node.value, name):
            end = node.end_lineno or node.lineno, node.end_col_offset or 0
            found.append((end, node.attr in _KEEPING_RESULTS))
    return sorted(found)


_KEEPING_INPUTS = frozenset(
    (
        "Linear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d Embedding LayerNorm GroupNorm"
    ).split()
)
"""Layers whose backward pass needs what they are given, not what they make of it."""


def _is_chained(expr: ast.expr, name: str) -> bool:
    """Return whether it is a name, or a chain of methods of it: ``h.mul_(2).add_(y)``."""
    while isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute):
        expr = expr.func.value
    return is_name(expr, name)
