import torch
from seeded import factories
from sentence_transformers import SentenceTransformer, losses
from sentence_transformers.base.modules import Dense, Normalize
from sentence_transformers.sentence_transformer.modules import CNN, LSTM, LayerNorm, Pooling, WeightedLayerPooling
from sentence_transformers.sparse_encoder.modules import SparseAutoEncoder, SpladePooling
from torch import nn


class _Loss(nn.Module):
    """What the trainer asks of a loss: features of each column, and labels."""

    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def forward(self, columns, labels):
        return self.loss([dict(column) for column in columns], labels)


class _Module(nn.Module):
    """A module over a dictionary of features, which it may write to."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, features):
        return self.module(dict(features))


def _model():
    return SentenceTransformer(modules=[Pooling(16, "mean"), Dense(16, 8), Normalize()], device="cpu")


def _features(n=4, length=7, dim=16):
    lengths = torch.randint(2, length + 1, (n, 1))
    return {
        "token_embeddings": torch.randn(n, length, dim),
        "attention_mask": (torch.arange(length)[None] < lengths).long(),
        "sentence_lengths": lengths[:, 0],
    }


def _columns(count):
    return [_features() for _ in range(count)]


def _loss(loss, columns, labels):
    return _Loss(loss), (_columns(columns), labels)


def _module(module, **features):
    return _Module(module), (_features() | features,)


MODELS = {
    "Encoder": lambda: (_model(), (_features(),)),
    "PoolingModes": lambda: _module(
        Pooling(16, ("cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"))
    ),
    "WeightedLayers": lambda: _module(
        WeightedLayerPooling(16, num_hidden_layers=3, layer_start=1),
        all_layer_embeddings=[torch.randn(4, 7, 16) for _ in range(4)],
    ),
    "Convolutions": lambda: _module(CNN(16, 8, [1, 3])),
    "Recurrent": lambda: _module(LSTM(16, 8, bidirectional=True)),
    "NormedSentence": lambda: _module(LayerNorm(16), sentence_embedding=torch.randn(4, 16)),
    "SparseCoder": lambda: _module(
        SparseAutoEncoder(16, hidden_dim=32, k=4, k_aux=8), sentence_embedding=torch.randn(4, 16)
    ),
    "Splade": lambda: _module(SpladePooling(pooling_strategy="max", chunk_size=3)),
    "RankingNegatives": lambda: _loss(losses.MultipleNegativesRankingLoss(_model()), 3, None),
    "Matryoshka": lambda: _loss(
        losses.MatryoshkaLoss(
            m := _model(), losses.MultipleNegativesRankingLoss(m), matryoshka_dims=[8, 4], n_dims_per_step=1
        ),
        2,
        None,
    ),
    "CoSent": lambda: _loss(losses.CoSENTLoss(_model()), 2, torch.rand(4)),
    "OnlineContrastive": lambda: _loss(losses.OnlineContrastiveLoss(_model()), 2, torch.tensor([1, 0, 1, 0])),
    "BatchHardTriplets": lambda: _loss(losses.BatchHardTripletLoss(_model()), 1, torch.tensor([0, 1, 0, 1])),
    "BatchSemiHardTriplets": lambda: _loss(losses.BatchSemiHardTripletLoss(_model()), 1, torch.tensor([0, 1, 0, 1])),
    "SoftmaxOverPairs": lambda: _loss(losses.SoftmaxLoss(_model(), 8, 3), 2, torch.tensor([0, 1, 2, 1])),
    "MegaBatch": lambda: _loss(losses.MegaBatchMarginLoss(_model(), use_mini_batched_version=False), 2, None),
}

__getattr__ = factories(MODELS)
