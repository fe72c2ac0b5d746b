"""The roots from which TorchDynamo starts to trace."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from fullgraph.lint.config.options import Scope
from fullgraph.lint.config.root_spec import NamedRoot, parse_root
from fullgraph.lint.diagnostics.diagnostic import Compiles, Mode
from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.domain.events import Compile, DynamoReference
from fullgraph.lint.domain.frame import Finding, Frame, Root
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.loop_variance import is_repeated, loop_names
from fullgraph.lint.domain.values import (
    TRUE,
    UNKNOWN,
    ClassValue,
    Compiled,
    External,
    ExternalInstance,
    Function,
    Instance,
    Method,
    Partial,
    Tensor,
    Value,
    alternatives,
    join,
    join_all,
    replace,
)
from fullgraph.lint.interpreter import attributes, forward_hooks
from fullgraph.lint.interpreter.arguments import ANY_REST, NO_REST, Arguments, Decoration
from fullgraph.lint.interpreter.budget import MAX_CALLER_STEPS
from fullgraph.lint.interpreter.hooks import Hooks
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.interpreter.parameters import required_of
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module, all_arguments, dotted_name
from fullgraph.lint.project.module_classes import BLOCKS, BLOCKS_METHOD, is_module_class
from fullgraph.lint.registry.codes import did_you_mean
from fullgraph.lint.roots.constructions import Constructions, Made
from fullgraph.lint.roots.declarations import Declaration, block_of, blocks_elsewhere, declaration, steps_of
from fullgraph.lint.roots.typical_instance import typical_instance
from fullgraph.lint.source import syntax

__all__ = ["Entry", "Roots", "Scope", "module_classes"]


_KNOWN = (ClassValue, Compiled, ExternalInstance, Function, Instance, Method, Partial)
"""Values of which it is seen what they run."""


@dataclass(eq=False)
class Entry:
    """One ``torch.compile`` and the calls of its result that were seen."""

    root: Root
    target: Value
    heap: Heap = field(default_factory=Heap)
    calls: list[tuple[list[Value], dict[str, Value]]] = field(default_factory=list)


class Roots:
    """Finds the roots of the modules given and interprets from each."""

    def __init__(self, interp: Interpreter, scope: Scope, named: Sequence[str] = ()) -> None:
        """``named``: further roots, as ``package.module:function`` or ``/path/file.py:Class.method(tensor)``."""
        self.interp = interp
        self.scope = scope
        self.named = [root for text in named if (root := parse_root(text)) is not None]
        self.entries: dict[object, Entry] = {}
        self.findings: list[Finding] = []
        self.first = 0
        """The number of findings from the code around compiled code and from what it compiles."""
        self.made = Heap()
        """The objects made outside of compile scope, as they were left."""
        self.compiles: set[Compiles] = set()
        """What is seen to be compiled."""
        self.constructions = Constructions(interp, self.apart)
        self._serial = itertools.count()
        interp.hooks = Hooks(self._compiled, self._called, self.findings.append)

    def run(self, modules: Sequence[Module]) -> list[Finding]:
        """All findings of everything that is compiled."""
        self.interp.checked = frozenset(modules)
        self._interpret_hosts(modules)
        for module in modules:
            with self.apart(module, module.tree, f"the names in {module.name}"):
                self._mentions(module)
            with self.apart(module, module.tree, f"what {module.name} compiles"):
                self._unseen(module)
        around = len(self.findings)
        self._trace_all(modules)
        callers = _Callers(self)
        for _ in range(MAX_ROUNDS):
            is_denied = len(self.findings) > around and callers.deny()
            if not self.interp.parameters.spread_sparse() and not is_denied:
                break
            del self.findings[around:]
            self.interp.forget_calls()
            self._trace_all(modules)
        return self.findings

    def _trace_all(self, modules: Sequence[Module]) -> None:
        """Interpret from every root of the modules."""
        for entry in list(self.entries.values()):
            with self.apart(entry.root.module, entry.root.node, entry.root.text):
                self._trace_entry(entry)
        self.first = len(self.findings)
        for module in modules:
            for node in module.definitions:
                with self.apart(module, node, node.name):
                    self._decorated(module, node)
            for named in named_in(module, self.named):
                with self.apart(module, module.tree, named.name):
                    self._named(module, named)
            if self.scope != "explicit":
                # A module stands behind those that it is made of: what it passes to them is then known.
                for cls in reversed(module_classes(module)):
                    self._forward(module, cls)
                if BLOCKS in module.source.text:
                    self._blocks_elsewhere(module)
        if self.scope != "explicit":
            for other in self._changed_here(modules):
                self._forward(other.module, other.node)
            for module in modules:
                self._made_of(module)

    @contextmanager
    def apart(self, module: Module, node: ast.AST, what: str) -> Iterator[None]:
        """An internal error in here costs this root, of which nothing is said; what others say does not rest on it."""
        interp = self.interp
        heap = interp.heap.copy()
        try:
            yield
        except Exception as failure:
            interp.faults.add("root", failure, module.source, node, what)
            interp.heap = heap

    def _changed_here(self, modules: Sequence[Module]) -> list[ClassInfo]:
        """The module classes of other given files whose objects are given more attributes here, once they are made."""
        elsewhere = dict.fromkeys(
            cls
            for site, (_, _, cls) in self.interp.sites.items()
            if site in self.made and cls.module not in modules and cls.module.origin == "given"
        )
        return [cls for cls in elsewhere if is_module_class(cls) and self._given_later(cls)]

    # Code around compiled code

    def _interpret_hosts(self, modules: Sequence[Module]) -> None:
        """Interpret, outside of compile scope, what calls ``torch.compile``: modules as scripts, then functions."""
        for module in modules:
            if "compile" not in module.source.text or module.name.startswith("torch."):
                continue  # where torch itself calls torch.compile, it is with what others give it
            with self.apart(module, module.tree, f"the statements of {module.name}"):
                self.interp.start()
                frame = Frame(module)
                frame.env["__name__"] = UNKNOWN
                self.interp.run(frame, module.tree.body)
                self.made.update(self.interp.heap)
            reached = {entry.root.node for entry in self.entries.values()}
            for info in _hosts(module, reached):
                with self.apart(module, info.node, info.qualname):
                    self.interp.start()
                    host = Frame(module)
                    bound: Value | None = None
                    if info.owner is not None and "staticmethod" not in info.decorator_names:
                        bound = self.interp.generic(info.owner)
                    self.interp.call(host, info.node, Function(info, bound), [], {}, rest=ANY_REST)
                    self.made.update(self.interp.heap)

    def _compiled(self, frame: Frame, node: ast.Call, target: Value, given: dict[str, Value]) -> Value:
        """``torch.compile(target)`` was met."""
        text = f"@{frame.text(node)}" if isinstance(node, Decoration) else frame.text(node)
        mode: Mode | None = "fullgraph" if given.get("fullgraph") == TRUE else None
        key = (frame.module.name, node.lineno, node.col_offset)
        entry = self.entries.get(key)
        if frame.module in self.interp.checked:
            self._compiles(target)
        if entry is None:
            layers = _last_name(node.func) in COMPILES_LAYERS or is_repeated(node, frame.module)
            repeats = Repeats.LAYER if layers else Repeats.ONCE
            root = Root(text, frame.module, node, mode, repeats=repeats)
            entry = Entry(root, target, self.interp.heap.copy())
            self.entries[key] = entry
            self.made.update(self.interp.heap)
        else:
            entry.target = join(entry.target, target)
            entry.heap.update(self.interp.heap)
        return Compiled(target, key, given.get("dynamic"))

    def _compiles(self, target: Value) -> None:
        """Note whether it is seen what a ``torch.compile`` is given."""
        for one in alternatives(target):
            self.compiles.add("known" if isinstance(one, _KNOWN) else "unknown")

    def _unseen(self, module: Module) -> None:
        """Note what else is compiled: calls of ``compile`` that no interpretation met, and mentions of its name."""
        if "compile" not in module.source.text:
            return
        decorators = {id(part) for node in module.definitions for one in node.decorator_list for part in ast.walk(one)}
        for node in syntax.walk(module.tree):
            if not isinstance(node, (ast.Attribute, ast.Name)) or id(node) in decorators:
                continue
            parent = module.parents.get(node)
            call = parent if isinstance(parent, ast.Call) and parent.func is node else None
            if call is not None and (module.name, call.lineno, call.col_offset) in self.entries:
                continue
            dotted = dotted_name(node)
            name = self.interp.project.resolve(module, dotted).external if dotted else ""
            bound = module.bindings.get(dotted.partition(".")[0], [])
            is_imported = any(one.kind in ("import", "from") for one in bound)  # as re.compile is
            is_method = call is not None and getattr(node, "attr", "") == "compile" and not is_imported
            is_regional = call is not None and _last_name(node) in COMPILES_LAYERS
            if is_method or is_regional or name in ("torch.compile", "torch.compiler.compile"):
                self.compiles.add("unknown")

    def _called(self, root: object, target: Value, args: Sequence[Value], kwargs: dict[str, Value]) -> None:
        """A compiled callable was called with these arguments."""
        entry = self.entries.get(root)
        if root is None and isinstance(target, Function) and target.bound is None:
            module = target.info.module.name
            keys = [(module, decorator.lineno, decorator.col_offset) for decorator in target.info.decorators]
            entry = next((self.entries[key] for key in keys if key in self.entries), None)
            if entry is not None and not entry.calls:
                entry.calls.append(([], {"**": UNKNOWN}))  # other calls of it are not seen
        if entry is not None and len(entry.calls) < 8:
            entry.calls.append((list(args), dict(kwargs)))
            entry.heap.update(self.interp.heap)
            self.made.update(self.interp.heap)

    def _mentions(self, module: Module) -> None:
        """Emit the uses of TorchDynamo's names in a file, in any function."""
        if "_dynamo" not in module.source.text:
            return
        frame = Frame(module)
        for node in syntax.walk(module.tree):
            if not isinstance(node, (ast.Attribute, ast.Name)) or isinstance(module.parents.get(node), ast.Attribute):
                continue
            first, *rest = dotted_name(node).split(".")
            known = self.interp.global_name(module, first) if first else UNKNOWN
            if isinstance(known, External) and (name := ".".join((known.name, *rest))).startswith("torch._dynamo."):
                around, value = module.parents.get(node), None
                if isinstance(around, ast.Assign) and node in around.targets:
                    value = self.interp.evaluate(frame, around.value)
                self.interp.emit(DynamoReference(node, frame, self.interp, name, value))

    # Tracing

    def _trace_entry(self, entry: Entry) -> None:
        for option in alternatives(entry.target):
            given = entry.calls or [([], {"**": UNKNOWN})]
            for args, kwargs in given:
                self.interp.heap.update(entry.heap)
                self._trace(entry.root, option, args, kwargs)
            if isinstance(option, Instance) and _is_wrapped(entry.root.node):
                for step in steps_of(option.cls):
                    self.interp.heap.update(entry.heap)
                    self._trace_function(entry.root, step, option)

    def _trace(self, root: Root, target: Value, args: Sequence[Value], kwargs: dict[str, Value]) -> None:
        interp = self.interp
        interp.start()
        frame = Frame(root.module, root=root)
        is_open = "**" in kwargs
        known = {name: value for name, value in kwargs.items() if name != "**"}
        call = root.node if isinstance(root.node, ast.Call) else ast.Call(ast.Name("f", ast.Load()), [], [])
        if isinstance(target, ClassValue):
            self._trace_class(root, target.cls)
            return
        entry = _entry_point(target)
        if isinstance(target, Instance) and entry is None and not is_module_class(target.cls):
            return
        if entry is not None:
            interp.parameters.entry_points.add(entry)
        interp.call_value(frame, call, target, Arguments(list(args), known, ANY_REST if is_open else NO_REST))
        self.findings.extend(frame.findings)

    def _decorated(self, module: Module, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """A function, method or class under ``@torch.compile``."""
        for decorator in node.decorator_list:
            if (module.name, decorator.lineno, decorator.col_offset) in self.entries:
                continue  # met while the code around it was interpreted
            given = self._compile_decorator(module, decorator)
            if given is None:
                continue
            self.compiles.add("known")
            mode: Mode | None = "fullgraph" if given.get("fullgraph") == TRUE else None
            root = Root(f"@{Frame(module).text(decorator)}", module, decorator, mode)
            if isinstance(node, ast.ClassDef):
                self._tell(module, decorator, ClassValue(module.class_info(node)), given, node)
                self._trace_class(root, module.class_info(node))
                continue
            info, bound = self._method(module, node)
            self._tell(module, decorator, Function(info, bound), given, node)
            self._trace_function(root, info, bound)

    def _named(self, module: Module, named: NamedRoot) -> None:
        """A function, method or class that is said to be compiled; one that is not there is passed over."""
        found = find_root(module, named)
        if found is None:
            return
        node, cls, function = found
        root = Root(f"{named.name}, a root that the settings name", module, node)
        bound = None if cls is None or "staticmethod" in function.decorator_names else self._used(cls, function.name)
        self._trace_function(root, function, bound, dict.fromkeys(named.tensors, Tensor()))

    def _used(self, cls: ClassInfo, method: str) -> Instance:
        """An object of the class whose method is compiled."""
        return self._typical(cls) if is_module_class(cls) else typical_instance(self.interp, cls, method)

    def _tell(
        self, module: Module, decorator: ast.expr, target: Value, given: dict[str, Value], statement: ast.stmt
    ) -> None:
        """Emit a compile decorator that the interpretation of the code around it did not reach."""
        self.interp.emit(Compile(decorator, Frame(module), self.interp, target, given, "decorator", statement))

    def _trace_class(self, root: Root, cls: ClassInfo) -> None:
        """``torch.compile`` of a class compiles the calls of its objects."""
        call = _called(cls)
        if call is not None:
            self._trace_function(root, call, self._used(cls, call.name))

    def _compile_decorator(self, module: Module, decorator: ast.expr) -> dict[str, Value] | None:
        """The options of a ``torch.compile`` decorator; None for other decorators."""
        keywords: dict[str, ast.expr] = {}
        maker = decorator
        if isinstance(decorator, ast.Call):
            keywords = {keyword.arg: keyword.value for keyword in decorator.keywords if keyword.arg}
            maker = decorator.func
            if dotted_name(maker).endswith("partial") and decorator.args:
                maker = decorator.args[0]
        dotted = dotted_name(maker)
        if not dotted:
            return None
        resolved = self.interp.global_name(module, dotted.split(".")[0])
        for part in dotted.split(".")[1:]:
            resolved = attributes.load(
                self.interp, Frame(module), ast.Attribute(maker, part, ast.Load()), resolved, part
            )
        if isinstance(resolved, Partial):
            return dict(resolved.kwargs) if getattr(resolved.func, "name", "") == "torch.compile" else None
        if getattr(resolved, "name", "") not in ("torch.compile", "torch.compiler.compile"):
            return None
        return {name: self.interp.evaluate(Frame(module), value) for name, value in keywords.items()}

    def _method(
        self, module: Module, node: ast.FunctionDef | ast.AsyncFunctionDef
    ) -> tuple[FunctionInfo, Value | None]:
        info = module.defined_at(node)
        if info.owner is None or "staticmethod" in info.decorator_names:
            return info, None
        return info, self.interp.generic(info.owner)

    def _blocks_elsewhere(self, module: Module) -> None:
        """The classes of other files that models of this one declare as repeated."""
        for node in module_classes(module):
            with self.apart(module, node, node.name):
                for cls in blocks_elsewhere(module.class_info(node)):
                    self._trace_forward(cls.module, cls.node, block_of(node.name))

    def _forward(self, module: Module, node: ast.ClassDef) -> None:
        """Every module's forward is taken to be compiled, by itself or inside of another."""
        with self.apart(module, node, node.name):
            self._trace_forward(module, node)

    def _trace_forward(
        self,
        module: Module,
        node: ast.ClassDef,
        declared: Declaration | None = None,
        made: list[Made] | None = None,
    ) -> None:
        """``declared``: what another file says about the class; ``made``: its objects, as another one makes them."""
        cls = module.class_info(node)
        own = self.interp.set_on_class(cls, "forward")
        forward = own.info if isinstance(own, Function) else cls.find_method("forward")
        if (
            forward is None
            or (forward.owner is None and own is None)
            or not is_module_class(cls)
            or "staticmethod" in forward.decorator_names
        ):
            return
        is_bare = forward.owner is not cls and not cls.methods and not cls.attributes and len(node.bases) == 1
        if is_bare and forward.module.origin != "followed":
            return  # it runs what its only base runs, of which it is told there
        place = forward.node if forward.owner is cls else node
        declared = declared or declaration(cls)
        text = f"{cls.qualname}.forward, {declared.text if declared is not None else 'the forward of an nn.Module'}"
        root = Root(text, module, place, is_assumed=declared is None)
        if declared is not None:
            self.compiles.add("known")
            root.repeats = declared.repeats
        for instance in self._each(cls, made):
            self._trace_function(root, own if isinstance(own, Function) else Function(forward), instance)

    def _made_of(self, module: Module) -> None:
        """Trace the modules of other files whose objects this file makes, of functions and modules that it passes."""
        elsewhere: list[tuple[ClassInfo, list[Made]]] = []
        with _without(self.interp), self.apart(module, module.tree, f"what {module.name} makes"):
            elsewhere = list(self.constructions.elsewhere(module))
        for cls, made in elsewhere:
            with self.apart(cls.module, cls.node, cls.name):
                self._trace_forward(cls.module, cls.node, made=made)

    def _typical(self, cls: ClassInfo) -> Instance:
        """An object of the class, with what every object of it that is made here has been given after construction."""
        instance = self.interp.generic(cls)
        if given := self._given_later(cls):
            self.interp.heap[instance.site] = {**self.interp.heap.of(instance.site), **given}
        return instance

    def _each(self, cls: ClassInfo, made: list[Made] | None) -> Iterator[Instance]:
        """The objects of a class as a file makes them, by default its own; a typical one where that tells no more.

        The typical one then holds what any of them does, for those who only use it.
        """
        if made is None:
            with _without(self.interp):
                made = self.constructions.here(cls)
        typical, heap = self._typical(cls), self.interp.heap
        known = heap.of(typical.site)
        for name in dict.fromkeys(name for one in made for name in one.held):
            if not isinstance(known[name], Instance):
                values = [one.held[name] for one in made if name in one.held]
                heap[typical.site] = {**heap.of(typical.site), name: join_all(values)}
        for one in made:
            instance = typical
            if len(made) > 1:
                instance = replace(typical, site=(typical.site, next(self._serial)))
                self.interp.heap[instance.site] = {**known, **one.held}
            if one.scope is not None:
                self.interp.scopes[cls] = one.scope
            yield instance
        if not made:
            yield typical

    def _given_later(self, cls: ClassInfo) -> dict[str, Value]:
        """Return what every object of the class that is made outside of compile scope is given after construction."""
        objects = [
            self.made[site]
            for site, (_, _, made_class) in self.interp.sites.items()
            if made_class is cls and site in self.made
        ]
        if not objects:
            return {}
        common = set.intersection(*(set(values) for values in objects))
        common -= self.interp.heap.of(self.interp.generic(cls).site).keys()
        return {name: join_all(values[name] for values in objects) for name in sorted(common)}

    def _trace_function(
        self,
        root: Root,
        called: Function | FunctionInfo,
        bound: Value | None,
        given: Mapping[str, Value] | None = None,
    ) -> None:
        """``given``: what arguments are known to be."""
        interp = self.interp
        function = replace(called, bound=bound) if isinstance(called, Function) else Function(called, bound)
        info = function.info
        interp.start()
        frame = Frame(root.module, root=root)
        interp.parameters.entry_points.add(info)
        known = dict(given or {})

        def call(_: Arguments) -> Value:
            return interp.call(frame, root.node, function, [], known, rest=ANY_REST)

        if info.name == "forward" and isinstance(bound, Instance):
            required = Arguments(required_of(interp, info, bound), known, ANY_REST)
            forward_hooks.around(interp, frame, root.node, bound, required, call)
        else:
            call(Arguments([], known, ANY_REST))
        self.findings.extend(frame.findings)


def _entry_point(target: Value) -> FunctionInfo | None:
    """The function of the project that a call of a value runs first; None for modules and for what is not known."""
    while isinstance(target, Partial):
        target = target.func
    if isinstance(target, Instance):
        return None if is_module_class(target.cls) else target.cls.find_method("__call__")
    return target.info if isinstance(target, Function) else None


COMPILES_LAYERS = frozenset(("compile_regions", "compile_regions_deepspeed", "compile_regions_fsdp2", BLOCKS_METHOD))
"""Functions of accelerate, and the method of diffusers, that compile the layers of a model one by one."""


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_wrapped(node: ast.AST) -> bool:
    """Return whether it is ``torch.compile(module)``, and not ``module.compile()``, which compiles calls alone."""
    return isinstance(node, ast.Call) and (bool(node.args) or any(one.arg == "model" for one in node.keywords))


MAX_ROUNDS = 4
"""Interpretations of a file while callers deny that parameters are tensors."""
MAX_CALLED = 20
"""Classes whose callers are looked for, for one file."""


class _Callers:
    """The arguments that callers pass to parameters of a ``forward`` that are guessed to be tensors."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots
        self._read: set[ClassInfo] = set()
        self._interpreted: set[ast.AST] = set()
        self._left = MAX_CALLER_STEPS
        self._until = 0

    def deny(self) -> bool:
        """Return whether callers, other files' too, pass numbers or flags to some of these parameters, and no tensors.

        Asked of the classes alone whose parameters a finding rests on.
        """
        interp = self.roots.interp
        rests_on = {(step.filename, step.row) for finding in self.roots.findings for step in finding.evidence}
        asked = [
            (parameter, info.owner)
            for parameter, info in interp.parameters.guessed.items()
            if info.owner is not None and (info.module.source.display, parameter.lineno) in rests_on
        ]
        for parameter, cls in asked:
            waiting = [cls]
            while waiting and parameter not in interp.parameters.received and len(self._read) < MAX_CALLED:
                waiting += self._read_callers(waiting.pop(0))
        denied = {parameter for parameter in interp.parameters.guessed if interp.parameters.received.get(parameter)}
        for parameter in denied:
            del interp.parameters.guessed[parameter]
        return bool(denied)

    def _read_callers(self, cls: ClassInfo) -> list[ClassInfo]:
        """Interpret the code, in the files that are given, that names a class; the classes that do.

        Nothing that is found on the way is reported.
        """
        if cls in self._read:
            return []
        self._read.add(cls)
        roots, interp = self.roots, self.roots.interp
        kept = list(roots.findings), interp.heap.copy(), set(interp.parameters.entry_points)
        callers = []
        self._until = interp.budget.total + self._left
        with _without(interp):
            for module in interp.project.holding((cls.name,)):
                if module.origin == "given" and cls.name in module.source.text:
                    callers += self._interpret(module, cls)
        roots.findings[:], interp.heap, interp.parameters.entry_points = kept
        self._left = self._until - interp.budget.total
        return callers

    def _interpret(self, module: Module, cls: ClassInfo) -> list[ClassInfo]:
        roots, interp = self.roots, self.roots.interp
        callers = []
        for node in module.definitions:
            if node is cls.node or not _names(module, node, cls):
                continue
            if isinstance(node, ast.ClassDef):
                callers.append(module.class_info(node))
                if self._is_new(node):
                    roots._forward(module, node)
            elif module.parents.get(node) is module.tree and self._is_new(node):
                with roots.apart(module, node, node.name):
                    interp.start()
                    interp.call(Frame(module), node, Function(module.function_info(node)), [], {}, rest=ANY_REST)
        outside = [node for node in module.tree.body if not isinstance(node, _DEFINITIONS)]
        if any(_names(module, node, cls) for node in outside) and self._is_new(module.tree):
            with roots.apart(module, module.tree, f"the statements of {module.name}"):
                interp.start()
                frame = Frame(module)
                frame.env["__name__"] = UNKNOWN
                interp.run(frame, module.tree.body)
        return callers

    def _is_new(self, node: ast.AST) -> bool:
        """Return whether code is to be interpreted: not again, since it tells of all classes that it names at once."""
        is_new = node not in self._interpreted and self.roots.interp.budget.total < self._until
        self._interpreted.add(node)
        return is_new


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def _names(module: Module, root: ast.AST, cls: ClassInfo) -> bool:
    """Return whether code of a module mentions a class, by its name."""
    return any(
        _mentions(node, cls.name) and _may_be(module.project.resolve_class(module, node), cls)
        for node in syntax.walk(root)
        if isinstance(node, (ast.Name, ast.Attribute))
    )


def _mentions(node: ast.Name | ast.Attribute, name: str) -> bool:
    return (node.id if isinstance(node, ast.Name) else node.attr) == name


def _may_be(found: ClassInfo | str | None, cls: ClassInfo) -> bool:
    """Return whether what a name stands for, as far as that is known, may be the class."""
    if isinstance(found, ClassInfo):
        return found.node is cls.node
    return not found or found.partition(".")[0] in ("?", "builtins", cls.module.name.partition(".")[0])


@contextmanager
def _without(interp: Interpreter) -> Iterator[None]:
    """A context without hooks and without an observer: nothing that is found in it is reported."""
    kept = interp.hooks, interp.observer
    interp.hooks, interp.observer = Hooks(), None
    try:
        yield
    finally:
        interp.hooks, interp.observer = kept


def named_in(module: Module, roots: Iterable[NamedRoot]) -> list[NamedRoot]:
    """Return the roots that name something in this module."""
    return [root for root in roots if root.where in (module.name, str(module.source.path.resolve()))]


def problem_of(module: Module, named: NamedRoot) -> str | None:
    """Why a root of this module cannot be compiled as it is named; None where it can."""
    found = find_root(module, named)
    if found is None:
        known = [name for node in _defined_in(module.tree) for name in _qualified(node)]
        if named.name in known:
            return f"the root {named.name} is a class without forward or __call__; name a method, {named.name}.method"
        return f"the root {named.name} is no function, method or class here{did_you_mean(named.name, known)}"
    names = [argument.arg for argument in all_arguments(found[2].node.args)]
    unknown = next((name for name in named.tensors if name not in names), None)
    if unknown is None or found[2].node.args.kwarg is not None:
        return None
    return f"the root {named.name} has no parameter {unknown}{did_you_mean(unknown, names)}"


def _qualified(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[str]:
    """The names by which a function, or a class and its methods, can be a root."""
    yield node.name
    if isinstance(node, ast.ClassDef):
        yield from (f"{node.name}.{name}" for inner in _defined_in(node) for name in _qualified(inner))


def find_root(module: Module, named: NamedRoot) -> tuple[ast.AST, ClassInfo | None, FunctionInfo] | None:
    """Return a root of this module: where it is named, the class of its object, if it has one, and the callee.

    A method may be inherited; of a class, the calls of its objects are meant. None where there is no such thing.
    """
    around: ast.AST = module.tree
    cls: ClassInfo | None = None
    *outer, last = named.name.split(".")
    for part in (*outer, last):
        found = next((node for node in _defined_in(around) if node.name == part), None)
        if found is None:
            method = cls.find_method(last) if cls is not None and [cls.node.name] == outer[-1:] else None
            return (around, cls, method) if method is not None else None
        if isinstance(found, ast.ClassDef):
            cls = module.class_info(found)
        elif cls is not None and cls.node is not around:
            cls = None
        around = found
    if isinstance(around, ast.ClassDef):
        assert cls is not None
        call = _called(cls)
        return (around, cls, call) if call is not None else None
    assert isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef))
    method = cls.methods.get(last) if cls is not None else None
    if method is not None and method.node is around:
        return around, cls, method
    return around, None, module.function_info(around)


def _called(cls: ClassInfo) -> FunctionInfo | None:
    """The method that a call of an object of the class runs."""
    call = cls.find_method("__call__")
    return cls.find_method("forward") if call is None and is_module_class(cls) else call


def _defined_in(around: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes of a module or class, under tests and in ``try`` too."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
            yield from _defined_in(node)


def module_classes(module: Module) -> list[ast.ClassDef]:
    return [node for node in module.definitions if isinstance(node, ast.ClassDef)]


def _hosts(module: Module, reached: set[ast.AST]) -> list[FunctionInfo]:
    """The functions that mention ``compile`` in a call which no interpretation has met yet, or take a state dict.

    Also those with a loop that calls a function of the module which a decorator compiles.
    """
    compiled = {
        node.name
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef) and any("compile" in ast.unparse(one) for one in node.decorator_list)
    }
    found = []
    for node in module.definitions:
        if isinstance(node, ast.ClassDef):
            continue
        missed = [
            call
            for call in syntax.walk(node)
            if isinstance(call, ast.Call)
            and call not in reached
            and (
                dotted_name(call.func).endswith("compile")
                or (isinstance(call.func, ast.Attribute) and call.func.attr in ("compile", "state_dict"))
                or _last_name(call.func) in COMPILES_LAYERS
                or (isinstance(call.func, ast.Name) and call.func.id in compiled and loop_names(call, module))
            )
        ]
        if missed:
            found.append(module.defined_at(node))
    return found
