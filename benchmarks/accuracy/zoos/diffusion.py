"""Models of diffusers, small and with random weights, on inputs of their pipelines' shapes; and steps of schedulers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import diffusers
import torch

TOKENS, TEXT, POOLED = 8, 32, 16
_SIZED = {"sample_size": 8}
_UNET = {
    "block_out_channels": (16, 32),
    "layers_per_block": 1,
    "norm_num_groups": 8,
    "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D"),
    "up_block_types": ("CrossAttnUpBlock2D", "UpBlock2D"),
    "cross_attention_dim": TEXT,
    "attention_head_dim": 8,
}
_VAE = {
    "block_out_channels": (8, 16),
    "norm_num_groups": 4,
    "down_block_types": ("DownEncoderBlock2D",) * 2,
    "up_block_types": ("UpDecoderBlock2D",) * 2,
}
_HEADS = {"num_attention_heads": 2, "attention_head_dim": 16}
_DEEP = {**_HEADS, "num_layers": 1}
_FLUX = {**_DEEP, "num_single_layers": 1, "joint_attention_dim": TEXT, "axes_dims_rope": (4, 4, 8)}


def _tokens(batch: int = 1) -> torch.Tensor:
    return torch.randn(batch, TOKENS, TEXT)


def _steps(*sizes: int) -> torch.Tensor:
    return torch.full(sizes or (1,), 10)


def _image(channels: int, size: int = 8) -> torch.Tensor:
    return torch.randn(1, channels, size, size)


def _video(channels: int, frames: int = 2, size: int = 8) -> torch.Tensor:
    return torch.randn(1, channels, frames, size, size)


def _patches() -> Mapping[str, Any]:
    """Return what Flux and its like take: an image in patches, with the places of these and of the words."""
    return {
        "hidden_states": torch.randn(1, 16, 4),
        "encoder_hidden_states": _tokens(),
        "timestep": torch.ones(1),
        "img_ids": torch.zeros(16, 3),
        "txt_ids": torch.zeros(TOKENS, 3),
    }


def _mask() -> torch.Tensor:
    return torch.ones(1, TOKENS)


Given = tuple[Mapping[str, Any], Callable[[], Mapping[str, Any]]]
MODELS: Mapping[str, Given] = {
    "UNet2DModel": (
        {
            "block_out_channels": (16, 32),
            "layers_per_block": 1,
            "norm_num_groups": 8,
            "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
            "up_block_types": ("AttnUpBlock2D", "UpBlock2D"),
            **_SIZED,
        },
        lambda: {"sample": _image(3), "timestep": _steps()},
    ),
    "UNet2DConditionModel": (
        {**_UNET, **_SIZED},
        lambda: {"sample": _image(4), "timestep": _steps(), "encoder_hidden_states": _tokens()},
    ),
    "UNet3DConditionModel": (
        {
            **_UNET,
            "down_block_types": ("CrossAttnDownBlock3D", "DownBlock3D"),
            "up_block_types": ("UpBlock3D", "CrossAttnUpBlock3D"),
        },
        lambda: {"sample": _video(4), "timestep": _steps(), "encoder_hidden_states": _tokens()},
    ),
    "UNetSpatioTemporalConditionModel": (
        {
            "block_out_channels": (32, 64),
            "down_block_types": ("CrossAttnDownBlockSpatioTemporal", "DownBlockSpatioTemporal"),
            "up_block_types": ("UpBlockSpatioTemporal", "CrossAttnUpBlockSpatioTemporal"),
            "layers_per_block": 1,
            "cross_attention_dim": TEXT,
            "num_attention_heads": 8,
            "projection_class_embeddings_input_dim": 96,
            "addition_time_embed_dim": 32,
            "num_frames": 2,
        },
        lambda: {
            "sample": torch.randn(1, 2, 8, 8, 8),
            "timestep": _steps(),
            "encoder_hidden_states": torch.randn(1, 1, TEXT),
            "added_time_ids": torch.ones(1, 3),
        },
    ),
    "ControlNetModel": (
        {
            **{name: value for name, value in _UNET.items() if name != "up_block_types"},
            "conditioning_embedding_out_channels": (8, 16),
        },
        lambda: {
            "sample": _image(4),
            "timestep": _steps(),
            "encoder_hidden_states": _tokens(),
            "controlnet_cond": _image(3, 16),
        },
    ),
    "T2IAdapter": ({"channels": [8, 16], "num_res_blocks": 1, "downscale_factor": 2}, lambda: {"x": _image(3, 16)}),
    "AutoencoderKL": ({**_VAE, **_SIZED}, lambda: {"sample": _image(3, 16)}),
    "AutoencoderTiny": (
        {
            "encoder_block_out_channels": (8, 8),
            "decoder_block_out_channels": (8, 8),
            "num_encoder_blocks": (1, 1),
            "num_decoder_blocks": (1, 1),
            "latent_magnitude": 3,
        },
        lambda: {"sample": _image(3, 16)},
    ),
    "AsymmetricAutoencoderKL": (
        {
            "down_block_types": _VAE["down_block_types"],
            "up_block_types": _VAE["up_block_types"],
            "norm_num_groups": 4,
            "down_block_out_channels": (8, 16),
            "up_block_out_channels": (8, 16),
            "layers_per_down_block": 1,
            "layers_per_up_block": 1,
        },
        lambda: {"sample": _image(3, 16), "mask": torch.ones(1, 1, 16, 16)},
    ),
    "VQModel": ({**_VAE, "num_vq_embeddings": 8}, lambda: {"sample": _image(3, 16)}),
    "AutoencoderKLTemporalDecoder": (
        {"block_out_channels": (32, 32), "down_block_types": ("DownEncoderBlock2D",) * 2, "layers_per_block": 1},
        lambda: {"sample": _image(3, 16), "num_frames": 1},
    ),
    "AutoencoderKLWan": (
        {
            "base_dim": 4,
            "z_dim": 4,
            "dim_mult": [1, 1, 1, 1],
            "num_res_blocks": 1,
            "temperal_downsample": [False, True, True],
        },
        lambda: {"sample": _video(3, 5, 16)},
    ),
    "AutoencoderKLLTXVideo": (
        {
            "block_out_channels": (8, 8, 8, 8),
            "decoder_block_out_channels": (8, 8, 8, 8),
            "layers_per_block": (1,) * 5,
            "decoder_layers_per_block": (1,) * 5,
            "patch_size": 1,
        },
        lambda: {"sample": _video(3, 9, 16)},
    ),
    "AutoencoderKLCogVideoX": (
        {
            "block_out_channels": (8, 8, 8, 8),
            "layers_per_block": 1,
            "norm_num_groups": 2,
            "temporal_compression_ratio": 4,
        },
        lambda: {"sample": _video(3, 8, 16)},
    ),
    "AutoencoderKLMochi": (
        {
            "latent_channels": 4,
            "encoder_block_out_channels": (32, 32, 32, 32),
            "decoder_block_out_channels": (32, 32, 32, 32),
            "layers_per_block": (1,) * 5,
        },
        lambda: {"sample": _video(3, 7, 16)},
    ),
    "AutoencoderKLHunyuanVideo": (
        {"block_out_channels": (8, 8, 8, 8), "layers_per_block": 1, "norm_num_groups": 4, "latent_channels": 4},
        lambda: {"sample": _video(3, 9, 16)},
    ),
    "AutoencoderOobleck": (
        {
            "encoder_hidden_size": 12,
            "decoder_channels": 12,
            "decoder_input_channels": 6,
            "audio_channels": 2,
            "downsampling_ratios": [2, 4],
            "channel_multiples": [1, 2],
        },
        lambda: {"sample": torch.randn(1, 2, 64)},
    ),
    "AutoencoderDC": (
        {
            "latent_channels": 4,
            "attention_head_dim": 2,
            "encoder_block_types": ("ResBlock", "EfficientViTBlock"),
            "decoder_block_types": ("ResBlock", "EfficientViTBlock"),
            "encoder_block_out_channels": (8, 8),
            "decoder_block_out_channels": (8, 8),
            "encoder_qkv_multiscales": ((), (5,)),
            "decoder_qkv_multiscales": ((), (5,)),
            "encoder_layers_per_block": (1, 1),
            "decoder_layers_per_block": (1, 1),
            "scaling_factor": 0.4,
        },
        lambda: {"sample": _image(3, 16)},
    ),
    "DiTTransformer2DModel": (
        {**_DEEP, **_SIZED, "in_channels": 4, "num_embeds_ada_norm": 8},
        lambda: {"hidden_states": _image(4), "timestep": _steps(), "class_labels": torch.tensor([1])},
    ),
    "Transformer2DModel": (
        {**_DEEP, "in_channels": 32, "norm_num_groups": 8, "cross_attention_dim": TEXT},
        lambda: {"hidden_states": _image(32), "encoder_hidden_states": _tokens()},
    ),
    "PixArtTransformer2DModel": (
        {**_DEEP, **_SIZED, "cross_attention_dim": 32, "caption_channels": TEXT, "use_additional_conditions": False},
        lambda: {
            "hidden_states": _image(4),
            "timestep": _steps(),
            "encoder_hidden_states": _tokens(),
            "added_cond_kwargs": {"aspect_ratio": None, "resolution": None},
        },
    ),
    "SD3Transformer2DModel": (
        {
            **_DEEP,
            **_SIZED,
            "in_channels": 4,
            "out_channels": 4,
            "joint_attention_dim": TEXT,
            "caption_projection_dim": 32,
            "pooled_projection_dim": POOLED,
            "num_layers": 2,
        },
        lambda: {
            "hidden_states": _image(4),
            "encoder_hidden_states": _tokens(),
            "pooled_projections": torch.randn(1, POOLED),
            "timestep": _steps(),
        },
    ),
    "FluxTransformer2DModel": (
        {**_FLUX, "in_channels": 4, "pooled_projection_dim": POOLED},
        lambda: {**_patches(), "pooled_projections": torch.randn(1, POOLED)},
    ),
    "Flux2Transformer2DModel": (
        {**_FLUX, "in_channels": 4, "axes_dims_rope": (4, 4, 4, 4), "timestep_guidance_channels": 32},
        lambda: {
            "hidden_states": torch.randn(1, 16, 4),
            "encoder_hidden_states": _tokens(),
            "timestep": torch.ones(1),
            "img_ids": torch.zeros(1, 16, 4),
            "txt_ids": torch.zeros(1, TOKENS, 4),
            "guidance": torch.ones(1),
        },
    ),
    "ChromaTransformer2DModel": (
        {
            **_FLUX,
            "in_channels": 4,
            "approximator_num_channels": 8,
            "approximator_hidden_dim": 16,
            "approximator_layers": 1,
        },
        _patches,
    ),
    "BriaTransformer2DModel": (
        {**_FLUX, "in_channels": 4, "axes_dims_rope": [0, 8, 8]},
        _patches,
    ),
    "AuraFlowTransformer2DModel": (
        {
            **_HEADS,
            **_SIZED,
            "num_mmdit_layers": 1,
            "num_single_dit_layers": 1,
            "joint_attention_dim": TEXT,
            "caption_projection_dim": 32,
            "pos_embed_max_size": 64,
        },
        lambda: {"hidden_states": _image(4), "encoder_hidden_states": _tokens(), "timestep": torch.ones(1)},
    ),
    "CogVideoXTransformer3DModel": (
        {
            **_DEEP,
            "in_channels": 4,
            "out_channels": 4,
            "time_embed_dim": 2,
            "text_embed_dim": TEXT,
            "sample_width": 8,
            "sample_height": 8,
            "sample_frames": 8,
            "max_text_seq_length": TOKENS,
        },
        lambda: {
            "hidden_states": torch.randn(1, 2, 4, 8, 8),
            "encoder_hidden_states": _tokens(),
            "timestep": _steps(),
        },
    ),
    "MochiTransformer3DModel": (
        {
            **_DEEP,
            "num_layers": 2,
            "pooled_projection_dim": 16,
            "in_channels": 4,
            "text_embed_dim": TEXT,
            "time_embed_dim": 4,
        },
        lambda: {
            "hidden_states": _video(4),
            "encoder_hidden_states": _tokens(),
            "timestep": _steps(),
            "encoder_attention_mask": _mask().bool(),
        },
    ),
    "LTXVideoTransformer3DModel": (
        {**_DEEP, "in_channels": 8, "out_channels": 8, "cross_attention_dim": 32, "caption_channels": TEXT},
        lambda: {
            "hidden_states": torch.randn(1, 32, 8),
            "encoder_hidden_states": _tokens(),
            "timestep": _steps(),
            "encoder_attention_mask": _mask().bool(),
            "num_frames": 2,
            "height": 4,
            "width": 4,
        },
    ),
    "HunyuanVideoTransformer3DModel": (
        {
            **_DEEP,
            "in_channels": 4,
            "out_channels": 4,
            "num_single_layers": 1,
            "num_refiner_layers": 1,
            "text_embed_dim": TEXT,
            "pooled_projection_dim": POOLED,
            "rope_axes_dim": (4, 4, 8),
        },
        lambda: {
            "hidden_states": _video(4),
            "timestep": _steps(),
            "encoder_hidden_states": _tokens(),
            "encoder_attention_mask": _mask(),
            "pooled_projections": torch.randn(1, POOLED),
            "guidance": torch.ones(1),
        },
    ),
    "Lumina2Transformer2DModel": (
        {
            **_SIZED,
            "in_channels": 4,
            "hidden_size": 24,
            "num_layers": 1,
            "num_refiner_layers": 1,
            "num_attention_heads": 3,
            "num_kv_heads": 1,
            "multiple_of": 2,
            "axes_dim_rope": (4, 2, 2),
            "axes_lens": (128, 128, 128),
            "cap_feat_dim": TEXT,
        },
        lambda: {
            "hidden_states": _image(4),
            "timestep": torch.ones(1),
            "encoder_hidden_states": _tokens(),
            "encoder_attention_mask": _mask().bool(),
        },
    ),
    "SanaTransformer2DModel": (
        {
            **_DEEP,
            **_SIZED,
            "in_channels": 4,
            "out_channels": 4,
            "num_cross_attention_heads": 2,
            "cross_attention_head_dim": 16,
            "cross_attention_dim": 32,
            "caption_channels": TEXT,
        },
        lambda: {"hidden_states": _image(4), "encoder_hidden_states": _tokens(), "timestep": _steps()},
    ),
    "WanTransformer3DModel": (
        {
            **_DEEP,
            "in_channels": 4,
            "out_channels": 4,
            "text_dim": TEXT,
            "freq_dim": 32,
            "ffn_dim": 32,
            "rope_max_seq_len": 32,
        },
        lambda: {"hidden_states": _video(4), "encoder_hidden_states": _tokens(), "timestep": _steps()},
    ),
    "AllegroTransformer3DModel": (
        {
            **_DEEP,
            "attention_head_dim": 24,
            "cross_attention_dim": 48,
            "sample_width": 8,
            "sample_height": 8,
            "sample_frames": 2,
            "caption_channels": TEXT,
        },
        lambda: {
            "hidden_states": _video(4),
            "encoder_hidden_states": _tokens(),
            "timestep": _steps(),
            "attention_mask": torch.ones(1, 2, 8, 8),
            "encoder_attention_mask": _mask(),
            "image_rotary_emb": None,
        },
    ),
    "LatteTransformer3DModel": (
        {
            **_DEEP,
            **_SIZED,
            "in_channels": 4,
            "out_channels": 4,
            "patch_size": 2,
            "cross_attention_dim": 32,
            "caption_channels": TEXT,
            "num_embeds_ada_norm": 1000,
            "norm_type": "ada_norm_single",
            "norm_elementwise_affine": False,
            "video_length": 2,
        },
        lambda: {"hidden_states": _video(4), "timestep": _steps(), "encoder_hidden_states": _tokens()},
    ),
    "StableAudioDiTModel": (
        {
            **_DEEP,
            "sample_size": 4,
            "in_channels": 4,
            "out_channels": 4,
            "num_key_value_attention_heads": 2,
            "cross_attention_dim": 32,
            "time_proj_dim": 8,
            "global_states_input_dim": 8,
            "cross_attention_input_dim": TEXT,
        },
        lambda: {
            "hidden_states": torch.randn(1, 4, 4),
            "timestep": _steps(),
            "encoder_hidden_states": _tokens(),
            "global_hidden_states": torch.randn(1, 1, 8),
            "rotary_embedding": (torch.randn(5, 8), torch.randn(5, 8)),
        },
    ),
    "PriorTransformer": (
        {**_DEEP, "embedding_dim": 16, "num_embeddings": 7, "additional_embeddings": 4},
        lambda: {
            "hidden_states": torch.randn(1, 16),
            "timestep": 2,
            "proj_embedding": torch.randn(1, 16),
            "encoder_hidden_states": torch.randn(1, 7, 16),
        },
    ),
    "QwenImageTransformer2DModel": (
        {**_DEEP, "in_channels": 16, "out_channels": 4, "joint_attention_dim": TEXT, "axes_dims_rope": (4, 4, 8)},
        lambda: {
            "hidden_states": torch.randn(1, 16, 16),
            "encoder_hidden_states": _tokens(),
            "encoder_hidden_states_mask": _mask().long(),
            "timestep": torch.ones(1),
            "img_shapes": [(1, 4, 4)],
        },
    ),
    "CogView4Transformer2DModel": (
        {
            **_DEEP,
            **_SIZED,
            "in_channels": 4,
            "out_channels": 4,
            "text_embed_dim": TEXT,
            "time_embed_dim": 8,
            "condition_dim": 4,
            "pos_embed_max_size": 8,
            "rope_axes_dim": (8, 8),
        },
        lambda: {
            "hidden_states": _image(4),
            "encoder_hidden_states": _tokens(),
            "timestep": _steps(),
            "original_size": torch.tensor([[16.0, 16.0]]),
            "target_size": torch.tensor([[16.0, 16.0]]),
            "crop_coords": torch.tensor([[0.0, 0.0]]),
        },
    ),
    "HiDreamImageTransformer2DModel": (
        {
            **_DEEP,
            "patch_size": 2,
            "in_channels": 4,
            "out_channels": 4,
            "num_single_layers": 1,
            "caption_channels": [TEXT, 16],
            "text_emb_dim": POOLED,
            "axes_dims_rope": (8, 4, 4),
            "max_resolution": (8, 8),
            "llama_layers": (0, 1),
            "force_inference_output": True,
        },
        lambda: {
            "hidden_states": _image(4),
            "timesteps": _steps(),
            "encoder_hidden_states_t5": _tokens(),
            "encoder_hidden_states_llama3": torch.randn(2, 1, TOKENS, 16),
            "pooled_embeds": torch.randn(1, POOLED),
        },
    ),
    "ZImageTransformer2DModel": (
        {
            "in_channels": 4,
            "dim": 32,
            "n_layers": 1,
            "n_refiner_layers": 1,
            "n_heads": 2,
            "n_kv_heads": 2,
            "cap_feat_dim": TEXT,
            "axes_dims": [8, 4, 4],
            "axes_lens": [256, 32, 32],
        },
        lambda: {"x": [torch.randn(4, 1, 8, 8)], "t": torch.ones(1), "cap_feats": [torch.randn(TOKENS, TEXT)]},
    ),
}
"""The constructor's arguments that make a model small, and its inputs."""
STEP = ("model_output", "timestep", "sample")
_OTHER = (
    "Amused",
    "BlockRefinement",
    "ConsistencyDecoder",
    "DDPMWuerstchen",
    "DiscreteDDIM",
    "EntropyBound",
    "Helios",
    "RePaint",
    "SCM",
    "VQDiffusion",
)
"""Schedulers that step something else than an image, or need more than that."""


def names() -> list[str]:
    """The models and schedulers to build."""
    return [*MODELS, *schedulers()]


def schedulers() -> list[str]:
    """Those that step an image, by what a model returned and the time step."""
    found = []
    for name, cls in inspect.getmembers(diffusers.schedulers, inspect.isclass):
        if issubclass(cls, diffusers.SchedulerMixin) and hasattr(cls, "step") and not name.startswith(_OTHER):
            found += [name] if tuple(inspect.signature(cls.step).parameters)[1:4] == STEP else []
    return found


def __getattr__(name: str) -> Callable[[], Mapping[str, Any]]:
    if name in MODELS:
        return functools.partial(_model, name)
    if name.startswith("_") or not name.endswith("Scheduler"):
        raise AttributeError(name)
    return functools.partial(_scheduler, name)


def _model(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    config, inputs = MODELS[name]
    return {"model": getattr(diffusers, name)(**config), "inputs": inputs()}


def _scheduler(name: str) -> Mapping[str, Any]:
    torch.manual_seed(0)
    scheduler = getattr(diffusers, name)()
    scheduler.set_timesteps(4)
    given = (_image(4), scheduler.timesteps[0], _image(4))
    return {"fn": scheduler.step, "inputs": dict(zip(STEP, given, strict=True))}
