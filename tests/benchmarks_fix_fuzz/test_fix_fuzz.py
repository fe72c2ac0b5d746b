"""Generated programs: safe fixes change nothing that can be seen, unsafe ones what they name; what differs is seen."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from fullgraph.lint.diagnostics.obligation import Kind

from benchmarks.fix_fuzz.__main__ import Applied, compare, main
from benchmarks.fix_fuzz.explain import EXPLANATIONS, unexplained
from benchmarks.fix_fuzz.observe import Difference, compiled, differences, in_one_graph, observe
from benchmarks.fix_fuzz.programs import Program
from benchmarks.fix_fuzz.reduce import reduced

PROGRAM = """
import logging
import warnings

import torch
from torch import nn

KEPT = None

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x):
        global KEPT
        {body}

def make():
    return Model()

def inputs():
    return [(torch.arange(3.0).requires_grad_() * 1,)]
"""


def write(folder: Path, name: str, body: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(PROGRAM.format(body=body))
    return path


def test_a_seed_names_one_program_and_all_are_python() -> None:
    texts = [Program(seed).text() for seed in range(300)]
    assert texts == [Program(seed).text() for seed in range(300)]
    assert len(set(texts)) == len(texts)
    for text in texts:
        ast.parse(text)


def test_programs_run_or_raise_in_the_same_way_each_time(tmp_path: Path) -> None:
    raising = 0
    for seed in range(60):
        path = tmp_path / f"p{seed}.py"
        path.write_text(Program(seed).text())
        seen = observe(path)
        assert differences(seen, observe(path)) == []
        raising += all((0, "exception", "") in one for one in seen)
    assert raising < 15


@pytest.mark.parametrize(
    "part",
    [
        *("torch.float16", "torch.bfloat16", "torch.int64", "torch.bool", "9007199254740993", ".t().contiguous()"),
        *("KEPT = ", "def factor", "register_hook", "register_forward_hook", "lambda:", "einsum", "bump(", "iadd"),
        *(".data.mul_", "inplace=True", "torch.no_grad()", "torch.autocast", "any((", "all((", "torch.equal"),
        *("continue", "break", "while ", "layer(", "perf_counter", "warnings.warn", "logging", "file=", "Output("),
        *("return {'out'", "self.mean.add_", ".stride()", " is ", "data_ptr", "deepcopy", "except ValueError"),
        *("is not None", "masked_select", "random.random()", "torch.rand(", "dropout", "allclose", ":= ", "__t"),
    ],
)
def test_programs_have_it(part: str) -> None:
    assert any(part in Program(seed).text() for seed in range(1500))


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("return x * 2", "return x * 3", "values of result"),
        ("return x * 2", "return (x * 2).double()", "dtype of result"),
        ("return x * 2", "return (x * 2)[:2]", "shape of result"),
        ("return x * 2", "return 2", "kind of result"),
        ("return x.expand(2, 3) + 0", "return (x.expand(2, 3) + 0).t().contiguous().t()", "strides of result"),
        ("return x * 2", "return (x * 2).detach()", "history of result"),
        ("return x * 2", "return x.detach() * 2 + x - x", "gradient of input 0"),
        ("return x * 2", "return x.detach() * 2 + x * x - x * x", "gradient of input 0"),
        ("return x * 2", "return x * 2 + (x * 0).sqrt() * 0", "gradient finite of input 0"),
        ("return x", "return x.clone()", "memory"),
        ("return x.view(3)", "return x", "memory"),
        ("return x + 1", "x.add_(1); return x + 0", "state of input 0"),
        ("return x * 2", "self.mean += 1; return x * 2", "state of state mean"),
        ("return x * 2", "self.count += 1; return x * 2", "state of attribute count"),
        ("return x * 2", "KEPT = x; return x * 2", "memory"),
        ("return x * 2", "print('here'); return x * 2", "printed"),
        ("return x * 2", "logging.getLogger('m').warning('here'); return x * 2", "printed"),
        ("return x * 2", "warnings.warn('seen'); return x * 2", "printed"),
        ("return x * 2", "torch.rand(1); return x * 2", "generator of torch"),
        ("raise ValueError('a')", "raise ValueError('b')", "exception"),
        ("return x.exp()", "return x.exp().mul_(1)", "exception of backward"),
        ("return x, x", "return [x, x]", "values of structure of result"),
    ],
)
def test_what_differs_is_seen_and_has_to_be_named(tmp_path: Path, before: str, after: str, what: str) -> None:
    old, new = write(tmp_path, "before", before), write(tmp_path, "after", after)
    for path in (old, new):
        assert differences(observe(path), observe(path)) == []
    found = differences(observe(old), observe(new))
    planted = [one for one in found if what == (f"{one.what} of {one.of}" if one.of else one.what)]
    assert planted
    assert set(planted) <= set(unexplained(found, ()))
    assert not set(planted) & set(unexplained(found, EXPLANATIONS[planted[0].what].kinds))
    assert compare(0, old, new, Applied(), False).failed


def test_none_is_no_gradient_of_zero(tmp_path: Path) -> None:
    body = "self.w = getattr(self, 'w', None) or nn.Parameter(torch.ones(())); return {}"
    old = write(tmp_path, "before", body.format("x + 0 * self.w"))
    new = write(tmp_path, "after", body.format("x + 0"))
    found = differences(observe(old), observe(new))
    assert [(one.what, one.of) for one in found] == [("gradient or none", "w")]
    assert unexplained(found, {Kind.DERIVATIVE, Kind.VALUE}) == found
    assert unexplained(found, {Kind.SOURCES}) == []


def difference(what: str, number: int = 0) -> Difference:
    return Difference(what, "result", number, 0, 1, 2)


def test_what_follows_from_a_named_difference_is_named() -> None:
    found = [difference("dtype"), difference("values"), difference("gradient"), difference("printed")]
    assert unexplained(found, {Kind.DTYPE}) == []
    assert unexplained(found, {Kind.EFFECT}) == found[:3]
    assert unexplained(found, ()) == found


def test_a_cause_explains_what_it_causes_on_the_same_inputs_only() -> None:
    found = [difference("dtype", 0), difference("strides", 1), difference("shape", 0)]
    assert unexplained(found, {Kind.SHAPE}) == found[:2]


def test_an_obligation_names_only_what_it_is_about() -> None:
    for what in EXPLANATIONS:
        if what != "raising":
            assert unexplained([difference(what)], {Kind.COMPILING}) == [difference(what)]


def test_that_an_error_comes_from_another_line_explains_what_was_drawn_until_then() -> None:
    both = [difference("raising"), difference("generator")]
    assert unexplained(both, {Kind.EXCEPTION}) == []
    assert unexplained(both, {Kind.VALUE}) == [difference("generator")]
    assert unexplained([difference("generator")], {Kind.EXCEPTION}) == [difference("generator")]


def test_a_second_call_is_looked_at_where_the_first_shows_nothing(tmp_path: Path) -> None:
    old = write(tmp_path, "before", "self.count += 1; return x * self.count")
    new = write(tmp_path, "after", "self.count = 1; return x * self.count")
    found = differences(observe(old), observe(new))
    assert {one.call for one in found} == {1} and "values" in {one.what for one in found}


def test_one_graph_is_compared_with_eager_mode(tmp_path: Path) -> None:
    path = write(tmp_path, "whole", "return x * 2")
    eager = observe(path)
    graph = compiled(path, eager)
    assert graph is not None and in_one_graph(eager, graph) == []
    other = observe(write(tmp_path, "other", "return x * 3"))
    assert {one.what for one in in_one_graph(eager, other)} == {"values", "gradient"}
    broken = write(tmp_path, "broken", "print('x'); torch._dynamo.graph_break(); return x * 2")
    assert compiled(broken, observe(broken)) is None


def test_a_program_is_made_smaller_as_long_as_it_fails() -> None:
    text = "a = 1\nif a:\n    b = f(a + 2)\nelse:\n    c = 3\nfor i in a:\n    d = 4\n"
    assert len(reduced(text, lambda one: "f(" in one)) < 10


def test_safe_fixes_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.json"
    arguments = ["--programs", "150", "--seed", "2991", "--output-file", str(output)]
    assert main([*arguments, "--folder", str(tmp_path / "programs")]) == 0, capsys.readouterr().out
    found = json.loads(output.read_text())
    assert found["changed"] >= 1 and found["differing"] == {}


def test_unsafe_fixes_change_what_they_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.json"
    arguments = ["--programs", "60", "--seed", "100", "--unsafe-fixes", "--output-file", str(output)]
    assert main(arguments) == 0, capsys.readouterr().out
    found = json.loads(output.read_text())
    assert found["changed"] >= 15 and len(found["differing"]) >= 3
    assert all(one["differs"] and not one["unexplained"] for one in found["differing"].values())
