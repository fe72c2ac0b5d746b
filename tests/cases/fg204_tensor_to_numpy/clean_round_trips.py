import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = torch.from_numpy(np.sin(x.detach().cpu().numpy())) + torch.as_tensor(np.asarray(x.detach()) * 2)
        x = x + torch.from_numpy(np.where(x.numpy() > 0, x.numpy(), 1.0)).float()
        x = x * np.sqrt(x.shape[-1]) + np.log(10.0) + np.float32(2.0)
        x = x.masked_fill(x > 2, -np.inf)[np.newaxis, :, : int(np.ceil(x.shape[1] / 2))].clamp(-np.pi, np.pi)
        y = np.concatenate([x.numpy(), np.zeros(x.shape, dtype=np.float32)])
        for row in y:
            x = x + torch.from_numpy(row.astype(np.float32).copy())
        x = x + torch.from_numpy(y.sum(axis=0, keepdims=True)) + y.shape[0] + len(y) + np.finfo(np.float32).eps
        return x + torch.from_numpy(np.random.rand(x.shape[-1])).float() * 0


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
