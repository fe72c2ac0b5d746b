"""What expressions hold at one statement, found by running it once more on a copy of the state before it."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain import terms
from fullgraph.lint.domain.frame import Env, Frame, Probe
from fullgraph.lint.domain.values import (
    FLOAT,
    HELD,
    UNKNOWN,
    ClassValue,
    Const,
    Evidence,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    ModuleValue,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    is_number,
    join_all,
    replace,
    scalar_part,
    tensor_part,
)
from fullgraph.lint.project.index import ClassInfo, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.lint.torch_data import layers
from fullgraph.rules.rewrite.analysis import ran
from fullgraph.rules.rewrite.analysis.effects.attributes import attributes_set, is_transformed, plain_attribute
from fullgraph.rules.rewrite.analysis.oracle import Number, TensorFacts
from fullgraph.rules.rewrite.analysis.standing import Standing, _shared
from fullgraph.rules.rewrite.analysis.trees import (
    FUNCTIONS,
    LOOPS,
    is_name,
    outward,
    targets_of,
)

_ITERATORS = frozenset("iter map filter zip enumerate reversed".split())


PLAIN = (Const, PyValue, External, ClassValue, ModuleValue, Function)
"""Values without tensors."""


_GRAD_MODES = frozenset(("no_grad", "enable_grad", "inference_mode", "set_grad_enabled", "_set_grad_enabled"))
_KEEP_GRAD_MODE = tuple(
    "builtins.open contextlib.nullcontext contextlib.redirect_ contextlib.suppress logging. os. tempfile. threading."
    " time. torch.amp. torch.autocast torch.autograd.profiler. torch.backends. torch.cpu. torch.cuda. torch.device"
    " torch.distributed. torch.nn.attention. torch.profiler. torch.random. warnings.".split()
)
"""Contexts, by what their names begin with, that leave the gradient mode alone."""


@dataclass
class Values(Standing):
    """What the expressions of a statement, and of those behind it, hold."""

    supposed: dict[ast.AST, Value] = field(default_factory=dict)
    """The tensors that a rewrite puts in the places of expressions."""
    assumed: Sequence[ast.expr] = ()
    """Tests of the statement that have come out true where its code runs."""
    _made: dict[ast.AST, Value] = field(default_factory=dict)
    """What the expressions of made-up statements hold."""

    @cached_property
    def _values(self) -> dict[ast.AST, Value]:
        return self._run([self.statement])

    @cached_property
    def _values_after(self) -> dict[ast.AST, Value]:
        return self._run([self.statement, *self.following])

    def _run(self, statements: list[ast.stmt], env: Env | None = None) -> dict[ast.AST, Value]:
        """The values of all expressions of statements, run once more from the state before the first of them."""
        return self._probed(statements, self.proved if env is None else env).values

    def _probed(self, statements: list[ast.stmt], env: Env, watched: ast.stmt | None = None) -> Probe:
        frame = self.frame
        probe = Frame(
            frame.module,
            frame.function,
            {**self._around, **env},
            closure=self.closure,
            caller=frame.caller,
            call=frame.call,
            root=frame.root,
            owner=frame.owner,
            narrowed=True,
            straight=True,
        )
        probe.serial = frame.serial
        code = self.body if self.body is not None else statements
        return self.event.interp.probed(probe, code, self.heap, self.supposed, watched)

    @cached_property
    def _around(self) -> Env:
        """Return the values of enclosing functions' names in every call; unknown for those that may be bound again."""
        found: Env = {}
        inner, around = self.frame, self.closure
        own = set(inner.function.local_names) if inner.function is not None else set()
        while inner.function is not None and around is not None and around.function is not None:
            later = _bound_later(around.function.node, inner.function.node, self.parents)
            for name in (*around.env, *sorted(later)):
                if name.isidentifier() and name not in own:
                    found[name] = UNKNOWN if name in later else _shared(around.env[name])
            own |= around.function.local_names
            inner, around = around, around.closure
        return found

    def value(self, expr: ast.expr) -> Value | None:
        """The value of an expression, None where it is not reached, or is made up and was not run."""
        if expr in self._made or not hasattr(expr, "lineno"):
            return self._made.get(expr)
        behind = expr.lineno > (self.statement.end_lineno or self.statement.lineno)
        found = (self._values_after if behind else self._values).get(expr)
        if found is None and isinstance(expr, ast.Name) and self.body is None:
            return self.proved.get(expr.id)
        return found

    def tensor(self, expr: ast.expr) -> TensorFacts | None:
        value = self.value(expr)
        return tensor_facts(value) if value is not None else None

    def subclass(self) -> ClassInfo | None:
        """A subclass of ``torch.Tensor`` that a variable or an expression of the statement is of."""
        held = (tensor_part(value) for value in (*self.env.values(), *self._values.values()))
        return next((part.cls for part in held if part is not None and part.cls is not None), None)

    def named(self, name: str) -> TensorFacts | None:
        value = self.proved.get(name)
        return tensor_facts(value) if value is not None else None

    def shapes(self) -> list[Hashable]:
        return [value.shape for value in self.proved.values() if isinstance(value, Tensor)]

    @cached_property
    def proved(self) -> Env:
        """What names hold right before the statement, with what had to be so for it to be reached.

        A tensor of unknown shape or dtype has a term for it that says only that it is the one of that name.
        """
        before = _Before(self)
        floating = ran.floating(self.statement, before) if self.body is None else frozenset()
        found = {**self.env, **self._rebound}
        for name, value in found.items():
            if isinstance(value, Tensor) and (value.shape is None or value.dtype is None):
                shape, dtype = (("of", name) if term is None else term for term in (value.shape, value.dtype))
                found[name] = replace(value, shape=shape, dtype=dtype)
        for claim in ran.claims(self.statement, before, self.assumed) if self.body is None else ():
            _apply(claim, found)
        tensors = [(name, value) for name, value in found.items() if isinstance(value, Tensor)]
        proved = {value.dtype for name, value in tensors if value.floating or name in floating}
        for name, value in found.items():
            if isinstance(value, Tensor) and value.floating is None and value.dtype in proved:
                found[name] = replace(value, floating=True)
        return found

    @cached_property
    def _rebound(self) -> Env:
        """What the names that loops around the statement bind hold in any round; known is the state of the first."""
        found = self._outer_loop(self.parent(self.statement))
        if found is None or self.body is not None:
            return {}
        inside = set(syntax.walk(found))
        bound = {name: [node for node in nodes if node in inside] for name, nodes in self._bindings.items()}
        first = {name: self.env[name] for name, nodes in bound.items() if nodes and name in self.env}
        values = self._run([found], {**self.env, **{name: _widened(value) for name, value in first.items()}})
        return {
            name: join_all([_widened(value), *(self._bound_to(node, value, values) for node in bound[name])])
            for name, value in first.items()
        }

    def _bound_to(self, store: ast.AST, before: Value, values: Table[ast.AST, Value]) -> Value:
        """What a node binds its name to, which held ``before`` in the first round."""
        statement = self.parents.get(store)
        if isinstance(statement, ast.Tuple) and isinstance(outer := self.parents.get(statement), ast.Assign):
            given = outer.value.elts if isinstance(outer.value, ast.Tuple) else []
            plain = len(given) == len(statement.elts) and not any(isinstance(part, ast.Starred) for part in given)
            index = next(place for place, part in enumerate(statement.elts) if part is store)
            return _widened(values.get(given[index], UNKNOWN)) if plain else UNKNOWN
        if isinstance(statement, ast.AugAssign) and isinstance(before, Tensor):
            return _widened(before)  # of whatever dtype it is, it keeps it
        if isinstance(statement, ast.AugAssign):
            return _updated(before, values.get(statement.value, UNKNOWN), statement.op)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            made = statement.value
            is_updated = isinstance(made, ast.BinOp) and isinstance(store, ast.Name) and is_name(made.left, store.id)
            if is_updated and not isinstance(before, Tensor):
                assert isinstance(made, ast.BinOp)
                return _updated(before, values.get(made.right, UNKNOWN), made.op)
            return _widened(values.get(made, UNKNOWN))
        if isinstance(statement, ast.Tuple) and isinstance(loop := self.parents.get(statement), ast.For):
            gone_over = values.get(loop.iter, UNKNOWN)
            each = gone_over.each() if isinstance(gone_over, SequenceValue) else UNKNOWN
            items = each.items if isinstance(each, SequenceValue) else None
            if items is None or len(items) != len(statement.elts):
                return UNKNOWN
            return _widened(items[next(place for place, part in enumerate(statement.elts) if part is store)])
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            iterated = values.get(statement.iter, UNKNOWN)
            if isinstance(iterated, SequenceValue):
                return _widened(iterated.each())
            return _widened(before) if isinstance(before, Tensor) or type(before) is PyValue else UNKNOWN
        return UNKNOWN

    def number(self, expr: ast.expr) -> Number | None:
        if isinstance(expr, ast.Constant) and isinstance(expr.value, (int, float)):
            return Number(expr.value, isinstance(expr.value, bool))
        value = self.value(expr)
        if isinstance(value, Const) and isinstance(value.value, (int, float)):
            return Number(value.value, isinstance(value.value, bool))
        if value is not None and all(map(_is_number, alternatives(value))):
            return Number(may_be_flag=not is_number(value), is_float=all(one == FLOAT for one in alternatives(value)))
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult)):
            known = self.number(expr.left) is not None and self.number(expr.right) is not None
            return Number() if known else None
        return None

    def configured(self, expr: ast.expr) -> bool:
        function = self.frame.function
        if not isinstance(expr, ast.Attribute) or function is None or function.owner is None:
            return False
        own = is_name(expr.value, "self") and isinstance(self.frame.owner, Instance)
        known = self.number(expr)
        if not own or known is None or known.value is not None:
            return False
        classes = [cls for cls in function.owner.mro if isinstance(cls, ClassInfo)]
        given = [
            _is_argument(method.node, value)
            for cls in classes
            for method in cls.methods.values()
            for value in _kept_in(method.node, expr.attr)
        ]
        return bool(given) and all(given)

    def reads_number(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is not None and scalar_part(value) is not None

    def is_array(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is not None and any(
            isinstance(option, Tensor) and option.array is not False for option in alternatives(value)
        )

    def unknown(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is None or any(type(option) is Value for option in alternatives(value))

    def qualname(self, expr: ast.expr) -> str | None:
        return _qualname(self._callee(expr))

    def _callee(self, expr: ast.expr) -> Value | None:
        """Return what an expression holds, also one of another statement whose name has one meaning in the function."""
        value = self.value(expr)
        return value if value is not None else self.resolved(expr)

    def resolved(self, expr: ast.expr) -> Value | None:
        """Return what a dotted name holds that has one meaning in the function."""
        dotted = dotted_name(expr)
        if not dotted:
            return None
        first, _, rest = dotted.partition(".")
        if first in self.local_names and not self._bound_once(first):
            return None
        value = self._rebound.get(first) or self.env.get(first) or self.event.interp.name(self.frame, first)
        if isinstance(value, External):
            return External(f"{value.name}.{rest}" if rest else value.name)
        return value if not rest else self._attribute(expr) if isinstance(value, Instance) else None

    def _attribute(self, expr: ast.expr) -> Value | None:
        """Return what an attribute of an object held before the statement."""
        interp = self.event.interp
        with interp.on_copy(self.heap), interp.muted(self.frame):
            return interp.evaluate(self.frame, expr)

    @cached_property
    def grad_mode_switch(self) -> str | None:
        """What changes the gradient mode in the function, or may: a context that is not known to leave it alone."""
        for node in self.nodes:
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in _GRAD_MODES or name == "__enter__":
                return name
            if isinstance(node, ast.Call) and self._sets_grad_mode(node):
                return ast.unparse(node.func)
        for node in outward(self.statement, self.parent, self.scope):
            for item in node.items if isinstance(node, (ast.With, ast.AsyncWith)) else []:
                entered = item.context_expr
                made = self.resolved(entered.func if isinstance(entered, ast.Call) else entered)
                if not isinstance(made, External) or not made.name.startswith(_KEEP_GRAD_MODE):
                    return ast.unparse(entered)
        return None

    def _sets_grad_mode(self, call: ast.Call) -> bool:
        """Return whether a function of the project that is called names what sets the gradient mode for good."""
        made = self.resolved(call.func)
        if not isinstance(made, Function):
            return False
        node = made.info.node
        return syntax.remembered(
            node,
            "sets_grad_mode",
            lambda: any(
                isinstance(one, (ast.Name, ast.Attribute)) and dotted_name(one).endswith("set_grad_enabled")
                for one in syntax.walk(node)
            ),
        )

    def gradient_switch(self) -> str | None:
        return self.grad_mode_switch

    def module_class(self, expr: ast.expr) -> str | None:
        return _module_class(self._callee(expr))

    def runs_code(self, expr: ast.Attribute) -> bool | None:
        owner = self.value(expr.value)
        if isinstance(owner, Instance):
            if not plain_attribute(owner.cls, expr.attr):
                return True
            return False if owner.exact else None
        return False if owner is not None and all(isinstance(option, PLAIN) for option in alternatives(owner)) else None

    def may_consume(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        if value is None:
            return True
        simple = (Const, PyValue, Tensor, Scalar, SequenceValue, MappingValue, External, ClassValue, ModuleValue)
        made = [self.parents.get(store) for store in self._stores(expr.id)] if isinstance(expr, ast.Name) else []
        given = [getattr(statement, "value", None) for statement in made]
        if any(isinstance(one, ast.GeneratorExp) or self._iterates(one) for one in (expr, *given)):
            return True
        return not all(isinstance(option, simple) for option in alternatives(value))

    def _iterates(self, expr: ast.AST | None) -> bool:
        """Return whether an expression is an iterator by its form, which the values take for a list."""
        return isinstance(expr, ast.Call) and dotted_name(expr.func) in _ITERATORS

    def inplace_module(self, expr: ast.expr) -> bool:
        value = self._callee(expr)
        if not isinstance(value, ExternalInstance) or layers.told(value.cls.rpartition(".")[2]) is None:
            return is_transformed(self.frame.module)
        homes = [self.frame.module]
        owner = self.value(expr.value) if isinstance(expr, ast.Attribute) else None
        if isinstance(owner, Instance):
            homes += [one.module for one in owner.cls.mro if isinstance(one, ClassInfo)]
        return value.writes is not False or any("inplace" in attributes_set(home) for home in homes)

    def definition(self, func: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool] | None:
        value = self.value(func)
        if not isinstance(value, Function) or not isinstance(value.info.node, FUNCTIONS):
            return None
        return value.info.node, value.bound is not None

    def is_record(self, func: ast.expr) -> bool:
        value = self.value(func)
        if isinstance(value, External):
            name = value.name.rpartition(".")[2]
            return name[:1].isupper() and not name.isupper() and not value.name.startswith("torch.")
        return isinstance(value, ClassValue) and not any(
            value.cls.find_method(name) is not None for name in ("__new__", "__post_init__", "forward")
        )


@dataclass
class _Before:
    """What is known of the expressions in front of the statement (``ran.Known``)."""

    facts: Values

    def qualname(self, expr: ast.expr) -> str | None:
        return _qualname(self.facts.resolved(expr))

    def module_class(self, expr: ast.expr) -> str | None:
        return _module_class(self.facts.resolved(expr))

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.facts.parents.get(node)


def _qualname(value: Value | None) -> str | None:
    return value.name.removeprefix("builtins.") if isinstance(value, External) else None


def _module_class(value: Value | None) -> str | None:
    return value.cls if isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn.") else None


def tensor_facts(value: Value) -> TensorFacts | None:
    if not isinstance(value, Tensor) or value.array is not False:
        return None  # `torch.where` takes no arrays.
    boolean = value.dtype == "torch.bool"
    return TensorFacts(
        shape=value.shape,
        dtype=value.dtype,
        is_floating=False if boolean else value.floating,
        fresh=value.fresh,
        dense=_is_dense(value),
        sources=value.sources,
        boolean=boolean,
        confidence=CONFIDENCES[value.confidence],
    )


def _is_dense(value: Tensor) -> bool:
    """Return whether an operation made a tensor, or it is one that the code was given, perhaps of another dtype."""
    link = value.evidence
    while link is not None and link.parent is not None and _hands_on(link):
        link = link.parent
    if link is None or link.parent is not None:
        return value.fresh  # a part of something, or what an attribute was set to
    return value.fresh or isinstance(link.node, ast.arg) or link.origin in HELD


def _hands_on(link: Evidence) -> bool:
    """Return whether a link of the chain to a tensor is that tensor itself, or a copy with its strides."""
    node = link.node
    casts = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CASTS
    return casts or isinstance(node, ast.arg) or link.origin is Origin.RETURNED or link.origin in HELD


_CASTS = frozenset("float double half bfloat16 clone detach".split())


def _apply(claim: ran.Claim, env: Env) -> None:
    """Put what has been checked of tensors into what names hold."""
    one = env.get(claim.name)
    if not isinstance(one, Tensor):
        return
    if claim.what == "floating":
        dtype = claim.value if isinstance(claim.value, str) else one.dtype
        env[claim.name] = replace(one, floating=True, dtype=dtype)
    elif claim.what == "dimensions":
        _rename(env, one.shape, terms.sized(one.shape) if not terms.has_dimensions(one.shape) else one.shape)
    else:
        other = env.get(str(claim.value))
        if isinstance(other, Tensor):
            old, new = (getattr(tensor, claim.what) for tensor in (one, other))
            if claim.what == "dtype" and (one.floating or other.floating):
                env.update({claim.name: replace(one, floating=True), str(claim.value): replace(other, floating=True)})
            if terms.has_dimensions(old) or isinstance(old, str) or old == ():
                old, new = new, old  # of two terms, the one that says more is kept
            _rename(env, old, new)


def _rename(env: Env, old: Hashable, new: Hashable) -> None:
    for name, value in env.items():
        if isinstance(value, Tensor) and old not in ((), None):
            shape, dtype = (terms.renamed(term, old, new) for term in (value.shape, value.dtype))
            env[name] = replace(value, shape=shape, dtype=dtype)


def _kept_in(function: ast.AST, attribute: str) -> Iterator[ast.expr | None]:
    """What a method assigns to an attribute of ``self``; None for what is not a plain assignment."""
    for node in syntax.walk(function):
        targets: list[ast.expr] = []
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = targets_of(node)
        parts = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Attribute))
        if any(part.attr == attribute for part in parts):
            yield node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None


def _is_argument(function: ast.AST, value: ast.expr | None) -> bool:
    """Return whether a value is a constructor's parameter, a number by its annotation, with a finite default if any."""
    if not isinstance(function, ast.FunctionDef) or function.name != "__init__" or not isinstance(value, ast.Name):
        return False
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip([one.arg for one in plain][::-1], arguments.defaults[::-1], strict=False))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in only if default is not None}
    annotated = {one.arg for one in [*plain, *arguments.kwonlyargs] if _says_number(one.annotation)}
    default = defaults.get(value.id, ast.Constant(0))
    number = default.value if isinstance(default, ast.Constant) else None
    stored = any(is_name(node, value.id) and not isinstance(node.ctx, ast.Load) for node in syntax.walk(function))
    finite = isinstance(number, (int, float)) and abs(number) <= 1e30
    return value.id in annotated and finite and not stored


def _says_number(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in ("float", "int")


def as_value(facts: TensorFacts) -> Tensor:
    """The value of which the facts tell."""
    return Tensor(
        shape=facts.shape,
        dtype="torch.bool" if facts.boolean else facts.dtype,
        floating=facts.is_floating,
        fresh=facts.fresh,
        sources=facts.sources,
        confidence=CONFIDENCES.index(facts.confidence),
    )


def _is_number(value: Value) -> bool:
    """Return whether a value is a Python number, though perhaps not known which."""
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, PyValue) and value.kind in ("int", "float", "bool")


def _updated(before: Value, by: Value, op: ast.operator) -> Value:
    """What a name that holds a number is bound to by ``name += number``."""
    read = scalar_part(by) or scalar_part(before)
    numbers = [option for value in (before, by) for option in alternatives(value) if not isinstance(option, Scalar)]
    kinds = {
        option.kind if isinstance(option, PyValue) else type(getattr(option, "value", None)).__name__
        for option in numbers
    }
    if not kinds <= {"int", "float", "number"}:
        return UNKNOWN
    if read is not None or kinds != {"int"}:
        return read or (PyValue("float") if "float" in kinds else UNKNOWN)
    return PyValue("int") if isinstance(op, (ast.Add, ast.Sub, ast.Mult)) else UNKNOWN


def _widened(value: Value) -> Value:
    """A value without what may be another in another round of a loop: a tensor's shape and dtype."""
    if not isinstance(value, Tensor):
        return value
    return replace(
        value,
        shape=() if value.shape == () else None,
        dtype=value.dtype if isinstance(value.dtype, str) else None,
    )


def _bound_later(function: AnyFunction, inner: AnyFunction, parents: Table[ast.AST, ast.AST]) -> set[str]:
    """The names of a function that may be bound again once a function or lambda in it has been made."""
    begin: tuple[int, int] | None = None
    around: ast.AST | None = inner
    while around is not None and around is not function:
        # A loop comes back to what is in front of it.
        loop = isinstance(around, LOOPS)
        if isinstance(around, ast.stmt) and (loop or begin is None):
            begin = (around.lineno, around.col_offset)
        around = parents.get(around)
    found: set[str] = set()
    for node in syntax.walk(function):
        if isinstance(node, ast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, (ast.expr, ast.stmt, ast.ExceptHandler, ast.pattern)) and node is not inner:
            later = begin is None or (node.lineno, node.col_offset) >= begin
            found.update(_bound_by(node) if later else ())
    return found


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds, or takes away."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name is not None:
        yield node.name
