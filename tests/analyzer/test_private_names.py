"""Private names of TorchDynamo: how sure, and which are rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Confidence
from fullgraph.lint.engine.api import check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = "import torch\nimport torch._dynamo\n"


@pytest.mark.parametrize(("confidence", "rows"), [("low", [3]), ("medium", [])])
def test_the_question_is_of_low_confidence(tmp_path: Path, confidence: Confidence, rows: list[int]) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"{HEAD}COMPILING = torch._dynamo.is_compiling()\n")
    found = check([path], Options(confidence=confidence)).diagnostics
    assert [diagnostic.location.row for diagnostic in found] == rows


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = torch._dynamo.optimize()(f)", "f = torch.compile()(f)"),
        ("f = torch._dynamo.optimize('eager')(f)", "f = torch.compile(backend='eager')(f)"),
        (
            "f = torch._dynamo.optimize( B ,nopython = True)(f)",
            "f = torch.compile( backend=B ,fullgraph=True)(f)",
        ),
        ("f = torch._dynamo.optimize(**options)(f)", None),
        ("f = torch._dynamo.optimize(*given)(f)", None),
        ("f = torch._dynamo.optimize((B))(f)", "f = torch.compile(backend=(B))(f)"),
        ("f = torch._dynamo.optimize(choose())(f)", None),
        ("f = torch._dynamo.optimize(B, guard_fail_fn=g)(f)", None),
        ("make = torch._dynamo.optimize", None),
        ("f = torch._dynamo\\\n.disable(f)", "f = torch.compiler.disable(f)"),
        ("torch._dynamo.disable = None", None),
        ("f = torch._dynamo.decorators.disable(f)", "f = torch.compiler.disable(f)"),
        ("f = torch._dynamo.eval_frame.optimize(B)(f)", "f = torch.compile(backend=B)(f)"),
    ],
)
def test_what_is_rewritten(tmp_path: Path, before: str, after: str | None) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"{HEAD}{before}\n")
    # Of `optimize` an unknown backend was an error at once.
    result = fix_paths([path], Options(), "optimize" in before, write=False)
    assert not result.errors
    assert [file.text for file in result.files] == ([f"{HEAD}{after}\n"] if after is not None else [])
