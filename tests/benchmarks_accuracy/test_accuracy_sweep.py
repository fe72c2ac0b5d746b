"""What is made of the reports of many models."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from benchmarks.accuracy import sweep

FILE = "/env/lib/site-packages/transformers/m.py"


def run(**values: Any) -> dict[str, Any]:
    return {"failure": None, "breaks": [], "unobserved": [], **values}


def broken(
    line: int, predicted_by: list[str], missed_in: list[str], modes: tuple[str, ...] = ("default",)
) -> dict[str, Any]:
    return {
        "modes": list(modes),
        "place": {"filename": FILE, "line": line},
        "registry_id": "GB0007",
        "reason": "skipped",
        "predicted_by": predicted_by,
        "missed_in": missed_in,
    }


def claimed(line: int, *, reached: bool) -> dict[str, Any]:
    where = {"filename": FILE, "line": line}
    return {"place": where, "code": "FG101", "message": "if depends", "modes": ["default"], "reached": reached}


def test_reports_are_summed_up() -> None:
    sums = sweep.Sums()
    found = run(breaks=[broken(3, ["FG401"], []), broken(5, [], ["default"])])
    sums.add("A", found | {"unobserved": [claimed(7, reached=True), claimed(8, reached=False)]})
    sums.add("B", run(breaks=[broken(5, [], ["default"])]))
    sums.add("C", {"failure": {"message": "no such class"}})
    assert list(sums.lines()) == [
        "2 models ran, 1 did not; 3 breaks, predicted by FG401 1",
        "default: 3 lines break, 1 of them are predicted",
        "\nBreaks that check does not predict: 1",
        "    2 transformers/m.py:5 GB0007, default: skipped (A, B)",
        "\nPredictions at lines that ran, without a break: 1",
        "    1 transformers/m.py:7 FG101, default: if depends (A)",
        "\nNot run:",
        "  C: no such class",
    ]


def test_a_line_is_predicted_if_all_its_breaks_are() -> None:
    sums = sweep.Sums()
    both = ("default", "fullgraph")
    sums.add("A", run(breaks=[broken(3, ["FG101"], ["fullgraph"], both), broken(3, ["FG101"], [], both)]))
    sums.add("B", run(breaks=[broken(3, ["FG101"], [], both)]))
    assert list(sums.lines())[1:3] == [
        "default: 2 lines break, 2 of them are predicted",
        "fullgraph: 2 lines break, 1 of them are predicted",
    ]


def test_what_is_in_the_folder_is_not_run_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "A.json").write_text(json.dumps({"targets": [{"before": run(breaks=[broken(3, ["FG401"], [])])}]}))
    assert sweep.main(["A", "--folder", str(tmp_path)]) == 0
    assert "1 models ran, 0 did not; 1 breaks, predicted by FG401 1" in capsys.readouterr().out


@pytest.mark.slow
def test_a_model_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("transformers")
    assert sweep.main(["hf:BertModel", "hf:NoSuchModel", "--folder", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "1 models ran, 1 did not" in told
    assert "hf:NoSuchModel: transformers" in told


def test_all_models_have_names() -> None:
    pytest.importorskip("transformers")
    names = sweep.of_transformers()
    assert "hf:BertModel" in names
    assert len(names) == len(set(names)) > 200


def test_reports_in_train_mode_are_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, code in (("timm-a", "FG401"), ("timm-a---train", "FG101")):
        found = run(breaks=[broken(3, [code], [])])
        (tmp_path / f"{name}.json").write_text(json.dumps({"targets": [{"before": found}]}))
    assert sweep.main(["timm:a", "--folder", str(tmp_path)]) == 0
    assert "predicted by FG401 1" in capsys.readouterr().out
    assert sweep.main(["timm:a", "--train", "--folder", str(tmp_path)]) == 0
    assert "predicted by FG101 1" in capsys.readouterr().out


def test_a_package_that_a_zoo_builds_is_followed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    zoo = types.SimpleNamespace(__file__="zoo/image_quality.py", names=lambda: ["SSIMLoss", "TVLoss"])
    monkeypatch.setitem(sys.modules, "benchmarks.accuracy.zoos.image_quality", zoo)
    asked: list[tuple[list[str], list[str]]] = []

    def sweep_of(targets: list[str], _folder: Path, _jobs: int, options: list[str]) -> sweep.Sums:
        asked.append((targets, options))
        return sweep.Sums(ran=2)

    monkeypatch.setattr(sweep, "sweep", sweep_of)
    assert sweep.main(["--of", "piq", "--folder", str(tmp_path)]) == 0
    assert asked == [(["zoo/image_quality.py:SSIMLoss", "zoo/image_quality.py:TVLoss"], ["--follow", "piq"])]
