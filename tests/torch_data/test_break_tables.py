"""How the outcomes of single calls become a table, and that the table says what TorchDynamo does."""

from __future__ import annotations

import operator
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from fullgraph.lint.torch_data import load, resolve, versions  # noqa: E402

from tools.torch_data.breaks import Subject, ask, judge, method_call, quiet, table, word  # noqa: E402
from tools.torch_data.samples import Sample  # noqa: E402
from tools.torch_data.stubs import Signature  # noqa: E402

VERSION = ".".join(torch.__version__.split(".")[:2])
DATA = load(VERSION)
X = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
V = torch.tensor([1.0, 2.0, 2.0])
N = torch.tensor([1, 2, 2])
B = V > 1
F = torch.nn.functional


def test_one_word_where_all_agree() -> None:
    signature = Signature("x:tensor n:int=")
    samples = [Sample((V,)), Sample((V, 1)), Sample((N,))]
    assert table([signature], [(sample, "default") for sample in samples]) == "default"
    assert table([signature], list(zip(samples, ["default", "both", "default"], strict=True))) == "default"


def test_an_optional_parameter_decides() -> None:
    signature = Signature("x:tensor n:int= *size:int|none=", {"size": None})
    outcomes = [
        (Sample((V,)), "both"),
        (Sample((V, 1)), "both"),
        (Sample((V, 1), {"size": 3}), "no"),
        (Sample((V,), {"size": 3}), "no"),
        (Sample((V,), {"size": None}), "both"),
    ]
    found = table([signature], outcomes)
    assert found == {
        "overloads": [["x:tensor n:int= *size:int", "no"], ["x:tensor n:int= *size:none=", "both"]],
    }
    assert resolve(found, ["tensor", "int"]) == "both"
    assert resolve(found, ["tensor"], {"size": "any"}) == "any"


def test_the_default_counts_as_not_given() -> None:
    signature = Signature("x:tensor n:int= m:int=", {"n": -1})
    outcomes = [(Sample((N, -1)), "both"), (Sample((N,)), "both"), (Sample((N, 3)), "no"), (Sample((N, 3, 1)), "no")]
    found = table([signature], outcomes)
    assert found == {"overloads": [["x:tensor *m:int=", "both"], ["x:tensor n:int m:int=", "no"]]}
    assert resolve(found, ["tensor"]) == "both"
    assert resolve(found, ["tensor", "int", "int"]) == "no"


def test_a_kind_of_tensor_decides() -> None:
    signature = Signature("x:tensor index:any")
    outcomes = [(Sample((V, B)), "default"), (Sample((V, N)), "no"), (Sample((V, N[0])), "any"), (Sample((V, 1)), "no")]
    found = table([signature], outcomes)
    assert [resolve(found, ["tensor", kind]) for kind in ("mask", "index", "int", "tensor")] == [
        "default",
        "any",
        "no",
        "any",
    ]


def test_overloads_are_told_apart() -> None:
    signatures = [Signature("x:tensor n:int"), Signature("x:tensor n:tensor")]
    found = table(signatures, [(Sample((V, 2)), "no"), (Sample((V, N)), "default")])
    assert found == {"overloads": [["x:tensor n:int", "no"], ["x:tensor n:tensor", "default"]]}


def test_nothing_is_said_where_nothing_decides() -> None:
    assert table([Signature("x:tensor")], [(Sample((V,)), "no"), (Sample((X,)), "both")]) == "any"


def test_only_what_fails_for_its_data_is_judged() -> None:
    """A break that has nothing to do with data is none of this table's."""

    def unsupported(x: Any) -> Any:
        torch._dynamo.graph_break()
        return x + 1

    with quiet():
        assert judge(Subject("torch.relu", torch.relu, samples=[Sample((V,))])) is None
        assert judge(Subject("unsupported", unsupported, samples=[Sample((V,))])) is None
        verdict = judge(Subject("torch.nonzero", torch.nonzero, samples=[Sample((V,))]))
    assert verdict is not None
    assert (verdict.kind, verdict.shape) == ("default", True)


METHODS = [
    *[(name, (V,), {}) for name in ("nonzero", "argwhere", "unique", "unique_consecutive", "tolist")],
    *[(name, (V[0],), {}) for name in ("item", "is_nonzero", "__bool__", "__float__", "sum", "clone")],
    *[(name, (V, V), {}) for name in ("equal", "allclose", "add", "masked_select")],
    ("__int__", (N[0],), {}),
    ("__contains__", (V, 1.0), {}),
    ("nonzero", (V,), {"as_tuple": True}),
    ("nonzero_static", (V,), {"size": 3}),
    ("unique", (N,), {"return_counts": True}),
    ("bincount", (N,), {"minlength": 4}),
    ("cov", (X,), {}),
    ("repeat_interleave", (V, N), {}),
    ("repeat_interleave", (V, N, 0), {"output_size": 5}),
    ("repeat_interleave", (V, 2), {}),
    ("masked_fill", (V, B, 0.0), {}),
    ("where", (V, B, V), {}),
    ("__getitem__", (V, B), {}),
    ("__getitem__", (V, 1), {}),
    ("quantile", (V, 0.5), {}),
]
FUNCTIONS = [
    ("torch.where", (B,), {}),
    ("torch.where", (B, V, 0.5), {}),
    ("torch.nonzero", (V,), {}),
    ("torch.unique", (V,), {"return_inverse": True}),
    ("torch.repeat_interleave", (N,), {}),
    ("torch.repeat_interleave", (V, N), {"output_size": 5}),
    ("torch.tensor_split", (V, torch.tensor([1, 2])), {}),
    ("torch.tensor_split", (V, [1, 2]), {}),
    ("torch.combinations", (V,), {}),
    ("torch.linalg.lstsq", (X, X), {}),
    ("torch.nn.functional.one_hot", (N,), {}),
    ("torch.nn.functional.one_hot", (N,), {"num_classes": 3}),
    ("torch.nn.functional.gaussian_nll_loss", (V, V, V), {}),
    ("torch.nn.functional.cross_entropy", (X, torch.tensor([0, 1])), {}),
    ("torch.histc", (V,), {}),
]


def call_of(name: str) -> Any:
    function: Any = torch
    for part in name.split(".")[1:]:
        function = getattr(function, part)
    return function


def hold(name: str, call: Any, args: tuple[Any, ...], keywords: dict[str, Any], skipped: int) -> None:
    with quiet():
        seen = ask(call, Sample(args, keywords)).breaks
    kinds = [word(value) for value in args][skipped:]
    said = resolve(DATA.breaks.get(name, "no"), kinds, {key: word(value) for key, value in keywords.items()})
    assert said == seen or (said, seen) == ("default", "both")


@pytest.mark.skipif(VERSION not in versions(), reason=f"there is no data for torch {VERSION}")
@pytest.mark.parametrize(("name", "args", "keywords"), METHODS)
def test_methods_break_as_the_table_says(name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    if name == "masked_select":
        args = (V, B)
    hold(name, method_call(name), args, keywords, 1)


@pytest.mark.skipif(VERSION not in versions(), reason=f"there is no data for torch {VERSION}")
@pytest.mark.parametrize(("name", "args", "keywords"), FUNCTIONS)
def test_functions_break_as_the_table_says(name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    hold(name, call_of(name), args, keywords, 0)


def test_dunder_methods_are_called_by_what_calls_them() -> None:
    assert method_call("__bool__") is bool
    assert method_call("__index__") is operator.index
    assert method_call("__getitem__") is operator.getitem
    assert method_call("sum")(V).item() == 5
