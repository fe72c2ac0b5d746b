from typing import Callable, Dict, Optional

import torch
from torch import Tensor, nn


def eager_attention_forward(module, q, k, v, mask: Optional[Tensor], scaling: float, dropout: float = 0.0, **kwargs):
    w = torch.matmul(q, k.transpose(2, 3)) * scaling
    if mask is not None:
        w = w + mask[:, :, :, : k.shape[-2]]
    if w.isnan().any():  # hit
        w = torch.nan_to_num(w)
    return torch.matmul(w, v), w
class Registry(dict):
    def get_interface(self, name, default):
        return self.get(name, default)
ALL: Dict[str, Callable] = {"sdpa": eager_attention_forward}
class Att(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.q = nn.Linear(3, 3)
    def forward(self, hidden_states: Tensor, attention_mask: Optional[Tensor] = None, **kwargs):
        q = self.q(hidden_states).view(*hidden_states.shape[:-1], -1, 3).transpose(1, 2)
        fn: Callable = eager_attention_forward
        if self.config._attn_implementation != "eager":
            fn = ALL[self.config._attn_implementation]
        out, w = fn(self, q, q, q, attention_mask, scaling=1.0, **kwargs)
        if out.mean() > 0:  # hit
            out = out + 1
        return out
