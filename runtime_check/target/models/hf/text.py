"""Text for a model of transformers: tokens, with those that stand for images, and what goes with them."""

from __future__ import annotations

from typing import Any

from fullgraph.runtime_check.target.models.hf.maker import CHOICES, Maker

BOX_LIMIT = 100
"""Coordinates of words on a page lie below."""
_CODEBOOKS = ("musicgen_decoder", "musicgen_melody_decoder")
"""By ``model_type``: families that take a row of tokens for each of several codebooks."""


def input_ids(maker: Maker) -> Any:
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


def _phrases(maker: Maker, ids: Any) -> Any:
    """Begin, two phrases that end in a full stop, end: the numbers of BERT's vocabulary, by which the model splits."""
    length = ids.shape[1]
    ids[:, 0], ids[:, length // 4], ids[:, length // 2] = 101, 1012, 1012
    ends = maker.valid(*ids.shape).sum(1) - 1
    ids[maker.torch.arange(len(ids)), ends] = 102
    return ids


def _image_tokens(maker: Maker) -> Any:
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


def _image_token(maker: Maker) -> int | None:
    token = maker.look_up("image_token_id", maker.look_up("image_token_index"))
    return token if type(token) is int else None


def modalities(maker: Maker) -> Any:
    """The tokens that stand for an image, where a text has some."""
    token = _image_token(maker)
    if token is None or "input_ids" not in maker.made or "image_grid_thw" not in maker.parameters:
        return None
    return (maker.made["input_ids"] == token).long()


def attention_mask(maker: Maker) -> Any:
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


def bbox(maker: Maker) -> Any:
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


def decoder_input_ids(maker: Maker) -> Any:
    ids = maker.tokens(maker.dims.batch, maker.dims.target)
    if maker.config.model_type != "dia":
        return ids
    return ids[:, :, None].repeat(1, 1, int(maker.look_up("num_channels")))  # One for each of its codebooks.


def token_types(maker: Maker) -> Any:
    return maker.torch.zeros(maker.dims.batch, maker.dims.sequence, dtype=maker.torch.long)


def input_ids_alone(maker: Maker) -> Any:
    return maker.tokens(maker.dims.batch, maker.dims.sequence)


def languages(maker: Maker) -> Any:
    rows = 1 if "MultipleChoice" in maker.name else maker.dims.batch
    return maker.torch.zeros(rows, dtype=maker.torch.long)


def tasks(maker: Maker) -> Any:
    return maker.integers(maker.vocabulary(), maker.dims.batch, int(maker.look_up("task_seq_len", maker.dims.target)))


def image_places(maker: Maker) -> Any:
    """True at the first tokens of each text, which stand for the image."""
    mask = maker.torch.zeros(maker.dims.batch, maker.dims.sequence, dtype=maker.torch.bool)
    mask[:, : int(maker.look_up("latent_query_num", 1))] = True
    return mask
