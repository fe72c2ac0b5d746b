"""Merging is a lattice join, and a file gives back what was written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fullgraph.lint.facts import coding, files
from fullgraph.lint.facts.schema import (
    ARMS,
    OTHER_TENSOR,
    WIDEST,
    BranchFact,
    FunctionFact,
    Recorded,
    Scene,
    TensorFact,
    ValueFact,
    grouped,
)
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = ("x", "y", "self.w", "return", "z'")
QUICK = settings(max_examples=150, deadline=None)

tensors = st.builds(
    lambda dtype, shape, device, layout, grad: TensorFact(
        True,
        frozenset([dtype]),
        frozenset([len(shape)]),
        shape,
        frozenset([device]),
        frozenset([layout]),
        frozenset([grad]),
    ),
    st.sampled_from(["float32", "int64"]),
    st.lists(st.sampled_from([1, 2, 3]), max_size=2).map(tuple),
    st.sampled_from(["cpu", "cuda:0"]),
    st.sampled_from(["contiguous", "strided"]),
    st.booleans(),
)
values = st.one_of(
    st.builds(lambda tensor: ValueFact(frozenset(["Tensor"]), tensor), tensors),
    st.just(ValueFact(frozenset(["mine.Sub"]), OTHER_TENSOR)),
    st.builds(lambda name: ValueFact(frozenset([name])), st.sampled_from(["None", "int", "str"])),
)


def one_call(found: dict[str, ValueFact], shared: set[tuple[str, str]]) -> Scene:
    plain = {name: one.tensor for name, one in found.items() if one.tensor is not None and one.tensor.plain}
    return Scene(
        dict(sorted(found.items())),
        grouped((name, one.shape) for name, one in plain.items()),
        grouped((f"{name}.{axis}", size) for name, one in plain.items() for axis, size in enumerate(one.shape or ())),
        grouped((name, one.dtypes) for name, one in plain.items()),
        grouped((name, one.devices) for name, one in plain.items()),
        frozenset(pair for pair in shared if set(pair) <= plain.keys()),
    )


calls = st.builds(
    one_call,
    st.dictionaries(st.sampled_from(NAMES), values, max_size=4),
    st.sets(st.sampled_from([("x", "y"), ("return", "x")])),
)
scenes = st.lists(calls, max_size=4).map(lambda found: join_all(found))


def join_all(found: list[Scene]) -> Scene:
    whole = Scene()
    for one in found:
        whole = whole.join(one)
    return whole


@QUICK
@given(scenes, scenes, scenes)
def test_the_join_of_scenes_is_that_of_a_lattice(a: Scene, b: Scene, c: Scene) -> None:
    assert a.join(a) == a
    assert a.join(b) == b.join(a)
    assert a.join(b).join(c) == a.join(b.join(c))
    assert a.join(b).join(a) == a.join(b)
    assert Scene().join(a) == a


@QUICK
@given(st.lists(calls, min_size=1, max_size=5))
def test_a_group_holds_in_every_call(found: list[Scene]) -> None:
    whole = join_all(found)
    for group in whole.same_shape:
        for scene in found:
            there = [scene.values[name].tensor for name in group if name in scene.values]
            shapes = {one.shape for one in there if one is not None and one.plain}
            assert len(shapes) <= 1
    for scene in found:
        assert scene.shared <= whole.shared


branches = st.builds(
    BranchFact,
    st.just(3),
    st.integers(0, 5),
    st.integers(0, 5),
    st.dictionaries(st.sampled_from(ARMS), scenes, max_size=2),
)
functions = st.builds(
    lambda calls, scene, found: FunctionFact(
        "net.py", "Net.forward", "0" * 32, 4, 1, calls, 0, scene, frozenset([True]), frozenset(), found
    ),
    st.integers(0, 9),
    scenes,
    st.dictionaries(st.integers(0, 3), branches, max_size=2),
)


@QUICK
@given(functions, functions)
def test_counts_are_added_and_order_does_not_matter(a: FunctionFact, b: FunctionFact) -> None:
    both = a.join(b)
    assert both == b.join(a)
    assert (both.calls, both.runs) == (a.calls + b.calls, 2)


@QUICK
@given(functions)
def test_what_is_written_is_read_again(one: FunctionFact) -> None:
    recorded = Recorded({one.key: one})
    assert coding.from_json(json.loads(files.encode(recorded))) == recorded


def test_what_differs_becomes_wider() -> None:
    one = TensorFact(True, frozenset(["float32"]), frozenset([2]), (4, 8), frozenset(["cpu"]), None, frozenset([False]))
    other = TensorFact(
        True, frozenset(["float16"]), frozenset([2]), (5, 8), frozenset(["cpu"]), None, frozenset([True])
    )
    both = one.join(other)
    assert both.shape == (None, 8)
    assert sorted(both.dtypes or ()) == ["float16", "float32"]
    assert both.grads == {False, True}
    assert one.join(OTHER_TENSOR) == OTHER_TENSOR


def test_many_types_are_anything() -> None:
    found = ValueFact(frozenset(["None"]))
    for number in range(WIDEST):
        found = found.join(ValueFact(frozenset([f"mine.Kind{number}"])))
    assert found.types is None


def test_facts_about_another_text_are_replaced() -> None:
    old, new = FunctionFact("a.py", "f", "0" * 32, calls=3), FunctionFact("a.py", "f", "1" * 32, calls=1)
    other = FunctionFact("a.py", "g", "2" * 32, calls=2)
    known = Recorded({one.key: one for one in (old, other)})
    assert set(known.replaced_by(Recorded({new.key: new})).functions) == {new.key, other.key}
    assert known.replaced_by(Recorded({old.key: old})).functions[old.key].calls == 6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "some other JSON"),
        ('{"version": 2, "functions": []}', "format 2"),
        ('{"version": 1, "functions": 3}', "damaged"),
        ('{"version": 1, "functions": [{"file": "a\\u001b[2J", "name": "f", "digest": "0"}]}', "damaged"),
        ('{"version": 1, "functions": [{"file": "a", "name": "f", "digest": "__import__"}]}', "damaged"),
    ],
)
def test_a_file_that_holds_no_facts_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "facts.json"
    path.write_text(text)
    with pytest.raises(files.FactsError, match=said) as failure:
        files.read(path)
    assert "\n" not in str(failure.value) and "\x1b" not in str(failure.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(files.FactsError, match="there is no file"):
        files.read(tmp_path / "facts.json")
