"""The command line of explain: what it prints, and what it says of bad input."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.cli import main

MODEL = """
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, limit: float = 3.0) -> None:
        super().__init__()
        self.limit = limit

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > self.limit:
            x = x * 0.5
        return self.last(x)

    def last(self, y):
        print(y)  # noqa
        return y
"""[1:]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``fullgraph`` beside model.py: exit status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    Path("model.py").write_text(MODEL)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ending:
            main(arguments)
        printed = capsys.readouterr()
        assert isinstance(ending.value.code, int)
        return ending.value.code, printed.out, printed.err

    return run


def test_the_text(run: Run) -> None:
    status, out, err = run("explain", "model.py:11")
    assert (status, err) == (0, "")
    assert out == textwrap.dedent("""\
        model.py:11
        11 |         if x.sum() > self.limit:

        In compile scope (1 way):
          default mode: Gate.forward, the forward of an nn.Module (line 10) → here

        What it holds:
          x                     Tensor
                because x: Tensor (annotated, line 10)
          x.sum()               Tensor, 0-dimensional
          self                  object of Gate (model.py:5)
          self.limit            float
          x.sum() > self.limit  Tensor, 0-dimensional, bool

        Findings:
          FG101 if depends on tensor data: x.sum() > self.limit
            fix (unsafe): Replace the branch by torch.where, which computes both arms inside the graph
              open   dtype: that both arms have the same dtype could not be proved
              open   alias: a tensor written in place afterwards may now be a copy
              open   exception: a tensor written in place afterwards may be needed by the backward pass
              open   alias: the result is a copy where it was `x` itself
              proved shape: both arms have one shape
              proved effect: the additional computation has no effects
              proved draw: the additional computation draws no random numbers
              proved sources: both arms depend on the same tensors that may need gradients
              proved derivative: the derivatives of the additional computation are finite
              proved layout: both arms have the same strides, or nothing looks at them
              proved names: every name that it reads or binds means what it meant
              proved plain: nothing in the module makes other kinds of tensors, or observes them
        """)


def test_the_option_of_check_is_the_same(run: Run) -> None:
    told = run("explain", "model.py:16")
    assert "  FG401 print breaks the graph\n    not reported: the comment `# noqa` in line 16 silences it\n" in told[1]
    assert run("check", "--explain-scope", "model.py:16") == told
    assert run("check", ".", "--explain-scope", "model.py:16") == told
    assert run("explain", "model.py:16:9") == told


def test_json(run: Run) -> None:
    status, out, _ = run("explain", "model.py:11", "--output-format", "json")
    entry = json.loads(out)
    assert status == 0
    assert (entry["filename"], entry["row"], entry["kind"]) == (str(Path.cwd() / "model.py"), 11, "code")
    (statement,) = entry["statements"]
    assert statement["in_scope"] is True
    assert [(way["mode"], [step["row"] for step in way["steps"]]) for way in statement["ways"]] == [("default", [10])]
    values = {value["text"]: value["alternatives"][0]["value"] for value in statement["values"]}
    assert values["x.sum() > self.limit"]["dtype"] == "bool"
    assert values["x.sum() > self.limit"]["dimensions"] == 0
    assert values["self"] == {"kind": "object", "class": "Gate", "exact": True}
    assert [(finding["code"], finding["reported"]) for finding in entry["findings"]] == [("FG101", True)]
    fix = entry["findings"][0]["fix"]
    opened = [one["text"] for one in fix["obligations"] if one["state"] == "open"]
    assert (fix["applicability"], fix["message"]) == ("unsafe", "; ".join([fix["summary"], *opened]))
    assert {one["kind"] for one in fix["obligations"]} >= {"shape", "dtype", "alias", "names", "plain"}
    _, same, _ = run("check", "--explain-scope", "model.py:11", "--output-format", "json", "-o", "out.json")
    assert same == ""
    assert json.loads(Path("out.json").read_text()) == entry


def test_colour_marks_the_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, out, _ = run("explain", "model.py:11")
    assert "\x1b[32m\x1b[1mIn compile scope (1 way):\x1b[0m" in out


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("model.py", "model.py: error: this names no line; write FILE:LINE, such as model.py:12"),
        ("model.py:x", "model.py:x: error: this names no line; write FILE:LINE, such as model.py:12"),
        ("", '"": error: this names no line; write FILE:LINE, such as model.py:12'),
        ("absent.py:3", "absent.py: error: no such file; give the path of a Python file, as seen from here"),
        (".:3", ".: error: this is a folder; give a file and a line of it, such as model.py:12"),
        ("model.py:0", "model.py: error: there is no line 0: the file has 17 lines; give one from 1 to 17"),
        ("model.py:99", "model.py: error: there is no line 99: the file has 17 lines; give one from 1 to 17"),
        ("empty.py:1", "empty.py: error: there is no line 1: the file is empty"),
        (
            "bad.py:1",
            "bad.py:1:7: error: syntax error: invalid syntax; correct it first: what is not Python cannot be explained",
        ),
    ],
)
def test_bad_input_is_one_line(run: Run, place: str, error: str) -> None:
    Path("empty.py").write_text("")
    Path("bad.py").write_text("def f(:\n")
    assert run("explain", place) == (2, "", f"{error}\n")
    assert run("check", "--explain-scope", place) == (2, "", f"{error}\n")


def test_other_files_that_cannot_be_read_do_not_keep_the_line_from_it(run: Run) -> None:
    Path("bad.py").write_text("def f(:\n")
    status, out, err = run("explain", "model.py:11", "model.py", "bad.py", "absent.py")
    assert status == 2
    assert "In compile scope (1 way):" in out
    assert [line.split(": error: ")[0] for line in err.splitlines()] == ["absent.py", "bad.py:1:7"]


@pytest.mark.parametrize("other", ["--fix", "--unsafe-fixes", "--diff", "-"])
def test_the_option_goes_with_no_fixes(run: Run, other: str) -> None:
    status, out, err = run("check", "--explain-scope", "model.py:11", other)
    assert (status, out) == (2, "")
    assert err == "error: --explain-scope goes with no fixes, and not with - (standard input)\n"
