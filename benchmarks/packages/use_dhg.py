import dhg
import torch
from dhg import models, nn
from seeded import factories


def _graph(n=20, e=40):
    return dhg.Graph(n, torch.randint(0, n, (e, 2)).tolist(), extra_selfloop=True)


def _hypergraph(n=20, e=12):
    return dhg.Hypergraph(n, [sorted(set(torch.randint(0, n, (4,)).tolist())) for _ in range(e)])


def _bigraph(u=8, v=12, e=40):
    ends = torch.randint(0, u, (e,)).tolist(), torch.randint(0, v, (e,)).tolist()
    edges = set(zip(*ends, strict=True))
    return dhg.BiGraph(u, v, sorted(edges))


class _OnGraph(torch.nn.Module):
    """A network at the structure that its vertices have, as in a training on one graph."""

    def __init__(self, net, *structures):
        super().__init__()
        self.net = net
        self.structures = structures

    def forward(self, *inputs):
        return self.net(*inputs, *self.structures)


class _Recommendation(torch.nn.Module):
    """The BPR loss of users, items they chose and items they did not."""

    def __init__(self, net, *structures):
        super().__init__()
        self.net = net
        self.structures = structures
        self.bpr = nn.BPRLoss()
        self.regularization = nn.EmbeddingRegularization(p=2, weight_decay=1e-4)

    def forward(self, users, positive, negative):
        emb_users, emb_items = self.net(*self.structures)
        users, positive, negative = emb_users[users], emb_items[positive], emb_items[negative]
        loss = self.bpr((users * positive).sum(1), (users * negative).sum(1))
        return loss + self.regularization(users, positive, negative)


def _triples():
    return torch.randint(0, 8, (16,)), torch.randint(0, 12, (16,)), torch.randint(0, 12, (16,))


def _x(n=20, c=8):
    return torch.randn(n, c)


MODELS = {
    "GCN": lambda: (models.GCN(8, 16, 3, use_bn=True), (_x(), _graph())),
    "GAT": lambda: (models.GAT(8, 4, 3, num_heads=2), (_x(), _graph())),
    "GraphSAGE": lambda: (models.GraphSAGE(8, 16, 3, aggr="mean"), (_x(), _graph())),
    "GIN": lambda: (models.GIN(8, 16, 3, num_layers=2, train_eps=True), (_x(), _graph())),
    "GCNOnGraph": lambda: (_OnGraph(models.GCN(8, 16, 3), _graph()), (_x(),)),
    "HGNN": lambda: (models.HGNN(8, 16, 3), (_x(), _hypergraph())),
    "HGNNP": lambda: (models.HGNNP(8, 16, 3, use_bn=True), (_x(), _hypergraph())),
    "HNHN": lambda: (models.HNHN(8, 16, 3), (_x(), _hypergraph())),
    "HyperGCN": lambda: (models.HyperGCN(8, 16, 3, use_mediator=True), (_x(), _hypergraph())),
    "UniGCN": lambda: (models.UniGCN(8, 16, 3), (_x(), _hypergraph())),
    "UniSAGE": lambda: (models.UniSAGE(8, 16, 3), (_x(), _hypergraph())),
    "UniGINOnHypergraph": lambda: (_OnGraph(models.UniGIN(8, 16, 3), _hypergraph()), (_x(),)),
    "LightGCN": lambda: (_Recommendation(models.LightGCN(8, 12, 8, num_layers=2), _bigraph()), _triples()),
    "NGCF": lambda: (_Recommendation(models.NGCF(8, 12, 8, num_layers=2), _bigraph()), _triples()),
    "HypergraphPooling": lambda: (_OnHypergraph(), (_x(), _hypergraph())),
}


class _OnHypergraph(torch.nn.Module):
    """Messages from vertices to hyperedges and back, as in the tutorials."""

    def __init__(self):
        super().__init__()
        self.theta = torch.nn.Linear(8, 16)

    def forward(self, x, hg):
        y = hg.v2e(self.theta(x), aggr="mean")
        return torch.relu(hg.e2v(y, aggr="sum")), hg.smoothing_with_HGNN(x)


__getattr__ = factories(MODELS)
