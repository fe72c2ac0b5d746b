"""The small commands, and what is said where a file stands in the place of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import fullgraph
import pytest
from frontend import CLEAN, Ran
from fullgraph.lint.cache import files
from fullgraph.lint.registry.rule import load_rules

Run = Callable[..., Ran]


@pytest.mark.parametrize("given", ["model.py", "missing.py", "book.ipynb", ".", "src"])
def test_a_file_is_no_command_but_check_takes_it(run: Run, breaks: Path, given: str) -> None:
    (breaks.parent / "src").mkdir()
    ran = run(given, "--fix")
    assert ran == Ran(
        2,
        "",
        f"error: there is no command '{given}'; did you mean `fullgraph check {given}`? "
        "(fullgraph --help lists the options)\n",
    )


def test_a_command_is_one_even_if_a_file_is_called_so(run: Run, folder: Path) -> None:
    (folder / "version").mkdir()
    assert run("version").status == 0
    ran = run("nonsense")
    assert ran.status == 2 and "check" not in ran.err and ran.err.count("\n") == 1


def test_linter_lists_the_families(run: Run, folder: Path) -> None:
    families = json.loads(run("linter", "--output-format", "json").out)
    codes = [rule.code for rule in load_rules()]
    assert sorted({code[:3] for code in codes}) == [one["prefix"] for one in families]
    assert {one["prefix"]: one["rules"] for one in families} == {
        code[:3]: sum(other.startswith(code[:3]) for other in codes) for code in codes
    }
    ran = run("linter")
    assert ran.status == 0
    assert "FG7   7 rules  Recompilation" in ran.out.splitlines()
    assert len(ran.out.splitlines()) == len(families)


def test_version(run: Run, folder: Path) -> None:
    assert run("version") == Ran(0, f"fullgraph {fullgraph.__version__}\n", "") == run("--version")
    said = json.loads(run("version", "--output-format", "json").out)
    assert set(said) == {"version", "python", "torch"}
    assert (said["version"], said["torch"]) == (fullgraph.__version__, metadata.version("torch"))


# clean


def test_clean_removes_what_was_kept_and_nothing_else(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "clean.py").write_text(CLEAN)
    (folder / "below").mkdir()
    (folder / "below" / "pyproject.toml").touch()
    (folder / "pyproject.toml").touch()
    assert run("check", "clean.py").status == 0
    monkeypatch.chdir(folder / "below")
    assert run("check", "../clean.py").status == 0
    monkeypatch.chdir(folder)
    assert (folder / ".fullgraph_cache").is_dir() and (folder / "below" / ".fullgraph_cache").is_dir()
    ran = run("clean")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "Removed the cache .fullgraph_cache\nRemoved the cache below/.fullgraph_cache\n"
    assert sorted(one.name for one in folder.rglob("*")) == ["below", "clean.py", "pyproject.toml", "pyproject.toml"]
    assert run("clean") == Ran(0, "There is no cache here.\n", "")
    assert run("check", "clean.py").status == 0
    assert (folder / ".fullgraph_cache").is_dir()


def test_clean_leaves_what_a_folder_holds_beside_the_cache(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "clean.py").write_text(CLEAN)
    (folder / ".gitignore").write_text("*.pyc\n")
    assert run("check", "--cache-dir", ".", "clean.py").status == 0
    assert (folder / ".gitignore").read_text() == "*.pyc\n"
    other = folder / ("0" * 31)
    other.mkdir()
    (folder / "fullgraph.toml").write_text('cache-dir = "."\n')
    assert run("clean").out == "Removed the cache .\n"
    assert sorted(one.name for one in folder.iterdir()) == [".gitignore", other.name, "clean.py", "fullgraph.toml"]
    (folder / "fullgraph.toml").unlink()
    monkeypatch.setenv("FULLGRAPH_CACHE_DIR", str(folder / "kept"))
    assert run("check", "clean.py").status == 0
    assert (folder / "kept").is_dir()
    assert run("clean").out == "Removed the cache kept\n"
    assert not (folder / "kept").exists()


def test_clean_touches_no_folder_that_is_only_called_like_a_cache(run: Run, folder: Path) -> None:
    key = folder / ".fullgraph_cache" / ("0" * 32)
    key.mkdir(parents=True)
    (key / "mine.txt").touch()
    assert run("clean").out == "There is no cache here.\n"
    assert (key / "mine.txt").exists()
    (folder / ".fullgraph_cache" / "CACHEDIR.TAG").write_text(files.TAG)
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "precious.txt").touch()
    (folder / ".fullgraph_cache" / ("1" * 32)).symlink_to(folder / "elsewhere")
    assert run("clean").status == 0
    assert not key.exists()
    assert (folder / "elsewhere" / "precious.txt").exists()
