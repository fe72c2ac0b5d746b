"""Which models a library has: names that are known without building any."""

import collections
import types
from collections.abc import Sequence

import pytest
from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import ModelError, families, names


def test_all_classes_that_any_auto_class_knows() -> None:
    pytest.importorskip("transformers")
    found = names("hf")
    assert found[0] != found[-1] and len(found) == len(set(found)) > 700
    assert {"BertModel", "BertForMaskedLM", "ViTForImageClassification", "WhisperForConditionalGeneration"} <= {*found}
    assert not [name for name in found if name.startswith(("TF", "Flax", "AutoModel")) or name.endswith("Config")]
    assert found == names("hf", every=True)


def test_models_without_a_head_come_first() -> None:
    pytest.importorskip("transformers")
    found = names("hf")
    assert found.index("BertModel") < found.index("BertForMaskedLM")


@pytest.mark.parametrize("prefix", models.LIBRARIES)
def test_every_library_lists_what_it_builds(prefix: str) -> None:
    pytest.importorskip(models.LIBRARIES[prefix])
    found = names(prefix)
    assert len(found) == len(set(found)) > 20
    assert {*found} <= {*names(prefix, every=True)}


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(models.LIBRARIES, "pyg", "no_such_library")
    with pytest.raises(ModelError, match="pip install no_such_library") as caught:
        names("pyg")
    assert caught.value.cause == "needs a package that is not installed: no_such_library"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["vgg11", "vgg13", "vit_b", "vit_small", "vit_tiny"], ["vgg11", "vit_tiny"]),
        (["vit_b", "vgg13"], ["vit_b", "vgg13"]),
        ([], []),
    ],
)
def test_one_model_of_each_file_is_taken(given: Sequence[str], expected: Sequence[str]) -> None:
    files = {"vgg11": types.ModuleType, "vgg13": types.ModuleType}
    assert families.one_of_each(given, lambda name: files.get(name, collections.Counter)) == expected


def test_quantized_models_say_why_they_are_left_out() -> None:
    pytest.importorskip("torchvision")
    assert not [name for name in names("torchvision", every=True) if name.startswith("quantized")]
    with pytest.raises(ModelError, match="name the model that it was made of, torchvision:resnet18") as caught:
        models.build("torchvision", "quantized_resnet18", models.BuildOptions())
    assert caught.value.cause == "no model class of PyTorch: quantized"
