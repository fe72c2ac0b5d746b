"""Recall and precision, on data small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.step import Step

from benchmarks.accuracy.check import Finding, read_findings
from benchmarks.accuracy.measured import Break, Case, Run
from benchmarks.accuracy.score import Share, score_cases, score_clean, score_zoo, share, shares

FILE = "pkg/model.py"


def broke(line: int, kind: str = "item", visible: str = "local", file: str = FILE) -> Break:
    return Break(file, line, "", "Model.forward", "a graph break", kind, visible)


def run(*breaks: Break, traced: range | set[int] = range(1, 101), model: str = "Model", mode: str = "eval") -> Run:
    return Run(model, model, "pkg", "2.15.0", mode, breaks, {FILE: frozenset(traced)})


def found(first: int, last: int | None = None, code: str = "FG201", file: str = FILE) -> Finding:
    return Finding(file, first, last or first, code)


def recall(runs: list[Run], *findings: Finding) -> Share:
    return share(score_zoo(runs, findings).sites)


def precision(runs: list[Run], *findings: Finding) -> Share:
    return share(score_zoo(runs, findings).claims)


@pytest.mark.parametrize(("line", "hits"), [(8, 0), (9, 1), (10, 1), (11, 1), (12, 0)])
def test_a_finding_may_be_one_line_off(line: int, hits: int) -> None:
    assert recall([run(broke(10))], found(line)) == Share(hits, 1)
    assert precision([run(broke(10))], found(line)) == Share(hits, 1)


def test_a_break_in_another_file_is_not_hit() -> None:
    assert recall([run(broke(10))], found(10, file="pkg/other.py")) == Share(0, 1)


@pytest.mark.parametrize(("line", "hits"), [(18, 0), (19, 1), (23, 1), (26, 1), (27, 0)])
def test_a_finding_over_several_lines_covers_all_of_them(line: int, hits: int) -> None:
    assert recall([run(broke(line))], found(20, 25)) == Share(hits, 1)


@pytest.mark.parametrize(("line", "hits"), [(29, 1), (30, 0)])
def test_a_finding_over_a_block_covers_its_first_nine_lines(line: int, hits: int) -> None:
    assert recall([run(broke(line))], found(20, 90)) == Share(hits, 1)
    assert precision([run(broke(line))], found(20, 90)) == Share(hits, 1)


def test_a_line_that_breaks_in_several_runs_is_one_site() -> None:
    zoo = score_zoo([run(broke(10), model="A"), run(broke(10), broke(30), model="B")], [found(30)])
    assert share(zoo.sites) == Share(1, 2)
    assert [site.models for site in zoo.sites] == [{"A", "B"}, {"B"}]
    assert [site.codes for site in zoo.sites] == [(), ("FG201",)]


def test_breaks_that_nobody_can_see_are_not_missed_but_no_false_alarms_either() -> None:
    runs = [run(broke(10, kind="induced"), broke(20, visible="no"), broke(30, visible="cross"))]
    assert recall(runs) == Share(0, 1)
    assert precision(runs, found(10), found(20)) == Share(2, 2)


def test_only_what_was_traced_counts_for_precision() -> None:
    runs = [run(broke(10), traced={10, 40}), run(traced={50}, model="B")]
    zoo = score_zoo(runs, [found(10), found(30), found(38, 41), found(50), found(60, 70)])
    assert [(claim.finding.first, claim.hit, claim.models) for claim in zoo.claims] == [
        (10, True, {"Model"}),
        (38, False, {"Model"}),
        (50, False, {"B"}),
    ]


def test_lines_of_a_long_block_that_it_does_not_point_at_do_not_make_it_traced() -> None:
    assert precision([run(traced={29})], found(20, 90)) == Share(0, 0)


def test_the_same_finding_twice_counts_once_and_two_rules_count_twice() -> None:
    assert precision([run()], found(10), found(10), found(20, 60), found(20, 70)) == Share(0, 2)
    assert precision([run()], found(10), found(10, code="FG101")) == Share(0, 2)


TRAINING = Condition(Step("self.training", "m.py", 7), ConditionKind.MODE, ("training",), holds=False)
HALF = Condition(Step("x.dtype == torch.half", "m.py", 7), ConditionKind.DTYPE, ("float16",), holds=False)


@pytest.mark.parametrize("code", ["FG701", "FG801"])
def test_findings_about_recompiles_are_neither_hits_nor_alarms(code: str) -> None:
    assert recall([run(broke(10))], found(10, code=code)) == Share(0, 1)
    assert precision([run(broke(10))], found(10, code=code), found(50, code=code)) == Share(0, 0)


@pytest.mark.parametrize(
    ("runs", "tried"),
    [([run()], 0), ([run(), run(mode="train")], 1), ([run(mode="train", traced={5})], 0), ([run(broke(10))], 1)],
)
def test_what_holds_in_training_only_is_not_tried_in_eval_mode(runs: list[Run], tried: int) -> None:
    zoo = score_zoo([*runs, run(traced={50})], [replace(found(10), conditions=(TRAINING,)), found(50)])
    assert sum(claim.tried for claim in zoo.claims if claim.finding.first == 10) == tried
    assert [claim.tried for claim in zoo.claims if claim.finding.first == 50] == [True]


def test_no_run_tries_what_holds_in_half_precision_only() -> None:
    zoo = score_zoo([run(mode="train"), run()], [replace(found(10), conditions=(HALF,))])
    assert [claim.tried for claim in zoo.claims] == [False]


def test_clean_code_is_that_of_models_which_never_broke() -> None:
    runs = [
        run(traced={1, 2, 3}, model="A"),
        run(broke(50), traced={3, 4, 50}, model="B"),
        run(traced={60}, model="B", mode="train"),
        run(traced={3, 5}, model="C"),
    ]
    zoo = score_zoo(runs, [found(3), found(50), found(60), found(70)])
    clean = score_clean(runs, zoo.claims)
    assert (clean.lines, clean.alarms, clean.per_1000) == (4, 1, 250.0)


def test_clean_code_in_eval_mode_says_nothing_of_training() -> None:
    runs = [run(traced={3, 5}, model="A")]
    zoo = score_zoo(runs, [replace(found(3), conditions=(TRAINING,)), found(5)])
    clean = score_clean(runs, zoo.claims)
    assert (clean.alarms, clean.untried) == (1, 1)


def test_nothing_clean_is_no_division() -> None:
    assert score_clean([], []).per_1000 == 0.0


def test_conditions_are_read(tmp_path: Path) -> None:
    entry = {"text": "self.training", "filename": "m.py", "row": 7, "kind": "mode", "values": ["training"]}
    given = diagnostic(tmp_path, 1) | {"conditions": [entry | {"among": True, "holds": False}]}
    (finding,) = read_findings([given], tmp_path)
    assert finding.conditions == (TRAINING,)


def diagnostic(folder: Path, row: int, confidence: str = "high", code: str = "FG101") -> dict[str, object]:
    return {
        "conditions": [],
        "evidence": [],
        "fix": None,
        "never_taken": 0,
        "filename": str(folder / FILE),
        "code": code,
        "confidence": confidence,
        "message": "",
        "location": {"row": row, "column": 1},
        "end_location": {"row": row, "column": 9},
    }


def test_low_confidence_and_unreadable_files_are_not_findings(tmp_path: Path) -> None:
    given = [
        diagnostic(tmp_path, 1),
        diagnostic(tmp_path, 2, "medium"),
        diagnostic(tmp_path, 3, "low"),
        diagnostic(tmp_path, 4, code="invalid-syntax"),
    ]
    assert [(finding.file, finding.first) for finding in read_findings(given, tmp_path)] == [(FILE, 1), (FILE, 2)]


def case(identifier: str, *lines: int, construct: str = "other") -> Case:
    hashes = [""] * len(lines)
    return Case(identifier, "pkg", "1.0", FILE, lines, hashes, construct, "recompile", "")


def test_a_case_is_found_by_any_rule_at_any_of_its_lines_in_its_own_release() -> None:
    cases = [case("a", 10, 90), case("b", 50), case("c", 70)]
    elsewhere = {"cases/pkg-2.0": [found(50)]}
    results = score_cases(cases, {"cases/pkg-1.0": [found(91, code="FG701"), found(70, file="x.py")], **elsewhere})
    assert [(result.case.id, result.codes) for result in results] == [("a", ("FG701",)), ("b", ()), ("c", ())]


def test_shares_by_pattern_begin_with_the_commonest() -> None:
    cases = [case("a", 1, construct="rare"), case("b", 1, construct="often"), case("c", 9, construct="often")]
    results = score_cases(cases, {"cases/pkg-1.0": [found(9)]})
    by_construct = shares(results, lambda result: result.case.construct)
    assert list(by_construct.items()) == [("often", Share(1, 2)), ("rare", Share(0, 1))]
