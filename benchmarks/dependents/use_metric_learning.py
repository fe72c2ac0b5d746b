import torch
from pytorch_metric_learning import distances, losses, miners, reducers
from torch import nn


class _Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 8))


class Triplet(_Embedder):
    def __init__(self):
        super().__init__()
        self.loss = losses.TripletMarginLoss(distance=distances.CosineSimilarity(), reducer=reducers.MeanReducer())

    def forward(self, x, y):
        return self.loss(self.net(x), y)


class TripletMined(_Embedder):
    def __init__(self):
        super().__init__()
        self.miner = miners.MultiSimilarityMiner()
        self.loss = losses.TripletMarginLoss()

    def forward(self, x, y):
        e = self.net(x)
        return self.loss(e, y, self.miner(e, y))


class Arc(_Embedder):
    def __init__(self):
        super().__init__()
        self.loss = losses.ArcFaceLoss(num_classes=4, embedding_size=8)

    def forward(self, x, y):
        return self.loss(self.net(x), y)


class NTXent(_Embedder):
    def __init__(self):
        super().__init__()
        self.loss = losses.SelfSupervisedLoss(losses.NTXentLoss(temperature=0.2))

    def forward(self, a, b):
        return self.loss(self.net(a), self.net(b))


class ProxyAnchor(_Embedder):
    def __init__(self):
        super().__init__()
        self.loss = losses.ProxyAnchorLoss(num_classes=4, embedding_size=8)

    def forward(self, x, y):
        return self.loss(self.net(x), y)


def _xy():
    return [(torch.randn(16, 10), torch.arange(16) % 4)]


Triplet_inputs = TripletMined_inputs = Arc_inputs = ProxyAnchor_inputs = _xy


def NTXent_inputs():
    return [(torch.randn(8, 10), torch.randn(8, 10))]
