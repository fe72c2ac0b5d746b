"""Each case four ways: the linter, the compiler, the fix, and the compiler on what the fix wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.lint.registry.rule import load_rules
from fullgraph.runtime_check.conformance import cases, proof, records
from fullgraph.runtime_check.conformance.cases import MODES, Case, Mode, find_cases
from fullgraph.runtime_check.conformance.proof import Observed, compare, problems_of
from fullgraph.runtime_check.conformance.records import evidence_of

CASES = find_cases(Path(__file__).parents[1] / "cases")
FIXES = [case for case in CASES if case.kind == "fix"]
BREAKS = [case for case in CASES if case.kind == "break"]
EVIDENCE = records.read_evidence()
REGISTRY = {rule.code: {*rule.registry, None} for rule in load_rules()}
"""The ids that a rule predicts; some breaks have none."""


def name(case: Case) -> str:
    return case.name


def options(case: Case, mode: Mode = "default") -> Options:
    """How the linter is asked about a case; about one for another Python or torch it is not."""
    missing = cases.unmet(case)
    if missing is not None and missing.startswith("it is for"):
        pytest.skip(missing)
    # Cases about breaks do not vary what would recompile.
    return Options(mode=mode, follow=case.follow, ignore=() if case.is_about_recompiles else ("FG7",))


def fixed_text(case: Case, unsafe: bool) -> str:
    result = fix_paths([case.path], options(case), unsafe, write=False)
    assert not result.errors
    return result.files[0].text if result.files else case.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", CASES, ids=name)
def test_linter_reports_the_marked_lines(case: Case, mode: Mode) -> None:
    result = check([case.path], options(case, mode))
    assert not result.errors
    found = [(diagnostic.location.row, diagnostic.code) for diagnostic in result.diagnostics]
    assert sorted(found) == sorted(case.reported(mode))
    assert all(mode in diagnostic.modes for diagnostic in result.diagnostics)
    raising = {diagnostic.location.row for diagnostic in result.diagnostics if diagnostic.raises}
    assert raising == (case.fails & {row for row, _ in found} if mode == "default" else set())


@pytest.mark.parametrize("case", CASES, ids=name)
def test_compiler_agrees(case: Case) -> None:
    """It breaks at the marked lines and nowhere else, and the fixed file is the same function in one graph."""
    seen = proof.observe(case)
    if seen.missing is not None:
        pytest.skip(seen.missing)
    assert problems_of(case, seen) == []
    if EVIDENCE is not None:
        assert EVIDENCE.get(case.name) == evidence_of(case, seen), (
            "run python -m fullgraph.runtime_check.conformance.prove --write"
        )
    for mode in seen.modes:
        for line, code in case.reported(mode) - case.differing:
            ids = registry_ids(case, seen, mode, line, code)
            assert ids & REGISTRY[code], f"{mode}: {code} at line {line} is {ids}, which the rule does not predict"


def registry_ids(case: Case, seen: Observed, mode: Mode, line: int, code: str) -> set[str | None]:
    ids = {gb for row, gb, _ in seen.modes[mode].breaks if case.statement(row) == case.statement(line)}
    if any((claim.line, claim.code) == (line, code) for claim in case.recompiles):
        ids.add(seen.modes["default"].limit)
    for where, at, what, end in case.reports:
        if (where, at, what) == (mode, line, code):
            places = seen.modes[mode].elsewhere
            ids |= {gb for place, gb, _ in places if proof.lies_in(place.rpartition(":")[0], end)}
    return ids


@pytest.mark.parametrize("case", FIXES, ids=name)
def test_fix_writes_the_fixed_file(case: Case) -> None:
    expected = case.fixed.read_text(encoding="utf-8")
    original = case.path.read_text(encoding="utf-8")
    assert fixed_text(case, unsafe=True) == expected
    assert fixed_text(case, unsafe=False) == (expected if case.applicability == "safe" else original)


@pytest.mark.parametrize("case", FIXES, ids=name)
def test_fixed_file_is_left_alone(case: Case) -> None:
    for unsafe in (False, True):
        again = fix_paths([case.fixed], options(case), unsafe, write=False)
        assert not again.files
        assert not again.diagnostics
        assert not again.errors


@pytest.mark.slow
@pytest.mark.parametrize("case", BREAKS, ids=name)
def test_fix_of_a_break_case_keeps_the_function(case: Case) -> None:
    """But for what an unsafe fix says of gradients and rounding, and for a library's message where a loss is bound."""
    if (missing := cases.unmet(case)) is not None:
        pytest.skip(missing)
    others = {code for _, _, code in case.marks} - {code for code, _ in REGISTRY.items()}
    seen = {case.path.read_text(encoding="utf-8")}
    every = fix_paths([case.path], options(case), True, write=False)
    assert not every.errors
    if not every.files:
        return  # what is safe is among what is not
    for unsafe in (False, True):
        result = every if unsafe else fix_paths([case.path], options(case), False, write=False)
        assert not result.errors
        for file in result.files:
            if file.text not in seen:
                whole = not result.diagnostics and not case.missed and not others
                said = " ".join(one.fix.message for one in file.fixed if one.fix is not None)
                gradients = not (unsafe and "gradient" in said)
                rounding = unsafe and "round sums differently" in said
                if unsafe and "instead of a Python number" in said:
                    continue  # another type, as the fix says
                compared = {"whole": whole, "gradients": gradients, "output": not case.reports, "rounding": rounding}
                assert compare(case, file.text, safe=not unsafe, **compared) == []
            seen.add(file.text)


def is_fixable(code: str) -> bool:
    """Return whether the rule offers a fix somewhere in the cases where it reports something."""
    return any(
        diagnostic.code == code and diagnostic.fix is not None and diagnostic.fix.edits
        for case in CASES
        if code in {reported for _, reported in case.reported("default")}
        for diagnostic in check([case.path], Options(follow=case.follow)).diagnostics
    )


@pytest.mark.parametrize("rule", load_rules(), ids=lambda rule: rule.code)
def test_every_rule_has_a_break_a_clean_and_a_fix_case(rule) -> None:  # type: ignore[no-untyped-def]
    own = [case for case in CASES if case.path.parent.name.startswith(rule.code.lower())]
    kinds = {"break" if case.kind in ("misuse", "recompile", "differs") else case.kind for case in own}
    assert kinds >= ({"break", "clean", "fix"} if is_fixable(rule.code) else {"break", "clean"})


def test_evidence_is_kept_of_every_case() -> None:
    if EVIDENCE is None:
        pytest.skip("nothing is recorded for the torch installed")
    assert (
        {case.name for case in CASES if cases.unmet(case) is None} <= EVIDENCE.keys() <= {case.name for case in CASES}
    )
