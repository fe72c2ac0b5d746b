"""PyTorch's graph-break registry: every id is classified, and what rules say that they predict is so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from fullgraph.lint.registry.rule import load_rules
from fullgraph.runtime_check.conformance import registry
from fullgraph.runtime_check.conformance.cases import find_cases

ROOT = Path(__file__).parents[2]
ENTRIES = registry.entries()
PREDICTED = registry.predicted(load_rules())
INSTALLED = Path(torch.__file__).parent / "_dynamo" / "graph_break_registry.json"


def test_every_break_of_the_torch_installed_is_classified() -> None:
    known = json.loads(INSTALLED.read_text(encoding="utf-8"))
    assert sorted(known.keys() - ENTRIES.keys()) == []
    renamed = {"GB9648", "GB2483", "GB6053"}  # named after slots since torch 2.15
    others = {id for id, told in known.items() if told[0]["Gb_type"] != ENTRIES[id].type}
    assert others <= renamed


@pytest.mark.parametrize("rule", load_rules(), ids=lambda rule: rule.code)
def test_what_a_rule_predicts_exists(rule) -> None:  # type: ignore[no-untyped-def]
    assert set(rule.registry) <= ENTRIES.keys()
    assert len(set(rule.registry)) == len(rule.registry)


def test_every_other_break_has_a_reason() -> None:
    others = [entry for entry in ENTRIES.values() if entry.id not in PREDICTED]
    assert {entry.kind for entry in others} == set(registry.KINDS)
    assert [entry.id for entry in others if bool(entry.why) != (entry.kind == "no rule")] == []


def test_the_page_is_up_to_date() -> None:
    """Else run `python -m fullgraph.runtime_check.conformance.registry --write`."""
    text = (ROOT / registry.PAGE).read_text(encoding="utf-8")
    assert text == registry.page(load_rules(), find_cases(ROOT / registry.CASES))


def test_the_page_says_of_each_break_what_holds() -> None:
    text = (ROOT / registry.PAGE).read_text(encoding="utf-8")
    head, *sections = text.split("\n## ")
    listed = {section.partition("\n")[0]: section for section in sections}
    for entry in ENTRIES.values():
        heading = "Predicted" if entry.id in PREDICTED else registry.KINDS[entry.kind][0]
        assert [name for name, section in listed.items() if f"| [{entry.id}](" in section] == [heading], entry
    assert f"| total | {len(ENTRIES)} |" in head


def test_what_was_recorded_for_cases_counts_as_seen() -> None:
    seen = registry.observed(find_cases(ROOT / registry.CASES))
    assert "2.13" in seen["GB0170", "FG101"]
    assert ("GB0170", "FG401") not in seen
