"""Models of the accuracy data whose inputs fit together in ways that no signature tells."""

from __future__ import annotations

from typing import Any

import torch

Made = tuple[Any, dict[str, Any]]


def _config(name: str) -> Any:
    import transformers
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.models.transformers import make_config

    return make_config(transformers, getattr(transformers, name), BuildOptions())


def _model(name: str, config: Any) -> Any:
    import transformers

    torch.manual_seed(0)
    return getattr(transformers, name)(config).eval()


def _text(image: int, images: int, length: int = 6) -> torch.Tensor:
    """Tokens of which ``images`` stand for parts of the image."""
    tokens = torch.arange(2, 2 + length).repeat(1, 1) % 20 + 2
    return torch.cat([tokens, torch.full((1, images), image), tokens], 1)


def glm46v() -> Made:
    config = _config("Glm46VForConditionalGeneration")
    vision = config.vision_config
    text = config.text_config
    rope = text.rope_parameters
    half = text.hidden_size // text.num_attention_heads // 2
    rope["mrope_section"] = [half - 2 * (half * 3 // 8), half * 3 // 8, half * 3 // 8]
    model = _model("Glm46VForConditionalGeneration", config)
    grid = torch.tensor([[1, 4, 4]])
    merge = vision.spatial_merge_size
    patches = torch.randn(16, vision.in_channels * vision.temporal_patch_size * vision.patch_size**2)
    ids = _text(config.image_token_id, 16 // merge**2)
    types = (ids == config.image_token_id).long()
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "pixel_values": patches,
        "image_grid_thw": grid,
        "mm_token_type_ids": types,
    }


def glmasr() -> Made:
    config = _config("GlmAsrForConditionalGeneration")
    model = _model("GlmAsrForConditionalGeneration", config)
    frames = 32
    features = torch.randn(1, config.audio_config.num_mel_bins, frames)
    mask = torch.ones(1, frames, dtype=torch.long)
    ids = _text(config.audio_token_id, frames // 8)
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "input_features": features,
        "input_features_mask": mask,
    }


def idefics3() -> Made:
    config = _config("Idefics3ForConditionalGeneration")
    model = _model("Idefics3ForConditionalGeneration", config)
    size, patch = config.vision_config.image_size, config.vision_config.patch_size
    per_image = (size // patch) ** 2 // config.scale_factor**2
    ids = _text(config.image_token_id, per_image)
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "pixel_values": torch.randn(1, 1, 3, size, size),
    }


def lfm2_vl() -> Made:
    config = _config("Lfm2VlForConditionalGeneration")
    model = _model("Lfm2VlForConditionalGeneration", config)
    vision = config.vision_config
    side = 4
    pixels = torch.randn(1, side * side, vision.num_channels * vision.patch_size**2)
    ids = _text(config.image_token_id, side * side // config.downsample_factor**2)
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "pixel_values": pixels,
        "spatial_shapes": torch.tensor([[side, side]]),
        "pixel_attention_mask": torch.ones(1, side * side, dtype=torch.long),
    }


def video_llava() -> Made:
    config = _config("VideoLlavaForConditionalGeneration")
    model = _model("VideoLlavaForConditionalGeneration", config)
    size, patch = config.vision_config.image_size, config.vision_config.patch_size
    ids = _text(config.image_token_index, (size // patch) ** 2)
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "pixel_values_images": torch.randn(1, 3, size, size),
    }
