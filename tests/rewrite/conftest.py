"""Programs before and after their fixes, as modules."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn

_serial = itertools.count()

Load = Callable[[str, str], nn.Module]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Loads a text, as a module of a name that no other has: TorchDynamo remembers modules by their names."""

    def make(text: str, what: str) -> nn.Module:
        name = f"{what}_{next(_serial)}"
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        torch.manual_seed(0)
        model: nn.Module = module.Model()
        return model

    return make
