"""A case that claims something false about recompiles is not proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from fullgraph.lint.report.evidence import summarize
from fullgraph.runtime_check.conformance.cases import CaseError, read_case
from fullgraph.runtime_check.conformance.proof import observe, problems_of
from fullgraph.runtime_check.conformance.recompiling import Again, Claim, contradictions
from fullgraph.runtime_check.conformance.records import evidence_of

COUNTER = """
import torch


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        y = x * 2
        self.calls += 1  # MARK
        return y


def make():
    return Counter()


def inputs():
    return [(torch.ones(3),)]
"""

LOOP = """
import torch


def f(x, n):
    y = x * n
    for _ in range(SIZE):  # MARK
        y = y + 1
    return y


def make():
    return f


def inputs():
    return [(torch.ones(size, 3), size) for size in range(2, 12)]
"""

MAIN = """
import torch


@torch.compile
def f(x, n):
    return x * n


def main():
    results = []
    for n in range(12):
        results.append(f(torch.ones(3), n))  # MARK
    return results
"""


def case(folder: Path, text: str, mark: str = "") -> Path:
    kind = "recompile" if mark else "clean"
    path = folder / "fg701_number" / f"{kind}_it.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace("# MARK", mark))
    return path


def problems(path: Path) -> list[str]:
    found = read_case(path)
    return problems_of(found, observe(found))


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (COUNTER, "# recompile: FG701"),
        (COUNTER, "# recompile: FG701 (self.calls ==)"),
        (LOOP.replace("SIZE", "x.shape[0]"), "# recompile: FG701"),
        (LOOP.replace("SIZE", "n"), "# recompile: FG701"),
        (LOOP.replace("SIZE", "3"), ""),
        (MAIN, ""),
        (MAIN, "# recompile[once]: FG701 (n ==)"),
    ],
    ids=["line", "guard", "size", "number", "symbolic", "once", "once, elsewhere"],
)
def test_true_claims(tmp_path: Path, text: str, mark: str) -> None:
    assert problems(case(tmp_path, text, mark)) == []


def test_recompiles_without_a_mark(tmp_path: Path) -> None:
    found = problems(case(tmp_path, COUNTER))
    assert "default: line 12 recompiles 8 times and is not marked: self.calls == 0" in found
    assert "fullgraph: the recompile limit is hit" in found


def test_marks_where_nothing_recompiles(tmp_path: Path) -> None:
    found = problems(case(tmp_path, LOOP.replace("SIZE", "3"), "# recompile: FG701"))
    assert "default: line 7 is marked and recompiles 0 times" in found
    assert "fullgraph: the recompile limit is not hit" in found


def test_marks_for_another_guard_or_number_of_times(tmp_path: Path) -> None:
    found = problems(case(tmp_path, COUNTER, "# recompile: FG701 (self.other)"))
    assert "default: line 12 is marked and recompiles 0 times" in found
    found = problems(case(tmp_path, COUNTER, "# recompile[once]: FG701"))
    assert "default: line 12 is marked to recompile once and recompiles 8 times" in found


def test_other_breaks_and_results(tmp_path: Path) -> None:
    loud = COUNTER.replace("y = x * 2", "print(y := x * 2)")
    assert any(
        "line 11 breaks and is not marked" in one for one in problems(case(tmp_path, loud, "# recompile: FG701"))
    )
    wrong = COUNTER.replace("x * 2", "x * (3 if torch.compiler.is_compiling() else 2)")
    assert any("eager and compiled" in one for one in problems(case(tmp_path, wrong, "# recompile: FG701")))


def test_what_is_recorded(tmp_path: Path) -> None:
    found = read_case(case(tmp_path, COUNTER, "# recompile: FG701"))
    entry = evidence_of(found, observe(found))
    again = [{"lines": [12], "guard": "self.calls == 0", "count": 8}]
    assert entry["default"] == {"breaks": [], "graphs": 8, "recompiles": again, "limit": "GB0039"}
    assert entry["fullgraph"] == {"breaks": [], "graphs": 8, "recompiles": again}
    quiet = read_case(case(tmp_path, LOOP.replace("SIZE", "3")))
    cases = {found.name: entry, quiet.name: evidence_of(quiet, observe(quiet))}
    said = summarize({"torch": "2.13.0", "python": "3.11", "cases": cases})
    assert said == "torch 2.13.0 (Python 3.11): 1 case recompiled, 1 look-alike did not."


def test_what_counts_as_often() -> None:
    seen = [Again((4,), "n == 0", 2), Again((), "tensor 'x' size mismatch at index 0", 1), Again((9,), "n == 0", 1)]
    assert contradictions([], seen, lambda line: line) == ["line 4 recompiles 2 times and is not marked: n == 0"]
    claim = Claim(4, "FG701")
    assert contradictions([claim], seen, lambda line: line) == ["line 4 is marked and recompiles 2 times"]


@pytest.mark.parametrize(("name", "mark"), [("break_it.py", "# recompile: FG701"), ("recompile_it.py", "")])
def test_malformed_case(tmp_path: Path, name: str, mark: str) -> None:
    path = case(tmp_path, COUNTER, mark)
    with pytest.raises(CaseError):
        read_case(path.rename(path.with_name(name)))


def test_batches_after_a_shorter_one_run_in_the_symbolic_graph() -> None:
    """As the page of FG707 says."""
    ran: list[int] = []
    graphs: list[object] = []

    def backend(graph: torch.fx.GraphModule, inputs: object) -> Callable[..., object]:
        graphs.append(graph)
        number = len(graphs)

        def run(*arguments: object) -> object:
            ran.append(number)
            return graph.forward(*arguments)

        return run

    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x * 2, backend=backend)
    for size in (4, 4, 2, 4, 4, 2):
        compiled(torch.ones(size, 3))
    assert ran == [1, 1, 2, 2, 2, 2]


FIXED = COUNTER.replace(
    "self.calls = 0", 'self.register_buffer("calls", torch.zeros((), dtype=torch.long), persistent=False)'
)


def fix_case(folder: Path, fixed: str) -> Path:
    path = folder / "fg701_number" / "fix_it.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text("# fix: unsafe\n" + COUNTER.replace("# MARK", "# recompile: FG701"))
    path.with_suffix(".fixed.py").write_text(fixed)
    return path


def test_a_fixed_file_that_does_not_recompile(tmp_path: Path) -> None:
    path = fix_case(tmp_path, FIXED)
    assert problems(path) == []
    found = read_case(path)
    assert "fixed" in str(evidence_of(found, observe(found)))


@pytest.mark.parametrize(
    ("fixed", "said"),
    [
        (COUNTER, "fixed: the recompile limit is hit"),
        (FIXED.replace("x * 2", "x * 3"), "call 0, eager"),
        (FIXED.replace("y = x * 2", "print(y := x * 2)"), "fixed: breaks at line 11"),
        (FIXED.replace("y = x * 2", "y = x * 2 * (self.calls + 1)"), "call 1, eager"),
        (
            FIXED.replace("x * 2", "x * (3 if torch.compiler.is_compiling() else 2)"),
            "fixed: call 0: eager and compiled",
        ),
    ],
    ids=["recompiles", "another result", "breaks", "another result later", "another result compiled"],
)
def test_a_fixed_file_that_is_refused(tmp_path: Path, fixed: str, said: str) -> None:
    assert any(said in problem for problem in problems(fix_case(tmp_path, fixed)))
