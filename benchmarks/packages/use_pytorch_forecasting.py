import torch
from pytorch_forecasting.layers._kan import _kan_layer
from pytorch_forecasting.layers._nbeats import _blocks
from pytorch_forecasting.layers._recurrent._mlstm import network as mlstm
from pytorch_forecasting.layers._recurrent._slstm import network as slstm
from pytorch_forecasting.metrics import point, quantile
from pytorch_forecasting.models.nhits import sub_modules as nhits
from pytorch_forecasting.models.nn import embeddings, rnn
from pytorch_forecasting.models.temporal_fusion_transformer import sub_modules as tft
from pytorch_forecasting.models.tide import sub_modules as tide
from pytorch_forecasting.models.timexer import sub_modules as timexer
from seeded import factories
from torch import nn


class Loss(nn.Module):
    def __init__(self, metric):
        super().__init__()
        self.metric = metric

    def forward(self, prediction, target):
        return self.metric.loss(prediction, target)


def _x(*shape):
    return torch.randn(shape or (2, 6, 8))


def _nhits():
    return nhits.NHiTS(
        context_length=6,
        prediction_length=3,
        output_size=[1],
        static_size=2,
        encoder_covariate_size=2,
        decoder_covariate_size=1,
        static_hidden_size=4,
        n_blocks=[1, 1],
        n_layers=[2, 2],
        hidden_size=[[8, 8], [8, 8]],
        pooling_sizes=[2, 1],
        downsample_frequencies=[2, 1],
        pooling_mode="max",
        interpolation_mode="linear",
        dropout=0.0,
        activation="ReLU",
        initialization="lecun_normal",
        batch_normalization=False,
        shared_weights=False,
        naive_level=True,
    )


def _attention():
    return timexer.AttentionLayer(timexer.FullAttention(False), 8, 2)


MODELS = {
    "Seasonal": lambda: (_blocks.NBEATSSeasonalBlock(8), (_x(2, 10),)),
    "Trend": lambda: (_blocks.NBEATSTrendBlock(8, 3), (_x(2, 10),)),
    "GenericKAN": lambda: (_blocks.NBEATSGenericBlockKAN(8, 3), (_x(2, 10),)),
    "KAN": lambda: (_kan_layer.KANLayer(3, 2), (_x(4, 3),)),
    "mLSTM": lambda: (mlstm.mLSTMNetwork(8, 8, 1, 2), (_x(),)),
    "sLSTM": lambda: (slstm.sLSTMNetwork(8, 8, 1, 2), (_x(),)),
    "NHiTS": lambda: (_nhits(), (_x(2, 6, 1), torch.ones(2, 6), _x(2, 6, 2), _x(2, 3, 1), _x(2, 2))),
    "VariableSelection": lambda: (
        tft.VariableSelectionNetwork(
            {"a": 3, "b": 4}, 8, context_size=5, prescalers=nn.ModuleDict({"a": nn.Linear(1, 3), "b": nn.Linear(1, 4)})
        ),
        ({"a": _x(2, 6, 1), "b": _x(2, 6, 1)}, _x(2, 6, 5)),
    ),
    "GatedResidual": lambda: (tft.GatedResidualNetwork(8, 8, 4, context_size=3), (_x(), _x(2, 6, 3))),
    "Interpretable": lambda: (tft.InterpretableMultiHeadAttention(2, 8), (_x(), _x(), _x())),
    "TimeDistributed": lambda: (tft.TimeDistributed(nn.Linear(8, 4), batch_first=True), (_x(),)),
    "Tide": lambda: (
        tide._TideModule(1, 2, 2, 3, 6, 1, 1, 4, 8, 8, 4, True, 0.1, 8),
        ((_x(2, 6, 3), _x(2, 3, 2), _x(2, 1, 2)),),
    ),
    "MultiEmbedding": lambda: (
        embeddings.MultiEmbedding(
            {"a": (5, 3), "g": (5, 2)}, x_categoricals=["a", "b", "c"], categorical_groups={"g": ["b", "c"]}
        ),
        (torch.randint(0, 5, (2, 6, 3)),),
    ),
    "LSTMLengths": lambda: (
        rnn.LSTM(8, 4, batch_first=True),
        (_x(),),
        {"lengths": torch.tensor([6, 4]), "enforce_sorted": False},
    ),
    "GRU": lambda: (rnn.GRU(8, 4, batch_first=True), (_x(),)),
    "TimeXer": lambda: (
        timexer.Encoder([timexer.EncoderLayer(_attention(), _attention(), 8, 16)], nn.LayerNorm(8)),
        (_x(2, 3, 8), _x(2, 4, 8)),
    ),
    "TimeXerEmbedding": lambda: (timexer.EnEmbedding(1, 8, 2, 0.1), (_x(2, 1, 6),)),
    "SMAPE": lambda: (Loss(point.SMAPE()), (_x(2, 3, 1), _x(2, 3))),
    "Quantile": lambda: (Loss(quantile.QuantileLoss()), (_x(2, 3, 7), _x(2, 3))),
    "MetricUpdate": lambda: (point.MAE(), (_x(2, 3, 1), _x(2, 3))),
}

__getattr__ = factories(MODELS)
