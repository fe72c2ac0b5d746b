"""What explain says of lines that are compiled: the ways, the values, the findings."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.explain import explain
from fullgraph.lint.explain.answers import Explanation, Target
from fullgraph.lint.report import explanation as report
from fullgraph.lint.report.text import Look

Ask = Callable[..., Explanation]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """``ask(source, "text of the line")``: the explanation of the one line that has the text."""
    monkeypatch.chdir(tmp_path)

    def run(files: dict[str, str] | str, text: str, paths: list[str] | None = None, **options: object) -> Explanation:
        if isinstance(files, str):
            files = {"module.py": files}
        found = []
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(content))
            rows = path.read_text().splitlines()
            found += [(Path(name), row) for row, line in enumerate(rows, 1) if text in line]
        assert len(found) == 1, found
        target = Target(*found[0])
        explanation, errors = explain(target, [Path(path) for path in paths or ()], Options(**options))  # type: ignore[arg-type]
        assert not errors
        report.render(explanation, Look())
        json.loads(report.render_json(explanation))
        return explanation

    return run


def ways(explanation: Explanation) -> list[tuple[str, list[str]]]:
    (answer,) = explanation.answers
    assert answer.in_scope
    return [(way.mode, [step.text for step in way.steps]) for way in answer.ways]


def held(explanation: Explanation) -> dict[str, str]:
    """The expressions of the line in words; what depends on the way as ``[1] this | [2] that``."""
    return {
        value.text + (" becomes" if value.after else ""): " | ".join(
            (f"{list(alternative.interpretations)} " if alternative.interpretations else "") + alternative.words
            for alternative in value.alternatives
        )
        for answer in explanation.answers
        for value in answer.held
    }


NESTED = """
    import torch
    from torch import nn


    class Inner(nn.Module):
        def __init__(self, limit: float = 3.0):
            super().__init__()
            self.layer = nn.Linear(4, 4)
            self.limit = limit

        def forward(self, x: torch.Tensor):
            return self.scale(self.layer(x), self.limit)

        def scale(self, h, limit):
            total = h.sum()
            if total > limit:
                h = h / 2
            return h


    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def forward(self, x: torch.Tensor):
            x = self.inner(x)
            return self.inner(x)
"""


def test_the_ways_through_a_method_of_a_submodule_are_told_from_the_root_down(ask: Ask) -> None:
    explanation = ask(NESTED, "total = h.sum()")
    assert ways(explanation) == [
        (
            "default",
            [
                "Outer.forward, the forward of an nn.Module",
                "self.inner(x) calls Inner.forward",
                "self.scale(self.layer(x), self.limit)",
            ],
        ),
        ("default", ["Inner.forward, the forward of an nn.Module", "self.scale(self.layer(x), self.limit)"]),
        (
            "default",
            [
                "Outer.forward, the forward of an nn.Module",
                "self.inner(x) calls Inner.forward",
                "self.scale(self.layer(x), self.limit)",
            ],
        ),
    ]
    rows = [[step.row for step in way.steps] for way in explanation.answers[0].ways]
    assert rows == [[27, 28, 13], [12, 13], [27, 29, 13]]


def test_calls_that_are_not_interpreted_again_are_ways_too(ask: Ask) -> None:
    calls = "".join(f"@torch.compile\ndef f{i}(x: torch.Tensor):\n    return double(x)\n\n" for i in range(9))
    explanation = ask("import torch\n\ndef double(x):\n    return x * 2\n\n" + calls, "x * 2")
    (answer,) = explanation.answers
    assert answer.interpretations == 1
    assert len(answer.ways) + answer.more_ways == 9
    assert [way.steps[1].text for way in answer.ways] == [f"f{i}" for i in range(len(answer.ways))]
    shown = report.render(explanation, Look())
    assert "In compile scope (9 ways):" in shown
    assert "  and 6 more ways\n" in shown


def test_ways_that_differ_in_arguments_alone_are_told_together(ask: Ask) -> None:
    code = """
        import torch

        def helper(x, flag):
            y = x.abs()
            return y

        @torch.compile
        def f(x):
            flag = None
            for _ in range(3):
                x = helper(x, flag)
                flag = "set"
            return x
    """
    explanation = ask(code, "y = x.abs()")
    assert len(ways(explanation)) == 2
    shown = report.render(explanation, Look())
    assert "In compile scope (2 ways):\n" in shown
    assert shown.count("helper(x, flag)") == 1
    assert "here (2 ways, with different arguments)\n" in shown


def test_ways_multiply_and_are_counted_without_being_listed(ask: Ask) -> None:
    levels = "".join(f"def f{i + 1}(x):\n    return f{i}(x) + f{i}(x + 1)\n\n" for i in range(14))
    code = f"import torch\n\ndef f0(x):\n    return x.sin()\n\n{levels}@torch.compile\ndef g(x):\n    return f14(x)\n"
    (answer,) = ask(code, "x.sin()").answers
    assert len(answer.ways) + answer.more_ways == 2**14


def test_a_compiled_function_has_the_mode_of_its_call(ask: Ask) -> None:
    code = """
        import torch

        def step(x):
            y = x.relu()
            return y

        fast = torch.compile(step, fullgraph=True)
    """
    assert ways(ask(code, "y = x.relu()")) == [("fullgraph", ["torch.compile(step, fullgraph=True)", "step"])]
    default = ask(code.replace(", fullgraph=True", ""), "y = x.relu()", mode="fullgraph")
    assert ways(default) == [("fullgraph", ["torch.compile(step)", "step"])]


def test_constructors_and_autograd_functions_are_on_the_way(ask: Ask) -> None:
    code = """
        import torch

        class Part:
            def __init__(self, x):
                self.x = x.cos()

        class Double(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x.sin()

        @torch.compile
        def f(x):
            return Double.apply(x)

        @torch.compile
        def g(x):
            first = Part(x)
            return Part(first.x).x

        @torch.compile
        def h(x):
            return Part(x)
    """
    (answer,) = ask(code, "x.cos()").answers
    assert sorted((way.steps[-2].text, way.steps[-1].text, way.steps[-1].row) for way in answer.ways) == [
        ("g", "Part(first.x) calls Part.__init__", 20),
        ("g", "Part(x) calls Part.__init__", 19),
        ("h", "Part(x) calls Part.__init__", 24),
    ]
    assert ways(ask(code, "x.sin()")) == [("default", ["@torch.compile", "f", "Double.apply(x) calls Double.forward"])]


def test_where_torch_compile_is_called_is_no_matter(ask: Ask) -> None:
    code = """
        import torch

        def f(x):
            return x.cos()

        try:
            import fast
        except ImportError:
            fast = torch.compile(f)
    """
    assert ways(ask(code, "x.cos()")) == [("default", ["torch.compile(f)", "f"])]


def test_an_object_made_for_a_raise_keeps_no_other_from_being_made(ask: Ask) -> None:
    code = """
        import torch

        class Part:
            def __init__(self, x):
                self.x = x.cos()

        @torch.compile
        def g(x):
            if x.shape[0] > 3:
                raise ValueError(Part(x))
            return Part(x)
    """
    (answer,) = ask(code, "x.cos()").answers
    assert [(way.steps[-1].text, way.steps[-1].row) for way in answer.ways] == [("Part(x) calls Part.__init__", 12)]
    assert answer.more_ways == 0


def test_a_decorator_is_the_root(ask: Ask) -> None:
    code = "import torch\n\n@torch.compile\ndef f(x):\n    return x + 1\n"
    assert ways(ask(code, "x + 1")) == [("default", ["@torch.compile", "f"])]


def test_roots_in_other_files_count_where_they_are_given(ask: Ask) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/parts.py": "def gate(h):\n    return h.abs()\n",
        "pkg/train.py": "import torch\nfrom pkg.parts import gate\n\ngated = torch.compile(gate)\n",
    }
    alone = ask(files, "h.abs()")
    assert not alone.answers[0].in_scope
    assert any("only parts.py was read" in note for note in alone.notes)
    together = ask(files, "h.abs()", paths=["pkg/train.py", "pkg/parts.py"])
    assert ways(together) == [("default", ["torch.compile(gate)", "gate"])]
    assert together.notes == []


def test_the_lines_of_a_followed_package_are_explained_as_check_reads_them(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    files = {
        "site/zoo_of_explain/__init__.py": "",
        "site/zoo_of_explain/loud.py": """
            from torch import nn

            class Loud(nn.Module):
                def forward(self, x):
                    print(x)
                    return x
        """,
        "app.py": """
            import torch
            from zoo_of_explain.loud import Loud

            model = torch.compile(Loud())
            model(torch.ones(2))
        """,
    }
    explanation = ask(files, "print(x)", paths=["app.py"], follow=("zoo_of_explain",))
    assert ways(explanation) == [("default", ["torch.compile(Loud())", "Loud.forward"])]
    (claim,) = explanation.claims
    assert claim.hidden == ("it is reported at app.py:5, which leads here",)


# What is held


def test_values_are_told_with_why_they_are_what_they_are(ask: Ask) -> None:
    explanation = ask(NESTED, "if total > limit")
    assert held(explanation) == {
        "total": "Tensor, 0-dimensional",
        "limit": "[1] constant 3.0 | [2] float",
        "total > limit": "Tensor, 0-dimensional, bool",
    }
    total = explanation.answers[0].held[0].alternatives[0]
    assert [(step.text, step.row) for step in total.evidence] == [
        ("x: Tensor (annotated)", 27),
        ("x: Tensor (argument)", 12),
        ("self.layer(x): Tensor", 13),
        ("h: Tensor (argument)", 15),
        ("h.sum(): Tensor", 16),
    ]
    whole = explanation.answers[0].held[-1].alternatives[0]
    assert whole.evidence == ()  # told of its part


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a = x.shape[0]", {"x.shape": "torch.Size, or a number out of one", "x.shape[0]": "int"}),
        ("b = self.layer", {"self.layer": "object of torch.nn.Linear"}),
        ("c = self.part", {"self.part": "object of Part (module.py:5)"}),
        ("d = self.name", {"self.name": "constant 'abc'"}),
        ("e = x.sum().item()", {"x.sum().item()": "Python number read from a tensor at module.py:20"}),
        ("g = Part", {"Part": "class Part (module.py:5)"}),
        ("h = [x, 1]", {"[x, 1]": "list of 2 (Tensor, shape and dtype as x came; constant 1)"}),
        ("i = unheard_of", {"unheard_of": "unknown"}),
        ("j = option", {"option": "int, or constant None"}),
        (
            "k = x.long() if option else None",
            {"x.long() if option else None": "constant None, or Tensor, shape as x came, int64"},
        ),
        ("l, m = x, 2", {"l becomes": "Tensor, shape and dtype as x came", "m becomes": "constant 2"}),
    ],
)
def test_kinds_of_values(ask: Ask, line: str, words: dict[str, str]) -> None:
    code = f"""
        import torch
        from torch import nn

        class Part:
            def __init__(self, name):
                self.name = name

        class M(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(2, 2)
                self.part = Part("abc")
                self.name = self.part.name

            def forward(self, x: torch.Tensor, option: int | None = None):



                {line}
                return x
    """
    found = held(ask(code, line))
    assert {text: found.get(text) for text in words} == words


def test_only_the_expressions_of_the_line_are_told_of_a_longer_statement(ask: Ask) -> None:
    code = """
        import torch

        @torch.compile
        def f(x, y):
            return torch.where(
                x > 0,
                x.exp(),
                y.cos(),
            )
    """
    explanation = ask(code, "x.exp(),")
    assert list(held(explanation)) == ["x", "x.exp()"]
    assert (explanation.answers[0].first, explanation.answers[0].last) == (6, 10)


def test_a_function_header_tells_the_parameters(ask: Ask) -> None:
    explanation = ask(NESTED, "def scale(self, h, limit):")
    assert explanation.answers[0].is_header
    assert list(held(explanation)) == ["self", "h", "limit"]
    assert held(explanation)["limit"] == "[1] constant 3.0 | [2] float"


def test_an_operand_that_is_not_come_to_has_no_value(ask: Ask) -> None:
    code = """
        import torch
        from torch import nn

        class M(nn.Module):
            def forward(self, x: torch.Tensor):
                return x if torch.compiler.is_compiling() else x.tolist()
    """
    found = held(ask(code, "is_compiling"))
    assert found["x.tolist()"] == ""
    assert found["torch.compiler.is_compiling()"] == "constant True"


def test_where_knowledge_is_lost_is_found_across_lines(ask: Ask) -> None:
    code = """
        import torch
        from torch import nn
        from elsewhere import warp

        class M(nn.Module):
            def forward(self, x: torch.Tensor):
                y = warp(x)
                z = y + 1
                w = z * 2
                return w.sum()
    """
    (value, *_) = ask(code, "w.sum()").answers[0].held
    assert value.text == "w"
    assert value.alternatives[0].unknown == (
        "since `warp(x)` in line 8 is: elsewhere.warp is in no Python file that is installed here"
    )
    (value, *_) = ask(code.replace("elsewhere", "pandas"), "w.sum()").answers[0].held
    assert value.alternatives[0].unknown == (
        "since `warp(x)` in line 8 is: pandas is not read: --follow pandas reads it, if it is installed"
    )


def test_code_that_is_not_compiled_is_interpreted_as_if_it_were(ask: Ask) -> None:
    code = """
        import torch

        def alone(x: torch.Tensor):
            print(x)
    """
    explanation = ask(code, "print(x)")
    (answer,) = explanation.answers
    assert (answer.in_scope, answer.assumed) == (False, True)
    assert held(explanation) == {"x": "Tensor"}
    (claim,) = explanation.claims
    assert (claim.code, claim.hidden) == ("FG401", ("the line is not in compile scope",))


# Findings


TESTED = """
    import torch
    from torch import nn

    class M(nn.Module):
        def forward(self, x, mask: torch.Tensor):
            n = mask.sum().item()
            if n > 0:
                x = -x
            print(n)  # noqa: FG401
            if mask.any():
                x = x + 1
            return x
"""


def test_a_reported_finding_is_told(ask: Ask) -> None:
    (claim,) = ask(TESTED, "if mask.any()").claims
    assert (claim.code, claim.reported, claim.confidence) == ("FG101", True, "high")


@pytest.mark.parametrize(
    ("line", "options", "hidden"),
    [
        ("print(n)", {}, "the comment `# noqa: FG401` in line 10 silences it"),
        ("if mask.any()", {"ignore": ("FG101",)}, "--ignore leaves out FG101"),
        ("if mask.any()", {"select": ("FG4",)}, "--select leaves out FG101"),
        (
            "if n > 0",
            {},
            "it breaks only under fullgraph=True, and here the mode is the default one (--mode fullgraph sets it)",
        ),
    ],
)
def test_why_a_finding_is_not_reported(ask: Ask, line: str, options: dict[str, object], hidden: str) -> None:
    (claim,) = ask(TESTED, line, **options).claims
    assert claim.hidden == (hidden,)


def test_mode_and_confidence_bring_findings_back(ask: Ask) -> None:
    (claim,) = ask(TESTED, "if n > 0", mode="fullgraph").claims
    assert claim.reported
    guessed = TESTED.replace("mask: torch.Tensor", "mask")
    (claim,) = ask(guessed, "if mask.any()", confidence="high").claims
    assert claim.hidden == ("it is of medium confidence: --confidence medium shows it",)
    (claim,) = ask(guessed, "if mask.any()").claims
    assert claim.reported


def test_what_explain_calls_reported_is_what_check_reports(ask: Ask, tmp_path: Path) -> None:
    from fullgraph.lint.engine.api import check

    rows = textwrap.dedent(TESTED).count("\n")
    ask(TESTED, "return x")
    told = set()
    for row in range(1, rows + 1):
        explanation, _ = explain(Target(Path("module.py"), row), [], Options())
        told |= {(claim.row, claim.code) for claim in explanation.claims if claim.reported}
    result = check([Path("module.py")])
    assert told == {(d.location.row, d.code) for d in result.diagnostics}
