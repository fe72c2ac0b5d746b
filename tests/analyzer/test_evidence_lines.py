"""Each step of a chain names the line that it speaks of: a use, a declaration, in the file where that stands."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine import api
from fullgraph.lint.report.text import placed

Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """The evidence of all findings of some files, as it is printed."""
    monkeypatch.chdir(tmp_path)

    def told(**sources: str) -> list[str]:
        for name, source in sources.items():
            Path(f"{name}.py").write_text(textwrap.dedent(source))
        result = api.check([Path(f"{name}.py") for name in sources], Options(confidence="low"))
        return [placed(step, one.filename, one.location.row) for one in result.diagnostics for step in one.evidence]

    return told


FORWARD = """\
import torch


class Net(torch.nn.Module):
    def forward(
        self,
        x,
    ):
        y = 1

        {use}
        if x:
            y = 2
        return y
"""


@pytest.mark.parametrize(
    ("use", "step"),
    [
        ("n = x.shape[0]", "x: Tensor (compiled code uses its .shape, line 11)"),
        ("x.unsqueeze(0)", "x: Tensor (it is used as one: .unsqueeze, line 11)"),
        ("torch.relu(x)", "x: Tensor (it is passed to torch.relu, line 11)"),
    ],
)
def test_a_guess_by_a_use_names_the_line_of_the_use(told: Told, use: str, step: str) -> None:
    source = FORWARD.format(use=use).replace("if x:", "if x.sum() > 0:")
    assert step in told(net=source)


def test_a_guess_by_the_parameter_names_the_line_of_the_parameter(told: Told) -> None:
    steps = told(net=FORWARD.format(use="").replace("if x:", "if x.sum() > 0:").replace("x", "mask"))
    assert "mask: Tensor (by its name, as the field uses it, line 7)" in steps


def test_an_annotated_attribute_names_the_line_and_the_file_of_the_annotation(told: Told) -> None:
    steps = told(
        base="""\
            import torch


            class Base(torch.nn.Module):
                scale: torch.Tensor
            """,
        net="""\
            import torch
            from base import Base


            class Net(Base):
                def forward(self, x: torch.Tensor) -> torch.Tensor:
                    scale = self.scale
                    if scale > 1:
                        x = x + 1
                    return x
            """,
    )
    assert "self.scale: Tensor (annotated in its class, base.py:5)" in steps


def test_a_number_that_another_file_reads_on_the_same_row_is_no_read_of_the_test(told: Told, tmp_path: Path) -> None:
    """By default the graph has ended where the number was read: the test sees a plain one, whatever its row."""
    told(
        reads="""\
            import torch


            def largest(x: torch.Tensor) -> float:


                return x.max().item()
            """,
        net="""\
            import torch
            from reads import largest

            @torch.compile
            def step(x: torch.Tensor) -> torch.Tensor:
                n = largest(x)
                if n > 1:
                    x = x + 1
                return x
            """,
    )
    found = api.check([Path("net.py"), Path("reads.py")], Options(confidence="low")).diagnostics
    assert [(one.filename, one.location.row, one.code) for one in found] == [("reads.py", 7, "FG201")]
