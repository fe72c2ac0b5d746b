"""Models of the accuracy data whose inputs fit together in ways that no signature tells."""

from __future__ import annotations

from typing import Any

import torch

Made = tuple[Any, dict[str, Any]]


def _library() -> Any:
    """The package without types: releases differ in what they define."""
    import transformers

    return transformers


def _config(name: str) -> Any:
    import transformers
    from fullgraph.runtime_check.target.models.hf.configs import make_config

    return make_config(transformers, getattr(transformers, name), "narrow")


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


def led() -> Made:
    """With global attention to the first token, and a length that is padded to the window."""
    config = _config("LEDForConditionalGeneration")
    model = _model("LEDForConditionalGeneration", config)
    window = max(config.attention_window) if isinstance(config.attention_window, list) else config.attention_window
    ids = torch.arange(2 * (window + 2)).view(2, -1) % 20 + 3
    attended = torch.zeros_like(ids)
    attended[:, 0] = 1
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "global_attention_mask": attended,
        "labels": ids[:, :6].clone(),
    }


def decision_transformer() -> Made:
    config = _config("DecisionTransformerModel")
    model = _model("DecisionTransformerModel", config)
    length = 6
    return model, {
        "states": torch.randn(2, length, config.state_dim),
        "actions": torch.randn(2, length, config.act_dim),
        "rewards": torch.randn(2, length, 1),
        "returns_to_go": torch.randn(2, length, 1),
        "timesteps": torch.arange(length).repeat(2, 1),
        "attention_mask": torch.ones(2, length),
    }


def musicgen_melody() -> Made:
    transformers = _library()
    width = {"num_attention_heads": 2, "hidden_size": 16, "ffn_dim": 16, "num_hidden_layers": 2}
    config = transformers.MusicgenMelodyConfig(
        text_encoder=transformers.T5Config(vocab_size=64, d_model=16, d_kv=8, d_ff=16, num_layers=2, num_heads=2),
        audio_encoder=transformers.EncodecConfig(hidden_size=16, num_filters=4, codebook_size=32, codebook_dim=16),
        decoder=transformers.MusicgenMelodyDecoderConfig(
            vocab_size=32, pad_token_id=32, bos_token_id=32, max_position_embeddings=64, **width
        ),
    )
    model = _model("MusicgenMelodyForConditionalGeneration", config)
    ids = torch.arange(12).view(2, 6) + 2
    books = config.decoder.num_codebooks
    return model, {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "decoder_input_ids": torch.arange(2 * books * 5).view(2 * books, 5) % 32,
    }


def pi0() -> Made:
    transformers = _library()
    text = {"hidden_size": 16, "num_hidden_layers": 2, "intermediate_size": 16, "num_attention_heads": 2}
    text |= {"num_key_value_heads": 1, "head_dim": 8, "vocab_size": 64}
    vision = {"hidden_size": 16, "num_hidden_layers": 2, "intermediate_size": 16, "num_attention_heads": 2}
    vision |= {"image_size": 28, "patch_size": 14, "vision_use_head": False, "vocab_size": 64}
    config = transformers.PI0Config(
        vlm_config={
            "model_type": "paligemma",
            "text_config": {"model_type": "gemma", **text},
            "vision_config": {"model_type": "siglip_vision_model", **vision},
            "projection_dim": 16,
            "image_token_id": 63,
        },
        dit_config={"model_type": "gemma", **text},
        chunk_size=4,
        max_state_dim=8,
        max_action_dim=8,
    )
    model = _model("PI0ForConditionalGeneration", config)
    ids = torch.cat([torch.full((1, 4), 63), torch.arange(6)[None] + 2], 1)
    return model, {
        "state": torch.randn(1, 8),
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "pixel_values": torch.randn(1, 1, 3, 28, 28),
        "pixel_attention_mask": torch.ones(1, 1, dtype=torch.bool),
        "actions": torch.randn(1, 4, 8),
    }


def vitpose() -> Made:
    transformers = _library()
    backbone = transformers.VitPoseBackboneConfig(
        image_size=[32, 32],
        patch_size=[8, 8],
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        out_features=["stage2"],
    )
    config = transformers.VitPoseConfig(backbone_config=backbone, num_labels=4)
    return _model("VitPoseForPoseEstimation", config), {"pixel_values": torch.randn(2, 3, 32, 32)}


def vitmatte() -> Made:
    transformers = _library()
    backbone = transformers.VitDetConfig(
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_channels=4,
        image_size=32,
        patch_size=16,
        out_features=["stage2"],
    )
    config = transformers.VitMatteConfig(
        backbone_config=backbone,
        hidden_size=16,
        convstream_hidden_sizes=[8, 16, 16],
        fusion_hidden_sizes=[32, 16, 16, 8],
    )
    return _model("VitMatteForImageMatting", config), {"pixel_values": torch.randn(2, 4, 32, 32)}
