"""What checks in the graph say: values that are known while tracing stay values, the others give their source text."""

import linecache
import textwrap

import pytest
import torch
from fullgraph.lint.engine.api import Options
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch


class Model(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        for i in range(3):
            x = x * 2
"""
SAID = {
    'f"NaN after block {i}"': "NaN after block 1",
    'f"NaN in {{block}} {i:>3}, {i!r}"': "NaN in {block}   1, 1",
    '"NaN after block %d of %s" % (i, 3)': "NaN after block 1 of 3",
    '"NaN after block {} of {n:02d}".format(i, n=i)': "NaN after block 1 of 01",
    '"NaN after block " + str(i)': "NaN after block 1",
    'f"block {i}: {x.max()}"': "block 1: x.max()",
    'f"block {i} of shape {x.shape}"': "block 1 of shape x.shape",
    '"block %.1f" % i': "block i",
    'f"block {i + 1}"': "block i + 1",
    'f"{i} of \'blocks\' \\""': "1 of 'blocks' \"",
}
CHECKS = {
    "assert": "assert torch.isfinite(x).all(), {}",
    "raise": "if not torch.isfinite(x).all():\n    raise ValueError({})",
}


def run_of(text, path):
    linecache.cache[str(path)] = (len(text), None, text.splitlines(True), str(path))
    names = {}
    exec(compile(text, str(path), "exec"), names)
    return names["Model"]()


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("message", SAID)
def test_the_compiled_run_says(message, check, tmp_path):
    body = textwrap.indent(CHECKS[check].format(message), " " * 12)
    path = tmp_path / "case.py"
    path.write_text(f"{HEAD}{body}\n        return x\n")
    result = fix_paths([path], Options(), True)
    assert not result.errors and result.fixed == 1
    large = torch.tensor([1.0, 1e38])  # it overflows in the second round
    for dynamic in (False, True):
        torch._dynamo.reset()
        compiled = torch.compile(run_of(path.read_text(), path), fullgraph=True, backend="eager", dynamic=dynamic)
        assert torch.equal(compiled(torch.ones(2)), torch.full((2,), 8.0))
        with pytest.raises(RuntimeError) as failure:
            compiled(large)
        assert str(failure.value) == SAID[message]
    if "is_compiling" in path.read_text():
        with pytest.raises((AssertionError, ValueError)) as failure:
            run_of(path.read_text(), path)(large)
        assert str(failure.value) == eval(message, {"i": 1, "x": large * 4})


@pytest.mark.parametrize("count", ["x.shape[0]", "n", "len(rows)"])
def test_what_may_be_a_symbol_is_named(count, tmp_path):
    path = tmp_path / "case.py"
    path.write_text(
        "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x: torch.Tensor, rows: list, n: int):\n"
        f'        assert torch.isfinite(x).all(), f"one of {{{count}}}"\n        return x\n'
    )
    fix_paths([path], Options(), True)
    assert f'"one of {count}"' in path.read_text() and "_assert_async" not in path.read_text()
