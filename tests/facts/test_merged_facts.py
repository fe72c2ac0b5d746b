"""Facts of several places together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fullgraph.lint.facts.files import merged, read, write
from fullgraph.lint.facts.schema import FunctionFact, Recorded

ONE = FunctionFact("net.py", "f", "0" * 32, runs=1, calls=2)


def recorded(*facts: FunctionFact) -> Recorded:
    return Recorded({one.key: one for one in facts})


def test_a_file_and_a_recording_are_merged_beside_it(tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    write(given, recorded(ONE))
    assert merged(tmp_path, given, Recorded()) == given
    assert merged(tmp_path, None, Recorded()) is None
    both = merged(tmp_path, given, recorded(ONE, replace(ONE, name="g")))
    assert both is not None and both != given
    assert {one.name: one.runs for one in read(both).functions.values()} == {"f": 2, "g": 1}
    assert {one.name: one.runs for one in read(given).functions.values()} == {"f": 1}
    assert merged(tmp_path, given, recorded(ONE, replace(ONE, name="g"))) == both


def test_a_copy_of_a_file_has_another_name() -> None:
    moved = recorded(ONE, replace(ONE, file="other.py")).renamed({"net.py": "copy/net.py"})
    assert [one.file for one in moved.functions.values()] == ["copy/net.py", "other.py"]
    (joined,) = recorded(ONE, replace(ONE, file="other.py")).renamed({"net.py": "other.py"}).functions.values()
    assert (joined.file, joined.runs) == ("other.py", 2)


def test_what_is_known_counts_once() -> None:
    new = replace(ONE, digest="1" * 32)
    assert recorded(ONE, new).beside(recorded(ONE)).functions == recorded(new).functions
