"""Modules of torchscale: architectures of transformers and retention."""

import torch
from seeded import factories
from torch import nn
from torchscale.architecture.config import DecoderConfig, EncoderConfig, EncoderDecoderConfig, RetNetConfig
from torchscale.architecture.decoder import Decoder
from torchscale.architecture.encoder import Encoder
from torchscale.architecture.encoder_decoder import EncoderDecoder
from torchscale.architecture.retnet import RetNetDecoder
from torchscale.component.embedding import PositionalEmbedding, TextEmbedding
from torchscale.model.BEiT3 import BEiT3

VOCABULARY = 50


class _Continued(nn.Module):
    """What a decoder writes after a prompt, token by token."""

    def __init__(self, decoder, size=3):
        super().__init__()
        self.decoder = decoder
        self.size = size

    def forward(self, tokens):
        state = {"is_first_step": True}
        logits, _ = self.decoder(tokens, incremental_state=state)
        state["is_first_step"] = False
        for _ in range(self.size):
            tokens = torch.cat([tokens, logits[:, -1:].argmax(-1)], dim=1)
            logits, _ = self.decoder(tokens, incremental_state=state)
        return tokens


class _Recurrent(_Continued):
    """The same with a state from the first token on."""

    def forward(self, tokens):
        state = {}
        for size in range(1, tokens.size(1)):
            logits, _ = self.decoder(tokens[:, :size], incremental_state=state)
        for _ in range(self.size):
            logits, _ = self.decoder(tokens, incremental_state=state)
            tokens = torch.cat([tokens, logits[:, -1:].argmax(-1)], dim=1)
        return tokens


def _sizes(part, **options):
    sizes = {"embed_dim": 32, "attention_heads": 4, "ffn_embed_dim": 64, "layers": 2}
    return {**{f"{part}_{name}": value for name, value in sizes.items()}, "vocab_size": VOCABULARY, **options}


def _tokens(size=10, batch=2):
    return torch.randint(2, VOCABULARY, (batch, size))


def _encoder(padded=False, **options):
    config = EncoderConfig(**_sizes("encoder", **options))
    encoder = Encoder(config, TextEmbedding(VOCABULARY, 32), PositionalEmbedding(64, 32))
    padding = torch.zeros(2, 10, dtype=torch.bool)
    padding[1, 7:] = True
    return encoder, (_tokens(),), {"encoder_padding_mask": padding} if padded else {}


def _decoder(**options):
    config = DecoderConfig(**_sizes("decoder", **options))
    return Decoder(config, TextEmbedding(VOCABULARY, 32), PositionalEmbedding(64, 32)), (_tokens(),)


def _translation():
    sizes = {**_sizes("encoder"), **_sizes("decoder")}
    config = EncoderDecoderConfig(**sizes, share_all_embeddings=True, rel_pos_buckets=8, max_rel_pos=16, deepnorm=True)
    embedding = TextEmbedding(VOCABULARY, 32)
    positions = PositionalEmbedding(64, 32), PositionalEmbedding(64, 32)
    model = EncoderDecoder(config, embedding, positions[0], embedding, positions[1])
    return model, (_tokens(), _tokens(6))


def _retention(**options):
    sizes = {"decoder_embed_dim": 32, "decoder_retention_heads": 2, "decoder_value_embed_dim": 64}
    sizes.update(decoder_ffn_embed_dim=64, decoder_layers=2, vocab_size=VOCABULARY)
    config = RetNetConfig(**sizes, **options)
    return RetNetDecoder(config, TextEmbedding(VOCABULARY, 32)), (_tokens(),)


def _continued(made):
    return _Continued(made[0]), (_tokens(4),)


def _beit(text=True, image=True, masked=False):
    config = EncoderConfig(**_sizes("encoder", multiway=True, img_size=32, patch_size=16, layernorm_embedding=False))
    inputs = {}
    if text:
        padding = torch.zeros(2, 10, dtype=torch.bool)
        padding[1, 7:] = True
        inputs.update(textual_tokens=_tokens(), text_padding_position=padding)
    if image:
        inputs.update(visual_tokens=torch.randn(2, 3, 32, 32))
    if masked:
        inputs.update(vision_masked_position=torch.rand(2, 4) > 0.5)
    return BEiT3(config), (), inputs


MODELS = {
    "Text": lambda: _encoder(True, rel_pos_buckets=8, max_rel_pos=16),
    "Language": lambda: _decoder(),
    "Translation": _translation,
    "Retention": lambda: _retention(),
    "Both": lambda: _beit(),
    "Deep": lambda: _encoder(deepnorm=True, subln=False),
    "Chunks": lambda: _retention(chunkwise_recurrent=True, recurrent_chunk_size=4),
    "Continued": lambda: _continued(_decoder()),
    "Recurrent": lambda: (_Recurrent(_retention()[0]), (_tokens(3),)),
    "Images": lambda: _beit(text=False, masked=True),
    "Extrapolated": lambda: _decoder(xpos_rel_pos=True, xpos_scale_base=16, layernorm_embedding=True),
}
__getattr__ = factories(MODELS)
