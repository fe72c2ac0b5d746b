"""The benchmark that builds every model of a library: what it counts, and what it says of models that end badly."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.sweep import builders
from benchmarks.sweep.builders import Outcome

ROOT = Path(__file__).parents[2]


def test_the_report_has_the_most_frequent_cause_first() -> None:
    outcomes = [Outcome("A"), Outcome("B", "rare", "b"), Outcome("C", "often", "c"), Outcome("D", "often", "d")]
    first, *others = builders.lines("hf", outcomes)
    assert first == "hf: 1 of 4 run (25.0 %)"
    assert [line.split() for line in others] == [
        ["2", "often"],
        ["C:", "c"],
        ["D:", "d"],
        ["1", "rare"],
        ["B:", "b"],
    ]


def test_of_nothing_there_is_no_share() -> None:
    assert list(builders.lines("hf", [])) == ["hf: 0 of 0 run (nothing to run)"]


def test_a_library_that_is_not_installed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(builders.LIBRARIES, "pyg", "no_such_library")
    assert builders.main(["pyg"]) == 2
    assert "pip install no_such_library" in capsys.readouterr().err


def test_models_run_in_processes_of_their_own(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks.sweep.builders", "hf", "ViTModel", "NoSuchModel", "AutoModel"]
    done = subprocess.run(
        [*command, "--jobs", "2", "--output-file", str(report)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("hf: 1 of 3 run (33.3 %)")
    outcomes = json.loads(report.read_text(encoding="utf-8"))["models"]
    assert [(one["name"], one["cause"]) for one in outcomes] == [
        ("ViTModel", ""),
        ("NoSuchModel", "the library has no model of this name"),
        ("AutoModel", "no model class of PyTorch"),
    ]


BAD = """
import os, signal, sys, time
from benchmarks.sweep import builders

def attempt(prefix, name, train):
    if name == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "hang":
        time.sleep(60)
    if name == "exit":
        os._exit(3)
    if name == "memory":
        bytearray(2 ** 40)
    return builders.Outcome(name)

builders.attempt, builders.SECONDS = attempt, 2.0
builders._warm = lambda prefix: None
for outcome in builders.run("hf", ["crash", "hang", "exit", "memory", "fine"], jobs=2):
    print(outcome.name, "|", outcome.cause)
"""


def test_a_model_that_ends_badly_ends_alone() -> None:
    done = subprocess.run([sys.executable, "-c", BAD], capture_output=True, text=True, cwd=ROOT)
    told = dict(line.split(" | ") for line in done.stdout.replace("| \n", "| ran\n").splitlines())
    assert told == {
        "crash": "its process ends by SIGSEGV",
        "hang": "no end after 2 s",
        "exit": "its process ends by exit status 3",
        "memory": "its process ends by exit status 1",
        "fine": "ran",
    }, done.stderr
