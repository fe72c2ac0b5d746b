"""A case that proves itself has to prove something."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.runtime_check.conformance.cases import CaseError, read_case
from fullgraph.runtime_check.conformance.proof import observe, problems_of
from fullgraph.runtime_check.conformance.records import evidence_of

RAISES = """import torch


def proof():
    try:
        torch.compile(abs, mode="none")  # misuse: FG803
    except RuntimeError:
        raised = True
    assert raised
"""


def case(folder: Path, text: str, name: str = "misuse_it.py") -> Path:
    path = folder / "fg803_options" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_what_happens_is_proved(tmp_path: Path) -> None:
    found = read_case(case(tmp_path, RAISES))
    assert found.reported("default") == found.reported("fullgraph") == {(6, "FG803")}
    seen = observe(found)
    assert problems_of(found, seen) == []
    assert evidence_of(found, seen) == {"proved": True}


def test_what_does_not_happen_is_not(tmp_path: Path) -> None:
    found = read_case(case(tmp_path, RAISES.replace('"none"', '"default"')))
    (problem,) = problems_of(found, observe(found))
    assert "UnboundLocalError" in problem


def test_the_fixed_file_is_held_to_its_own_claim(tmp_path: Path) -> None:
    text = "# fix: safe\nVALUE = 1  # misuse: FG803\n\n"
    text += "def proof():\n    assert VALUE == 1\n\ndef fixed():\n    assert VALUE == 2\n"
    path = case(tmp_path, text, "fix_it.py")
    case(tmp_path, text.replace("VALUE = 1", "VALUE = 2"), "fix_it.fixed.py")
    assert problems_of(read_case(path), observe(read_case(path))) == []
    case(tmp_path, text, "fix_it.fixed.py")
    (problem,) = problems_of(read_case(path), observe(read_case(path)))
    assert "AssertionError" in problem


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("misuse_it.py", RAISES.replace("# misuse: FG803", "")),
        ("break_it.py", RAISES),
        ("clean_it.py", RAISES),
        ("misuse_it.py", RAISES.replace("assert raised", "pass")),
        ("misuse_it.py", RAISES.replace("proof", "proved")),
        ("fix_it.py", "# fix: safe\n" + RAISES),
    ],
    ids=["no mark", "break", "clean", "no assert", "no proof", "no fixed"],
)
def test_malformed_case(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(CaseError):
        read_case(case(tmp_path, text, name))
