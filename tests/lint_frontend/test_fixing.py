"""Edits to text, passes over files, and what is left on disk."""

from __future__ import annotations

import codecs
import os
import re
import stat
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import (
    Applicability,
    CheckResult,
    Diagnostic,
    Edit,
    Fault,
    Fix,
    InputError,
    Position,
)
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.lint.fixes.edits import BadFix, apply_fixes
from fullgraph.lint.source import atomic_write
from fullgraph.lint.source.atomic_write import diff
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.text_edits import apply_edits
from hypothesis import assume, given, settings
from hypothesis import strategies as st

SAFE, UNSAFE, DISPLAY = Applicability.SAFE, Applicability.UNSAFE, Applicability.DISPLAY


def edit(row: int, column: int, end_row: int, end_column: int, content: str) -> Edit:
    return Edit(Position(row, column), Position(end_row, end_column), content)


def insertion(row: int, column: int, content: str) -> Edit:
    return edit(row, column, row, column, content)


def fixable(*edits: Edit, code: str = "FG401", name: str = "a.py", applicability: Applicability = SAFE) -> Diagnostic:
    first = max(edits, key=lambda one: one.location)
    obligations = (Kind.VALUE.open("numbers differ"),) if applicability is UNSAFE else ()
    fix = Fix("Do it", edits, obligations, is_suggestion=applicability is DISPLAY)
    return Diagnostic(code, "name", "message", name, first.location, first.end_location, fix=fix)


class Edits:
    """Edits of texts, for the properties below."""

    NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
    CONTENT = st.text(st.sampled_from("ab é日\t\n"), max_size=6)

    @staticmethod
    @st.composite
    def of(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
        """A text and disjoint pieces of it, by offset, with what replaces them; never inside of a line break."""
        newline = draw(Edits.NEWLINES)
        lines = draw(st.lists(st.text(st.sampled_from("xy é日\x0c\u2028"), max_size=8), max_size=6))
        text = newline.join(lines)
        legal = [i for i in range(len(text) + 1) if not (text[i - 1 : i + 1] == "\r\n" and i)]
        cuts = sorted(draw(st.lists(st.sampled_from(legal), max_size=8)))
        pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
        return text, [(start, end, draw(Edits.CONTENT)) for start, end in pairs]


def position(text: str, offset: int) -> Position:
    """The row and column of an offset, the slow way: by counting breaks in front of it."""
    breaks = list(re.finditer(r"\r\n|\r|\n", text[:offset]))
    return Position(len(breaks) + 1, offset - (breaks[-1].end() if breaks else 0) + 1)


@settings(deadline=None)
@given(Edits.of(), st.randoms(use_true_random=False))
def test_edits_equal_replacing_from_the_back(case: tuple[str, list[tuple[int, int, str]]], random: object) -> None:
    text, pieces = case
    match = re.search(r"\r\n|\r|\n", text)
    newline = match[0] if match else "\n"
    expected = text
    for start, end, content in reversed(pieces):
        expected = expected[:start] + content.replace("\n", newline) + expected[end:]
    edits = [Edit(position(text, start), position(text, end), content) for start, end, content in pieces]
    if len({edit.location for edit in edits}) == len(edits):  # the order of edits at one place counts
        random.shuffle(edits)  # type: ignore[attr-defined]
    assert apply_edits(text, edits) == expected


@settings(deadline=None)
@given(Edits.of())
def test_fixes_that_touch_nothing_of_each_other_are_all_applied_at_once(
    case: tuple[str, list[tuple[int, int, str]]],
) -> None:
    text, pieces = case
    apart = [
        piece for before, piece in zip([None, *pieces], pieces, strict=False) if before is None or before[1] < piece[0]
    ]
    edits = [Edit(position(text, start), position(text, end), f"{content}z") for start, end, content in apart]
    new, applied = apply_fixes(text, [fixable(one) for one in edits])
    assert new == apply_edits(text, edits)
    assert len(applied) == len(edits)


@pytest.mark.parametrize(
    "edits",
    [
        [edit(1, 1, 1, 3, ""), edit(1, 2, 1, 4, "")],
        [edit(1, 3, 1, 1, "")],
        [edit(4, 1, 4, 1, "")],
        [edit(1, 6, 1, 7, "")],
        [edit(0, 1, 1, 1, "")],
        [edit(1, 0, 1, 1, "")],
    ],
)
def test_edits_that_make_no_sense_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edit"):
        apply_edits("abc\ndef\n", edits)
    with pytest.raises(BadFix, match="FG401"):
        apply_fixes("abc\ndef\n", [fixable(*edits)])


def test_an_edit_may_end_behind_the_last_line() -> None:
    assert apply_edits("a\n", [insertion(2, 1, "b\n")]) == "a\nb\n"
    assert apply_edits("a", [insertion(1, 2, "\nb")]) == "a\nb"
    assert apply_edits("", [insertion(1, 1, "b\n")]) == "b\n"


def test_fixes_that_overlap_wait() -> None:
    first = fixable(edit(1, 1, 1, 4, "x"))
    second = fixable(edit(1, 3, 1, 6, "y"))
    assert apply_fixes("abcdef\n", [second, first]) == ("xdef\n", [first])


def test_fixes_that_meet_within_a_line_wait_since_what_they_write_may_run_together() -> None:
    first, second = fixable(edit(1, 1, 1, 4, "x")), fixable(edit(1, 4, 1, 6, "y"))
    assert apply_fixes("abcdef\n", [first, second])[1] == [first]
    first, second = fixable(edit(1, 1, 2, 1, "x\n")), fixable(edit(2, 1, 3, 1, "y\n"))
    assert apply_fixes("a\nb\n", [first, second]) == ("x\ny\n", [first, second])


def test_a_fix_is_taken_as_a_whole_with_all_between_its_edits() -> None:
    """A pair of brackets must not close around another fix's half."""
    wide = fixable(insertion(1, 2, "("), insertion(1, 8, ")"))
    crossing = fixable(insertion(1, 4, "["), insertion(1, 10, "]"))
    inside = fixable(edit(1, 5, 1, 6, "z"))
    assert apply_fixes(" abcdefghi\n", [wide, crossing, inside]) == (" (abcdef)ghi\n", [wide])


def test_the_same_opening_of_two_fixes_is_not_merged() -> None:
    short = fixable(insertion(1, 2, "("), insertion(1, 4, ")"), code="FG101")
    long = fixable(insertion(1, 2, "("), insertion(1, 6, ")"), code="FG102")
    assert apply_fixes(" abcdef\n", [short, long]) == (" (ab)cdef\n", [short])


def test_imports_are_inserted_once_and_different_ones_in_order() -> None:
    text = "import os\n\na\nb\nc\n"
    torch = replace(insertion(2, 1, "import torch\n"), is_shared=True)
    math = replace(insertion(2, 1, "from math import pi\n"), is_shared=True)
    found = [fixable(torch, edit(3, 1, 3, 2, "A")), fixable(torch, math, edit(4, 1, 4, 2, "B"))]
    found.append(fixable(math, edit(5, 1, 5, 2, "C")))
    new, applied = apply_fixes(text, found)
    assert new == "import os\nimport torch\nfrom math import pi\n\nA\nB\nC\n"
    assert applied == found


def test_lines_inserted_at_one_place_keep_the_order_of_the_findings() -> None:
    found = [fixable(insertion(2, 1, "x\n"), code="FG101"), fixable(insertion(2, 1, "y\n"), code="FG102")]
    for order in (found, found[::-1]):
        assert apply_fixes("a\nb\n", order) == ("a\nx\ny\nb\n", found)


def test_one_fix_that_answers_two_findings_is_applied_once() -> None:
    same = edit(1, 1, 1, 2, "x")
    found = [fixable(same, code="FG101"), fixable(same, code="FG401")]
    assert apply_fixes("a\n", found) == ("x\n", found)


def test_an_import_that_falls_into_a_replaced_part_waits() -> None:
    replaces = fixable(edit(1, 1, 4, 1, "x\n"))
    inserts = fixable(insertion(3, 1, "import torch\n"), edit(5, 1, 5, 2, "y"))
    assert apply_fixes("a\nb\nc\nd\ne\n", [replaces, inserts])[1] == [replaces]


def test_two_names_that_join_one_import_are_added_one_after_the_other() -> None:
    def joined(names: str) -> Edit:
        return replace(edit(1, 1, 2, 1, f"from pkg import {names}, z\n"), is_shared=True)

    first, same = (fixable(joined("a"), edit(row, 1, row, 2, "A")) for row in (2, 3))
    other = fixable(joined("b"), edit(4, 1, 4, 2, "B"))
    new, applied = apply_fixes("from pkg import z\nx\nx\ny\n", [first, same, other])
    assert new == "from pkg import a, z\nA\nA\ny\n"
    assert applied == [first, same]


# Passes, with an engine that finds words in lines and knows what to write instead.

Rules = dict[str, tuple[str, Applicability]]


def engine(rules: Rules, seen: list[int] | None = None) -> Callable[[Sequence[Path], Options], CheckResult]:
    """Every word of ``rules`` is a finding, whose fix replaces it; text in a syntax error is an error."""

    def check(files: Sequence[Path], options: Options) -> CheckResult:
        result = CheckResult()
        if seen is not None:
            seen.append(len(files))
        for path in files:
            text = options.sources[path.resolve()]
            if "UNREADABLE" in text:
                result.errors.append(InputError(str(path), "unreadable"))
                continue
            result.files_checked += 1
            for row, line in enumerate(SourceFile(path, text).lines, 1):
                for word, (content, applicability) in rules.items():
                    for match in re.finditer(rf"\b{word}\b", line):
                        one = edit(row, match.start() + 1, row, match.end() + 1, content)
                        code = f"FG{len(word):03}"
                        result.diagnostics.append(fixable(one, code=code, name=str(path), applicability=applicability))
        result.diagnostics.sort(key=lambda diagnostic: diagnostic.sort_key)
        return result

    return check


def test_levels(folder: Path) -> None:
    rules: Rules = {"a": ("A", SAFE), "bb": ("B", UNSAFE), "ccc": ("C", DISPLAY)}
    path = Path("x.py")
    path.write_text("a, bb, ccc\n")
    result = fix_paths([path], Options(), False, check=engine(rules))
    assert path.read_text() == "A, bb, ccc\n"
    assert ([one.code for one in result.diagnostics], result.fixed) == (["FG002", "FG003"], 1)
    result = fix_paths([path], Options(), True, check=engine(rules))
    assert path.read_text() == "A, B, ccc\n"
    assert ([one.code for one in result.diagnostics], result.fixed) == (["FG003"], 1)


def test_passes_go_on_until_nothing_changes_and_then_nothing_is_written(folder: Path) -> None:
    path, clean = Path("x.py"), Path("clean.py")
    path.write_text("a\n")
    clean.write_text("A\n")
    before = clean.stat().st_mtime_ns
    seen: list[int] = []
    rules: Rules = {"a": ("b", SAFE), "b": ("c", SAFE), "c": ("d", SAFE)}
    result = fix_paths([path, clean], check=engine(rules, seen))
    assert path.read_text() == "d\n"
    assert (result.fixed, result.diagnostics, result.errors, result.files_checked) == (3, [], [], 2)
    assert seen == [2, 2, 2, 2]
    assert clean.stat().st_mtime_ns == before
    stamp = path.stat()
    again = fix_paths([path, clean], check=engine(rules))
    assert (again.fixed, again.files) == (0, [])
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stamp.st_ino, stamp.st_mtime_ns)


def test_without_write_nothing_changes_on_disk(folder: Path) -> None:
    path = Path("x.py")
    path.write_text("a\n")
    result = fix_paths([path], write=False, check=engine({"a": ("b", SAFE)}))
    assert path.read_text() == "a\n"
    assert [file.text for file in result.files] == ["b\n"]


def test_rules_that_undo_each_other_end_and_are_named(folder: Path) -> None:
    path = Path("x.py")
    path.write_text("a\n")
    result = fix_paths([path], check=engine({"a": ("bb", SAFE), "bb": ("a", SAFE)}))
    (error,) = result.errors
    assert re.fullmatch(r"x\.py: error: internal error: the fixes of FG00[12] do not settle; please report", str(error))


def test_a_fix_that_leaves_no_python_is_left_out_alone_and_names_the_rule(folder: Path) -> None:
    rules: Rules = {"a": ("b", SAFE), "b": ("c", SAFE), "ccc": ("(", SAFE)}
    bad, good = Path("bad.py"), Path("good.py")
    bad.write_text("a\nccc\n")
    good.write_text("a\n")
    result = fix_paths([bad, good], check=engine(rules))
    assert (bad.read_text(), good.read_text()) == ("c\nccc\n", "c\n")
    (fault,) = result.errors
    assert isinstance(fault, Fault)
    assert (fault.part, fault.code, fault.costs_file) == ("fix", "FG003", False)
    assert str(fault).startswith("bad.py:2:1: error: internal error: the fix of FG003 at line 2 would leave no valid")
    assert str(fault).endswith("; please report")
    assert [one.code for one in result.diagnostics] == ["FG003"]


def test_a_fix_of_a_later_pass_that_goes_wrong_leaves_the_earlier_ones(folder: Path) -> None:
    path = Path("bad.py")
    path.write_text("a\n")
    result = fix_paths([path], check=engine({"a": ("bb", SAFE), "bb": ("(", SAFE)}))
    assert path.read_text() == "bb\n"
    assert (result.fixed, [one.code for one in result.diagnostics]) == (1, ["FG002"])
    assert [error.code for error in result.errors if isinstance(error, Fault)] == ["FG002"]


def test_fixes_that_leave_no_python_only_together_cost_that_file_its_fixes(folder: Path) -> None:
    rules: Rules = {"a": ("*r", SAFE), "bb": ("*, q", SAFE), "ccc": ("d", SAFE)}
    bad, good = Path("bad.py"), Path("good.py")
    bad.write_text("ccc\nlambda a, bb: 0\n")
    good.write_text("ccc\n")
    result = fix_paths([bad, good], check=engine(rules))
    assert (bad.read_text(), good.read_text()) == ("ccc\nlambda a, bb: 0\n", "d\n")
    (error,) = result.errors
    assert str(error).startswith("bad.py: error: internal error: no fix applied: the fix of FG001 at line 2, FG002 at")


def test_a_rewritten_file_that_the_engine_cannot_check_is_not_written(folder: Path) -> None:
    path = Path("x.py")
    path.write_text("a\n")
    result = fix_paths([path], check=engine({"a": ("UNREADABLE", SAFE)}))
    assert path.read_text() == "a\n"
    assert [one.code for one in result.diagnostics] == ["FG001"]
    assert "could not be checked" in str(result.errors[0])


def test_syntax_newer_than_libcst_is_no_fault_of_the_fix(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import libcst

    def refuse(text: str) -> None:
        raise RuntimeError("too new")

    path = Path("x.py")
    path.write_text("a\n")
    with monkeypatch.context() as patch:
        patch.setattr(libcst, "parse_module", refuse)
        assert fix_paths([path], check=engine({"a": ("b", SAFE)})).errors == []
    assert path.read_text() == "b\n"


# Files: what is kept of them.

A_TO_B: Rules = {"a": ("b", SAFE)}


def fixed_bytes(path: Path, data: bytes) -> bytes:
    path.write_bytes(data)
    result = fix_paths([path], check=engine(A_TO_B))
    assert result.errors == []
    return path.read_bytes()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\r\nx\r\n", b"b\r\nx\r\n"),
        (b"a\rx\r", b"b\rx\r"),
        (b"x\na", b"x\nb"),
        (b"x\r\ny\na\n", b"x\r\ny\nb\n"),
        (codecs.BOM_UTF8 + b"a\n", codecs.BOM_UTF8 + b"b\n"),
        (codecs.BOM_UTF8 + b"# coding: utf-8\r\na # \xc3\xa9", codecs.BOM_UTF8 + b"# coding: utf-8\r\nb # \xc3\xa9"),
        (b"# -*- coding: latin-1 -*-\na # \xe9\n", b"# -*- coding: latin-1 -*-\nb # \xe9\n"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\na # \x80\n", None),
        ("# coding: shift_jis\na # 日本\n".encode("shift_jis"), "# coding: shift_jis\nb # 日本\n".encode("shift_jis")),
    ],
)
def test_encoding_and_newlines_are_kept(folder: Path, data: bytes, expected: bytes | None) -> None:
    assert fixed_bytes(Path("x.py"), data) == (expected or data.replace(b"\na #", b"\nb #"))


@settings(deadline=None)
@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x00"), max_size=20),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "latin-1"]),
    st.booleans(),
)
def test_only_what_is_edited_changes(
    tmp_path_factory: pytest.TempPathFactory, comment: str, newline: str, encoding: str, closed: bool
) -> None:
    assume(newline != "\r" or encoding != "latin-1")  # Python itself finds no declaration there
    cookie = "latin-1" if encoding == "latin-1" else "utf-8"
    comment = comment.encode(cookie, "ignore").decode(cookie)

    def file(word: str) -> bytes:
        lines = [f"# coding: {cookie}", f"# {comment.replace('a', '')}", f"x = {word}", ""]
        return newline.join(lines if closed else lines[:-1]).encode(encoding)

    path = tmp_path_factory.mktemp("files") / "x.py"
    rules: Rules = {"x = a": ("x = bb", SAFE)}
    path.write_bytes(file("a"))
    result = fix_paths([path], check=engine(rules))
    assert result.errors == []
    assert path.read_bytes() == file("bb")


def test_a_character_that_the_encoding_lacks_is_refused(folder: Path) -> None:
    path = Path("x.py")
    path.write_bytes(b"# coding: latin-1\na\n")
    result = fix_paths([path], check=engine({"a": ("'→'", SAFE)}))
    assert path.read_bytes() == b"# coding: latin-1\na\n"
    assert "FG001 at line 2 writes '→', which the file's encoding iso-8859-1 does not have" in str(result.errors[0])


def test_permissions_and_links_are_kept(folder: Path) -> None:
    Path("real").mkdir()
    target, link = Path("real/x.py"), Path("link.py")
    target.write_text("a\n")
    target.chmod(0o751)
    link.symlink_to("real/x.py")
    assert fix_paths([link], check=engine(A_TO_B)).errors == []
    assert link.is_symlink()
    assert target.read_text() == "b\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o751
    assert sorted(path.name for path in Path().rglob("*")) == ["link.py", "real", "x.py"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root owns files for others")
def test_ownership_is_kept(folder: Path) -> None:
    path = Path("x.py")
    path.write_text("a\n")
    os.chown(path, 1234, 2345)
    path.chmod(0o640)
    assert fix_paths([path], check=engine(A_TO_B)).errors == []
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 2345, 0o640)


def test_a_read_only_file_is_refused_and_others_go_on(folder: Path) -> None:
    closed, opened = Path("closed.py"), Path("opened.py")
    for path in (closed, opened):
        path.write_text("a\n")
    closed.chmod(0o444)
    result = fix_paths([closed, opened], check=engine(A_TO_B))
    assert (closed.read_text(), opened.read_text()) == ("a\n", "b\n")
    assert [str(error) for error in result.errors] == ["closed.py: error: fixes not written: the file is read-only"]
    assert [(one.filename, one.code) for one in result.diagnostics] == [("closed.py", "FG001")]
    assert result.fixed == 1


def test_a_folder_that_takes_no_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(atomic_write.tempfile, "mkstemp", refuse)
    path = folder / "x.py"
    path.write_text("a\n")
    (error,) = fix_paths([path], check=engine(A_TO_B)).errors
    assert error.message == f"fixes not written: Permission denied ({folder})"
    assert path.read_text() == "a\n"


def test_nothing_is_left_behind_where_writing_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    path = folder / "x.py"
    path.write_text("a\n")
    (error,) = fix_paths([path], check=engine(A_TO_B)).errors
    assert "No space left on device" in str(error)
    assert path.read_text() == "a\n"
    assert [one.name for one in folder.iterdir()] == ["x.py"]


def test_a_file_that_changed_meanwhile_is_refused(folder: Path) -> None:
    path = Path("x.py")
    path.write_text("a\n")
    finds = engine(A_TO_B)

    def check(files: Sequence[Path], options: Options) -> CheckResult:
        path.write_text("a  # edited\n")
        return finds(files, options)

    (error,) = fix_paths([path], check=check).errors
    assert str(error) == "x.py: error: fixes not written: the file changed on disk while it was checked; run again"
    assert path.read_text() == "a  # edited\n"


def test_a_file_whose_bytes_do_not_come_back_is_refused(folder: Path) -> None:
    data = b"# coding: iso2022_jp\na # \x1b(J\x1b(B\n"  # a needless escape sequence
    path = Path("x.py")
    path.write_bytes(data)
    (error,) = fix_paths([path], check=engine(A_TO_B)).errors
    assert "cannot give the file's other bytes back" in str(error)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [b"x\na\ny\n", b"a\r\nx\r\n", b"x\na", b"a", codecs.BOM_UTF8 + b"a\n", b"# coding: latin-1\na # \xe9\n", b"a\rx\r"],
)
def test_the_diff_is_one_that_git_applies(folder: Path, data: bytes) -> None:
    path = Path("sub/x.py")
    path.parent.mkdir()
    path.write_bytes(data)
    result = fix_paths([path], write=False, check=engine(A_TO_B))
    patch = b"".join(diff(file.source, file.text) for file in result.files)
    assert path.read_bytes() == data
    subprocess.run(["git", "apply", "-p0", "-"], input=patch, check=True)
    by_patch = path.read_bytes()
    path.write_bytes(data)
    fix_paths([path], check=engine(A_TO_B))
    assert by_patch == path.read_bytes() != data
