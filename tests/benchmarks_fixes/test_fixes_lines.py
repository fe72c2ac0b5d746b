"""Leading lines of a rewritten file back to those of the file as it was."""

from pathlib import Path

import pytest

from benchmarks.fixes.library import Lines, Rewritten, changed_functions

OLD = "a\nif t:\n    x\nb\nc\n"


@pytest.mark.parametrize(
    ("new", "line", "before"),
    [
        (OLD, 4, [4]),
        ("a\nx = where(t)\nb\nc\n", 1, [1]),
        ("a\nx = where(t)\nb\nc\n", 2, [2, 3]),
        ("a\nx = where(t)\nb\nc\n", 4, [5]),
        ("import w\na\nif t:\n    x\nb\nc\n", 4, [3]),
        ("a\nif t:\n    x\nnew\nb\nc\n", 4, [3, 4]),
        ("b\nc\n", 1, [4]),
    ],
)
def test_before(new: str, line: int, before: list[int]) -> None:
    assert list(Lines(OLD, new).before(line)) == before


def test_every_line_has_a_place() -> None:
    new = "import w\na\ny = 1\nx = where(t)\nb\nz\n"
    lines = Lines(OLD, new)
    for line in range(1, 7):
        assert all(0 <= place <= 6 for place in lines.before(line))


def test_changed() -> None:
    lines = Lines(OLD, "a\nx = where(t)\nb\nc\n")
    assert [lines.changed(line) for line in range(1, 6)] == [False, True, True, False, False]


def test_a_line_put_before_another_changes_it() -> None:
    lines = Lines(OLD, "a\nguard\nif t:\n    x\nb\nc\n")
    assert lines.changed(2)
    assert not lines.changed(4)


def test_changed_functions() -> None:
    old = "import a\n\n\ndef f():\n    x\n    y\n\n\ndef g():\n    x\n\n\nclass C:\n    def h(self):\n        z\n"
    new = old.replace("import a\n", "import a\nimport b\n").replace("    y\n", "    b.y\n")
    rewritten = Rewritten("safe", Path(), {"m.py": (old, new), "n.py": (old, "import b\n" + old)})
    assert changed_functions(rewritten) == {"m.py": [range(4, 7)], "n.py": []}
