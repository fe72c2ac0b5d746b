"""Targets recorded from the run of a script."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from click.testing import CliRunner
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.options import SETTINGS
from fullgraph.runtime_check.process.protocol import RecordingRequest
from fullgraph.runtime_check.session.jobs import recording

QUICK = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu", "--format", "json")

TRAIN = """
    import argparse
    import sys

    import torch
    from torch import nn
    from torch.utils.data import DataLoader

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x, scale=1.0):
            x.mul_(scale)
            if x.sum() > 1e9:
                x = x * 2
            return self.linear(x)

    def double(x):
        return x * 2

    class Rows:
        def __len__(self):
            return 1000

        def __getitem__(self, index):
            return torch.full((4,), float(index))

    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--mode", required=True)
        parser.add_argument("--fail", action="store_true")
        options = parser.parse_args()
        model = Net()
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
        forward = model
        if options.mode == "wrapped":
            forward = torch.compile(model, dynamic=True)
        elif options.mode == "in-place":
            model.compile()
        elif options.mode == "two":
            forward = torch.compile(model)
        elif options.mode == "never":
            torch.compile(model)
        twice = torch.compile(double) if options.mode == "two" else double
        if options.mode == "eval-first":
            forward = torch.compile(model)
            model.eval()
            with torch.no_grad():
                forward(torch.ones(7, 4))
            model.train()
        steps = 0
        for batch in DataLoader(Rows(), batch_size=3, num_workers=1 if options.mode == "in-place" else 0):
            if options.mode in ("wrapped", "eval-first"):
                batch = batch[: 3 - steps % 2]
            with torch.autocast("cpu", torch.bfloat16, enabled=options.mode == "autocast"):
                loss = forward(twice(batch), scale=0.5).square().mean()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
            if options.fail and steps == 2:
                raise LookupError("no more batches")
            if steps == 12:
                print("the script went on", file=sys.stderr)
                break

    if __name__ == "__main__":
        main()
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "train.py"
    path.write_text(dedent(TRAIN))
    return path


def recorded(*arguments: str, before: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    result = CliRunner().invoke(command, [*QUICK, *before, "--record", *arguments], catch_exceptions=False)
    targets: list[dict[str, Any]] = json.loads(result.stdout)["targets"]
    return targets


def notes(target: dict[str, Any]) -> str:
    assert target["before"]["failure"] is None, target["before"]["failure"]
    return "\n".join(target["before"]["verdicts"][0]["notes"])


@pytest.mark.slow
def test_what_a_script_compiles_with_its_shapes_and_its_options(script: Path) -> None:
    (target,) = recorded("train.py", "--mode", "wrapped")
    line = next(n for n, text in enumerate(script.read_text().splitlines(), 1) if "dynamic=True" in text)
    assert target["target"] == f"train.py: Net (compiled at train.py:{line})"
    run = target["before"]
    assert run["input_sets"] == ["f32[3,4], scale=0.5", "f32[2,4], scale=0.5"]
    said = notes(target)
    assert "recorded from train.py --mode wrapped: 8 calls of Net" in said
    assert "2 input sets of different shapes; then the script was stopped" in said
    assert "the script compiles with dynamic=True" in said
    assert run["what"] == "forward and backward"
    (found,) = run["breaks"]
    assert "if x.sum() > 1e9" in found["place"]["source"]
    assert found["predicted_by"] == ["FG101"]
    assert run["numerics"]["gradients"] == 4


@pytest.mark.slow
def test_compiled_in_place_with_loader_processes(script: Path) -> None:
    (target,) = recorded("train.py", "--mode", "in-place", before=("--record-calls", "3"))
    assert "3 calls of Net" in notes(target)
    assert {v["check"]: v["status"] for v in target["before"]["verdicts"]}["numerics"] == "pass"


@pytest.mark.slow
def test_each_compiled_callable_is_a_target(script: Path) -> None:
    first, second = recorded("train.py", "--mode", "two")
    assert first["target"].startswith("train.py: double (compiled at")
    assert second["target"].startswith("train.py: Net (compiled at")
    assert (first["exit_status"], second["exit_status"]) == (0, 1)


@pytest.mark.slow
def test_training_is_preferred_to_evaluation(script: Path) -> None:
    (target,) = recorded("train.py", "--mode", "eval-first")
    assert "1 of these calls were left out: they ran in a different mode from the others" in notes(target)
    assert target["before"]["input_sets"] == ["f32[3,4], scale=0.5", "f32[2,4], scale=0.5"]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", ["Net", "train.py:Net"])
def test_calls_of_a_class_of_the_script_under_its_autocast(script: Path, wanted: str) -> None:
    (target,) = recorded("train.py", "--mode", "autocast", before=(wanted,))
    assert "recorded and verified autocast to bfloat16 on cpu" in notes(target)
    assert f"8 calls of Net (named as {wanted})" in notes(target)
    assert target["before"]["breaks"]


def test_calls_of_a_function_of_the_script_until_it_ends(script: Path) -> None:
    (target,) = recorded("train.py", "--mode", "none", before=("double", "--record-calls", "100"))
    assert "12 calls of double (named as double), 1 input set; until the script ended" in notes(target)
    assert target["exit_status"] == 0


def test_calls_of_another_modules_class(script: Path) -> None:
    (target,) = recorded("train.py", "--mode", "none", before=("torch.nn:Linear",))
    assert "8 calls of Linear (named as torch.nn:Linear)" in notes(target)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        (("train.py", "--mode", "none"), "target", "compiled nothing: it called neither torch.compile nor"),
        (("train.py", "--mode", "never"), "target", "compiled something and never called it"),
        (("train.py", "--mode", "wrapped", "--fail"), "raised", "raises during the run of the script: LookupError"),
        (("train.py",), "exit", "called sys.exit(2) during the run of the script"),
        (("nowhere.py",), "target", "there is no script nowhere.py"),
    ],
)
def test_scripts_that_give_nothing(script: Path, arguments: tuple[str, ...], kind: str, said: str) -> None:
    (target,) = recorded(*arguments)
    failure = target["before"]["failure"]
    assert failure["kind"] == kind
    assert said in failure["message"]
    assert "\n" not in failure["message"]
    assert target["exit_status"] == 2


def test_what_does_not_go_with_a_recording(script: Path) -> None:
    for arguments, said in (
        (["a", "b", "--record", "train.py"], "takes one TARGET"),
        (["--input", "x=f32[2]", "--record", "train.py"], "takes the inputs from the script"),
        (["--ddp", "2", "--record", "train.py"], "--ddp builds the target again"),
        (["--modes", "max-autotune", "--record", "train.py"], "--modes builds the target again"),
        (["not a name", "--record", "train.py"], "cannot record 'not a name'"),
    ):
        result = CliRunner().invoke(command, arguments)
        assert result.exit_code == 2
        assert said in result.output


def test_options_behind_the_script_are_its_own_and_a_note_says_so(script: Path) -> None:
    after = CliRunner().invoke(command, ["--record", "nowhere.py", "--facts=facts.json", "--steps", "3"])
    assert (
        after.stderr.count("note: arguments after the script go to the script: for verify, put --facts before --record")
        == 1
    )
    before = CliRunner().invoke(command, ["--facts", "facts.json", "--record", "nowhere.py", "--steps", "3"])
    assert "note:" not in before.stderr


def test_common_settings_hold_but_for_inputs(script: Path) -> None:
    Path("fullgraph.toml").write_text('[verify]\ninput = "x=f32[2]"\ntimeout = 500\nmode = "max-autotune"\n')
    defaults = command.make_context("verify", []).params
    values = {str(option.name): defaults[str(option.name)] for option in SETTINGS.values()}
    (job,) = recording("train.py", RecordingRequest(), [], values | {"timeout": 7.0}, {"timeout"}, defaults)
    assert (job.settings.inputs, job.settings.mode, job.settings.limits.seconds) == ((), "max-autotune", 7)


@pytest.mark.slow
def test_fixes_are_tried_on_a_copy_of_the_script(script: Path) -> None:
    script.write_text(script.read_text().replace("x.sum() > 1e9", "x.sum() > 0"))
    (target,) = recorded("train.py", "--mode", "wrapped", before=("--fix", "--unsafe-fixes"))
    assert target["repair"]["fixes"]
    assert target["repair"]["agrees"]["status"] == "pass"
    assert target["before"]["breaks"]
    assert not target["after"]["breaks"]
    assert "torch.where" not in script.read_text()
