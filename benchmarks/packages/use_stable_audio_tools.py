"""Modules of stable-audio-tools: generation of sound."""

import torch
from seeded import factories
from stable_audio_tools.data.utils import PadCrop_Normalized_T, PhaseFlipper, Stereo, VolumeNorm
from stable_audio_tools.inference.generation import generate_diffusion_cond
from stable_audio_tools.inference.sampling import (
    DistributionShift,
    sample_flow_dpmpp,
    sample_k,
    truncated_logistic_normal_rescaled,
)
from stable_audio_tools.models.autoencoders import create_autoencoder_from_config
from stable_audio_tools.models.codebook_patterns import DelayedPatternProvider
from stable_audio_tools.models.diffusion import create_diffusion_cond_from_config, create_diffusion_uncond_from_config
from stable_audio_tools.models.discriminators import OobleckDiscriminator
from stable_audio_tools.models.dit import DiffusionTransformer
from stable_audio_tools.models.inpainting import random_inpaint_mask
from stable_audio_tools.models.lm import AudioLanguageModel, AudioLanguageModelWrapper
from stable_audio_tools.models.lm_backbone import XTransformersAudioLMBackbone
from stable_audio_tools.models.pretransforms import AutoencoderPretransform
from stable_audio_tools.models.wavelets import WaveletDecode1d, WaveletEncode1d
from stable_audio_tools.training.losses.auraloss import MultiResolutionSTFTLoss, SumAndDifferenceSTFTLoss
from stable_audio_tools.training.losses.losses import AuralossLoss, L1Loss, MultiLoss, ValueLoss
from torch import nn


class _Generated(nn.Module):
    """Sound from a description."""

    def __init__(self, model, **options):
        super().__init__()
        self.model = model
        self.options = options

    def forward(self, conditioning):
        return generate_diffusion_cond(
            self.model, conditioning=conditioning, sample_size=64, seed=3, device="cpu", **self.options
        )


class _Unconditional(nn.Module):
    """Variations of a sound."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, noise, audio):
        return sample_k(self.model, noise, init_data=audio, steps=3, sampler_type="v-ddim", sigma_max=0.8, device="cpu")


class _Flow(nn.Module):
    """A sampler of rectified flows."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.shift = DistributionShift(max_length=64, min_length=8)

    def forward(self, noise):
        x = sample_flow_dpmpp(self.model, noise, steps=4, dist_shift=self.shift, disable_tqdm=True)
        return x, truncated_logistic_normal_rescaled((4,))


class _Coded(nn.Module):
    """Sound through an autoencoder."""

    def __init__(self, autoencoder, **options):
        super().__init__()
        self.autoencoder = autoencoder
        self.options = options

    def forward(self, audio):
        latents, info = self.autoencoder.encode(audio, return_info=True, **self.options)
        return self.autoencoder.decode(latents), info


class _Chunked(nn.Module):
    """Sound through an autoencoder, in chunks."""

    def __init__(self, autoencoder):
        super().__init__()
        self.autoencoder = autoencoder

    def forward(self, audio):
        latents = self.autoencoder.encode_audio(audio, chunked=True, overlap=2, chunk_size=8)
        return self.autoencoder.decode_audio(latents, chunked=True, overlap=2, chunk_size=8)


class _Logits(nn.Module):
    """The loss of a language model of codes."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, codes):
        output = self.model.compute_logits(codes)
        return nn.functional.cross_entropy(output.logits[output.mask], codes[output.mask])


class _Continued(nn.Module):
    """Codes that a language model adds to given ones."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, codes):
        return self.model.generate(max_gen_len=6, init_data=codes, top_k=5, temp=0.9, use_cache=False)


class _Losses(nn.Module):
    """The losses of an autoencoder: spectra, stereo, latents and a discriminator."""

    def __init__(self):
        super().__init__()
        sizes = {"fft_sizes": [64, 128], "hop_sizes": [16, 32], "win_lengths": [64, 128], "sample_rate": 8000}
        self.discriminator = OobleckDiscriminator(in_channels=2)
        self.losses = MultiLoss(
            [
                AuralossLoss(
                    SumAndDifferenceSTFTLoss(**sizes, perceptual_weighting=True), "decoded", "reals", "stft", 1.0
                ),
                L1Loss("decoded", "reals", weight=0.5, mask_key="mask"),
                ValueLoss("kl", "kl_loss", weight=1e-4),
            ]
        )

    def forward(self, reals, decoded, mask, kl):
        info = {"reals": reals, "decoded": decoded, "mask": mask, "kl": kl}
        loss, losses = self.losses(info)
        return loss, losses, self.discriminator.loss(reals, decoded)


class _Prepared(nn.Module):
    """Sound cropped, in stereo and of the same loudness, and masks to paint it in."""

    def __init__(self):
        super().__init__()
        self.crop = PadCrop_Normalized_T(4000, 8000)
        self.flip = PhaseFlipper()
        self.stereo = Stereo()
        self.volume = VolumeNorm(sample_rate=8000)

    def forward(self, audio):
        chunk, _start, _end, _seconds, _total, mask = self.crop(audio)
        chunk = self.volume(self.stereo(self.flip(chunk)))
        return random_inpaint_mask(chunk[None], mask[None], mask_type_probabilities=[0.5, 0.25, 0.25])


class _Wavelets(nn.Module):
    """Wavelets and back, and the spectra of both."""

    def __init__(self):
        super().__init__()
        self.encode = WaveletEncode1d(2, 2)
        self.decode = WaveletDecode1d(2, 2)
        self.loss = MultiResolutionSTFTLoss([64], [16], [64], scale="mel", n_bins=[16], sample_rate=8000, w_phs=0.1)

    def forward(self, audio):
        return self.loss(self.decode(self.encode(audio)), audio)


def _dit(**options):
    return {"io_channels": 4, "embed_dim": 64, "depth": 2, "num_heads": 2, **options}


def _conditioned(objective="v"):
    return create_diffusion_cond_from_config(
        {
            "model_type": "diffusion_cond",
            "sample_rate": 8000,
            "model": {
                "io_channels": 4,
                "conditioning": {
                    "cond_dim": 32,
                    "configs": [
                        {"id": "seconds", "type": "number", "config": {"min_val": 0, "max_val": 512}},
                        {"id": "genre", "type": "list", "config": {"options": ["techno", "jazz"]}},
                    ],
                },
                "diffusion": {
                    "type": "dit",
                    "diffusion_objective": objective,
                    "cross_attention_cond_ids": ["genre", "seconds"],
                    "global_cond_ids": ["seconds"],
                    "config": _dit(cond_token_dim=32, global_cond_dim=32, project_cond_tokens=False),
                },
            },
        }
    )


def _unet():
    sizes = {"channels": 32, "multipliers": [1, 2, 2], "factors": [2, 2], "num_blocks": [1, 1], "attentions": [0, 1, 1]}
    heads = {"attention_heads": 2, "attention_features": 16, "attention_multiplier": 2}
    return create_diffusion_uncond_from_config(
        {
            "model_type": "diffusion_uncond",
            "sample_rate": 8000,
            "sample_size": 64,
            "model": {"type": "adp_uncond_1d", "config": {"in_channels": 2, **sizes, **heads}},
        }
    )


def _autoencoder(bottleneck, encoder="oobleck", latent=8, **options):
    sizes = {"channels": 8, "c_mults": [1, 2], "strides": [2, 4], **options}
    factor = 2 if bottleneck["type"] == "vae" else 1
    return create_autoencoder_from_config(
        {
            "model_type": "autoencoder",
            "sample_rate": 8000,
            "model": {
                "encoder": {"type": encoder, "config": {"in_channels": 2, "latent_dim": latent * factor, **sizes}},
                "decoder": {"type": encoder, "config": {"out_channels": 2, "latent_dim": latent, **sizes}},
                "bottleneck": bottleneck,
                "latent_dim": latent,
                "downsampling_ratio": 8,
                "io_channels": 2,
            },
        }
    )


def _quantized():
    config = {"input_dim": 8, "n_codebooks": 3, "codebook_size": 16, "codebook_dim": 4, "quantizer_dropout": 0.5}
    return _autoencoder({"type": "dac_rvq", "config": config})


def _language():
    backbone = XTransformersAudioLMBackbone(64, depth=2, heads=2)
    return AudioLanguageModel(DelayedPatternProvider(n_q=3), backbone, num_quantizers=3, codebook_size=16)


def _continued():
    pretransform = AutoencoderPretransform(_quantized())
    return AudioLanguageModelWrapper(pretransform, _language(), sample_rate=8000, min_input_length=8)


def _transformer():
    options = {"cond_token_dim": 16, "global_cond_dim": 8, "global_cond_type": "adaLN"}
    options["attn_kwargs"] = {"qk_norm": "ln"}
    inputs = {
        "cross_attn_cond": torch.randn(2, 5, 16),
        "cross_attn_cond_mask": torch.arange(5)[None] < torch.tensor([5, 3])[:, None],
        "global_embed": torch.randn(2, 8),
        "cfg_scale": 4.0,
        "scale_phi": 0.5,
    }
    return DiffusionTransformer(**_dit(**options)), (torch.randn(2, 4, 24), torch.rand(2)), inputs


def _descriptions():
    return [{"seconds": 12, "genre": "jazz"}, {"seconds": 30, "genre": "techno"}]


def _sound(*shape):
    return 0.3 * torch.randn(*shape)


MODELS = {
    "Generated": lambda: (
        _Generated(_conditioned(), steps=3, cfg_scale=3, batch_size=2, sampler_type="dpmpp-2m-sde", sigma_max=50),
        (_descriptions(),),
    ),
    "Unconditional": lambda: (_Unconditional(_unet()), (torch.randn(2, 2, 64), _sound(2, 2, 64))),
    "Flow": lambda: (_Flow(DiffusionTransformer(**_dit())), (torch.randn(2, 4, 32),)),
    "Transformer": _transformer,
    "Variational": lambda: (_Chunked(_autoencoder({"type": "vae"}, use_snake=True)), (_sound(1, 2, 160),)),
    "Quantized": lambda: (_Coded(_quantized()), (_sound(2, 2, 128),)),
    "Logits": lambda: (_Logits(_language()), (torch.randint(0, 16, (2, 3, 9)),)),
    "Continued": lambda: (_Continued(_continued()), (torch.randint(0, 16, (2, 3, 3)),)),
    "Losses": lambda: (
        _Losses(),
        (_sound(2, 2, 2048), _sound(2, 2, 2048), torch.rand(2, 2, 2048) > 0.2, torch.rand(())),
    ),
    "Prepared": lambda: (_Prepared(), (_sound(1, 6000),)),
    "Wavelets": lambda: (_Wavelets(), (_sound(2, 2, 1024),)),
}
__getattr__ = factories(MODELS)
