"""What holds of every file that is shipped, whichever torch is installed, and which of them is the default."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import Any

import pytest
from fullgraph.lint import torch_data
from fullgraph.lint.torch_data import TorchData, default_version, load, resolve, versions

OUTCOMES = {"no", "default", "both", "any"}
KNOWN = ["2.10", "2.11", "2.12", "2.13", "2.14", "2.15"]


@pytest.fixture(params=KNOWN)
def data(request: pytest.FixtureRequest) -> TorchData:
    return load(request.param)


def outcomes(kind: Any) -> set[str]:
    return {outcome for _, outcome in kind["overloads"]} if isinstance(kind, dict) else {kind}


def test_the_versions_are_found() -> None:
    assert list(versions()) == KNOWN


def test_each_is_complete(data: TorchData) -> None:
    assert data.version in KNOWN
    assert len(data.functions) > 1000
    assert len(data.methods) > 600
    assert len(data.modules) > 180
    assert set(data.packages) == {"torchvision", "einops"}
    for table in ("properties", "dtypes", "fields", "floating", "random", "inplace", "views", "pointwise"):
        assert getattr(data, table), table


def test_what_breaks_is_in_one_set_and_has_an_outcome(data: TorchData) -> None:
    assert not data.data_read & data.dynamic_shape
    assert data.data_read | data.dynamic_shape == data.breaks.keys()
    for name, kind in data.breaks.items():
        assert outcomes(kind) <= OUTCOMES, name
        assert outcomes(kind) & {"default", "both"}, name
        assert name in data.methods or name in data.functions or name in data.modules, name


def test_data_dependent_shapes(data: TorchData) -> None:
    always = "nonzero argwhere masked_select unique unique_consecutive bincount".split()
    for name in always:
        assert data.breaks[name] == data.breaks[f"torch.{name}"] == "default"
        assert {name, f"torch.{name}"} <= data.dynamic_shape
    assert not {"nonzero_static", "torch.nonzero_static", "torch.histc", "topk", "sum", "where"} & data.breaks.keys()
    assert {"torch.linalg.lstsq", "torch.nn.functional.ctc_loss", "torch.nn.CTCLoss"} <= data.dynamic_shape
    assert "torch.nn.AdaptiveLogSoftmaxWithLoss" in data.dynamic_shape


@pytest.mark.parametrize(
    ("name", "arguments", "keywords", "outcome"),
    [
        ("torch.repeat_interleave", ["tensor", "int"], {}, "no"),
        ("torch.repeat_interleave", ["tensor", "tensor"], {}, "default"),
        ("torch.repeat_interleave", ["tensor", "tensor"], {"dim": "int"}, "default"),
        ("torch.repeat_interleave", ["tensor", "tensor"], {"output_size": "int"}, "no"),
        ("torch.repeat_interleave", ["tensor", "tensor"], {"output_size": "none"}, "default"),
        ("torch.repeat_interleave", ["tensor", "any"], {}, "any"),
        ("torch.repeat_interleave", ["tensor"], {}, "default"),
        ("torch.repeat_interleave", ["tensor"], {"output_size": "int"}, "no"),
        ("repeat_interleave", ["int"], {}, "no"),
        ("repeat_interleave", ["tensor"], {"dim": "int"}, "default"),
        ("repeat_interleave", ["tensor"], {"dim": "int", "output_size": "int"}, "no"),
        ("torch.where", ["tensor"], {}, "default"),
        ("torch.where", ["mask"], {}, "default"),
        ("torch.where", ["mask", "tensor", "tensor"], {}, "no"),
        ("torch.where", ["mask", "tensor", "float"], {}, "no"),
        ("torch.nn.functional.one_hot", ["tensor"], {}, "both"),
        ("torch.nn.functional.one_hot", ["tensor", "int"], {}, "no"),
        ("torch.nn.functional.one_hot", ["tensor"], {"num_classes": "int"}, "no"),
        ("torch.tensor_split", ["tensor", "int"], {}, "no"),
        ("torch.tensor_split", ["tensor", "tensor"], {}, "default"),
        ("__getitem__", ["mask"], {}, "default"),
        ("__getitem__", ["int"], {}, "no"),
        ("__getitem__", ["tensor"], {}, "any"),
        ("item", [], {}, "default"),
        ("tolist", [], {}, "default"),
        ("torch.equal", ["tensor", "tensor"], {}, "both"),
        ("allclose", ["tensor"], {"atol": "float"}, "both"),
        ("torchvision.ops.nms", ["tensor", "tensor", "float"], {}, "default"),
    ],
)
def test_the_arguments_decide(
    data: TorchData, name: str, arguments: list[str], keywords: dict[str, str], outcome: str
) -> None:
    assert resolve(data.breaks[name], arguments, keywords) == outcome


def test_reads(data: TorchData) -> None:
    reads = "item tolist __bool__ __int__ __float__ __index__ __contains__ is_nonzero equal allclose cov corrcoef"
    assert set(reads.split()) | {"torch.nn.functional.gaussian_nll_loss", "torch.nn.GaussianNLLLoss"} <= data.data_read


def test_what_differs_between_versions() -> None:
    old, middle, late, new = map(load, ("2.11", "2.13", "2.14", "2.15"))
    assert old.breaks["torch.quantile"] == "both"
    assert "torch.quantile" not in middle.breaks
    assert "torch.combinations" in old.dynamic_shape & middle.dynamic_shape
    assert not {"torch.combinations"} & (late.breaks.keys() | new.breaks.keys())
    assert "align_to" in old.methods
    assert "align_to" not in middle.methods
    assert "qr" in middle.methods
    assert "qr" not in new.methods
    assert "torch.linalg.polar" in new.functions.keys() - middle.functions.keys()


def test_packages(data: TorchData) -> None:
    shapes = {"nms", "batched_nms", "remove_small_boxes", "boxes.nms", "MultiScaleRoIAlign", "generalized_box_iou_loss"}
    assert {f"torchvision.ops.{name}" for name in shapes} <= data.dynamic_shape
    assert not {"torchvision.ops.box_iou", "torchvision.ops.roi_align", "einops.rearrange"} & data.breaks.keys()
    assert data.functions["einops.rearrange"] == data.functions["torchvision.ops.nms"] == "tensor"
    assert data.functions["einops.pack"] == ["tensor", "list"]
    assert data.functions["einops.parse_shape"] == "dict[int]"
    assert data.modules["torchvision.ops.FeaturePyramidNetwork"] == "dict[tensor]"
    assert data.modules["einops.layers.torch.Rearrange"] == "tensor"
    assert {"einops.rearrange", "torchvision.ops.stochastic_depth"} <= data.views
    assert "torchvision.ops.StochasticDepth" in data.random


@pytest.fixture
def fresh() -> Iterator[None]:
    default_version.cache_clear()
    yield
    default_version.cache_clear()


@pytest.mark.parametrize(
    ("installed", "version"),
    [
        ("2.13.0+cpu", "2.13"),
        ("2.12.1", "2.12"),
        ("2.15.0a0+git1234567", "2.15"),
        ("3.0.0.dev20270101+cu140", "2.15"),
        ("1.13.1", "2.10"),
        ("unknown", "2.15"),
        (None, "2.15"),
    ],
)
@pytest.mark.usefixtures("fresh")
def test_the_default_is_the_torch_installed(
    installed: str | None, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(name: str) -> str | None:
        assert name == "torch"
        if installed is None:
            raise metadata.PackageNotFoundError(name)
        return installed

    monkeypatch.setattr(metadata, "version", answer)
    assert load().version == version
    assert load("2.13").version == "2.13"


@pytest.mark.parametrize("text", ["", "2", "new", "2.x", "2.13!", "v2.13", "-2.13", "2,13"])
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="not a torch version"):
        torch_data.number(text)
