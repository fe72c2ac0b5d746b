import math

import torch
from torch import Tensor, nn


class M(nn.Module):
    def forward(self, x: Tensor, y: Tensor):
        if x.shape == y.shape: x = x + 1
        if x.dtype == torch.float16: x = x + 1
        if x.device.type == "cuda": x = x + 1
        if x.is_cuda: x = x + 1
        if x.ndim == 3 or x.dim() == 4: x = x + 1
        if x.numel() == 0: x = x + 1
        if x is y: x = x + 1
        if len(x) > 3: x = x + 1
        if x.size(0) == 3 and x.size() == y.size(): x = x + 1
        if x.is_contiguous(): x = x + 1
        if x.requires_grad: x = x + 1
        if x.stride(0) == 1: x = x + 1
        b, c = x.shape
        if b * c > 10: x = x + 1
        if isinstance(x, Tensor): x = x + 1
        if torch.is_tensor(x): x = x + 1
        if x.is_floating_point(): x = x + 1
        if torch.is_floating_point(x): x = x + 1
        if hasattr(x, "foo"): x = x + 1
        if x.device == y.device: x = x + 1
        if x.shape[-1] in (1, 3): x = x + 1
        if math.prod(x.shape) > 3: x = x + 1
        if any(s > 3 for s in x.shape): x = x + 1
        if max(x.shape) > 3: x = x + 1
        n = x.shape[0] // 2
        if n % 2: x = x + 1
        if torch.is_grad_enabled(): x = x + 1
        if x.is_sparse: x = x + 1
        if x.layout == torch.strided: x = x + 1
        if x.grad is not None: x = x + 1
        if x.names: x = x + 1
        if torch.finfo(x.dtype).min < 0: x = x + 1
        if x.element_size() == 4: x = x + 1
        if torch.cuda.is_available(): x = x + 1
        if torch.get_default_dtype() == x.dtype: x = x + 1
        return x
