"""What expressions refer to and are computed from, and what evaluating them does."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Method,
    ModuleValue,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.effects.attributes import ANY, attributes_set, overridden, plain_attribute
from fullgraph.rules.rewrite.analysis.effects.kinds import is_number_value, is_tensor_value, may_be_mask, with_items
from fullgraph.rules.rewrite.analysis.effects.summaries import Summaries
from fullgraph.rules.rewrite.analysis.effects.summary import NOWHERE, OWN, Effects, GivenUp, Names, Ref
from fullgraph.rules.rewrite.analysis.memory import METADATA, OUTSIDE
from fullgraph.rules.rewrite.analysis.trees import names_in

_PLAIN = (Const, PyValue, External, ClassValue, ModuleValue, Function)
"""Values without tensors."""


@dataclass
class Expressions:
    """A function, or a call, that is followed: its names, and what was noted of it so far."""

    summaries: Summaries
    frame: Frame
    heap: Heap
    values: Mapping[ast.AST, Value]
    depth: int
    names: Names = field(default_factory=dict)
    results: list[Ref] = field(default_factory=list)
    bound: frozenset[str] = frozenset()
    """Parameters that hold what the function was given."""
    declared: frozenset[str] = frozenset()
    """Names of the module that the function declares ``global``."""
    found: Effects = field(default_factory=Effects)

    # --- what is noted ---

    # --- what is noted ---

    @property
    def torch(self):  # type: ignore[no-untyped-def]
        return self.summaries.interp.torch

    def effects(self, result: Ref) -> Effects:
        exact = result.exact and self.found.exact
        return replace(self.found, returned=result.places, sources=result.sources, exact=exact)

    def note(
        self,
        *,
        reads: bool = False,
        draws: bool = False,
        raises: bool = False,
        shows: bool = False,
        trains: bool = False,
    ) -> None:
        now = self.found
        self.found = replace(
            now,
            reads=now.reads or reads,
            draws=now.draws or draws,
            raises=now.raises or raises,
            shows=now.shows or shows,
            statistics=now.statistics or trains,
        )

    def write(self, ref: Ref) -> None:
        self.found = replace(self.found, written=self.found.written | ref.places)

    def keep(self, ref: Ref) -> None:
        """Something outside of the function holds what this refers to."""
        self.found = replace(self.found, kept=self.found.kept | (ref.places - {OUTSIDE}))

    def assign_outside(self, text: str, ref: Ref) -> None:
        self.found = replace(self.found, assigned=self.found.assigned | {text})
        self.keep(ref)

    def put_into(self, container: Ref, item: Ref) -> None:
        """Put an item into a container: one of the function's own may have other names."""
        self.write(container)
        if container.places:
            self.keep(item)
        for name, ref in self.names.items():
            if ref.holds:
                self.names[name] = replace(
                    ref, places=ref.places | item.places, sources=ref.sources | item.sources, exact=False
                )

    def give_up(self, node: ast.AST, why: str = "is more than is followed") -> GivenUp:
        return GivenUp(f"`{self.frame.text(node)}` {why}")

    # --- tests ---

    def _closure(self, node: ast.FunctionDef | ast.Lambda) -> Ref:
        """A function that is made: it holds what it reads."""
        read = names_in(node)
        if any(isinstance(one, ast.Nonlocal) for one in syntax.walk(node)):
            raise self.give_up(node, "binds names of the function around it")
        return replace(OWN.join(*(self.names[name] for name in sorted(read & self.names.keys()))), exact=False)

    def test(self, node: ast.expr) -> bool | None:
        """Evaluate a test; its outcome where it is the same in every call that the summary is for."""
        self.evaluate(node)
        self.ask(node)
        return truth(self.value(node)) if self._is_settled(node) else None

    def ask(self, node: ast.expr) -> None:
        """``bool(node)``."""
        value = self.value(node)
        if tensor_part(value) is not None or scalar_part(value) is not None:
            self.note(reads=True)
        for option in alternatives(value):
            if isinstance(option, Instance) and any(map(option.cls.find_method, ("__bool__", "__len__"))):
                raise self.give_up(node, "is tested by code that is not followed")

    def _is_settled(self, node: ast.expr) -> bool:
        """Return whether a test asks only what the function was given, and what objects were made with.

        What the compiler answers is the same in compiled code alone.
        """
        if isinstance(node, ast.Name):
            return node.id in self.bound
        if isinstance(node, ast.Attribute):
            return isinstance(self.value(node.value), Instance) and self._is_settled(node.value)
        if isinstance(node, (ast.UnaryOp, ast.BoolOp, ast.Compare)):
            return all(self._is_settled(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
        return isinstance(node, ast.Constant)

    def value(self, node: ast.AST) -> Value:
        return self.values.get(node, UNKNOWN)

    # --- expressions ---

    def evaluate(self, node: ast.expr) -> Ref:
        method = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.give_up(node)
        result: Ref = method(node)
        value = self.values.get(node)
        return OWN if value is not None and is_number_value(value) else result

    def all(self, nodes: Iterable[ast.expr | None]) -> Ref:
        return OWN.join(*(self.evaluate(node) for node in nodes if node is not None))

    def _of_constant(self, node: ast.Constant) -> Ref:
        return OWN

    def _of_name(self, node: ast.Name) -> Ref:
        if node.id in self.names:
            return self.names[node.id]
        value = self.values.get(node)
        if value is None:
            value = self.summaries.interp.name(self.frame, node.id)
        if all(isinstance(option, _PLAIN) for option in alternatives(value)):
            return OWN
        return Ref(frozenset({OUTSIDE}), frozenset({f"{OUTSIDE}.{node.id}"}), exact=False, holds=True)

    def _of_attribute(self, node: ast.Attribute) -> Ref:
        owner = self.evaluate(node.value)
        known = self.value(node.value)
        if isinstance(known, External):
            return OWN
        refs = [self._attribute(node, owner, option) for option in alternatives(known)]
        return refs[0] if len(refs) == 1 else OWN.join(*refs)

    def _attribute(self, node: ast.Attribute, owner: Ref, option: Value) -> Ref:
        name, value = node.attr, self.value(node)
        if isinstance(option, Tensor):
            if name in METADATA or self.torch.properties.get(name, "tensor") not in ("tensor", "tensor?"):
                return OWN
            return replace(owner.join(), exact=False)
        if isinstance(option, Instance):
            self._check_attribute(node, option)
            path = f"{owner.path}.{name}" if owner.path else ""
            if is_number_value(value):
                return OWN
            sources = frozenset({path}) if path and tensor_part(value) is not None else NOWHERE
            exact = bool(path) or tensor_part(value) is None
            places = owner.places | {OUTSIDE}
            return Ref(places, sources, exact, holds=not is_tensor_value(value), path=path)
        if isinstance(option, ExternalInstance) and option.cls.startswith("torch.nn."):
            path = f"{owner.path}.{name}" if owner.path else ""
            return Ref(frozenset({OUTSIDE}), frozenset({path} - {""}), bool(path))
        if isinstance(option, (Const, PyValue, Scalar, ModuleValue, External, SequenceValue, MappingValue, Method)):
            plain = all(isinstance(one, _PLAIN) for one in alternatives(value))
            return OWN if plain else owner.join(Ref(frozenset({OUTSIDE}), exact=False))
        if isinstance(option, (ClassValue, Function)):
            if any(not isinstance(one, _PLAIN) for one in alternatives(value)):
                raise self.give_up(node, "is an attribute of a class or function")
            return OWN
        self.found = replace(self.found, asks=self.found.asks | {self.frame.text(node)})
        return Ref(owner.places | {OUTSIDE}, owner.sources, exact=False, holds=True)

    def _check_attribute(self, node: ast.Attribute, owner: Instance) -> None:
        """Give up where an attribute runs code, or may be another object than the constructor put there."""
        cls, name = owner.cls, node.attr
        if not plain_attribute(cls, name):
            raise self.give_up(node, "may be a property")
        if all(isinstance(one, (Const, PyValue, Tensor, Scalar)) for one in alternatives(self.value(node))):
            return
        if not owner.exact:
            raise self.give_up(node, "is an attribute of an object that may be of a subclass")
        if {name, ANY} & (self.summaries.changed_in(cls) | attributes_set(self.frame.module)):
            raise self.give_up(node, "is set elsewhere")
        if cls.find_method(name) is not None and overridden(cls, name):
            raise self.give_up(node, "is another method in a subclass")

    def _of_binop(self, node: ast.BinOp) -> Ref:
        return self._operation(node, [node.left, node.right])

    def _operation(self, node: ast.expr, operands: Sequence[ast.expr]) -> Ref:
        """An operator: of tensors and numbers it gives new memory, of lists one that holds their items."""
        joined = self.all(operands)
        for operand in operands:
            self._runs_nothing(operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and not is_tensor_value(self.value(node.left)):
            for value in with_items(self.value(node.right)):
                self._format(value, self.frame.text(node))
        numeric = any(is_tensor_value(self.value(one)) for one in operands) or all(
            is_number_value(self.value(one)) for one in operands
        )
        return joined.computed() if numeric else joined

    def _runs_nothing(self, node: ast.expr) -> None:
        for option in alternatives(self.value(node)):
            if isinstance(option, Instance):
                raise self.give_up(node, "is an operand with operators of its own")

    def _of_unaryop(self, node: ast.UnaryOp) -> Ref:
        inner = self.evaluate(node.operand)
        if isinstance(node.op, ast.Not):
            self.ask(node.operand)
            return OWN
        self._runs_nothing(node.operand)
        return inner if isinstance(node.op, ast.UAdd) else inner.computed()

    def _of_compare(self, node: ast.Compare) -> Ref:
        operands = [node.left, *node.comparators]
        self.all(operands)
        by_identity = all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops)
        if not by_identity:
            for operand in operands:
                self._runs_nothing(operand)
        asks = any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops) or (len(operands) > 2 and not by_identity)
        self.note(reads=asks and any(tensor_part(self.value(one)) is not None for one in operands))
        return OWN

    def _of_boolop(self, node: ast.BoolOp) -> Ref:
        refs = [self.evaluate(operand) for operand in node.values]
        for operand in node.values[:-1]:
            self.ask(operand)
        return replace(OWN.join(*refs), exact=not any(ref.sources for ref in refs))

    def _of_ifexp(self, node: ast.IfExp) -> Ref:
        known = self.test(node.test)
        arms = [arm for arm, taken in ((node.body, True), (node.orelse, False)) if known is None or known is taken]
        refs = [self.evaluate(arm) for arm in arms]
        alike = len({ref.sources for ref in refs}) == 1
        joined = refs[0] if len(refs) == 1 else OWN.join(*refs)
        return replace(joined, exact=joined.exact and alike)

    def _of_subscript(self, node: ast.Subscript) -> Ref:
        owner = self.evaluate(node.value)
        self.evaluate(node.slice)
        self._runs_nothing(node.value)
        if tensor_part(self.value(node.slice)) is not None and tensor_part(self.value(node.value)) is None:
            self.note(reads=True)
        if any(may_be_mask(value) for value in self._indices(node.slice)):
            self.note(reads=True)
        path = f"{owner.path}[{self.frame.text(node.slice)}]" if owner.path else ""
        known = isinstance(node.slice, ast.Constant) or not path
        return replace(owner, path=path if known else "", exact=owner.exact and known)

    def _indices(self, node: ast.expr) -> Iterator[Value]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        yield from (self.value(part) for part in parts if not isinstance(part, ast.Slice))

    def _of_slice(self, node: ast.Slice) -> Ref:
        self.all((node.lower, node.upper, node.step))
        return OWN

    def _display(self, parts: Iterable[ast.expr | None]) -> Ref:
        return replace(self.all(parts), holds=True)

    def _of_tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Ref:
        return self._display(node.elts)

    _of_list = _of_set = _of_tuple

    def _of_dict(self, node: ast.Dict) -> Ref:
        return self._display([*node.keys, *node.values])

    def _of_starred(self, node: ast.Starred) -> Ref:
        ref = self.evaluate(node.value)
        self._iterates(node.value, ref)
        return ref

    def _of_joinedstr(self, node: ast.JoinedStr) -> Ref:
        for part in node.values:
            self.evaluate(part)
        return OWN

    def _of_formattedvalue(self, node: ast.FormattedValue) -> Ref:
        self.all((node.value, node.format_spec))
        self._format(self.value(node.value), self.frame.text(node))
        return OWN

    def _format(self, value: Value, text: str) -> None:
        if tensor_part(value) is not None or scalar_part(value) is not None:
            self.note(reads=True)
        if any(isinstance(option, Instance) for option in alternatives(value)):
            raise GivenUp(f"`{text}` is formatted by code that is not followed")

    def _of_lambda(self, node: ast.Lambda) -> Ref:
        return self._closure(node)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Ref:
        """A comprehension, its items made in any number."""
        kept, bound = dict(self.names), self.bound
        found = OWN
        for _ in range(2):  # what an item puts into a container, the next one may take out
            for generator in node.generators:
                if generator.is_async:
                    raise self.give_up(node)
                iterated = self.evaluate(generator.iter)
                self._iterates(generator.iter, iterated)
                self.bind(generator.target, self._item(iterated))
                for test in generator.ifs:
                    self.test(test)
            found = self.all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        targets = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
        for name in targets:
            self.names.pop(name, None)
            if name in kept:
                self.names[name] = kept[name]
        self.bound = bound
        return replace(found, holds=True, exact=False, path="")

    _of_listcomp = _of_setcomp = _of_generatorexp = _of_dictcomp = _comprehension

    # --- targets ---

    def bind(self, target: ast.expr, ref: Ref, value: ast.expr | None = None) -> None:
        if isinstance(target, ast.Name):
            if target.id in self.declared:
                self.assign_outside(target.id, ref)
            else:
                self.names[target.id] = ref
                self.bound = self.bound - {target.id}
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            plain = len(parts) == len(target.elts) and not any(isinstance(part, ast.Starred) for part in parts)
            refs = [self.evaluate(part) for part in parts] if plain else [self._part(ref)] * len(target.elts)
            for part, one in zip(target.elts, refs, strict=True):
                self.bind(part.value if isinstance(part, ast.Starred) else part, one)
        elif isinstance(target, ast.Attribute):
            self.evaluate(target.value)
            self._set_attribute(target, ref)
        elif isinstance(target, ast.Subscript):
            self.evaluate(target.slice)
            self._update(self._owner_of_items(target), ref)
        else:
            raise self.give_up(target)

    @staticmethod
    def _part(ref: Ref) -> Ref:
        return replace(ref, path="", holds=True)

    def _set_attribute(self, target: ast.Attribute, ref: Ref) -> None:
        for option in alternatives(self.value(target.value)):
            if not isinstance(option, Instance):
                raise self.give_up(target, "is an attribute of something unknown")
            cls = option.cls
            if cls.find_setter(target.attr) is not None or cls.find_method("__setattr__") is not None:
                raise self.give_up(target, "runs code when it is set")
        self.assign_outside(self.frame.text(target), ref)

    def _owner_of_items(self, target: ast.Subscript) -> Ref:
        owner = self.evaluate(target.value)
        self._runs_nothing(target.value)
        if self.values.get(target.value) is None:
            raise self.give_up(target, "is an item of something unknown")
        return owner

    def _item(self, iterated: Ref) -> Ref:
        """One of the items of something; which of them is not known, so that nothing depends on all."""
        path = f"{iterated.path}.*" if iterated.path else ""
        return replace(iterated, path=path, exact=False, holds=True)

    def _iterates(self, node: ast.expr, ref: Ref) -> None:
        """Something is gone through: that runs no code that is not followed, and uses up nothing of others."""
        for option in alternatives(self.value(node)):
            known = isinstance(option, (SequenceValue, MappingValue, Tensor, Const, PyValue))
            iterator = isinstance(option, SequenceValue) and option.kind == "generator"
            if not known or (iterator and ref.places):
                raise self.give_up(node, "is iterated over in an unknown way")

    def _update(self, ref: Ref, added: Ref) -> None:
        """Update in place what a reference is to: a tensor, or a container that may get to hold what is added."""
        self.write(ref)
        if ref.holds:
            self.put_into(ref, added)
        for name, other in self.names.items():  # which of them are the same is not known
            if added.sources - other.sources:
                self.names[name] = replace(other, sources=other.sources | added.sources, exact=False)
