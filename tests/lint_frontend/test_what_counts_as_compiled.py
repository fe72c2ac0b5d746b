"""Which findings are reported, by what the checked files compile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from frontend import Ran

Run = Callable[..., Ran]

MODEL = dedent(
    """\
    import torch
    from torch import nn


    class Gate(nn.Module):
        def forward(self, x: torch.Tensor):
            print(x)
            return x


    class Other(nn.Module):
        def forward(self, x: torch.Tensor):
            return x.nonzero()
    """
)
EVERY = "the forward of every module counts as compiled."


def script(compiled: str) -> str:
    return f"import torch\nfrom model import Gate\nfrom zoo import build\n\nmodel = torch.compile({compiled})\n"


def codes(ran: Ran) -> list[str]:
    return [line.split()[1] for line in ran.out.splitlines() if line.startswith("model.py:")]


def test_what_is_compiled_decides_what_is_reported(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL)
    (folder / "train.py").write_text(script("Gate()"))
    ran = run("check", ".")
    assert codes(ran) == ["FG401"]
    assert ran.out.endswith("1 more finding in code that no torch.compile reaches: see --scope all.\n")
    assert codes(run("check", ".", "--scope", "all")) == ["FG401", "FG301"]
    assert codes(run("check", ".", "--scope", "explicit")) == ["FG401"]


def test_all_that_is_found_may_lie_beyond(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL.replace("            print(x)\n", "").replace("        print(x)\n", ""))
    (folder / "train.py").write_text(script("Gate()"))
    ran = run("check", ".")
    assert ran.status == 0
    assert "All checks passed!" in ran.out and "1 more finding" in ran.out


@pytest.mark.parametrize("compiled", ["build()", "build(Gate)", "zoo.model"])
def test_something_unknown_may_be_anything(run: Run, folder: Path, compiled: str) -> None:
    (folder / "model.py").write_text(MODEL)
    (folder / "train.py").write_text(script(compiled))
    ran = run("check", ".")
    assert codes(ran) == ["FG401", "FG301"]
    assert ran.out.endswith(f"Not all that is given to torch.compile is known: {EVERY}\n")


def test_where_nothing_is_found_it_is_said_too(run: Run, folder: Path) -> None:
    (folder / "train.py").write_text(script("build()"))
    ran = run("check", ".")
    assert ran.status == 0 and "All checks passed!" in ran.out
    assert ran.out.endswith(f"Not all that is given to torch.compile is known: {EVERY}\n")


@pytest.mark.parametrize(
    "also",
    [
        "build().compile()",
        "def run(model):\n    model.compile(dynamic=True)\n",
        "layers = list(map(torch.compile, build()))",
        "ways = {'fast': torch.compile}",
        "def never(model):\n    raise ValueError\n    return torch.compile(model)\n",
    ],
)
def test_what_is_not_met_is_not_known(run: Run, folder: Path, also: str) -> None:
    (folder / "model.py").write_text(MODEL)
    (folder / "train.py").write_text(script("Gate()") + also + "\n")
    assert codes(run("check", ".")) == ["FG401", "FG301"]


@pytest.mark.parametrize("also", ["import re\npattern = re.compile('a')", "code = compile('1', 'a', 'eval')"])
def test_other_compilers_say_nothing(run: Run, folder: Path, also: str) -> None:
    (folder / "model.py").write_text(MODEL)
    (folder / "train.py").write_text(script("Gate()") + also + "\n")
    assert codes(run("check", ".")) == ["FG401"]


def test_without_a_call_every_forward_counts(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL)
    ran = run("check", ".")
    assert codes(ran) == ["FG401", "FG301"]
    assert ran.out.endswith(f"No torch.compile in these files: {EVERY}\n")
    assert "compile" not in run("check", ".", "--scope", "all").out.splitlines()[-1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class Gate(nn.Module):", "@vllm.support_torch_compile\nclass Gate(nn.Module):"),
        ("class Gate(nn.Module):", "@support_torch_compile(dynamic_arg_dims={'x': 0})\nclass Gate(nn.Module):"),
        ("class Gate(nn.Module):", "class Gate(nn.Module):\n    _can_compile_fullgraph = True\n"),
        ("class Gate(nn.Module):", "class Base(nn.Module):\n    _can_compile_fullgraph = True\n\n\nclass Gate(Base):"),
        (
            "class Other(nn.Module):",
            "class Whole(nn.Module):\n    _repeated_blocks = ['Gate']\n\n\nclass Other(nn.Module):",
        ),
        (
            "    def forward(self, x: torch.Tensor):\n        print",
            "    @torch.compile\n    def forward(self, x: torch.Tensor):\n        print",
        ),
    ],
)
def test_libraries_declare_what_they_compile(run: Run, folder: Path, before: str, after: str) -> None:
    assert before in MODEL
    (folder / "model.py").write_text(MODEL.replace(before, after, 1))
    ran = run("check", ".")
    assert codes(ran) == ["FG401"]
    assert "1 more finding" in ran.out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class Gate(nn.Module):", "class Gate(nn.Module):\n    _can_compile_fullgraph = False\n"),
        ("class Other(nn.Module):", "class Whole(nn.Module):\n    _repeated_blocks = []\n\n\nclass Other(nn.Module):"),
    ],
)
def test_what_is_declared_otherwise_is_not_compiled(run: Run, folder: Path, before: str, after: str) -> None:
    (folder / "model.py").write_text(MODEL.replace(before, after, 1))
    assert codes(run("check", ".")) == ["FG401", "FG301"]


def test_fixes_are_of_what_is_reported(run: Run, folder: Path) -> None:
    path = folder / "model.py"
    path.write_text(MODEL.replace("return x.nonzero()", "print(x.shape)\n        return x"))
    (folder / "train.py").write_text(script("Gate()"))
    ran = run("check", ".", "--fix", "--unsafe-fixes")
    text = path.read_text()
    assert "is_compiling():\n            print(x)" in text and "\n        print(x.shape)" in text
    assert ran.out.endswith("1 more finding in code that no torch.compile reaches: see --scope all.\n")


def test_kept_results_know_it_too(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL)
    (folder / "train.py").write_text(script("Gate()"))
    first = run("check", ".").out
    assert run("check", ".").out == first
    (folder / "train.py").write_text(script("build()"))
    assert codes(run("check", ".")) == ["FG401", "FG301"]


def test_idle_comments_are_those_that_silence_nothing_anywhere(run: Run, folder: Path) -> None:
    (folder / "model.py").write_text(MODEL.replace("x.nonzero()", "x.nonzero()  # fullgraph: ignore[FG301]"))
    (folder / "train.py").write_text(script("Gate()"))
    ran = run("check", ".")
    assert codes(ran) == ["FG401"]
    assert "more finding" not in ran.out and not ran.err
