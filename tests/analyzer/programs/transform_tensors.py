import torch
from torch import nn


class M(nn.Module):
    def forward(self, q, k, v):
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        if q.mean() > 0:  # hit
            q = q + 1
        a, b = map(lambda t: t + 1, (q, k))
        if a.mean() > 0:  # hit
            q = q + 1
        qkv = torch.cat([q, k, v], dim=-1).chunk(3, dim=-1)
        if qkv[0].mean() > 0:  # hit
            q = q + 1
        xs = [q, k]
        xs += [v]
        if xs[-1].mean() > 0:  # hit
            q = q + 1
        d = dict(a=q, b=k)
        if d["a"].mean() > 0:  # hit
            q = q + 1
        d.update(c=v)
        if d["c"].mean() > 0:  # hit
            q = q + 1
        s = torch.stack(list(d.values()))
        if s.mean() > 0:  # hit
            q = q + 1
        q, *rest = xs
        if q.mean() > 0:  # hit
            q = q + 1
        for i in range(len(xs)):
            if xs[i].sum() > 0:  # hit
                q = q + 1
        while q.sum() > 0:  # hit
            q = q - 1
        return q
