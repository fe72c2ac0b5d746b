"""The conditions of a safe fix that hold for every rewrite: on names, on the kinds of tensors, on who looks on.

A rewrite proves what is its own: equal values, finite derivatives, no alias that can be told from a copy. That proof
reads names, and is about plain tensors: where the code around it can give names another meaning, look at the
function's names, or make other kinds of tensors, the fix is not safe, and says so.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation, Question
from fullgraph.lint.domain.values import ClassValue, Instance
from fullgraph.lint.project.index import MUTATORS, ClassInfo, Module, all_arguments, dotted_name
from fullgraph.lint.project.module_classes import is_tensor_class
from fullgraph.lint.source import syntax
from fullgraph.lint.source.text_edits import apply_edits
from fullgraph.lint.torch_data.operators import RESHAPING
from fullgraph.rules.codemod.change import Change
from fullgraph.rules.rewrite.analysis.bindings import function_of
from fullgraph.rules.rewrite.analysis.effects import reflection
from fullgraph.rules.rewrite.analysis.effects.attributes import ANY, attributes_set, is_intercepted, overridden
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import (
    COMPREHENSIONS,
    FUNCTIONS,
    is_name,
    is_of_self,
    nearest,
    outward,
    targets_of,
)
from fullgraph.rules.rewrite.imports import Import, seen_by
from fullgraph.rules.rewrite.observed import as_observed

WATCHING = frozenset("locals vars eval exec dir _version".split())
"""What shows a function's names, or how often a tensor was written, to the function itself."""
FRAMES = frozenset("_getframe f_locals currentframe settrace setprofile getsource getsourcelines __code__".split())
"""What shows them to other code."""
OTHER_KINDS = re.compile(
    r"__torch_function__|__torch_dispatch__|as_subclass|_make_subclass|_make_wrapper_subclass|TorchFunctionMode|"
    r"TorchDispatchMode|.*sparse.*|.*nested.*|.*complex.*|cfloat|cdouble|polar|.*quantiz.*|to_mkldnn|DTensor|"
    r".*masked_tensor.*|vmap|jvp|jacfwd|linearize|make_dual|inference_mode"
)
"""Names that stand for tensors other than plain ones (autograd cannot save those of inference mode), or
for other code that runs in place of an operation."""
HOOKS = re.compile(r"register_\w*hook|saved_tensors_hooks")

NAMES = Kind.NAMES.proved("every name that it reads or binds means what it meant")
PLAIN = Kind.PLAIN.proved("nothing in the module makes other kinds of tensors, or observes them")


def answer(result: Fix | Obstacle) -> Fix:
    """An obstacle is shown as a suggestion without edits, so that the reader learns why nothing is rewritten."""
    return Fix(f"not rewritten: {result.reason}", is_suggestion=True) if isinstance(result, Obstacle) else result


def vetted(result: Fix | Obstacle, facts: Facts, *, computes: bool = True) -> Fix:
    """The answer, with the obligations that come from what stands around what is rewritten.

    ``computes``: it changes how tensors are computed, and not only where a name or a constant comes from.
    """
    fix = answer(result)
    if fix.is_suggestion or not fix.edits:
        return fix
    around = _Surroundings(facts, fix.edits)
    found = [*around.of_names(), *(around.of_tensors() if computes else ())]
    open_kinds = {one.kind for one in found}
    holds = [one for one in (NAMES, PLAIN) if one.kind not in open_kinds and (computes or one is NAMES)]
    return as_observed(fix.but(*found, *holds), facts)


_RESHAPING = RESHAPING | {"as_strided_"}
"""The methods that change the shape of their tensor."""


class _Surroundings:
    """The function and the module around one fix."""

    def __init__(self, facts: Facts, edits: tuple[Pending, ...]) -> None:
        self.facts, self.edits = facts, edits
        self.source = facts.frame.source
        self.module: Module = facts.frame.module

    def of_names(self) -> Iterator[Obligation]:
        """Why names may mean something else than the fix takes them for."""
        if reflection.sets_globals(self.module):
            yield Kind.NAMES.open("the module may give its names another meaning, as through `globals()`")
        if rebound := sorted(self._read_globals & attributes_set(self.module)):
            yield Kind.NAMES.open(f"`{rebound[0]}` may be set as an attribute of the module")
        if patched := sorted(self._patched & {"torch", "math"}):
            yield Kind.NAMES.open(f"the module changes what is in `{patched[0]}`")
        words = {word for edit in self.edits for word in _words_in(edit)} | self._words(self._touched)
        if private := sorted(word for word in words if word.startswith("__") and not word.endswith("__")):
            yield Kind.NAMES.open(f"Python gives `{private[0]}` another name inside a class")
        if _literals(self._trees[1]) != _literals(self._trees[0]):
            yield Kind.EFFECT.open("an f-string shows its own text")
        if any(isinstance(one, Import) for one in self.edits) and (seen := seen_by(self.module)) is not None:
            yield Kind.NAMES.open(seen)
        for name in sorted(self._introduced):
            if (problem := self._misread(name)) is not None:
                yield Kind.NAMES.open(problem)

    def of_tensors(self) -> Iterator[Obligation]:
        """What may tell the tensors that the fix computes from those of before."""
        yield from self._unsure_numbers()
        if watching := sorted((self._words(self.facts.nodes) & WATCHING) | (self._module_words & FRAMES)):
            yield Kind.NAMES.open(f"`{watching[0]}` can see the names of the function, or what they hold")
        if "grad_fn" in self._words(self.facts.nodes):
            yield Kind.VALUE.open("`grad_fn` shows by which operation a tensor was made")
        if any(map(_makes_leaf, self.facts.nodes)):
            yield Kind.EXCEPTION.open("a tensor made here needs gradients: to write into it in place is an error")
        if exchanged := sorted(self._called_on_self & self._exchanged):
            yield Kind.ALIAS.open(f"`self.{exchanged[0]}` is replaced elsewhere, and may return what it is given")
        if (found := next(filter(self._differs_below, self._sources), None)) is not None:
            yield Kind.VALUE.open(
                f"`{ast.unparse(found)}` is another method in a subclass, and may give something else"
            )
        yield from self._exchanged_attributes()
        if made := self._made_classes:
            yield Kind.VALUE.open(f"`{made}` may make a class in which methods or attributes are others")
        if shared := self._shared_method:
            yield Kind.VALUE.open(f"`{shared}` is used by something else too")
        if self._has_data_replaced:
            yield Kind.DTYPE.open("the module gives tensors other data, `.data = ...`, perhaps of another dtype")
        for name in sorted(self._changed & self.facts.memory.captured):
            yield Kind.NAMES.open(f"`{name}` is read by other functions, and what it holds changes")
        if (reshaped := next(self._reshaped(), None)) is not None:
            yield Kind.SHAPE.open(f"`{ast.unparse(reshaped)}` may give a tensor that has other names another shape")
        if kinds := sorted(word for word in self._module_words if OTHER_KINDS.fullmatch(word)):
            unproved = f"the module has `{kinds[0]}`: for tensors that are not plain ones it was not proved"
            yield Kind.PLAIN.open(unproved).asking(Question.PLAIN)
        if subclass := self._subclass:
            unproved = f"tensors may be of the class `{subclass}`: for others than plain ones it was not proved"
            yield Kind.PLAIN.open(unproved).asking(Question.PLAIN)
        if hook := HOOKS.search(self.source.text):
            yield Kind.PLAIN.open(f"hooks (`{hook[0]}`) can see or keep what is computed")

    def _reshaped(self) -> Iterator[ast.AST]:
        """What may change the shape of a tensor in place that something else refers to."""
        for node in self.facts.nodes:
            if isinstance(node, ast.Attribute):
                is_called = isinstance(call := self.facts.parent(node), ast.Call) and call.func is node
                is_own = isinstance(node.value, ast.Name) and not self.facts.memory.held(node.value.id)
                is_set = node.attr == "data" and not isinstance(node.ctx, ast.Load)
                if is_set or (node.attr in _RESHAPING and not (is_own and is_called)):
                    yield node
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _RESHAPING:
                yield node
            elif isinstance(node, ast.keyword) and node.arg == "out":
                yield node.value
        yield from self._reshaped_by_others()

    def _reshaped_by_others(self) -> Iterator[ast.AST]:
        """Where other functions of the module change the shape of what they are given, or of what an object holds."""
        own = set(self.facts.nodes)
        for node in self.facts.module_nodes:
            if isinstance(node, ast.Attribute) and node.attr in _RESHAPING and node not in own:
                function = function_of(node, self.facts)
                bound = (one for one in ast.walk(function or node) if isinstance(one, ast.Assign))
                targets = {target.id for one in bound for target in one.targets if isinstance(target, ast.Name)}
                if not isinstance(node.value, ast.Name) or node.value.id not in targets:
                    yield node

    @property
    def _subclass(self) -> str | None:
        """A subclass of ``torch.Tensor`` that what is rewritten holds tensors of, or that the module defines."""
        defined = (self.module.class_info(node) for node in self.module.tree.body if isinstance(node, ast.ClassDef))
        found = self.facts.subclass() or next(filter(is_tensor_class, defined), None)
        return found.name if found is not None else None

    # --- what the fix touches ---

    @cached_property
    def _touched(self) -> list[ast.AST]:
        """The expressions and statements of the file inside of what the fix replaces."""
        nodes = [node for tree in _replaced(self.edits) for node in syntax.walk(tree)]
        return [node for node in nodes if isinstance(node, (ast.expr, ast.stmt))]

    @cached_property
    def _changed(self) -> set[str]:
        """The names that the fix binds otherwise than before."""
        found = {node.id for node in self._touched if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        statement = self.facts.statement
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            names = (node for node in syntax.walk(statement) if isinstance(node, ast.Name))
            found |= {node.id for node in names if not isinstance(node.ctx, ast.Load)}
        return found

    @cached_property
    def _module_words(self) -> frozenset[str]:
        tree = self.source.tree
        return syntax.remembered(tree, "words", lambda: frozenset(self._words(self.facts.module_nodes)))

    @staticmethod
    def _words(nodes: Iterable[ast.AST]) -> set[str]:
        """The names and attributes that nodes read or write."""
        found: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.alias):
                found |= {node.asname or "", *node.name.split(".")}
        return found

    @cached_property
    def _trees(self) -> tuple[list[ast.AST], list[ast.AST]]:
        """What the fix changes, before and after."""
        old = _replaced(self.edits)
        around = [above for tree in old for above in self._above(tree)]
        shown = any(isinstance(text, str) and text.rstrip().endswith("=") for text in _literals([*old, *around]))
        if shown:
            text = apply_edits(self.source.text, [one.edit for one in self.edits], self.source.lines)
            return [self.source.tree], [ast.parse(text)]
        return old, [tree for one in self.edits if isinstance(one, Change) for tree in one.new]

    def _above(self, node: ast.AST | None) -> Iterator[ast.expr]:
        """The expressions that an expression stands in."""
        while isinstance(node, ast.AST) and not isinstance(node, (ast.stmt, ast.mod)):
            node = self.module.parents.get(node)
            if isinstance(node, ast.expr):
                yield node

    @cached_property
    def _introduced(self) -> set[str]:
        """The names that the new text reads, but for those that only moved with the text of the statement."""
        more = _names(self._trees[1]) - _names(self._trees[0])
        bound = {name for name, is_read in more if not is_read}
        nodes = [*self._touched, *syntax.walk(self.facts.statement)]
        moved = {node.id for node in nodes if isinstance(node, ast.Name)} - _WRITTEN_BY_FIXES
        return {name for name, is_read in more if is_read} - moved - bound

    @property
    def _read_globals(self) -> set[str]:
        """The names of the module's own statements that the function reads."""
        targets: list[ast.expr] = []
        for one in self.source.tree.body:
            targets += (
                one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
            )
        known = {name.id for target in targets for name in syntax.walk(target) if isinstance(name, ast.Name)}
        return known & {node.id for node in self.facts.nodes if isinstance(node, ast.Name)}

    @property
    def _patched(self) -> frozenset[str]:
        """The names of which the module assigns or deletes attributes."""
        tree = self.source.tree
        return syntax.remembered(tree, "patched", lambda: frozenset(self._found_patched()))

    def _found_patched(self) -> Iterator[str]:
        imported = dict(self._imported())
        for node in self.facts.module_nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                name = dotted_name(node).partition(".")[0]
            elif isinstance(node, ast.Call) and dotted_name(node.func) in ("setattr", "delattr") and node.args:
                name = dotted_name(node.args[0]).partition(".")[0]
            else:
                continue
            yield name
            yield imported.get(name, name)

    def _imported(self) -> Iterator[tuple[str, str]]:
        """The names of the file's imports, each with the top-level package it is of."""
        for node in self.facts.module_nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                of = node.module if isinstance(node, ast.ImportFrom) else None
                for one in node.names:
                    yield (one.asname or one.name).partition(".")[0], (of or one.name).partition(".")[0]

    @property
    def _called_on_self(self) -> set[str]:
        """The attributes of ``self`` that the function calls."""
        called = (node.func for node in self.facts.nodes if isinstance(node, ast.Call))
        own = (func for func in called if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name))
        return {func.attr for func in own if is_name(func.value, "self")}

    @cached_property
    def _sources(self) -> list[ast.expr]:
        """The attributes and calls that the fix reads, or that what it reads was computed of in the function."""
        assigned: dict[str, list[ast.AST]] = {}
        for node in self.facts.nodes:
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for name in syntax.walk(target):
                        if isinstance(name, ast.Name):
                            assigned.setdefault(name.id, []).append(node.value)
            elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
                for name in syntax.walk(node.target):
                    if isinstance(name, ast.Name):
                        assigned.setdefault(name.id, []).append(node.iter)
        found: list[ast.expr] = []
        waiting: list[ast.AST] = list(self._touched)
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Name):
                waiting += (inner for value in assigned.pop(node.id, []) for inner in syntax.walk(value))
            elif isinstance(node, (ast.Attribute, ast.Call)):
                found.append(node)
        return found

    def _differs_below(self, node: ast.expr) -> bool:
        """Return whether a class of the file has another method where an attribute of an object is read or called."""
        read = node.func if isinstance(node, ast.Call) else node
        owner, name = (read.value, read.attr) if isinstance(read, ast.Attribute) else (read, "forward")
        if isinstance(node, ast.Call):
            called = self.facts.value(read)
            if isinstance(called, Instance):
                owner, name = read, "forward"
        function = self.facts.frame.function
        if is_name(owner, "self") and function is not None and function.owner is not None:
            return overridden(function.owner, name)
        value = self.facts.value(owner)
        return isinstance(value, Instance) and overridden(value.cls, name)

    @property
    def _made_classes(self) -> str:
        """A call that makes a class, of which nothing is known."""

        def find() -> str:
            for node in self.facts.module_nodes:
                makes = isinstance(node, ast.Call) and dotted_name(node.func) in ("type", "types.new_class")
                if makes and isinstance(node, ast.Call) and len(node.args) + len(node.keywords) > 1:
                    return ast.unparse(node.func) + "(...)"
            return ""

        return syntax.remembered(self.source.tree, "made classes", find)

    @property
    def _shared_method(self) -> str:
        """The method that is rewritten, where the file refers to it by its class without calling it."""
        function = self.facts.frame.function
        if function is None or function.owner is None:
            return ""
        for node in self.facts.module_nodes:
            if isinstance(node, ast.Attribute) and node.attr == function.name and isinstance(node.value, ast.Name):
                around = self.module.parents.get(node)
                is_called = isinstance(around, ast.Call) and around.func is node
                of_class = node.value.id == function.owner.name or node.value.id[:1].isupper()
                if of_class and not is_called and isinstance(node.ctx, ast.Load):
                    return ast.unparse(node)
        return ""

    @property
    def _has_data_replaced(self) -> bool:
        def find() -> bool:
            nodes = (
                node for node in self.facts.module_nodes if isinstance(node, ast.Attribute) and node.attr == "data"
            )
            return any(not isinstance(node.ctx, ast.Load) for node in nodes)

        return syntax.remembered(self.source.tree, "data replaced", find)

    def _exchanged_attributes(self) -> Iterator[Obligation]:
        """The attributes that the fix goes by, and that the file may set otherwise, or may add something to."""
        stored = attributes_set(self.module)
        for node in self._sources:
            if isinstance(node, ast.Call):
                if stored & _CALLING and self._is_object(node.func):
                    yield Kind.VALUE.open(f"the module replaces what is called by `{ast.unparse(node.func)}`")
                continue
            if not isinstance(node, ast.Attribute) or not self._is_object(node.value):
                continue
            text = ast.unparse(node)
            if node.attr in stored or ANY in stored or self._intercepts(node.value):
                yield Kind.VALUE.open(f"`{text}` may be set elsewhere in the module, and may be something else")
            elif is_of_self(node) and self._is_grown(node):
                yield Kind.VALUE.open(f"`{text}` may get other layers elsewhere in the module")
            elif is_of_self(node) and (varied := self._varied(node.attr)) is not None:
                yield Kind.VALUE.open(f"`{text}` is made with `{varied}`, which may be something else")

    def _is_object(self, node: ast.expr) -> bool:
        """Return whether an expression is ``self``, or an object that it holds."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return is_name(node, "self") or isinstance(self.facts.value(node), Instance)

    def _intercepts(self, owner: ast.expr) -> bool:
        """Return whether an object's class, or one derived from it, sets or finds attributes by code of its own."""
        function = self.facts.frame.function
        own = function.owner if function is not None and is_name(owner, "self") else None
        held = self.facts.value(owner)
        cls = own or (held.cls if isinstance(held, Instance) else None)
        return cls is not None and is_intercepted(cls)

    def _is_grown(self, node: ast.Attribute) -> bool:
        """Return whether what may be a container of layers is more than called, counted or gone over in the file."""
        function = self.facts.frame.function
        owner = function.owner if function is not None else None
        made = [value for init in _initialisers(owner) for value in _given(init, node.attr)] if owner else []
        containers = [one for one in made if isinstance(one, ast.Call) and _last(one.func) in _CONTAINERS]
        names = {one.id for one in made if isinstance(one, ast.Name)}
        if not containers and not names:
            return False
        for one in self.facts.module_nodes:
            around = self.module.parents.get(one)
            if isinstance(one, ast.Name) and one.id in names and isinstance(around, ast.Attribute):
                if around.attr in MUTATORS:
                    return True
            elif containers and isinstance(one, ast.Attribute) and one.attr == node.attr:
                if isinstance(around, ast.AugAssign):
                    return True
                if isinstance(one.ctx, ast.Load) and not _is_only_read(one, around):
                    return True
        return False

    def _varied(self, attribute: str) -> str | None:
        """A name by which a constructor makes an attribute, and that may hold something else for another object.

        It is a parameter whose default alone says what it is, or a global name that the module changes.
        """
        owner = self.facts.frame.function.owner if self.facts.frame.function is not None else None
        for init in _initialisers(owner) if owner is not None else ():
            defaults = _without_annotation(init)
            for value in _given(init, attribute):
                called = (one.func for one in ast.walk(value) if isinstance(one, ast.Call))
                makers = {part.id for func in called for part in ast.walk(func) if isinstance(part, ast.Name)}
                if isinstance(value, ast.Name) and attribute in self._called_on_self:
                    makers.add(value.id)
                if found := makers & (defaults | self.module.mutated):
                    return min(found)
        return None

    @property
    def _exchanged(self) -> frozenset[str]:
        """The attributes that the module sets outside of constructors."""
        tree = self.source.tree
        return syntax.remembered(tree, "exchanged", lambda: frozenset(self._found_exchanged()))

    def _found_exchanged(self) -> Iterator[str]:
        for node in self.facts.module_nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                around = nearest(node, FUNCTIONS, self.module.parents.get)
                if getattr(around, "name", "") != "__init__" or isinstance(node.ctx, ast.Del):
                    yield node.attr

    def _unsure_numbers(self) -> Iterator[Obligation]:
        """The names and attributes of which only a default, or one way through a loop, tells what they hold."""
        owner = self.facts.frame.function.owner if self.facts.frame.function is not None else None
        for node in self._touched:
            if is_of_self(node):
                if node.attr in self._set_outside:
                    yield Kind.VALUE.open(f"`self.{node.attr}` is set or deleted elsewhere, and may be something else")
                elif owner is not None and any(_defaulted(init, node.attr) for init in _initialisers(owner)):
                    yield Kind.VALUE.open(f"what `self.{node.attr}` is, is known from a default only")
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and self.facts.varies(node.id):
                yield Kind.VALUE.open(f"`{node.id}` may be something else in another iteration of the loop")
            elif isinstance(node, (ast.Name, ast.Attribute)) and self._is_changed_at_home(node):
                yield Kind.VALUE.open(f"`{ast.unparse(node)}` may be given another value where it is defined")

    def _is_changed_at_home(self, node: ast.Name | ast.Attribute) -> bool:
        """Return whether a constant of another file, or of a class, may be another than what is written there."""
        if isinstance(node, ast.Attribute) and isinstance(of := self.facts.value(node.value), ClassValue):
            classes = [one for one in of.cls.mro if isinstance(one, ClassInfo)]
            return any(one.node.keywords or "__init_subclass__" in one.methods for one in classes)
        dotted = dotted_name(node)
        if not dotted or self.facts.number(node) is None:
            return False
        home = self.module.project.resolve(self.module, dotted).module
        if home is None or home is self.module:
            return False
        name = dotted.rpartition(".")[2]
        return reflection.sets_globals(home) or name in attributes_set(home) or "__getattr__" in home.bindings

    @property
    def _set_outside(self) -> frozenset[str]:
        """The attributes that the module sets on more than ``self``, or deletes."""
        tree = self.source.tree
        return syntax.remembered(tree, "set outside", lambda: frozenset(self._found_set_outside()))

    def _found_set_outside(self) -> Iterator[str]:
        for node in self.facts.module_nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                own = is_name(node.value, "self")
                if not own or isinstance(node.ctx, ast.Del):
                    yield node.attr

    @cached_property
    def _scopes(self) -> list[ast.AST]:
        """The functions and comprehensions around the statement and in its function."""
        found: list[ast.AST] = [node for node in self.facts.nodes if isinstance(node, _SCOPES)]
        around = outward(self.facts.statement, self.module.parents.get)
        return [*found, *(node for node in around if isinstance(node, _SCOPES))]

    def _misread(self, name: str) -> str | None:
        """Why a name that the fix introduces may not mean what the fix takes it for."""
        if name in _WRITTEN_BY_FIXES and self._is_other(name):
            return f"`{name}` is given another meaning in the module"
        for scope in self._scopes:
            if any(one == name and node is not scope for one, node in _bindings(scope)):
                return f"`{name}` means something else in the function"
        found = [node for one, node in _bindings(self.source.tree) if one == name and not isinstance(node, ast.arg)]
        imports = [one for one in found if isinstance(one, ast.alias)]
        meanings = {one.name.partition(".")[0] if one.asname is None else one.name for one in imports}
        defined = len(found) == 1 and any(_defines(one, found[0]) for one in self.source.tree.body)
        if not defined and (len(found) > len(imports) or len(meanings) > 1):
            return f"`{name}` is given another meaning in the module"
        if imports and not self._is_imported_surely(name):
            return f"`{name}` is imported under a condition"
        if self.facts.event.interp.project.star_may_give(self.facts.frame.module, name):
            return f"`{name}` may be given another meaning by `import *`"
        return None

    def _is_imported_surely(self, name: str) -> bool:
        """Return whether the module cannot run this function without the import of a name.

        The import stands under no condition, or beside that of another name that the class or the statement needs.
        """
        needed = self._needed
        for body in _import_blocks(self.source.tree):
            bound = {one for statement in body for one in _imported(statement)}
            if name in bound and (body is self.source.tree.body or bound & needed):
                return True
        return False

    @cached_property
    def _needed(self) -> set[str]:
        """The imported names without which the function does not exist, or raises before the fix comes in."""
        node: ast.AST | None = self.facts.statement
        test = getattr(node, "test", None)
        skipped = (ast.BoolOp, ast.IfExp, ast.Lambda, *COMPREHENSIONS)
        trees = [test] if test is not None and not any(isinstance(one, skipped) for one in ast.walk(test)) else []
        while node is not None:
            node = self.facts.parent(node)
            if isinstance(node, ast.ClassDef):
                trees += [*node.bases, *node.decorator_list]
            elif isinstance(node, FUNCTIONS):
                trees += [*node.decorator_list, *node.args.defaults]
        found = {one.id for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Name)}
        counts = Counter(name for name, _ in _bindings(self.source.tree))
        return {name for name in found if counts[name] == 1}

    def _is_other(self, name: str) -> bool:
        """Return whether the module gives a name of Python's or of a package another meaning."""
        for node in syntax.walk(self.source.tree):
            if isinstance(node, ast.ImportFrom) and any((one.asname or one.name) == name for one in node.names):
                return True
            if isinstance(node, ast.Import) and not _is_package(node, name):
                return True
        return False


def _import_blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The statements of a module, and those of the blocks of its own ``if`` and ``try``."""
    yield tree.body
    for statement in tree.body:
        if isinstance(statement, (ast.If, ast.Try)):
            yield statement.body
            yield statement.orelse


def _imported(statement: ast.stmt) -> list[str]:
    """The names that an import binds."""
    names = statement.names if isinstance(statement, (ast.Import, ast.ImportFrom)) else []
    return [name for one in names for name in syntax.names_bound(one)]


def _is_package(statement: ast.Import, name: str) -> bool:
    """Return whether an import binds a name, if it does, to the package of that name."""
    bound = [one for one in statement.names if (one.asname or one.name.partition(".")[0]) == name]
    return all(one.asname is None or one.name == name for one in bound)


_CALLING = frozenset(("forward", "__class__", "__call__"))
"""The attributes by which a module is called."""
_GOING_OVER = frozenset(("len", "enumerate", "zip", "reversed"))


def _is_only_read(node: ast.expr, around: ast.AST | None) -> bool:
    """Return whether a container of layers is called, asked about, gone over or read where it stands, and no more."""
    match around:
        case ast.Call(func=func):
            return func is node or _last(func) in _GOING_OVER
        case ast.Attribute(attr=attr):
            return attr not in (*MUTATORS, "add_module", "register_module") and not attr.startswith("__")
        case ast.Subscript(value=value, ctx=ctx):
            return value is not node or isinstance(ctx, ast.Load)
        case ast.For(iter=over) | ast.AsyncFor(iter=over) | ast.comprehension(iter=over):
            return over is node
    return isinstance(around, (ast.Compare, ast.If, ast.While, ast.UnaryOp, ast.Starred, ast.FormattedValue, ast.Expr))


def _without_annotation(init: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    return {argument.arg for argument in all_arguments(init.args) if argument.annotation is None}


def _replaced(edits: Iterable[Pending]) -> list[ast.AST]:
    """The trees of the file that changes replace."""
    return [tree for one in edits if isinstance(one, Change) and one.where == "instead" for tree in one.old]


def _words_in(edit: Pending) -> Iterator[str]:
    """The identifiers that a change writes."""
    for tree in edit.new if isinstance(edit, Change) else ():
        for node in ast.walk(tree):
            for _, value in () if isinstance(node, ast.Constant) else ast.iter_fields(node):
                for word in value if isinstance(value, list) else [value]:
                    yield from word.split(".") if isinstance(word, str) else ()


def _makes_leaf(node: ast.AST) -> bool:
    """Return whether a node may make a tensor one that needs gradients and was computed of nothing."""
    if isinstance(node, ast.keyword):
        return node.arg == "requires_grad" and not (isinstance(node.value, ast.Constant) and node.value.value is False)
    if isinstance(node, ast.Attribute):
        return node.attr == "requires_grad_" or (node.attr == "requires_grad" and isinstance(node.ctx, ast.Store))
    return False


def _names(trees: Iterable[ast.AST]) -> Counter[tuple[str, bool]]:
    """How often each name is read (True) and bound (False)."""
    names = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name))
    return Counter((node.id, isinstance(node.ctx, ast.Load)) for node in names)


def _literals(trees: Iterable[ast.AST]) -> Counter[object]:
    """The text between the values of f-strings, to which ``{expression=}`` adds the text of the expression."""
    strings = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    return Counter(part.value for node in strings for part in node.values if isinstance(part, ast.Constant))


_WRITTEN_BY_FIXES = frozenset("torch math sys max min sum".split())
_SCOPES = (*FUNCTIONS, ast.Lambda, *COMPREHENSIONS)


def _bindings(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The names that a tree gives a meaning, and the nodes that do; of imports, the alias."""
    return ((name, node) for node in syntax.walk(tree) for name in syntax.names_bound(node))


def _initialisers(owner: ClassInfo) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The constructors of a class and its bases."""
    for cls in owner.mro:
        init = cls.methods.get("__init__") if isinstance(cls, ClassInfo) else None
        if init is not None and isinstance(init.node, FUNCTIONS):
            yield init.node


def _given(init: ast.FunctionDef | ast.AsyncFunctionDef, attribute: str) -> Iterator[ast.expr]:
    """What a constructor sets an attribute to."""
    for node in ast.walk(init):
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            continue
        if any(isinstance(target, ast.Attribute) and target.attr == attribute for target in targets_of(node)):
            yield node.value


def _last(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return dotted_name(node).rpartition(".")[2]


_CONTAINERS = frozenset(("Sequential", "ModuleList", "ModuleDict"))


def _defaulted(init: ast.FunctionDef | ast.AsyncFunctionDef, attribute: str) -> bool:
    """Whether a constructor gives an attribute an argument whose annotation does not say what it is."""
    bare = _without_annotation(init)
    return any(isinstance(value, ast.Name) and value.id in bare for value in _given(init, attribute))


def _defines(statement: ast.stmt, binding: ast.AST) -> bool:
    """Whether a statement of the module is the binding: a function, a class or a constant."""
    return statement is binding or (isinstance(statement, ast.Assign) and binding in statement.targets)
