"""What facts change in the findings, on a package of one file, and the section of the page."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from fullgraph.lint.facts.functions import digest_of, functions_of
from fullgraph.lint.facts.schema import BranchFact, FunctionFact, Recorded, Scene, TensorFact, ValueFact

from benchmarks.accuracy import __main__ as command
from benchmarks.accuracy import docs, effect_report
from benchmarks.accuracy.check import Finding
from benchmarks.accuracy.effect import Texts, effect
from benchmarks.accuracy.measured import Break, Package, Run, Sources, line_hash
from benchmarks.accuracy.recording import Made, Recording

FILE = "pkg/model.py"
MODEL = """\
import torch

@torch.compile
def forward(x, flag, m):
    if flag:
        if x.sum() > 0:
            x = x + 1
        print(x)
    y = x[m]
    print(y)
    return y

def helper(x):
    return x
"""
LINES = MODEL.splitlines()


def broke(line: int) -> Break:
    return Break(FILE, line, line_hash(LINES[line - 1]), "forward", "a graph break", "item", "local")


RUNS = [Run("Model", "model", "pkg", "2.15.0", "eval", [broke(6), broke(10)], {FILE: frozenset({5, 6, 9, 10})})]


def facts() -> Recorded:
    """Of a call with a mask and without the flag, and of a function that is another one now."""
    named = {one.name: one for one in functions_of(ast.parse(MODEL))}
    tensor = TensorFact(
        True, frozenset(("bool",)), frozenset((1,)), (3,), frozenset(("cpu",)), frozenset(("contiguous",))
    )
    seen = Scene({"m": ValueFact(frozenset(("Tensor",)), tensor)})
    found = [
        FunctionFact(
            FILE, "forward", digest_of(named["forward"].node), 3, 1, 1, scene=seen, branches={0: BranchFact(3, 0, 1)}
        ),
        FunctionFact(FILE, "helper", "0" * 32, 1, 1, 1),
    ]
    return Recorded({one.key: one for one in found})


RECORDING = Recording(
    facts(),
    [Made("pkg", "Model", "model", "eval", "", {"torch": "2.11.0"}), Made("pkg", "B", "b", "train", "ValueError: no")],
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "zoo" / FILE
    path.parent.mkdir(parents=True)
    path.write_text(MODEL, encoding="utf-8")
    (path.parent / "__init__.py").touch()
    (tmp_path / "zoo" / ".unpacked").mkdir()
    (tmp_path / "zoo" / ".unpacked" / f"{PACKAGE.wheel}.{PACKAGE.sha256}").touch()
    return tmp_path


PACKAGE = Package("pkg", "1.1", "zoo", "pkg", "pkg-1.1-py3-none-any.whl", "0" * 64)


def test_what_is_marked_and_what_it_is(root: Path) -> None:
    before = [Finding(FILE, 6, 6, "FG101"), Finding(FILE, 8, 8, "FG401", fix="unsafe"), Finding(FILE, 14, 14, "FG701")]
    after = [
        Finding(FILE, 6, 6, "FG101", never_taken=True),
        Finding(FILE, 8, 8, "FG401", never_taken=True, fix="observed"),
        Finding(FILE, 8, 8, "FG401", fix="observed"),
        Finding(FILE, 9, 9, "FG302", observed=True),
    ]
    found = effect(RUNS, before, after, Texts(root / "zoo", facts()))
    assert [(one.finding.first, one.verdict, one.known) for one in found.findings] == [
        (6, "at a break", True),
        (8, "not traced", True),
        (9, "at a break", True),
    ]
    assert [one.finding.first for one in found.marked] == [6]
    assert [site.first.line for site in found.lost] == [6]
    assert [(one.judged.finding.code, one.what) for one in found.changes] == [
        ("FG401", "fix unsafe to observed"),
        ("FG302", "new"),
    ]
    assert found.current == 1


def test_a_function_of_another_text_is_not_known(root: Path) -> None:
    texts = Texts(root / "zoo", facts())
    assert [texts.knows(Finding(FILE, line, line, "FG101")) for line in (1, 10, 14)] == [False, True, False]
    assert not texts.knows(Finding("pkg/gone.py", 1, 1, "FG101"))


def test_the_comparison_runs_check_with_the_facts(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = root / "page.md"
    page.write_text(f"# Page\n\n{effect_report.BEGIN}\nold\n{effect_report.END}\nrest\n", encoding="utf-8")
    monkeypatch.setattr(command, "load_zoo", lambda: RUNS)
    monkeypatch.setattr(command, "load_packages", lambda: [PACKAGE])
    monkeypatch.setattr(command, "PAGE", page)
    given, output = root / "recorded.json.gz", root / "effect.json"
    RECORDING.write(given)
    arguments = ["--facts", str(given), "--folder", str(root), "--output-file", str(output), "--write-docs"]
    assert command.main(arguments) == 0
    said = json.loads(output.read_text(encoding="utf-8"))
    assert said["figures"]["without"]["recall"] == {"hit": 2, "of": 2}
    assert said["figures"]["rest"]["recall"] == {"hit": 1, "of": 2}
    assert [(one["line"], one["verdict"]) for one in said["marked"]] == [(6, "at a break"), (8, "not traced")]
    assert [(one["code"], one["what"]) for one in said["changes"]] == [("FG302", "new")]
    shown = capsys.readouterr().out
    assert "facts of 1 eager runs of 1 models (torch 2.11.0): 2 functions, 1 of them as they are" in shown
    assert "| pkg b (train) | ValueError: no |" in shown
    assert f"{FILE}:6 would have no finding" in shown
    text = page.read_text(encoding="utf-8")
    assert text.endswith("rest\n") and "old" not in text and shown.strip() in text


def test_facts_that_cannot_be_read_are_one_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "facts.json").write_text("{}", encoding="utf-8")
    assert command.main(["--facts", str(root / "facts.json")]) == 2
    assert command.main(["--facts", str(root / "gone.json")]) == 2
    assert [line[:6] for line in capsys.readouterr().err.splitlines()] == ["error:", "error:"]


def test_the_page_has_a_place_for_it() -> None:
    page = command.PAGE.read_text(encoding="utf-8")
    assert docs.rewrite_between(page, effect_report.BEGIN, effect_report.END, "x").count(effect_report.BEGIN) == 1
    assert effect_report.text(
        effect(RUNS, [], [], Texts(Path("nowhere"), Recorded())), Recording(Recorded()), Sources(Path("nowhere"))
    ).startswith("fullgraph ")
