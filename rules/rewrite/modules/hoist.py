"""Take out of compiled code what is asked anew in every call and always answered alike: modules, constants, names."""

from __future__ import annotations

import ast
import keyword
import re

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_after, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import FUNCTIONS, is_name, name_at, outward
from fullgraph.rules.rewrite.imports import Import, head
from fullgraph.rules.rewrite.offer import offered
from fullgraph.rules.rewrite.torch_name import torch_name

IMPORT = "Import it by an import statement, which is traced"
ATTRIBUTE = Kind.NAMES.open("if `{0}` replaces its attribute `{1}`, the import gives the replacement")
CONSTANT = "Read it once, when the module is imported"
NAME = "Write the name"
LOOKED_UP = "Look it up by getattr, which is traced"
ONE_NAME = Kind.EXCEPTION.open("it raises for text that is more than one name")
GLOBALS = "Look it up in the module, which is traced"
MISSING = Kind.EXCEPTION.open("for a missing name, it raises AttributeError instead of KeyError")
ASKED = Kind.EFFECT.open("a `__getattr__` of the module receives missing names")


def import_statement(
    call: ast.Call, statement: ast.stmt, source: SourceFile, oracle: Oracle, *, top: bool
) -> Fix | Obstacle:
    """An import statement for ``importlib.import_module("name")``; ``top`` for ``__import__``, which gives the package.

    It stays where it is, so that what the import does, and whether it is done at all, does not change. Safe for a name
    without dots.
    """
    if isinstance(name := _module(call), Obstacle):
        return name
    package, _, attribute = name.rpartition(".")
    if top and package:
        return Obstacle(f"`__import__` gives the package; import `{name}` at the top of the file")
    obligations = (ATTRIBUTE.about(package, attribute),) if package else ()
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    if target is not None and statement.value is call and isinstance(target, ast.Name):  # type: ignore[attr-defined]
        return Fix(IMPORT, (replace_statements(source, [statement], [_import(name, target.id)]),), obligations)
    if not _first(call, statement):
        return Obstacle("the import is in the middle of a statement; import it before, or at the top of the file")
    if _resolved(attribute, call, oracle) == name:
        return Fix(IMPORT, (replace_expression(source, call, quote.name(attribute)),), obligations)
    local = oracle.fresh_name(attribute)
    new = [_import(name, local)]
    if not (isinstance(statement, ast.Expr) and statement.value is call):
        new.append(quote.replaced(statement, {call: quote.name(local)}))
    return Fix(IMPORT, (replace_statements(source, [statement], new),), obligations)


def _import(name: str, local: str) -> ast.stmt:
    return ast.Import([ast.alias(name, local if local != name else None)])


def _module(call: ast.Call) -> str | Obstacle:
    """The name that a call imports, where it is written out."""
    if len(call.args) != 1 or call.keywords or not isinstance(call.args[0], ast.Constant):
        return Obstacle("what to import is only known at run time; import it where the object is created")
    name = call.args[0].value
    if not isinstance(name, str) or not all(
        part.isidentifier() and part.isascii() and not keyword.iskeyword(part) for part in name.split(".")
    ):
        return Obstacle("the name is not an absolute module name")
    return name


def _first(call: ast.Call, statement: ast.stmt) -> bool:
    """Whether the call is the first thing that the statement does."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)):
        return False
    node: ast.expr | None = statement.value
    while node is not None and node is not call:
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred, ast.Await)):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, (ast.BinOp, ast.Compare)):
            node = node.left
        else:
            return False
    return node is call


def module_constant(
    call: ast.Call, name: str, source: SourceFile, oracle: Oracle, *differences: Obligation
) -> Fix | Obstacle:
    """A constant of the module for what a function of torch, called without arguments, always answers.

    ``name`` is the function's; ``differences`` say when the answer could be another one. Safe without.
    """
    if call.args or call.keywords:
        return Obstacle("it is given arguments")
    if isinstance(found := torch_name(source, oracle), Obstacle):
        return found
    torch, imports = found
    stem = "_".join(part for part in name.split(".")[-2:] if part != "torch").strip("_").upper()
    value = quote.call(f"{torch}.{name.removeprefix('torch.')}")
    changes = _kept(call, value, stem, torch, source, oracle, new=bool(imports))
    return changes if isinstance(changes, Obstacle) else Fix(CONSTANT, (*imports, *changes), differences)


def _kept(
    expr: ast.expr, value: ast.expr, stem: str, first: str, source: SourceFile, oracle: Oracle, *, new: bool = False
) -> tuple[Change, ...] | Obstacle:
    """The changes that read a constant of the module, which holds ``value``, in place of an expression.

    ``first`` is the name in it that an import at the head of the module binds; ``new``: it is yet to be added.
    """
    known = _constant(source.tree, value)
    if known is not None:
        return (replace_expression(source, expr, quote.name(known)),)
    if isinstance(last := _last_import(source, first, new=new), Obstacle):
        return last
    constant = oracle.fresh_name(stem)
    made = insert_after(source, last, [quote.assign(constant, value)], is_shared=True)
    return made, replace_expression(source, expr, quote.name(constant))


def asked_once(expr: ast.expr, stem: str, difference: Obligation, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """A constant of the module for an expression of imported names, literals and ``__name__``. Unsafe.

    ``difference`` says what makes the answer another one.
    """
    names = [node.id for node in ast.walk(expr) if isinstance(node, ast.Name) and node.id != "__name__"]
    plain = (ast.Call, ast.Attribute, ast.Name, ast.Constant, ast.keyword, ast.Compare, ast.cmpop, ast.expr_context)
    imported = {(alias.asname or alias.name.partition(".")[0]) for node in head(source.tree) for alias in node.names}
    if len(names) != 1 or names[0] not in imported or not all(isinstance(node, plain) for node in ast.walk(expr)):
        return Obstacle("its argument is only known in the call; call it where the model is created")
    if not oracle.name_bound(names[0]):
        return Obstacle(f"`{names[0]}` is not bound there for certain")
    changes = _kept(expr, expr, stem, names[0], source, oracle)
    return changes if isinstance(changes, Obstacle) else Fix(CONSTANT, changes, (difference,))


def _constant(tree: ast.Module, value: ast.expr) -> str | None:
    """The name of the module's constant that has this value."""
    wanted = ast.dump(value)
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
        if (
            not isinstance(node, ast.Assign)
            or ast.dump(node.value) != wanted
            or not isinstance(node.targets[0], ast.Name)
        ):
            continue
        name = node.targets[0].id
        stores = [other for other in ast.walk(tree) if is_name(other, name) and not isinstance(other.ctx, ast.Load)]
        arguments = [other for other in ast.walk(tree) if isinstance(other, ast.arg) and other.arg == name]
        if len(stores) == 1 and not arguments and len(node.targets) == 1:
            return name
    return None


def _last_import(source: SourceFile, torch: str, new: bool) -> ast.Import | ast.ImportFrom | Obstacle:
    """The last import at the head of the module, of which torch's is one; ``new``: it is yet to be added."""
    imports = head(source.tree)
    here = any((alias.asname or alias.name.partition(".")[0]) == torch for node in imports for alias in node.names)
    if not imports or not (here or new):
        return Obstacle(f"{torch} is not imported at the top of the module")
    row = imports[-1].end_lineno or 0
    if row >= len(source.lines) or any(one.lineno == row for one in source.tree.body if one is not imports[-1]):
        return Obstacle("the last import of the module shares its line with something else")
    return imports[-1]


def looked_up(call: ast.Call, source: SourceFile) -> Fix | Obstacle:
    """``getattr(torch.nn.functional, name)`` for ``eval(f"torch.nn.functional.{name}")``. Unsafe."""
    text = call.args[0] if len(call.args) == 1 and not call.keywords else None
    parts: list[ast.expr] = []
    if isinstance(text, ast.JoinedStr):
        parts = text.values
    elif isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
        parts = [text.left, text.right]
    if len(parts) != 2 or not isinstance(parts[0], ast.Constant) or not isinstance(parts[0].value, str):
        return Obstacle("it is not the name of one attribute; look it up by `getattr` or in a table of functions")
    owner, last = parts[0].value, parts[1]
    if isinstance(last, ast.FormattedValue):
        if last.conversion != -1 or last.format_spec is not None:
            return Obstacle("the name is formatted; look it up by `getattr`")
        last = quote.detached(last.value)
    names = owner.removesuffix(".").split(".")
    if not owner.endswith(".") or not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        return Obstacle("it is not the name of one attribute; look it up by `getattr` or in a table of functions")
    looked = quote.call("getattr", quote.name(".".join(names)), last)
    return Fix(LOOKED_UP, (replace_expression(source, call, looked),), (ONE_NAME,))


def globals_lookup(node: ast.expr, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``globals()[key]`` or ``globals().get(key, default)`` by ``getattr`` of the module."""
    obligations: tuple[Obligation, ...]
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        key = node.slice
        known = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
        mangled = known.startswith("__") and not known.endswith("__")  # inside a class
        if known and not mangled and oracle.global_name(known):
            return Fix(NAME, (replace_expression(source, node, quote.name(known)),))
        arguments, obligations = [key], (MISSING, ASKED)
    elif isinstance(node, ast.Call) and len(node.args) in (1, 2) and not node.keywords:
        arguments, obligations = [*node.args, ast.Constant(None)][:2], (ASKED,)
    else:
        return Obstacle("it is used for more than to look a name up")
    imports: tuple[Import, ...] = ()
    if _resolved("sys", node, oracle) != "sys":
        if oracle.means_something("sys"):
            return Obstacle("the name `sys` means something else here")
        imports = (Import(source, "sys"),)
    looked = quote.call("getattr", quote.expression("sys.modules[__name__]"), *arguments)
    return Fix(GLOBALS, (*imports, replace_expression(source, node, looked)), obligations)


def _resolved(name: str, place: ast.expr, oracle: Oracle) -> str | None:
    """What a name would mean at a place."""
    return oracle.qualname(name_at(name, place)) if oracle.name_bound(name) else None


@offered(ast.Call, "names")
def import_fix(event: Call, facts: Facts, call: ast.Call, top: bool) -> Fix | Obstacle:
    """An import statement for a call that imports."""
    for node in outward(facts.parents.get(event.statement), facts.parent):
        if isinstance(node, ast.Try) and node.handlers:
            return Obstacle("it may fail here, which breaks the graph too; try it at the top of the file")
        if isinstance(node, FUNCTIONS):
            break
    return import_statement(call, event.statement, event.frame.source, facts, top=top)


@offered(ast.Call, "names")
def constant_fix(event: Call, facts: Facts, call: ast.Call, *differences: Obligation) -> Fix | Obstacle:
    """A constant of the module for what torch always answers."""
    return module_constant(call, event.name, event.frame.source, facts, *differences)


@offered(ast.expr)
def asked_once_fix(
    event: Call, facts: Facts, node: ast.expr, stem: str, difference: Obligation, *, fails: bool = True
) -> Fix | Obstacle:
    """A constant of the module for what does not depend on the call; with it, whether that is None.

    ``fails``: it can raise, so that it is not asked where it was not, or where that is caught.
    """
    above = facts.parents.get(node)
    expr = above if isinstance(above, ast.Compare) and _asks_none(above) else node
    if any(isinstance(one, ast.Name) and one.id in facts.local_names for one in ast.walk(expr)):
        return Obstacle("a name in it means something else in the function")
    if fails and (obstacle := reached(event)) is not None:
        return obstacle
    return asked_once(expr, _stem(node, expr, stem), difference, event.frame.source, facts)


def reached(event: Call) -> Obstacle | None:
    """Why doing it earlier could raise what is not raised now, or is caught."""
    node: ast.AST | None = event.node
    while node is not None and not isinstance(node, FUNCTIONS):
        inner, node = node, event.frame.module.parents.get(node)
        if isinstance(node, ast.Try) and node.handlers:
            return Obstacle("it may fail here, which is caught; try it where the model is made")
        if isinstance(node, (ast.If, ast.IfExp, ast.While)) and inner is not node.test:
            return Obstacle("it is done under a condition; do it where the model is made, under the same")
        if isinstance(node, ast.BoolOp) and inner is not node.values[0]:
            return Obstacle("it is done under a condition; do it where the model is made, under the same")
    return None


@offered(ast.Call)
def eval_fix(event: Call, facts: Facts, call: ast.Call) -> Fix | Obstacle:
    """``getattr`` for an attribute that is looked up by the text of the look-up."""
    return looked_up(call, event.frame.source)


def _stem(call: ast.AST, expr: ast.expr, stem: str) -> str:
    """A name for the constant that tells it from others of its kind: ``HAS_NUMPY``, ``TORCH_VERSION``."""
    given = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    words = [re.sub(r"\W+", "_", word).strip("_").upper() for word in given]
    if isinstance(expr, ast.Compare):
        return "_".join(["HAS" if isinstance(expr.ops[0], ast.IsNot) else "NO", *words])
    name = "_".join([*words, stem])
    return name if name[0].isalpha() else f"_{name}"


def _asks_none(node: ast.Compare) -> bool:
    other = node.comparators[0]
    return len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and getattr(other, "value", 0) is None


@offered(ast.expr, "names")
def globals_fix(event: Call, facts: Facts, table: ast.expr) -> Fix | Obstacle:
    """``getattr`` of the module for a look-up in ``globals()``."""
    node = above = facts.parents.get(table)
    if isinstance(above, ast.Attribute) and above.attr == "get":
        node = facts.parents.get(above)
    looks_up = getattr(node, "func", None) is above or getattr(node, "value", None) is table
    if isinstance(node, (ast.Call, ast.Subscript)) and looks_up:
        return globals_lookup(node, event.frame.source, facts)
    return Obstacle("it is used for more than to look a name up")
