"""``assert_fullgraph`` and the marker: they pass where the compiler has nothing to say, and else say what it says."""

from __future__ import annotations

import importlib.metadata
import inspect
from pathlib import Path

import pytest
import torch
from fullgraph.testing import FullgraphError, assert_fullgraph
from torch import nn

pytest_plugins = ["pytester"]


class Clean(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        return self.norm(self.layer(x)) * scale


class Gate(Clean):
    def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        x = self.layer(x)
        if x.abs().max() > 3:
            x = x * 0.5
        return torch.relu(x)


class Counter(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * self.calls


def reads(x: torch.Tensor) -> torch.Tensor:
    return x * x.sum().item()


def line_of(text: str) -> int:
    return 1 + next(i for i, line in enumerate(Path(__file__).read_text().splitlines()) if text in line)


def test_one_graph_passes() -> None:
    done = assert_fullgraph(Clean(), torch.randn(3, 4))
    assert done.graphs == 1
    assert not done.recompiles


def test_a_break_of_a_function_that_no_file_compiles_is_predicted() -> None:
    with pytest.raises(FullgraphError, match="predicted by FG201"):
        assert_fullgraph(reads, torch.randn(3))


def test_state_and_arguments_are_as_before() -> None:
    module, x = Clean(), torch.randn(3, 4)
    before = {name: tensor.clone() for name, tensor in module.state_dict().items()}

    def writes(x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return module(x)

    kept = x.clone()
    assert_fullgraph(writes, x)
    assert torch.equal(x, kept)
    assert all(torch.equal(tensor, before[name]) for name, tensor in module.state_dict().items())


def test_a_break_is_told_with_place_rule_and_fix() -> None:
    with pytest.raises(FullgraphError) as caught:
        assert_fullgraph(Gate(), torch.randn(3, 4))
    said = str(caught.value)
    assert said.startswith("1 graph break, 2 graphs\n")
    row = line_of("if x.abs().max() > 3:")
    assert f"test_testing.py:{row} in forward: Data-dependent branching (GB0170)" in said
    assert "if x.abs().max() > 3:" in said
    assert "predicted by FG101" in said
    assert "fix (safe): Replace the branch by torch.where" in said
    assert "gb0170.html" in said
    assert [found.line for found in caught.value.breaks] == [row]


def test_what_only_the_default_mode_breaks_at_is_found() -> None:
    with pytest.raises(FullgraphError, match=r"Tensor.item\(\)"):
        assert_fullgraph(reads, torch.randn(3))
    # ... which fullgraph=True captures
    assert torch.compile(reads, backend="eager", fullgraph=True)(torch.ones(2)).shape == (2,)


def test_every_break_is_told_with_the_mode_that_alone_has_it() -> None:
    def several(x: torch.Tensor) -> torch.Tensor:
        n = x.sum().item()  # the first
        if n > 0:  # the second
            x = x + 1
        print("here", end="")  # the third
        return x * 2

    with pytest.raises(FullgraphError) as caught:
        assert_fullgraph(several, torch.ones(3))
    said = str(caught.value)
    assert said.startswith("2 graph breaks, ")
    rows = [line_of(f"# the {which}") for which in ("first", "third", "second")]
    assert [found.line for found in caught.value.breaks] == rows
    assert f"test_testing.py:{rows[0]} in several: Unsupported Tensor.item() call" in said
    assert said.count(", only in the default mode") == 1
    assert said.count(", only with fullgraph=True") == 1


def test_a_recompile_is_told_with_what_to_do() -> None:
    with pytest.raises(FullgraphError, match=r"torch._dynamo.mark_dynamic\(x, 0\)"):
        assert_fullgraph(Clean(), torch.randn(3, 4), vary=[torch.randn(5, 4)])
    with pytest.raises(FullgraphError, match=r"keep self\.calls in a buffer"):
        assert_fullgraph(Counter(), torch.ones(2), vary=[torch.ones(2)])


def test_varied_inputs_may_recompile_as_often_as_is_said() -> None:
    varied = [torch.randn(5, 4), torch.randn(7, 4), (torch.randn(3, 4),), {"scale": 2.0}]
    with pytest.raises(FullgraphError, match="2 recompiles, none allowed") as caught:
        assert_fullgraph(Clean(), torch.randn(3, 4), vary=varied)
    assert len(caught.value.recompiles) == 2
    assert "size" in str(caught.value)
    assert len(assert_fullgraph(Clean(), torch.randn(3, 4), vary=varied, recompiles=2).recompiles) == 2
    assert not assert_fullgraph(Clean(), torch.randn(3, 4), vary=varied[:3], dynamic=True).recompiles


def test_the_recompile_limit_is_told_with_its_guard_and_what_to_do() -> None:
    with pytest.raises(FullgraphError) as caught:
        assert_fullgraph(Counter(), torch.ones(2), vary=[torch.ones(2)] * 9)
    said = str(caught.value)
    assert "Dynamo recompile limit exceeded (GB0039)" in said
    assert "\n      self.calls == 7\n      an int attribute of a module is a constant of the graph: " in said


def test_state_that_recompiles_is_not_put_back_between_calls() -> None:
    module = Counter()
    x = torch.randn(3)
    with pytest.raises(FullgraphError, match=r"2 recompiles, none allowed\n.*self.calls"):
        assert_fullgraph(module, x, vary=[x, x])
    assert module.calls == 0


def test_nothing_compiled_is_no_graph() -> None:
    with pytest.raises(FullgraphError, match="nothing was compiled"):
        assert_fullgraph(lambda x: x, torch.ones(2))


def test_what_eager_raises_comes_through() -> None:
    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        assert_fullgraph(Clean(), torch.randn(3, 5))


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(FullgraphError, match="InvalidBackend"):
        assert_fullgraph(Clean(), torch.randn(3, 4), backend="no_such")


LOADED = any(one.name == "fullgraph" for one in importlib.metadata.entry_points(group="pytest11"))
PLUGIN = () if LOADED else ("-p", "fullgraph.runtime_check.pytest_plugin")
"""How pytest is told of the plugin where fullgraph is only linked into the environment."""

MARKED = """
import pytest
import torch

def clean(x):
    return torch.relu(x) * 2

def prints(x):
    print("here")
    return x * 2

@pytest.mark.fullgraph
def test_passes():
    torch.compile(clean, backend="eager")(torch.ones(2))

@pytest.mark.fullgraph
def test_breaks():
    torch.compile(prints, backend="eager")(torch.ones(2))

@pytest.mark.fullgraph(recompiles=1)
def test_may_recompile():
    compiled = torch.compile(clean, backend="eager")
    compiled(torch.ones(2)), compiled(torch.ones(3))

@pytest.mark.fullgraph
def test_may_not_recompile():
    compiled = torch.compile(clean, backend="eager")
    compiled(torch.ones(2)), compiled(torch.ones(3))

@pytest.mark.fullgraph
def test_compiles_nothing():
    clean(torch.ones(2))

@pytest.mark.fullgraph
def test_fails_by_itself():
    torch.compile(clean, backend="eager")(torch.ones(2))
    assert 1 == 2

@pytest.mark.fullgraph(times=3)
def test_is_marked_wrongly():
    pass

def test_is_not_marked():
    torch.compile(prints, backend="eager")(torch.ones(2))
"""


@pytest.mark.slow
def test_marker(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MARKED)
    result = pytester.runpytest_subprocess(*PLUGIN, "--strict-markers", "-q")
    result.assert_outcomes(passed=3, failed=5)
    assert "torch.__trace" not in result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "*1 graph break, *",
            "*test_marker.py:8 in prints: *",
            '*print("here")',
            "*predicted by FG401*",
            "*1 recompile, none allowed*",
            "*nothing was compiled*",
            "*assert 1 == 2*",
            "*the marker is fullgraph(recompiles=N)*",
        ]
    )


FAILING = """
import torch
from fullgraph.testing import assert_fullgraph

def prints(x):
    print("here")
    return x * 2

def raises(x):
    raise ValueError("of the model")

def test_breaks():
    assert_fullgraph(prints, torch.ones(2))

def test_raises():
    assert_fullgraph(raises, torch.ones(2))
"""


def test_a_failure_shows_the_test_and_not_the_source_of_the_assertion(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FAILING)
    result = pytester.runpytest_subprocess(*PLUGIN, "-q")
    result.assert_outcomes(failed=2)
    shown = result.stdout.str()
    assert "def assert_fullgraph" not in shown and "runtime_check" not in shown.replace(
        "fullgraph.runtime_check.testing.FullgraphError", ""
    )
    result.stdout.fnmatch_lines(
        [
            ">*assert_fullgraph(prints, torch.ones(2))",
            "E *FullgraphError: 1 graph break, *",
            "E *predicted by FG401",
            ">*raise ValueError(*of the model*)",
        ]
    )


def test_the_plugin_costs_nothing_until_it_is_used(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import sys\n\ndef test_light():\n    assert 'torch' not in sys.modules\n")
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


def test_the_docstring_names_what_is_there() -> None:
    assert {"recompiles", "vary", "backend", "dynamic"} <= inspect.signature(assert_fullgraph).parameters.keys()
