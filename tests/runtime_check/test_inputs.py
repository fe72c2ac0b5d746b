"""The grammar of ``--input`` and what an inputs function may return."""

from __future__ import annotations

import pytest
import torch
from fullgraph.runtime_check.target.inputs import (
    DTYPES,
    CallArguments,
    InputSpecError,
    as_calls,
    build_calls,
    describe,
    parse_argument,
    with_sizes,
)


def build(*specs: str) -> list[CallArguments]:
    return build_calls([parse_argument(spec) for spec in specs])


def test_named_tensor() -> None:
    (call,) = build("x=f32[8,3,32,32]")
    assert call.args == ()
    assert call.kwargs["x"].shape == (8, 3, 32, 32)
    assert call.kwargs["x"].dtype == torch.float32
    assert not call.kwargs["x"].requires_grad


def test_positional_arguments_keep_their_order() -> None:
    (call,) = build("f32[2]", "n=3", "i64[4]")
    assert [tuple(value.shape) for value in call.args] == [(2,), (4,)]
    assert call.kwargs == {"n": 3}


@pytest.mark.parametrize("name", DTYPES)
def test_every_dtype(name: str) -> None:
    (call,) = build(f"{name}[3,2]")
    assert call.args[0].dtype == getattr(torch, DTYPES[name])
    assert call.label == f"{name}[3,2]"


def test_bounds() -> None:
    (call,) = build("i64[1000]<3>", "i32[1000]<-2,2>", "i64[1000]")
    assert set(call.args[0].tolist()) == {0, 1, 2}
    assert set(call.args[1].tolist()) == {-2, -1, 0, 1}
    assert set(call.args[2].tolist()) == set(range(10))


def test_both_booleans_occur() -> None:
    assert set(build("bool[100]")[0].args[0].tolist()) == {True, False}


def test_scalar_and_gradient() -> None:
    (call,) = build("t=f32[]", "x=f64[2]:grad")
    assert call.kwargs["t"].shape == ()
    assert call.kwargs["x"].requires_grad
    assert call.kwargs["x"].is_leaf


@pytest.mark.parametrize(
    ("text", "value"),
    [("a=True", True), ("a=None", None), ("a='x=1'", "x=1"), ("a = -1.5", -1.5), ("a=(1, 2)", (1, 2))],
)
def test_literals(text: str, value: object) -> None:
    assert build(text)[0].kwargs == {"a": value}


def test_alternatives_advance_together() -> None:
    calls = build("x=f32[8|16|1,3]", "y=i64[8|16|1]<5>", "z=f32[2]")
    assert [call.label for call in calls] == [
        "x=f32[8,3], y=i64[8], z=f32[2]",
        "x=f32[16,3], y=i64[16], z=f32[2]",
        "x=f32[1,3], y=i64[1], z=f32[2]",
    ]


def test_equal_specs_give_equal_numbers() -> None:
    first, second = build("f32[3]", "i64[3]"), build("f32[3]", "i64[3]")
    assert all(torch.equal(a, b) for a, b in zip(first[0].args, second[0].args, strict=True))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x=f33[2]", "unknown dtype 'f33'"),
        ("x=f32[2", "cannot read the input"),
        ("x=f32[a]", "whole numbers"),
        ("x=f32[-1]", "negative"),
        ("x=f32[2]<3>", "bounds are for integer tensors"),
        ("x=bool[2]<3>", "bounds are for integer tensors"),
        ("x=i64[2]<3,1>", "low < high"),
        ("x=i64[2]<0>", "low < high"),
        ("x=i64[2]:grad", "only float tensors"),
        ("x=f32[1|2,3|4|5]", "the same number"),
        ("x=", "cannot read the input"),
        ("model", "cannot read the input"),
    ],
)
def test_mistakes_are_named(text: str, said: str) -> None:
    with pytest.raises(InputSpecError, match=said):
        parse_argument(text)


def test_different_numbers_of_alternatives() -> None:
    with pytest.raises(InputSpecError, match="2, 3"):
        build("f32[1|2]", "f32[1|2|3]")


def test_what_an_inputs_function_may_return() -> None:
    x = torch.ones(2)
    assert [c.args for c in as_calls(x)] == [(x,)]
    assert [c.args for c in as_calls((x, 1))] == [(x, 1)]
    assert [c.kwargs for c in as_calls({"a": 1})] == [{"a": 1}]
    assert [(c.args, c.kwargs) for c in as_calls(((x,), {"n": 1}))] == [((x,), {"n": 1})]
    assert [(c.args, c.kwargs) for c in as_calls([(1,), {"a": 2}, x])] == [((1,), {}), ((), {"a": 2}), ((x,), {})]
    assert len(as_calls(iter([(1,), (2,)]))) == 2


@pytest.mark.parametrize("value", [[], [3], "text"])
def test_what_it_may_not_return(value: object) -> None:
    with pytest.raises(InputSpecError):
        as_calls(value)


def test_describe_shortens() -> None:
    assert describe(torch.zeros(2, 3, dtype=torch.bfloat16)) == "bf16[2,3]"
    assert describe(list(range(100))) == "list"


@pytest.mark.parametrize(
    ("texts", "varied", "expected"),
    [
        (["x=f32[8,3]"], [], ("x=f32[8,3]",)),
        (["x=f32[B,3]", "f32[2, B]:grad"], ["B=1,4"], ("x=f32[1|4,3]", "f32[2,1|4]:grad")),
        (["x=f32[B,S]"], ["B=1,4", "S=8,9"], ("x=f32[1|1|4|4,8|9|8|9]",)),
        (["x=i64[B]<9>", "flag='[B]'"], ["B = 2"], ("x=i64[2]<9>", "flag='[B]'")),
    ],
)
def test_sizes_with_names(texts: list[str], varied: list[str], expected: tuple[str, ...]) -> None:
    assert with_sizes(texts, varied) == expected
    build_calls([parse_argument(text) for text in expected])


@pytest.mark.parametrize(
    ("texts", "varied", "message"),
    [
        (["x=f32[B]"], [], "the size B in the input 'x=f32\\[B\\]' has no value: give --vary B=2,3"),
        (["x=f32[4]"], ["B=1"], "no input has a size B"),
        (["x=f32[B]"], ["B=one"], "cannot read --vary"),
        (["x=f32[B]"], ["B"], "cannot read --vary"),
        (["x=f32[B]"], ["B=1", "B=2"], "varied twice"),
    ],
)
def test_sizes_with_names_that_do_not_fit(texts: list[str], varied: list[str], message: str) -> None:
    with pytest.raises(InputSpecError, match=message):
        with_sizes(texts, varied)
