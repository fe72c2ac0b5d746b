"""Which overload a call takes."""

import pytest
from fullgraph.lint.torch_data import load, resolve, versions

DATA = load()
MAX = DATA.methods["max"]


@pytest.mark.parametrize(
    ("arguments", "keywords", "kind"),
    [
        ([], {}, "tensor"),
        (["tensor"], {}, "tensor"),
        (["int"], {}, ["tensor", "tensor"]),
        ([], {"dim": "int"}, ["tensor", "tensor"]),
        ([], {"dim": "int", "keepdim": "True"}, ["tensor", "tensor"]),
        ([], {"axis": "int"}, ["tensor", "tensor"]),
        (["any"], {}, "any"),
        (["int", "bool", "int"], {}, "any"),
        ([], {"no_such": "int"}, "any"),
    ],
)
def test_the_arguments_choose_the_overload(arguments, keywords, kind):
    assert resolve(MAX, arguments, keywords) == kind


def test_a_plain_kind_needs_no_arguments():
    assert resolve("tensor", ["any"]) == "tensor"


def test_a_boolean_tensor_is_a_tensor():
    assert resolve(MAX, ["mask"]) == "tensor"
    by_index = {"overloads": [["x:tensor i:mask", "default"], ["x:tensor i:index", "no"]]}
    assert resolve(by_index, ["mask", "mask"]) == "default"
    assert resolve(by_index, ["tensor", "index"]) == "no"
    assert resolve(by_index, ["tensor", "tensor"]) == "any"


def test_flags_choose_the_overload():
    nonzero, unique = DATA.methods["nonzero"], DATA.functions["torch.unique"]
    assert resolve(nonzero) == "tensor"
    assert resolve(nonzero, [], {"as_tuple": "True"}) == "tensors"
    assert resolve(nonzero, [], {"as_tuple": "bool"}) == "any"
    assert resolve(unique, ["tensor"], {"return_counts": "True"}) == ["tensor", "tensor"]
    assert resolve(unique, ["tensor", "True", "True", "True"]) == ["tensor"] * 3
    assert resolve(DATA.modules["torch.nn.MaxPool2d"], ["int"], {"return_indices": "True"}) == ["tensor", "tensor"]
    assert resolve(DATA.modules["torch.nn.MaxPool2d"], ["int"]) == "tensor"


def test_versions():
    assert load("2.13.0+cpu") is load("2.13")
    assert load("2.12.1") is load("2.12")
    assert load("99.0") is load(versions()[-1])
    assert load("1.0") is load(versions()[0])
    with pytest.raises(ValueError, match="not a torch version: 'new'"):
        load("new")
