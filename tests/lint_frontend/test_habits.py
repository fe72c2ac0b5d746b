"""Options as users of ruff know them: what was fixed, settings on the command line, colour."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran
from fullgraph.runtime_check.report.text import console_for

Run = Callable[..., Ran]

PRIVATE = "\n\n@torch._dynamo.disable\ndef other(x: torch.Tensor) -> torch.Tensor:\n    return x\n"
ESCAPE = "\x1b["


def codes(run: Run, *arguments: str) -> list[str]:
    return [one["code"] for one in json.loads(run("check", "--output-format", "json", *arguments).out)]


# Fixes


def test_fixes_are_counted_by_file_and_rule(run: Run, folder: Path) -> None:
    text = BREAKS.replace("    return", '    print("again")\n    return') + PRIVATE
    for name in ("a.py", "b.py"):
        (folder / name).write_text(text)
    (folder / "c.py").write_text(BREAKS)
    listed = (
        "- a.py:\n    2 × FG401 (print-in-graph)\n    1 × FG807 (private-entry-point)\n"  # noqa: RUF001
        "- b.py:\n    2 × FG401 (print-in-graph)\n    1 × FG807 (private-entry-point)\n"  # noqa: RUF001
    )
    options = ("--fix", "--unsafe-fixes", "--show-fixes", "a.py", "b.py")
    assert run("check", *options, "--diff").err == f"Would fix 6 findings in 2 files; 0 would remain.\n{listed}"
    assert run("check", *options) == Ran(0, f"Fixed 6 findings in 2 files:\n{listed}All checks passed! (2 files)\n", "")
    assert run("check", *options).out == "All checks passed! (2 files)\n"
    ran = run("check", "--show-fixes", "c.py", "--output-format", "concise")
    assert ran.status == 1 and "Fixed" not in ran.out
    only = run("check", "--fix-only", "--unsafe-fixes", "--show-fixes", "c.py")
    assert only.status == 0
    assert only.out.endswith("Fixed 1 finding in 1 file:\n- c.py:\n    1 × FG401 (print-in-graph)\n")  # noqa: RUF001


def test_nothing_of_it_is_in_what_programs_read(run: Run, breaks: Path) -> None:
    ran = run("check", "--fix", "--unsafe-fixes", "--show-fixes", "--output-format", "json")
    assert ran == Ran(0, "[]\n", "")


# Settings


def test_extend_ignore_adds_to_what_files_and_the_command_line_ignore(run: Run, breaks: Path) -> None:
    breaks.write_text(BREAKS + PRIVATE)
    assert codes(run) == ["FG401", "FG807"]
    assert codes(run, "--extend-ignore", "FG4") == ["FG807"]
    (breaks.parent / "fullgraph.toml").write_text('ignore = ["FG807"]\n')
    assert codes(run, "--ignore", "FG4") == ["FG807"]
    assert codes(run, "--extend-ignore", "print-in-graph") == []
    (breaks.parent / "fullgraph.toml").write_text('extend-ignore = ["FG807"]\n')
    assert codes(run, "--ignore", "FG5") == ["FG401"]
    assert codes(run, "--extend-ignore", "FG4") == []
    (breaks.parent / "below").mkdir()
    (breaks.parent / "below" / "fullgraph.toml").write_text('extend = "../fullgraph.toml"\nextend-ignore = ["FG4"]\n')
    (breaks.parent / "below" / "model.py").write_text(BREAKS + PRIVATE)
    assert codes(run, "below") == []
    assert run("check", "--extend-ignore", "FG491").err.startswith("error: unknown rule FG491 in --extend-ignore")


def test_config_takes_settings(run: Run, breaks: Path) -> None:
    (breaks.parent / "fullgraph.toml").write_text('ignore = ["FG4"]\noutput-format = "concise"\n')
    assert codes(run) == []
    assert codes(run, "--config", "ignore = []") == ["FG401"]
    assert codes(run, "--config", "ignore = ['FG5']", "--config", 'confidence = "low"') == ["FG401"]
    assert codes(run, "--config", "ignore = ['FG5']\nselect = ['FG5']") == []
    assert codes(run, "--config", "ignore = ['FG4']", "--config", "ignore = []") == ["FG401"]
    assert codes(run, "--config", "ignore = []", "--ignore", "FG401") == []
    (breaks.parent / "other.toml").mkdir()
    (breaks.parent / "other.toml" / "fullgraph.toml").write_text('select = ["FG5"]\n')
    assert codes(run, "--config", "other.toml/fullgraph.toml") == []
    assert codes(run, "--config", "other.toml/fullgraph.toml", "--config", "select = ['FG4']") == ["FG401"]
    assert codes(run, "--isolated", "--config", "mode = 'fullgraph'") == ["FG401"]
    assert run("check", "--config", "per-file-ignores = { 'model.py' = ['FG4'] }", "--config", "ignore=[]").status == 0
    assert run("check", "--config", "output-format = 'pylint'", "--config", "ignore = []").out == (
        "model.py:6: [FG401] print breaks the graph\n"
    )
    shown = json.loads(run("config", "--config", "mode = 'fullgraph'", "--output-format", "json").out)
    assert shown["mode"] == {"value": "fullgraph", "from": "the command line"}
    assert shown["ignore"] == {"value": ["FG4"], "from": str(breaks.parent / "fullgraph.toml")}


def test_a_file_may_be_called_like_a_setting(run: Run, breaks: Path) -> None:
    (breaks.parent / "a=b").mkdir()
    (breaks.parent / "a=b" / "fullgraph.toml").write_text('select = ["FG5"]\n')
    assert codes(run, "--config", "a=b/fullgraph.toml") == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["scope = 1"], "--config: scope must be one of auto, all, explicit, not the number 1"),
        (["ignore = ['FG491']"], "--config: ignore has the unknown rule FG491; did you mean "),
        (["scop = 'all'"], "--config: scop is no setting (did you mean scope?): use select, "),
        (["scope = all"], "--config: 'scope = all' is neither a file nor TOML: "),
        (["per-file-ignores = 1"], "--config: per-file-ignores must be a table, not the number 1"),
        (
            ["per-file-ignores.'*.py' = 1"],
            "--config: per-file-ignores.*.py must be a list of strings, not the number 1",
        ),
        (["extend = 'a.toml'"], "--config: extend is no setting"),
        (["no.toml"], "--config: there is no file no.toml"),
        (["no.toml", "other.toml"], "--config names one file at most"),
        (["no.toml", "--isolated"], "--config FILE and --isolated do not go together"),
    ],
)
def test_a_mistake_in_it_is_one_line(run: Run, breaks: Path, given: list[str], message: str) -> None:
    arguments = [part for one in given for part in ([one] if one.startswith("--") else ["--config", one])]
    ran = run("check", *arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {message}")


# Colour


def test_color_wins_over_the_environment(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value, coloured in (
        (None, None, {"auto": False, "always": True, "never": False}),
        ("NO_COLOR", "1", {"auto": False, "always": True, "never": False}),
        ("FORCE_COLOR", "1", {"auto": True, "always": True, "never": False}),
    ):
        for other in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(other, raising=False)
        if name is not None and value is not None:
            monkeypatch.setenv(name, value)
        assert (ESCAPE in run("check").out) is coloured["auto"]
        for choice, expected in coloured.items():
            assert (ESCAPE in run("check", "--color", choice).out) is expected, (name, choice)
            assert (ESCAPE in run("--color", choice, "check").out) is expected, (name, choice)
            assert (ESCAPE in run("rule", "FG401", "--color", choice).out) is expected, (name, choice)


def test_a_command_decides_before_what_stands_in_front_of_it(run: Run, breaks: Path) -> None:
    assert ESCAPE not in run("--color", "always", "check", "--color", "never").out
    assert ESCAPE in run("--color", "never", "check", "--color", "always").out
    assert ESCAPE in run("check", "--color", "always", "--diff", "--unsafe-fixes").out
    assert ESCAPE in run("explain", "model.py:6", "--color", "always").out
    assert ESCAPE in run("config", "--mode", "fullgraph", "--color", "always").out


def test_files_and_what_programs_read_have_no_colour(run: Run, breaks: Path) -> None:
    assert run("check", "--color", "always", "--output-file", "out.txt").status == 1
    assert ESCAPE not in Path("out.txt").read_text()
    assert ESCAPE not in run("check", "--color", "always", "--output-format", "json").out
    assert run("check", "--color", "sometimes").status == 2


def test_reports_of_verify_go_by_it(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import click
    from fullgraph.lint.commands.terminal import COLOUR

    with click.Context(click.Command("verify")) as context:
        assert console_for(sys.stdout).color_system is None
        context.meta[COLOUR] = True
        assert console_for(sys.stdout).color_system == "standard"
        monkeypatch.setenv("FORCE_COLOR", "1")
        context.meta[COLOUR] = False
        assert console_for(sys.stdout).color_system is None
