import tempfile

import torch
from fuxictr.features import FeatureMap
from fuxictr.pytorch.layers import FeatureEmbedding, MLP_Block
from fuxictr.pytorch.models import MultiTaskModel
from model_zoo import LongCTR
from seeded import factories
from torch import nn

BATCH, LENGTH = 4, 24
MODEL = {
    "gpu": -1,
    "verbose": 0,
    "metrics": ["AUC", "logloss"],
    "model_root": tempfile.gettempdir(),
    "optimizer": "adam",
    "loss": "binary_crossentropy",
    "embedding_dim": 8,
}


class _SharedBottom(MultiTaskModel):
    """The multitask model of the package's zoo: layers shared by the tasks, and a tower for each."""

    def __init__(self, feature_map, embedding_dim, tasks=2, **settings):
        super().__init__(feature_map, task=["binary_classification"] * tasks, num_tasks=tasks, **settings)
        self.embedding_layer = FeatureEmbedding(feature_map, embedding_dim)
        self.bottom = MLP_Block(
            embedding_dim * feature_map.num_fields, [32], "ReLU", dropout_rates=0.1, batch_norm=True
        )
        self.tower = nn.ModuleList(MLP_Block(32, [16], "ReLU", output_dim=1) for _ in range(tasks))
        self.compile(settings["optimizer"], settings["loss"], lr=1e-3)
        self.reset_parameters()
        self.model_to_device()

    def forward(self, inputs):
        x = self.get_inputs(inputs)
        hidden = self.bottom(self.embedding_layer(x).flatten(start_dim=1))
        outputs = [tower(hidden) for tower in self.tower]
        names = [f"{label}_pred" for label in self.feature_map.labels]
        return {n: act(y) for n, act, y in zip(names, self.output_activation, outputs, strict=True)}


def _feature_map(items=True, labels=("click",)):
    """Features of users, contexts and items, as the package's preprocessing describes them."""
    fields = FeatureMap("small", tempfile.gettempdir())
    fields.features["user"] = {"type": "categorical", "source": "user", "vocab_size": 30, "padding_idx": 0}
    fields.features["hour"] = {"type": "categorical", "source": "context", "vocab_size": 25}
    fields.features["price"] = {"type": "numeric", "source": "context"}
    source = "item" if items else "context"
    fields.features["item"] = {"type": "categorical", "source": source, "vocab_size": 60, "padding_idx": 0}
    fields.features["category"] = {"type": "categorical", "source": source, "vocab_size": 9, "padding_idx": 0}
    if not items:
        fields.features["history"] = {
            "type": "sequence",
            "source": "user",
            "vocab_size": 60,
            "padding_idx": 0,
            "max_len": LENGTH,
            "share_embedding": "item",
            "feature_encoder": "layers.MaskedAveragePooling()",
        }
    fields.labels = list(labels)
    fields.default_emb_dim = MODEL["embedding_dim"]
    fields.num_fields = fields.get_num_fields()
    fields.set_column_index()
    return fields


def _context():
    return {
        "user": torch.randint(1, 30, (BATCH,)),
        "hour": torch.randint(0, 25, (BATCH,)),
        "price": torch.rand(BATCH),
    }


def _batch():
    """A batch of the loader of long sequences: contexts, items with the target as the last, and the mask."""
    mask = (torch.arange(LENGTH) >= torch.tensor([[0], [3], [9], [16]])).float()
    target = torch.ones(BATCH, 1)
    known = torch.cat([mask, target], 1).long()
    items = {
        "item": (torch.randint(1, 60, (BATCH, LENGTH + 1)) * known).flatten(),
        "category": (torch.randint(1, 9, (BATCH, LENGTH + 1)) * known).flatten(),
    }
    return (_context() | {"click": torch.randint(0, 2, (BATCH,))}, items, mask)


def _flat():
    return _context() | {
        "item": torch.randint(1, 60, (BATCH,)),
        "category": torch.randint(1, 9, (BATCH,)),
        "history": torch.randint(0, 60, (BATCH, LENGTH)),
        "click": torch.randint(0, 2, (BATCH,)),
        "buy": torch.randint(0, 2, (BATCH,)),
    }


def _long(cls, **settings):
    return cls(_feature_map(), **(MODEL | settings)), (_batch(),)


DNN = {"dnn_hidden_units": [32, 16], "net_dropout": 0.1}
SEARCH = DNN | {"attention_dim": 16, "num_heads": 2, "short_seq_len": 8}

MODELS = {
    "DIN": lambda: _long(LongCTR.DIN, attention_hidden_units=[16], **DNN),
    "SIM": lambda: _long(LongCTR.SIM, topk=6, **SEARCH),
    "DCN": lambda: _long(
        LongCTR.DCNv2,
        model_structure="parallel",
        num_cross_layers=2,
        parallel_dnn_hidden_units=[32, 16],
        use_low_rank_mixture=True,
        low_rank=8,
        num_experts=2,
    ),
    "Multitask": lambda: (
        _SharedBottom(_feature_map(items=False, labels=("click", "buy")), **MODEL),
        (_flat(),),
    ),
    "DIEN": lambda: _long(LongCTR.DIEN, dnn_hidden_units=[32, 16], attention_hidden_units=[16]),
    "ETA": lambda: _long(LongCTR.ETA, topk=6, hash_bits=16, **SEARCH),
    "TransAct": lambda: _long(
        LongCTR.TransAct, dcn_cross_layers=2, dcn_hidden_units=[32, 16], dim_feedforward=32, num_heads=2, first_k_cols=3
    ),
    "TWIN": lambda: _long(LongCTR.TWIN, topk=6, **SEARCH),
    "SDIM": lambda: _long(LongCTR.SDIM, num_hashes=2, hash_bits=3, l2_norm=True, **SEARCH),
    "FinalMLP": lambda: _long(
        LongCTR.FinalMLP,
        mlp1_hidden_units=[32, 16],
        mlp2_hidden_units=[16],
        fs_hidden_units=[16],
        num_heads=4,
        use_fs=False,
    ),
    "MIRRN": lambda: _long(LongCTR.MIRRN, topk=6, hash_bits=16, max_len=40, **SEARCH),
}

__getattr__ = factories(MODELS)
