"""Which of NumPy's functions are traced: what is recorded is what the TorchDynamo installed does."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("numpy")

from fullgraph.lint.torch_data.numpy_names import numpy_names

from tools.torch_data.numpy_names import collect


def test_recorded_names_are_those_of_the_compiler() -> None:
    """Functions that one of the two NumPy versions does not have are left out."""
    found, recorded = collect(), numpy_names()
    assert not set(found["traced"]) & recorded.untraced
    assert not set(found["untraced"]) & recorded.traced
    assert len(set(found["traced"]) & recorded.traced) > 250


def test_no_name_is_both() -> None:
    assert not numpy_names().traced & numpy_names().untraced
