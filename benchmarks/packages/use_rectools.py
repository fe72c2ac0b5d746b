import torch
from rectools.models.nn.dssm import DSSM, ItemNet
from rectools.models.nn.item_net import CatFeaturesItemNet, IdEmbeddingsItemNet, SumOfEmbeddingsConstructor
from rectools.models.nn.transformers.hstu import RelativeAttentionBias, STULayers
from rectools.models.nn.transformers.ligr import LiGRLayers
from rectools.models.nn.transformers.net_blocks import (
    LearnableInversePositionalEncoding,
    PreLNTransformerLayers,
    SwigluFeedForward,
)
from rectools.models.nn.transformers.sasrec import SASRecTransformerLayers
from rectools.models.nn.transformers.similarity import DistanceSimilarityModule
from rectools.models.nn.transformers.torch_backbone import TransformerTorchBackbone
from seeded import factories

ITEMS, FACTORS, LENGTH = 30, 16, 8


def _categories():
    """Two categorical features of each item, the padding item without any."""
    counts = torch.full((ITEMS,), 2)
    counts[0] = 0
    return CatFeaturesItemNet(
        emb_bag_inputs=torch.randint(0, 7, (2 * (ITEMS - 1),)),
        input_lengths=counts,
        offsets=torch.cat([torch.zeros(1, dtype=torch.long), counts.cumsum(0)[:-1]]),
        n_cat_feature_values=7,
        n_factors=FACTORS,
        dropout_rate=0.1,
    )


def _items(categories=False):
    blocks = [IdEmbeddingsItemNet(n_factors=FACTORS, n_items=ITEMS, dropout_rate=0.1)]
    if categories:
        blocks.append(_categories())
    return SumOfEmbeddingsConstructor(ITEMS, blocks)


def _sessions():
    sessions = torch.randint(1, ITEMS, (4, LENGTH))
    sessions[0, :3] = 0
    sessions[2, :5] = 0
    return sessions


def _backbone(layers, *, causal=True, padding=False, categories=False, distance="dot", position=True):
    net = TransformerTorchBackbone(
        n_heads=2,
        dropout_rate=0.1,
        item_model=_items(categories),
        pos_encoding_layer=LearnableInversePositionalEncoding(position, LENGTH, FACTORS),
        transformer_layers=layers,
        similarity_module=DistanceSimilarityModule(distance),
        use_causal_attn=causal,
        use_key_padding_mask=padding,
    )
    for weights in net.parameters():  # as RecTools initialises it at the start of training
        if weights.dim() > 1:
            torch.nn.init.xavier_normal_(weights)
    return net


def _times():
    return torch.randint(0, 10**6, (4, LENGTH + 1)).sort(-1).values


MODELS = {
    "SASRec": lambda: (
        _backbone(SASRecTransformerLayers(2, FACTORS, 2, 0.1), categories=True),
        ({"x": _sessions()},),
    ),
    "BERT4Rec": lambda: (
        _backbone(PreLNTransformerLayers(2, FACTORS, 2, 0.1), causal=False, padding=True),
        ({"x": _sessions()},),
    ),
    "HSTU": lambda: (
        _backbone(
            STULayers(
                n_blocks=2,
                n_factors=FACTORS,
                n_heads=2,
                linear_hidden_dim=8,
                attention_dim=8,
                session_max_len=LENGTH,
                relative_time_attention=True,
                relative_pos_attention=True,
            )
        ),
        ({"x": _sessions(), "unix_ts": _times()},),
    ),
    "TwoTower": lambda: (
        DSSM(8, 8, dim_input_user=6, dim_input_item=5, dim_interactions=ITEMS),
        (torch.rand(4, 5), torch.rand(4, 5), torch.rand(4, 6), torch.randint(0, 2, (4, ITEMS)).float()),
    ),
    "LiGR": lambda: (
        _backbone(LiGRLayers(2, FACTORS, 2, 0.1), padding=False, distance="cosine"),
        ({"x": _sessions()},),
    ),
    "Candidates": lambda: (
        _backbone(SASRecTransformerLayers(1, FACTORS, 2, 0.1), position=False),
        ({"x": _sessions()}, torch.randint(1, ITEMS, (4, LENGTH, 5))),
    ),
    "CatalogFeatures": lambda: (_categories(), (torch.arange(ITEMS),)),
    "TimeBias": lambda: (
        RelativeAttentionBias(LENGTH, relative_time_attention=True, relative_pos_attention=True, num_buckets=32),
        ({"x": _sessions(), "unix_ts": _times()},),
    ),
    "Tower": lambda: (ItemNet(8, 5), (torch.rand(4, 5),)),
    "Cosine": lambda: (
        DistanceSimilarityModule("cosine"),
        (torch.randn(4, LENGTH, FACTORS), torch.randn(ITEMS, FACTORS)),
    ),
    "Swiglu": lambda: (SwigluFeedForward(FACTORS, 32, 0.1), (torch.randn(4, LENGTH, FACTORS),)),
    "Embeddings": lambda: (_items(), (torch.randint(0, ITEMS, (4, LENGTH)),)),
}

__getattr__ = factories(MODELS)
