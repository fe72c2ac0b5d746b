import torch
from seeded import factories
from torch_rechub.basic import features, layers
from torch_rechub.models import generative, matching, multi_task, ranking

TOWER = {"dims": [8], "dropout": 0.1, "activation": "relu"}


def _sparse(*names):
    return [features.SparseFeature(name, vocab_size=20, embed_dim=8) for name in names]


def _dense(*names):
    return [features.DenseFeature(name) for name in names]


def _history(name="hist", shared="item", pooling="concat"):
    return [features.SequenceFeature(name, vocab_size=20, embed_dim=8, pooling=pooling, shared_with=shared)]


def _batch():
    batch = {name: torch.randint(1, 20, (4,)) for name in ("user", "city", "item", "brand", "label_item")}
    batch |= {"price": torch.rand(4), "age": torch.rand(4)}
    batch |= {"hist": torch.randint(1, 20, (4, 6)), "neg_hist": torch.randint(1, 20, (4, 6))}
    batch |= {"neg": torch.randint(1, 20, (4, 3)), "seq": torch.randint(1, 20, (4, 6))}
    return batch


def _rank(build):
    return lambda: (build(), (_batch(),))


MODELS = {
    "WideDeep": _rank(lambda: ranking.WideDeep(_dense("price", "age"), _sparse("user", "item"), TOWER)),
    "DeepFM": _rank(lambda: ranking.DeepFM(_sparse("user", "item") + _dense("price"), _sparse("user", "item"), TOWER)),
    "DCN": _rank(lambda: ranking.DCN(_sparse("user", "item") + _dense("price"), 2, TOWER)),
    "DCNv2": _rank(lambda: ranking.DCNv2(_sparse("user", "item") + _dense("price"), 2, TOWER, low_rank=4)),
    "EDCN": _rank(lambda: ranking.EDCN(_sparse("user", "item", "city"), 2, {"dropout": 0.1, "activation": "relu"})),
    "AFM": _rank(lambda: ranking.AFM(_sparse("user", "item", "city"), 8, t=8)),
    "AutoInt": _rank(lambda: ranking.AutoInt(_sparse("user", "item"), _dense("price"), num_layers=1, mlp_params=TOWER)),
    "FiBiNet": _rank(lambda: ranking.FiBiNet(_sparse("user", "item", "city"), TOWER)),
    "DIN": _rank(
        lambda: ranking.DIN(_sparse("user", "city"), _history(), _sparse("item"), {"dims": [8]}, {"dims": [8]})
    ),
    "DIEN": _rank(
        lambda: ranking.DIEN(_sparse("user", "city"), _history(), _history("neg_hist"), _sparse("item"), {"dims": [8]})
    ),
    "BST": _rank(
        lambda: ranking.BST(_sparse("user", "city"), _history(), _sparse("item"), {"dims": [8]}, nhead=2, max_seq_len=7)
    ),
    "SharedBottom": _rank(
        lambda: multi_task.SharedBottom(
            _sparse("user", "item"), ["classification", "classification"], {"dims": [8]}, [{"dims": [8]}, {"dims": [8]}]
        )
    ),
    "MMOE": _rank(
        lambda: multi_task.MMOE(
            _sparse("user", "item"), ["classification", "regression"], 2, {"dims": [8]}, [{"dims": [8]}, {"dims": [8]}]
        )
    ),
    "PLE": _rank(
        lambda: multi_task.PLE(
            _sparse("user", "item"),
            ["classification", "classification"],
            2,
            1,
            1,
            {"dims": [8]},
            [{"dims": [8]}, {"dims": [8]}],
        )
    ),
    "AITM": _rank(lambda: multi_task.AITM(_sparse("user", "item"), 2, {"dims": [8]}, [{"dims": [8]}, {"dims": [8]}])),
    "ESMM": _rank(lambda: multi_task.ESMM(_sparse("user", "city"), _sparse("item", "brand"), TOWER, TOWER)),
    "DSSM": _rank(lambda: matching.DSSM(_sparse("user", "city"), _sparse("item"), {"dims": [8]}, {"dims": [8]})),
    "YoutubeDNN": _rank(
        lambda: matching.YoutubeDNN(
            _sparse("user") + _history(pooling="mean"), _sparse("item"), _history("neg"), {"dims": [8]}
        )
    ),
    "GRU4Rec": _rank(
        lambda: matching.GRU4Rec(_sparse("user"), _history(), _sparse("item"), _history("neg"), {"dims": [8]})
    ),
    "MIND": _rank(lambda: matching.MIND(_sparse("user"), _history(), _sparse("item"), _history("neg"), 6)),
    "ComirecSA": _rank(lambda: matching.ComirecSA(_sparse("user"), _history(), _sparse("item"), _history("neg"))),
    "STAMP": _rank(lambda: matching.STAMP(_history("hist", None)[0], 0.1, 0.1)),
    "NARM": _rank(lambda: matching.NARM(_history("hist", None)[0], 8, 0.1, 0.1)),
    "HSTU": lambda: (
        generative.HSTUModel(vocab_size=20, d_model=16, n_heads=2, n_layers=1, dqk=8, dv=8, max_seq_len=10),
        (torch.randint(1, 20, (2, 10)),),
    ),
    "CapsuleNetwork": lambda: (
        layers.CapsuleNetwork(8, 6, interest_num=2),
        (torch.randn(2, 6, 8), torch.ones(2, 6)),
    ),
    "SENETLayer": lambda: (layers.SENETLayer(4), (torch.randn(2, 4, 8),)),
    "CIN": lambda: (layers.CIN(3, [8, 4]), (torch.randn(2, 3, 8),)),
}

__getattr__ = factories(MODELS)
