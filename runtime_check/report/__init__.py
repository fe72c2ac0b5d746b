"""Reports for people and programs: text, JSON and HTML, and what is shown while a verification runs."""

from __future__ import annotations

import json
from typing import Literal

from fullgraph.runtime_check.report.text import PLAIN_WIDTH, as_text, console_for, print_report
from fullgraph.runtime_check.results import Report, to_json
from rich.console import Console

__all__ = ["PLAIN_WIDTH", "as_text", "console_for", "write"]


def write(report: Report, form: Literal["text", "json"], console: Console) -> None:
    """Print the report."""
    if form == "json":
        console.file.write(json.dumps(to_json(report), indent=2) + "\n")
    else:
        print_report(report, console)
