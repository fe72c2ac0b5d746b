"""What changed, as one HTML file that needs nothing else."""

from __future__ import annotations

from pathlib import Path

from fullgraph.runtime_check.report import page
from fullgraph.sweep.compare import words
from fullgraph.sweep.compare.model import SweepDiff

TEMPLATES = Path(__file__).with_name("templates")
MOST_OPEN = 40
"""With more runs than this under a heading each is folded."""


def as_html(diff: SweepDiff) -> str:
    """The page. All text is escaped, and characters that are not visible are written out."""
    text: str = (
        page.environment(TEMPLATES, {})
        .get_template("diff.html")
        .render(
            diff=diff,
            sides=[("A", diff.a, words.side(diff.a)), ("B", diff.b, words.side(diff.b))],
            summary=words.summary(diff),
            counts=words.counts(diff),
            notes=words.notes(diff),
            sections=words.sections(diff),
            only=[(name, keys) for name, keys in (("A", diff.only_a), ("B", diff.only_b)) if keys],
            kinds=words.KINDS,
            together=words.together,
            badges={"worse": "fail", "better": "pass", "other": "skipped"},
            most_open=MOST_OPEN,
            **page.shell(page.theme_script()),
        )
    )
    return text
