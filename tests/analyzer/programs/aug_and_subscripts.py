import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        total = 0
        for i in range(3):
            total += x[i].sum()
        if total > 0:  # hit
            x = x + 1
        acc = {}
        acc["a"] = 0
        acc["a"] += x.mean()
        if acc["a"] > 0:  # hit
            x = x + 1
        losses = []
        losses.append(x.mean())
        loss = sum(losses) / len(losses)
        if loss > 10:  # hit
            loss = loss * 0
        n = 0
        n += x.shape[0]
        if n > 3: x = x + 1
        m = max(x.shape[0], 3)
        if m > 3: x = x + 1
        z = x[..., 0]
        z[0] = 1
        if (z == 0).all():  # hit
            x = x + 1
        a, b = x.split(2, dim=0)
        if a.sum() > b.sum():  # hit
            x = x + 1
        v, i = torch.max(x, dim=0)
        if v.sum() > 0 or i.sum() > 0:  # hit
            x = x + 1
        r = x.topk(3)
        if r.values.sum() > 0:  # hit
            x = x + 1
        u = torch.where(x > 0, x, -x)
        if u.min() < 0:  # hit
            x = x + 1
        return x
