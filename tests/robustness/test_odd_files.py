"""Files that are no plain files, no plain text, or not what they were: one line each, and nothing lost."""

from __future__ import annotations

import json
import os
import socket
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.source import atomic_write
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import MAX_BYTES

Fullgraph = Callable[..., tuple[int, str, str]]
GUARD = "if not torch.compiler.is_compiling()"
FIX = ("check", "--no-cache", "--fix", "--unsafe-fixes", "--quiet")


def line_about(err: str, name: str) -> str:
    """The one line of stderr."""
    (line,) = err.splitlines()
    assert line.startswith(name), line
    return line


def test_pipes_sockets_and_devices_below_a_folder_are_passed_over(here: Path, fullgraph: Fullgraph) -> None:
    os.mkfifo("pipe.py")
    Path("zero.py").symlink_to("/dev/zero")
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket.py")
    Path("good.py").write_text("x = 1\n")
    status, out, err = fullgraph("check", ".")
    server.close()
    assert (status, out, err) == (0, "All checks passed! (1 file)\n", "")


@pytest.mark.parametrize("name", ["pipe.py", "/dev/zero"])
def test_a_pipe_or_device_that_is_given_is_no_file(name: str, here: Path, fullgraph: Fullgraph) -> None:
    os.mkfifo("pipe.py")
    status, _, err = fullgraph("check", name)
    assert status == 2
    assert line_about(err, name).endswith("neither a file nor a folder")


def test_a_pipe_in_the_place_of_an_ignore_file_is_not_waited_for(here: Path, fullgraph: Fullgraph) -> None:
    os.mkfifo(".gitignore")
    Path("good.py").write_text("x = 1\n")
    assert fullgraph("check", ".")[0] == 0


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(here: Path) -> None:
    os.mkfifo("pipe.py")
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(Path("pipe.py"), 100)


def test_links_to_nowhere_to_themselves_and_to_the_folder_above(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    Path("model.py").write_text(breaks)
    Path("again.py").symlink_to("model.py")
    Path("dangling.py").symlink_to("nowhere.py")
    Path("loop.py").symlink_to("loop.py")
    Path("up").symlink_to("..")
    status, out, err = fullgraph("check", "--output-format", "concise", "--quiet", ".")
    assert (status, out.count("FG401"), err) == (1, 1, "")
    status, _, err = fullgraph("check", "loop.py", "dangling.py", "model.py")
    assert status == 2
    assert [line.partition(":")[0] for line in err.splitlines()] == ["loop.py", "dangling.py"]


def test_fixing_through_a_link_keeps_the_link(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    Path("real.txt").write_text(breaks)
    Path("model.py").symlink_to("real.txt")
    fullgraph(*FIX, "model.py")
    assert Path("model.py").is_symlink()
    assert GUARD in Path("real.txt").read_text()


def test_other_names_of_a_file_keep_the_old_text(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    """They may be a package cache's."""
    Path("model.py").write_text(breaks)
    Path("cached").hardlink_to("model.py")
    fullgraph(*FIX, "model.py")
    assert GUARD in Path("model.py").read_text()
    assert Path("cached").read_text() == breaks


def test_mode_and_attributes_stay(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    path = Path("model.py")
    path.write_text(breaks)
    path.chmod(0o4751)
    with_attributes = True
    try:
        os.setxattr(path, "user.note", b"kept")
    except OSError:  # not on this file system
        with_attributes = False
    fullgraph(*FIX, path)
    assert GUARD in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o4751
    if with_attributes:
        assert os.getxattr(path, "user.note") == b"kept"


def test_a_file_of_another_owner_is_not_made_ones_own(
    here: Path, fullgraph: Fullgraph, breaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("model.py")
    path.write_text(breaks)
    given = path.stat()
    theirs = os.stat_result((given.st_mode, *given[1:4], given.st_uid + 1, *given[5:]))
    monkeypatch.setattr(os, "chown", lambda *_: (_ for _ in ()).throw(PermissionError(1, "not permitted")))
    belongs_as = atomic_write._belongs_as
    monkeypatch.setattr(atomic_write, "_belongs_as", lambda temporary, target, _: belongs_as(temporary, target, theirs))
    status, _, err = fullgraph(*FIX, path)
    assert status == 2
    assert "belongs to another user" in line_about(err, "model.py")
    assert path.read_text() == breaks
    assert list(here.iterdir()) == [here / "model.py"]


@pytest.mark.parametrize("change", ["edited", "removed", "made a folder", "made a pipe"])
def test_what_changes_at_the_last_moment_is_not_overwritten(
    change: str, here: Path, fullgraph: Fullgraph, breaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("model.py")
    path.write_text(breaks)

    def meanwhile(descriptor: int) -> None:
        path.unlink()
        if change == "edited":
            path.write_text("mine = 1\n")
        elif change == "made a folder":
            path.mkdir()
        elif change == "made a pipe":
            os.mkfifo(path)

    monkeypatch.setattr(os, "fsync", meanwhile)  # when the new text is written, beside the old
    status, _, err = fullgraph(*FIX, path)
    assert status == 2
    assert "fixes not written" in line_about(err, "model.py")
    assert list(here.iterdir()) == ([] if change == "removed" else [here / "model.py"])
    if change == "edited":
        assert path.read_text() == "mine = 1\n"


def test_a_read_only_file_stays(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    path = Path("model.py")
    path.write_text(breaks)
    path.chmod(0o444)
    status, _, err = fullgraph(*FIX, path)
    assert (status, path.read_text()) == (2, breaks)
    assert "read-only" in line_about(err, "model.py")


def test_a_folder_that_takes_no_new_file(
    here: Path, fullgraph: Fullgraph, breaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("model.py")
    path.write_text(breaks)

    def denied(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", denied)  # root may write everywhere
    status, _, err = fullgraph(*FIX, path)
    assert (status, path.read_text()) == (2, breaks)
    assert "Permission denied" in line_about(err, "model.py")


def test_a_huge_file_is_one_line(here: Path, fullgraph: Fullgraph) -> None:
    with Path("huge.py").open("wb") as stream:
        stream.truncate(100 * MAX_BYTES)
    Path("good.py").write_text("x = 1\n")
    status, _, err = fullgraph("check", "--quiet", ".")
    assert status == 2
    assert line_about(err, "huge.py").endswith("larger than 5 MB; exclude it or split it")


TEXTS = {
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "mixed ends": lambda text: text.replace("\n", "\r\n", 3).encode(),
    "form feeds": lambda text: text.replace("\n\n\n", "\n\x0c\n\x0c\n").encode(),
    "no end": lambda text: text.rstrip("\n").encode(),
    "mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "latin": lambda text: b"# coding: latin-1\n# \xe9\n" + text.encode(),
    "japanese": lambda text: "# vim: set fileencoding=euc_jp :\n# 日本\n".encode("euc_jp") + text.encode(),
    "trailing space": lambda text: (text + "\t \n  ").encode(),
    "other separators": lambda text: text.replace("doubling", "a\x0b\u2028\x85b").encode(),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_all_but_the_edited_line_stays_byte_for_byte(kind: str, here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    before = TEXTS[kind](breaks.replace("    return", "    # kept\n    return"))
    path = Path("model.py")
    path.write_bytes(before)
    fullgraph(*FIX, path)
    after = path.read_bytes()
    end = b"\r\n" if kind in ("crlf", "mixed ends") else b"\r" if kind == "cr" else b"\n"
    place = before.index(b"print(")
    assert after == before[:place] + GUARD.encode() + b":" + end + b"        " + before[place:]


BAD = {
    "nul": b"x = 1\x00\n",
    "not utf-8": b"x = '\xff'\n",
    "declared, and wrong": b"# coding: ascii\nx = '\xe9'\n",
    "declared, and unknown": b"# coding: nothing-of-the-kind\n",
    "declared, and no text": b"# coding: hex\nx = 1\n",
    "declared, and slow": b"# coding: punycode\n" + b"x" * 3_000_000,
    "declared, and undefined": b"# coding: undefined\nx = 1\n",
    "mark, and another declared": b"\xef\xbb\xbf# coding: latin-1\nx = 1\n",
    "utf-16": "x = 1\n".encode("utf-16"),
    "surrogate": b"x = '\xed\xa0\x80'\n",
    "path for an encoding": b"# coding: ../../evil\nx = 1\n",
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_text_is_one_line_and_the_rest_is_checked(
    kind: str, here: Path, fullgraph: Fullgraph, breaks: str
) -> None:
    Path("bad.py").write_bytes(BAD[kind])
    Path("model.py").write_text(breaks)
    status, out, err = fullgraph("check", "--output-format", "concise", "--quiet", ".")
    assert status == 2, out
    line_about(err, "bad.py")
    assert out.count("FG401") == 1


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf", b"\\\n", b"#", b"\x0c", b"\r"])
def test_files_with_next_to_nothing(content: bytes, here: Path, fullgraph: Fullgraph) -> None:
    Path("empty.py").write_bytes(content)
    status, _, _ = fullgraph("check", "--fix", "empty.py")
    assert (status, Path("empty.py").read_bytes()) == (0 if content != b"\\\n" else 2, content)


NOTEBOOKS = [
    b"{}",
    b'{"cells": 5}',
    b'{"cells": [5, null, [], "code"]}',
    b'{"cells": [{"cell_type": "code", "source": 5}]}',
    b'{"cells": [{"cell_type": "code", "source": [5, null]}]}',
    b'{"cells": [{"cell_type": "code", "source": {"a": 1}}]}',
    b'{"cells": [{"cell_type": ["code"], "source": "x"}], "metadata": []}',
    b'{"cells": [{"cell_type": "code", "source": "\\ud800"}]}',
    b'{"cells": [{"cell_type": "code", "source": "x = 1\\u0000"}]}',
    b'{"cells": [], "cells": [{"cell_type": "code", "source": "x"}]}',
    b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b"[" * 100_000,
    b'{"cells": [1' + b"0" * 10_000 + b"]}",
]


@pytest.mark.parametrize("number", range(len(NOTEBOOKS)))
def test_what_is_hardly_a_notebook(number: int, here: Path, fullgraph: Fullgraph) -> None:
    Path("a.ipynb").write_bytes(NOTEBOOKS[number])
    status, _, err = fullgraph("check", "--fix", "--quiet", "a.ipynb")
    assert status in (0, 2)
    assert "internal error" not in err
    assert len(err.splitlines()) == (status == 2)


def test_code_behind_a_form_feed_is_not_rewritten(here: Path, fullgraph: Fullgraph, breaks: str) -> None:
    """Its indentation counts from the form feed; what is put in front of that would count for nothing."""
    Path("model.py").write_text(breaks.replace("    print(", "\x0c    print("))
    status, out, err = fullgraph("check", "--fix", "--unsafe-fixes", "model.py")
    assert (status, err) == (1, "")
    assert "FG401" in out
    assert "fix (suggestion)" not in out and "fix:" in out


def test_a_notebook_of_many_magics(here: Path, fullgraph: Fullgraph) -> None:
    """Whether each stands in a statement that goes on is asked of what stands since the last."""
    lines = ["if x:\n", "    if y:\n", "        !ls\n", "        a\n", "    b = (1,\n", "!ls\n", "    )\n"]
    cell = {"cell_type": "code", "source": [*lines, *["!ls\n"] * 20_000]}
    Path("a.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}))
    status, _, err = fullgraph("check", "--no-cache", "a.ipynb")
    assert status == 2
    assert line_about(err, "a.ipynb:cell 1:6:").endswith("invalid syntax")  # IPython's complaint, too
