import torch
from flood_forecast.basic import d_n_linear, gru_vanilla, linear_regression, lstm_vanilla
from flood_forecast.da_rnn import model as da_rnn
from flood_forecast.meta_models import basic_ae, merging_model
from flood_forecast.transformer_xl import (
    dsanet,
    informer,
    multi_head_base,
    transformer_basic,
)
from seeded import factories


def _series(length=20, features=3, batch=4):
    return torch.randn(batch, length, features)


def _informer(**kwargs):
    return informer.Informer(
        **(
            {
                "n_time_series": 3,
                "dec_in": 3,
                "c_out": 1,
                "seq_len": 20,
                "label_len": 10,
                "out_len": 4,
                "factor": 3,
                "d_model": 16,
                "n_heads": 2,
                "e_layers": 2,
                "d_layers": 1,
                "d_ff": 32,
                "device": "cpu",
            }
            | kwargs
        )
    )


def _marks(length):
    return torch.stack([torch.randint(1, high, (4, length)) for high in (12, 28, 7, 23)], -1)


class _Decode(torch.nn.Module):
    """A forecast of one step after another."""

    def __init__(self, net, length):
        super().__init__()
        self.net = net
        self.length = length

    def forward(self, src, target):
        return linear_regression.simple_decode(self.net, src, self.length, target, output_len=1)


MODELS = {
    "SimpleLinear": lambda: (linear_regression.SimpleLinearModel(20, 3, output_seq_len=2), (_series(),)),
    "DecodedLinear": lambda: (
        _Decode(linear_regression.SimpleLinearModel(20, 3), 5),
        (_series(batch=1), _series(length=25, batch=1)),
    ),
    "NLinear": lambda: (d_n_linear.NLinear(20, 5, enc_in=3, individual=True), (_series(),)),
    "LSTM": lambda: (lstm_vanilla.LSTMForecast(20, 3, output_seq_len=2, hidden_states=8, batch_size=4), (_series(),)),
    "GRU": lambda: (gru_vanilla.VanillaGRU(3, 8, 2, 1, 0.1, forecast_length=2), (_series(),)),
    "DARNN": lambda: (da_rnn.DARNN(3, 8, 20, 8, out_feats=1), (_series(length=19),)),
    "MultiHeadSimple": lambda: (
        multi_head_base.MultiAttnHeadSimple(3, seq_len=20, output_seq_len=2, d_model=16, num_heads=2),
        (_series(),),
    ),
    "SimpleTransformer": lambda: (
        transformer_basic.SimpleTransformer(3, seq_length=20, output_seq_len=2, d_model=16, n_heads=2, forward_dim=32),
        (_series(), _series(length=2)),
    ),
    "CustomTransformer": lambda: (
        transformer_basic.CustomTransformerDecoder(
            20, 2, 3, d_model=16, n_layers_encoder=1, forward_dim=32, n_heads=2, use_mask=True
        ),
        (_series(),),
    ),
    "CustomTransformerMeta": lambda: (
        transformer_basic.CustomTransformerDecoder(
            20,
            2,
            3,
            d_model=16,
            n_layers_encoder=1,
            forward_dim=32,
            n_heads=2,
            meta_data={
                "method": "Concat",
                "params": {"cat_dim": 2, "repeat": True, "use_layer": True, "combined_d": 20, "out_shape": 16},
            },
        ),
        (_series(),),
        {"meta_data": torch.randn(4)},
    ),
    "InformerProb": lambda: (_informer(), (_series(), _marks(20), _series(length=14), _marks(14))),
    "InformerFull": lambda: (
        _informer(attn="full", activation="relu"),
        (_series(), _marks(20), _series(length=14), _marks(14)),
    ),
    "DSANet": lambda: (
        dsanet.DSANet(20, 3, 3, 8, 1, 16, 32, dsanet_n_layers=1, dsanet_n_head=2),
        (_series(),),
    ),
    "AutoEncoder": lambda: (basic_ae.AE(12, 4), (torch.randn(4, 12),)),
    "MergedMeta": lambda: (
        merging_model.MergingModel("Bilinear", {"in1_features": 20, "in2_features": 1, "out_features": 10}),
        (torch.randn(4, 20, 16), torch.randn(16)),
    ),
}

__getattr__ = factories(MODELS)
