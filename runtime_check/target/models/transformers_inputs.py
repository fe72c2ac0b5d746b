"""Inputs for a model of transformers, from the signature of its ``forward``, its configuration and its class name.

Sizes are symbolic: batch and sequence have one value in each of `SETS`, so that a dimension that may vary does. The
numbers are random, the same for the same seed; special tokens do not occur by chance, the last row is padded.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
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
BOX_LIMIT = 100
"""Coordinates of words on a page lie below."""
WAVE = 2000
"""Samples of sound for each batch row; long enough for the strides of speech models."""
OBJECTS = 2
"""Boxes in each image of a detector."""
GRID = 2
"""Features along one side of an image whose patches come as a list."""
CHOICES = 2
IMAGES = 2
"""For each text, where a model takes several."""
VIDEO = 4
"""Images of a film, where the configuration does not say how many."""
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


FEATURES = 80
_FEATURES = ("num_mel_bins", "input_feat_per_channel", "feature_projection_input_dim", "feature_size", "input_dim")
"""The fields that tell how wide a frame of sound is."""
_VIDEOS = ("timesformer", "videomae", "vivit", "vjepa2", "xclip")
"""By ``model_type``: families whose images come in sequences."""
_HIDDEN_STATES = ("SpeechT5Model",)
"""Classes whose values have come through the layers already that other classes have in front of them."""
_STACKED = {"granite_speech5_ctc": 4, "granite_speech5_encoder": 4}
"""By ``model_type``: how many frames of sound come as one."""
_CODEBOOKS = ("musicgen_decoder", "musicgen_melody_decoder")
"""By ``model_type``: families that take a row of tokens for each of several codebooks."""
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
    """Several images for each text, sound with a dimension for its channels, spectra with their bins in front."""


PLANS = (Plan(), Plan(other=True), Plan(all=False), Plan(all=False, other=True))
"""In the order in which they are tried."""


_IMAGES_AND_SOUND = frozenset("pixel_values pixel_values_videos input_features input_values".split())


def plans_for(model_class: Any) -> tuple[Plan, ...]:
    """The plans that make a difference for models of this class."""
    known = set(inspect.signature(model_class.forward).parameters)
    if not known & _IMAGES_AND_SOUND:
        return PLANS[0], PLANS[2]
    return PLANS[:3] if "input_ids" in known else PLANS


def make_calls(model: Any, options: BuildOptions, plan: Plan = PLANS[0]) -> list[dict[str, Any]]:
    """The keyword arguments of each call. Raises `UnknownInputError`."""
    return [_Maker(model, options, dims, SEED + index, plan).call() for index, dims in enumerate(SETS)]


class _Maker:
    """Makes the arguments of one call."""

    def __init__(self, model: Any, options: BuildOptions, dims: Dims, seed: int, plan: Plan) -> None:
        import torch

        self.torch = torch
        self.model = model
        self.config = model.config
        self.configs = parts(model.config)
        self.text = text_config(model.config)
        self.options = options
        self.dims = dims
        self.plan = plan
        self.generator = torch.Generator().manual_seed(seed)
        self.name = type(model).__name__
        main = getattr(model, "main_input_name", "input_ids")
        self.main = main if isinstance(main, str) else main[0]
        self.parameters = inspect.signature(model.forward).parameters
        if self.main == "inputs" and "input_values" in self.parameters:
            self.main = "input_values"
        self.made: dict[str, Any] = {}

    # What to give

    def call(self) -> dict[str, Any]:
        labels = self.labels() if self.options.train else {}
        for name in self.wanted(labels):
            maker = MAKERS.get(name)
            if maker is None:
                raise UnknownInputError(name)
            self.made[name] = maker(self)
        for name, make in labels.items():
            self.made[name] = make(self)
        return {name: value for name, value in self.made.items() if value is not None}

    def wanted(self, labels: dict[str, Any]) -> list[str]:
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
                made[name] = MAKERS[name](self)
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

    def labels(self) -> dict[str, Callable[[_Maker], Any]]:
        """The makers of what gives a loss, by the kind of head that the class name tells."""
        if self.takes_spectrogram():
            return {name: make for name, make in {"labels": _spectrogram}.items() if name in self.parameters}
        for ending, found in LABELS.items():
            if ending in self.name:
                return {name: make for name, make in found.items() if name in self.parameters}
        return {"labels": _token_labels} if "labels" in self.parameters else {}

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
        if any(getattr(part, "model_type", "") == "timm_wrapper" for part in self.configs):
            size = _timm_size(self.look_up("architecture")) or size
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


def _input_ids(maker: _Maker) -> Any:
    rows, length = maker.text_rows(), maker.text_length()
    if maker.config.model_type == "kyutai_speech_to_text":
        return maker.tokens(rows, length)[:, :, None].repeat(1, 1, 1 + int(maker.look_up("num_codebooks")))
    if maker.config.model_type in _CODEBOOKS:
        return maker.tokens(rows * int(maker.look_up("num_codebooks")), length)
    ids = maker.tokens(rows * (CHOICES if "MultipleChoice" in maker.name else 1), length)
    if maker.name in ("LongformerForQuestionAnswering", "LongformerForMultipleChoice"):
        ids[:, length // 4 : length // 4 + 2] = maker.config.sep_token_id  # Two end the question.
    question = maker.look_up("question_token_id")
    if type(question) is int:
        ids[:, 1] = question
    if "MultipleChoice" in maker.name:
        return ids.view(rows, CHOICES, length)
    if "GroundingDino" in maker.name:
        ids = _phrases(maker, ids)
    placeholders = _image_tokens(maker)
    return ids if placeholders is None else maker.torch.cat([placeholders, ids], 1)


def _phrases(maker: _Maker, ids: Any) -> Any:
    """Begin, two phrases that end in a full stop, end: the numbers of BERT's vocabulary, by which the model splits."""
    length = ids.shape[1]
    ids[:, 0], ids[:, length // 4], ids[:, length // 2] = 101, 1012, 1012
    ends = maker.valid(*ids.shape).sum(1) - 1
    ids[maker.torch.arange(len(ids)), ends] = 102
    return ids


def _image_tokens(maker: _Maker) -> Any:
    """The tokens that stand for an image in a text, as many as the model makes features of one."""
    token = _image_token(maker)
    features = getattr(maker.model, "get_image_features", None)
    if token is None or features is None or "pixel_values" not in maker.parameters:
        return None
    grid = maker.takes_grid()
    if "pixel_values" not in maker.wanted({}):
        return None
    with maker.torch.no_grad():
        found = features(**maker.arguments(features))
    found = getattr(found, "pooler_output", found)
    rows = [part.reshape(-1, part.shape[-1]) for part in found]
    count = sum(len(part) for part in rows) // maker.dims.batch
    tokens = maker.torch.full((maker.dims.batch, count), token)
    start = maker.look_up("vision_start_token_id")
    if not grid or type(start) is not int:
        return tokens
    return maker.torch.cat([maker.torch.full((maker.dims.batch, 1), start), tokens], 1)


def _image_token(maker: _Maker) -> int | None:
    token = maker.look_up("image_token_id", maker.look_up("image_token_index"))
    return token if type(token) is int else None


def _image_grid(maker: _Maker) -> Any:
    """The numbers of patches of each image in time, in its height and in its width."""
    side = GRID * int(maker.look_up("spatial_merge_size", 1))
    return maker.torch.tensor([[1, side, side]]).repeat(maker.dims.batch, 1)


def _modalities(maker: _Maker) -> Any:
    """The tokens that stand for an image, where a text has some."""
    token = _image_token(maker)
    if token is None or "input_ids" not in maker.made or "image_grid_thw" not in maker.parameters:
        return None
    return (maker.made["input_ids"] == token).long()


def _attention_mask(maker: _Maker) -> Any:
    if maker.config.model_type in _CODEBOOKS:
        return maker.valid(maker.dims.batch, maker.text_length()).long()
    if "input_ids" in maker.made:
        ids = maker.made["input_ids"]
        rows, length = ids.shape[0], ids.shape[-1]
        mask = maker.torch.ones(ids.shape, dtype=maker.torch.long)
        if ids.dim() == 2:
            tail = maker.text_length()
            mask[:, length - tail :] = maker.valid(rows, tail).long()
        return mask
    if "input_values" in maker.made:
        return maker.valid(*maker.made["input_values"].shape[:2]).long()
    return None


def _samples(maker: _Maker) -> int:
    return (4 if "ForXVector" in maker.name else 1) * WAVE + 100 * maker.dims.sequence


def _input_values(maker: _Maker) -> Any:
    if maker.name in _HIDDEN_STATES:
        return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.config.hidden_size))
    if (
        maker.look_up("patch_size") is not None
        and maker.look_up("max_length") is not None
        and maker.look_up("num_mel_bins")
    ):
        return maker.floats(maker.dims.batch, int(maker.look_up("max_length")), int(maker.look_up("num_mel_bins")))
    return maker.floats(maker.dims.batch, *([1] if maker.plan.other else []), _samples(maker))


def _input_features(maker: _Maker) -> Any:
    bins = next((value for value in map(maker.look_up, _FEATURES) if type(value) is int), FEATURES)
    if maker.look_up("spec_size") is not None:
        return maker.floats(maker.dims.batch, 1, int(maker.look_up("spec_size")), bins)
    positions = maker.look_up("max_source_positions")
    if maker.look_up("num_mel_bins") is not None and isinstance(positions, int):
        return maker.floats(maker.dims.batch, bins, _whole_windows(maker, 2 * positions))
    bins *= int(maker.look_up("num_stacked_frames", _STACKED.get(maker.config.model_type, 1)))
    length = _whole_windows(maker, 4 * maker.dims.sequence)
    swapped = maker.plan.other and "input_values" not in maker.parameters
    return maker.floats(maker.dims.batch, *((bins, length) if swapped else (length, bins)))


def _timm_size(architecture: Any) -> int | None:
    """The image that a model of timm takes, inside of one of transformers."""
    import timm

    settings = timm.get_pretrained_cfg(architecture) if isinstance(architecture, str) else None
    return int(settings.input_size[-1]) if settings is not None else None


def _whole_windows(maker: _Maker, length: int) -> int:
    """At least so many frames of sound that fill windows, where a model attends within such."""
    window = 2 * int(maker.look_up("n_window", 1))
    return -(-length // window) * window if window > 2 else length


def _pixel_values(maker: _Maker) -> Any:
    if "pixel_values" in maker.made:
        return maker.made["pixel_values"]
    if {"spatial_shapes", "pixel_position_ids"} & set(maker.parameters):
        return maker.floats(maker.dims.batch, GRID * GRID, maker.channels() * int(maker.look_up("patch_size")) ** 2)
    if maker.takes_grid():
        values = maker.channels() * int(maker.look_up("temporal_patch_size", 1)) * int(maker.look_up("patch_size")) ** 2
        return maker.floats(int(_image_grid(maker).prod(1).sum()), values)
    height, width = maker.image()
    if "prompt_pixel_values" in maker.parameters:
        height //= 2
    frames = maker.look_up("num_frames")
    if type(frames) is int and maker.config.model_type in _VIDEOS:
        return maker.floats(maker.dims.batch, frames, maker.channels(), height, width)
    return maker.floats(maker.dims.batch, *([IMAGES] if maker.plan.other else []), maker.channels(), height, width)


def _pixel_mask(maker: _Maker) -> Any:
    height, width = maker.image()
    mask = maker.torch.ones(maker.dims.batch, height, width, dtype=maker.torch.long)
    mask[-1, :, width - width // 4 :] = 0
    return mask


def _bbox(maker: _Maker) -> Any:
    corners = maker.integers(BOX_LIMIT, maker.dims.batch, maker.dims.sequence, 4)
    left, top, right, bottom = corners.unbind(-1)
    torch = maker.torch
    return torch.stack(
        [
            torch.minimum(left, right),
            torch.minimum(top, bottom),
            torch.maximum(left, right),
            torch.maximum(top, bottom),
        ],
        -1,
    )


def _decoder_input_ids(maker: _Maker) -> Any:
    ids = maker.tokens(maker.dims.batch, maker.dims.target)
    if maker.config.model_type != "dia":
        return ids
    return ids[:, :, None].repeat(1, 1, int(maker.look_up("num_channels")))  # One for each of its codebooks.


def _decoder_input_values(maker: _Maker) -> Any:
    bins = maker.config.hidden_size if maker.name in _HIDDEN_STATES else maker.look_up("num_mel_bins")
    return maker.floats(maker.dims.batch, maker.dims.target, int(bins))


def _spectrogram(maker: _Maker) -> Any:
    """The values that the decoder is to continue: so many frames for each of its steps."""
    frames = maker.dims.target * int(maker.look_up("reduction_factor", 1))
    return maker.floats(maker.dims.batch, frames, int(maker.look_up("num_mel_bins")))


def _speakers(maker: _Maker) -> Any:
    width = maker.look_up("speaker_embedding_dim")
    return None if width is None or maker.name in _HIDDEN_STATES else maker.floats(maker.dims.batch, int(width))


def _past_length(maker: _Maker) -> int:
    return int(maker.look_up("context_length")) + int(max(maker.look_up("lags_sequence", [0])))


def _series(maker: _Maker, length: int) -> Any:
    """One or several numbers for each point of time."""
    several = maker.look_up("num_input_channels", maker.look_up("input_size", 1))
    alone = several == 1 and maker.look_up("num_input_channels") is None
    return maker.floats(maker.dims.batch, length, *([] if alone else [int(several)]))


def _past_values(maker: _Maker) -> Any:
    return _series(maker, _past_length(maker))


def _future_values(maker: _Maker) -> Any:
    return _series(maker, int(maker.look_up("prediction_length")))


def _observed(maker: _Maker) -> Any:
    """1 where a value is known."""
    values = _past_values(maker)
    return (values > -2).to(values.dtype)


def _past_features(maker: _Maker) -> Any:
    return maker.floats(maker.dims.batch, _past_length(maker), int(maker.look_up("num_time_features", 0)))


def _future_features(maker: _Maker) -> Any:
    length, count = int(maker.look_up("prediction_length")), int(maker.look_up("num_time_features", 0))
    return maker.floats(maker.dims.batch, length, count)


def _token_types(maker: _Maker) -> Any:
    return maker.torch.zeros(maker.dims.batch, maker.dims.sequence, dtype=maker.torch.long)


def _input_ids_alone(maker: _Maker) -> Any:
    return maker.tokens(maker.dims.batch, maker.dims.sequence)


def _image_sizes(maker: _Maker) -> Any:
    return maker.torch.tensor([maker.image()] * maker.dims.batch)


def _spatial_shapes(maker: _Maker) -> Any:
    """The numbers of patches of each image in its height and in its width."""
    return maker.torch.tensor([[GRID, GRID]] * maker.dims.batch)


def _image_places(maker: _Maker) -> Any:
    """True at the first tokens of each text, which stand for the image."""
    mask = maker.torch.zeros(maker.dims.batch, maker.dims.sequence, dtype=maker.torch.bool)
    mask[:, : int(maker.look_up("latent_query_num", 1))] = True
    return mask


def _positions(maker: _Maker) -> Any:
    """The row and the column of each patch."""
    side = maker.torch.arange(GRID)
    return maker.torch.cartesian_prod(side, side).expand(maker.dims.batch, -1, -1)


def _patches_mask(maker: _Maker) -> Any:
    return maker.torch.ones(maker.dims.batch, GRID * GRID, dtype=maker.torch.long)


def _hidden_states(maker: _Maker) -> Any:
    """What comes from other layers; where the shapes of images go with it, these as a list of patches."""
    if maker.takes_grid():
        return _pixel_values(maker)
    return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("hidden_size")))


def _film(maker: _Maker) -> Any:
    height, width = maker.image()
    frames = maker.look_up("num_frames", maker.look_up("frames_per_clip", VIDEO))
    return maker.floats(maker.dims.batch, int(frames), maker.channels(), height, width)


def _languages(maker: _Maker) -> Any:
    rows = 1 if "MultipleChoice" in maker.name else maker.dims.batch
    return maker.torch.zeros(rows, dtype=maker.torch.long)


def _regions(name: str) -> Callable[[_Maker], Any]:
    """What a detector has seen in the image: features, or places."""
    return lambda maker: maker.floats(maker.dims.batch, OBJECTS, int(maker.look_up(name)))


def _perceived(maker: _Maker) -> Any:
    """Tokens, images or what comes from other layers, by the head."""
    if "MaskedLM" in maker.name or "SequenceClassification" in maker.name:
        return maker.tokens(maker.dims.batch, int(maker.look_up("max_position_embeddings")))
    if "Image" in maker.name:
        sides = maker.image() if "Learned" in maker.name else (PERCEIVED, PERCEIVED)
        return maker.floats(maker.dims.batch, maker.channels(), *sides)
    return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("d_model")))


def _features_mask(maker: _Maker) -> Any:
    """All of the frames of sound."""
    features = maker.made.get("input_features")
    if features is None:
        return None
    bins = next((value for value in map(maker.look_up, _FEATURES) if type(value) is int), FEATURES)
    length = features.shape[1] if features.shape[-1] == bins else features.shape[-1]
    return maker.torch.ones(maker.dims.batch, length, dtype=maker.torch.long)


def _tasks(maker: _Maker) -> Any:
    return maker.integers(maker.vocabulary(), maker.dims.batch, int(maker.look_up("task_seq_len", maker.dims.target)))


def _flattened(maker: _Maker) -> Any:
    """Patches, each with its row and its column in front."""
    side = 2 * GRID
    width = int(maker.look_up("patch_embed_hidden_size"))
    places = maker.torch.cartesian_prod(maker.torch.arange(side), maker.torch.arange(side)).float()
    values = maker.floats(maker.dims.batch, side * side, width)
    return maker.torch.cat([places.expand(maker.dims.batch, -1, -1) + 1, values], -1)


def _queries(maker: _Maker) -> Any:
    return maker.floats(maker.dims.batch, QUERIES, int(maker.look_up("hidden_size")))


def _masked_tubes(maker: _Maker) -> Any:
    """Half of the patches of each film."""
    height, width = maker.image()
    patch, depth = int(maker.look_up("patch_size")), int(maker.look_up("tubelet_size"))
    count = int(maker.look_up("num_frames")) // depth * (height // patch) * (width // patch)
    return (maker.torch.arange(count) % 2).bool().expand(maker.dims.batch, -1)


PERCEIVED = 224
"""Pixels along one side of what Perceiver looks at."""
MAKERS: dict[str, Callable[[_Maker], Any]] = {
    "input_ids": _input_ids,
    "attention_mask": _attention_mask,
    "token_type_ids": _token_types,
    "decoder_input_ids": _decoder_input_ids,
    "bbox": _bbox,
    "pixel_values": _pixel_values,
    "pixel_mask": _pixel_mask,
    "input_values": _input_values,
    "input_features": _input_features,
    "image_grid_thw": _image_grid,
    "mm_token_type_ids": _modalities,
    "decoder_input_values": _decoder_input_values,
    "speaker_embeddings": _speakers,
    "past_values": _past_values,
    "past_time_features": _past_features,
    "past_observed_mask": _observed,
    "future_values": _future_values,
    "future_time_features": _future_features,
    "image_sizes": _image_sizes,
    "vision_feature_select_strategy": lambda maker: maker.look_up("vision_feature_select_strategy", "default"),
    "vision_feature_layer": lambda maker: maker.look_up("vision_feature_layer", -1),
    "spatial_shapes": _spatial_shapes,
    "pixel_attention_mask": _patches_mask,
    "hidden_states": _hidden_states,
    "grid_thw": _image_grid,
    "pixel_values_videos": _film,
    "lang_ids": _languages,
    "visual_feats": _regions("visual_feat_dim"),
    "visual_pos": _regions("visual_pos_dim"),
    "inputs": _perceived,
    "input_features_mask": _features_mask,
    "qformer_input_ids": _input_ids_alone,
    "task_inputs": _tasks,
    "flattened_patches": _flattened,
    "query_embeds": _queries,
    "bool_masked_pos": _masked_tubes,
    "prompt_pixel_values": _pixel_values,
    "prompt_masks": _pixel_values,
    "pixel_position_ids": _positions,
    "image_embeds_position_mask": _image_places,
    "image_attention_mask": lambda maker: maker.torch.ones(
        maker.dims.batch, maker.dims.sequence, IMAGES, dtype=maker.torch.long
    ),
    "merge_sizes": lambda maker: maker.torch.ones(maker.dims.batch, dtype=maker.torch.long),
    "image_merge_sizes": lambda maker: maker.torch.ones(maker.dims.batch, dtype=maker.torch.long),
    "encoder_hidden_states": lambda maker: maker.floats(
        maker.dims.batch, maker.dims.sequence, int(maker.look_up("encoder_hidden_size"))
    ),
    "states": lambda maker: maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("state_dim"))),
    "actions": lambda maker: maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("act_dim"))),
    "rewards": lambda maker: maker.floats(maker.dims.batch, maker.dims.sequence, 1),
    "returns_to_go": lambda maker: maker.floats(maker.dims.batch, maker.dims.sequence, 1),
    "timesteps": lambda maker: maker.integers(maker.dims.sequence, maker.dims.batch, maker.dims.sequence),
}
"""The makers of arguments, by name."""

_ALWAYS = frozenset(
    "input_ids attention_mask bbox pixel_values pixel_mask input_features image_grid_thw mm_token_type_ids "
    "speaker_embeddings past_observed_mask future_values future_time_features lang_ids visual_feats visual_pos "
    "input_features_mask spatial_shapes image_embeds_position_mask "
    "image_attention_mask states actions rewards returns_to_go timesteps".split()
)
"""Arguments that are given although they have defaults."""


def _token_labels(maker: _Maker) -> Any:
    """The tokens to predict: those of the input, or of a target sequence where there is a decoder."""
    if maker.needs_decoder_tokens() or "input_ids" not in maker.made:
        labels = maker.tokens(maker.dims.batch, maker.dims.target)
        return labels.masked_fill(~maker.valid(*labels.shape), -100)
    labels = maker.made["input_ids"].clone()
    return labels.masked_fill(_attention_mask(maker) == 0, -100)


def _row_classes(maker: _Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch)


def _choice(maker: _Maker) -> Any:
    return maker.integers(CHOICES, maker.dims.batch)


def _position(maker: _Maker) -> Any:
    return maker.integers(maker.dims.sequence // 2, maker.dims.batch)


def _token_classes(maker: _Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch, maker.dims.sequence)


def _pixel_classes(maker: _Maker) -> Any:
    return maker.integers(maker.classes(), maker.dims.batch, *maker.image())


def _pixel_depths(maker: _Maker) -> Any:
    return maker.floats(maker.dims.batch, *maker.image()).abs() + 1


def _boxes(maker: _Maker) -> Any:
    """The objects of each image: classes, and boxes as center and size, in parts of the image."""
    return [
        {
            "class_labels": maker.integers(maker.classes(), OBJECTS),
            "boxes": maker.torch.rand(OBJECTS, 4, generator=maker.generator) * 0.4 + 0.3,
        }
        for _ in range(maker.dims.batch)
    ]


def _boxes_with_masks(maker: _Maker) -> Any:
    height, width = maker.image()
    found = _boxes(maker)
    for objects in found:
        objects["masks"] = (maker.torch.rand(OBJECTS, height, width, generator=maker.generator) < 0.5).float()
    return found


def _mask_labels(maker: _Maker) -> Any:
    height, width = maker.image()
    rows = range(maker.dims.batch)
    return [(maker.torch.rand(OBJECTS, height, width, generator=maker.generator) < 0.5).float() for _ in rows]


def _class_labels(maker: _Maker) -> Any:
    return [maker.integers(maker.classes(), OBJECTS) for _ in range(maker.dims.batch)]


def _characters(maker: _Maker) -> Any:
    return maker.integers(maker.vocabulary(), maker.dims.batch, 3, low=1)


def _masked_patches(maker: _Maker) -> Any:
    patch = maker.look_up("patch_size", 16)
    height, width = maker.image()
    return maker.torch.rand(maker.dims.batch, (height // patch) * (width // patch), generator=maker.generator) < 0.5


def _yes(_maker: _Maker) -> bool:
    return True


LABELS: dict[str, dict[str, Callable[[_Maker], Any]]] = {
    "ForQuestionAnswering": {"start_positions": _position, "end_positions": _position},
    "ForSequenceClassification": {"labels": _row_classes},
    "ForImageClassification": {"labels": _row_classes},
    "ForVideoClassification": {"labels": _row_classes},
    "ForAudioFrameClassification": {},
    "ForAudioClassification": {"labels": _row_classes},
    "ForXVector": {"labels": _row_classes},
    "ForMultipleChoice": {"labels": _choice},
    "ForNextSentencePrediction": {"labels": _row_classes},
    "ForTokenClassification": {"labels": _token_classes},
    "ForSemanticSegmentation": {"labels": _pixel_classes},
    "ForDepthEstimation": {"labels": _pixel_depths},
    "ForObjectDetection": {"labels": _boxes},
    "ForSegmentation": {"labels": _boxes_with_masks},
    "ForUniversalSegmentation": {"mask_labels": _mask_labels, "class_labels": _class_labels},
    "ForInstanceSegmentation": {"mask_labels": _mask_labels, "class_labels": _class_labels},
    "ForCTC": {"labels": _characters},
    "ForMaskedImageModeling": {"bool_masked_pos": _masked_patches},
    "CLIPModel": {"return_loss": _yes},
    "ClapModel": {"return_loss": _yes},
    "Owl": {"return_loss": _yes},
    "GroundingDinoFor": {"labels": _boxes},
}
"""The makers of what gives a loss, by a part of the class name; any other class with ``labels`` predicts tokens."""
