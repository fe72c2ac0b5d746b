"""The arguments of one call of a model of transformers: what the model takes, and the numbers that they are made of.

Sizes are symbolic: batch and sequence have one value in each of `SETS`, so that a dimension that may vary does. The
numbers are random, the same for the same seed; special tokens do not occur by chance, the last row is padded.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fullgraph.runtime_check.target.models import BuildOptions, sizes
from fullgraph.runtime_check.target.models.config_parts import parts, text_config

if TYPE_CHECKING:
    import torch

SEED = 0
CHANNELS = 3
IMAGE = 128
"""Pixels along one side of an image, where the configuration does not say how many."""
OBJECTS = 2
"""Boxes in each image of a detector."""
GRID = 2
"""Features along one side of an image whose patches come as a list."""
CHOICES = 2
IMAGES = 2
"""For each text, where a model takes several."""
QUERIES = 2
"""Texts for each image of a detector that takes texts."""


@dataclass(frozen=True)
class Dims:
    """The dimensions that vary."""

    batch: int
    sequence: int
    target: int
    """Length of the decoder's sequence."""


SETS = (Dims(2, 16, 8), Dims(3, 24, 10))
HIDDEN_STATES = ("SpeechT5Model",)
"""Classes whose values have come through the layers already that other classes have in front of them."""
_SEVERAL_TEXTS = ("OwlViTForObjectDetection", "Owlv2ForObjectDetection")


class UnknownInputError(Exception):
    """An argument that ``forward`` requires and that nobody knows how to make."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Plan:
    """What a model is given: all that goes with its main input, or that alone, and text alone where it takes text."""

    all: bool = True
    other: bool = False
    """Several images for each text, sound with a dimension for its channels, spectra with their bins in front, and
    patches that are small images."""


PLANS = (Plan(), Plan(other=True), Plan(all=False), Plan(all=False, other=True))
"""In the order in which they are tried."""
_ALWAYS = frozenset(
    "input_ids attention_mask bbox pixel_values pixel_mask input_features image_grid_thw mm_token_type_ids "
    "speaker_embeddings past_observed_mask future_values future_time_features lang_ids visual_feats visual_pos "
    "input_features_mask spatial_shapes image_embeds_position_mask "
    "image_attention_mask states actions rewards returns_to_go timesteps".split()
)
"""Arguments that are given although they have defaults."""


def _timm_size(architecture: Any) -> int | None:
    """The image that a model of timm takes, inside of one of transformers."""
    import timm

    settings = timm.get_pretrained_cfg(architecture) if isinstance(architecture, str) else None
    return int(settings.input_size[-1]) if settings is not None else None


class Maker:
    """Makes the arguments of one call."""

    def __init__(
        self, model: Any, options: BuildOptions, dims: Dims, seed: int, plan: Plan, makers: Mapping[str, Make]
    ) -> None:
        import torch

        self.torch = torch
        self.model = model
        self.config = model.config
        self.configs = parts(model.config)
        self.text = text_config(model.config)
        self.options = options
        self.dims = dims
        self.plan = plan
        self.makers = makers
        self.generator = torch.Generator().manual_seed(seed)
        self.name = type(model).__name__
        main = getattr(model, "main_input_name", "input_ids")
        self.main = main if isinstance(main, str) else main[0]
        self.parameters = inspect.signature(model.forward).parameters
        if self.main == "inputs" and "input_values" in self.parameters:
            self.main = "input_values"
        self.made: dict[str, Any] = {}

    # What to give

    def wanted(self, labels: Mapping[str, Make]) -> list[str]:
        """The arguments to give apart from labels: the main one, all required ones, and those that go with them."""
        required = [
            name
            for name, parameter in self.parameters.items()
            if parameter.default is inspect.Parameter.empty
            and parameter.kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
        ]
        given = {self.main} & set(self.parameters) | set(required) | (_ALWAYS & set(self.parameters))
        if not self.plan.all:
            text = {"input_ids", "attention_mask"} & set(self.parameters) if self.takes_text() else {self.main}
            given = set(required) | (text & set(self.parameters))
        if self.main == "inputs":
            given = {"inputs"} | set(required)
        if {"input_values", "pixel_values_videos"} <= set(self.parameters):
            given |= {"pixel_values_videos"}  # Sound goes with the film.
        if "spatial_shapes" in given:
            given |= {"pixel_attention_mask"} & set(self.parameters)
        if "query_embeds" in given:
            given |= {"encoder_hidden_states"} & set(self.parameters)
        if self.main == "pixel_values" and not self.takes_text():
            given -= {"input_ids"} - set(required)
        if self.main not in ("input_ids", "input_values") and "input_ids" not in given:
            given.discard("attention_mask")
        if "input_features" in given and self.text_free():
            given.discard("attention_mask")
        if self.needs_decoder_tokens() and "labels" not in labels:
            given.add("decoder_input_ids")
        if self.takes_spectrogram() and "labels" not in labels:
            given.add("decoder_input_values")
        return [name for name in self.parameters if name in given]

    def arguments(self, function: Any) -> dict[str, Any]:
        """What another function of the model requires, and images with what goes with them.

        Raises `KeyError` for what is not known.
        """
        made = {}
        for name, parameter in inspect.signature(function).parameters.items():
            if name in ("pixel_values", "image_grid_thw") or (
                parameter.default is inspect.Parameter.empty
                and parameter.kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
            ):
                made[name] = self.makers[name](self)
        return made

    def takes_text(self) -> bool:
        return "input_ids" in self.parameters and self.text is not None and hasattr(self.text, "vocab_size")

    def takes_grid(self) -> bool:
        """Images come as a list of patches, with the shapes of the images beside it."""
        return bool({"image_grid_thw", "grid_thw"} & set(self.parameters))

    def takes_spectrogram(self) -> bool:
        """Its decoder continues values, those of a spectrogram for example, and no tokens."""
        return "decoder_input_values" in self.parameters

    def text_free(self) -> bool:
        return "input_ids" not in self.parameters

    def needs_decoder_tokens(self) -> bool:
        """A classifier makes them of its input."""
        if "BlipForQuestionAnswering" in self.name:
            return True
        if "ForSequenceClassification" in self.name or "ForQuestionAnswering" in self.name:
            return False
        return "decoder_input_ids" in self.parameters and bool(getattr(self.config, "is_encoder_decoder", False))

    # What to make it of

    def look_up(self, name: str, fallback: Any = None) -> Any:
        """A field of the configuration or, where it has none, of a part of it."""
        for config in self.configs:
            try:
                value = getattr(config, name, None)
            except Exception:  # one of each layer, in transformers 5
                value = vars(config).get(name)
            if value is not None:
                return value
        return fallback

    def vocabulary(self) -> int:
        size = getattr(self.text, "vocab_size", None)
        return size if isinstance(size, int) else sizes.VOCABULARY

    def integers(self, high: int, *shape: int, low: int = 0) -> torch.Tensor:
        return self.torch.randint(low, max(high, low + 1), shape, generator=self.generator)

    def floats(self, *shape: int) -> torch.Tensor:
        return self.torch.randn(shape, generator=self.generator)

    def special_tokens(self) -> set[int]:
        found: set[int] = set()
        for config in self.configs:
            for name, value in vars(config).items():
                if name.endswith(("token_id", "token_index")) and type(value) is int:
                    found.add(value)
        return found

    def tokens(self, rows: int, length: int) -> torch.Tensor:
        """Random tokens; the end token at the end of each row, where there is one, padding behind."""
        size = self.vocabulary()
        special = self.special_tokens()
        plain = self.torch.tensor([token for token in range(size) if token not in special])
        ids = plain[self.integers(len(plain), rows, length)]
        valid = self.valid(rows, length)
        pad, end = getattr(self.text, "pad_token_id", None), getattr(self.text, "eos_token_id", None)
        if type(end) is int and 0 <= end < size:
            ids[self.torch.arange(rows), valid.sum(1) - 1] = end
        if type(pad) is int and 0 <= pad < size:
            ids = ids.masked_fill(~valid, pad)
        return ids

    def valid(self, rows: int, length: int) -> torch.Tensor:
        """False at the padding: a quarter of the last row."""
        mask = self.torch.ones(rows, length, dtype=self.torch.bool)
        if rows > 1:
            mask[-1, length - length // 4 :] = False
        return mask

    def text_rows(self) -> int:
        return self.dims.batch * (QUERIES if self.name in _SEVERAL_TEXTS else 1)

    def text_length(self) -> int:
        table = self.look_up("axial_pos_shape")
        if table is not None and self.look_up("axial_pos_embds") and self.options.train:
            return math.prod(table)
        limit = getattr(self.text, "max_position_embeddings", None)
        return min(self.dims.sequence, limit) if type(limit) is int and limit > 1 else self.dims.sequence

    def image(self) -> tuple[int, int]:
        size = self.look_up("input_size" if "layoutlm" in self.config.model_type else "image_size", IMAGE)
        size = self.look_up("max_img_size", size)
        parts_of_image = self.look_up("scaled_images_ratios")
        if parts_of_image is not None:  # The smallest of its copies is one patch.
            size = round(self.look_up("patch_size") / min(parts_of_image))
        if any(getattr(part, "model_type", "") == "timm_wrapper" for part in self.configs):
            arguments = self.look_up("model_args") or {}
            size = arguments.get("img_size") or _timm_size(self.look_up("architecture")) or size
        if isinstance(size, dict):
            return size["height"], size["width"]
        if isinstance(size, (list, tuple)):
            return int(size[-2]), int(size[-1])
        return int(size), int(size)

    def channels(self) -> int:
        channels = self.look_up("num_channels", self.look_up("in_channels", CHANNELS))
        return channels if isinstance(channels, int) else CHANNELS

    def classes(self) -> int:
        return int(getattr(self.config, "num_labels", 2))


Make = Callable[[Maker], Any]
