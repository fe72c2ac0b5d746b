"""Calls with other keyword arguments."""

from __future__ import annotations

import ast

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_expression


def keyword_of(call: ast.Call, name: str) -> ast.keyword | None:
    """The keyword argument that is written in the call."""
    return next((word for word in call.keywords if word.arg == name), None)


def with_keyword(call: ast.Call, name: str, value: str | bool | None, source: SourceFile) -> Change:
    """``name=value`` in place of what the call gives for it, or behind its last argument."""
    word, constant = keyword_of(call, name), ast.Constant(value)
    if word is not None:
        return replace_expression(source, word.value, constant)
    more = quote.changed(call, keywords=[*call.keywords, ast.keyword(name, constant)])
    return replace_expression(source, call, more)
