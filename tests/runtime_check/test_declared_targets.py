"""Targets and settings from the configuration, and what the command line changes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fullgraph.lint.config.toml_tables import ConfigurationError
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.options import SETTINGS
from fullgraph.runtime_check.session.configuration import read_declared
from fullgraph.runtime_check.session.jobs import plan
from fullgraph.runtime_check.session.verify import Job

DEFAULTS = command.make_context("verify", []).params
"""What every option is where nothing is given."""
TARGET_DEFAULTS = {str(option.name): DEFAULTS[str(option.name)] for option in SETTINGS.values()}


TWO = """
[tool.fullgraph.verify]
targets = ["model.py:Net", "hf:BertForMaskedLM"]
timeout = 600
follow = "transformers"
mode = "max-autotune"
input = ["f32[2]"]

[[tool.fullgraph.verify.target]]
name = "varied"
target = "pack.model:Net"
mode = "reduce-overhead"
train = false
device = "cpu"
size = "default"
input = ["x=f32[B,64]", "flag=True"]
vary = { B = [1, 4] }

[[tool.fullgraph.verify.target]]
target = "sub/other.py:f"
inputs = "sub/data.py:batches"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text(TWO)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def planned(*targets: str, **given: Any) -> list[Job]:
    return plan(targets, TARGET_DEFAULTS | given, set(given), DEFAULTS)


def test_all_targets_with_their_own_settings_over_the_common_ones(project: Path) -> None:
    net, bert, varied, other = planned()
    assert [job.target for job in (net, bert, varied, other)] == [
        "model.py:Net",
        "hf:BertForMaskedLM",
        "pack.model:Net",
        "sub/other.py:f",
    ]
    assert {job.folder for job in (net, bert, varied, other)} == {project}
    assert (net.settings.mode, net.settings.limits.seconds, net.settings.inputs) == ("max-autotune", 600, ("f32[2]",))
    assert net.settings.follow == ("transformers",)
    assert varied.name == "varied"
    own = varied.settings
    assert (own.mode, own.train, own.device, own.size) == ("reduce-overhead", False, "cpu", "default")
    assert own.inputs == ("x=f32[1|4,64]", "flag=True")
    assert own.limits.seconds == 600
    # A table that says where its inputs come from has nothing of the common ones.
    assert (other.settings.inputs, other.settings.inputs_from) == ((), f"{project / 'sub' / 'data.py'}:batches")


def test_the_command_line_wins(project: Path) -> None:
    for job in planned(mode="default", timeout=5.0):
        assert (job.settings.mode, job.settings.limits.seconds) == ("default", 5)
    (varied,) = planned("varied", vary=("B=7",))
    assert varied.settings.inputs == ("x=f32[7,64]", "flag=True")
    (varied,) = planned("varied", inputs=("x=f32[3]",))
    assert varied.settings.inputs == ("x=f32[3]",)
    (varied,) = planned("varied", inputs_from="data.py:f")
    assert (varied.settings.inputs, varied.settings.inputs_from) == ((), f"{project / 'data.py'}:f")


def test_a_target_is_found_by_its_name_or_itself_from_any_folder(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "sub").mkdir()
    monkeypatch.chdir(project / "sub")
    (by_path,) = planned("other.py:f")
    assert by_path.settings.inputs_from == f"{project / 'sub' / 'data.py'}:batches"
    assert by_path.folder == project
    (by_module,) = planned("pack.model:Net")
    assert by_module.name == "varied"
    (unknown,) = planned("other.py:g")
    assert (unknown.folder, unknown.settings.mode) == (None, "max-autotune")


def test_own_file_is_nearer_than_the_project(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = project / "a" / "b"
    below.mkdir(parents=True)
    (project / "a" / "fullgraph.toml").write_text('[verify]\ntargets = "x.py:f"\nbench-seconds = 0\n')
    (below / "pyproject.toml").write_text("[tool.other]\n")
    monkeypatch.chdir(below)
    (job,) = planned()
    assert (job.target, job.folder, job.settings.bench_seconds) == ("x.py:f", project / "a", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mode = 'fastest'", "verify.mode must be one of default, reduce-overhead, max-autotune, "),
        ("mode = 3", "verify.mode must be one of default"),
        ("timeout = 0", "verify.timeout must be a number above 0, not the number 0"),
        ("timeout = true", "verify.timeout must be a number above 0, not true"),
        ("bench-seconds = -1", "verify.bench-seconds must be a number of at least 0, not the number -1"),
        ("train = 'yes'", "verify.train must be true or false, not the string 'yes'"),
        ("follow = [1]", "verify.follow must be a list of strings"),
        ("device = 1", "verify.device must be a string, not the number 1"),
        ("targets = ['nothing']", "verify.targets is wrong: 'nothing' is not a target"),
        ("speed = 1", "verify.speed is no setting: use input, vary, inputs, "),
        ("vary = { B = ['1'] }", "verify.vary.B must be a list of sizes, such as [1, 4, 16]"),
        ("input = 'x=f32[2]'\ninputs = 'a.py:f'", "verify.inputs cannot go with input"),
        ("target = 3", "verify.target must be tables"),
        ("[[tool.fullgraph.verify.target]]\nname = 'a'", "verify.target[0] has no target"),
        ("[[tool.fullgraph.verify.target]]\ntarget = 'a.py:f'\nmode = ''", "verify.target[0].mode must be one of"),
        ("targets = ['a.py:f']\ninput = 'x=f99[2]'", "a.py:f: unknown dtype 'f99'"),
        ("targets = ['a.py:f']\ninput = 'x=f32[B]'", "give --vary B=2,3"),
        (
            "[[tool.fullgraph.verify.target]]\nname='a'\ntarget='a.py:f'\n"
            "[[tool.fullgraph.verify.target]]\nname='a'\ntarget='a.py:g'",
            "verify.target[1].name 'a' is there twice",
        ),
        ("targets = [", "is not valid TOML"),
    ],
)
def test_mistakes_are_one_line_with_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.fullgraph.verify]\n{text}\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 2
    (line,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert str(tmp_path / "pyproject.toml") in line
    assert said in line


def test_tables_of_the_wrong_kind(tmp_path: Path) -> None:
    for text in ("[tool]\nfullgraph = 1\n", "[tool.fullgraph]\nverify = 1\n"):
        (tmp_path / "pyproject.toml").write_text(text)
        with pytest.raises(ConfigurationError, match="must be a table, not the number 1"):
            read_declared(tmp_path)


def test_another_tools_broken_file_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.other\n")
    assert read_declared(tmp_path).targets == ()


def test_nothing_to_verify_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 2
    assert "nothing to verify: name a target, such as model.py:Net, or list targets in pyproject.toml" in result.output


@pytest.mark.slow
def test_the_command_runs_them_in_the_folder_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fullgraph.toml").write_text(
        '[verify]\ntargets = ["net.py:f"]\nbackend = "eager"\nbench-seconds = 0\ndevice = "cpu"\n'
        '[[verify.target]]\nname = "again"\ntarget = "net:f"\ninputs = "net.py:more"\n'
    )
    (tmp_path / "net.py").write_text(
        "from pathlib import Path\nimport torch\n\n\ndef f(x):\n    return x + 1\n\n\n"
        "def inputs():\n    return torch.ones(int(Path('size.txt').read_text()))\n\n\n"
        "def more():\n    return [(torch.ones(2),), (torch.ones(5),)]\n"
    )
    (tmp_path / "size.txt").write_text("3")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    result = CliRunner().invoke(command, ["--format", "json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    first, second = json.loads(result.stdout)["targets"]
    assert (first["target"], first["before"]["input_sets"]) == ("net.py:f", ["f32[3]"])
    assert (second["target"], second["before"]["input_sets"]) == ("again", ["f32[2]", "f32[5]"])
