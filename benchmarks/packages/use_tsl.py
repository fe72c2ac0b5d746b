import torch
from seeded import factories
from torch import nn
from tsl.metrics.torch import MaskedMAE, MaskedMAPE, MaskedMSE
from tsl.metrics.torch.pinball_loss import pinball_loss
from tsl.nn.blocks.encoders import DCRNN, TemporalConvNet, TransformerLayer
from tsl.nn.layers import NodeEmbedding
from tsl.nn.models import (
    AGCRNModel,
    BiRNNImputerModel,
    DCRNNModel,
    EvolveGCNModel,
    GatedGraphNetworkModel,
    GraphWaveNetModel,
    GRINModel,
    GRUGCNModel,
    RNNEncGCNDecModel,
    SPINModel,
    STCNModel,
    TransformerModel,
)

NODES, WINDOW, HORIZON = 6, 12, 4


def _graph():
    source = torch.arange(NODES)
    edges = torch.stack([torch.cat([source, source]), torch.cat([(source + 1) % NODES, (source + 2) % NODES])])
    return edges, torch.rand(2 * NODES) + 0.1


def _series(batch=2, channels=1, window=WINDOW):
    return torch.randn(batch, window, NODES, channels)


def _time(batch=2, size=2):
    return torch.randn(batch, WINDOW, size)


def _mask(batch=2):
    return torch.rand(batch, WINDOW, NODES, 1) > 0.3


class _Forecast(nn.Module):
    """A model with the metrics of its forecasts where the target is known."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, edge_index, edge_weight, target, mask):
        forecast = self.model(x, edge_index, edge_weight)
        metrics = {"mae": MaskedMAE(), "mse": MaskedMSE(), "mape": MaskedMAPE(mask_nans=True)}
        return forecast, {name: metric(forecast, target, mask) for name, metric in metrics.items()}


class _Impute(nn.Module):
    """Imputation, with the loss on values that were hidden from the model."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, mask, hidden, *graph):
        visible = mask & ~hidden
        values = torch.where(visible, x, torch.zeros_like(x))
        output = self.model(values, *graph, mask=visible)
        imputed, *_others = output if isinstance(output, (tuple, list)) else (output,)
        loss = ((imputed - x).abs() * hidden).sum() / hidden.sum().clamp(min=1)
        return torch.where(visible, x, imputed), loss


class _Hybrid(nn.Module):
    """A forecaster of one's own, with embeddings of nodes and a graph recurrence, for three quantiles."""

    def __init__(self, hidden=16):
        super().__init__()
        self.embedding = NodeEmbedding(NODES, 8)
        self.temporal = TemporalConvNet(1 + 8, hidden, kernel_size=2, dilation=2, n_layers=2, gated=True)
        self.spatial = DCRNN(hidden, hidden, n_layers=1, k=2)
        self.attention = TransformerLayer(hidden, hidden, ff_size=32, n_heads=2, axis="time", causal=True)
        self.heads = nn.ModuleList([nn.Linear(hidden, HORIZON) for _ in range(3)])
        self.quantiles = (0.1, 0.5, 0.9)

    def forward(self, x, edge_index, edge_weight, target):
        nodes = self.embedding(expand=(x.shape[0], x.shape[1], -1, -1))
        h = self.temporal(torch.cat([x, nodes], -1))
        h = self.attention(h)
        h = self.spatial(h, edge_index, edge_weight)
        h = h[0] if isinstance(h, tuple) else h
        h = h[:, -1] if h.dim() == 4 else h
        forecasts = [head(h).transpose(1, 2)[..., None] for head in self.heads]
        return sum(
            pinball_loss(forecast, target, q).mean() for q, forecast in zip(self.quantiles, forecasts, strict=True)
        )


MODELS = {
    "Wavenet": lambda: (
        GraphWaveNetModel(1, 1, HORIZON, hidden_size=8, ff_size=16, n_layers=3, n_nodes=NODES, emb_size=4, exog_size=2),
        (_series(), *_graph(), _time()),
    ),
    "DiffusionRecurrent": lambda: (
        _Forecast(DCRNNModel(1, 1, HORIZON, hidden_size=8, ff_size=16, kernel_size=2, n_layers=2)),
        (_series(), *_graph(), _series(window=HORIZON), torch.rand(2, HORIZON, NODES, 1) > 0.2),
    ),
    "AdaptiveRecurrent": lambda: (
        AGCRNModel(1, 1, HORIZON, NODES, hidden_size=8, emb_size=4, n_layers=2),
        (_series(),),
    ),
    "GraphImputation": lambda: (
        _Impute(GRINModel(1, hidden_size=8, ff_size=16, embedding_size=4, n_nodes=NODES, n_layers=1)),
        (_series(), _mask(), _mask(), *_graph()),
    ),
    "Transformer": lambda: (
        TransformerModel(1, 1, HORIZON, exog_size=2, hidden_size=8, ff_size=16, n_heads=2, n_layers=2, axis="both"),
        (_series(), _time()),
    ),
    "EvolvingGraph": lambda: (
        EvolveGCNModel(
            1, 4, 1, HORIZON, exog_size=0, n_layers=2, norm="mean", root_weight=True, cached=False, variant="H"
        ),
        (_series(), *_graph()),
    ),
    "SparseAttention": lambda: (
        SPINModel(1, 8, NODES, exog_size=2, n_layers=2, eta=1),
        (_series(), _time(), _mask().float(), _graph()[0]),
    ),
    "GatedGraph": lambda: (
        GatedGraphNetworkModel(1, WINDOW, HORIZON, NODES, 8, output_size=1, gnn_layers=2, full_graph=False),
        (_series(), _graph()[0]),
    ),
    "RecurrentImputation": lambda: (
        _Impute(BiRNNImputerModel(1, hidden_size=8, n_nodes=NODES, cell="gru", dropout=0.1)),
        (_series(), _mask(), _mask()),
    ),
    "Convolutional": lambda: (
        STCNModel(
            1,
            0,
            8,
            16,
            1,
            n_layers=2,
            horizon=HORIZON,
            temporal_kernel_size=2,
            spatial_kernel_size=2,
            norm="layer",
            gated=True,
        ),
        (_series(), *_graph()),
    ),
    "Hybrid": lambda: (_Hybrid(), (_series(), *_graph(), _series(window=HORIZON))),
    "EncoderDecoder": lambda: (
        RNNEncGCNDecModel(
            1, 8, 1, 0, rnn_layers=1, gcn_layers=2, rnn_dropout=0.1, gcn_dropout=0.1, horizon=HORIZON, cell_type="lstm"
        ),
        (_series(), *_graph()),
    ),
    "TimeThenSpace": lambda: (
        GRUGCNModel(1, 8, 1, HORIZON, exog_size=0, enc_layers=1, gcn_layers=2, norm="asym"),
        (_series(), *_graph()),
    ),
}

__getattr__ = factories(MODELS)
