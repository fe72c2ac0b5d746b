"""Notebooks: cells become one text and come back, and everything is told by cell."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.diagnostics import cells
from fullgraph.lint.source import notebook
from fullgraph.lint.source.source_file import SourceError, SourceFile
from hypothesis import given, settings
from hypothesis import strategies as st

MODEL = """\
class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x.float()
        if x.sum() > 0:
            x = x * 2.0
        print("café")
        return x"""


def code(source: str, as_lines: bool = True) -> dict[str, Any]:
    given: Any = source.splitlines(keepends=True) if as_lines else source
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": given}


def markdown(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": [source]}


def book(*given: dict[str, Any], **more: Any) -> dict[str, Any]:
    metadata = {"language_info": {"name": "python", "version": "3.11.0"}}
    return {"cells": list(given), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5, **more}


def saved(*given: dict[str, Any]) -> str:
    """As Jupyter saves it."""
    return json.dumps(book(*given), indent=1, ensure_ascii=False) + "\n"


NET = saved(
    markdown('# Title: a `source` with [brackets] and "quotes"'),
    code("%matplotlib inline\nimport torch\nfrom torch import nn\n!pip install \\\n  x > y"),
    code("%%bash\nif [ 1 ]; then echo; fi"),
    code(MODEL),
    code("%time Net()(torch.ones(3))\nfiles = !ls\nnn.Linear?\nx = 7 \\\n  % 4"),
)


@pytest.fixture
def net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("net.ipynb")
    path.write_bytes(NET.encode())
    return path


Run = Callable[..., Any]


def test_findings_are_told_by_cell(net: Path, run: Run) -> None:
    done = run("check", "--torch-version", "2.13")
    assert done.status == 1
    assert "net.ipynb:cell 4:4:12: FG101 if depends on tensor data: x.sum() > 0" in done.out
    assert '6 |         print("café")' in done.out
    assert "annotated, cell 4, line 2" in done.out


def test_json_names_cell_and_row_in_it(net: Path, run: Run) -> None:
    first, second = json.loads(run("check", "--output-format", "json", "--torch-version", "2.13").out)
    assert (first["cell"], first["location"]) == (4, {"row": 4, "column": 12})
    assert (second["cell"], second["location"]["row"], second["noqa_row"]) == (4, 6, 6)
    assert {(edit["cell"], edit["location"]["row"]) for edit in first["fix"]["edits"]} == {(4, 4)}
    assert {step.get("cell") for step in first["evidence"]} == {4}


def test_a_fix_changes_the_source_of_its_cell_and_nothing_else(net: Path, run: Run) -> None:
    done = run("check", "--fix", "--unsafe-fixes", "--torch-version", "2.13")
    assert done.status == 0, done.out
    fixed = MODEL.replace(
        "        if x.sum() > 0:\n            x = x * 2.0\n", "        x = torch.where(x.sum() > 0, x * 2.0, x)\n"
    ).replace('        print("café")', '        if not torch.compiler.is_compiling():\n            print("café")')
    old, new = json.loads(NET), json.loads(net.read_text(encoding="utf-8"))
    assert "".join(new["cells"][3]["source"]) == fixed
    old["cells"][3] = new["cells"][3]
    assert new == old
    assert net.read_text(encoding="utf-8") == json.dumps(new, indent=1, ensure_ascii=False) + "\n"
    assert run("check", "--fix", "--torch-version", "2.13").status == 0


def test_an_import_that_a_fix_needs_goes_into_a_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    text = "from torch import nn, Tensor\n" + MODEL.replace("torch.Tensor", "Tensor")
    Path("a.ipynb").write_text(saved(code("%pip install torch"), code(text)), encoding="utf-8")
    assert run("check", "--fix", "--unsafe-fixes", "--torch-version", "2.13").status == 0
    first, second = ("".join(cell["source"]) for cell in json.loads(Path("a.ipynb").read_text())["cells"])
    assert "%pip install torch" in first
    assert (first + second).count("import torch\n") == 1
    assert "torch.where" in second


def test_standard_input(net: Path, run: Run) -> None:
    done = run(
        "check",
        "--fix",
        "--unsafe-fixes",
        "--stdin-filename",
        "net.ipynb",
        "-",
        "--torch-version",
        "2.13",
        stdin=NET.encode(),
    )
    assert "torch.where" in "".join(json.loads(done.out)["cells"][3]["source"])


def test_a_line_is_explained_by_cell(net: Path, run: Run) -> None:
    assert "x.sum() > 0" in run("explain", "net.ipynb:4:4").out
    done = run("explain", "net.ipynb:3")
    assert (done.status, done.err.strip()) == (
        2,
        "net.ipynb:3: error: in a notebook a line is FILE:CELL:LINE, such as train.ipynb:3:12",
    )
    assert run("explain", "net.ipynb:1:1").err.strip() == "net.ipynb: error: there is no code cell 1"
    for line in ("0", "8"):
        assert run("explain", f"net.ipynb:4:{line}").err == f"net.ipynb: error: there is no line {line} in cell 4\n"


EXPLAINED = (
    code("import torch\nfrom torch import nn\nfrom helper import half"),
    markdown("# A model"),
    code(
        """\
class Net(nn.Module):
    def forward(self, x, y):
        n = x.shape[0]
        value = y.sum().item()
        if self.training is None:
            x = x + 1
        try:
            x = half(x)
        except ValueError:
            x = x - 1

        if x.sum() > n:
            x = (
                x
                * 2
            )
        print(x)  # fullgraph: ignore
        return x"""
    ),
    code("@torch.compiler.disable\ndef left(x):\n    return x\n\ntorch.compile(half)(torch.ones(3))"),
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "3:2",
            ["     Tensor (medium confidence)", "because x: Tensor (compiled code uses its .shape, cell 3, line 3)"],
        ),
        (
            "3:5",
            [
                "net.ipynb:cell 3:5\n5 |         if self.training",
                "self                   object of Net (net.ipynb:cell 3:1)",
            ],
        ),
        ("3:6", ["`if self.training is None` (cell 3, line 5) is always False here"]),
        ("3:8", ["Net.forward, the forward of an nn.Module (cell 3, line 2) → here"]),
        ("3:10", ["it is in the `except` of cell 3, line 9, which a compiled run"]),
        ("3:11", ["note: the next line with code is cell 3, line 12"]),
        ("3:12", ["because x: Tensor (compiled code uses its .shape, cell 3, line 3)"]),
        ("3:14", ["a statement, cell 3, lines 13-16: x = (x * 2)"]),
        ("3:17", ["the comment `# fullgraph: ignore` in cell 3, line 17 silences it"]),
        ("4:3", ["left leaves compile scope by `@torch.compiler.disable` (cell 4, line 1)"]),
    ],
)
def test_an_explanation_tells_every_line_by_cell(tmp_path: Path, run: Run, line: str, said: list[str]) -> None:
    Path("net.ipynb").write_text(saved(*EXPLAINED), encoding="utf-8")
    Path("helper.py").write_text("def half(x):\n    return x / 2\n")
    done = run("explain", f"net.ipynb:{line}", "net.ipynb", "helper.py", "--torch-version", "2.13")
    assert done.status == 0, done.err
    for text in said:
        assert text in done.out
    joined = SourceFile.read(Path("net.ipynb"))
    assert joined.cells is not None
    shown = {int(row) for row in re.findall(r"(?:line|:)\s?(\d+)", done.out)}
    assert max(shown) <= 18, "rows of the joined cells go on"

    data = json.loads(run("explain", f"net.ipynb:{line}", "--output-format", "json", "--torch-version", "2.13").out)
    cell, row = map(int, line.split(":"))
    assert (data["cell"], data["row"]) == (cell, row)
    for statement in data["statements"]:
        assert statement["first_row"] <= row <= statement["last_row"]
        for value in statement["values"]:
            assert statement["first_row"] <= value["location"]["row"] <= statement["last_row"]
        for way in statement["ways"]:
            assert [(step["cell"], step["row"]) for step in way["steps"]] == [(3, 2)]


def test_a_way_from_a_notebook_is_told_by_cell_in_other_files(tmp_path: Path, run: Run) -> None:
    Path("net.ipynb").write_text(saved(*EXPLAINED), encoding="utf-8")
    Path("helper.py").write_text("def half(x):\n    if x.sum() > 0:\n        x = x / 2\n    return x\n")
    scope = ("--scope", "explicit", "--torch-version", "2.13")
    out = run("check", *scope).out
    assert "torch.ones(3): Tensor (net.ipynb:cell 4:5)" in out
    assert "in scope: torch.compile(half) (net.ipynb:cell 4:5)" in out
    assert "torch.compile(half) (net.ipynb:cell 4:5) → half" in run("explain", "helper.py:2", ".", *scope).out
    (found,) = json.loads(run("check", "--output-format", "json", *scope).out)
    assert {(step["row"], step.get("cell")) for step in found["trace"]} == {(5, 4), (1, None)}
    (log,) = json.loads(run("check", "--output-format", "sarif", *scope).out)["runs"]
    for place in log["results"][0]["relatedLocations"]:
        in_notebook = place["physicalLocation"]["artifactLocation"]["uri"].endswith(".ipynb")
        assert ("region" in place["physicalLocation"]) is not in_notebook


def test_a_message_names_a_line_by_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    text = "@torch.compile\ndef f(x: torch.Tensor):\n    n = x.sum().item()\n    open(n)\n    return x * n"
    Path("a.ipynb").write_text(saved(code("import torch"), code(text)), encoding="utf-8")
    assert "in cell 2, line 4 it is passed to `open`" in run("check", "--torch-version", "2.13").out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON"),
        ("[]", "no list of cells"),
        ('{"worksheets": []}', "older than nbformat 4"),
        (json.dumps(book(metadata={"kernelspec": {"language": "R"}})), "its language is r, not Python"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_notebook_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(text)
    with pytest.raises(SourceError) as caught:
        SourceFile.read(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_syntax_error_is_told_by_cell(tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(saved(code("a = 1"), code("b = 2\nc ="), code("d = 3")))
    with pytest.raises(SourceError) as caught:
        _ = SourceFile.read(path).tree
    assert str(caught.value).startswith(f"{path}:cell 2:2:")


def test_a_suppression_counts_in_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    text = MODEL.replace("> 0:", "> 0:  # fullgraph: ignore[FG101]").replace('("café")', "()  # fullgraph: ignore[XX]")
    Path("a.ipynb").write_text(saved(code("import torch\nfrom torch import nn"), code(text)), encoding="utf-8")
    done = run("check", "--output-format", "concise", "--torch-version", "2.13")
    assert "FG101" not in done.out
    assert "a.ipynb:cell 2:6: warning: " in done.err


@pytest.mark.parametrize("indent", [None, 1, 2, "\t"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("as_lines", [False, True])
def test_the_form_of_the_json_is_kept(indent: Any, ascii_only: bool, as_lines: bool) -> None:
    given = book(code("a = 'é'\nb = 1", as_lines), markdown("x"), code("", as_lines), code("c", as_lines))
    text = json.dumps(given, indent=indent, ensure_ascii=ascii_only)
    sources = notebook.sources(text)
    assert [source.cell for source in sources] == [1, 3, 4]
    new = notebook.rewritten(text, sources, ["a = 'é'\nb = 2\nd = 'ü'", "", "c"])
    given["cells"][0] = code("a = 'é'\nb = 2\nd = 'ü'", as_lines)
    assert new == json.dumps(given, indent=indent, ensure_ascii=ascii_only)
    assert notebook.rewritten(text, sources, [source.text for source in sources]) == text


LINES = st.sampled_from(
    [
        "x = 1",
        "if x:",
        "    y = 2",
        "    !ls",
        "%time f()",
        "%%bash",
        "%%time",
        "a, b = !ls -l \\",
        "f??",
        "# %% cell 1",
        "# %% cell 2-",
        "get_ipython()  # ipython: !x",
        "# ipython-: y",
        "",
        "'''",
        'é = "\u2028"',
        "\t# tab",
        "def f(",
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.lists(LINES, max_size=5).map("\n".join), min_size=1, max_size=4))
def test_cells_come_back(texts: list[str]) -> None:
    joined = cells.join(enumerate(texts, 1))
    assert cells.split(joined, joined) == texts
    found = cells.find(joined.splitlines(keepends=True))
    assert found is not None
    assert found.numbers == tuple(range(1, len(texts) + 1))


@settings(deadline=None)
@given(st.lists(LINES.filter(lambda line: "'''" not in line and "(" not in line), max_size=5).map("\n".join))
def test_rows_stay_what_they_are(text: str) -> None:
    joined = cells.join([(3, text)])
    assert joined.count("\n") == text.count("\n") + 2
    found = cells.find(joined.split("\n"))
    assert found is not None
    assert found.place(2) == (3, 1)
    assert found.row(3, 1) == 2
    assert found.row(4, 1) is None


def test_code_cannot_move_between_cells() -> None:
    joined = cells.join([(1, "a = 1"), (2, "b = 2")])
    assert cells.split("import x\n" + joined, joined) == ["import x\na = 1", "b = 2"]
    with pytest.raises(ValueError, match="from one cell to another"):
        cells.split(joined.replace("# %% cell 2\n", ""), joined)
