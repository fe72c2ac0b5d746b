"""Why explain says that lines are not compiled."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.explain import explain
from fullgraph.lint.explain.answers import Explanation, Target
from fullgraph.lint.interpreter import budget

CODE = '''
import logging
import torch
from torch import nn
from elsewhere import Base, registry

TABLE = {"a": 1}


def silent(x):
    return x + 1


def forgotten(x):
    return x + 2


def handed_over(x):
    return x + 3


@torch.compiler.disable
def left(x):
    return deeper(x)


def deeper(x):
    return x + 4


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x + 5


class Plain:
    def forward(self, x):
        return x + 6


class Counter(nn.Module):
    kind = "counter"

    def __init__(self, config):
        super().__init__()
        self.mode = "eager"
        self.config = config
        self.helper = config.helper

    def helper(self, x):
        return x + 7

    def forward(self, x, mask=None):
        """The
        docstring."""
        if not torch.compiler.is_compiling():
            x = x + 8
        if self.mode == "flash" and mask is not None:
            x = x + 9
        if self.mode == "eager":
            x = x + 10
        else:
            x = x + 11
        try:
            x = x + 12
        except ValueError:
            x = silent(x)
        for part in ():
            x = x + 13
        left(x)
        registry.get("a", handed_over)(x)
        if mask is None:
            raise ValueError(
                f"x is {x + 14}"
            )
        if x.shape[0] > 1:
            y = x + 15
            raise ValueError(y)
        f = lambda t: t + 16

        def inner(t):
            return t + 17

        while False:
            x = x + 18
        return self.helper(x)
        x = x + 19
'''


@pytest.fixture
def why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """``why("text of the line", source)``: the reasons; the line must not be in scope."""
    monkeypatch.chdir(tmp_path)

    def ask(text: str, source: str = CODE, **options: object) -> list[str]:
        (answer, *_) = explained(text, source, **options).answers[-1:]
        assert not answer.in_scope
        assert answer.ways == []
        return answer.reasons

    return ask


def explained(text: str, source: str, **options: object) -> Explanation:
    source = textwrap.dedent(source)
    Path("module.py").write_text(source)
    (row,) = [number for number, line in enumerate(source.splitlines(), 1) if line.strip() == text.strip()]
    explanation, errors = explain(Target(Path("module.py"), row), [], Options(**options))  # type: ignore[arg-type]
    assert not errors
    return explanation


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ('TABLE = {"a": 1}', ["it is module-level code, which runs when the module is imported"]),
        ('kind = "counter"', ["it is in the body of class Counter, which runs when the module is imported"]),
        (
            "return x + 1",
            [
                "silent is only called where a compiled run does not come: module.py:68 `silent(x)`, "
                "it is in the `except` of line 67, which a compiled run is taken not to enter"
            ],
        ),
        ("return x + 2", ["no root leads to forgotten: nothing that was read uses its name"]),
        (
            "return x + 3",
            [
                "no root leads to handed_over",
                "it is named at module.py:72 `handed_over`, in Counter.forward: what then calls it is not seen",
            ],
        ),
        (
            "return deeper(x)",
            [
                "left leaves compile scope by `@torch.compiler.disable` (line 22)",
                "compiled code calls it at module.py:71 `left(x)`, which ends there",
            ],
        ),
        (
            "return x + 4",
            [
                "no root leads to deeper",
                "it may be called at module.py:24 `deeper(x)`, in left, where no compiled run comes",
            ],
        ),
        ("return x + 5", ["no compiled code is seen to call Square.apply"]),
        ("return x + 6", ["Plain is not known to be an nn.Module (its bases: none)"]),
        (
            'self.mode = "eager"',
            ["no compiled code is seen to make an object of Counter: it is made before"],
        ),
        (
            "return x + 7",
            [
                "no root leads to Counter.helper",
                "it may be called at module.py:87 `self.helper(x)`, in Counter.forward, where the callee is unknown",
                "it is named at module.py:49 `config.helper`, in Counter.__init__, where no compiled run comes",
            ],
        ),
        (
            "x = x + 8",
            [
                "`if not torch.compiler.is_compiling()` (line 57) is always False here: "
                "`torch.compiler.is_compiling()` is True while compiling"
            ],
        ),
        (
            "x = x + 9",
            [
                '`if self.mode == "flash" and mask is not None` (line 59) is always False here: '
                "`self.mode == \"flash\"` is False, since `self.mode` is constant 'eager'"
            ],
        ),
        (
            "x = x + 11",
            [
                '`if self.mode == "eager"` (line 61) is always True here: '
                "`self.mode == \"eager\"` is True, since `self.mode` is constant 'eager'"
            ],
        ),
        ("x = silent(x)", ["it is in the `except` of line 67, which a compiled run is taken not to enter"]),
        ("x = x + 13", ["there is nothing to iterate over in `for part in ()` (line 69)"]),
        ('f"x is {x + 14}"', ["it raises, and a compiled run is taken not to come here"]),
        (
            "y = x + 15",
            ["it is in an arm that only ends in `raise` (lines 78-79), which a compiled run is taken not to take"],
        ),
        (
            "return t + 17",
            [
                "inner is defined inside Counter.forward, which is compiled",
                "no root leads to inner: nothing that was read uses its name",
            ],
        ),
        ("x = x + 18", ["`while False` (line 85) is always False here"]),
        ("x = x + 19", ["control does not go on after `return self.helper(x)` (line 87)"]),
    ],
)
def test_each_reason(why, line: str, reasons: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert why(line) == reasons


def test_a_lambda_that_nothing_calls_is_apart_from_its_statement(why) -> None:  # type: ignore[no-untyped-def]
    statement, function = explained("f = lambda t: t + 16", CODE).answers
    assert statement.in_scope
    assert not function.in_scope
    assert function.reasons == ["nothing that is compiled calls this lambda"]


def test_explicit_scope_is_a_reason(why) -> None:  # type: ignore[no-untyped-def]
    assert why("x = x + 10", scope="explicit") == [
        "with --scope explicit a forward is compiled only where a `torch.compile` reaches it"
    ]
    assert explained("x = x + 10", CODE).answers[0].in_scope


def test_a_base_that_is_not_read_is_named(why) -> None:  # type: ignore[no-untyped-def]
    code = "class M(object, metaclass=type):\n    def forward(self, x):\n        return x + 1\n"
    assert why("return x + 1", code) == ["M is not known to be an nn.Module (its bases: object)"]


def test_the_limit_of_steps_is_a_reason_and_a_note(why, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(budget, "MAX_STEPS", 50)
    lines = "".join(f"    x = x + {number}\n" for number in range(100))
    code = f"import torch\n\n@torch.compile\ndef f(x):\n{lines}    return late(x)\n\ndef late(x):\n    return x * 2\n"
    (reason,) = why("x = x + 99", code)
    limits = "at most 50 of one, 100,000 of a file"
    assert reason == f"@torch.compile took too many steps ({limits}): the rest of it was not interpreted"
    (note,) = explained("x = x + 99", code).notes
    assert note.startswith("@torch.compile was not interpreted to its end")
    assert explained("x = x + 5", code).answers[0].in_scope


def test_calls_that_are_too_deep_are_a_reason(why, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(budget, "MAX_DEPTH", 3)
    levels = "".join(f"def f{i + 1}(x):\n    return f{i}(x)\n\n" for i in range(5))
    code = f"import torch\n\ndef f0(x):\n    return x * 2\n\n{levels}g = torch.compile(f5)\n"
    reasons = why("return f1(x)", code)
    assert reasons[0] == "its call at module.py:13 `f2(x)` is more than 3 calls deep: it was not followed"


def test_a_line_that_some_calls_do_not_come_to_says_so(why) -> None:  # type: ignore[no-untyped-def]
    code = """
        import torch

        def helper(x, flag):
            if flag:
                return x
            return x * 2

        @torch.compile
        def f(x):
            return helper(x, True)

        @torch.compile
        def g(x):
            return helper(x, False)
    """
    (answer,) = explained("return x * 2", code).answers
    assert answer.in_scope
    assert [way.steps[1].text for way in answer.ways] == ["g"]
    assert answer.reasons == ["control does not go on after `if flag` (line 5)"]


# Lines of which there is nothing to say


@pytest.mark.parametrize(
    ("text", "kind", "note"),
    [
        ("# a comment", "comment", "the next line with code is line 5"),
        ("# inside", "comment", "it is inside the statement in lines 6-9"),
        ("The docstring.", "string", None),
    ],
)
def test_lines_at_which_nothing_runs(why, text: str, kind: str, note: str | None) -> None:  # type: ignore[no-untyped-def]
    code = '"""\nThe docstring.\n"""\n# a comment\nimport torch\nx = (\n    1\n    # inside\n)\n'
    explanation = explained(text, code)
    assert explanation.kind == kind
    assert explanation.answers == []
    assert explanation.notes == ([note] if note else [])


def test_a_blank_line(why) -> None:  # type: ignore[no-untyped-def]
    Path("module.py").write_text("x = 1\n\ny = 2\n\n")
    explanation, _ = explain(Target(Path("module.py"), 2), [], Options())
    assert (explanation.kind, explanation.notes) == ("blank", ["the next line with code is line 3"])
    explanation, _ = explain(Target(Path("module.py"), 4), [], Options())
    assert (explanation.kind, explanation.notes) == ("blank", [])


@pytest.mark.parametrize(("text", "in_scope", "row"), [("else:", True, 8), ("except ValueError:", False, 12)])
def test_a_keyword_that_opens_a_block_stands_for_its_first_statement(why, text: str, in_scope: bool, row: int) -> None:  # type: ignore[no-untyped-def]
    code = """
        import torch
        @torch.compile
        def f(x, y):
            if y:
                x = 1
            else:
                x = 2
            try:
                x = 3
            except ValueError:
                x = 4
    """
    (answer,) = explained(text, code).answers
    assert (answer.opener, answer.in_scope, answer.first) == (True, in_scope, row)


def test_two_statements_on_a_line_have_an_answer_each(why) -> None:  # type: ignore[no-untyped-def]
    code = """
        import torch
        @torch.compile
        def f(x):
            if not torch.compiler.is_compiling(): print(x)
    """
    header, body = explained("if not torch.compiler.is_compiling(): print(x)", code).answers
    assert (header.in_scope, body.in_scope) == (True, False)


def test_every_line_has_an_answer_or_nothing_to_answer(why) -> None:  # type: ignore[no-untyped-def]
    Path("module.py").write_text(CODE)
    kinds = set()
    for row in range(1, CODE.count("\n") + 1):
        explanation, _ = explain(Target(Path("module.py"), row), [], Options())
        kinds.add(explanation.kind)
        assert (explanation.kind == "code") is bool(explanation.answers)
        for answer in explanation.answers:
            assert answer.reasons or answer.in_scope
            assert "no run of the function came to it" not in answer.reasons
    assert kinds == {"code", "blank", "string"}
