import pandas as pd
import torch
from seeded import factories
from torch_frame import NAStrategy, stype
from torch_frame.data import Dataset
from torch_frame.nn import conv, decoder, encoder, models


def _dataset(numerical=3, categorical=2, multi=False, times=False, missing=False, rows=24):
    columns = {f"n{i}": torch.randn(rows).tolist() for i in range(numerical)}
    col_to_stype = dict.fromkeys(columns, stype.numerical)
    for i in range(categorical):
        columns[f"c{i}"] = [f"v{v}" for v in torch.randint(0, 4, (rows,)).tolist()]
        col_to_stype[f"c{i}"] = stype.categorical
    if multi:
        columns["m"] = [["a", "b"], ["b"], [], ["a", "c", "b"]] * (rows // 4)
        col_to_stype["m"] = stype.multicategorical
    if times:
        columns["t"] = pd.date_range("2020-01-01", periods=rows, freq="36h")
        col_to_stype["t"] = stype.timestamp
    if missing:
        columns["n0"][3] = float("nan")
        if categorical:
            columns["c0"][5] = None
    columns["y"] = torch.randint(0, 2, (rows,)).tolist()
    col_to_stype["y"] = stype.categorical
    return Dataset(pd.DataFrame(columns), col_to_stype, target_col="y").materialize()


def _model(cls, encoders=None, rows=8, table=None, **kwargs):
    data = _dataset(**(table or {}))
    tf = data.tensor_frame
    if encoders:
        kwargs["stype_encoder_dict"] = {k: v() for k, v in encoders.items()}
    net = cls(col_stats=data.col_stats, col_names_dict=tf.col_names_dict, **kwargs)
    return net, (tf[:rows],)


def _encoded(encoders, **table):
    return _model(encoder.StypeWiseFeatureEncoder, encoders, table=table, out_channels=8)


_BASIC = {stype.numerical: encoder.LinearEncoder, stype.categorical: encoder.EmbeddingEncoder}

MODELS = {
    "FTTransformer": lambda: _model(models.FTTransformer, channels=16, out_channels=2, num_layers=2),
    "ResNet": lambda: _model(models.ResNet, channels=16, out_channels=2, num_layers=2),
    "ResNetMissing": lambda: _model(
        models.ResNet,
        {
            stype.numerical: lambda: encoder.LinearEncoder(na_strategy=NAStrategy.MEAN),
            stype.categorical: lambda: encoder.EmbeddingEncoder(na_strategy=NAStrategy.MOST_FREQUENT),
        },
        table={"missing": True},
        channels=16,
        out_channels=2,
        num_layers=1,
        normalization="batch_norm",
    ),
    "MLP": lambda: _model(models.MLP, channels=16, out_channels=1, num_layers=2, normalization=None),
    "TabNet": lambda: _model(
        models.TabNet, out_channels=2, num_layers=2, split_feat_channels=8, split_attn_channels=8, gamma=1.2
    ),
    "TabNetReg": lambda: (
        *_model(models.TabNet, out_channels=2, num_layers=2, split_feat_channels=8, split_attn_channels=8, gamma=1.2),
        {"return_reg": True},
    ),
    "TabTransformer": lambda: _model(
        models.TabTransformer,
        channels=16,
        out_channels=2,
        num_layers=2,
        num_heads=2,
        encoder_pad_size=2,
        attn_dropout=0.1,
        ffn_dropout=0.1,
    ),
    "Trompt": lambda: _model(models.Trompt, channels=16, out_channels=2, num_prompts=4, num_layers=2),
    "ExcelFormer": lambda: _model(
        models.ExcelFormer,
        table={"categorical": 0},
        in_channels=16,
        out_channels=2,
        num_cols=3,
        num_layers=2,
        num_heads=2,
    ),
    "StypeWise": lambda: _encoded(_BASIC),
    "Timestamp": lambda: _encoded(_BASIC | {stype.timestamp: encoder.TimestampEncoder}, times=True),
    "Bucket": lambda: _encoded(
        {stype.numerical: encoder.LinearBucketEncoder, stype.categorical: encoder.EmbeddingEncoder}
    ),
    "Stacked": lambda: _encoded(
        {stype.numerical: lambda: encoder.StackEncoder(na_strategy=NAStrategy.ZEROS)}, categorical=0, missing=True
    ),
    "TromptLayers": lambda: (
        conv.TromptConv(16, 5, 4),
        (torch.randn(8, 5, 16), torch.randn(8, 4, 16)),
    ),
    "ExcelDecoder": lambda: (decoder.ExcelFormerDecoder(16, 2, 5), (torch.randn(8, 5, 16),)),
}

__getattr__ = factories(MODELS)
