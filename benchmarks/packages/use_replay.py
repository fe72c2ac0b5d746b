import torch
from replay.data import FeatureHint, FeatureSource, FeatureType
from replay.data.nn import TensorFeatureInfo, TensorFeatureSource, TensorSchema
from replay.models.nn.sequential.bert4rec.model import Bert4RecModel
from replay.models.nn.sequential.sasrec.model import SasRecModel
from replay.nn.agg import ConcatAggregator, SumAggregator
from replay.nn.embedding import SequenceEmbedding
from replay.nn.ffn import SwiGLUEncoder
from replay.nn.loss import BCESampled, CESampled, LogInCESampled
from replay.nn.mask import DefaultAttentionMask
from replay.nn.sequential import PositionAwareAggregator, SasRec, SasRecBody, SasRecTransformerLayer
from replay.nn.sequential.sasrec import DiffTransformerLayer
from replay.nn.sequential.twotower import TwoTower, TwoTowerBody
from replay.nn.transform import (
    GroupTransform,
    NextTokenTransform,
    RenameTransform,
    TokenMaskTransform,
    TrimTransform,
    UniformNegativeSamplingTransform,
    UnsqueezeTransform,
)
from seeded import factories
from torch import nn

ITEMS, GENRES, LENGTH, DIM, BATCH = 40, 8, 10, 16, 3


def _categorical(name, cardinality, hint=None, kind=FeatureType.CATEGORICAL):
    return TensorFeatureInfo(
        name,
        is_seq=True,
        feature_type=kind,
        embedding_dim=DIM,
        padding_value=cardinality,
        cardinality=cardinality,
        feature_hint=hint,
        feature_sources=[TensorFeatureSource(FeatureSource.INTERACTIONS, name)],
    )


def _numerical(name):
    return TensorFeatureInfo(
        name,
        is_seq=True,
        feature_type=FeatureType.NUMERICAL,
        embedding_dim=DIM,
        tensor_dim=1,
        padding_value=0,
        feature_sources=[TensorFeatureSource(FeatureSource.INTERACTIONS, name)],
    )


def _schema(*more):
    return TensorSchema([_categorical("item_id", ITEMS, FeatureHint.ITEM_ID), *more])


def _items():
    return torch.randint(ITEMS, (BATCH, LENGTH))


def _padding():
    mask = torch.ones(BATCH, LENGTH, dtype=torch.bool)
    mask[0, :3] = False
    return mask


def _layer():
    return SasRecTransformerLayer(DIM, num_heads=2, num_blocks=2, dropout=0.1, activation="relu")


def _sasrec(loss, schema=None, encoder=None, aggregator=None):
    schema = schema or _schema()
    body = SasRecBody(
        embedder=SequenceEmbedding(schema=schema),
        embedding_aggregator=PositionAwareAggregator(
            embedding_aggregator=aggregator or SumAggregator(embedding_dim=DIM),
            max_sequence_length=LENGTH,
            dropout=0.1,
        ),
        attn_mask_builder=DefaultAttentionMask(reference_feature_name="item_id", num_heads=2),
        encoder=encoder or _layer(),
        output_normalization=nn.LayerNorm(DIM),
    )
    return SasRec(body=body, loss=loss)


class _Step(nn.Module):
    """A training step: the loss of a model in train mode."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        return self.model.forward_train(**batch)["loss"]


def _batch(negatives=True, **features):
    return {
        "feature_tensors": {"item_id": _items(), **features},
        "padding_mask": _padding(),
        "positive_labels": torch.randint(ITEMS, (BATCH, LENGTH, 1)),
        "negative_labels": torch.randint(ITEMS, (6,)) if negatives else None,
        "target_padding_mask": _padding().unsqueeze(-1),
    }


class _Items:
    """The features of the catalog."""

    def __init__(self):
        self.features = {"item_id": torch.arange(ITEMS), "genre": torch.randint(GENRES, (ITEMS,))}

    @property
    def feature_names(self):
        return list(self.features)

    def __getitem__(self, key):
        return self.features[key]


def _two_towers():
    schema = _schema(_categorical("genre", GENRES))
    embedder = SequenceEmbedding(schema=schema)
    body = TwoTowerBody(
        schema=schema,
        embedder=embedder,
        attn_mask_builder=DefaultAttentionMask(reference_feature_name="item_id", num_heads=2),
        query_tower_feature_names=["item_id", "genre"],
        query_embedding_aggregator=PositionAwareAggregator(SumAggregator(DIM), max_sequence_length=LENGTH, dropout=0.1),
        item_embedding_aggregator=SumAggregator(DIM),
        query_encoder=_layer(),
        query_tower_output_normalization=nn.LayerNorm(DIM),
        item_encoder=SwiGLUEncoder(embedding_dim=DIM, hidden_dim=32),
        item_features_reader=_Items(),
    )
    return TwoTower(body=body, loss=CESampled(ignore_index=ITEMS))


def _preparation():
    return nn.Sequential(
        NextTokenTransform(label_name="item_id", ignore=["user_id"]),
        RenameTransform(
            {"user_id": "query_id", "item_id_mask": "padding_mask", "positive_labels_mask": "target_padding_mask"}
        ),
        UniformNegativeSamplingTransform(cardinality=ITEMS, num_negative_samples=5),
        UnsqueezeTransform("target_padding_mask", -1),
        UnsqueezeTransform("positive_labels", -1),
        GroupTransform({"feature_tensors": ["item_id"]}),
    )


def _masking():
    return nn.Sequential(
        TrimTransform(seq_len=6, feature_names=["item_id", "padding_mask"]),
        TokenMaskTransform("padding_mask", mask_prob=0.3),
    )


MODELS = {
    "Inference": lambda: (_sasrec(CESampled(ignore_index=ITEMS)), ({"item_id": _items()}, _padding())),
    "Training": lambda: (_Step(_sasrec(CESampled(ignore_index=ITEMS))), (_batch(),)),
    "Towers": lambda: (
        _two_towers(),
        ({"item_id": _items(), "genre": torch.randint(GENRES, (BATCH, LENGTH))}, _padding()),
    ),
    "Bert4Rec": lambda: (
        Bert4RecModel(
            _schema(), max_len=LENGTH, hidden_size=DIM, num_blocks=2, num_heads=2, enable_embedding_tying=True
        ),
        ({"item_id": _items()}, _padding(), torch.rand(BATCH, LENGTH) > 0.2),
    ),
    "Differential": lambda: (
        _sasrec(
            BCESampled(),
            _schema(_categorical("genres", GENRES, kind=FeatureType.CATEGORICAL_LIST), _numerical("price")),
            DiffTransformerLayer(DIM, num_heads=2, num_blocks=2),
        ),
        (
            {
                "item_id": _items(),
                "genres": torch.randint(GENRES, (BATCH, LENGTH, 3)),
                "price": torch.rand(BATCH, LENGTH),
            },
            _padding(),
        ),
    ),
    "Preparation": lambda: (
        _preparation(),
        ({"item_id": _items(), "item_id_mask": _padding(), "user_id": torch.arange(BATCH)},),
    ),
    "BinaryTraining": lambda: (
        _Step(
            _sasrec(
                BCESampled(),
                _schema(_categorical("genre", GENRES)),
                aggregator=ConcatAggregator(input_embedding_dims=[DIM, DIM], output_embedding_dim=DIM),
            )
        ),
        (_batch(genre=torch.randint(GENRES, (BATCH, LENGTH))),),
    ),
    "OldSasRec": lambda: (
        SasRecModel(_schema(), num_blocks=2, num_heads=2, hidden_size=DIM, max_len=LENGTH),
        ({"item_id": _items()}, _padding()),
    ),
    "TimeIntervals": lambda: (
        SasRecModel(
            _schema(_timestamp()),
            num_blocks=1,
            num_heads=2,
            hidden_size=DIM,
            max_len=LENGTH,
            ti_modification=True,
            time_span=32,
        ),
        ({"item_id": _items(), "timestamp": torch.randint(1000, (BATCH, LENGTH)).cumsum(1)}, _padding()),
    ),
    "InBatch": lambda: (_Step(_sasrec(LogInCESampled())), (_batch(),)),
    "Masking": lambda: (_masking(), ({"item_id": _items(), "padding_mask": _padding()},)),
}


def _timestamp():
    return TensorFeatureInfo(
        "timestamp",
        is_seq=True,
        feature_type=FeatureType.NUMERICAL,
        tensor_dim=1,
        padding_value=0,
        feature_hint=FeatureHint.TIMESTAMP,
        feature_sources=[TensorFeatureSource(FeatureSource.INTERACTIONS, "timestamp")],
    )


__getattr__ = factories(MODELS)
