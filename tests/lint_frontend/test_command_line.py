"""The command line from end to end: arguments, input and output, exit statuses."""

from __future__ import annotations

import argparse
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import fullgraph
import pytest
from frontend import BREAKS, CLEAN, Ran
from fullgraph.lint import flake8_plugin, torch_data
from fullgraph.lint.commands import runner
from fullgraph.lint.commands.runner import RunOptions
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine.file_checker import FileChecker
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.results.file_result import FileResult
from fullgraph.lint.server import settings as server_settings
from fullgraph.lint.torch_data import versions

CASES = Path(__file__).parents[1] / "cases"

Run = Callable[..., Ran]

FIXED = BREAKS.replace(
    '    print("doubling")\n', '    if not torch.compiler.is_compiling():\n        print("doubling")\n'
)


def test_clean(run: Run, folder: Path) -> None:
    (folder / "a.py").write_text(CLEAN)
    assert run("check") == Ran(0, "All checks passed! (1 file)\n", "")
    assert run("check", "--quiet", "a.py") == Ran(0, "", "")


def test_findings(run: Run, breaks: Path) -> None:
    ran = run("check")
    assert ran.status == 1
    assert ran.out.startswith('model.py:6:5: FG401 print breaks the graph\n  |\n6 |     print("doubling")\n')
    assert ran.out.endswith("\n\nFound 1 finding in 1 file (1 fixable with --fix --unsafe-fixes).\n")
    assert ran.err == ""


def test_concise_quiet_and_exit_zero(run: Run, breaks: Path) -> None:
    ran = run("check", "--output-format", "concise", "--quiet", "--exit-zero", str(breaks))
    assert ran == Ran(0, "model.py:6:5: FG401 print breaks the graph\n", "")


def test_json(run: Run, breaks: Path) -> None:
    ran = run("check", "--output-format", "json")
    (entry,) = json.loads(ran.out)
    assert (ran.status, ran.err) == (1, "")
    assert (entry["code"], entry["filename"], entry["location"]) == ("FG401", str(breaks), {"row": 6, "column": 5})
    assert entry["end_location"] == {"row": 6, "column": 22}
    assert entry["fix"]["applicability"] == "unsafe"


def test_fix_applies_what_is_safe_only(run: Run, breaks: Path) -> None:
    ran = run("check", "--fix")
    assert ran.status == 1
    assert breaks.read_text() == BREAKS


PRIVATE = "\n\n@torch._dynamo.disable\ndef other(x: torch.Tensor) -> torch.Tensor:\n    return x\n"
"""One finding more: FG807, with a safe fix."""


def test_unsafe_fixes(run: Run, breaks: Path) -> None:
    options = ("--fix", "--unsafe-fixes")
    assert run("check", *options) == Ran(0, "Fixed 1 finding in 1 file.\nAll checks passed! (1 file)\n", "")
    assert breaks.read_text() == FIXED
    assert run("check", *options) == Ran(0, "All checks passed! (1 file)\n", "")
    assert breaks.read_text() == FIXED


def test_unsafe_fixes_alone_are_counted_and_nothing_is_written(run: Run, breaks: Path) -> None:
    both = BREAKS + PRIVATE
    breaks.write_text(both)
    plain = run("check", "--output-format", "concise")
    assert plain.out.splitlines()[0] == "model.py:6:5: FG401 print breaks the graph"
    assert plain.out.endswith(" (1 fixable with --fix, 1 more with --fix --unsafe-fixes).\n")
    counted = run("check", "--unsafe-fixes", "--output-format", "concise")
    assert (counted.status, counted.err) == (1, "")
    assert counted.out.splitlines()[0] == "model.py:6:5: FG401 [*] print breaks the graph"
    assert counted.out.endswith("Found 2 findings in 1 file (2 fixable with --fix --unsafe-fixes).\n")
    ran = run("check", "--unsafe-fixes", "-", stdin=both.encode())
    assert ran.status == 1
    assert ran.out.startswith("-:6:5: FG401 ")
    assert run("check", "--unsafe-fixes", "--verify").status == 2
    assert breaks.read_text() == both


def test_fix_only_tells_what_was_fixed_and_leaves_the_rest_aside(run: Run, breaks: Path) -> None:
    both = BREAKS + PRIVATE
    breaks.write_text(both)
    diff = run("check", "--fix-only", "--diff")
    assert (diff.status, diff.err) == (1, "Would fix 1 finding in 1 file.\n")
    assert breaks.read_text() == both
    ran = run("check", "--fix-only")
    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(r"model\.py: FG807 .*torch\.compiler\.disable.*\nFixed 1 finding in 1 file\.\n", ran.out)
    assert "@torch.compiler.disable" in breaks.read_text()
    for options in ([], ["--diff"], ["--exit-non-zero-on-fix"], ["--output-format", "concise"]):
        ran = run("check", "--fix-only", *options)
        assert (ran.status, ran.out) == (0, ""), options
    assert json.loads(run("check", "--fix-only", "--output-format", "json").out) == []
    breaks.write_text(both)
    assert run("check", "--fix-only", "--exit-non-zero-on-fix").status == 1
    ran = run("check", "--fix-only", "--unsafe-fixes")
    assert (ran.status, ran.out.startswith("model.py: FG401 Skip it while compiling")) == (0, True)
    ran = run("check", "--fix-only", "-", stdin=both.encode())
    assert ran.status == 0
    assert "@torch.compiler.disable" in ran.out
    assert ran.err.endswith("Fixed 1 finding in 1 file.\n")
    breaks.write_text("def f(:\n")
    ran = run("check", "--fix-only")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("model.py:1:7: error: syntax error")
    assert run("check", "--fix-only", "--statistics").status == 2


def test_what_remains_after_fixes_is_shown_as_it_stands_in_the_new_text(run: Run, breaks: Path) -> None:
    breaks.write_text(BREAKS.replace("    return", "    value = input()\n    return"))
    ran = run("check", "--fix", "--unsafe-fixes")
    assert ran.status == 1
    assert "model.py:8:13: FG404" in ran.out
    assert "8 |     value = input()\n  |             ^^^^^^^" in ran.out
    assert ran.out.endswith("\nFixed 1 finding in 1 file.\nFound 1 finding in 1 file.\n")


def test_diff_writes_nothing(run: Run, breaks: Path) -> None:
    ran = run("check", "--diff", "--unsafe-fixes")
    assert (ran.status, ran.err) == (1, "Would fix 1 finding in 1 file; 0 would remain.\n")
    assert breaks.read_text() == BREAKS
    subprocess.run(["git", "apply", "-p0", "-"], input=ran.out, text=True, check=True)
    assert breaks.read_text() == FIXED
    assert run("check", "--diff", "--unsafe-fixes").status == 0


def test_the_files_that_cannot_be_checked_do_not_keep_the_others_from_it(run: Run, breaks: Path) -> None:
    (breaks.parent / "bad.py").write_text("x = 1\ndef f(:\n")
    (breaks.parent / "null.py").write_bytes(b"x = \0\n")
    (breaks.parent / "latin.py").write_bytes(b"x = '\xe9'\n")
    ran = run("check", ".", "missing.py", "--output-format", "concise")
    assert ran.status == 2
    assert ran.out.splitlines()[0] == "model.py:6:5: FG401 print breaks the graph"
    places = [line.split(": error: ")[0] for line in ran.err.splitlines()]
    assert places[0] == "missing.py"
    assert sorted(place.partition(":")[0] for place in places) == ["bad.py", "latin.py", "missing.py", "null.py"]
    assert "bad.py:2:7" in places
    assert run("check", ".", "--exit-zero").status == 2
    entries = json.loads(run("check", ".", "missing.py", "--output-format", "json").out)
    codes = {Path(entry["filename"]).name: entry["code"] for entry in entries}
    assert (codes["bad.py"], codes["missing.py"], codes["model.py"]) == ("invalid-syntax", "invalid-input", "FG401")


def test_fixes_go_on_beside_files_that_cannot_be_read(run: Run, breaks: Path) -> None:
    (breaks.parent / "bad.py").write_text("def f(:\n")
    ran = run("check", "--fix", "--unsafe-fixes")
    assert ran.status == 2
    assert "bad.py:1:7: error: syntax error" in ran.err
    assert breaks.read_text() == FIXED
    assert ran.out == "Fixed 1 finding in 1 file.\nNo findings in 1 file; 1 could not be checked.\n"


def test_a_file_that_others_import_may_be_broken(run: Run, folder: Path) -> None:
    (folder / "broken.py").write_text("def layer(:\n")
    (folder / "steps.py").write_text("from broken import layer\n\n\ndef step(x):\n    print(x)\n    return layer(x)\n")
    (folder / "train.py").write_text("import torch\nfrom steps import step\n\ntorch.compile(step)(torch.ones(2))\n")
    ran = run("check", "--scope", "explicit", "--output-format", "concise")
    assert ran.status == 2
    assert ran.err == "broken.py:1:11: error: syntax error: invalid syntax\n"
    assert "steps.py:5:5: FG401" in ran.out, "what train.py compiles is known all the same"


def test_no_python_files_is_no_crash(run: Run, folder: Path) -> None:
    warning = "warning: no Python files found under the given paths\n"
    assert run("check") == Ran(0, "", warning)
    assert run("check", "--fix") == Ran(0, "", warning)
    assert run("check", "--output-format", "json") == Ran(0, "[]\n", warning)


def test_select_and_ignore(run: Run, breaks: Path) -> None:
    assert run("check", "--select", "FG1,FG501").status == 0
    assert run("check", "--select", "fg4").status == 1
    assert run("check", "--select", "ALL").status == 1
    assert run("check", "--ignore", "FG402").status == 1
    assert run("check", "--select", "FG4", "--ignore", "FG401").status == 0


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_code_is_one_line(run: Run, breaks: Path, option: str) -> None:
    ran = run("check", option, "FG101,FG491")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"error: unknown rule FG491 in {option}; did you mean .*FG411.*\?\n", ran.err)
    assert run("check", option, "nonsense").err == f"error: unknown rule nonsense in {option}\n"


def test_suppressed(run: Run, breaks: Path) -> None:
    breaks.write_text(BREAKS.replace('"doubling")', '"doubling")  # fullgraph: ignore[FG401]'))
    assert run("check").status == 0
    breaks.write_text(BREAKS.replace("-> torch.Tensor:", "-> torch.Tensor:  # fullgraph: ignore"))
    assert run("check", "--fix", "--unsafe-fixes").out == "All checks passed! (1 file)\n"


def test_a_suppression_of_an_unknown_code_warns(run: Run, breaks: Path) -> None:
    breaks.write_text(BREAKS.replace('"doubling")', '"doubling")  # fullgraph: ignore[FG999]'))
    for arguments in (["check"], ["check", "--diff"]):
        ran = run(*arguments)
        assert ran.status == 1
        assert "model.py:6: warning: unknown rule FG999 in a suppression comment" in ran.err


def test_output_file(run: Run, breaks: Path) -> None:
    ran = run("check", "--output-format", "json", "--output-file", "out.json")
    assert (ran.status, ran.out) == (1, "")
    assert json.loads(Path("out.json").read_text())[0]["code"] == "FG401"
    ran = run("check", "-o", "out.txt")
    assert ran.out == "Found 1 finding in 1 file (1 fixable with --fix --unsafe-fixes).\n"
    assert Path("out.txt").read_text().startswith("model.py:6:5: FG401")
    ran = run("check", "-o", "no/such/folder.txt")
    assert (ran.status, ran.err) == (2, "error: cannot write no/such/folder.txt: No such file or directory\n")


def test_standard_input(run: Run, folder: Path) -> None:
    ran = run("check", "-", "--output-format", "concise", "--quiet", stdin=BREAKS.encode())
    assert ran == Ran(1, "-:6:5: FG401 print breaks the graph\n", "")
    ran = run("check", "-", "--stdin-filename", "sub/new.py", stdin=BREAKS.encode())
    assert ran.out.startswith('sub/new.py:6:5: FG401 print breaks the graph\n  |\n6 |     print("doubling")\n')
    assert list(folder.iterdir()) == []
    assert run("check", "-", stdin=CLEAN.encode()).status == 0
    assert run("check", "-", stdin=b"").status == 0


def test_fixing_standard_input_prints_the_text(run: Run, folder: Path) -> None:
    ran = run("check", "-", "--fix", "--unsafe-fixes", stdin=BREAKS.replace("\n", "\r\n").encode())
    assert (ran.status, ran.out) == (0, FIXED.replace("\n", "\r\n"))
    assert ran.err == "Fixed 1 finding in 1 file.\nAll checks passed! (1 file)\n"
    ran = run("check", "-", "--fix", stdin=BREAKS.encode())
    assert (ran.status, ran.out) == (1, BREAKS)
    assert "-:6:5: FG401" in ran.err
    ran = run("check", "-", "--unsafe-fixes", "--diff", "--stdin-filename", "a.py", stdin=BREAKS.encode())
    assert ran.status == 1
    assert ran.out.startswith("--- a.py\n+++ a.py\n@@")


@pytest.mark.parametrize("data", [b"def f(:\n", b"x = '\xe9'\n"])
def test_standard_input_that_is_no_python_comes_back_as_it_was(run: Run, folder: Path, data: bytes) -> None:
    ran = run("check", "-", "--stdin-filename", "a.py", stdin=data)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("a.py")
    command = [sys.executable, "-m", "fullgraph", "check", "-", "--fix"]
    done = subprocess.run(command, input=data, capture_output=True)
    assert (done.returncode, done.stdout) == (2, data)


def test_standard_input_goes_alone(run: Run, breaks: Path) -> None:
    assert run("check", "-", "model.py").err == "error: - (standard input) goes with no other path\n"


def test_an_internal_error_names_its_file_and_costs_no_other(
    run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (breaks.parent / "cursed.py").write_text(CLEAN)
    check = FileChecker.check

    def fail(self: FileChecker, path: Path) -> FileResult:
        if path.name == "cursed.py":
            raise KeyError("two\nlines")
        return check(self, path)

    monkeypatch.setattr(FileChecker, "check", fail)
    ran = run("check", "--output-format", "concise")
    assert ran.status == 2
    assert ran.err == "cursed.py: error: internal error: KeyError: 'two\\nlines'; please report\n"
    assert ran.out.startswith("model.py:6:5: FG401")
    assert "Traceback" in run("check", "--traceback").err
    monkeypatch.delenv("FULLGRAPH_TRACEBACK")
    ran = run("check", "--fix", "--unsafe-fixes")
    assert (ran.status, breaks.read_text()) == (2, FIXED)


def test_any_other_internal_error_is_one_line(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Path, "cwd", fail)
    ran = run("check", str(breaks))
    assert ran.status == 2
    assert ran.err == "internal error: RuntimeError: broken; please report (--traceback shows more)\n"


@pytest.mark.parametrize(
    "arguments", [["check", "--no-such-option"], ["no-such-command"], ["check", "--mode", "fast"], ["rule", "a", "b"]]
)
def test_wrong_usage(run: Run, folder: Path, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"error: .* \(fullgraph( \w+)? --help lists the options\)\n", ran.err)


def test_version_and_help(run: Run, folder: Path) -> None:
    assert run("--version") == Ran(0, f"fullgraph {fullgraph.__version__}\n", "")
    for arguments in (["--help"], ["-h"], ["check", "--help"], ["rule", "-h"]):
        assert run(*arguments).out.startswith("Usage: fullgraph")
    names = "check clean completion config diff explain linter rule server sweep verify version".split()
    assert re.search(r" .*\n  ".join(names), run("--help").out)


# Rules


def test_rules_are_listed(run: Run, folder: Path) -> None:
    lines = run("rule").out.splitlines()
    assert [line.split()[:2] for line in lines] == [[rule.code, rule.name] for rule in load_rules()]
    assert all(line.endswith(rule.summary) for line, rule in zip(lines, load_rules(), strict=True))


@pytest.mark.parametrize("name", ["FG101", "fg101", "branch-on-tensor"])
def test_a_rule_is_explained(run: Run, folder: Path, name: str) -> None:
    ran = run("rule", name)
    (rule,) = [rule for rule in load_rules() if rule.code == "FG101"]
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"# branch-on-tensor (FG101)\n\n{rule.summary}\n\n## What it does\n")
    assert rule.page.split("\n", 1)[1].strip() in ran.out
    assert "GB0170" in ran.out


def test_rules_as_json(run: Run, folder: Path) -> None:
    one = json.loads(run("rule", "FG101", "--output-format", "json").out)
    assert set(one) == {"code", "name", "summary", "severity", "explanation", "registry", "url", "evidence"}
    newest = one["evidence"][0]
    assert all(name.startswith("fg101_") for name in newest["cases"])
    every = json.loads(run("rule", "--all", "--output-format", "json").out)
    assert [rule["code"] for rule in every] == [rule.code for rule in load_rules()]
    assert one in every


@pytest.mark.parametrize("code", [rule.code for rule in load_rules()])
def test_a_rule_shows_what_the_compiler_did(run: Run, folder: Path, code: str) -> None:
    """Each rule has recorded cases; some of them break and some do not."""
    cases = [path.read_text() for path in CASES.glob(f"{code.lower()}_*/*.py")]
    if all("\n# only: cuda\n" in f"\n{text}" for text in cases):
        pytest.skip("its cases need a GPU")
    shown = run("rule", code).out.partition("## What the compiler did\n")[2]
    assert re.search(
        r"- torch \d+\.\d+\.\d+ \(Python 3\.\d+\): [1-9]\d* cases? "
        r"(broke the graph|recompiled|gave other results than eager|did what the rule says), "
        r"(\d+ cases? did what the rule says, )?"
        r"[1-9]\d* look-alikes? did not",
        shown,
    )


def test_all_rules_are_explained(run: Run, folder: Path) -> None:
    headings = re.findall(r"^# \S+ \((FG\d+)\)$", run("rule", "--all").out, re.MULTILINE)
    assert headings == [rule.code for rule in load_rules()]


def test_an_unknown_rule(run: Run, folder: Path) -> None:
    ran = run("rule", "FG1010")
    assert ran.status == 2
    assert re.fullmatch(r"error: unknown rule FG1010; did you mean .*FG10\d.*\?\n", ran.err)
    assert "branch-on-tensor" in run("rule", "branch-on-tensors").err
    assert run("rule", "--all", "FG101").status == 2


# The process


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fullgraph", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


def test_colour_follows_the_environment(breaks: Path) -> None:
    assert "\x1b[" not in start("check").stdout
    coloured = start("check", FORCE_COLOR="1").stdout
    assert "\x1b[31m" in coloured
    assert "\x1b[" not in start("check", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[1m# branch" in start("rule", "FG101", FORCE_COLOR="1").stdout


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command prints on a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fullgraph", *arguments]
    process = subprocess.Popen(
        command, env={**os.environ, "TERM": "xterm", **environment}, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    output = b""
    try:
        while part := os.read(ours, 65536):
            output += part
    except OSError:
        pass  # the other end is closed
    finally:
        os.close(ours)
    process.wait()
    return output.decode()


def test_colour_on_a_terminal(breaks: Path) -> None:
    assert "\x1b[31m" in on_a_terminal("check")
    assert "\x1b[" not in on_a_terminal("check", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal("check", TERM="dumb")
    shown = on_a_terminal("check", "--diff", "--unsafe-fixes")
    assert "\x1b[31m-    print" in shown
    assert "\x1b[32m+    if not torch" in shown


def test_output_that_the_terminal_cannot_encode(breaks: Path) -> None:
    breaks.write_text(BREAKS.replace("doubling", "日本"), encoding="utf-8")
    done = start("check", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert r'print("\u65e5\u672c")' in done.stdout
    assert "->" in done.stdout


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    lines = "".join(f'    print({number}, "{number:0500}")\n' for number in range(150))
    Path("many.py").write_text(BREAKS.replace('    print("doubling")\n', lines))
    command = [sys.executable, "-m", "fullgraph", "check", "many.py"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() not in (0, 2)
    process.stderr.close()


def imported(*arguments: str) -> set[str]:
    """The modules that a run of the command imports."""
    command = [sys.executable, "-X", "importtime", "-m", "fullgraph", *arguments]
    lines = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def test_nothing_heavy_is_imported_before_it_is_needed(breaks: Path) -> None:
    heavy = {"torch", "numpy", "rich", "libcst", "pathspec", "fullgraph.runtime_check", "hypothesis"}
    assert not imported("--help") & (heavy | {"fullgraph.lint.engine.file_checker", "fullgraph.rules"})
    checked = imported("check")
    assert "fullgraph.lint.engine.file_checker" in checked
    assert not checked & heavy
    fixed = imported("check", "--fix", "--unsafe-fixes")
    assert "libcst" in fixed
    assert not fixed & (heavy - {"libcst"})


def test_verify_is_there_and_says_what_it_needs(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    helped = run("verify", "--help")
    assert (helped.status, helped.err) == (0, "")
    assert helped.out.startswith("Usage: fullgraph verify")
    ran = run("verify", "a.py:target")
    assert ran.status == 2
    assert ran.err == "error: verify needs torch, numpy, rich, jinja2, pygments: pip install 'fullgraph[verify]'\n"


def test_the_help_of_verify_needs_nothing_of_what_verify_needs() -> None:
    assert not imported("verify", "--help") & {"torch", "numpy", "rich", "jinja2", "pygments"}


def test_an_interruption_is_no_traceback(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(files: list[Path], options: Options, how: RunOptions, on_file: object = None) -> CheckResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "check", interrupt)
    ran = run("check", "--fix", "--unsafe-fixes")
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "interrupted")
    assert breaks.read_text() == BREAKS


def test_options_reach_the_engine(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Options] = []

    def record(files: list[Path], options: Options, how: RunOptions, on_file: object = None) -> CheckResult:
        seen.append(options)
        return CheckResult(files_checked=len(files))

    monkeypatch.setattr(runner, "check", record)
    run("check")
    run(
        *["check", "--select", "fg1, FG401", "--select", "FG5", "--ignore", "FG103", "--follow", "a", "--follow", "b"],
        *["--mode", "fullgraph", "--confidence", "low", "--scope", "explicit", "--torch-version", "2.11.0+cpu"],
        "--no-follow",
    )
    assert seen == [
        Options(scope="auto", writes_edits=False),
        Options(
            ("FG1", "FG401", "FG5"),
            ("FG103",),
            ("a", "b"),
            follow_reached=False,
            mode="fullgraph",
            confidence="low",
            scope="explicit",
            torch_version="2.11.0+cpu",
            writes_edits=False,
        ),
    ]


def test_torch_version(run: Run, folder: Path) -> None:
    """torch.combinations breaks the graph up to torch 2.13; a later version than all is taken for the newest."""
    source = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return torch.combinations(x)\n"
    Path("m.py").write_text(source)
    found = {
        version: run("check", "--torch-version", version).status
        for version in ("2.10", "2.13.1", "2.14", "2.15", "2.99")
    }
    assert found == {"2.10": 1, "2.13.1": 1, "2.14": 0, "2.15": 0, "2.99": 0}


COMMANDS = [["check"], ["check", "--fix", "--diff"], ["explain", "model.py:6"], ["check", "--statistics"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("version", ["1.13", "2.9.1", "3.7"])
def test_a_torch_that_nothing_is_known_of_is_one_line(run: Run, breaks: Path, command: list[str], version: str) -> None:
    major_minor = ".".join(version.split(".")[:2])
    oldest, newest = versions()[0], versions()[-1]
    said = f"torch {major_minor} is not known; {oldest} to {newest} are, and later 2.x count as {newest}\n"
    assert run(*command, "--torch-version", version) == Ran(2, "", f"error: --torch-version: {said}")
    path = Path("fullgraph.toml").resolve()
    path.write_text(f'torch-version = "{version}"')
    assert run(*command) == Ran(2, "", f"error: {path}: torch-version cannot be used: {said}")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_later_torch_counts_as_the_newest_known_and_is_told(run: Run, breaks: Path, command: list[str]) -> None:
    newest = versions()[-1]
    said = f"warning: torch 2.99 is not known: findings are for {newest}\n"
    known, later = run(*command, "--torch-version", newest), run(*command, "--torch-version", "2.99.0a0+git")
    assert (later.status, later.out, later.err) == (known.status, known.out, said + known.err)
    Path("fullgraph.toml").write_text('torch-version = "2.99"')
    assert run(*command).err == said + known.err


def test_an_editor_and_flake8_take_the_same_versions() -> None:
    given, problems = server_settings.parse({"torchVersion": "1.13"}, server_settings.Settings())
    assert given.options == {}
    (problem,) = problems
    assert problem.startswith("torchVersion: torch 1.13 is not known; ")
    with pytest.raises(argparse.ArgumentTypeError, match=r"torch 3\.7 is not known"):
        flake8_plugin._version("3.7")


def test_an_installed_torch_that_is_not_known_is_told(run: Run, breaks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_data, "default_version", lambda: "2.5.1+cpu")
    told = run("check", "--no-cache")
    assert told.err == f"warning: torch 2.5, which is installed here, is not known: findings are for {versions()[0]}\n"
    assert run("check", "--no-cache", "--quiet").err == ""
    assert run("check", "--no-cache", "--torch-version", versions()[0]).err == ""


@pytest.mark.parametrize("command", [["check"], ["explain", "m.py:1"]])
@pytest.mark.parametrize("version", ["new", "2", ""])
def test_what_is_no_torch_version(run: Run, folder: Path, command: list[str], version: str) -> None:
    Path("m.py").write_text(CLEAN)
    ran = run(*command, "--torch-version", version)
    said = f"error: --torch-version: not a torch version: '{version}'; write it like '{versions()[-1]}'\n"
    assert ran == Ran(2, "", said)


def test_scope_and_confidence(run: Run, folder: Path) -> None:
    """A module that nothing compiles is in scope unless told otherwise."""
    source = (
        "import torch\n\n\nclass M(torch.nn.Module):\n    def forward(self, x):\n        print(x)\n        return x\n"
    )
    Path("m.py").write_text(source)
    assert run("check").status == 1
    assert run("check", "--scope", "explicit").status == 0
