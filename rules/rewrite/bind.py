"""Give an object an attribute where it is made."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import insert_after, replace_statements
from fullgraph.rules.rewrite.imports import Import
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.trees import is_path


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
