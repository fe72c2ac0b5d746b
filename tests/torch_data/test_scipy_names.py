"""Which of SciPy's names end the graph: what is recorded is what the TorchDynamo installed does, where SciPy is."""

from __future__ import annotations

import importlib
import json
from importlib import resources

import pytest

pytest.importorskip("torch")

from fullgraph.lint.torch_data.scipy_names import FILE, scipy_names


def test_no_name_is_both() -> None:
    data = json.loads(resources.files("fullgraph.lint.torch_data").joinpath(FILE).read_bytes())
    assert scipy_names() == set(data["breaks"])
    assert len(scipy_names()) > 900
    assert not scipy_names() & set(data["traced"])
    assert all(name.startswith("scipy.") and name.count(".") >= 2 for name in (*data["breaks"], *data["traced"]))


@pytest.mark.parametrize("name", ["scipy.fft.rfft", "scipy.special.gamma", "scipy.spatial.KDTree"])
def test_recorded_names_end_the_graph(name: str) -> None:
    pytest.importorskip("scipy")
    from tools.torch_data.scipy_names import answered_apart

    namespace, _, function = name.rpartition(".")
    assert name in scipy_names()
    assert answered_apart(getattr(importlib.import_module(namespace), function)) == "breaks"


def test_a_function_that_is_traced_does_not() -> None:
    pytest.importorskip("scipy")
    from tools.torch_data.scipy_names import answered_apart

    assert "scipy.special.softmax" not in scipy_names()
    assert answered_apart(importlib.import_module("scipy.special").softmax) == "traced"
