"""The way from a number that recompiles to a tensor that does not: a buffer, or a global tensor."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Read
from fullgraph.lint.domain.values import Const, Instance, PyValue, Tensor, alternatives, is_whole
from fullgraph.lint.project.index import ClassInfo, Module
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source.syntax import is_super_init
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import FUNCTIONS, is_name, nearest, outward, targets_of
from fullgraph.rules.rewrite.messages.guards import skipped_slice
from fullgraph.rules.rewrite.numbers.count import Number, start_value
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.rewrite.torch_name import torch_name

READ = Kind.DTYPE.open("code elsewhere that reads it gets a tensor, not a number")
ROUNDED = Kind.VALUE.open("results computed with it round as tensors do")
RECORDED = Kind.COMPILING.open("CUDA graphs raise for a buffer that is assigned again")
IN_PLACE = ("Keep it in a buffer that is counted in place", (READ,))
ANEW = ("Keep it in a buffer that is assigned again", (RECORDED, READ, ROUNDED))
CONSTANT = ("Keep it in a buffer", (READ, ROUNDED))
GLOBAL = ("Keep it in a tensor", (READ, ROUNDED))
_CUDA_GRAPHS = ("reduce-overhead", "max-autotune")
SYMBOLIC = "torch._dynamo.config.allow_unspec_int_on_nn_module = True makes it symbolic"
_FUNCTIONS = (*FUNCTIONS, ast.Lambda)


@fix_factory
def buffer_fix(event: Read, otherwise: str = SYMBOLIC) -> Callable[[], Fix]:
    """``register_buffer`` for a number that a module holds; ``otherwise`` says what else there is."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if (skipped := skipped_slice(event)) is not None:
            return skipped
        found = _buffer(event, facts)
        return answer(Obstacle(f"{found.reason}; {otherwise}") if isinstance(found, Obstacle) else found)

    return make


def _buffer(event: Read, facts: Facts) -> Fix | Obstacle:
    owner, name, module = event.owner, event.attribute, event.frame.module
    if not isinstance(owner, Instance) or not is_module_class(owner.cls):
        return Obstacle("an object other than a module holds it")
    if isinstance(start := _first_setting(owner.cls, name), Obstacle):
        return start
    if owner.cls.module is not module or any(one.module is not module for one in owner.cls.assigners(name)):
        return Obstacle("more than one file sets it")
    related = _related(owner.cls, module)
    found: list[ast.Attribute] = []
    outside = unrelated = False
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and node.value == name:
            return Obstacle(f"`{name}` is used as text, too")
        if isinstance(node, ast.Attribute) and node.attr == name and node not in ast.walk(start):
            cls, own = _class_around(node, module)
            if own and cls not in related:
                unrelated = True
            elif own or cls is not None or not isinstance(node.ctx, ast.Load):
                outside |= not own
                found.append(node)
    if outside and unrelated:
        return Obstacle("another class has an attribute of this name, too")
    return _rewritten(event, facts, start, found, f"self.{name}", ANEW)


def _runs(event: Read, node: ast.AST) -> bool:
    """Whether a node stands in one of the functions that are being compiled."""
    running = {frame.function.node for frame in event.frame.chain() if frame.function is not None}
    return any(one in running for one in outward(node, event.frame.module.parents.get))


def _records(event: Read) -> bool:
    """Whether what compiles asks for CUDA graphs, in which a value that one call gives to the next is overwritten."""
    node = event.frame.root.node if event.frame.root is not None else None
    words = [word for part in ast.walk(node) if isinstance(part, ast.Call) for word in part.keywords] if node else []
    return any(
        word.arg == "mode" and isinstance(word.value, ast.Constant) and word.value.value in _CUDA_GRAPHS
        for word in words
    )


def _first_setting(cls: ClassInfo, name: str) -> ast.Assign | ast.AnnAssign | Obstacle:
    """The statement of ``__init__`` that sets the attribute first."""
    init = cls.find_method("__init__")
    if init is None or name not in init.self_stores:
        return Obstacle("`__init__` does not set it")
    body = init.node.body if isinstance(init.node, ast.FunctionDef) else []
    at = next((i for i, one in enumerate(body) if any(is_super_init(node) for node in ast.walk(one))), None)
    if at is None:
        return Obstacle("`__init__` does not call that of its base, which buffers need")
    for statement in body[at + 1 :]:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = targets_of(statement)
            if len(targets) == 1 and isinstance(targets[0], ast.Attribute) and targets[0].attr == name:
                return statement
    return Obstacle("`__init__` sets it under a condition, with something else, or before that of its base is called")


def _related(cls: ClassInfo, module: Module) -> set[ast.ClassDef]:
    """The classes of the file whose objects have the attribute: the class, its bases, and what inherits from it."""
    found = {base.node for base in cls.mro if isinstance(base, ClassInfo)}
    names = {cls.name}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef) and names & {ast.unparse(base).rpartition(".")[2] for base in node.bases}:
            found.add(node)
            names.add(node.name)
    return found


def _class_around(node: ast.Attribute, module: Module) -> tuple[ast.ClassDef | None, bool]:
    """The class in whose method an attribute is read or set, and whether it is one of ``self``."""
    around = nearest(node, ast.ClassDef, module.parents.get)
    return around, around is not None and is_name(node.value, "self")


@fix_factory
def global_fix(event: Read) -> Callable[[], Fix]:
    """A tensor for a number that a global variable holds."""
    facts = Facts(event, event.statement)
    return lambda: answer(_global(event, facts))


def _global(event: Read, facts: Facts) -> Fix | Obstacle:
    name, module = event.attribute, event.frame.module
    advice = "; pass it as an argument, which becomes symbolic"
    if event.owner is not module:
        return Obstacle(f"it is in another file{advice}")
    start, found = None, []
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Name) or node.id != name or not _is_global(node, module):
            continue
        statement = module.parents[node]
        own = module.parents.get(statement) is module.tree
        if start is None and own and isinstance(statement, (ast.Assign, ast.AnnAssign)) and node is not statement.value:
            start = statement
        else:
            found.append(node)
    if start is None or (isinstance(start, ast.Assign) and len(start.targets) > 1):
        return Obstacle(f"it is set first together with something else{advice}")
    imported = [one for one in module.tree.body[: module.tree.body.index(start)] if isinstance(one, ast.Import)]
    if not any(alias.name == "torch" for one in imported for alias in one.names):
        return Obstacle(f"torch is imported after it{advice}")
    fix = _rewritten(event, facts, start, found, name, GLOBAL)
    return Obstacle(fix.reason + advice) if isinstance(fix, Obstacle) else fix


def _is_global(node: ast.Name, module: Module) -> bool:
    """Whether a name is the module's, wherever it stands."""
    for around in outward(node, module.parents.get):
        if isinstance(around, _FUNCTIONS):
            inner = list(ast.walk(around))
            if any(isinstance(one, ast.Global) and node.id in one.names for one in inner):
                return True
            stored = any(is_name(n, node.id) and not isinstance(n.ctx, ast.Load) for n in inner)
            if stored or any(isinstance(n, ast.arg) and n.arg == node.id for n in inner):
                return False
    return True


def _rewritten(
    event: Read,
    facts: Facts,
    start: ast.Assign | ast.AnnAssign,
    references: list[ast.Attribute] | list[ast.Name],
    text: str,
    kept: tuple[str, tuple[Obligation, ...]],
) -> Fix | Obstacle:
    source = event.frame.source
    if isinstance(torch := torch_name(source, facts), Obstacle):
        return torch
    if start.value is None:
        return Obstacle("its first value is not written down")
    if isinstance(value := start_value(start.value, torch[0], is_whole(event.value)), Obstacle):
        return value
    number = Number(
        text,
        references,
        event.frame.module.parents,
        torch[0],
        lambda expr: _is_tensor(event, facts, expr),
        facts.qualname,
    )
    target = start.targets[0] if isinstance(start, ast.Assign) else start.target
    settings = [node for node in references if not isinstance(node.ctx, ast.Load)]
    in_place = isinstance(target, ast.Attribute) and bool(settings) and number.only_counted()
    if kept is ANEW:
        kept = IN_PLACE if in_place else ANEW if any(_runs(event, node) for node in settings) else CONSTANT
    if kept is ANEW and _records(event):
        return Obstacle(
            "CUDA graphs overwrite what a graph gives to its next call, and a count in place is not read right"
        )
    if isinstance(changes := number.as_tensor(source, in_place=in_place), Obstacle):
        return changes
    first: ast.stmt = ast.Assign([target], value)
    if isinstance(target, ast.Attribute):
        template = "OWNER.register_buffer(NAME, VALUE, persistent=False)"
        first = quote.statement(template, OWNER=target.value, NAME=ast.Constant(target.attr), VALUE=value)
    summary, obligations = kept
    changes = (replace_statements(source, [start], [first]), *changes)
    return Fix(summary, (*torch[1], *changes), (*obligations, *number.notes))


def _is_tensor(event: Read, facts: Facts, expr: ast.expr) -> bool | None:
    """Whether an expression is a tensor, in the function of the event or, by its annotation, in another one."""
    if isinstance(expr, ast.Constant):
        return False
    around: ast.AST | None = nearest(expr, (*_FUNCTIONS, ast.Module), event.frame.module.parents.get)
    if around is not facts.scope:
        arguments = [node for node in ast.walk(around) if isinstance(node, ast.arg)] if around is not None else []
        named = [one for one in arguments if isinstance(expr, ast.Name) and one.arg == expr.id and one.annotation]
        texts = [ast.unparse(one.annotation) for one in named if one.annotation is not None]
        return True if texts and texts[0].rpartition(".")[2].endswith("Tensor") else None
    value = facts.value(expr)
    if value is None:
        with event.interp.muted(event.frame):
            value = event.interp.evaluate(event.frame, expr)
    found = list(alternatives(value))
    if found and all(isinstance(one, Tensor) for one in found):
        return True
    return False if found and all(isinstance(one, (Const, PyValue)) for one in found) else None
