"""Inputs of models of diffusers: sizes that the layers of a model tell by what they refuse."""

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from fullgraph.runtime_check.target.models.diffusers_inputs import (  # noqa: E402
    BATCHES,
    Maker,
    UnknownInputError,
    calls,
)


class Denoiser(torch.nn.Module):  # type: ignore[misc]
    """Takes images of 6 channels and texts that are 24 wide."""

    def __init__(self) -> None:
        super().__init__()
        self.image = torch.nn.Conv2d(6, 8, 3, padding=1)
        self.text = torch.nn.Linear(24, 8)

    def forward(self, hidden_states: Any, timestep: Any, encoder_hidden_states: Any, mystery: Any = None) -> Any:
        text = self.text(encoder_hidden_states).mean(1)
        return self.image(hidden_states) + text[:, :, None, None] * timestep[:, None, None, None]


class Film(torch.nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.film = torch.nn.Conv3d(5, 8, 1)

    def forward(self, sample: Any) -> Any:
        return self.film(sample)


def test_sizes_are_learned_of_the_layers() -> None:
    model = Denoiser()
    maker = Maker.that_runs(model)
    assert maker.layout == "image"
    assert maker.widths == {"hidden_states": 6, "encoder_hidden_states": 24}
    made = calls(maker)
    assert [one["hidden_states"].shape[:2] for one in made] == [(batch, 6) for batch in BATCHES]
    assert "mystery" not in made[0]
    assert torch.equal(calls(maker)[1]["hidden_states"], made[1]["hidden_states"])


def test_layouts_are_tried() -> None:
    maker = Maker.that_runs(Film())
    assert maker.layout == "film"
    assert calls(maker)[0]["sample"].shape[1] == 5


def test_an_argument_that_nobody_knows() -> None:
    class Odd(torch.nn.Module):  # type: ignore[misc]
        def forward(self, wavelets: Any) -> Any:
            return wavelets

    with pytest.raises(UnknownInputError, match="wavelets"):
        Maker.that_runs(Odd())


def test_what_a_model_raises_comes_through() -> None:
    class Broken(torch.nn.Module):  # type: ignore[misc]
        def forward(self, sample: Any) -> Any:
            raise KeyError("nothing to learn")

    with pytest.raises(KeyError, match="nothing to learn"):
        Maker.that_runs(Broken())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["UNet2DConditionModel", "AutoencoderKL", "FluxTransformer2DModel", "ControlNetModel"])
def test_models_of_diffusers_run(name: str) -> None:
    pytest.importorskip("diffusers")
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    target = load_target(parse_spec(f"diffusers:{name}"), [], None)
    for call in target.calls:
        with torch.no_grad():
            target.fn(*call.args, **call.kwargs)
