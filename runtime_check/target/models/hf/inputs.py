"""Inputs for a model of transformers, from the signature of its ``forward``, its configuration and its class name."""

from __future__ import annotations

import inspect
from typing import Any

from fullgraph.runtime_check.target.models import BuildOptions
from fullgraph.runtime_check.target.models.hf.images import (
    film,
    flattened,
    hidden_states,
    image_grid,
    image_sizes,
    masked_tubes,
    patches_mask,
    perceived,
    pixel_mask,
    pixel_values,
    positions,
    queries,
    ratios,
    regions,
    spatial_shapes,
    tiles_mask,
)
from fullgraph.runtime_check.target.models.hf.labels import label_makers
from fullgraph.runtime_check.target.models.hf.maker import (
    IMAGES,
    PLANS,
    SEED,
    SETS,
    Make,
    Maker,
    Plan,
    UnknownInputError,
)
from fullgraph.runtime_check.target.models.hf.series import (
    frequency,
    future_features,
    future_values,
    observed,
    padding,
    past_features,
    past_values,
)
from fullgraph.runtime_check.target.models.hf.sound import (
    decoder_input_values,
    features_mask,
    input_features,
    input_values,
    padded_frames,
    speakers,
)
from fullgraph.runtime_check.target.models.hf.text import (
    attention_mask,
    bbox,
    decoder_input_ids,
    image_places,
    input_ids,
    input_ids_alone,
    languages,
    modalities,
    tasks,
    token_types,
)

_IMAGES_AND_SOUND = frozenset("pixel_values pixel_values_videos input_features input_values".split())


def plans_for(model_class: Any) -> tuple[Plan, ...]:
    """The plans that make a difference for models of this class."""
    known = set(inspect.signature(model_class.forward).parameters)
    if not known & _IMAGES_AND_SOUND:
        return PLANS[0], PLANS[2]
    return PLANS[:3] if "input_ids" in known else PLANS


def make_calls(model: Any, options: BuildOptions, plan: Plan = PLANS[0]) -> list[dict[str, Any]]:
    """The keyword arguments of each call. Raises `UnknownInputError`."""
    makers = [Maker(model, options, dims, SEED + index, plan, MAKERS) for index, dims in enumerate(SETS)]
    return [_call(maker) for maker in makers]


def _call(maker: Maker) -> dict[str, Any]:
    labels = label_makers(maker) if maker.options.train else {}
    for name in maker.wanted(labels):
        make = MAKERS.get(name)
        if make is None:
            raise UnknownInputError(name)
        maker.made[name] = make(maker)
    for name, make in labels.items():
        maker.made[name] = make(maker)
    return {name: value for name, value in maker.made.items() if value is not None}


MAKERS: dict[str, Make] = {
    "input_ids": input_ids,
    "attention_mask": attention_mask,
    "token_type_ids": token_types,
    "decoder_input_ids": decoder_input_ids,
    "bbox": bbox,
    "pixel_values": pixel_values,
    "pixel_mask": pixel_mask,
    "input_values": input_values,
    "input_features": input_features,
    "image_grid_thw": image_grid,
    "mm_token_type_ids": modalities,
    "decoder_input_values": decoder_input_values,
    "speaker_embeddings": speakers,
    "past_values": past_values,
    "past_time_features": past_features,
    "past_observed_mask": observed,
    "future_values": future_values,
    "future_time_features": future_features,
    "image_sizes": image_sizes,
    "vision_feature_select_strategy": lambda maker: maker.look_up("vision_feature_select_strategy", "default"),
    "vision_feature_layer": lambda maker: maker.look_up("vision_feature_layer", -1),
    "spatial_shapes": spatial_shapes,
    "pixel_attention_mask": patches_mask,
    "hidden_states": hidden_states,
    "grid_thw": image_grid,
    "pixel_values_videos": film,
    "lang_ids": languages,
    "visual_feats": regions("visual_feat_dim"),
    "visual_pos": regions("visual_pos_dim"),
    "inputs": perceived,
    "input_features_mask": features_mask,
    "qformer_input_ids": input_ids_alone,
    "task_inputs": tasks,
    "flattened_patches": flattened,
    "query_embeds": queries,
    "bool_masked_pos": masked_tubes,
    "prompt_pixel_values": pixel_values,
    "prompt_masks": pixel_values,
    "pixel_position_ids": positions,
    "image_embeds_position_mask": image_places,
    "image_attention_mask": lambda maker: maker.torch.ones(
        maker.dims.batch, maker.dims.sequence, IMAGES, dtype=maker.torch.long
    ),
    "aspect_ratio_ids": ratios,
    "aspect_ratio_mask": tiles_mask,
    "audio_mel": input_features,
    "audio_mel_mask": padded_frames,
    "past_values_padding": padding,
    "freq": frequency,
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
