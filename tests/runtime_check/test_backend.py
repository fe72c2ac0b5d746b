"""Which backend is used where nobody asks for one."""

from __future__ import annotations

import pytest
import torch
from fullgraph.runtime_check.worker import choose_backend
from torch._inductor import cpp_builder, exc

CPU = torch.device("cpu")


def no_compiler() -> str:
    raise exc.InvalidCxxCompiler


def test_inductor_where_it_can_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", lambda: "g++")
    assert choose_backend("auto", CPU) == ("inductor", "")


def test_a_cpu_without_a_compiler_says_what_is_used_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    backend, note = choose_backend("auto", CPU)
    assert backend == "aot_eager"
    assert "g++" in note


def test_a_gpu_needs_no_cpp_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    assert choose_backend("auto", torch.device("cuda")) == ("inductor", "")


def test_what_is_asked_for_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", no_compiler)
    assert choose_backend("inductor", CPU) == ("inductor", "")
