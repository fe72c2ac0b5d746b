"""What findings look like."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Edit, Fix, InputError, Position
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.report import json as as_json
from fullgraph.lint.report.text import Look, printable, render, render_concise, summary

PLAIN = Look()


def finding(
    start: tuple[int, int] = (2, 12),
    end: tuple[int, int] = (2, 22),
    **more: object,
) -> Diagnostic:
    return Diagnostic(
        "FG101", "branch-on-tensor", "if depends on tensor data", "model.py", Position(*start), Position(*end), **more
    )  # type: ignore[arg-type]


def text(diagnostic: Diagnostic, source: str, look: Look = PLAIN) -> str:
    return render([diagnostic], lambda _: source.splitlines(keepends=True), look)


SOURCE = "def forward(self, x, mask):\n        if mask.all():\n            x = x + 1\n"


def test_everything_at_once(folder: Path) -> None:
    installed = "/env/lib/python3.11/site-packages/transformers/modeling_utils.py"
    diagnostic = finding(
        confidence="medium",
        modes=("fullgraph",),
        evidence=(
            Step("mask: Tensor (annotated)", "model.py", 1),
            Step("mask.all(): Tensor", "model.py", 2),
            Step("look-up", installed, 5776),
            Step("if calls bool() on it", "model.py", 2),
        ),
        trace=(
            Step("torch.compile(model)", str(folder / "train.py"), 80),
            Step("Model.forward", "model.py", 1),
            Step("and 2 more ways"),
        ),
        fix=Fix("Use torch.cond", (Edit_,), (SKIPPED, Kind.SHAPE.proved("one shape"))),
    )
    assert text(diagnostic, SOURCE) == dedent(
        """\
        model.py:2:12: FG101 if depends on tensor data
          |
        2 |         if mask.all():
          |            ^^^^^^^^^^
          = because: mask: Tensor (annotated, line 1)
                   → mask.all(): Tensor
                   → look-up (transformers/modeling_utils.py:5776)
                   → if calls bool() on it
          = in scope: torch.compile(model) (train.py:80) → Model.forward (line 1) → here (and 2 more ways)
          = confidence: medium
          = mode: only under fullgraph=True
          = fix (unsafe): Use torch.cond; inductor skips CUDA graphs

        """
    )


def test_other_places_that_a_line_leads_to() -> None:
    few = tuple(Step(f"x{row}.any()", "/lib/site-packages/zoo/checks.py", row) for row in range(2))
    assert "\n  = also: x0.any() (zoo/checks.py:0), x1.any() (zoo/checks.py:1)\n" in text(finding(also=few), SOURCE)
    many = tuple(Step(f"x{row}.any()", "/lib/site-packages/zoo/checks.py", row) for row in range(7))
    shown = text(finding(also=many), SOURCE)
    assert "\n  = also: x0.any() (zoo/checks.py:0)\n          x1.any() (zoo/checks.py:1)\n" in shown
    assert "          x4.any() (zoo/checks.py:4)\n          and 2 more\n" in shown


SKIPPED = Kind.COMPILING.open("inductor skips CUDA graphs")
Edit_ = Edit(Position(2, 9), Position(2, 22), "pass")


@pytest.mark.parametrize(
    ("fix", "line"),
    [
        (Fix("Bind it", (Edit_,)), "fix (safe): Bind it"),
        (Fix("Try this", (Edit_,), is_suggestion=True), "fix (suggestion): Try this"),
        (Fix("not rewritten: it has effects", is_suggestion=True), "fix: not rewritten: it has effects"),
    ],
)
def test_levels_of_fixes(fix: Fix, line: str) -> None:
    assert text(finding(fix=fix), SOURCE).rstrip("\n").endswith(f"\n  = {line}")


def test_what_goes_without_saying_is_not_said() -> None:
    diagnostic = finding(trace=(Step("forward of a module", "model.py", 1), Step("M.forward", "model.py", 1)))
    assert text(diagnostic, SOURCE).splitlines()[4:] == ["  = in scope: forward of a module (line 1) → here", ""]


def test_only_the_default_mode() -> None:
    assert "= mode: only in the default mode, not under fullgraph=True" in text(finding(modes=("default",)), SOURCE)


def test_what_makes_compiling_fail() -> None:
    said = "= error: compiling raises an error here, also without fullgraph=True: nothing runs"
    assert said in text(finding(raises=True), SOURCE)
    assert "compiling raises" not in text(finding(), SOURCE)


def test_ranges_over_several_rows_are_cut() -> None:
    source = "\n".join(["a(", *(f"    {name}," for name in "bcdefgh"), ")  # end", ""])
    assert text(finding((1, 1), (9, 2)), source).splitlines()[1:] == [
        "  |",
        "1 | a(",
        "  | ^^",
        "2 |     b,",
        "  |     ^^",
        "3 |     c,",
        "  |     ^^",
        "4 |     d,",
        "  |     ^^",
        "5 |     e,",
        "  |     ^^",
        "  | … 4 more lines",
        "",
    ]
    rows = text(finding((9, 1), (10, 1)), source).splitlines()
    assert rows[1:4] == ["   |", " 9 | )  # end", "   | ^^^^^^^^"]


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


@pytest.mark.parametrize("before", ["\t", "日本 = 1; ", "'\x1b[31m'; ", "'\u202e'; ", "'é'; ", "'\U0001f600'; "])
def test_carets_stand_below_what_they_mark_whatever_is_before(before: str) -> None:
    line = f"{before}mark()"
    shown, carets = text(finding((1, len(before) + 1), (1, len(line) + 1)), line + "\n").splitlines()[2:4]
    assert shown.endswith("mark()")
    assert carets.endswith("^^^^^^")
    assert columns(shown) == columns(carets)


def test_long_lines_are_cropped_around_the_range() -> None:
    line = "x" * 400 + "mark()" + "y" * 400
    shown, carets = text(finding((1, 401), (1, 407)), line).splitlines()[2:4]
    assert len(shown) < 140
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "mark()"
    assert shown.startswith("1 | …") and shown.endswith("…")


def test_a_place_that_is_not_in_the_file_any_more_has_no_frame() -> None:
    assert text(finding((9, 1), (9, 2)), SOURCE) == "model.py:9:1: FG101 if depends on tensor data\n\n"


def test_nothing_that_is_quoted_reaches_the_terminal_as_control() -> None:
    nasty = "\x1b]0;title\x07\r\x9b2J\u202e\u2066\u2028\x85\udcff"
    diagnostic = Diagnostic(
        "FG101", "n", f"message {nasty}", f"a{nasty}.py", Position(1, 1), Position(1, 2),
        trace=(Step(nasty, nasty, 1),), evidence=(Step(nasty, nasty, 1),), fix=Fix(nasty),
    )  # fmt: skip
    for shown in (
        render([diagnostic], lambda _: [f"x {nasty}\n"], PLAIN),
        render_concise([diagnostic], PLAIN),
    ):
        assert all(character.isprintable() or character == "\n" for character in shown)
    assert printable(nasty) == r"\x1b]0;title\x07\x0d\x9b2J\u202e\u2066\u2028\x85\xff"
    assert printable("naïve 日本 😀") == "naïve 日本 😀"


def test_colour_changes_nothing_but_colour() -> None:
    diagnostic = finding(evidence=(Step("a", "model.py", 1),) * 9, fix=Fix("Bind it", (Edit_,)))
    coloured = text(diagnostic, SOURCE, Look(colour=True))
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text(diagnostic, SOURCE)


def test_a_terminal_without_unicode() -> None:
    diagnostic = finding(evidence=(Step("a", "model.py", 1), Step("b", "model.py", 2)))
    assert "= because: a (line 1) -> b" in text(diagnostic, SOURCE, Look(unicode=False))


def test_concise() -> None:
    safe = finding(fix=Fix("Bind it", (Edit_,)))
    unsafe = finding(fix=Fix("Bind it", (Edit_,), (SKIPPED,)))
    assert render_concise([safe, unsafe], PLAIN) == (
        "model.py:2:12: FG101 [*] if depends on tensor data\nmodel.py:2:12: FG101 if depends on tensor data\n"
    )
    assert render_concise([safe, unsafe, NOT], PLAIN, unsafe=True).count("[*]") == 2


SAFE = finding(fix=Fix("Bind it", (Edit_,)))
UNSAFE = finding(fix=Fix("Bind it", (Edit_,), (SKIPPED,)))
NOT = finding(fix=Fix("Bind it", (Edit_,), is_suggestion=True))


@pytest.mark.parametrize(
    ("diagnostics", "more", "expected"),
    [
        ([], {}, "All checks passed! (5 files)\n"),
        ([], {"unreadable": 1}, "No findings in 5 files; 1 could not be checked.\n"),
        ([NOT], {}, "Found 1 finding in 1 file.\n"),
        ([SAFE, NOT], {}, "Found 2 findings in 1 file (1 fixable with --fix).\n"),
        ([UNSAFE], {}, "Found 1 finding in 1 file (1 fixable with --fix --unsafe-fixes).\n"),
        (
            [SAFE, UNSAFE, NOT],
            {},
            "Found 3 findings in 1 file (1 fixable with --fix, 1 more with --fix --unsafe-fixes).\n",
        ),
        ([SAFE, UNSAFE], {"unsafe": True}, "Found 2 findings in 1 file (2 fixable with --fix --unsafe-fixes).\n"),
        ([SAFE], {"unsafe": True}, "Found 1 finding in 1 file (1 fixable with --fix).\n"),
    ],
)
def test_summary(diagnostics: list[Diagnostic], more: dict[str, Any], expected: str) -> None:
    assert summary(diagnostics, 5, **more) == expected


RUFF = {
    "cell", "code", "end_location", "filename", "fix", "location", "message", "name", "noqa_row", "severity", "url",
}  # fmt: skip
OURS = {
    "also", "conditions", "confidence", "measured", "modes", "never_taken", "raises", "trace", "evidence", "registry",
    "rank", "ways",
}  # fmt: skip


def test_json(folder: Path) -> None:
    diagnostic = finding(
        trace=(Step("root", "train.py", 80), Step("and 2 more")),
        evidence=(Step("x", "/abs/lib.py", 3),),
        also=(Step("y", "/abs/lib.py", 5),),
        conditions=(
            Condition(Step("self.training", "model.py", 1), ConditionKind.MODE, ("training",), holds=False),
            Condition(Step("not (a > b)", "model.py", 2), is_telling=False),
        ),
        registry=("GB0170",),
        fix=Fix("Bind it", (Edit_,), (Kind.NAMES.proved("each name means what it meant"),)),
        url="https://example.org",
        end=(4, 3),
    )
    (entry,) = json.loads(as_json.render([diagnostic], []))
    assert set(entry) == RUFF | OURS
    assert entry == {
        "also": [{"text": "y", "filename": "/abs/lib.py", "row": 5}],
        "cell": None,
        "code": "FG101",
        "conditions": [
            {"text": "self.training", "filename": str(folder / "model.py"), "row": 1}
            | {"kind": "mode", "values": ["training"], "among": True, "holds": False},
            {"text": "not (a > b)", "filename": str(folder / "model.py"), "row": 2}
            | {"kind": "other", "values": [], "among": True, "holds": None},
        ],
        "confidence": "high",
        "end_location": {"row": 4, "column": 3},
        "evidence": [{"text": "x", "filename": "/abs/lib.py", "row": 3}],
        "filename": str(folder / "model.py"),
        "fix": {
            "applicability": "safe",
            "message": "Bind it",
            "obligations": [{"kind": "names", "state": "proved", "text": "each name means what it meant"}],
            "edits": [
                {
                    "content": "pass",
                    "location": {"row": 2, "column": 9},
                    "end_location": {"row": 2, "column": 22},
                }
            ],
        },
        "location": {"row": 2, "column": 12},
        "message": "if depends on tensor data",
        "modes": ["default", "fullgraph"],
        "name": "branch-on-tensor",
        "measured": None,
        "never_taken": 0,
        "raises": False,
        "noqa_row": 4,
        "rank": {"level": "training", "reasons": ["training"], "times": None},
        "registry": ["GB0170"],
        "severity": "error",
        "trace": [
            {"text": "root", "filename": str(folder / "train.py"), "row": 80},
            {"text": "and 2 more", "filename": None, "row": None},
        ],
        "url": "https://example.org",
        "ways": 1,
    }


def test_json_of_errors(folder: Path) -> None:
    errors = [InputError("b.py", "syntax error: no", 3, 4), InputError("a.py", "no such file or folder")]
    missing, wrong = json.loads(as_json.render([], errors))
    assert set(missing) == set(wrong) == RUFF | OURS
    assert (missing["code"], missing["filename"]) == ("invalid-input", str(folder / "a.py"))
    assert (wrong["code"], wrong["location"]) == ("invalid-syntax", {"row": 3, "column": 4})
    assert as_json.render([], []) == "[]\n"
