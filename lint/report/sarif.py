"""Findings as SARIF 2.1.0 (OASIS), which GitHub code scanning and others read.

One run, with every rule that has a finding and its page, and for each finding: its range, a fingerprint that stays when
lines move, the chain of evidence as a code flow, how the line came into compile scope as related places, and its fix.
``properties`` hold what SARIF has no place for: ``confidence``, ``modes``, ``raises`` (compiling does, without
``fullgraph=True`` too), ``registry``, ``conditions``, ``neverTaken`` (recorded calls that all went elsewhere) and
``measured`` (what its breaks cost, or null); those of a fix its ``applicability``. Paths are relative to ``SRCROOT``.
What could not be checked is a notification.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fullgraph import __version__
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Edit, Fix, Position, Problem
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.facts.coding import measured_to_json
from fullgraph.lint.registry.rule import REGISTRY_SITE, Rule
from fullgraph.lint.registry.severity import severity_of, severity_of_rule
from fullgraph.lint.report.json import obligations_of
from fullgraph.lint.report.levels import plain_message
from fullgraph.lint.source.source_file import ReadLines
from fullgraph.lint.suppression.fingerprint import VERSION, fingerprints, relative

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
PRECISION = {"high": "very-high", "medium": "medium", "low": "low"}
"""GitHub's word for how sure a rule is, by the confidence of a finding."""


def render(
    diagnostics: Sequence[Diagnostic], errors: Sequence[Problem], read_lines: ReadLines, rules: Sequence[Rule]
) -> str:
    """The log. Characters beyond ASCII are escaped, so that no terminal or pipe can garble them."""
    found = {one.code for one in diagnostics}
    listed = [rule for rule in rules if rule.code in found]
    index = {rule.code: number for number, rule in enumerate(listed)}
    prints = fingerprints(diagnostics, read_lines)
    run: dict[str, Any] = {
        "tool": {"driver": _driver(listed)},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"uri": f"{Path.cwd().as_uri()}/"}},
        "invocations": [
            {
                "executionSuccessful": not errors,
                "toolExecutionNotifications": [_notification(error) for error in errors],
            }
        ],
        "results": [_result(one, index.get(one.code), key) for one, key in zip(diagnostics, prints, strict=True)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _driver(rules: Sequence[Rule]) -> dict[str, Any]:
    return {
        "name": "fullgraph",
        "version": __version__,
        "semanticVersion": semantic(__version__),
        "informationUri": REGISTRY_SITE,  # no page of its own is published; this one says what its findings are
        "rules": [_rule(rule) for rule in rules],
    }


def semantic(version: str) -> str:
    """A version of a Python package as Semantic Versioning writes it: 0.1.dev3+gab as 0.1.0-dev.3+gab."""
    public, plus, local = version.partition("+")
    numbers, *rest = re.split(r"\.?(?=a|b|rc|post|dev)", public)
    release = ".".join([*numbers.split("."), "0", "0"][:3])
    before = ".".join(re.sub(r"(\D)(\d)", r"\1.\2", one) for one in rest if one)
    return f"{release}{'-' if before else ''}{before}{plus}{local}"


def _rule(rule: Rule) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": severity_of_rule(rule.code)},
        "properties": {
            "tags": ["torch.compile", "performance"],
            "precision": "very-high",
            "problem.severity": severity_of_rule(rule.code),
        },
    }
    return entry | ({"helpUri": rule.url} if rule.url is not None else {})


def _result(one: Diagnostic, index: int | None, fingerprint: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "ruleId": one.code,
        "level": severity_of(one),
        "message": {"text": plain_message(one)},
        "locations": [{"physicalLocation": _physical(one.filename, _region(one))}],
        "partialFingerprints": {f"fullgraph/v{VERSION}": fingerprint},
        "properties": {
            "confidence": one.confidence,
            "precision": PRECISION[one.confidence],
            "modes": list(one.modes),
            "raises": one.raises,
            "registry": list(one.registry),
            "conditions": [condition.step.text for condition in one.conditions],
            "neverTaken": one.never_taken,
            "measured": measured_to_json(one.measured) if one.measured is not None else None,
        },
    }
    if index is not None:
        entry["ruleIndex"] = index
    evidence = [_step(step, one) for step in one.evidence if step.filename is not None]
    if evidence:
        entry["codeFlows"] = [{"threadFlows": [{"locations": [{"location": place} for place in evidence]}]}]
    related = [_step(step, one) for step in (*one.trace, *one.also) if step.filename is not None]
    if related:
        entry["relatedLocations"] = [{**place, "id": number} for number, place in enumerate(related)]
    if one.fix is not None and one.fix.edits and one.cells is None:
        entry["fixes"] = [_fix(one.fix, one.filename)]
    return entry


def _fix(fix: Fix, filename: str) -> dict[str, Any]:
    return {
        "description": {"text": fix.message},
        "artifactChanges": [
            {"artifactLocation": _artifact(filename), "replacements": [_replacement(edit) for edit in fix.written]}
        ],
        "properties": {"applicability": fix.applicability.value, "obligations": obligations_of(fix)},
    }


def _replacement(edit: Edit) -> dict[str, Any]:
    return {
        "deletedRegion": _range(edit.location, edit.end_location),
        "insertedContent": {"text": edit.content},
    }


def _region(one: Diagnostic) -> dict[str, Any] | None:
    """None in a notebook, whose cells have no place in its text; the message names the cell."""
    return None if one.cells is not None else _range(one.location, one.end_location)


def _range(start: Position, end: Position) -> dict[str, int]:
    return {"startLine": start.row, "startColumn": start.column, "endLine": end.row, "endColumn": end.column}


def _step(step: Step, one: Diagnostic) -> dict[str, Any]:
    region = {"startLine": step.row} if step.row is not None and step.cells is None else None
    return {"physicalLocation": _physical(step.filename or one.filename, region), "message": {"text": step.text}}


def _physical(filename: str, region: dict[str, int] | None) -> dict[str, Any]:
    return {"artifactLocation": _artifact(filename)} | ({"region": region} if region is not None else {})


def _artifact(filename: str) -> dict[str, str]:
    """Below the current folder by the way from there, elsewhere by the whole path."""
    name = relative(filename)
    if Path(name).is_absolute():
        return {"uri": Path(name).as_uri()}
    return {"uri": quote(os.fsencode(name)), "uriBaseId": "SRCROOT"}


def _notification(error: Problem) -> dict[str, Any]:
    region = {"startLine": error.row} if error.row is not None and error.cell is None else None
    if region is not None and error.column is not None:
        region["startColumn"] = error.column
    return {
        "level": "error",
        "message": {"text": str(error)},
        "locations": [{"physicalLocation": _physical(error.filename, region)}],
    }
