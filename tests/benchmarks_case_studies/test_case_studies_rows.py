"""The list of studies, their copies, what is measured of them, and the page made of it."""

from __future__ import annotations

import ast
import dataclasses
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.process.protocol import PairRequest
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import FixedSpeed, ObservedBreak, Place, Run, Timing, Verdict

from benchmarks.case_studies import __main__ as command
from benchmarks.case_studies import copies, docs, measure
from benchmarks.case_studies.copies import CopyError, Fix
from benchmarks.case_studies.measure import Choices, OverError
from benchmarks.case_studies.studies import STUDIES, Package, Study, chosen
from benchmarks.gains.run import Budget
from benchmarks.gains.store import Store

STUDY = Study(
    "network",
    Package("made-up", "1.0", "made_up"),
    "networks",
    "A network, made up",
    "One call.",
    ("made_up",),
    train=False,
    modes=("default",),
)
ENVIRONMENT: dict[str, Any] = {
    "device": "a GPU",
    "driver": "1",
    "cuda": "13",
    "cores": 4,
    "python": "3.12",
    "torch": "2.11.0",
    "date": "2026-11-21",
}


def test_each_study_has_both_factories() -> None:
    assert len({study.name for study in STUDIES}) == len(STUDIES) == len({study.title for study in STUDIES})
    for study in STUDIES:
        tree = ast.parse((copies.TARGETS / f"{study.targets}.py").read_text(encoding="utf-8"))
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert {study.target(small).rpartition(":")[2] for small in (True, False)} <= functions
        assert all(path.split("/")[0] == study.package.module for path in study.checked)


def test_studies_are_chosen_by_a_part_of_their_names() -> None:
    assert [study.name for study in chosen(("ssim",))] == ["ssim"]
    assert chosen(()) == list(STUDIES)
    with pytest.raises(ValueError, match="no study is called nothing"):
        chosen(("nothing",))


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the wheel of the package that is made up, and its targets."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    with zipfile.ZipFile(folder / "made_up-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("made_up/__init__.py", "def scale(x):\n    print(x)\n    return x\n")
        archive.writestr("made_up-1.0.dist-info/METADATA", "Name: made-up\n")
    targets = tmp_path / "targets"
    targets.mkdir()
    (targets / "networks.py").write_text("import made_up\n", encoding="utf-8")
    monkeypatch.setattr(copies, "TARGETS", targets)
    return folder


def fixing(old: str, new: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Stands for the command: it puts one text for another."""

    def run(arguments: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        path = cwd / "made_up" / "__init__.py"
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        return subprocess.CompletedProcess(
            arguments, 0, "Fixed it.\nVerified 1 of 1 rewritten function.\n  network ran\n", ""
        )

    return run


def test_the_second_copy_is_fixed(tmp_path: Path, wheels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies.subprocess, "run", fixing("    print(x)\n", ""))
    made, fix = copies.prepare(STUDY, tmp_path / "root", wheels)
    assert fix.command == "fullgraph check --fix --unsafe-fixes --verify --target study.py:network_small made_up"
    assert fix.said.splitlines()[0] == "Verified 1 of 1 rewritten function."
    assert fix.patch == (
        "--- made_up/__init__.py\n+++ made_up/__init__.py\n@@ -1,3 +1,2 @@\n"
        " def scale(x):\n-    print(x)\n     return x\n"
    )
    assert sorted(path.name for path in made.released.iterdir()) == ["made_up", "study.py"]


def test_copies_are_made_again_from_what_was_fixed(
    tmp_path: Path, wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies.subprocess, "run", fixing("    print(x)\n", ""))
    root = tmp_path / "root"
    _, fix = copies.prepare(STUDY, root, wheels)
    monkeypatch.setattr(copies.subprocess, "run", None)
    shutil.rmtree(root / STUDY.name)
    for _ in range(2):
        made, again = copies.prepare(STUDY, root, wheels)
        assert again == fix and copies.difference(made.released, made.fixed) == fix.patch


def test_what_the_tool_leaves_as_it_is_is_no_study(
    tmp_path: Path, wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies.subprocess, "run", fixing("", ""))
    with pytest.raises(CopyError, match="check --fix changes nothing: network"):
        copies.prepare(STUDY, tmp_path / "root", wheels)


def test_a_package_that_is_not_to_be_had_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        copies.subprocess, "run", lambda given, **_: subprocess.CompletedProcess(given, 1, "", "no such release")
    )
    with pytest.raises(CopyError, match=r"pip cannot get made-up 1\.0: no such release"):
        copies.prepare(STUDY, tmp_path / "root", None)


def turns(seconds: float) -> Timing:
    return Timing(seconds, seconds * 0.999, seconds * 1.001, 30, [seconds] * 10)


class Machine:
    """Stands for the processes: one of each comparison is as fast as it is told."""

    def __init__(self, fixed: float) -> None:
        self.fixed = fixed
        self.asked: list[tuple[int, PairRequest, Path]] = []

    def __call__(self, asked: PairRequest, limits: Limits, number: int, folder: Path) -> FixedSpeed:
        self.asked.append((number, asked, folder))
        by = 1 + len(self.asked) / 1000
        speed = FixedSpeed(
            "default", turns(1.0), turns(0.5), turns(1.0), turns(self.fixed * by), graphs=5, graphs_fixed=1
        )
        speed.compile_seconds = 40.0 if number == 0 else None
        speed.compile_seconds_fixed = 20.0 if number == 1 else None
        return speed


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Choices:
    """Choices of a study whose copies are made, and verified by nobody."""

    def verified(*_: object, costs: bool) -> dict[str, Any]:
        place = Place("made_up/__init__.py", 2, "scale", "print(x)")
        found = ObservedBreak(place, "print", "GB1", None, "", "break", predicted_by=["FG401"])
        told = Verdict("breaks", "fail", "1 graph break") if costs else Verdict("breaks", "pass", "no break, 1 graph")
        return dataclasses.asdict(Run(verdicts=[told], breaks=[found] if costs else []))

    choices = Choices(folder=tmp_path / "root")
    (choices.folder / STUDY.name).mkdir(parents=True)
    said = "  study.py:network_small ran scale: 1 tensor equal"
    fix = Fix("fullgraph check --fix", said, "-    print(x)\n", "2.13.0")
    monkeypatch.setattr(measure, "prepare", lambda study, root, wheels: (copies.copies_of(study, root), fix))
    monkeypatch.setattr(measure, "_verified", verified)
    return choices


def measured(choices: Choices, machine: Machine, store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(measure, "in_process", machine)
    return measure.measure(STUDY, choices, store, Budget(), lambda _: None)


def test_only_what_the_store_lacks_is_measured(
    tmp_path: Path, prepared: Choices, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "results.json", environment=ENVIRONMENT)
    one = dataclasses.replace(prepared, processes=1)
    assert measured(one, Machine(0.25), store, monkeypatch) == []
    machine = Machine(0.25)
    assert measured(prepared, machine, Store.read(store.path), monkeypatch) == []
    assert [number for number, _, _ in machine.asked] == [1, 2]
    asked = machine.asked[0][1]
    assert (asked.arm.fullgraph, asked.fixed_arm.fullgraph) == (False, True)
    assert asked.request.paths[0] == asked.root and asked.fixed.paths[0] == asked.fixed_root != asked.root


def test_cold_processes_share_no_caches(tmp_path: Path, prepared: Choices, monkeypatch: pytest.MonkeyPatch) -> None:
    machine, store = Machine(0.25), Store(tmp_path / "results.json")
    cold = dataclasses.replace(prepared, cold=True, processes=4)
    assert measured(cold, machine, store, monkeypatch) == []
    assert [number for number, _, _ in machine.asked] == [0, 1, 0, 1]
    assert len({folder for _, _, folder in machine.asked}) == 4
    (result,) = measure.read(store, [STUDY])
    assert result.starts == {"default": ([40.0, 40.0], [20.0, 20.0])}


def test_when_the_time_is_over_the_rest_is_left(tmp_path: Path, prepared: Choices) -> None:
    store = Store(tmp_path / "results.json")
    with pytest.raises(OverError):
        measure.measure(STUDY, prepared, store, Budget(0.0), lambda _: None)


@pytest.mark.parametrize(("fixed", "told"), [(0.25, "2.00x as fast"), (0.499, "no difference was measured")])
def test_the_page_tells_what_was_measured(
    tmp_path: Path, prepared: Choices, monkeypatch: pytest.MonkeyPatch, fixed: float, told: str
) -> None:
    store = Store(tmp_path / "results.json", environment=ENVIRONMENT, commands=["python -m benchmarks.case_studies"])
    assert measured(prepared, Machine(fixed), store, monkeypatch) == []
    text = "\n".join(docs.lines(store, measure.read(store, [STUDY])))
    assert f"| [A network, made up](#a-network-made-up) | made-up 1.0 | default | 5 → 1 | {told}" in text
    assert "| made_up/__init__.py:2 | `print(x)` | print (GB1) | FG401 | default |" in text
    assert "| no graph break | fail: 1 graph break | pass: no break, 1 graph |" in text
    assert "```diff\n-    print(x)\n```" in text
    assert "40.0 s → 20.0 s" in text
    assert "Left to do by hand: nothing." in text


def test_a_study_that_cannot_be_had_has_its_reason(tmp_path: Path) -> None:
    store = Store(
        tmp_path / "results.json", environment=ENVIRONMENT, extra={"studies": {"network": {"failure": "gone"}}}
    )
    assert "Not measured: gone." in "\n".join(docs.lines(store, measure.read(store, [STUDY])))


def test_the_command_lists_studies(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list", "--only", "ssim"]) == 0
    assert capsys.readouterr().out == "ssim: SSIM as a loss (piq 0.8.0)\n"


def test_results_of_another_machine_are_not_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    monkeypatch.setattr(command, "describe", lambda _: ENVIRONMENT | {"device": "another"})
    Store(path, environment=ENVIRONMENT, extra={"studies": {}}).write()
    assert command.main(["--resume", "--output-file", str(path)]) == 2
