"""The formats of ``check``'s findings, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fullgraph.lint.config.settings import OUTPUT_FORMATS

if TYPE_CHECKING:
    from fullgraph.lint.diagnostics.diagnostic import CheckResult
    from fullgraph.lint.fixes.apply import FixResult
    from fullgraph.lint.report.text import Look
    from fullgraph.lint.source.source_file import ReadLines

    Result = CheckResult | FixResult

FOR_PEOPLE = ("text", "full", "concise", "grouped")
"""Formats that a summary follows; the others are for programs and hold nothing else."""

AT_LENGTH = 20
"""So many findings ``text`` shows in full; more of them in a line each."""


def render(form: str, result: Result, read_lines: ReadLines, look: Look, unsafe: bool = False) -> str:
    """The findings of a run in one of FORMATS.

    To those for people ``look`` matters, and whether ``unsafe`` fixes count as fixes.
    """
    return FORMATS[form](result, read_lines, look, unsafe)


def _text(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    if len(result.diagnostics) <= AT_LENGTH:
        return _full(result, read_lines, look, unsafe)
    from fullgraph.lint.report import overview

    return overview.render(result.diagnostics, look, unsafe)


def _full(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import text

    return text.render(result.diagnostics, read_lines, look)


def _concise(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import text

    return text.render_concise(result.diagnostics, look, unsafe)


def _grouped(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import one_line

    return one_line.render_grouped(result.diagnostics, look, unsafe)


def _json(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import json

    return json.render(result.diagnostics, result.errors)


def _json_lines(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import json

    return json.render_lines(result.diagnostics, result.errors)


def _sarif(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.registry.rule import load_rules
    from fullgraph.lint.report import sarif

    return sarif.render(result.diagnostics, result.errors, read_lines, load_rules())


def _github(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import github

    return github.render(result.diagnostics, result.errors)


def _gitlab(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import gitlab

    return gitlab.render(result.diagnostics, result.errors, read_lines)


def _junit(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import junit

    return junit.render(result.diagnostics, result.errors)


def _azure(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import one_line

    return one_line.render_azure(result.diagnostics, result.errors)


def _pylint(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import one_line

    return one_line.render_pylint(result.diagnostics, result.errors)


def _markdown(result: Result, read_lines: ReadLines, look: Look, unsafe: bool) -> str:
    from fullgraph.lint.report import markdown

    return markdown.render(result.diagnostics, result.errors, result.files_checked, read_lines)


FORMATS: dict[str, Callable[[Result, ReadLines, Look, bool], str]] = dict(
    zip(
        OUTPUT_FORMATS,
        (
            *(_text, _full, _concise, _grouped, _json, _json_lines, _sarif, _github, _gitlab, _junit),
            *(_azure, _pylint, _markdown),
        ),
        strict=True,
    )
)
