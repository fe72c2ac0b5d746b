"""Two versions of a project's code in one process: each runs modules, code objects and graphs of its own."""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.gains.two_codes import Code, noting, own_modules
from fullgraph.runtime_check.observe.capture import capture
from fullgraph.runtime_check.process.measure_pairs import combined, measure_pair
from fullgraph.runtime_check.process.protocol import PairRequest, Request
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import FixedSpeed, Timing

LIMITS = Limits(300)


class Shared(torch.nn.Module):
    """A library's class: its code is one object for both versions."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sin() + 1


def test_code_that_both_run_is_compiled_for_each() -> None:
    torch._dynamo.reset()
    x, code = torch.ones(3), Code([], list(sys.path))
    first, second = (torch.compile(Shared(), backend="eager") for _ in range(2))
    run: set[CodeType] = set()
    with noting(run):
        Shared()(x)
    with capture() as seen:
        first(x)
    assert seen.graphs == 1
    with capture() as seen:
        second(x)
    assert seen.graphs == 0, "nothing is wrong without code objects of its own"
    code.take_copies(run)
    original = Shared.forward.__code__
    with code.active(), capture() as seen:
        second(x)
        assert Shared.forward.__code__ is not original
    assert seen.graphs == 1
    assert Shared.forward.__code__ is original
    with code.active(), capture() as seen:
        second(x)
    with capture() as again:
        first(x)
    assert (seen.graphs, again.graphs) == (0, 0), "both are warm, and stay so in turns"
    torch._dynamo.reset()


def project(folder: Path, value: int) -> Path:
    folder.mkdir()
    (folder / "pair_helper.py").write_text(f"VALUE = {value}\n")
    (folder / "pair_late.py").write_text(f"VALUE = {value}\n")
    (folder / "pair_net.py").write_text(
        "import torch\nfrom pair_helper import VALUE\n\n\n"
        "def f(x):\n    import pair_late\n    assert pair_late.VALUE == VALUE\n"
        f"    y = x * VALUE\n    {'torch._dynamo.graph_break()' if value == 1 else 'pass'}\n    return y.cos()\n\n\n"
        "def f_inputs():\n    return torch.ones(64)\n"
    )
    return folder


def test_each_version_has_its_own_modules_under_the_same_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    roots = [project(tmp_path / name, value) for name, value in (("a", 1), ("b", 2))]
    installed = tmp_path / "a" / "venv" / "site-packages"
    installed.mkdir(parents=True)
    (installed / "pair_installed.py").write_text("")
    codes = [Code(roots, [str(root), str(installed), *sys.path]) for root in roots]
    found: list[Any] = []
    for code in codes:
        with code.active():
            import pair_installed  # noqa: F401
            import pair_net  # type: ignore[import-not-found]

            found.append(pair_net)
    assert [module.VALUE for module in found] == [1, 2]
    for code, module in zip(codes, found, strict=True):
        with code.active():
            assert sys.modules["pair_net"] is module
            module.f(torch.ones(2))  # imports the version's own helper, late
    assert "pair_installed" in sys.modules and "pair_installed" not in own_modules(roots)
    for name in [*own_modules(roots), "pair_installed"]:
        del sys.modules[name]


def asked(tmp_path: Path, **changes: Any) -> PairRequest:
    roots = [project(tmp_path / name, value) for name, value in (("a", 1), ("b", 2))]
    before, after = (
        Request(f"{root / 'pair_net.py'}:f", str(tmp_path), backend="aot_eager", device="cpu", bench_seconds=0.05)
        for root in roots
    )
    return PairRequest(before, after, str(roots[0]), str(roots[1]), Arm("an arm"), Arm("an arm"), **changes)


@pytest.mark.slow
def test_before_and_after_are_timed_in_the_same_processes(tmp_path: Path) -> None:
    begun: list[int] = []
    found = measure_pair(asked(tmp_path), LIMITS, 2, begun.append)
    assert found.note == ""
    assert (found.arm, begun) == ("an arm", [0, 1])
    assert (found.graphs, found.graphs_fixed) == (2, 1), "the break is the first version's alone"
    for ratio in (found.ratio, found.ratio_eager, found.original_against_eager, found.fixed_against_eager):
        assert ratio is not None and ratio.processes == 2
        assert 0 < ratio.low <= ratio.value <= ratio.high
    assert found.compile_seconds is not None and found.compile_seconds_fixed is not None


@pytest.mark.slow
def test_what_cannot_be_run_says_why_and_is_not_tried_again(tmp_path: Path) -> None:
    request = asked(tmp_path)
    (Path(request.root) / "pair_helper.py").write_text("raise OSError('no such helper')\n")
    begun: list[int] = []
    found = measure_pair(request, LIMITS, 3, begun.append)
    assert begun == [0]
    assert found.ratio is None and "no such helper" in found.note


def test_compile_times_are_those_of_what_was_compiled_first() -> None:
    one = Timing(1.0, 1.0, 1.0, 1, [1.0])
    found = [FixedSpeed("", one, one, one, one) for _ in range(3)]
    found[0].compile_seconds, found[1].compile_seconds_fixed = 60.0, 50.0
    speed = combined("", found)
    assert (speed.compile_seconds, speed.compile_seconds_fixed) == (60.0, 50.0)
    assert combined("", found[:1]).compile_seconds_fixed is None
