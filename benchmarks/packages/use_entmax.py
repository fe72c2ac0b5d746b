import entmax
import torch
from seeded import factories
from torch import nn


class _Attention(nn.Module):
    """Multi-head attention with alpha-entmax in place of softmax, alpha being learned for each head."""

    def __init__(self, dim=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.alpha = nn.Parameter(torch.zeros(heads))

    def forward(self, x):
        batch, length, dim = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        alpha = 1 + torch.sigmoid(self.alpha).view(1, -1, 1, 1)
        weights = entmax.entmax_bisect(scores, alpha=alpha, dim=-1)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, dim))


class _Classifier(nn.Module):
    """A classifier with the 1.5-entmax loss."""

    def __init__(self, classes=20):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, classes))
        self.loss = entmax.Entmax15Loss(k=10, ignore_index=0, reduction="elementwise_mean")

    def forward(self, x, labels):
        return self.loss(self.net(x), labels)


class _Selector(nn.Module):
    """Weighs features by sparsemax, as TabNet does."""

    def __init__(self, features=24):
        super().__init__()
        self.mask = nn.Sequential(nn.Linear(features, features), nn.BatchNorm1d(features), entmax.Sparsemax(dim=-1))
        self.net = nn.Linear(features, 3)

    def forward(self, x):
        return self.net(self.mask(x) * x)


MODELS = {
    "Sparsemax": lambda: (entmax.Sparsemax(dim=-1), (torch.randn(4, 30),)),
    "Entmax15": lambda: (entmax.Entmax15(dim=1, k=8), (torch.randn(4, 40, 3),)),
    "Classifier": lambda: (_Classifier(), (torch.randn(8, 16), torch.randint(20, (8,)))),
    "Attention": lambda: (_Attention(), (torch.randn(2, 12, 32),)),
    "Selector": lambda: (_Selector(), (torch.randn(8, 24),)),
    "EntmaxBisect": lambda: (entmax.EntmaxBisect(alpha=1.3), (torch.randn(4, 30),)),
    "Budget": lambda: (entmax.BudgetBisect(budget=3), (torch.randn(4, 20),)),
    "SparsemaxLoss": lambda: (entmax.SparsemaxLoss(), (torch.randn(8, 20), torch.randint(20, (8,)))),
    "NormmaxBisect": lambda: (entmax.NormmaxBisect(alpha=2), (torch.randn(4, 20),)),
    "BisectLoss": lambda: (
        entmax.EntmaxBisectLoss(alpha=1.7, n_iter=30),
        (torch.randn(8, 20), torch.randint(20, (8,))),
    ),
    "SparsemaxBisectLoss": lambda: (
        entmax.SparsemaxBisectLoss(reduction="sum"),
        (torch.randn(8, 20), torch.randint(20, (8,))),
    ),
}

__getattr__ = factories(MODELS)
