import torch
from curated_transformers.generation.config import GreedyGeneratorConfig, SampleGeneratorConfig
from curated_transformers.generation.generator import Generator
from curated_transformers.generation.logits import TopKTransform, TopPTransform, VocabMaskTransform
from curated_transformers.layers.attention import AttentionLinearBiases, AttentionMask
from curated_transformers.layers.embeddings import QueryKeyRotaryEmbeddings, SinusoidalPositionalEmbedding
from curated_transformers.models import (
    ALBERTConfig,
    ALBERTEncoder,
    BERTConfig,
    BERTEncoder,
    FalconCausalLM,
    FalconConfig,
    GPTNeoXCausalLM,
    GPTNeoXConfig,
    LlamaCausalLM,
    LlamaConfig,
    MPTCausalLM,
    MPTConfig,
    RoBERTaConfig,
    RoBERTaEncoder,
)
from seeded import factories
from torch import nn

_ENCODER = {"hidden_width": 32, "intermediate_width": 64, "n_attention_heads": 4, "n_hidden_layers": 2, "n_pieces": 100}
_LLAMA = {
    "dtype": torch.float32,
    "hidden_width": 32,
    "intermediate_width": 64,
    "n_query_heads": 4,
    "n_key_value_heads": 2,
    "n_hidden_layers": 2,
    "n_pieces": 100,
    "rotary_embedding_fraction": 1.0,
}
_FALCON = {
    "dtype": torch.float32,
    "hidden_width": 32,
    "n_query_heads": 4,
    "n_hidden_layers": 2,
    "n_pieces": 100,
    "rotary_embedding_fraction": 1.0,
}


def _llama():
    return LlamaCausalLM(LlamaConfig(**_LLAMA))


def _falcon(**settings):
    return FalconCausalLM(FalconConfig(**(_FALCON | settings)))


def _mpt():
    return MPTCausalLM(
        MPTConfig(dtype=torch.float32, hidden_width=32, n_attention_heads=4, n_hidden_layers=2, n_pieces=100)
    )


def _neox():
    return GPTNeoXCausalLM(
        GPTNeoXConfig(
            dtype=torch.float32,
            hidden_width=32,
            intermediate_width=64,
            n_attention_heads=4,
            n_hidden_layers=2,
            n_pieces=100,
        )
    )


def _pieces(batch=2, length=7, padded=2):
    """Pieces and their mask, the second sentence padded at its end."""
    mask = torch.ones(batch, length, dtype=torch.bool)
    if padded:
        mask[1:, -padded:] = False
    return torch.randint(0, 100, (batch, length)), mask


class _Model(nn.Module):
    """A model of the package, its mask made of a tensor."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pieces, mask):
        return self.model(pieces, AttentionMask(mask))


class _Tagger(nn.Module):
    """Tags from the last hidden layer of an encoder."""

    def __init__(self):
        super().__init__()
        self.encoder = BERTEncoder(BERTConfig(**_ENCODER, embedding_width=32))
        self.tags = nn.Linear(32, 5)

    def forward(self, pieces, mask, type_ids):
        output = self.encoder(pieces, AttentionMask(mask), type_ids=type_ids)
        return self.tags(output.last_hidden_layer_state).masked_fill(~mask[..., None], 0.0)


class _Generate(nn.Module):
    def __init__(self, model, config):
        super().__init__()
        self.generator = Generator(model)
        self.model, self.config = model, config

    def forward(self, pieces, mask):
        steps = self.generator(attention_mask=AttentionMask(mask), ids=pieces, config=self.config)
        return list(steps)


class _Cached(nn.Module):
    """Decode by hand, a piece at a time, with the key-value cache."""

    def __init__(self, model, steps=4):
        super().__init__()
        self.model, self.steps = model, steps

    def forward(self, pieces, mask):
        cache, current = None, pieces
        for _ in range(self.steps):
            output = self.model(current, AttentionMask(mask), cache=cache, store_cache=True)
            cache = output.cache
            current = output.logits[:, -1:].argmax(-1)
            pieces = torch.cat([pieces, current], 1)
            mask = torch.cat([mask, torch.ones_like(current, dtype=torch.bool)], 1)
        return pieces


class _Sampling(nn.Module):
    def __init__(self):
        super().__init__()
        self.transforms = [VocabMaskTransform([1, 5]), TopKTransform(20), TopPTransform(0.8)]

    def forward(self, logits):
        for transform in self.transforms:
            logits = transform(logits)
        return logits


class _Biases(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.biases = AttentionLinearBiases(n_attention_heads=4, **settings)

    def forward(self, scores):
        return self.biases(attention_scores=scores, inplace=False)


class _Rotary(nn.Module):
    def __init__(self):
        super().__init__()
        self.rotary = QueryKeyRotaryEmbeddings(fraction=0.5, head_width=16)

    def forward(self, query, key):
        return self.rotary(query=query, key=key)


MODELS = {
    "BERT": lambda: (_Model(BERTEncoder(BERTConfig(**_ENCODER, embedding_width=32))), _pieces()),
    "Llama": lambda: (_Model(_llama()), _pieces()),
    "GenerateGreedy": lambda: (
        _Generate(_llama(), GreedyGeneratorConfig(eos_id=2, max_generated_pieces=5)),
        _pieces(padded=0),
    ),
    "Tagger": lambda: (_Tagger(), (*_pieces(), torch.randint(0, 2, (2, 7)))),
    "ALBERT": lambda: (
        _Model(ALBERTEncoder(ALBERTConfig(**_ENCODER, embedding_width=16))),
        _pieces(),
    ),
    "GenerateSample": lambda: (
        _Generate(_neox(), SampleGeneratorConfig(eos_id=2, max_generated_pieces=5, top_k=10, temperature=0.8)),
        _pieces(padded=0),
    ),
    "MPT": lambda: (_Model(_mpt()), _pieces()),
    "CachedLlama": lambda: (_Cached(_llama()), _pieces(padded=0)),
    "RoBERTa": lambda: (_Model(RoBERTaEncoder(RoBERTaConfig(**_ENCODER, embedding_width=32))), _pieces()),
    "FalconAlibi": lambda: (
        _Model(_falcon(use_alibi=True, use_bias=True, use_parallel_attention=False)),
        _pieces(),
    ),
    "FalconNew": lambda: (
        _Model(_falcon(new_decoder_architecture=True, n_key_value_heads=2)),
        _pieces(),
    ),
    "GPTNeoX": lambda: (_Model(_neox()), _pieces()),
    "CachedMPT": lambda: (_Cached(_mpt()), _pieces(padded=0)),
    "Sampling": lambda: (_Sampling(), (torch.randn(2, 1, 100),)),
    "BiasesCausal": lambda: (_Biases(is_causal=True, is_inverted=False), (torch.randn(2, 4, 6, 6),)),
    "Rotary": lambda: (_Rotary(), (torch.randn(2, 4, 6, 16), torch.randn(2, 4, 6, 16))),
    "Sinusoids": lambda: (
        SinusoidalPositionalEmbedding(width=16, max_len=32, normalize=True),
        (torch.zeros(2, 6, dtype=torch.long),),
    ),
}

__getattr__ = factories(MODELS)
