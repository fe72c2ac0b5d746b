"""Findings as JUnit's XML, in which CI servers show them as failed tests: a suite for each file.

A file without findings is no suite; where there are none at all, one passed test says so, since some servers take an
empty report for an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree as xml

from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Problem
from fullgraph.lint.report.levels import error_code, plain_message
from fullgraph.lint.report.text import printable
from fullgraph.lint.suppression.fingerprint import relative


def render(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    suites = xml.Element(
        "testsuites", name="fullgraph", tests=str(len(diagnostics) + len(errors)), failures=str(len(diagnostics))
    )
    suites.set("errors", str(len(errors)))
    for filename, members in groupby(sorted(diagnostics, key=lambda one: one.sort_key), lambda one: one.filename):
        _suite(suites, filename, list(members))
    for error in errors:
        suite = xml.SubElement(suites, "testsuite", name=_text(relative(error.filename)), tests="1", errors="1")
        case = xml.SubElement(suite, "testcase", name=error_code(error), classname=_text(relative(error.filename)))
        xml.SubElement(case, "error", message=_text(error.message)).text = _text(str(error))
    if not len(suites):
        suite = xml.SubElement(suites, "testsuite", name="fullgraph", tests="1", failures="0", errors="0")
        xml.SubElement(suite, "testcase", name="no findings", classname="fullgraph")
        suites.set("tests", "1")
    xml.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(suites, encoding="unicode") + "\n"


def _suite(suites: xml.Element, filename: str, members: Sequence[Diagnostic]) -> None:
    number, name = str(len(members)), _text(relative(filename))
    suite = xml.SubElement(suites, "testsuite", name=name, tests=number, failures=number, errors="0")
    for one in members:
        cell, row = one.cells.place(one.location.row) if one.cells is not None else (None, one.location.row)
        place = f"{row}:{one.location.column}" if cell is None else f"cell {cell}:{row}:{one.location.column}"
        case = xml.SubElement(suite, "testcase", name=f"{one.code} at {place}", classname=name)
        if cell is None:
            case.set("file", name)
            case.set("line", str(row))
        failure = xml.SubElement(case, "failure", message=_text(one.headline), type=one.code)
        failure.text = "\n".join(
            _text(line) for line in f"{relative(filename)}:{place}: {plain_message(one)}".split("\n")
        )


def _text(text: str) -> str:
    """XML has no control characters, escaped or not."""
    return printable(text)
