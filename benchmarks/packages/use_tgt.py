import importlib.util
import sys
import types

import torch
from seeded import factories
from torch import nn
from torch_geometric.typing import SparseTensor

if importlib.util.find_spec("torch_sparse") is None:  # the package needs nothing but the name of its class
    sys.modules["torch_sparse"] = types.SimpleNamespace(SparseTensor=SparseTensor)

from torch_geometric_temporal.nn.attention import AAGCN, ASTGCN, GMAN, MTGNN, STConv
from torch_geometric_temporal.nn.hetero import HeteroGCLSTM
from torch_geometric_temporal.nn.recurrent import (
    A3TGCN,
    AGCRN,
    DCRNN,
    EvolveGCNO,
    GConvLSTM,
)

NODES, FEATURES = 8, 4


def _edges():
    """A ring with a few chords."""
    i = torch.arange(NODES)
    rows = torch.cat([i, (i + 1) % NODES, torch.tensor([0, 4])])
    cols = torch.cat([(i + 1) % NODES, i, torch.tensor([4, 0])])
    return torch.stack([rows, cols]), torch.rand(2 * NODES + 2)


class _Recurrent(nn.Module):
    """A recurrent graph network over the snapshots of a signal, as in the package's examples."""

    def __init__(self, recurrent, filters=16):
        super().__init__()
        self.recurrent = recurrent
        self.linear = nn.Linear(filters, 1)

    def forward(self, snapshots, edge_index, edge_weight):
        state = ()
        for x in snapshots:
            out = self.recurrent(x, edge_index, edge_weight, *state)
            state = out if isinstance(out, tuple) else (out,)
        return self.linear(torch.relu(state[0]))


class _Evolving(nn.Module):
    """EvolveGCN over the snapshots of a signal."""

    def __init__(self):
        super().__init__()
        self.recurrent = EvolveGCNO(FEATURES)
        self.linear = nn.Linear(FEATURES, 1)

    def forward(self, snapshots, edge_index, edge_weight):
        for x in snapshots:
            h = self.recurrent(x, edge_index, edge_weight)
        return self.linear(torch.relu(h))


class _Periods(nn.Module):
    """Forecasts all periods with an attention over them."""

    def __init__(self, periods=6):
        super().__init__()
        self.net = A3TGCN(in_channels=FEATURES, out_channels=16, periods=periods)
        self.linear = nn.Linear(16, periods)

    def forward(self, x, edge_index):
        return self.linear(torch.relu(self.net(x, edge_index)))


def _signal(steps=3):
    return (torch.randn(steps, NODES, FEATURES), *_edges())


def _mtgnn():
    return MTGNN(
        gcn_true=True,
        build_adj=True,
        gcn_depth=2,
        num_nodes=NODES,
        kernel_set=[2, 3, 6, 7],
        kernel_size=7,
        dropout=0.3,
        subgraph_size=4,
        node_dim=8,
        dilation_exponential=1,
        conv_channels=8,
        residual_channels=8,
        skip_channels=8,
        end_channels=16,
        seq_length=12,
        in_dim=2,
        out_dim=3,
        layers=2,
        propalpha=0.05,
        tanhalpha=3,
        layer_norm_affline=True,
    )


def _gman():
    model = GMAN(L=1, K=2, d=4, num_his=5, bn_decay=0.1, steps_per_day=24, use_bias=True, mask=False)
    time = torch.stack([torch.randint(7, (2, 8)), torch.randint(24, (2, 8))], dim=-1)
    return model, (torch.randn(2, 5, NODES), torch.randn(NODES, 8), time)


def _hetero():
    metadata = (["author", "paper"], [("author", "writes", "paper"), ("paper", "cited", "author")])
    model = HeteroGCLSTM({"author": 4, "paper": 6}, 8, metadata)
    x = {"author": torch.randn(5, 4), "paper": torch.randn(7, 6)}
    edges = {
        ("author", "writes", "paper"): torch.stack([torch.randint(5, (10,)), torch.randint(7, (10,))]),
        ("paper", "cited", "author"): torch.stack([torch.randint(7, (10,)), torch.randint(5, (10,))]),
    }
    model(x, edges)  # sets the shapes of lazy parameters
    return model, (x, edges)


MODELS = {
    "Diffusion": lambda: (_Recurrent(DCRNN(FEATURES, 16, 2)), _signal()),
    "Attention": lambda: (
        ASTGCN(1, FEATURES, 3, 8, 8, 1, 4, 6, NODES),
        (torch.randn(2, NODES, FEATURES, 6), _edges()[0]),
    ),
    "Multivariate": lambda: (_mtgnn(), (torch.randn(2, 2, NODES, 12),)),
    "Convolution": lambda: (
        STConv(NODES, FEATURES, 8, 8, 3, 3),
        (torch.randn(2, 8, NODES, FEATURES), *_edges()),
    ),
    "Periods": lambda: (_Periods(), (torch.randn(NODES, FEATURES, 6), _edges()[0])),
    "Gated": lambda: (_Recurrent(GConvLSTM(FEATURES, 16, 2)), _signal()),
    "Evolving": lambda: (_Evolving(), _signal()),
    "Embedded": lambda: _gman(),
    "Skeletons": lambda: (
        AAGCN(3, 8, edge_index=_edges()[0], num_nodes=NODES),
        (torch.randn(2, 3, 10, NODES),),
    ),
    "Heterogeneous": lambda: _hetero(),
    "Adaptive": lambda: (
        AGCRN(number_of_nodes=NODES, in_channels=FEATURES, out_channels=8, K=2, embedding_dimensions=4),
        (torch.randn(2, NODES, FEATURES), torch.randn(NODES, 4)),
    ),
}

__getattr__ = factories(MODELS)
