"""Inputs of models of diffusers: sizes that the layers of a model tell by what they refuse."""

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from fullgraph.runtime_check.target.models.diffusion.layouts import layouts  # noqa: E402
from fullgraph.runtime_check.target.models.diffusion.maker import (  # noqa: E402
    BATCHES,
    TOKENS,
    Maker,
    NoForwardError,
    calls,
)
from fullgraph.runtime_check.target.models.diffusion.values import UnknownInputError  # noqa: E402


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
    maker = Maker.that_runs(Denoiser())
    assert maker.layout == "image"
    assert maker.widths == {"hidden_states": 6, "encoder_hidden_states": 24}
    made = calls(maker)
    assert [one["hidden_states"].shape[:2] for one in made] == [(batch, 6) for batch in BATCHES]
    assert "mystery" not in made[0]
    assert torch.equal(calls(maker)[1]["hidden_states"], made[1]["hidden_states"])


def test_convolutions_tell_the_layout() -> None:
    assert layouts(Film())[:3] == ["film", "frames", "film_last"]
    assert layouts(Denoiser())[0] == "image"
    assert layouts(torch.nn.Conv1d(1, 1, 1))[0] == "sound"
    assert layouts(torch.nn.Linear(1, 1))[0] == "tokens"
    maker = Maker.that_runs(Film())
    assert maker.layout == "film"
    assert calls(maker)[0]["sample"].shape[1] == 5


class Patches(torch.nn.Module):  # type: ignore[misc]
    """Four values of a channel become one patch."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4 * 12, 8)

    def forward(self, hidden_states: Any) -> Any:
        batch, channels, height, width = hidden_states.shape
        patches = hidden_states.view(batch, channels, height // 2, 2, width // 2, 2)
        return self.layer(patches.permute(0, 2, 4, 1, 3, 5).flatten(3))


class Joined(torch.nn.Module):  # type: ignore[misc]
    """Takes two arguments side by side, and a channel of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(33, 8)

    def forward(self, hidden_states: Any, context_latents: Any) -> Any:
        ones = hidden_states.new_ones(*hidden_states.shape[:-1], 1)
        return self.layer(torch.cat([hidden_states, context_latents, ones], -1))


class Positions(torch.nn.Module):  # type: ignore[misc]
    """Has a position for each of 11 tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.positions = torch.nn.Parameter(torch.zeros(11, 16))
        self.layer = torch.nn.Linear(16, 8)

    def forward(self, encoder_hidden_states: Any) -> Any:
        return self.layer(encoder_hidden_states + self.positions)


class PerFrame(torch.nn.Module):  # type: ignore[misc]
    """Takes a step for each frame, and texts that were repeated for each frame."""

    def __init__(self) -> None:
        super().__init__()
        self.film = torch.nn.Conv3d(4, 8, 1)
        self.text = torch.nn.Linear(12, 8)

    def forward(self, hidden_states: Any, timestep: Any, encoder_hidden_states: Any) -> Any:
        batch, frames = timestep.shape
        film = self.film(hidden_states).transpose(1, 2).flatten(0, 1)
        text = self.text(encoder_hidden_states).mean(1)[:, :, None, None]
        return film + text + timestep.view(batch * frames, 1, 1, 1)


@pytest.mark.parametrize(
    ("model", "name", "shape"),
    [
        (Patches, "hidden_states", (2, 12, 16, 16)),
        (Positions, "encoder_hidden_states", (2, 11, 16)),
        (PerFrame, "timestep", (2, 5)),
        (PerFrame, "encoder_hidden_states", (2 * 5, TOKENS, 12)),
    ],
)
def test_shapes_that_layers_ask_for_by_a_detour(model: Any, name: str, shape: tuple[int, ...]) -> None:
    maker = Maker.that_runs(model())
    assert calls(maker)[0][name].shape == shape


def test_widths_that_have_to_make_up_another_one_together() -> None:
    made = calls(Maker.that_runs(Joined()))[0]
    assert made["hidden_states"].shape[-1] + made["context_latents"].shape[-1] == 32


class Needy(torch.nn.Module):  # type: ignore[misc]
    """Cannot do without an argument whose default is None; another one it does not miss."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(7, 8)

    def forward(self, sample: Any, image_embeds: Any = None, text_embeds: Any = None) -> Any:
        return sample.mean() + self.layer(image_embeds)


def test_an_argument_that_is_missed_is_given() -> None:
    maker = Maker.that_runs(Needy())
    assert maker.extra == ("image_embeds",)
    assert calls(maker)[0].keys() == {"sample", "image_embeds"}


class Documented(torch.nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.config = {"depth": 6}
        self.layer = torch.nn.Linear(19, 8)

    def forward(self, waves: Any, crest_ids: Any) -> Any:
        """Args:

        waves (`torch.Tensor` of shape `(batch_size, depth, 3, width_of_waves)`): values.
        crest_ids (`torch.LongTensor` of shape `(batch_size, text_seq_len)`): numbers.
        """
        assert waves.shape[1:3] == (6, 3) and crest_ids.dtype == torch.long
        return self.layer(waves.flatten(1, 2)[..., :1].expand(-1, -1, 19)) + crest_ids.sum()


def test_shapes_that_the_docstring_tells() -> None:
    made = calls(Maker.that_runs(Documented()))[0]
    assert made["waves"].shape[:3] == (2, 6, 3)
    assert made["crest_ids"].shape == (2, TOKENS)


def test_a_batch_of_one_where_no_other_runs() -> None:
    class Single(torch.nn.Module):  # type: ignore[misc]
        def forward(self, sample: Any) -> Any:
            assert len(sample) == 1
            return sample

    assert [len(call["sample"]) for call in calls(Maker.that_runs(Single()))] == [1]


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


def test_the_failure_that_came_furthest_is_told() -> None:
    class Late(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = torch.nn.Conv2d(3, 3, 1), torch.nn.Conv2d(3, 3, 1)

        def forward(self, sample: Any) -> Any:
            self.second(self.first(sample))
            raise ValueError("at the end")

    with pytest.raises(ValueError, match="at the end"):
        Maker.that_runs(Late())


def test_a_model_that_returns_nothing_is_none() -> None:
    class Parts(torch.nn.Module):  # type: ignore[misc]
        def forward(self, sample: Any) -> None:
            pass

    with pytest.raises(NoForwardError):
        Maker.that_runs(Parts())


def test_a_model_that_cannot_be_differentiated() -> None:
    class Detached(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(1))

        def forward(self, sample: Any) -> Any:
            return torch.from_numpy((sample * self.weight).numpy())

    assert not Maker.that_runs(Detached()).has_gradients()
    assert Maker.that_runs(Denoiser()).has_gradients()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["UNet2DConditionModel", "AutoencoderKL", "FluxTransformer2DModel", "ControlNetModel"])
def test_models_of_diffusers_run(name: str) -> None:
    pytest.importorskip("diffusers")
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    target = load_target(parse_spec(f"diffusers:{name}"), [], None)
    for call in target.calls:
        with torch.no_grad():
            target.fn(*call.args, **call.kwargs)
