"""What names of fields alone do not tell: sizes by family of transformers, and values that defaults leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fullgraph.runtime_check.target.models.limits import (
    FIRST_STAGE,
    HEAD_WIDTH,
    HEADS,
    IMAGE,
    LAYERS,
    WIDTH,
    WINDOW,
)

_EFFICIENT_NET: Mapping[str, Any] = {
    # What one stage gives is what the next one takes.
    "width_coefficient": 0.5,
    "depth_coefficient": 0.5,
    "hidden_dim": 640,
    "in_channels": [32, 16, 24, 40, 80, 112, 192],
    "out_channels": [16, 24, 40, 80, 112, 192, 320],
}
FAMILIES: Mapping[str, Mapping[str, Any]] = {
    # Feature pyramids take four layers, by number.
    "beit": {"num_hidden_layers": 4, "out_indices": [1, 2, 3, 4]},
    "data2vec-vision": {"num_hidden_layers": 4, "out_indices": [1, 2, 3, 4]},
    "dpt": {"num_hidden_layers": 4, "backbone_out_indices": [0, 1, 2, 3]},
    # The spectrogram is laid out as an image of this size, whose stages end at eight times the first width.
    "clap_audio_model": {
        "hidden_size": 8 * FIRST_STAGE,
        "patch_embeds_hidden_size": FIRST_STAGE,
        "depths": [1, 1, 1, 1],
        "num_attention_heads": [1, 2, 4, 4],
    },
    "convnext": {"hidden_sizes": [16, 32, 64, 128], "depths": [1, 1, 1, 1]},
    "convnextv2": {"hidden_sizes": [16, 32, 64, 128], "depths": [1, 1, 1, 1]},
    # Every stage of the pyramid holds a whole window.
    "swin": {"image_size": 128, "window_size": 4},
    "swinv2": {"image_size": 128, "window_size": 4},
    "donut-swin": {"image_size": [128, 128], "window_size": 4},
    # Four coordinates and two sizes of a box make up one embedding.
    "layoutlmv3": {"coordinate_size": 12, "shape_size": 8},
    # Positions are laid out as a table, which training has to fill.
    "reformer": {"axial_pos_shape": [4, 8]},
    # The loss looks for the full stops of BERT's vocabulary.
    "mm-grounding-dino": {"text_config": {"vocab_size": 2048}},
    "grounding-dino": {"text_config": {"vocab_size": 2048}},
    # Width and heads together are a multiple of eight.
    "detr": {"encoder_attention_heads": 8, "decoder_attention_heads": 8},
    "mobilenet_v2": {"depth_multiplier": 0.35},
    "mobilenet_v1": {"depth_multiplier": 0.25},
    "gpt_neo": {"num_layers": LAYERS, "attention_types": [[["global", "local"], 1]], "window_size": WINDOW},
    "phi4_multimodal_vision": {"image_size": 56, "crop_size": 56, "patch_size": 14},
    "phi4_multimodal_audio": {
        "num_blocks": LAYERS,
        "ext_pw_out_channel": WIDTH,
        "depthwise_separable_out_channel": WIDTH,
    },
    # Kinds of layers that names of fields do not tell, one of each.
    "bamba": {"attn_layer_indices": [1]},
    "granitemoehybrid": {"layer_types": ["mamba", "attention"]},
    "lfm2_moe": {"layer_types": ["conv", "full_attention"]},
    "deepseek_ocr2_text": {"mlp_layer_types": ["dense", "sparse"]},
    "qwen4_exp_text": {
        "indexer_n_heads": 1,
        "indexer_kv_heads": 1,
        "indexer_head_dim": HEAD_WIDTH,
        "indexer_budget": WINDOW,
        "indexer_compress_ratio": 4,
    },
    "chameleon": {"vocabulary_map": {"<image>": 4, **{f"IMGIMG{letter}Z": 5 + i for i, letter in enumerate("ABCD")}}},
    "emu3": {"vocabulary_map": {"<image>": 4, "<|visual token 000000|>": 5, "<|extra_200|>": 6}},
    "efficientnet": _EFFICIENT_NET,
    "align_vision_model": _EFFICIENT_NET,
    # Two by two parts of an image become one.
    "llama4_vision_model": {"intermediate_size": 4 * WIDTH},
    "tvp": {"max_img_size": 2 * IMAGE},
    # Its parts look at one patch each.
    "depth_pro": {"patch_size": 4 * 14},
    "align": {"projection_dim": 160},
    "cohere_compass_text": {
        "rope_parameters": {
            "full_attention": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]},
        },
    },
    "ernie4_5_vl_moe_text": {
        "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [3, 3, 2]},
    },
    # The default has no level of the pyramid.
    "lw_detr": {"projector_scale_factors": [1.0]},
    # The prompt stands above the image.
    "seggpt": {"image_size": [2 * IMAGE, IMAGE]},
    "cosmos3_edge_text": {
        "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]},
    },
    "sew": {"conv_dim": [16, 16, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32], "squeeze_factor": 2},
    "florence_vision": {
        "embed_dim": [16, 32, 64, 64],
        "num_heads": [1, 2, 4, 4],
        "num_groups": [1, 2, 4, 4],
        "depths": [1, 1, 1, 1],
        "projection_dim": WIDTH,
    },
}
"""By ``model_type``: fields whose value does not follow from their name; a dict changes fields of a part."""

TIMM: Mapping[str, Mapping[str, Any]] = {
    "vit_": {"depth": LAYERS, "embed_dim": WIDTH, "num_heads": HEADS, "img_size": 56},
    # Twice the last width is that of what it gives.
    "fastvit_mci": {"layers": (1, 1, 1, 1, 1), "embed_dims": (16, 16, 32, 32, WIDTH // 2)},
}
"""Arguments of models of timm, by the beginning of their names."""
REQUIRED: Mapping[str, int] = {"prediction_length": 8}
"""Fields whose default is None and that a model cannot be built without, by their names."""
LEFT_OUT: Mapping[str, Any] = {
    "pad_token_id": 0,
    "mask_token_id": 3,
    "image_token_index": 4,
    "image_token_id": 4,
    "sliding_window": WINDOW,
    "video_token_index": 5,
    "video_token_id": 5,
    "rope_theta": 1e4,
    "clip_qkv": 8.0,
    "dropout_rate": 0.0,
    "attention_multiplier": 1.0,
    "residual_multiplier": 1.0,
    "embedding_multiplier": 1.0,
    "logits_scaling": 1.0,
    "use_pixel_shuffle": False,
    "upsample_out_channels": [FIRST_STAGE],
    "upsample_kernel_sizes": [4],
    "conv_out_channels": [FIRST_STAGE],
    "conv_kernel_sizes": [1],
    "scale_conv_out_channels": [FIRST_STAGE],
    "scale_conv_kernel_sizes": [1],
}
"""Values for fields that are no sizes, where a model cannot be built or run without them."""
ROPE_SECTIONS = ("qwen2_vl_text", "qwen2_5_vl_text", "qwen2_5_omni_text", "qwen2_5_omni_talker", "glm4v_text")
"""By ``model_type``: text models whose positions have three dimensions, and no default for how these share a head."""
WITH_PARTS = ("phi4_multimodal",)
"""By ``model_type``: families that need the parts that their default configuration leaves out."""
