"""Comments that silence findings."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Position
from fullgraph.lint.suppression import comments


def finding(code: str, first: int, last: int | None = None, column: int = 5) -> Diagnostic:
    return Diagnostic(code, "name", "message", "a.py", Position(first, column), Position(last or first, column + 3))


def left(text: str, *findings: Diagnostic) -> list[tuple[str, int]]:
    """The code and row of the findings that are not silenced."""
    return [(one.code, one.location.row) for one in comments.apply(findings, text)]


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("# fullgraph: ignore", True),
        ("# fullgraph: ignore[FG101]", True),
        ("# fullgraph: ignore[FG401, FG101]", True),
        ("# fullgraph: ignore [ FG1 ]", True),
        ("#fullgraph:ignore[fg101] the branch is cold", True),
        ("# fullgraph: ignore (it is cold)", True),
        ("# type: ignore # fullgraph: ignore[FG101]", True),
        ("# fullgraph: ignore[FG4]  # fullgraph: ignore[FG1]", True),
        ("# fullgraph: ignore[FG401]", False),
        ("# fullgraph: ignore[]", False),
        ("# fullgraph: ignore[FG101", False),
        ("# fullgraph: ignore(FG101)", False),
        ("# fullgraph: ignored", False),
        ("# fullgraph", False),
        ("# noqa", True),
        ("# NoQA", True),
        ("# noqa: FG101", True),
        ("# noqa:E501,FG1", True),
        ("# noqa: E501 FG101 because", True),
        ("# pragma: no cover # noqa: FG101", True),
        ("# noqa: E501", False),
        ("# noqa: F1", False),
        ("# noqa: FG401", False),
        ("# noqa: see below", False),
        ("# noqa-like", False),
        ("# ruff: noqa", False),
        ("# says noqa", False),
    ],
)
def test_one_line(comment: str, silenced: bool) -> None:
    text = f"if x.all():  {comment}\n    pass\n"
    assert (left(text, finding("FG101", 1)) == []) is silenced


def test_other_lines_are_not_silenced() -> None:
    text = "a(x)\nb(x)  # fullgraph: ignore\nc(x)\n"
    assert left(text, finding("FG101", 1), finding("FG101", 2), finding("FG101", 3)) == [("FG101", 1), ("FG101", 3)]


def test_strings_hold_no_comments() -> None:
    text = 'print("# fullgraph: ignore")\nprint("""\n# noqa\n""")\nprint(f"{x} # noqa")\n'
    assert left(text, finding("FG401", 1), finding("FG401", 2, 4), finding("FG401", 5)) == [
        ("FG401", 1),
        ("FG401", 2),
        ("FG401", 5),
    ]


STATEMENT = """\
value = function(  # FIRST
    a.all(),
    [
        b  # RANGE
        for b in c
        if b.any()
    ],  # OTHER
)  # LAST
"""


@pytest.mark.parametrize(("word", "silenced"), [("FIRST", True), ("RANGE", True), ("LAST", True), ("OTHER", False)])
def test_statements_over_several_lines(word: str, silenced: bool) -> None:
    """The first and last line and the reported rows count; a comment at another part of the statement does not."""
    text = STATEMENT.replace(f"# {word}", "# fullgraph: ignore[FG103]")
    assert (left(text, finding("FG103", 4, 6)) == []) is silenced


def test_a_header_closed_on_a_line_of_its_own() -> None:
    text = "if (\n    x.all()\n):  # fullgraph: ignore[FG101]\n    y(x)\n"
    assert left(text, finding("FG101", 2), finding("FG401", 4)) == [("FG401", 4)]


def test_a_range_that_ends_at_the_start_of_the_next_row_does_not_reach_it() -> None:
    text = "a(x)\nb(x)  # noqa\n"
    whole_line = Diagnostic("FG401", "name", "message", "a.py", Position(1, 1), Position(2, 1))
    assert left(text, whole_line) == [("FG401", 1)]


BODIES = dedent(
    """\
    class Model(Base):
        @decorated
        async def forward(
            self,
            x,
        ):  # HEADER
            y(x)

            def inner():
                z(x)
            return x
        def other(self, x): return y(x)  # LINE
        y(x)
    y(x)
    """
)
FINDINGS = [finding("FG401", row) for row in (7, 10, 12, 13, 14)]


def test_a_comment_on_a_def_silences_its_body() -> None:
    text = BODIES.replace("# HEADER", "# fullgraph: ignore[FG4]")
    assert left(text, *FINDINGS, finding("FG101", 7)) == [("FG401", 12), ("FG401", 13), ("FG401", 14), ("FG101", 7)]


def test_a_comment_on_a_class_silences_its_body() -> None:
    text = BODIES.replace("class Model(Base):", "class Model(Base):  # fullgraph: ignore")
    assert left(text, *FINDINGS) == [("FG401", 14)]


def test_a_comment_on_a_def_of_one_line_silences_that_line() -> None:
    text = BODIES.replace("# LINE", "# fullgraph: ignore")
    assert left(text, *FINDINGS) == [("FG401", 7), ("FG401", 10), ("FG401", 13), ("FG401", 14)]


def test_a_comment_of_another_linter_on_a_def_does_not_reach_into_its_body() -> None:
    text = BODIES.replace("# HEADER", "# noqa")
    assert len(left(text, *FINDINGS)) == len(FINDINGS)


def test_whole_files() -> None:
    text = "# fullgraph: ignore-file[FG4]\na(x)\n"
    assert left(text, finding("FG401", 2), finding("FG101", 2)) == [("FG101", 2)]
    text = "a(x)\n# fullgraph: ignore-file\n"
    assert left(text, finding("FG401", 1), finding("FG101", 1)) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_rows_are_those_of_the_parser_whatever_the_newline(newline: str) -> None:
    text = newline.join(["a(x)", "", "b(x, '\x0c \u2028')", "c(x)  # fullgraph: ignore", ""])
    assert left(text, finding("FG401", 3), finding("FG401", 4)) == [("FG401", 3)]


def test_text_that_does_not_tokenize_to_its_end_keeps_what_was_read() -> None:
    text = "a(x)  # noqa\ndef f():\n    b(x)\n  c(x)\n"
    assert left(text, finding("FG401", 1), finding("FG401", 3)) == [("FG401", 3)]


def test_mistakes_are_named_and_other_linters_codes_are_theirs() -> None:
    text = dedent(
        """\
        a  # fullgraph: ignore[FG199]
        b  # fullgraph: ignore[FG1, XX1]
        c  # noqa: FG999, E501, X1
        d  # fullgraph: ignore()
        e  # fullgraph: ignored
        f  # fullgraph: ignore[]
        g  # fullgraph: ignore[FG101
        h  # noqa: E501
        "# fullgraph: ignore[NO]"
        i  # fullgraph: ignore[FG401] fullgraph is fine
        j  # fullgraph: ignore[print-in-graph, Forward-Print]
        k  # fullgraph: ignore (print-in-graph)
        l  # fullgraph: ignore (printing is meant)
        """
    )
    assert comments.mistakes(text) == [
        (1, "unknown rule FG199 in a suppression comment; did you mean FG809, FG801, FG701?"),
        (2, "unknown rule XX1 in a suppression comment"),
        (3, "unknown rule FG999 in a suppression comment; did you mean FG809, FG609, FG509?"),
        (5, '"# fullgraph: ignored" silences nothing: write "fullgraph: ignore[CODE]" or "fullgraph: ignore-file"'),
        (6, '"# fullgraph: ignore[]" silences nothing: it names no code'),
        (7, '"# fullgraph: ignore[FG101" silences nothing: write codes in [brackets]'),
        (11, "unknown rule Forward-Print in a suppression comment"),
        (12, '"# fullgraph: ignore (print-in-graph)" silences nothing: write codes in [brackets]'),
    ]
