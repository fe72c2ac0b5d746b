"""Give an object an attribute where it is made."""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Dispatch
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Function
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import insert_after, replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import is_path
from fullgraph.rules.rewrite.imports import Import
from fullgraph.rules.rewrite.soundness import answer, vetted


def bind_attribute(
    statement: ast.stmt, source: SourceFile, attr: str, func_module: str, func_name: str, oracle: Oracle
) -> Fix | Obstacle:
    """Set ``.attr`` of what ``statement`` makes to ``func_module.func_name``, right behind it.

    ``statement`` assigns a new object to one name or attribute (``model = Model()``, ``self.model = Model()``) or
    returns it. Safe: the caller knows that the function is what the attribute would give.
    """
    target = _target(statement)
    given = statement.value if isinstance(statement, ast.Return) else None
    found = _imported(source.tree, func_module, func_name)
    imports: tuple[Import, ...] = ()
    if found is None:
        taken = any(_binds(node, func_name) for node in ast.walk(source.tree))
        found = oracle.fresh_name(f"_{func_name}") if taken else func_name
        imports = (Import(source, func_module, func_name, found if taken else None),)
    parts = {"ATTRIBUTE": attr, "FUNCTION": found}
    if given is not None:
        returned = "MODEL = OBJECT\nMODEL.ATTRIBUTE = FUNCTION\nreturn MODEL"
        new = quote.statements(returned, MODEL=oracle.fresh_name("model"), OBJECT=given, **parts)
        change = replace_statements(source, [statement], new)
    elif target is not None:
        new = quote.statements("OBJECT.ATTRIBUTE = FUNCTION", OBJECT=dotted_name(target), **parts)
        change = insert_after(source, statement, new)
    else:
        return Obstacle("the object is not assigned to one name or attribute")
    return Fix(f"Bind {func_name} to `{attr}` where the object is made", (*imports, change))


def _target(statement: ast.stmt) -> ast.expr | None:
    """The name or attribute that the statement assigns; the last one of several."""
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[-1]
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target = statement.target
    return target if target is not None and is_path(target) else None


def _imported(tree: ast.Module, module: str, name: str) -> str | None:
    """The name by which the module has imported the function at its top level."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == module and not node.level:
            for alias in node.names:
                if alias.name == name:
                    return alias.asname or alias.name
    return None


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a node gives the name a meaning, anywhere in the file."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name == name
    if isinstance(node, ast.arg):
        return node.arg == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0]) == name
    return False


def construction(event: Dispatch) -> tuple[Frame, ast.Call] | None:
    """Where, in code that was given, the object of a look-up is made."""
    made = event.interp.sites.get(event.owner.site)
    if made is None or made[0].module.origin != "given":
        return None
    return made[:2]


def bind_fix(event: Dispatch, frame: Frame, node: ast.expr | ast.stmt) -> Fix:
    """``object.attribute = function`` after the statement that makes the object."""
    target = event.target
    if target is None:
        return answer(Obstacle("the lookup can give more than one function"))
    if target.bound is not None or target.info.owner is not None or target.closure is not None:
        return answer(Obstacle(f"`{target.info.qualname}` is not an importable function of a module"))
    obstacle = _unproved(event, target)
    if obstacle is not None:
        return answer(obstacle)
    statement = next((s for s in ast.walk(frame.module.tree) if isinstance(s, ast.stmt) and _makes(s, node)), None)
    if statement is None:
        return answer(Obstacle("the object is not created in a separate statement"))
    facts = Facts(replace(event, frame=frame, node=node), statement)
    module, name = target.info.module.name, target.info.name
    return vetted(bind_attribute(statement, frame.source, event.attribute, module, name, facts), facts, computes=False)


def _makes(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether the statement's whole value is the call."""
    return isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return)) and statement.value is node


def _unproved(event: Dispatch, target: Function) -> Obstacle | None:
    """Bind only what cannot change: a new object's look-up gives the function, and a set attribute is given back."""
    interp, owner, name = event.interp, event.owner, event.attribute
    setter = owner.cls.find_setter(name)
    if setter is None:
        return Obstacle(f"`{name}` has no setter")
    if not owner.exact:
        return Obstacle("the object's class is not known exactly")
    read = {node.attr for node in ast.walk(event.getter.node) if isinstance(node, ast.Attribute)}
    read |= {
        node.value
        for node in ast.walk(event.getter.node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for attribute in sorted(read):
        others = [m for m in owner.cls.assigners(attribute) if m.name != "__init__" and m is not setter]
        if others and attribute in interp.heap.of(owner.site):
            return Obstacle(f"`{others[0].qualname}` changes `{attribute}`, on which the lookup depends")
    host = Frame(event.frame.module)
    with interp.on_copy(interp.heap):
        interp.call(host, event.node, Function(setter, owner), [target], {})
        bound = interp.call(host, event.node, Function(event.getter, owner), [], {})
    return None if bound == target else Obstacle(f"a set `{name}` is not given back as it is")
