"""What changed, in each format."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fullgraph.runtime_check.report.text import console_for
from fullgraph.sweep.compare.comparing import compare
from fullgraph.sweep.compare.model import SweepDiff
from fullgraph.sweep.compare.report_html import as_html
from fullgraph.sweep.compare.report_json import as_json
from fullgraph.sweep.compare.report_markdown import LONGEST, as_markdown
from fullgraph.sweep.compare.report_text import print_diff
from fullgraph.sweep.rows import Planned, RunRow
from markdown_it import MarkdownIt
from small_stores import a_break, a_timing, in_memory, planned, run, side

HOSTILE = "<script>alert(1)</script>\x1b[31m | `@someone` \u202e"


def as_text(diff: SweepDiff) -> str:
    stream = io.StringIO()
    print_diff(diff, console_for(stream))
    return stream.getvalue()


def a_diff(tmp_path: Path) -> SweepDiff:
    names = ["hf:A", "hf:B", "hf:C", "hf:D"]
    a, b, c, d = (planned(name) for name in names)
    gone = planned("hf:Gone")
    before = [run(a), run(b), run(c, a_break("x")), run(d, timing=a_timing(2.0, 2.1)), run(gone)]
    shared = a_break("s", source="print('shared')")
    after = [
        run(a, shared, sources={"net/modeling.py": "2"}),
        run(b, shared, sources={"net/modeling.py": "2"}),
        run(c),
        run(d, timing=a_timing(1.5, 1.6)),
        run(planned("hf:Added")),
    ]

    def rerun(planned: Sequence[Planned]) -> Mapping[str, RunRow]:
        rows = {one.target: row for one, row in after} | {"hf:D": run(d, timing=a_timing(2.0, 2.1))[1]}
        return {one.run: rows[one.target] for one in planned}

    one, two = side(tmp_path, "a", *before), side(tmp_path, "b", *after, torch="2.15.0")
    return compare(one, two, rerun)


def test_text(tmp_path: Path) -> None:
    text = as_text(a_diff(tmp_path))
    flat = " ".join(text.split())
    assert "4 runs in both; 3 changed, 2 for the worse; 1 by chance; 1 only in A; 1 only in B" in text
    assert "no longer whole: 2, new break: 2, graphs: 3, now whole: 1, gone break: 1" in text
    assert "- 2 runs: new break net/modeling.py:12 in forward: Failed to trace" in flat
    worse, better, chance = (text.index(f"\n{title} (") for title in ("Worse", "Better", "By chance"))
    assert worse < text.index("  hf:A (identify, eval, float32, cpu)") < better < text.index("  hf:C (") < chance
    assert "torch 2.13.0 → 2.15.0 or library (net/modeling.py); seen in 3 of 3 reruns" in flat
    assert "- slower 1.55x (1.50 to 1.60) as fast as eager, it was 2.05x (2.00 to 2.10)" in flat
    assert "chance: seen in 0 of 1 reruns" in flat
    assert "Only in A (1)\n  hf:Gone (identify, eval, float32, cpu)" in text


def test_without_any_change(tmp_path: Path) -> None:
    diff = compare(side(tmp_path, "a", run()), side(tmp_path, "b", run()))
    assert as_text(diff).splitlines()[-1] == "1 run in both; no change"
    assert "1 run in both; no change" in as_markdown(diff)
    assert json.loads(as_json(diff))["changed"] == []
    assert "nothing is worse" in as_html(diff)


def test_json(tmp_path: Path) -> None:
    diff = a_diff(tmp_path)
    data = json.loads(as_json(diff))
    assert (data["version"], data["exit_status"], data["compared"], data["reran"]) == (1, 1, 4, 4)
    assert data["counts"] == {
        "stopped-being-whole": 2,
        "new-break": 2,
        "graphs": 3,
        "became-whole": 1,
        "gone-break": 1,
    }
    pairs = {pair["target"]: pair for pair in data["changed"]}
    assert pairs["hf:A"]["differences"]["files"] == ["net/modeling.py"]
    assert pairs["hf:A"]["pass"] == "identify"
    assert {tuple(one["causes"]) for one in pairs["hf:A"]["changes"]} == {("torch", "library")}
    assert {tuple(one["causes"]) for one in pairs["hf:D"]["changes"]} == {("chance",)}
    assert [one["target"] for one in data["only_a"]] == ["hf:Gone"]


def test_markdown(tmp_path: Path) -> None:
    text = as_markdown(a_diff(tmp_path))
    assert text.startswith("### fullgraph diff: 4 runs in both; 3 changed, 2 for the worse")
    assert "- **hf:A (identify, eval, float32, cpu)**\n  - 🔴 no longer whole: `it breaks; it was whole`\n" in text
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<table>") == 2
    assert html.count("<details>") == html.count("</details>") == 2


@pytest.fixture
def hostile(tmp_path: Path) -> SweepDiff:
    plan = planned(f"pkg:{HOSTILE}")
    before = run(plan)
    after = run(plan, a_break("a", source=HOSTILE, reason=HOSTILE, file=HOSTILE), sources={HOSTILE: "2"})
    return compare(side(tmp_path, "a", before), side(tmp_path, "b", after, torch="2.15.0"))


def test_what_targets_say_is_never_markup(hostile: SweepDiff) -> None:
    for text in (as_text(hostile), as_markdown(hostile), as_html(hostile)):
        assert "\x1b" not in text and "\u202e" not in text
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(as_markdown(hostile))
    outside = re.sub(r"<code>.*?</code>", "", html, flags=re.S)
    assert "<script" not in html.replace("&lt;script", "") and "@someone" not in outside
    page = as_html(hostile)
    assert page.count("<script>") == 1
    assert "&lt;script&gt;alert(1)" in page


class _Balanced(HTMLParser):
    """Fails where an element is closed that is not open."""

    VOID = ("meta", "link", "br", "img", "hr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_stands_alone(tmp_path: Path) -> None:
    page = as_html(a_diff(tmp_path))
    parser = _Balanced()
    parser.feed(page)
    assert (parser.open, parser.links) == ([], [])
    for part in ("Worse (2)", "Better (1)", "By chance (1)", "Only in B (1)", "Breaks of several runs", "✗ worse"):
        assert part in page


def test_a_comment_is_never_too_long() -> None:
    names = [planned(f"hf:Model{number}") for number in range(600)]
    many = [a_break(f"{number}", source="x = " + "y + " * 30) for number in range(3)]
    a = in_memory(*[run(name) for name in names])
    b = in_memory(*[run(name, *many) for name in names], torch="2.15.0")
    text = as_markdown(compare(a, b))
    assert LONGEST * 0.9 < len(text) < 65_536
    assert "More than fits into a comment" in text
