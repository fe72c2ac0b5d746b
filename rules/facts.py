"""What the interpreter knows at one statement, in the form in which rewrites ask for it (``rewrite.oracle.Oracle``)."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint import trees
from fullgraph.lint.diagnostics import CONFIDENCES
from fullgraph.lint.events import Event
from fullgraph.lint.interpreter import expressions
from fullgraph.lint.interpreter.frame import Env, Frame, Loop
from fullgraph.lint.interpreter.heap import Heap
from fullgraph.lint.project import FunctionInfo, dotted_name
from fullgraph.lint.values import (
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    Method,
    Py,
    Tensor,
    Value,
    options,
)
from fullgraph.rules.rewrite.oracle import Number, TensorFacts


@dataclass
class Facts:
    """Made when an event happens; answers later, from the state that held before the event's statement."""

    event: Event
    statement: ast.stmt
    env: Env = field(init=False)
    heap: Heap = field(init=False)

    def __post_init__(self) -> None:
        self.env = dict(self.event.frame.env)
        self.heap = self.event.machine.heap.copy()

    @property
    def frame(self) -> Frame:
        return self.event.frame

    @property
    def scope(self) -> ast.AST:
        """The function around the statement, or the module."""
        return self.frame.function.node if self.frame.function is not None else self.frame.module.tree

    @property
    def nodes(self) -> list[ast.AST]:
        """The nodes of that, walked once for all statements in it."""
        known: dict[ast.AST, list[ast.AST]] = self.event.machine.memory.setdefault("nodes", {})
        if self.scope not in known:
            known[self.scope] = list(trees.walk(self.scope))
        return known[self.scope]

    # Where the statement stands

    @property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        return self.frame.module.parents

    @cached_property
    def block(self) -> list[ast.stmt]:
        """The statements among which the statement stands."""
        parent = self.parents.get(self.statement)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list) and self.statement in body:
                return body
        return [self.statement]

    @property
    def following(self) -> list[ast.stmt]:
        return self.block[self.block.index(self.statement) + 1 :]

    @cached_property
    def grad_mode_switch(self) -> str | None:
        """The name by which the function changes the gradient mode, if it does."""
        for node in self.nodes:
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in ("no_grad", "enable_grad", "inference_mode", "set_grad_enabled"):
                return name
        return None

    @cached_property
    def in_loop(self) -> bool:
        node: ast.AST | None = self.statement
        while node is not None:
            node = self.parents.get(node)
            if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
                return True
        return False

    def _later(self) -> Iterator[ast.AST]:
        """The nodes that may run after the statement: those behind it, and in a loop all of the function's."""
        end = (self.statement.end_lineno or self.statement.lineno, self.statement.end_col_offset or 0)
        for node in self.nodes:
            row = getattr(node, "lineno", None)
            if row is not None and (self.in_loop or (row, node.col_offset) >= end):  # type: ignore[attr-defined]
                yield node

    # What expressions hold

    @cached_property
    def _values(self) -> dict[ast.AST, Value]:
        return self._run([self.statement])

    @cached_property
    def _values_after(self) -> dict[ast.AST, Value]:
        return self._run([self.statement, *self.following])

    def _run(self, statements: Sequence[ast.stmt]) -> dict[ast.AST, Value]:
        """The values of all expressions of statements, run once more from the state before the first of them."""
        machine, frame = self.event.machine, self.frame
        probe = Frame(
            frame.module,
            frame.function,
            dict(self.env),
            closure=frame.closure,
            caller=frame.caller,
            call=frame.call,
            root=frame.root,
            owner=frame.owner,
            narrowed=True,
        )
        probe.serial = frame.serial
        if self.in_loop or (frame.caller is not None and frame.caller.in_loop()):
            probe.loops.append(Loop())
        kept, machine.heap = machine.heap, self.heap.copy()
        machine.start(tracing=True)
        machine.recording = (probe, {})
        try:
            machine.run(probe, statements)
            return machine.recording[1]
        finally:
            machine.recording = None
            machine.heap = kept

    def value(self, expr: ast.expr) -> Value | None:
        """The value of an expression, None where it is not reached."""
        behind = expr.lineno > (self.statement.end_lineno or self.statement.lineno)
        found = (self._values_after if behind else self._values).get(expr)
        if found is None and isinstance(expr, ast.Name):
            return self.env.get(expr.id)
        return found

    def tensor(self, expr: ast.expr) -> TensorFacts | None:
        value = self.value(expr)
        return _facts(value) if value is not None else None

    def named(self, name: str) -> TensorFacts | None:
        value = self.env.get(name)
        return _facts(value) if value is not None else None

    def number(self, expr: ast.expr) -> Number | None:
        value = self.value(expr)
        if isinstance(value, Const) and isinstance(value.value, (int, float)):
            return Number(value.value)
        return Number() if isinstance(value, Py) and value.kind in ("int", "float", "bool") else None

    def unknown(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is None or any(type(option) is Value for option in options(value))

    def qualname(self, expr: ast.expr) -> str | None:
        value = self.value(expr)
        if value is None and dotted_name(expr):
            value = self._resolved(dotted_name(expr))
        return value.name.removeprefix("builtins.") if isinstance(value, External) else None

    def _resolved(self, dotted: str) -> Value | None:
        first, _, rest = dotted.partition(".")
        value = self.event.machine.name(self.frame, first)
        return External(f"{value.name}.{rest}" if rest else value.name) if isinstance(value, External) else None

    def module_class(self, expr: ast.expr) -> str | None:
        value = self.value(expr)
        return value.cls if isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn.") else None

    def definition(self, func: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool] | None:
        value = self.value(func)
        if not isinstance(value, Function) or not isinstance(value.info.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        return value.info.node, value.bound is not None

    def effects(self, call: ast.Call) -> str | None:
        value = self.value(call.func)
        if isinstance(value, Instance):
            method = value.cls.find_method("forward")
            value = Function(method, value) if method is not None else None
        if not isinstance(value, Function):
            return f"it is not known what `{self.frame.text(call.func)}` does"
        return _effect(self, value.info, 0)

    # Names

    def global_name(self, name: str) -> bool:
        if name in self.local_names:
            return False
        return any(
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name
            for node in self.frame.module.tree.body
        )

    def name_bound(self, name: str) -> bool:
        if self.frame.function is None or name not in self.frame.function.local_names:
            around: Frame | None = self.frame.closure
            while around is not None:
                if name in around.env:
                    return True
                around = around.closure
            return self.event.machine.project.lookup(self.frame.module, name) is not None or hasattr(builtins, name)
        arguments = self.frame.function.node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        if any(argument is not None and argument.arg == name for argument in given):
            return True
        node: ast.AST = self.statement
        while node in self.parents:
            parent = self.parents[node]
            for field_name in ("body", "orelse", "finalbody", "handlers"):
                body = getattr(parent, field_name, None)
                if isinstance(body, list) and node in body:
                    if any(_binds(statement, name) for statement in body[: body.index(node)]):
                        return True
                    head = parent if field_name == "body" else None
                    if isinstance(head, (ast.For, ast.AsyncFor)) and _stores(head.target, name):
                        return True
            node = parent
        return False

    def used_later(self, name: str) -> bool:
        return any(
            isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in self._later()
        ) or any(
            isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id == name
            for n in self._later()
        )

    def later_mutated(self, name: str) -> bool:
        """In-place methods, augmented and item assignment and ``out=``, on the name or on what it was given to."""
        names, changed = {name}, True
        later = list(self._later())
        assigned = [node for node in self.nodes if isinstance(node, (ast.Assign, ast.NamedExpr, ast.AnnAssign))]
        while changed:
            changed = False
            for node in assigned:
                if node.value is None or _base(node.value) not in names:
                    continue
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    new = {n.id for n in trees.walk(target) if isinstance(n, ast.Name)} - names
                    names |= new
                    changed |= bool(new)
        return any(_base(target) in names for target in [*_written(later), *_identified(later)])

    def escapes(self, name: str) -> bool:
        """Whether the name is read, after the statement, other than as an operand of torch's own operations."""
        return any(_reads(node, name) and not self._operand(node) for node in self._later())

    def _operand(self, node: ast.AST) -> bool:
        """Whether the node is only an operand of what makes a new tensor."""
        parent = self.parents.get(node)
        if isinstance(parent, (ast.BinOp, ast.Compare, ast.UnaryOp, ast.AugAssign)):
            return True
        if isinstance(parent, ast.Call) and node in parent.args:
            return self._torch_call(parent)
        return isinstance(parent, ast.Attribute) and parent.attr not in self._views

    def shared(self, name: str) -> bool:
        """Whether the name was given another's tensor, or was read, before the statement, other than as an operand."""
        for node in self._earlier(name):
            if _reads(node, name) and (not self._operand(node) or self._itself(node)):
                parent = self.parents.get(node)
                if not (isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load)):
                    return True
            if isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names:
                return True
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                parent = self.parents.get(node)
                if isinstance(parent, ast.AugAssign):
                    continue
                if not isinstance(parent, ast.Assign) or not self._new(parent.value):
                    return True
        return False

    def _earlier(self, name: str) -> Iterator[ast.AST]:
        """The nodes that may run before the statement, after the block gave the name new memory where it did so."""
        before = self.block[: self.block.index(self.statement)]
        for index in range(len(before) - 1, -1, -1):
            binding = before[index]
            if isinstance(binding, ast.Assign) and any(_is_name(target, name) for target in binding.targets):
                if len(binding.targets) > 1 or not self._new(binding.value):
                    break
                for statement in before[index + 1 :]:
                    yield from trees.walk(statement)
                return
        inner = set(trees.walk(self.statement))
        later = set() if self.in_loop else set(self._later())
        for node in self.nodes:
            if node not in inner and node not in later:
                yield node

    def _itself(self, node: ast.AST) -> bool:
        """Whether an in-place method gives the tensor itself to more than nothing, or a hook is on it."""
        method = self.parents.get(node)
        if isinstance(method, ast.Attribute) and method.attr in ("register_hook", "retain_grad"):
            return True
        if not isinstance(method, ast.Attribute) or method.attr not in self.event.machine.torch.inplace:
            return False
        call = self.parents.get(method)
        return call is None or not isinstance(self.parents.get(call), ast.Expr)

    def _new(self, expr: ast.expr) -> bool:
        """Whether an expression gives new memory by its form, where its value is known to own its memory."""
        if isinstance(expr, (ast.BinOp, ast.Compare, ast.UnaryOp)):
            return True
        if not isinstance(expr, ast.Call):
            return False
        if self._torch_call(expr):
            return True
        data, func = self.event.machine.torch, expr.func
        plain = isinstance(func, ast.Attribute) and func.attr in data.methods
        return plain and isinstance(func, ast.Attribute) and func.attr not in self._views | data.inplace

    def uses(self, name: str) -> list[ast.Name] | None:
        nodes = [node for node in self.nodes if isinstance(node, ast.Name) and node.id == name]
        if sum(not isinstance(node.ctx, ast.Load) for node in nodes) != 1:
            return None
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) and name in n.names for n in self.nodes):
            return None
        reads = [node for node in nodes if isinstance(node.ctx, ast.Load)]
        if self.frame.function is None or any(self._function(node) is not self.scope for node in reads):
            return None
        behind = {node for statement in self.following for node in trees.walk(statement)}
        return reads if behind.issuperset(reads) else None  # of what is read elsewhere nothing is known

    def _function(self, node: ast.AST) -> ast.AST | None:
        """The function, class or comprehension around a node."""
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        at = self.parents.get(node)
        while at is not None and not isinstance(at, inner) and not hasattr(at, "generators"):
            at = self.parents.get(at)
        return at

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)

    @cached_property
    def _views(self) -> frozenset[str]:
        return self.event.machine.torch.views | {
            "data",
            "T",
            "mT",
            "H",
            "mH",
            "real",
            "imag",
            "to",
            "contiguous",
            "detach",
        }

    def _torch_call(self, call: ast.Call) -> bool:
        """Whether the call makes a new tensor of its arguments."""
        module = self.module_class(call.func)
        if module is not None:
            return module not in ("torch.nn.Identity", "torch.nn.Dropout", "torch.nn.Flatten")
        name = self.qualname(call.func)
        return bool(name and name.startswith("torch.") and name.rpartition(".")[2] not in self._views)

    def torch_alias(self) -> str | None:
        for statement in self.frame.module.tree.body:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    if alias.name == "torch" or (alias.name.startswith("torch.") and alias.asname is None):
                        name = alias.asname or "torch"
                        if name not in self.local_names:
                            return name
        known = self._resolved("torch")  # imported under a condition
        return "torch" if "torch" not in self.local_names and known == External("torch") else None

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The names that the function binds, or one around it."""
        found: frozenset[str] = frozenset()
        frame: Frame | None = self.frame
        while frame is not None:
            if frame.function is not None:
                found |= frame.function.local_names
            frame = frame.closure
        return found

    def fresh_name(self, stem: str) -> str:
        tree = self.frame.module.tree
        taken = set(trees.remembered(tree, "names", lambda: _names_in(tree)))
        taken |= {node.arg for node in self.nodes if isinstance(node, ast.arg)}
        taken |= self.frame.module.bindings.keys() | set(dir(builtins))
        name, count = stem, 2
        while name in taken:
            name, count = f"{stem}_{count}", count + 1
        return name


def _names_in(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.id for node in trees.walk(tree) if isinstance(node, ast.Name))


def _facts(value: Value) -> TensorFacts | None:
    if not isinstance(value, Tensor) or value.array is not False:
        return None  # `torch.where` takes no arrays.
    boolean = value.dtype == "torch.bool"
    return TensorFacts(
        shape=value.shape,
        dtype=value.dtype,
        is_floating=False if boolean else value.floating,
        fresh=value.fresh,
        sources=value.sources,
        boolean=boolean,
        confidence=CONFIDENCES[value.confidence],
    )


def _reads(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _stores(target: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in trees.walk(target))


def _binds(statement: ast.stmt, name: str) -> bool:
    """Whether a statement that completed has surely bound the name."""
    if isinstance(statement, ast.Assign):
        return any(_stores(t, name) for t in statement.targets if not isinstance(t, (ast.Attribute, ast.Subscript)))
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None and isinstance(statement.target, ast.Name) and statement.target.id == name
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return statement.name == name
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return any((alias.asname or alias.name).split(".")[0] == name for alias in statement.names)
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        heads = [item.optional_vars for item in statement.items if item.optional_vars is not None]
        return any(_stores(head, name) for head in heads) or any(_binds(inner, name) for inner in statement.body)
    if isinstance(statement, ast.If):
        arms = [statement.body, statement.orelse]
        return all(any(_binds(inner, name) for inner in arm) or (bool(arm) and _leaves(arm[-1])) for arm in arms)
    return False


def _leaves(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _base(node: ast.AST) -> str:
    """The name at the bottom of ``name.view(...)[0].T``; empty for other expressions."""
    while True:
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred, ast.NamedExpr)):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func if isinstance(node.func, ast.Attribute) else node.args[0] if node.args else node.func
        else:
            return ""


def _written(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What these nodes change in place."""
    for node in nodes:
        if isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield node.value
        elif isinstance(node, ast.Call):
            if (
                isinstance(node.func, ast.Attribute)
                and node.func.attr.endswith("_")
                and not node.func.attr.endswith("__")
            ):
                yield node.func.value
                yield from node.args[:1]
            for keyword in node.keywords:
                if keyword.arg in ("out", "inplace"):
                    yield keyword.value
                    yield from node.args[:1]


def _identified(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What these nodes ask the identity of (``a is b``): a copy answers differently, as a changed value would."""
    for node in nodes:
        if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
            sides = [node.left, *node.comparators]
            if not any(isinstance(side, ast.Constant) for side in sides):
                yield from sides


MAX_EFFECT_DEPTH = 4


def _effect(facts: Facts, info: FunctionInfo, depth: int) -> str | None:
    """What a project function does besides computing; None where its source shows that it does nothing else."""
    name = info.qualname
    if depth > MAX_EFFECT_DEPTH:
        return f"`{name}` calls too deep to follow"
    data = facts.event.machine.torch
    for node in trees.walk(info.node):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            return f"`{name}` assigns to an attribute or item"
        if isinstance(
            node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.Raise, ast.With, ast.Assert)
        ):
            return f"`{name}` does more than compute"
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in data.inplace:
            return f"`{name}` changes a tensor in place"
        if any(keyword.arg == "out" for keyword in node.keywords):
            return f"`{name}` writes into a tensor"
        frame = Frame(info.module, info)
        with_self = info.owner is not None and isinstance(node.func, ast.Attribute)
        callee = _called(facts, frame, node.func)
        if isinstance(callee, Function):
            inner = _effect(facts, callee.info, depth + 1)
            if inner is not None:
                return inner
        elif isinstance(callee, External):
            bare = callee.name.rpartition(".")[2]
            pure = callee.name in data.functions and bare not in data.random and not bare.endswith("_")
            if not pure and callee.name not in _PURE:
                return f"`{name}` calls `{callee.name.removeprefix('builtins.')}`"
        elif isinstance(callee, Method) or (isinstance(node.func, ast.Attribute) and node.func.attr in data.methods):
            if isinstance(node.func, ast.Attribute) and node.func.attr in data.random:
                return f"`{name}` draws random numbers"
        else:
            what = "a module or function" if with_self else "something"
            return f"`{name}` calls {what} that is not known: `{frame.text(node.func)}`"
    return None


_PURE = {
    f"builtins.{name}" for name in "len isinstance int float bool range zip enumerate min max abs tuple list".split()
}


def _called(facts: Facts, frame: Frame, func: ast.expr) -> Value | None:
    """What a plain dotted callee resolves to at module level; locals are not known here."""
    dotted = dotted_name(func)
    if not dotted or frame.function is None or dotted.split(".")[0] in frame.function.local_names:
        return None
    machine = facts.event.machine
    with machine.muted(frame):
        return expressions.evaluate(machine, frame, func)
