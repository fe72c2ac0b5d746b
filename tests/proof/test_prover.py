"""A case that claims something false is not proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fullgraph.runtime_check.conformance import cases, records
from fullgraph.runtime_check.conformance.cases import CaseError, find_cases, read_case
from fullgraph.runtime_check.conformance.proof import compare, observe, problems_of
from fullgraph.runtime_check.conformance.prove import main

HEAD = "import os\nimport torch\n\n\ndef f(x):\n"
TAIL = "\n\ndef make():\n    return f\n\n\ndef inputs():\n    return [(torch.ones(2),), (-torch.ones(2),)]\n"
BRANCH = "    if x.sum() > 0:  # break: FG101\n        x = x + 1\n    return x * 2\n"


def case(folder: Path, body: str, name: str = "break_it.py", first: str = "") -> Path:
    path = folder / "fg101_branch" / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(first + HEAD + body + TAIL)
    return path


def problems(path: Path) -> list[str]:
    found = read_case(path)
    return problems_of(found, observe(found))


def test_true_claim(tmp_path: Path) -> None:
    assert problems(case(tmp_path, BRANCH)) == []


def test_mark_on_another_line(tmp_path: Path) -> None:
    body = "    if x.sum() > 0:\n        x = x + 1  # break: FG101\n    return x * 2\n"
    found = problems(case(tmp_path, body))
    assert "default: line 7 is marked and does not break" in found
    assert "fullgraph: line 6 breaks and is not marked: Data-dependent branching (GB0170)" in found


@pytest.mark.parametrize(("mode", "wrong"), [("default", "fullgraph"), ("fullgraph", "default")])
def test_mark_for_one_mode(tmp_path: Path, mode: str, wrong: str) -> None:
    found = problems(case(tmp_path, BRANCH.replace("break:", f"break[{mode}]:")))
    assert found == [f"{wrong}: line 6 breaks and is not marked: Data-dependent branching (GB0170)"]


@pytest.mark.parametrize(
    ("limit", "holds"),
    [("before 2.13", True), ("since 2.13", False), ("before 2.12", False), ("in 2.12", True), ("in 2.11", False)],
)
def test_mark_for_some_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, holds: bool) -> None:
    cases._release.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(cases.importlib.metadata, "version", lambda name: "2.12.1+cpu")
        found = read_case(case(tmp_path, BRANCH.replace("FG101", f"FG101 ({limit})")))
    cases._release.cache_clear()
    assert found.marks == ({("default", 6, "FG101"), ("fullgraph", 6, "FG101")} if holds else set())


DEEP = """    return middle(x + 1) + 1


def middle(x):
    return innermost(x * 2) + 1


def innermost(x):
    print(x.shape)  # break: other
    return x + 1
"""


def test_nested_graph_breaks_leave_one_break_and_two_graphs(tmp_path: Path) -> None:
    found = read_case(case(tmp_path, DEEP))
    before, seen = observe(found).modes["default"], observe(found, nested=True)
    assert problems_of(found, seen) == []
    assert seen.modes.keys() == {"default"}
    assert (seen.modes["default"].breaks, seen.modes["default"].graphs) == (before.breaks, 2)
    assert before.graphs > 2


def test_clean_case_that_breaks(tmp_path: Path) -> None:
    found = problems(case(tmp_path, "    print('x')\n    return x + 1\n", "clean_it.py"))
    assert found == [
        f"{mode}: line 6 breaks and is not marked: Failed to trace builtin operator (GB0059)"
        for mode in ("default", "fullgraph")
    ]


def test_scalar_breaks_in_the_default_mode_alone(tmp_path: Path) -> None:
    assert problems(case(tmp_path, "    return x * x.sum().item()  # break[default]: other\n")) == []


FAILING = """import os
import torch


@torch.library.custom_op("fullgraph_tests::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def f(x):
"""


def test_compiling_that_fails_without_fullgraph_too(tmp_path: Path) -> None:
    path = case(tmp_path, "    return double(x)  # fails: FG508\n")
    path.write_text(path.read_text().replace(HEAD, FAILING))
    assert problems(path) == []
    path.write_text(path.read_text().replace("fails:", "break:"))
    found = problems(path)
    assert "default: line 11 is marked and does not break" in found
    assert any("default: input 0: eager and compiled: no exception and TorchRuntimeError" in entry for entry in found)
    true = case(tmp_path, BRANCH.replace("break:", "fails:"))
    assert problems(true) == [f"{mode}: compiling does not fail at line 6" for mode in ("default", "fullgraph")]


UPDATED = """import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.ones(2))

    def forward(self, x):
        self.steps += 1
        return x * self.steps  # differs: FG610
"""
UPDATED += TAIL.replace("return f", "return Model()")


def test_gradients_that_differ_once_compiled(tmp_path: Path) -> None:
    path = case(tmp_path, "", "differs_it.py")
    path.write_text(UPDATED)
    found = read_case(path)
    seen = observe(found)
    assert problems_of(found, seen) == []
    assert found.reported("default") == found.reported("fullgraph") == {(11, "FG610")}
    assert all("gradient of input 0" in difference.text for difference in seen.differences)
    path.write_text(UPDATED.replace("self.steps += 1", "self.steps = self.steps + 1"))
    assert problems(path) == ["eager and compiled do not differ"]


def test_clean_case_whose_gradients_differ(tmp_path: Path) -> None:
    path = case(tmp_path, "", "clean_it.py")
    path.write_text(UPDATED.replace("  # differs: FG610", ""))
    assert problems(path) == []
    path.write_text("# compare: gradients\n" + path.read_text())
    assert any(problem.startswith("with gradients: input 0: gradient of input 0") for problem in problems(path))


def test_other_results_than_eager(tmp_path: Path) -> None:
    body = BRANCH.replace("x * 2", "x * (3 if torch.compiler.is_compiling() else 2)")
    assert any("eager and compiled: result" in problem for problem in problems(case(tmp_path, body)))


def test_crash_and_hang(tmp_path: Path) -> None:
    crash = read_case(case(tmp_path, "    os._exit(3)  # break: FG101\n"))
    assert problems_of(crash, observe(crash)) == ["the process ended with status 3"]
    hang = read_case(case(tmp_path, "    while True:  # break: FG101\n        os.getpid()\n"))
    assert problems_of(hang, observe(hang, time_limit=2)) == ["no result within 2 s"]


def test_case_that_cannot_be_loaded(tmp_path: Path) -> None:
    broken = case(tmp_path, "    1 / 0  # break: FG101\n", first="raise OSError('no')\n")
    assert any("OSError: no" in problem for problem in problems(broken))
    missing = read_case(case(tmp_path, BRANCH, first="import no_such_package\n"))
    assert observe(missing).missing == "no_such_package is not installed"


WHERE = "    x = torch.where(x.sum() > 0, x + 1, x)\n    return x * 2\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (WHERE, None),
        (WHERE.replace("x + 1", "x + 2"), "eager: result"),
        (BRANCH, "fullgraph=True"),
        (WHERE.replace("x + 1", "x.detach() + 1"), "gradient of input 0"),
        (WHERE.replace("return", "print('x')\n    return"), "printed"),
        (WHERE.replace("x + 1, x)", "x + 1, x + 0 * x.sqrt())"), "result"),
    ],
    ids=["right", "value", "breaks", "gradient", "prints", "NaN"],
)
def test_rewritten_text(tmp_path: Path, text: str, problem: str | None) -> None:
    found = compare(read_case(case(tmp_path, BRANCH)), HEAD + text + TAIL, safe=True, whole=True)
    if problem is None:
        assert found == []
    else:
        assert any(problem in entry for entry in found) or (problem == "fullgraph=True" and found)


def test_hard_numbers_are_for_safe_rewrites(tmp_path: Path) -> None:
    original = read_case(case(tmp_path, BRANCH))
    text = HEAD + WHERE.replace("return x * 2", "return x * 2 + 0 * x") + TAIL
    assert compare(original, text, safe=False, whole=True) == []
    found = compare(original, text, safe=True, whole=True)
    assert found and all(" as " in problem for problem in found)


@pytest.mark.parametrize(("error", "rounding"), [("1e-7", True), ("1e-3", False)])
def test_rounding_is_for_fixes_that_speak_of_it(tmp_path: Path, error: str, rounding: bool) -> None:
    original = read_case(case(tmp_path, BRANCH))
    text = HEAD + WHERE.replace("return x * 2", f"return x * 2 * (1 + {error})") + TAIL
    assert compare(original, text, safe=False, whole=True)
    assert (compare(original, text, safe=False, whole=True, rounding=True) == []) is rounding


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("other.py", BRANCH),
        ("clean_it.py", BRANCH),
        ("break_it.py", "    return x\n"),
        ("fix_it.py", BRANCH),
        ("differs_it.py", BRANCH),
        ("break_it.py", "    return x  # differs: FG610\n"),
    ],
)
def test_malformed_case(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(CaseError):
        read_case(case(tmp_path, text, name))


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case(tmp_path, BRANCH)
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 of 1 cases are proved, 0 are not, 0 left out\n"
    case(tmp_path, "    return x\n" + BRANCH, "break_other.py")
    assert main([str(tmp_path), "--write"]) == 1
    told = capsys.readouterr()
    assert "line 7 is marked and does not break" in told.out
    assert "nothing is written" in told.err
    assert main([str(tmp_path), "--only", "none"]) == 2
    assert main([str(tmp_path / "nothing")]) == 2
    assert len(find_cases(tmp_path)) == 2


def test_what_is_recorded_of_other_cases_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evidence" / "torch.json"
    monkeypatch.setattr(records, "evidence_path", lambda: path)
    cases = tmp_path / "cases"
    for name in ("break_a.py", "break_b.py"):
        case(cases, BRANCH, name)
    case(cases, BRANCH, "break_elsewhere.py", first="# only: no_such_package\n")
    assert main([str(cases), "--write", "--only", "/break_a"]) == 0
    recorded = json.loads(path.read_text())
    assert len(recorded["cases"]) == 1
    folder = next(iter(recorded["cases"])).partition("/")[0]
    gone, elsewhere = f"{folder}/break_gone", f"{folder}/break_elsewhere"
    path.write_text(json.dumps(recorded | {"python": "3.0", "cases": recorded["cases"] | {gone: {}, elsewhere: {}}}))
    assert main([str(cases), "--write", "--only", "break_b", "--only", "elsewhere"]) == 0
    written = json.loads(path.read_text())
    assert list(written["cases"]) == [f"{folder}/break_a", f"{folder}/break_b", elsewhere]
    assert written["python"] == f"3.0, {recorded['python']}"


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [
        ("python<3.0", "it is for python<3.0"),
        ("python>=9.0", "it is for python>=9.0"),
        ("python!=3.0, torch!=9.0", None),
        ("python>=3.0, no_such_package", "no_such_package is not installed"),
        ("python>=3.0, python<9.0, torch", None),
    ],
)
def test_case_that_holds_in_some_places(tmp_path: Path, wanted: str, missing: str | None) -> None:
    found = read_case(case(tmp_path, BRANCH, first=f"# only: {wanted}\n"))
    seen = observe(found)
    assert seen.missing == missing
    if missing is None:
        assert problems_of(found, seen) == []
