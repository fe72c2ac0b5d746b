"""Images and films for a model of transformers, whole or as a list of patches."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from fullgraph.runtime_check.target.models.hf.maker import GRID, IMAGES, OBJECTS, QUERIES, Maker

VIDEO = 4
"""Images of a film, where the configuration does not say how many."""
_VIDEOS = ("timesformer", "tvp", "videomae", "vivit", "vjepa2", "xclip")
"""By ``model_type``: families whose images come in sequences."""
PERCEIVED = 224
"""Pixels along one side of what Perceiver looks at."""


def image_grid(maker: Maker) -> Any:
    """The numbers of patches of each image in time, in its height and in its width."""
    side = GRID * int(maker.look_up("spatial_merge_size", 1))
    return maker.torch.tensor([[1, side, side]]).repeat(maker.dims.batch, 1)


def pixel_values(maker: Maker) -> Any:
    if "pixel_values" in maker.made:
        return maker.made["pixel_values"]
    if {"spatial_shapes", "pixel_position_ids"} & set(maker.parameters):
        return maker.floats(
            maker.dims.batch, _side(maker) ** 2, maker.channels() * int(maker.look_up("patch_size")) ** 2
        )
    if maker.takes_grid():
        deep = maker.channels() * int(maker.look_up("temporal_patch_size", maker.look_up("patch_temporal", 1)))
        patch = int(maker.look_up("patch_size"))
        shape = (deep, patch, patch) if maker.plan.other else (deep * patch**2,)
        return maker.floats(int(image_grid(maker).prod(1).sum()), *shape)
    height, width = maker.image()
    if "prompt_pixel_values" in maker.parameters:
        height //= 2
    if "aspect_ratio_ids" in maker.parameters:
        return maker.floats(maker.dims.batch, 1, _tiles(maker), maker.channels(), height, width)
    frames = maker.look_up("num_frames")
    if type(frames) is int and maker.config.model_type in _VIDEOS:
        return maker.floats(maker.dims.batch, frames, maker.channels(), height, width)
    return maker.floats(maker.dims.batch, *([IMAGES] if maker.plan.other else []), maker.channels(), height, width)


def _side(maker: Maker) -> int:
    """Patches along one side of an image of which the shape or the places of its patches are told."""
    return GRID * int(maker.look_up("pooling_kernel_size", 1))


def _tiles(maker: Maker) -> int:
    return int(maker.look_up("max_num_tiles", 1))


def ratios(maker: Maker) -> Any:
    """The number of each image's shape among those that tiles can have."""
    return maker.torch.ones(maker.dims.batch, 1, dtype=maker.torch.long)


def tiles_mask(maker: Maker) -> Any:
    return maker.torch.ones(maker.dims.batch, 1, _tiles(maker), dtype=maker.torch.long)


def pixel_mask(maker: Maker) -> Any:
    height, width = maker.image()
    mask = maker.torch.ones(maker.dims.batch, height, width, dtype=maker.torch.long)
    mask[-1, :, width - width // 4 :] = 0
    return mask


def image_sizes(maker: Maker) -> Any:
    return maker.torch.tensor([maker.image()] * maker.dims.batch)


def spatial_shapes(maker: Maker) -> Any:
    """The numbers of patches of each image in its height and in its width."""
    return maker.torch.tensor([[_side(maker), _side(maker)]] * maker.dims.batch)


def positions(maker: Maker) -> Any:
    """The row and the column of each patch."""
    side = maker.torch.arange(_side(maker))
    return maker.torch.cartesian_prod(side, side).expand(maker.dims.batch, -1, -1)


def patches_mask(maker: Maker) -> Any:
    return maker.torch.ones(maker.dims.batch, _side(maker) ** 2, dtype=maker.torch.long)


def hidden_states(maker: Maker) -> Any:
    """What comes from other layers; where the shapes of images go with it, these as a list of patches."""
    if maker.takes_grid():
        return pixel_values(maker)
    if maker.look_up("downsampling_ratios") is not None:
        return maker.floats(maker.dims.batch, *_sound(maker))
    return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("hidden_size")))


def _sound(maker: Maker) -> tuple[int, int]:
    """The channels and the length of what an encoder of sound takes, or the decoder behind it."""
    if "Decoder" in maker.name:
        return int(maker.look_up("hidden_size")), maker.dims.sequence
    return int(maker.look_up("channels", 1)), math.prod(maker.look_up("downsampling_ratios")) * maker.dims.target


def film(maker: Maker) -> Any:
    height, width = maker.image()
    frames = maker.look_up("num_frames", maker.look_up("frames_per_clip", VIDEO))
    return maker.floats(maker.dims.batch, int(frames), maker.channels(), height, width)


def regions(name: str) -> Callable[[Maker], Any]:
    """What a detector has seen in the image: features, or places."""
    return lambda maker: maker.floats(maker.dims.batch, OBJECTS, int(maker.look_up(name)))


def perceived(maker: Maker) -> Any:
    """Tokens, images or what comes from other layers, by the head."""
    if "MaskedLM" in maker.name or "SequenceClassification" in maker.name:
        return maker.tokens(maker.dims.batch, int(maker.look_up("max_position_embeddings")))
    if "Image" in maker.name:
        sides = maker.image() if "Learned" in maker.name else (PERCEIVED, PERCEIVED)
        return maker.floats(maker.dims.batch, maker.channels(), *sides)
    return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.look_up("d_model")))


def flattened(maker: Maker) -> Any:
    """Patches, each with its row and its column in front."""
    side = 2 * GRID
    width = int(maker.look_up("patch_embed_hidden_size"))
    places = maker.torch.cartesian_prod(maker.torch.arange(side), maker.torch.arange(side)).float()
    values = maker.floats(maker.dims.batch, side * side, width)
    return maker.torch.cat([places.expand(maker.dims.batch, -1, -1) + 1, values], -1)


def queries(maker: Maker) -> Any:
    return maker.floats(maker.dims.batch, QUERIES, int(maker.look_up("hidden_size")))


def masked_tubes(maker: Maker) -> Any:
    """Half of the patches of each film."""
    height, width = maker.image()
    patch, depth = int(maker.look_up("patch_size")), int(maker.look_up("tubelet_size"))
    count = int(maker.look_up("num_frames")) // depth * (height // patch) * (width // patch)
    return (maker.torch.arange(count) % 2).bool().expand(maker.dims.batch, -1)
