"""Models that the narrowest configuration cannot stand for, and inputs that not every model takes."""

from typing import Any

import pytest
from fullgraph.runtime_check.target.models import BuildOptions, Size, sizes
from fullgraph.runtime_check.target.target import Target, TargetError, load_target, parse_spec

FIELDS = {"hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": 12, "vocab_size": 30522, "head_dim": None}


@pytest.mark.parametrize(
    ("way", "width", "heads", "layers"),
    [("narrow", 64, 4, 2), ("deep", 64, 4, 12), ("scaled", 96, 12, 2), ("shallow", 768, 12, 2)],
)
def test_ways_to_be_small(way: sizes.Way, width: int, heads: int, layers: int) -> None:
    small = FIELDS | sizes.shrink(FIELDS, "", way)
    assert small["hidden_size"] == width
    assert small["num_attention_heads"] == heads
    assert small["num_hidden_layers"] == layers
    assert small["vocab_size"] == sizes.VOCABULARY


def test_a_list_with_an_entry_for_each_layer_is_cut() -> None:
    fields = {"num_hidden_layers": 12, "sparsity": [0.5] * 12, "depths": [2, 2, 6, 2], "kernel": [3] * 5}
    changed = sizes.shrink(fields, "")
    assert changed["sparsity"] == [0.5, 0.5]
    assert changed["depths"] == [1, 1, 1, 1]
    assert "kernel" not in changed


@pytest.mark.parametrize(
    ("name", "value"),
    [("head_dim", 16), ("vocab_size", 256), ("num_experts_per_tok", 4), ("sep_token_id", None), ("rope_theta", 1e4)],
)
def test_values_for_what_is_left_out(name: str, value: object) -> None:
    assert sizes.plausible(name) == value


def load(monkeypatch: pytest.MonkeyPatch, needs: dict[str, int], *, images: bool = False) -> Target:
    """A model that runs only where its configuration has these values, and with images never."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")

    class PickyConfig(transformers.PretrainedConfig):  # type: ignore[misc]
        model_type = "picky"

        def __init__(
            self,
            vocab_size: int = 500,
            hidden_size: int = 96,
            num_hidden_layers: int = 6,
            num_attention_heads: int = 6,
            latent_dim: int | None = None,
            **kwargs: Any,
        ) -> None:
            super().__init__(**kwargs)
            self.vocab_size, self.hidden_size, self.latent_dim = vocab_size, hidden_size, latent_dim
            self.num_hidden_layers, self.num_attention_heads = num_hidden_layers, num_attention_heads

    class PickyModel(transformers.PreTrainedModel):  # type: ignore[misc]
        config_class = PickyConfig

        def __init__(self, config: Any) -> None:
            super().__init__(config)
            self.embed = torch.nn.Embedding(config.vocab_size, config.hidden_size)

        def forward(self, input_ids: Any, pixel_values: Any = None) -> Any:
            assert all(getattr(self.config, name) == value for name, value in needs.items())
            assert pixel_values is None or not images
            return self.embed(input_ids)

    monkeypatch.setattr(transformers, "PickyModel", PickyModel, raising=False)
    return load_target(parse_spec("hf:PickyModel"), [], None)


@pytest.mark.parametrize(
    "needs",
    [
        {"num_hidden_layers": 2, "hidden_size": 64},
        {"num_hidden_layers": 6, "hidden_size": 64},
        {"num_hidden_layers": 2, "num_attention_heads": 6},
        {"num_hidden_layers": 2, "hidden_size": 96},
        {"hidden_size": 64, "latent_dim": 64},
    ],
)
def test_the_first_way_whose_model_runs_is_taken(monkeypatch: pytest.MonkeyPatch, needs: dict[str, int]) -> None:
    target = load(monkeypatch, needs)
    config = target.fn.config  # type: ignore[attr-defined]
    assert {name: getattr(config, name) for name in needs} == needs


def test_a_model_that_no_way_helps_is_built_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    target = load(monkeypatch, {"hidden_size": 1})
    assert target.fn.config.hidden_size == sizes.WIDTH  # type: ignore[attr-defined]


@pytest.mark.parametrize(("images", "given"), [(False, {"input_ids", "pixel_values"}), (True, {"input_ids"})])
def test_text_alone_where_a_model_does_not_run_with_images(
    monkeypatch: pytest.MonkeyPatch, images: bool, given: set[str]
) -> None:
    target = load(monkeypatch, {}, images=images)
    assert [set(call.kwargs) for call in target.calls] == [given] * 2


def test_the_trial_leaves_random_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    weights = []
    for needs in ({}, {"num_hidden_layers": 2}):
        torch.manual_seed(0)
        weights.append(load(monkeypatch, needs).fn.embed.weight)  # type: ignore[attr-defined]
    assert torch.equal(*weights)


def test_a_model_without_forward_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    transformers = pytest.importorskip("transformers")

    class SilentModel(transformers.PreTrainedModel):  # type: ignore[misc]
        config_class = transformers.BertConfig

    monkeypatch.setattr(transformers, "SilentModel", SilentModel, raising=False)
    with pytest.raises(TargetError, match="hf:SilentModel has no forward") as caught:
        load_target(parse_spec("hf:SilentModel"), [], None)
    assert caught.value.cause == "no model class of PyTorch: no forward"


@pytest.mark.parametrize("size", ["small", "default"])
def test_a_model_that_cannot_be_built_says_the_kind_of_error(monkeypatch: pytest.MonkeyPatch, size: Size) -> None:
    transformers = pytest.importorskip("transformers")

    class FailingModel(transformers.PreTrainedModel):  # type: ignore[misc]
        config_class = transformers.BertConfig

        def __init__(self, config: Any) -> None:
            raise KeyError("layers")

    monkeypatch.setattr(transformers, "FailingModel", FailingModel, raising=False)
    with pytest.raises(TargetError, match="hf:FailingModel cannot be built from its BertConfig: KeyError") as caught:
        load_target(parse_spec("hf:FailingModel"), [], None, BuildOptions(size=size))
    assert caught.value.cause == "cannot be built from its configuration: KeyError"
