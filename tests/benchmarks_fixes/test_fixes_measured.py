"""The whole way on the installed transformers, with one model."""

from pathlib import Path

import pytest

from benchmarks.accuracy.measured import Package
from benchmarks.fixes import __main__ as fixes
from benchmarks.fixes import library
from benchmarks.fixes.run import Model


@pytest.mark.slow
def test_biogpt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its LayerDrop loop breaks in training, when it is reached, and is still there or gone; nothing gets worse."""
    transformers = pytest.importorskip("transformers")
    site = Path(transformers.__file__).resolve().parents[1]
    monkeypatch.setattr(library, "place", lambda _package, _root: site)
    monkeypatch.setattr(library, "tools", lambda root: root)
    package = Package("transformers", transformers.__version__, "zoo", "transformers", "none.whl", "0")
    score = fixes.measure(package, [Model("BioGptForCausalLM", "BioGPT")], tmp_path, 2)
    assert not score.failures
    assert not score.errors
