"""Inputs for a model of diffusers, by the names of the parameters of its ``forward``.

How many channels an argument has, and how wide it is, is known to the layer that takes it: each gets a size of its own
at first, and where a layer says that it wants another one than that, the argument gets it. Whether a model takes
images, films, sound or a list of patches is found by trying.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

BATCHES = (2, 3)
TOKENS = 8
SIDE = 16
PATCHES = 4
"""Patches along one side of an image that comes as a list of them."""
FRAMES = 5
"""One, and so many that compressing by four leaves a whole number."""
SAMPLES = 4096
"""Of sound."""
RETRIES = 16
MARKS = (37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127)
"""Sizes that arguments have as long as it is not known which they should have: no layer has such."""

LAYOUTS = ("image", "film", "frames", "tokens", "sound")
"""``[batch, channels, height, width]``; the same with frames behind, and in front of, the channels; a list of patches;
``[batch, channels, samples]``."""
_MAIN = ("hidden_states", "sample", "x", "latents", "z", "mel", "image_latents", "context_latents", "condition_latents")
"""Arguments that have the layout of the model."""
_CONDITIONS = ("controlnet_cond", "control_context", "control_hidden_states", "controls_latents")
_WIDE = re.compile(r"\w*(encoder_hidden_states|embeds?|_emb|projections?|pooled|text_bth|cap_feats|embedding)\w*")


class UnknownInputError(Exception):
    """An argument that ``forward`` requires and that nobody knows how to make."""


class _CannotAdaptError(Exception):
    """The model wants something else, and does not say what."""


@dataclass
class Maker:
    """Makes the arguments of calls; knows the sizes that it has learned of the model."""

    model: Any
    layout: str
    side: int = SIDE
    widths: dict[str, int] = field(default_factory=dict)
    """Of each argument: channels or width."""
    extra: tuple[str, ...] = ()
    """Arguments with a default that are given all the same."""
    vary: bool = True

    @classmethod
    def that_runs(cls, model: Any) -> Maker:
        """The one for whose arguments the model runs. Raises `UnknownInputError`, or what the model raises."""
        failure: Exception | None = None
        for extra in _extras(model):
            for side in (SIDE, 4 * SIDE):
                for layout in _layouts(model):
                    maker = cls(model, layout, side, extra=extra)
                    try:
                        maker.adapt()
                    except UnknownInputError:
                        raise
                    except Exception as error:
                        failure = failure or error
                        continue
                    return maker
        assert failure is not None
        raise failure

    def adapt(self) -> None:
        """Run the model, and change sizes as its layers ask for, until it runs. Raises what it raises else."""
        import torch

        for _ in range(RETRIES):
            try:
                with torch.no_grad(), torch.random.fork_rng(devices=[]):
                    self.model(**self.call(BATCHES[0]))
                break
            except UnknownInputError:
                raise
            except Exception as error:
                if not self.learn(str(error)):
                    raise
        else:
            raise _CannotAdaptError("no end of changes")
        try:
            with torch.no_grad(), torch.random.fork_rng(devices=[]):
                self.model(**self.call(BATCHES[1]))
        except Exception:
            self.vary = False

    def learn(self, message: str) -> bool:
        """Change the size of the argument of which a layer says that another one is wanted; False: it says none."""
        for pattern in _WRONG:
            found = pattern.search(message)
            if found is None:
                continue
            was, wanted = int(found["was"]), int(found["wanted"])
            names = [name for name, width in self.widths.items() if width == was]
            if not names or was == wanted:
                continue
            self.widths[names[0]] = wanted
            return True
        return False

    def call(self, batch: int) -> dict[str, Any]:
        """The arguments by name, the same for the same batch."""
        import torch

        parameters = inspect.signature(self.model.forward).parameters
        wanted = [name for name, one in parameters.items() if _is_required(one) or name in self.extra]
        maker = _Call(self, batch, torch.Generator().manual_seed(batch))
        return {name: maker.make(name) for name in wanted}

    def width(self, name: str, fallback: int | None = None) -> int:
        """The width of an argument: what was learned, or a mark of its own."""
        if name not in self.widths:
            self.widths[name] = fallback if fallback is not None else MARKS[len(self.widths) % len(MARKS)]
        return self.widths[name]


_WRONG = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"shapes cannot be multiplied \(\d+x(?P<was>\d+) and (?P<wanted>\d+)x",
        r"expected input\[\d+, (?P<was>\d+)[^\]]*\] to have (?P<wanted>\d+) channels",
        r"normalized_shape=\[(?P<wanted>\d+)\].*input of size ?\[(?:\d+, )*(?P<was>\d+)\]",
        r"size of tensor a \((?P<was>\d+)\) must match the size of tensor b \((?P<wanted>\d+)\)",
        r"size of tensor a \((?P<wanted>\d+)\) must match the size of tensor b \((?P<was>\d+)\)",
        r"weight to be a vector of size equal to the number of channels in input, but got weight of shape "
        r"\[(?P<wanted>\d+)\] and input of shape \[\d+, (?P<was>\d+)",
        r"normalized over last dimension.*(?P<was>\d+).*(?P<wanted>\d+)",
    )
)


def calls(maker: Maker) -> list[dict[str, Any]]:
    """The arguments of each call."""
    return [maker.call(batch) for batch in (BATCHES if maker.vary else BATCHES[:1])]


def _is_required(parameter: inspect.Parameter) -> bool:
    named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    return named and parameter.default is parameter.empty


def _extras(model: Any) -> list[tuple[str, ...]]:
    """What is given besides what is required: nothing, or all that can be made and most models need."""
    known = inspect.signature(model.forward).parameters
    optional = tuple(name for name, one in known.items() if name in _OPTIONAL and not _is_required(one))
    fewer = tuple(name for name in optional if name in _NEEDED)
    return list(dict.fromkeys([fewer, (), optional]))


_NEEDED = frozenset(
    "timestep encoder_hidden_states img_ids txt_ids img_shapes num_frames height width pooled_projections "
    "encoder_hidden_states_mask".split()
)
_OPTIONAL = _NEEDED | frozenset("encoder_attention_mask guidance class_labels attention_mask added_cond_kwargs".split())
"""Arguments that have a default and that models cannot run without, or that their pipelines always give."""


def _layouts(model: Any) -> list[str]:
    """The layouts in the order in which they are tried, the likeliest first."""
    name = type(model).__name__
    known = inspect.signature(model.forward).parameters
    likely = []
    if "img_ids" in known or "img_shapes" in known:
        likely.append("tokens")
    if re.search(r"3D|Video|Magvit|Cosmos|Mochi|Wan|Allegro|LTX|Kandinsky", name):
        likely += ["film", "frames"]
    if re.search(r"1D|Audio|Oobleck|Vocoder|Music", name):
        likely += ["sound", "tokens"]
    return list(dict.fromkeys([*likely, *LAYOUTS]))


class _Call:
    """Makes the arguments of one call."""

    def __init__(self, maker: Maker, batch: int, generator: Any) -> None:
        import torch

        self.torch = torch
        self.maker = maker
        self.batch = batch
        self.generator = generator
        self.config: Mapping[str, Any] = getattr(maker.model, "config", {})

    def make(self, name: str) -> Any:
        own = _MAKERS.get(name)
        if own is not None:
            return own(self)
        if name in _MAIN:
            return self.main(name)
        if name in _CONDITIONS:
            return self.condition(name)
        if _WIDE.fullmatch(name) and not name.endswith(("mask", "ids")):
            return self.wide(name)
        raise UnknownInputError(name)

    def floats(self, *shape: int) -> Any:
        return self.torch.randn(shape, generator=self.generator)

    def main(self, name: str) -> Any:
        channels = self.config.get("in_channels")
        channels = self.maker.width(name, channels if isinstance(channels, int) else None)
        batch, side = self.batch, self.maker.side
        if self.maker.layout == "image":
            return self.floats(batch, channels, side, side)
        if self.maker.layout == "film":
            return self.floats(batch, channels, FRAMES, side, side)
        if self.maker.layout == "frames":
            return self.floats(batch, FRAMES, channels, side, side)
        if self.maker.layout == "tokens":
            return self.floats(batch, PATCHES**2, channels)
        return self.floats(batch, channels, SAMPLES)

    def condition(self, name: str) -> Any:
        """An image that says what is wanted: in pixels where latents are eight times smaller."""
        if self.maker.layout != "image":
            return self.main(name)
        side = 8 * self.maker.side if "conditioning_embedding_out_channels" in self.config else self.maker.side
        return self.floats(self.batch, self.maker.width(name, 3 if side > self.maker.side else None), side, side)

    def wide(self, name: str) -> Any:
        width = self.maker.width(name)
        pooled = "pool" in name or "projections" in name or "global" in name or name == "proj_embedding"
        return self.floats(self.batch, *([] if pooled else [TOKENS]), width)

    def ones(self, *shape: int, kind: str = "float32") -> Any:
        return self.torch.ones(shape, dtype=getattr(self.torch, kind))

    def places(self, count: int) -> Any:
        """Where each of so many parts of the input is: in as many dimensions as the model turns heads by."""
        axes = next((self.config[name] for name in _AXES if isinstance(self.config.get(name), (list, tuple))), (0,) * 3)
        return self.torch.arange(count)[:, None].repeat(1, len(axes)).float()


_AXES = ("axes_dims_rope", "axes_dim_rope", "rope_axes_dim", "axes_dims")
_MAKERS: Mapping[str, Callable[[_Call], Any]] = {
    "timestep": lambda call: call.ones(call.batch),
    "r_timestep": lambda call: call.ones(call.batch),
    "timestep_r": lambda call: call.ones(call.batch),
    "timestep_ratio": lambda call: call.ones(call.batch),
    "timestep_img": lambda call: call.ones(call.batch),
    "timestep_text": lambda call: call.ones(call.batch),
    "t": lambda call: call.ones(call.batch),
    "guidance": lambda call: call.ones(call.batch),
    "encoder_attention_mask": lambda call: call.ones(call.batch, TOKENS, kind="bool"),
    "encoder_hidden_states_mask": lambda call: call.ones(call.batch, TOKENS, kind="bool"),
    "text_attention_mask": lambda call: call.ones(call.batch, TOKENS, kind="bool"),
    "encoder_mask": lambda call: call.ones(call.batch, TOKENS, kind="bool"),
    "img_ids": lambda call: call.places(PATCHES**2),
    "txt_ids": lambda call: call.places(TOKENS),
    "img_shapes": lambda call: [[(1, PATCHES, PATCHES)]] * call.batch,
    "num_frames": lambda call: 1,
    "height": lambda call: PATCHES,
    "width": lambda call: PATCHES,
    "original_size": lambda call: call.ones(call.batch, 2) * SIDE,
    "target_size": lambda call: call.ones(call.batch, 2) * SIDE,
    "crop_coords": lambda call: call.ones(call.batch, 2),
    "class_labels": lambda call: call.ones(call.batch, kind="int64"),
    "conditioning_scale": lambda call: 1.0,
    "fps": lambda call: call.ones(call.batch),
    "added_time_ids": lambda call: call.ones(call.batch, 3),
    "input_ids": lambda call: call.torch.randint(0, 64, (call.batch, TOKENS), generator=call.generator),
    "target_input_ids": lambda call: call.torch.randint(0, 64, (call.batch, TOKENS), generator=call.generator),
    "added_cond_kwargs": lambda call: {"resolution": None, "aspect_ratio": None},
    "micro_conds": lambda call: call.ones(call.batch, 5),
    "attention_mask": lambda call: None,
}
"""Arguments by name."""
