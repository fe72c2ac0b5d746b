"""Of every program, check says something or nothing, and its fixes leave a program that needs none."""

from __future__ import annotations

import ast
import os
import warnings
from pathlib import Path

from fullgraph.lint.config.options import Options
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from programs import PROGRAMS

from benchmarks.robustness.promises import hold

OPTIONS = st.builds(
    Options,
    mode=st.sampled_from(["default", "fullgraph"]),
    confidence=st.sampled_from(["low", "medium"]),
    torch_version=st.sampled_from(["2.11", "2.13"]),
)
SEARCH = os.environ.get("FULLGRAPH_PROGRAMS")
"""So many programs, others each time; by default some that are always the same."""
EXAMPLES = int(SEARCH or "60")
REBOUND_AROUND = """import torch

@torch.compile
def f(x: torch.Tensor):
    @torch.compile(fullgraph=True)
    def g(x: torch.Tensor):
        print(x)
    torch = g
"""
"""The name that a fix would write means something else in the function around."""


@settings(max_examples=EXAMPLES, derandomize=SEARCH is None, deadline=None, suppress_health_check=list(HealthCheck))
@given(program=PROGRAMS, options=OPTIONS)
@example(program=REBOUND_AROUND, options=Options())
def test_every_promise_holds(tmp_path: Path, program: str, options: Options) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(program)
        except SyntaxError:
            assume(False)
    path = tmp_path / "model.py"
    path.write_bytes(program.encode())
    assert hold(path, options, lambda _: None, write=True).checked
