"""Code actions: a finding's fix, a comment that silences it, all safe fixes of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fullgraph.lint.diagnostics.diagnostic import Applicability, Diagnostic
from fullgraph.lint.fixes.apply import allowed
from fullgraph.lint.fixes.edits import apply_fixes
from fullgraph.lint.server.documents import Document
from fullgraph.lint.server.findings import Found, any_of
from fullgraph.lint.suppression import insertion
from lsprotocol import types

FIX_ALL = "source.fixAll.fullgraph"

_APPLIED = (Applicability.SAFE, Applicability.OBSERVED)
"""The levels of fixes that `check --fix` applies."""

Edits = Mapping[str, Sequence[types.TextEdit]]


def wants(only: Sequence[types.CodeActionKind | str] | None, kind: str) -> bool:
    """Return whether a client that asks for these kinds takes this one: kinds are parts, with those below them."""
    return only is None or any(kind == str(_value(one)) or kind.startswith(f"{_value(one)}.") for one in only)


def _value(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def quick_fixes(
    found: Found, touched: Sequence[Diagnostic], shown: Sequence[types.Diagnostic], versioned: bool
) -> Iterator[types.CodeAction]:
    """The fixes of the findings, safe ones first, then the comments."""
    document = found.document
    fixable = [one for one in touched if allowed(one.fix, unsafe=True)]
    fixable.sort(key=lambda one: one.fix is None or one.fix.applicability not in _APPLIED)
    for one in fixable:
        assert one.fix is not None
        level = one.fix.applicability
        said = "" if level is Applicability.SAFE else f" ({level.value})"
        edits = fix_edits(document, one)
        if edits:
            yield _action(
                f"{one.code}{said}: {one.fix.message}",
                workspace_edit(document, edits, versioned),
                any_of(one, shown, document),
                preferred=level in _APPLIED,
            )
    for one in touched:
        edits = ignore_edits(document, one)
        if edits:
            title = f"{one.code}: ignore on this line"
            yield _action(title, workspace_edit(document, edits, versioned), any_of(one, shown, document))


def _action(
    title: str, edit: types.WorkspaceEdit, of: types.Diagnostic | None, preferred: bool = False
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[of] if of is not None else None,
        is_preferred=preferred or None,
        edit=edit,
    )


def fix_edits(document: Document, one: Diagnostic) -> Edits:
    """The edits of a diagnostic's fix; none where it does not fit the text."""
    assert one.fix is not None
    if document.is_notebook:
        return _rewritten(document, apply_fixes(document.text, [one])[0])
    newline = document.source.newline
    edits = []
    for edit in one.fix.edits:
        _, span = document.range(edit.location, edit.end_location)
        edits.append(types.TextEdit(span, edit.content.replace("\r\n", "\n").replace("\n", newline)))
    return {document.parts[0].uri: edits}


def ignore_edits(document: Document, one: Diagnostic) -> Edits:
    """The edits that silence a diagnostic by a comment."""
    return _rewritten(document, insertion.add(document.text, [one]))


def _rewritten(document: Document, text: str) -> Edits:
    try:
        return document.edits(text)
    except ValueError:
        return {}  # of a notebook, with code that would get into another cell


def has_safe_fix(found: Found) -> bool:
    return any(allowed(one.fix, unsafe=False) for one in found.diagnostics)


def fix_all(document: Document, text: str, versioned: bool) -> types.WorkspaceEdit | None:
    """Return what makes the text of a document the fixed one; None where it is that already."""
    edits = _rewritten(document, text)
    return workspace_edit(document, edits, versioned) if edits else None


def workspace_edit(document: Document, edits: Edits, versioned: bool) -> types.WorkspaceEdit:
    """Edits as the client takes them: bound to the version that they are made for, where it knows such."""
    if not versioned:
        return types.WorkspaceEdit(changes=dict(edits))
    versions = {part.uri: part.version for part in document.parts}
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), list(changes))
            for uri, changes in edits.items()
        ]
    )
