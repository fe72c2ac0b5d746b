"""What a shell completes: codes, names of what can be assumed, files. No rule is imported for it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files and folders, by the shell's own means."""
    return [CompletionItem(incomplete, type="file")]


def codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules by code, with their names, or by name, and families; also behind a comma."""
    from fullgraph.lint.registry.codes import by_name
    from fullgraph.lint.report.pages import FAMILIES

    given, last = _before(incomplete)
    known = [("ALL", "every rule"), *FAMILIES.items(), *((code, name) for name, code in by_name().items())]
    found = [(code, about) for code, about in sorted(known) if code.startswith(last.upper())]
    if last and not found:
        found = [(name, code) for name, code in by_name().items() if name.startswith(last.lower())]
    return [CompletionItem(given + word, help=about) for word, about in found]


def targets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What `fullgraph verify` completes."""
    module = importlib.import_module("fullgraph.runtime_check.completing")
    found: list[CompletionItem] = module.targets(context, parameter, incomplete)
    return found


def assumed(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Modes, dtypes and devices; also behind a comma."""
    from fullgraph.lint.diagnostics.condition import ASSUMABLE

    return _words(ASSUMABLE, incomplete)


def torch_versions(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from fullgraph.lint.torch_data import versions

    return [CompletionItem(one) for one in versions() if one.startswith(incomplete)]


def _words(known: Iterable[str], incomplete: str) -> list[CompletionItem]:
    given, last = _before(incomplete)
    return [CompletionItem(given + word) for word in known if word.startswith(last)]


def _before(incomplete: str) -> tuple[str, str]:
    """What stands in front of the last word of a list with commas, and that word."""
    head, comma, last = incomplete.rpartition(",")
    return head + comma, last
