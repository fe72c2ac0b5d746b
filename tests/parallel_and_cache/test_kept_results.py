"""Results that are kept for later runs: never another result than without them, whatever happens to their files."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.cache import files as cache_files
from fullgraph.lint.cache import key
from fullgraph.lint.cli import main
from fullgraph.lint.commands import runner
from fullgraph.lint.commands.runner import RunOptions
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine.file_checker import FileChecker
from fullgraph.lint.parallel.limits import Limits
from fullgraph.lint.results.file_result import FileResult
from small_project import FILES, write_project

CALM = Limits(60)
FOLDER = Path(".fullgraph_cache")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(key, "program", lambda: "these sources")
    return write_project(tmp_path)


def run(files: list[Path], cache: bool = True, **options: Any) -> CheckResult:
    how = RunOptions(1, FOLDER.absolute() if cache else None, CALM)
    return runner.check(files, Options(**options), how)


def said(result: CheckResult) -> object:
    return result.diagnostics, result.errors, result.unused, result.files_checked, result.involved, result.commented


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are analysed."""
    names: list[str] = []
    of = runner._checked

    def noted(files: list[Path], todo: list[int], *rest: Any) -> Any:
        names.extend(str(files[number]) for number in todo)
        return of(files, todo, *rest)

    monkeypatch.setattr(runner, "_checked", noted)
    return names


def packs() -> list[Path]:
    return sorted(FOLDER.glob("*/*.json"))


def test_an_unchanged_project_is_not_analysed_again(project: list[Path], checked: list[str]) -> None:
    first = run(project)
    assert checked == [str(path) for path in project]
    del checked[:]
    assert said(run(project)) == said(first)
    assert checked == []
    assert said(run(project, cache=False)) == said(first)


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (
            {"models/helpers.py": "def shrink(x):\n    return x\n"},
            {"models/blocks.py", "models/helpers.py", "train.py"},
        ),
        ({"two/same.py": "def helper(x):\n    return x\n"}, {"two/same.py", "two/run.py"}),
        ({"models/helpers.py": None}, {"models/blocks.py", "train.py"}),
        ({"broken.py": "x = 1\n"}, {"broken.py"}),
        ({"silenced.py": "x = 1\n"}, {"silenced.py"}),
    ],
)
def test_what_a_change_has_to_do_with_is_analysed_again(
    project: list[Path], checked: list[str], change: dict[str, str | None], again: set[str]
) -> None:
    before = run(project)
    del checked[:]
    for name, text in change.items():
        if text is None:
            Path(name).unlink()
            project.remove(Path(name))
        else:
            Path(name).write_text(text)
    after = run(project)
    assert said(after) == said(run(project, cache=False))
    assert set(checked[: len(again)]) == again
    assert said(after) != said(before)


def test_a_module_that_was_missing_is_noticed(project: list[Path], checked: list[str]) -> None:
    given = [path for path in project if path != Path("models/helpers.py")]
    Path("models/helpers.py").rename("kept")
    before = run(given)
    Path("kept").rename("models/helpers.py")
    del checked[:]
    after = run(given)
    assert set(checked) == {"models/blocks.py", "train.py"}
    assert said(after) == said(run(given, cache=False)) != said(before)


def test_which_files_are_given_counts(project: list[Path], checked: list[str]) -> None:
    whole = run(project)
    alone = run([Path("train.py")])
    assert said(alone) == said(run([Path("train.py")], cache=False)) != said(whole)
    del checked[:]
    assert said(run(project)) == said(whole)
    assert said(run([Path("train.py")])) == said(alone)
    assert checked == []  # both are kept


def test_what_is_given_may_hide_another_module(project: list[Path]) -> None:
    """``same`` is found beside the file that imports it, and elsewhere only where it is not there."""
    some = [path for path in project if path != Path("one/same.py")]
    Path("one/same.py").rename("kept")
    run(some)
    Path("kept").rename("one/same.py")
    assert said(run(project)) == said(run(project, cache=False))


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "fullgraph"},
        {"confidence": "low"},
        {"scope": "explicit"},
        {"select": ("FG4",)},
        {"ignore": ("FG401",)},
        {"torch_version": "2.11"},
        {"roots": ("models.helpers:shrink",)},
    ],
)
def test_settings_count(project: list[Path], options: dict[str, Any]) -> None:
    run(project)
    assert said(run(project, **options)) == said(run(project, cache=False, **options))


@pytest.mark.parametrize("of_a_path", [False, True])
def test_a_root_counts_for_its_own_file_alone(project: list[Path], checked: list[str], of_a_path: bool) -> None:
    helpers = next(path for path in project if path.name == "helpers.py")
    where = str(helpers.resolve()) if of_a_path else "models.helpers"
    run(project)
    del checked[:]
    named: dict[str, Any] = {"roots": (f"{where}:shrink",), "scope": "explicit"}
    assert said(run(project, **named)) == said(run(project, cache=False, **named))
    del checked[:]
    others: dict[str, Any] = {"roots": (f"{where}:grow",), "scope": "explicit"}
    found = run(project, **others)
    assert checked == [str(helpers)]
    assert said(found) == said(run(project, cache=False, **others))
    del checked[:]
    run(project, **named)
    assert checked == []


def test_another_version_of_fullgraph_takes_nothing(
    project: list[Path], checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(project)
    del checked[:]
    monkeypatch.setattr(key, "program", lambda: "other sources")
    run(project)
    assert len(checked) == len(project)


def test_the_digest_of_the_program_is_of_what_its_files_hold() -> None:
    assert key.program() == key.program()
    listed = list(key._sources(str(Path(key.__file__).parents[1])))
    assert {"file_checker.py", "interpreter.py", "key.py"} <= {Path(name).name for name in listed}


def test_random_edits_never_give_another_result(project: list[Path]) -> None:
    """Files come, go, change and change back; what is found is what a run without kept results finds."""
    draw = random.Random(11)
    texts = {name: Path(name).read_text() for name in FILES}
    variants = ["", "import torch\n", "def helper(x):\n    print(x)\n    return x\n", "def shrink(x):\n    return x\n"]
    for _ in range(25):
        name = draw.choice(sorted(FILES))
        text = draw.choice([None, texts[name], texts[name] + "\n# more\n", *variants])
        if text is None:
            Path(name).unlink(missing_ok=True)
        else:
            Path(name).write_text(text)
        there = [path for path in project if path.exists()]
        given = draw.sample(there, draw.randint(1, len(there)))
        assert said(run(given)) == said(run(given, cache=False))


def test_a_file_that_changes_while_it_is_checked_is_checked_again(
    project: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    check = FileChecker.check

    def changed(self: FileChecker, path: Path) -> FileResult:
        unit = check(self, path)
        if path == Path("two/run.py"):
            Path("two/same.py").write_text("def helper(x):\n    return x\n")
        return unit

    with monkeypatch.context() as patched:
        patched.setattr(FileChecker, "check", changed)
        run([Path("two/run.py"), Path("two/same.py")])
    given = [Path("two/run.py"), Path("two/same.py")]
    assert said(run(given)) == said(run(given, cache=False))


def signed(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=20).hexdigest().encode() + b"\n" + data


DAMAGES = {
    "empty": b"",
    "no sum": b"{}",
    "other bytes": b"\xff\x00" * 1000,
    "another format": signed(b"[]"),
    "another shape": signed(b'{"facts": 3, "entries": {"a": 4}}'),
    "places that are not there": signed(b'{"facts": [], "entries": {"PATH": [[20000, [5], {}]]}}'),
    "a fact that is none": signed(b'{"facts": [["content", {}, [], 7]], "entries": {"PATH": [[20000, [0], {}]]}}'),
    "a unit that is none": signed(b'{"facts": [], "entries": {"PATH": [[20000, [], {"claims": "x"}]]}}'),
    "deep": signed(b"[" * 100_000),
    "pickled": b"cos\nsystem\n(S'touch executed'\ntR.",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_ignored_and_replaced(project: list[Path], checked: list[str], damage: str) -> None:
    first = run(project)
    for path in packs():
        data = DAMAGES[damage]
        name = str(Path("train.py").resolve())
        if b"PATH" in data:
            data = signed(data.partition(b"\n")[2].replace(b"PATH", name.encode()))
        path.write_bytes(data)
    assert said(run(project)) == said(first)
    del checked[:]
    assert said(run(project)) == said(first)
    assert checked == []
    assert not Path("executed").exists()


def test_truncated_files_are_ignored(project: list[Path]) -> None:
    first = run(project)
    whole = {path: path.read_bytes() for path in packs()}
    for path, data in whole.items():
        for length in range(0, len(data), max(1, len(data) // 7)):
            path.write_bytes(data[:length])
            assert cache_files.load(path) == {}
    assert said(run(project)) == said(first)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_files_that_others_may_have_written_are_ignored(
    project: list[Path], checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(project)
    del checked[:]
    for path in packs():
        path.chmod(0o666)
    run(project)
    assert len(checked) == len(project)
    run(project)
    del checked[:]
    other = os.geteuid() + 1
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: other)
        before = {path: path.read_bytes() for path in packs()}
        run(project)
        assert {path: path.read_bytes() for path in packs()} == before
    assert len(checked) == len(project)
    for path in packs():
        moved = path.with_suffix(".moved")
        path.rename(moved)
        path.symlink_to(moved.name)
    del checked[:]
    run(project)
    assert len(checked) == len(project)


def test_an_error_is_not_kept(project: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    check = FileChecker.check

    def fails(self: FileChecker, path: Path) -> FileResult:
        if path == Path("train.py"):
            raise KeyError("once")
        return check(self, path)

    with monkeypatch.context() as patched:
        patched.setattr(FileChecker, "check", fails)
        assert any("KeyError" in str(error) for error in run(project).errors)
    assert said(run(project)) == said(run(project, cache=False))


def test_what_was_not_used_for_long_is_dropped(
    project: list[Path], checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(project)
    now, clock = cache_files.today(), time.time()
    other = FOLDER / ("0" * 32)
    other.mkdir()
    (other / "used").touch()
    (other / "00.json").write_text("{}")
    foreign = FOLDER / "notes"
    foreign.mkdir()
    left = packs()[0].with_name(".new-killed")
    left.write_text("half")
    os.utime(left, (clock - 2 * 86_400,) * 2)
    del checked[:]

    def later(days: int) -> None:
        monkeypatch.setattr(cache_files, "today", lambda: now + days)
        monkeypatch.setattr(cache_files.time, "time", lambda: clock + days * 86_400)

    later(20)
    run([Path("train.py"), *project[:2]])  # used again
    later(40)
    Path("silenced.py").write_text("x = 2\n")
    run(project)
    assert not other.exists()
    assert not left.exists()
    assert foreign.exists()
    entries: set[str] = set()
    for path in packs():
        entries.update(cache_files.load(path)["entries"])
    assert len(entries) == len(project)


CHECKS = """
import sys
from fullgraph.lint.cache import store
from fullgraph.lint.cli import main
store.FLUSH = 0.0  # every result is written as it comes
main(["check", "--output-format", "json", "--jobs", "2", *sys.argv[1:]])
"""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", CHECKS, *arguments]


def test_runs_that_are_killed_leave_nothing_that_misleads(project: list[Path]) -> None:
    expected = subprocess.run(command("--no-cache"), capture_output=True, text=True)
    assert expected.returncode == 2
    draw = random.Random(3)
    for _ in range(8):
        process = subprocess.Popen(command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while process.poll() is None and not packs() and time.monotonic() < end:
            time.sleep(0.005)  # until it writes
        time.sleep(draw.random() * 0.05)
        process.kill()
        process.wait()
        for path in packs():
            assert cache_files.load(path) != {}
            if draw.random() < 0.5:
                path.unlink()
    after = subprocess.run(command(), capture_output=True, text=True)
    assert (after.returncode, json.loads(after.stdout)) == (2, json.loads(expected.stdout))
    assert after.stderr == expected.stderr


def test_runs_at_the_same_time(project: list[Path]) -> None:
    expected = subprocess.run(command("--no-cache"), capture_output=True, text=True)
    parts = [[], [], ["models", "train.py"], ["one", "two"]]
    running = [
        subprocess.Popen(command(*part), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for part in parts
    ]
    said = [process.communicate(timeout=120) for process in running]
    assert [(out, err) for out, err in said[:2]] == [(expected.stdout, expected.stderr)] * 2
    for path in packs():
        assert cache_files.load(path) != {}
    assert list(FOLDER.glob("*/.new-*")) == []
    after = subprocess.run(command(), capture_output=True, text=True)
    assert (after.stdout, after.stderr) == (expected.stdout, expected.stderr)


def checks(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ending:
        main(["check", *arguments])
    assert isinstance(ending.value.code, int)
    return ending.value.code


def test_where_results_are_kept(
    project: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks("--no-cache")
    assert not FOLDER.exists()
    checks("--cache-dir", "here/deeper")
    assert list(Path("here/deeper").glob("*/*.json"))
    monkeypatch.setenv("FULLGRAPH_CACHE_DIR", "by_environment")
    checks()
    assert list(Path("by_environment").glob("*/*.json"))
    monkeypatch.delenv("FULLGRAPH_CACHE_DIR")
    Path("fullgraph.toml").write_text('cache-dir = "by_file"\n')
    checks()
    assert list(Path("by_file").glob("*/*.json"))
    assert not FOLDER.exists()
    Path("fullgraph.toml").write_text("")
    monkeypatch.chdir("models")
    checks()
    assert Path("../.fullgraph_cache/.gitignore").read_text() == "*\n"
    assert (
        Path("../.fullgraph_cache/CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    )
    capsys.readouterr()


def test_a_folder_that_cannot_be_written_is_no_error(project: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    checks("--no-cache", "models")
    expected = capsys.readouterr()
    Path("in_the_way").write_text("")
    checks("--cache-dir", "in_the_way/below", "models")
    assert capsys.readouterr() == expected


def test_fixes_go_by_what_is_there(project: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """What is kept of a file is not taken for the text that a fix made of it."""
    before = {name: Path(name).read_bytes() for name in FILES}
    checks()
    checks("--fix", "--unsafe-fixes")
    with_cache = {name: Path(name).read_bytes() for name in FILES}
    capsys.readouterr()
    checks()
    after = capsys.readouterr()
    checks("--no-cache")
    assert capsys.readouterr() == after
    for name, data in before.items():
        Path(name).write_bytes(data)
    checks("--fix", "--unsafe-fixes", "--no-cache")
    assert {name: Path(name).read_bytes() for name in FILES} == with_cache != before
