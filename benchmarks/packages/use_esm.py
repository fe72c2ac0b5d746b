import argparse

import esm
import torch
from esm import axial_attention, modules, multihead_attention
from esm.model import esm1, esm2, msa_transformer
from seeded import factories

AMINO_ACIDS = 20


def _sequences(length=12):
    tokens = torch.randint(4, 4 + AMINO_ACIDS, (2, length))
    tokens[:, 0] = 0
    tokens[1, -2:] = 1
    return tokens


def _ended():
    tokens = _sequences()
    tokens[:, -1] = 2
    return tokens


def _arguments(**kwargs):
    return argparse.Namespace(
        **{
            "arch": "roberta_large",
            "embed_dim": 16,
            "ffn_embed_dim": 32,
            "attention_heads": 2,
            "layers": 2,
            "max_positions": 64,
            "final_bias": True,
            "logit_bias": True,
            "dropout": 0.1,
            "attention_dropout": 0.1,
            "activation_dropout": 0.1,
            "max_tokens": 2048,
            "token_dropout": True,
            "emb_layer_norm_before": True,
            "embed_positions_msa": True,
            "max_tokens_per_msa": 2048,
            **kwargs,
        }
    )


def _small(**kwargs):
    return esm2.ESM2(num_layers=2, embed_dim=16, attention_heads=2, **kwargs)


MODELS = {
    "ESM2": lambda: (_small(), (_sequences(),)),
    "ESM2Unpadded": lambda: (_small(token_dropout=False), (torch.randint(4, 24, (2, 10)),)),
    "ESM2Hidden": lambda: (_small(), ((_sequences(),), {"repr_layers": [0, 1, 2]})),
    "ESM2Contacts": lambda: (_small(), ((_sequences(),), {"return_contacts": True})),
    "ESM1b": lambda: (
        esm1.ProteinBertModel(_arguments(), esm.Alphabet.from_architecture("roberta_large")),
        (_sequences(),),
    ),
    "ESM1bContacts": lambda: (
        esm1.ProteinBertModel(_arguments(), esm.Alphabet.from_architecture("roberta_large")),
        ((_sequences(),), {"return_contacts": True}),
    ),
    "ESM1": lambda: (
        esm1.ProteinBertModel(
            _arguments(arch="protein_bert_base"), esm.Alphabet.from_architecture("protein_bert_base")
        ),
        (torch.randint(4, 24, (2, 10)),),
    ),
    "MSATransformer": lambda: (
        msa_transformer.MSATransformer(_arguments(), esm.Alphabet.from_architecture("msa_transformer")),
        (torch.randint(4, 24, (1, 3, 10)),),
    ),
    "MSATransformerPadded": lambda: (
        msa_transformer.MSATransformer(_arguments(), esm.Alphabet.from_architecture("msa_transformer")),
        (torch.stack([_sequences(), _sequences()], 1),),
    ),
    "TransformerLayer": lambda: (
        modules.TransformerLayer(16, 32, 2, use_rotary_embeddings=True),
        (torch.randn(8, 2, 16),),
    ),
    "MultiheadAttention": lambda: (
        multihead_attention.MultiheadAttention(16, 2, self_attention=True, use_rotary_embeddings=True),
        (torch.randn(8, 2, 16), torch.randn(8, 2, 16), torch.randn(8, 2, 16)),
    ),
    "RowSelfAttention": lambda: (axial_attention.RowSelfAttention(16, 2), (torch.randn(3, 8, 2, 16),)),
    "RowSelfAttentionBatched": lambda: (
        axial_attention.RowSelfAttention(16, 2, max_tokens_per_msa=16),
        (torch.randn(3, 8, 2, 16),),
    ),
    "ColumnSelfAttention": lambda: (axial_attention.ColumnSelfAttention(16, 2), (torch.randn(3, 8, 2, 16),)),
    "SinusoidalPositions": lambda: (modules.SinusoidalPositionalEmbedding(16, 1), (_sequences(),)),
    "LearnedPositions": lambda: (modules.LearnedPositionalEmbedding(64, 16, 1), (_sequences(),)),
    "RobertaLMHead": lambda: (modules.RobertaLMHead(16, 33, torch.randn(33, 16)), (torch.randn(2, 8, 16),)),
    "ContactPredictionHead": lambda: (
        modules.ContactPredictionHead(4, True, True, eos_idx=2),
        (_ended(), torch.rand(2, 2, 2, 12, 12)),
    ),
}

__getattr__ = factories(MODELS)
