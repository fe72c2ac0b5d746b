"""docs/rules: what is committed is what the rules and the evidence say."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.report import pages

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
WRITTEN = dict(pages.pages(list(load_rules())))


def test_there_is_a_page_for_each_rule_and_no_other() -> None:
    assert {path.name for path in FOLDER.iterdir()} == WRITTEN.keys()
    assert WRITTEN.keys() == {"README.md", *(f"{rule.code}.md" for rule in load_rules())}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == WRITTEN[name], "run make docs"


@pytest.mark.parametrize("rule", load_rules(), ids=lambda rule: rule.code)
def test_a_page_says_what_why_and_what_to_write_instead(rule: object) -> None:
    text = WRITTEN[f"{rule.code}.md"]  # type: ignore[attr-defined]
    assert all(f"\n## {section}" in text for section in ("What it does", "Why", "Example"))
    assert "instead" in text.partition("\n## Example")[2]


def test_pages_of_rules_that_are_gone_are_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "FG000.md").write_text("gone")
    (tmp_path / "notes.txt").write_text("kept")
    assert pages.main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {*WRITTEN, "notes.txt"}
    assert capsys.readouterr().out == f"{len(WRITTEN)} pages in {tmp_path}\n"
