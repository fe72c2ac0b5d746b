"""Models of transformers, built from their configuration with random weights."""

from __future__ import annotations

import importlib
from typing import Any

import torch

MODELS = importlib.import_module("transformers")


def _tokens(batch: int, length: int, vocabulary: int) -> torch.Tensor:
    return torch.randint(5, vocabulary, (batch, length))


def _scorer(name: str, settings: Any, batch: int, source: int, target: int) -> dict[str, Any]:
    """A model in half precision, in inference, that scores a target text."""
    inputs = {
        "input_ids": _tokens(batch, source, settings.vocab_size),
        "decoder_input_ids": _tokens(batch, target, settings.vocab_size),
        "use_cache": False,
    }
    return {"model": getattr(MODELS, name)(settings).half().eval(), "inputs": inputs, "train": False}


SMALL = {
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
}


def bart_half() -> dict[str, Any]:
    """The size of facebook/bart-large, the configuration's default."""
    return _bart(1, 128, 32)


def bart_half_small() -> dict[str, Any]:
    return _bart(1, 8, 4, vocab_size=64, **SMALL)


def _bart(batch: int, source: int, target: int, **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    return _scorer("BartForConditionalGeneration", MODELS.BartConfig(**config), batch, source, target)


def marian_half() -> dict[str, Any]:
    """The size of Helsinki-NLP/opus-mt-en-de."""
    size = {"d_model": 512, "encoder_layers": 6, "decoder_layers": 6, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048}
    heads = {"encoder_attention_heads": 8, "decoder_attention_heads": 8}
    return _marian(8, 64, 64, vocab_size=58101, **size, **heads)


def marian_half_small() -> dict[str, Any]:
    return _marian(1, 8, 4, vocab_size=64, **SMALL)


def _marian(batch: int, source: int, target: int, **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    settings = MODELS.MarianConfig(pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, **config)
    return _scorer("MarianMTModel", settings, batch, source, target)


def _bart_training(batch: int, source: int, target: int, **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    settings = MODELS.BartConfig(**config)
    inputs = {
        "input_ids": _tokens(batch, source, settings.vocab_size),
        "labels": _tokens(batch, target, settings.vocab_size),
    }
    return {"model": MODELS.BartForConditionalGeneration(settings).train(), "inputs": inputs, "train": True}


def bart_training() -> dict[str, Any]:
    """The size of facebook/bart-base."""
    size = {"d_model": 768, "encoder_layers": 6, "decoder_layers": 6, "encoder_attention_heads": 12}
    more = {"decoder_attention_heads": 12, "encoder_ffn_dim": 3072, "decoder_ffn_dim": 3072}
    return _bart_training(4, 128, 32, **size, **more)


def bart_training_small() -> dict[str, Any]:
    return _bart_training(1, 8, 4, vocab_size=64, **SMALL)


def _forecaster(batch: int, context: int, horizon: int, lags: list[int], **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    settings = MODELS.TimeSeriesTransformerConfig(
        prediction_length=horizon, context_length=context, lags_sequence=lags, num_time_features=2, **config
    )
    past = context + max(lags)
    inputs = {
        "past_values": torch.rand(batch, past) + 1,
        "past_time_features": torch.rand(batch, past, 2),
        "past_observed_mask": torch.ones(batch, past),
        "future_values": torch.rand(batch, horizon) + 1,
        "future_time_features": torch.rand(batch, horizon, 2),
    }
    return {"model": MODELS.TimeSeriesTransformerForPrediction(settings).train(), "inputs": inputs, "train": True}


def forecaster() -> dict[str, Any]:
    """The model of the library's own tutorial: monthly series, two years to come; LayerDrop at its default, 0.1."""
    lags = [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 23, 24, 25, 35, 36, 37]
    return _forecaster(256, 48, 24, lags, encoder_layers=4, decoder_layers=4, d_model=32)


def forecaster_small() -> dict[str, Any]:
    """Without dropout, and without dropping layers: what is then drawn at random cannot differ."""
    chances = {"dropout": 0.0, "attention_dropout": 0.0, "activation_dropout": 0.0}
    drops = {"encoder_layerdrop": 0.0, "decoder_layerdrop": 0.0}
    layers = {"encoder_layers": 2, "decoder_layers": 2, "d_model": 16}
    return _forecaster(4, 8, 4, [1, 2, 3], **layers, **chances, **drops)


class Detector(torch.nn.Module):
    """DETR without its heads, and a number to train on in place of the detection loss, whose matching is SciPy's."""

    def __init__(self, settings: Any) -> None:
        super().__init__()
        self.detr = MODELS.DetrModel(settings)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        loss: torch.Tensor = self.detr(images).last_hidden_state.square().mean()
        return loss


def _detr(batch: int, height: int, width: int, backbone: Any, **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    own = {"use_timm_backbone": False, "use_pretrained_backbone": False, "backbone": None}
    model = Detector(MODELS.DetrConfig(backbone_config=backbone, **own, **config)).train()
    return {"model": model, "inputs": (torch.randn(batch, 3, height, width),), "train": True}


def detr() -> dict[str, Any]:
    """The size of facebook/detr-resnet-50, with transformers' own ResNet."""
    return _detr(2, 480, 640, MODELS.ResNetConfig(out_features=["stage4"]))


def detr_small() -> dict[str, Any]:
    backbone = MODELS.ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 8, 8, 16], depths=[1, 1, 1, 1], out_features=["stage4"]
    )
    return _detr(1, 64, 64, backbone, num_queries=4, **SMALL)


def _whisper(batch: int, target: int, **config: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    settings = MODELS.WhisperConfig(**config)
    inputs = {
        "input_features": torch.randn(batch, settings.num_mel_bins, 2 * settings.max_source_positions),
        "labels": _tokens(batch, target, settings.vocab_size),
    }
    return {"model": MODELS.WhisperForConditionalGeneration(settings).train(), "inputs": inputs, "train": True}


def whisper() -> dict[str, Any]:
    """The size of openai/whisper-tiny, the configuration's default."""
    return _whisper(4, 64)


def whisper_small() -> dict[str, Any]:
    tokens = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
    return _whisper(1, 8, vocab_size=64, max_source_positions=16, num_mel_bins=8, **tokens, **SMALL)
