import torch
from seeded import factories
from topomodelx.nn.cell import can, ccxn, cwn
from topomodelx.nn.combinatorial import hmc
from topomodelx.nn.hypergraph import hypergat, unigcnii, unigin
from topomodelx.nn.simplicial import hsn, san, sccn, sccnn, scnn
from topomodelx.utils.sparse import from_sparse
from toponetx.classes import SimplicialComplex
from torch import nn


class _Classifier(nn.Module):
    """A network of a complex, and the readout of the package's examples: a label for the whole complex."""

    def __init__(self, backbone, channels, classes=2):
        super().__init__()
        self.backbone = backbone
        self.heads = nn.ModuleList(nn.Linear(size, classes) for size in channels)

    def forward(self, *inputs):
        out = 0
        for head, x in zip(self.heads, self.backbone(*inputs), strict=True):
            mean = torch.nanmean(head(x), dim=0)
            mean[torch.isnan(mean)] = 0
            out = out + mean
        return out


class _Nodes(nn.Module):
    """A network of a hypergraph that labels the nodes, as in the package's examples."""

    def __init__(self, backbone, hidden, classes=3):
        super().__init__()
        self.backbone = backbone
        self.linear = nn.Linear(hidden, classes)

    def forward(self, x_0, incidence_1):
        x_0, _ = self.backbone(x_0, incidence_1)
        return self.linear(x_0)


class _Edges(nn.Module):
    """A network of edges that labels the complex, with the largest of the values."""

    def __init__(self, backbone, hidden, classes=2):
        super().__init__()
        self.backbone = backbone
        self.linear = nn.Linear(hidden, classes)

    def forward(self, *inputs):
        x = self.backbone(*inputs)
        return self.linear(torch.max(x, dim=0)[0])


def _complex():
    """A small simplicial complex: triangles that share edges and nodes."""
    faces = [(0, 1, 2), (1, 2, 3), (2, 3, 4), (4, 5, 6), (5, 6, 7)]
    return SimplicialComplex([*faces, (0, 7), (3, 6)])


def _sizes():
    return _complex().shape


def _features(*channels):
    return tuple(torch.randn(count, size) for count, size in zip(_sizes(), channels, strict=False))


def _incidence(rank):
    return from_sparse(_complex().incidence_matrix(rank))


def _laplacian(rank, kind="hodge"):
    complex_ = _complex()
    matrix = {
        "hodge": complex_.hodge_laplacian_matrix,
        "up": complex_.up_laplacian_matrix,
        "down": complex_.down_laplacian_matrix,
    }[kind]
    return from_sparse(matrix(rank))


def _adjacency(rank):
    return from_sparse(_complex().adjacency_matrix(rank))


def _hypergraph(channels, self_loops=False):
    """Features of the nodes of a hypergraph, with the incidence matrix, sparse."""
    incidence = (torch.rand(12, 6) < 0.35).float()
    incidence[torch.arange(12), torch.arange(12) % 6] = 1
    if self_loops:
        incidence = torch.cat([incidence, torch.eye(12)], 1)
    return torch.randn(12, channels), incidence.to_sparse_coo()


def _cells():
    x_0, x_1, x_2 = _features(5, 6, 7)
    return x_0, x_1, x_2, _adjacency(1), _incidence(2), _incidence(1).t()


def _ranks():
    features = {f"rank_{rank}": x for rank, x in enumerate(_features(8, 8, 8))}
    adjacencies = {
        "rank_0": _adjacency(0),
        "rank_1": _laplacian(1),
        "rank_2": from_sparse(_complex().coadjacency_matrix(2)),
    }
    return features, {"rank_1": _incidence(1), "rank_2": _incidence(2)}, adjacencies


def _combinatorial():
    return (
        *_features(5, 6, 7),
        _adjacency(0),
        _adjacency(1),
        from_sparse(_complex().coadjacency_matrix(2)),
        _incidence(1),
        _incidence(2),
    )


def _simplices():
    laplacians = (_laplacian(0), _laplacian(1, "down"), _laplacian(1, "up"), _laplacian(2))
    return _features(5, 6, 7), laplacians, (_incidence(1), _incidence(2))


MODELS = {
    "CellAttention": lambda: (
        _Edges(can.CAN(5, 6, 8, heads=2, n_layers=2, att_lift=False, att_activation=nn.LeakyReLU(0.2)), 8),
        (*_features(5, 6), _adjacency(0), _laplacian(1, "down"), _laplacian(1, "up")),
    ),
    "CellWeisfeiler": lambda: (_Classifier(cwn.CWN(5, 6, 7, 8, 2), (8, 8, 8)), _cells()),
    "HypergraphAttention": lambda: (_Nodes(hypergat.HyperGAT(6, 8, n_layers=2), 8), _hypergraph(6, self_loops=True)),
    "SimplicialConvolution": lambda: (
        _Classifier(sccnn.SCCNN((5, 6, 7), (8, 8, 8), conv_order=2, sc_order=2, n_layers=2), (8, 8, 8)),
        _simplices(),
    ),
    "Isomorphism": lambda: (_Nodes(unigin.UniGIN(6, 8, n_layers=2, train_eps=True), 8), _hypergraph(6)),
    "SimplicialAttention": lambda: (
        _Edges(san.SAN(6, 8, n_filters=2, order_harmonic=3), 8),
        (_features(5, 6)[1], _laplacian(1, "up"), _laplacian(1, "down")),
    ),
    "HigherOrderAttention": lambda: (
        _Classifier(hmc.HMC([[[5, 6, 7], [8, 8, 8], [8, 8, 8]], [[8, 8, 8], [8, 8, 8], [8, 8, 8]]]), (8, 8, 8)),
        _combinatorial(),
    ),
    "Residual": lambda: (
        _Nodes(unigcnii.UniGCNII(6, 8, n_layers=2, use_norm=True), 8),
        _hypergraph(6, self_loops=True),
    ),
    "Messages": lambda: (sccn.SCCN(8, 2, n_layers=2), _ranks()),
    "Edges": lambda: (
        _Edges(scnn.SCNN(6, 8, conv_order_down=2, conv_order_up=2, aggr_norm=True, update_func="relu"), 8),
        (_features(5, 6)[1], _laplacian(1, "down"), _laplacian(1, "up")),
    ),
    "CellConvolution": lambda: (
        _Classifier(ccxn.CCXN(5, 6, 7, n_layers=2, att=True), (5, 6, 7)),
        (*_features(5, 6), _adjacency(0), _incidence(2).t()),
    ),
    "HighSkip": lambda: (_Edges(hsn.HSN(6, n_layers=2), 6), (_features(6)[0], _incidence(1), _adjacency(0))),
}

__getattr__ = factories(MODELS)
