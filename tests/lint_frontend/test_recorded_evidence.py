"""What is told of the recorded runs of the compiler."""

from __future__ import annotations

from fullgraph.lint.report.evidence import recorded, summarize

BREAK = {"line": 3, "registry": "GB0170", "reason": "Data-dependent branching"}
OTHER = {"line": 4, "registry": None, "reason": "Something without an id"}


def case(default: list[dict[str, object]], fullgraph: list[dict[str, object]], **more: object) -> dict[str, object]:
    return {"default": {"breaks": default, "graphs": 1}, "fullgraph": {"breaks": fullgraph, "graphs": 1}, **more}


def test_cases_are_counted_once_whatever_the_mode_and_the_number_of_breaks() -> None:
    skipped = case([], [])
    skipped["default"] = {"breaks": [], "graphs": 0, "skipped": True}
    cases = {
        "fg101_x/break_a": case([BREAK, {**BREAK, "line": 9}], [BREAK, OTHER]),
        "fg101_x/break_b": case([], [BREAK]),
        "fg101_x/break_c": skipped,
        "fg101_x/fix_a": case([BREAK], [BREAK], fixed={"graphs": 1}),
        "fg101_x/clean_a": case([], []),
    }
    assert summarize({"torch": "2.13.0", "python": "3.11", "cases": cases}) == (
        "torch 2.13.0 (Python 3.11): 4 cases broke the graph, 1 look-alike did not, "
        "1 case gave one graph once rewritten. Data-dependent branching (GB0170) in 3; Something without an id in 1."
    )


def test_cases_that_prove_themselves() -> None:
    cases = {f"fg801_x/{name}": {"proved": True} for name in ("misuse_a", "misuse_b", "fix_a", "clean_a")}
    record = {"torch": "2.13.0", "python": "3.11", "cases": cases}
    assert summarize(record) == "torch 2.13.0 (Python 3.11): 3 cases did what the rule says, 1 look-alike did not."
    record["cases"] = {**cases, "fg801_x/break_a": case([BREAK], [BREAK])}
    assert summarize(record).startswith(
        "torch 2.13.0 (Python 3.11): 1 case broke the graph, 3 cases did what the rule says, 1 look-alike did not."
    )


def test_cases_with_other_results_are_told_apart() -> None:
    cases = {"fg610_x/differs_a": case([], [], differs=True), "fg610_x/clean_a": case([], [])}
    assert summarize({"torch": "2.13.0", "python": "3.11", "cases": cases}) == (
        "torch 2.13.0 (Python 3.11): 1 case gave other results than eager, 1 look-alike did not."
    )


def test_a_rule_without_cases_has_no_record() -> None:
    assert recorded("FG999") == []
