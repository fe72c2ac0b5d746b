"""The command, end to end: one process per target, whatever the target does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fullgraph.runtime_check import Limits, Settings, to_json, verify
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.process.memory import resident_memory
from fullgraph.runtime_check.results import TargetReport

ZOO = Path(__file__).with_name("targets_zoo.py")
QUICK = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, *QUICK], catch_exceptions=False)


def one(attribute: str, limits: Limits | None = None) -> TargetReport:
    settings = Settings(backend="eager", device="cpu", bench_seconds=0, limits=limits or Limits(120))
    return verify(f"{ZOO}:{attribute}", settings).targets[0]


def breaking_lines() -> list[int]:
    return [number for number, line in enumerate(ZOO.read_text().splitlines(), 1) if line.endswith("# breaks")]


@pytest.mark.slow
def test_several_targets_and_one_that_is_not_there() -> None:
    result = run(f"{ZOO}:Clean", f"{ZOO}:Cleen", "no_such_file.py:x", f"{ZOO}:Printing", "--output-format", "json")
    report = json.loads(result.stdout)
    assert [target["exit_status"] for target in report["targets"]] == [0, 2, 2, 1]
    assert result.exit_code == report["exit_status"] == 2
    clean, missing, nowhere, printing = (target["before"] for target in report["targets"])
    assert [verdict["status"] for verdict in clean["verdicts"]] == ["pass"] * 6 + ["skipped"]
    assert clean["environment"]["device"] == "cpu"
    assert "did you mean Clean" in missing["failure"]["message"]
    assert "there is no file no_such_file.py" in nowhere["failure"]["message"]
    assert [found["place"]["line"] for found in printing["breaks"]] == breaking_lines()
    assert [found["predicted_by"] for found in printing["breaks"]] == [["FG401"], ["FG101"]]
    assert printing["breaks"][0]["place"]["source"].startswith('print("hello", ')
    assert printing["breaks"][0]["url"].endswith("gb0059.html")
    assert not any(prediction["reached"] for prediction in printing["unobserved"])
    # The target's own output is nowhere in ours.
    assert "hello from the target" not in result.stdout


def test_text_says_where_and_who_predicted_it() -> None:
    result = run(f"{ZOO}:Printing")
    assert result.exit_code == 1
    line = breaking_lines()[0]
    assert f"targets_zoo.py:{line} in forward: predicted by FG401" in result.stdout
    assert "FAIL  compiles with fullgraph=True" in result.stdout
    assert "pass  same values as eager" in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attribute", "kind", "said"),
    [
        ("aborts", "crash", "ended by SIGABRT during the eager run"),
        ("exits", "exit", "called sys.exit(3) during the eager run"),
        ("exits_at_once", "exit", "ended itself with status 0 during the eager run"),
        ("raises", "raised", "raises during the eager run: LookupError: no such thing at "),
        ("too_large", "memory", "out of memory during the eager run"),
        ("memory_error", "memory", "out of memory during the eager run"),
    ],
)
def test_whatever_a_target_does_is_one_message(attribute: str, kind: str, said: str) -> None:
    report = one(attribute)
    failure = report.before.failure
    assert failure is not None
    assert failure.kind == kind
    assert said in failure.message
    assert "\n" not in failure.message
    assert report.exit_status == 2
    if attribute == "aborts":
        assert failure.output.startswith("last words")
    if attribute == "raises":
        line = next(n for n, text in enumerate(ZOO.read_text().splitlines(), 1) if "no such thing" in text)
        assert failure.message.endswith(f"targets_zoo.py:{line}")


def test_a_hanging_target_is_stopped() -> None:
    start = time.monotonic()
    failure = one("hangs", Limits(12)).before.failure
    assert time.monotonic() - start < 120
    assert failure is not None
    assert failure.kind == "timeout"
    assert "no end after 12 s (--timeout)" in failure.message


@pytest.mark.slow
@pytest.mark.skipif(
    resident_memory(os.getpid()) == 0, reason="the system does not tell how much memory a process holds"
)
def test_a_target_that_eats_the_memory_is_stopped() -> None:
    failure = one("grows", Limits(120, 2 * 2**30)).before.failure
    assert failure is not None
    assert failure.kind == "memory"
    assert "used more than 2 GiB (--memory)" in failure.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import nowhere_at_all\n",
            "cannot be imported or built: ModuleNotFoundError: No module named 'nowhere_at_all'",
        ),
        ("def f(: pass\n", "cannot be imported or built: SyntaxError"),
        ("import sys\nsys.exit('enough')\n", "called sys.exit('enough') during import and construction"),
    ],
)
def test_files_that_cannot_be_imported(tmp_path: Path, source: str, said: str) -> None:
    (tmp_path / "broken.py").write_text(source)
    report = verify(f"{tmp_path / 'broken.py'}:f", Settings(backend="eager", device="cpu"))
    failure = report.targets[0].before.failure
    assert failure is not None
    assert said in failure.message
    assert report.exit_status == 2


@pytest.mark.slow
def test_module_target_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "my_pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "net.py").write_text("def f(x, flag):\n    print('x')\n    return x * 2 if flag else x\n")
    # Files of the target's folder must not stand in for the standard library's while the worker starts.
    if sys.version_info >= (3, 11):
        (tmp_path / "json.py").write_text("raise RuntimeError('shadowed')\n")
    monkeypatch.chdir(tmp_path)
    result = run("my_pack.net:f", "--input", "f32[4]", "--input", "flag=True", "--format", "json")
    report = json.loads(result.stdout)["targets"][0]
    assert report["before"]["input_sets"] == ["f32[4], flag=True"]
    (found,) = report["before"]["breaks"]
    assert (found["place"]["filename"], found["place"]["line"]) == (str(package / "net.py"), 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a.py:f", "--input", "x=f99[2]"), "unknown dtype"),
        (("a.py:f", "--inputs", "nothing"), "is not a target"),
        (("a.py:f", "--input", "x=f32[2]", "--inputs", "a.py:g"), "either --input or --inputs"),
        (("a.py:f", "--unsafe-fixes"), "goes with --fix"),
        (("a.py:f", "--mode", "fastest"), "'fastest' is not one of"),
        ((), "Usage"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(command, list(arguments))
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "value", "said"), [("backend", "no_such", "no backend 'no_such'"), ("device", "mps:9", "cannot be used")]
)
def test_backend_or_device_that_is_not_there(option: str, value: str, said: str) -> None:
    failure = verify(f"{ZOO}:Clean", Settings(**{option: value})).targets[0].before.failure  # type: ignore[arg-type]
    assert failure is not None
    assert said in failure.message


FIXABLE = """
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.linear(x)
        if h.sum() > 0:
            h = h * 2
        else:
            h = h - 1
        return h.pow(2).mean()

def Net_inputs():
    return [(torch.ones(3, 4),), (-torch.ones(3, 4),)]
"""


@pytest.mark.slow
def test_fix_verifies_a_copy_beside_the_original(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(FIXABLE)
    result = run(f"{path}:Net", "--fix", "--format", "json")
    assert path.read_text() == FIXABLE
    assert [p.name for p in tmp_path.iterdir() if p.name != "__pycache__"] == ["net.py"]
    target = json.loads(result.stdout)["targets"][0]
    before, after, repair = target["before"], target["after"], target["repair"]
    assert (before["exit_status"], after["exit_status"], result.exit_code) == (1, 0, 0)
    assert (len(before["breaks"]), after["breaks"], after["graphs"]) == (1, [], 1)
    assert [(fix["code"], fix["filename"], fix["line"]) for fix in repair["fixes"]] == [("FG101", str(path), 11)]
    assert "+        h = torch.where(" in repair["diff"]
    assert repair["agrees"]["status"] == "pass"
    assert repair["numerics"]["gradients"] == 4
    assert before["numerics"]["loss_eager"] == after["numerics"]["loss_eager"]


@pytest.mark.slow
def test_the_fixes_are_written_as_a_patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("net.py").write_text(FIXABLE)
    result = run("net.py:Net", "net.py:Net", "--fix", "--patch", "fixes.patch")
    assert result.exit_code == 0, result.stdout
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines.count("as it is failed not: no graph break, compiles with fullgraph=True (1 graph break)") == 2
    assert lines.count("fixed passed") == 2
    assert (
        lines[-4:]
        == [
            "failed net.py:Net, as it is not: no graph break, compiles with fullgraph=True (1 graph break)",
            "passed net.py:Net, fixed",
        ]
        * 2
    )
    before = Path("net.py").read_text()
    assert "torch.where" not in before
    subprocess.run(["git", "apply", "-p0", "fixes.patch"], check=True)
    assert "torch.where" in Path("net.py").read_text()


@pytest.mark.slow
def test_fix_in_a_package_and_what_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pack_to_fix"
    (package / "sub").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "sub" / "__init__.py").touch()
    (package / "sub" / "net.py").write_text("from .base import *\n" + FIXABLE)
    (package / "sub" / "base.py").write_text("BASE = 1\n")
    (tmp_path / "unrelated.py").write_text("raise RuntimeError('never imported')\n")
    monkeypatch.chdir(tmp_path)
    result = run("pack_to_fix.sub.net:Net", "--fix")
    assert result.exit_code == 0
    assert "pass no break, 1 graph" in result.stdout
    assert str(Path("pack_to_fix", "sub", "net.py")) + ":12 FG101" in result.stdout


COUNTING = """
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return self.linear(x) + self.calls
"""


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "guard"), [("2", "3"), ("2,3,4,5", "7"), ("2,3,4,5,6,7,8,9,10,11,12", "7")])
def test_the_guard_is_named_for_few_and_for_many_input_sets(tmp_path: Path, sizes: str, guard: str) -> None:
    (tmp_path / "net.py").write_text(COUNTING)
    result = run(f"{tmp_path / 'net.py'}:Net", "--input", "x=f32[B,4]", "--vary", f"B={sizes}")
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    assert (
        f"self.calls == {guard}: an int attribute of a module is a constant of the graph: keep self.calls in a" in text
    )
    assert "FailOnRecompileLimitHit" not in text


@pytest.mark.slow
def test_nothing_to_fix_is_said(tmp_path: Path) -> None:
    result = run(f"{ZOO}:Printing", "--fix")
    assert result.exit_code == 1
    assert "--unsafe-fixes" in result.stdout


def test_report_can_be_written_to_a_file(tmp_path: Path) -> None:
    result = run("nowhere.py:f", "--format", "json", "--output-file", str(tmp_path / "report.json"))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert json.loads((tmp_path / "report.json").read_text())["exit_status"] == 2


def test_the_report_is_json_from_python_too() -> None:
    report = verify("nowhere.py:f")
    assert json.loads(json.dumps(to_json(report)))["targets"][0]["target"] == "nowhere.py:f"


def test_the_command_itself_never_imports_torch() -> None:
    code = (
        "import sys\n"
        "import fullgraph.runtime_check.cli, fullgraph.runtime_check.session.verify, fullgraph.runtime_check.report\n"
        "from fullgraph.runtime_check import verify\n"
        "assert verify('nowhere.py:f').exit_status == 2\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
