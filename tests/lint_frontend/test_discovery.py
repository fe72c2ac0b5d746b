"""Which files are checked."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from fullgraph.lint.source.discovery import discover


def tree(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def found(*paths: str | Path) -> list[str]:
    result = discover(paths)
    assert result.errors == []
    return [path.as_posix() for path in result.files]


def test_python_files_below_the_current_folder_sorted(folder: Path) -> None:
    tree(folder, "b.py", "a/c.py", "a.py", "stub.pyi", "notes.txt", "script")
    assert found() == ["a.py", "a/c.py", "b.py"]


def test_paths_are_printed_relative_to_the_current_folder(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tree(folder, "a/c.py")
    other = tmp_path_factory.mktemp("other")
    tree(other, "d.py")
    assert found(folder / "a", "./a/c.py") == ["a/c.py"]
    assert found(other) == [(other / "d.py").as_posix()]


def test_usual_folders_are_left_out(folder: Path) -> None:
    left_out = [".git", ".venv", "venv", "__pycache__", "node_modules", "build", "dist", "site-packages", "x/.tox"]
    tree(folder, "kept.py", *(f"{name}/a.py" for name in left_out))
    tree(folder, "environment/pyvenv.cfg", "environment/lib/a.py")
    assert found() == ["kept.py"]


def test_a_folder_that_is_given_is_entered_whatever_it_is_called(folder: Path) -> None:
    tree(folder, "venv/pyvenv.cfg", "venv/lib/site-packages/package/a.py", "build/b.py")
    assert found("venv/lib/site-packages/package") == ["venv/lib/site-packages/package/a.py"]
    assert found("venv/lib/site-packages") == ["venv/lib/site-packages/package/a.py"]
    assert found("build") == ["build/b.py"]


def test_a_file_that_is_given_is_taken_whatever_it_is(folder: Path) -> None:
    tree(folder, ".venv/a.py", "ignored.py", "script", "stub.pyi")
    (folder / ".gitignore").write_text("ignored.py\n")
    assert found(".venv/a.py", "ignored.py", "script", "stub.pyi") == [".venv/a.py", "ignored.py", "script", "stub.pyi"]


def test_ignore_files_nest_and_the_deepest_decides(folder: Path) -> None:
    tree(folder, "a.py", "gen_a.py", "sub/gen_b.py", "sub/gen_keep.py", "sub/deep/c.py", "out/d.py", "sub/out/e.py")
    (folder / ".gitignore").write_text("gen_*.py\n/out/\n# a comment\n\n")
    (folder / "sub" / ".gitignore").write_text("!gen_keep.py\ndeep\n")
    assert found() == ["a.py", "sub/gen_keep.py", "sub/out/e.py"]


def test_ignore_files_above_the_given_folder_count_up_to_the_top_of_the_repository(folder: Path) -> None:
    tree(folder, "project/.git/HEAD", "project/src/a.py", "project/src/b_pb2.py", "project/src/local.py")
    (folder / ".gitignore").write_text("a.py\n")  # above the repository
    (folder / "project/.gitignore").write_text("*_pb2.py\n")
    (folder / "project/.git/info").mkdir()
    (folder / "project/.git/info/exclude").write_text("local.py\n")
    assert found("project/src") == ["project/src/a.py"]


def test_the_exclude_file_of_a_worktree_is_read(folder: Path) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=n", "-c", "user.email=e@e"]
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, env=environment, capture_output=True)

    git("init", "main")
    git("-C", "main", "commit", "--allow-empty", "-m", "empty")
    git("-C", "main", "worktree", "add", "../tree")
    (folder / "main/.git/info/exclude").write_text("local.py\n")
    tree(folder, "tree/local.py", "tree/a.py")
    assert found("tree") == ["tree/a.py"]


def test_a_given_folder_that_is_ignored_itself_is_checked(folder: Path) -> None:
    tree(folder, ".git/HEAD", "generated/inner/a.py", "generated/skip.py")
    (folder / ".gitignore").write_text("generated/\n")
    (folder / "generated/.gitignore").write_text("skip.py\n")
    assert found() == []
    assert found("generated") == ["generated/inner/a.py"]
    assert found("generated/inner") == ["generated/inner/a.py"]


def test_what_is_no_pattern_is_passed_over(folder: Path) -> None:
    tree(folder, "a.py", "b.py")
    (folder / ".gitignore").write_bytes(b"!\n\xff\xfe.py\nb.py\n")
    assert found() == ["a.py"]


def test_the_same_file_is_taken_once(folder: Path) -> None:
    tree(folder, "z/real.py")
    (folder / "a_link.py").symlink_to("z/real.py")
    (folder / "folder_link").symlink_to("z")
    assert found() == ["z/real.py"]
    assert found("z/real.py", "./z/real.py", folder / "z", "folder_link") == ["z/real.py"]
    assert found("folder_link") == ["folder_link/real.py"]


def test_loops_of_links_end(folder: Path) -> None:
    tree(folder, "a/b.py")
    (folder / "a/up").symlink_to("..")
    (folder / "a/self.py").symlink_to("self.py")
    assert found() == ["a/b.py"]
    (error,) = discover(["a/self.py"]).errors
    assert "symbolic links" in str(error)


def test_what_is_missing_is_one_error_and_the_rest_goes_on(folder: Path) -> None:
    tree(folder, "a.py")
    result = discover(["missing.py", "a.py", "missing", "a.py/b"])
    assert [path.name for path in result.files] == ["a.py"]
    assert [str(error) for error in result.errors] == [
        "missing.py: error: no such file or folder",
        "missing: error: no such file or folder",
        "a.py/b: error: Not a directory",
    ]


def test_what_is_neither_a_file_nor_a_folder_is_not_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")
    tree(folder, "a.py")
    assert found() == ["a.py"]
    (error,) = discover(["pipe.py"]).errors
    assert str(error) == "pipe.py: error: neither a file nor a folder"


def test_a_folder_that_cannot_be_read_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(folder, "a.py", "closed/b.py")
    scan = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    result = discover()
    assert [path.name for path in result.files] == ["a.py"]
    assert [str(error) for error in result.errors] == ["closed: error: cannot read the folder: Permission denied"]


def test_git_agrees(folder: Path) -> None:
    """On a tree with many kinds of patterns, the files are those that git does not ignore."""
    patterns = ["*.tmp.py", "/top.py", "deep/", "a/**/z.py", "!a/keep/z.py", "b?.py", "[cd].py", "x\\ y.py", "*/one.py"]
    (folder / ".gitignore").write_text("\n".join(patterns) + "\n")
    names = ["m.tmp.py", "top.py", "s/top.py", "s/deep/q.py", "deep.py", "a/z.py", "a/k/z.py", "a/keep/z.py", "b1.py"]
    names += ["b12.py", "c.py", "e.py", "x y.py", "s/one.py", "s/t/one.py", "one.py", "s/u/.gitignore"]
    tree(folder, *names)
    (folder / "s/u/.gitignore").write_text("*\n!v.py\n")
    tree(folder, "s/u/v.py", "s/u/w.py")
    subprocess.run(["git", "init", "-q", "."], cwd=folder, check=True)
    command = ["git", "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard", "-z", "*.py"]
    listed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    assert found() == sorted(name for name in listed.split("\0") if name)
