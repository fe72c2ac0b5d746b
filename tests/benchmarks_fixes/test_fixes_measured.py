"""The whole way on the installed transformers, with one model."""

import shutil
from pathlib import Path

import pytest

from benchmarks.accuracy.measured import Package
from benchmarks.fixes import __main__ as fixes
from benchmarks.fixes import library
from benchmarks.fixes.run import Model


@pytest.mark.slow
def test_biogpt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It skips layers at random in training, which breaks the graph; nothing may get worse by the fixes."""
    transformers = pytest.importorskip("transformers")
    site = tmp_path / "site"
    shutil.copytree(Path(transformers.__file__).parent, site / "transformers")
    monkeypatch.setattr(library, "place", lambda _package, _root: site)
    monkeypatch.setattr(library, "tools", lambda root: root)
    package = Package("transformers", transformers.__version__, "zoo", "transformers", "none.whl", "0")
    score = fixes.measure(package, [Model("BioGptForCausalLM", "BioGPT")], tmp_path, 2)
    nothing: dict[str, list[str]] = {"safe": [], "observed": [], "unsafe": []}
    assert (score.failures, score.errors, score.changed, score.failing) == ([], [], nothing, nothing)
    assert any("layerdrop" in one.source and ("BioGptForCausalLM", "train") in one.runs for one in score.sites)
    # The messages about deprecated arguments, at the least, are gone after the unsafe fixes, in a copy alone.
    assert any(one.status == "unsafe" and "FG402" in one.pattern for one in score.sites)
    assert score.counts.gone["unsafe"] > 0
    assert (tmp_path / f"unsafe-{transformers.__version__}").is_dir()
