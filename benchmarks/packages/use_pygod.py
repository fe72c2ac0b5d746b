"""Modules of pygod: outliers in graphs."""

import random

import torch
from pygod.nn import (
    AdONEBase,
    AnomalyDAEBase,
    CoLABase,
    DMGDBase,
    DOMINANTBase,
    DONEBase,
    GADNRBase,
    GUIDEBase,
    OCGNNBase,
)
from pygod.nn.functional import double_recon_loss
from seeded import factories
from torch import nn
from torch_geometric.data import Data
from torch_geometric.utils import to_dense_adj

NODES, FEATURES = 12, 6


def _graph():
    x = torch.rand(NODES, FEATURES)
    ring = torch.arange(NODES)
    more = torch.randint(0, NODES, (2, 20))
    edges = torch.cat([torch.stack([ring, (ring + 1) % NODES]), more[:, more[0] != more[1]]], 1)
    edges = torch.cat([edges, edges.flip(0)], 1)
    return x, torch.unique(edges, dim=1)


def _adjacency(edges):
    return to_dense_adj(edges, max_num_nodes=NODES)[0]


class _Scores(nn.Module):
    """The scores of nodes by what a model reconstructs, as a detector has them."""

    def __init__(self, model, batch_size=NODES, **weights):
        super().__init__()
        self.model = model
        self.batch_size = batch_size
        self.weights = weights

    def forward(self, x, s, *inputs):
        x_, s_ = self.model(*inputs)
        size = self.batch_size
        return double_recon_loss(x[:size], x_[:size], s[:size], s_[:size], **self.weights)


class _Loss(nn.Module):
    """A model and its own loss."""

    def __init__(self, model, loss="loss_func", targets=0, times=1):
        super().__init__()
        self.model = model
        self.loss = getattr(model, loss)
        self.targets = targets
        self.times = times

    def forward(self, *inputs):
        losses = []
        for _ in range(self.times):
            outputs = self.model(*inputs)
            outputs = outputs if isinstance(outputs, tuple) else (outputs,)
            losses.append(self.loss(*self._paired(inputs, outputs)))
        return losses

    def _paired(self, inputs, outputs):
        """The targets, each before what reconstructs it."""
        pairs = [value for pair in zip(inputs[: self.targets], outputs, strict=False) for value in pair]
        return (*pairs, *outputs[self.targets :])


class _Neighborhoods(nn.Module):
    """Reconstructs the neighborhoods of nodes, all of a graph or a batch of them."""

    def __init__(self, model, degrees):
        super().__init__()
        self.model = model
        self.degrees = degrees

    def forward(self, x, edges, *batch):
        outputs = self.model(x, edges, *batch)
        return self.model.loss_func(*outputs, self.degrees)


class _Preparation(nn.Module):
    """The neighbors of each node, and the features that are normalized."""

    def forward(self, x, edges):
        data, neighbors, numbers, _ = GADNRBase.process_graph(Data(x=x, edge_index=edges))
        return data.x, data.edge_index, neighbors, numbers


def _dominant(**weights):
    x, edges = _graph()
    return _Scores(DOMINANTBase(FEATURES, 8), **weights), (x, _adjacency(edges), x, edges)


def _anomaly_dae():
    x, edges = _graph()
    return _Scores(AnomalyDAEBase(FEATURES, NODES, 8, 8), NODES - 2), (x, _adjacency(edges), x, edges, NODES)


def _cola():
    return CoLABase(FEATURES, 8), _graph()


def _one_class():
    return _Loss(OCGNNBase(FEATURES, 8, warmup=2), times=3), _graph()


def _guide():
    x, edges = _graph()
    s = torch.randint(0, 5, (NODES, 6)).float()
    return _Scores(GUIDEBase(FEATURES, 6, 8), pos_weight_s=0.8), (x, s, x, s, edges)


def _done(model=DONEBase, loss="loss_func"):
    x, edges = _graph()
    return _Loss(model(FEATURES, NODES, 8), loss, 2), (x, _adjacency(edges), edges)


def _neighborhoods(full=True, loss="KL"):
    random.seed(0)
    x, edges = _graph()
    data, neighbors, degrees, _ = GADNRBase.process_graph(Data(x=x, edge_index=edges))
    options = {"full_batch": full, "neigh_loss": loss, "sample_time": 2, "neighbor_num_list": degrees}
    model = GADNRBase(FEATURES, 8, deg_dec_layers=2, fea_dec_layers=2, **options)
    model.pool.terminate()
    model.pool = None
    if full:
        return _Neighborhoods(model, degrees), (data.x, data.edge_index)
    batch = [1, 4, 7]
    mapping = {node: node for node in range(NODES)}
    return _Neighborhoods(model, degrees[batch]), (data.x, data.edge_index, batch, neighbors, mapping)


def _clusters():
    _, edges = _graph()
    model = DMGDBase(NODES, 8, warmup=0)
    return _Loss(model, targets=1, times=2), (_adjacency(edges), edges)


MODELS = {
    "Dominant": lambda: _dominant(pos_weight_a=0.7, bce_s=False),
    "AnomalyDAE": _anomaly_dae,
    "OneClass": _one_class,
    "Neighborhoods": _neighborhoods,
    "Sampled": lambda: _neighborhoods(full=False),
    "Clusters": _clusters,
    "Contrastive": _cola,
    "Graphlets": _guide,
    "Autoencoders": _done,
    "Adversarial": lambda: _done(AdONEBase, "loss_func_g"),
    "Preparation": lambda: (_Preparation(), _graph()),
}
__getattr__ = factories(MODELS)
