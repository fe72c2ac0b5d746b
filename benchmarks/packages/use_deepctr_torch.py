import torch
from deepctr_torch import inputs as columns
from deepctr_torch import layers, models
from seeded import factories


def _sparse():
    return [columns.SparseFeat(name, 10, embedding_dim=4) for name in ("user", "item", "city")]


def _columns():
    return [*_sparse(), columns.DenseFeat("price", 1), columns.DenseFeat("age", 1)]


def _ids():
    return (torch.randint(0, 10, (4, 3)).float(),)


def _rows():
    return (torch.cat([torch.randint(0, 10, (4, 3)).float(), torch.rand(4, 2)], 1),)


def _ranking(name, **kwargs):
    options = {"dnn_hidden_units": (16, 8), **kwargs}
    return lambda: (getattr(models, name)(_columns(), _columns(), **options), _rows())


def _multi_task(name, **kwargs):
    return lambda: (getattr(models, name)(_columns(), **kwargs), _rows())


def _sequence_columns():
    return [
        columns.SparseFeat("user", 10, embedding_dim=4),
        columns.SparseFeat("item", 10, embedding_dim=4),
        columns.DenseFeat("price", 1),
        columns.VarLenSparseFeat(
            columns.SparseFeat("hist_item", 10, embedding_dim=4, embedding_name="item"), maxlen=5, length_name="length"
        ),
    ]


def _histories():
    return (
        torch.cat(
            [
                torch.randint(0, 10, (4, 2)).float(),
                torch.rand(4, 1),
                torch.randint(1, 10, (4, 5)).float(),
                torch.tensor([[5.0], [3.0], [2.0], [4.0]]),
            ],
            1,
        ),
    )


MODELS = {
    "DeepFM": _ranking("DeepFM"),
    "DeepFMBatchNorm": _ranking("DeepFM", dnn_use_bn=True, dnn_dropout=0.2, dnn_activation="prelu"),
    "xDeepFM": _ranking("xDeepFM", cin_layer_size=(8, 4)),
    "WDL": _ranking("WDL"),
    "DCN": _ranking("DCN", cross_num=2),
    "DCNMatrix": _ranking("DCN", cross_num=2, cross_parameterization="matrix"),
    "DCNMix": _ranking("DCNMix", low_rank=4, num_experts=2),
    "NFM": _ranking("NFM"),
    "AutoInt": _ranking("AutoInt", att_layer_num=1),
    "FiBiNET": _ranking("FiBiNET"),
    "ONN": _ranking("ONN"),
    "CCPM": lambda: (models.CCPM(_sparse(), _sparse(), dnn_hidden_units=(16,)), _ids()),
    "IFM": _ranking("IFM"),
    "DIFM": _ranking("DIFM"),
    "AFM": lambda: (models.AFM(_sparse(), _sparse()), _ids()),
    "AFN": lambda: (models.AFN(_columns(), _columns(), ltl_hidden_size=8, afn_dnn_hidden_units=(8,)), _rows()),
    "MLR": lambda: (models.MLR(_columns()), _rows()),
    "PNN": lambda: (models.PNN(_columns(), dnn_hidden_units=(16,), use_outter=True), _rows()),
    "DIN": lambda: (models.DIN(_sequence_columns(), ["item"], dnn_hidden_units=(16,)), _histories()),
    "DIEN": lambda: (models.DIEN(_sequence_columns(), ["item"], dnn_hidden_units=(16,)), _histories()),
    "DIENAttentionGRU": lambda: (
        models.DIEN(_sequence_columns(), ["item"], gru_type="AUGRU", dnn_hidden_units=(16,)),
        _histories(),
    ),
    "VarLenDeepFM": lambda: (
        models.DeepFM(_sequence_columns(), _sequence_columns(), dnn_hidden_units=(16,)),
        _histories(),
    ),
    "SharedBottom": _multi_task("SharedBottom"),
    "ESMM": _multi_task("ESMM"),
    "MMOE": _multi_task("MMOE"),
    "PLE": _multi_task("PLE"),
    "CIN": lambda: (layers.CIN(3, (8, 4)), (torch.randn(2, 3, 4),)),
    "KMaxPooling": lambda: (layers.KMaxPooling(2, 1), (torch.randn(2, 5, 4),)),
    "SequencePoolingLayer": lambda: (
        layers.SequencePoolingLayer("mean"),
        ([torch.randn(2, 5, 4), torch.tensor([[3], [5]])],),
    ),
    "DynamicGRU": lambda: (
        layers.DynamicGRU(4, 4, gru_type="AUGRU"),
        (
            torch.nn.utils.rnn.pack_padded_sequence(torch.randn(2, 5, 4), torch.tensor([5, 3]), batch_first=True),
            torch.nn.utils.rnn.pack_padded_sequence(torch.rand(2, 5, 1), torch.tensor([5, 3]), batch_first=True),
        ),
    ),
}

__getattr__ = factories(MODELS)
