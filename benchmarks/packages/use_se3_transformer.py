import torch
from se3_transformer_pytorch import SE3Transformer
from se3_transformer_pytorch import se3_transformer_pytorch as se3
from se3_transformer_pytorch.rotary import SinusoidalEmbeddings
from seeded import factories

SMALL = {"dim": 8, "heads": 2, "dim_head": 4, "depth": 1, "num_degrees": 2}


def _cloud(count=8, width=8):
    return torch.randn(1, count, width), torch.randn(1, count, 3), torch.ones(1, count).bool()


def _chain(count=8):
    positions = torch.arange(count)
    return (positions[:, None] - positions[None, :]).abs() == 1


def _features():
    return {"0": torch.randn(1, 8, 4, 1), "1": torch.randn(1, 8, 4, 3)}


def _fiber(width=4):
    return se3.Fiber.create(2, width)


MODELS = {
    "Neighbors": lambda: (SE3Transformer(num_neighbors=4, **SMALL), _cloud()),
    "Tokens": lambda: (
        SE3Transformer(num_tokens=10, num_neighbors=3, output_degrees=2, **SMALL),
        (torch.randint(0, 10, (1, 8)), torch.randn(1, 8, 3), torch.ones(1, 8).bool()),
    ),
    "Sparse": lambda: (
        SE3Transformer(attend_sparse_neighbors=True, num_neighbors=0, max_sparse_neighbors=4, **SMALL),
        _cloud(),
        {"adj_mat": _chain()},
    ),
    "EGNN": lambda: (
        SE3Transformer(use_egnn=True, egnn_hidden_dim=8, num_neighbors=4, **SMALL),
        _cloud(),
        {"return_type": 1},
    ),
    "Causal": lambda: (SE3Transformer(causal=True, attend_self=True, num_neighbors=4, **SMALL), _cloud()),
    "Edges": lambda: (
        SE3Transformer(num_edge_tokens=4, edge_dim=4, num_neighbors=4, **SMALL),
        _cloud(),
        {"edges": torch.randint(0, 4, (1, 8, 8)), "return_type": 0},
    ),
    "Adjacency": lambda: (
        SE3Transformer(num_adj_degrees=2, adj_dim=4, num_neighbors=4, **SMALL),
        _cloud(),
        {"adj_mat": _chain(), "return_type": 0},
    ),
    "Pooled": lambda: (
        SE3Transformer(reduce_dim_out=True, num_neighbors=4, valid_radius=5, **SMALL),
        _cloud(),
        {"return_type": 1, "return_pooled": True},
    ),
    "Rotary": lambda: (
        SE3Transformer(rotary_position=True, rotary_rel_dist=True, num_neighbors=4, **SMALL),
        _cloud(),
        {"return_type": 0},
    ),
    "OneHeaded": lambda: (
        SE3Transformer(one_headed_key_values=True, num_neighbors=4, use_null_kv=True, **SMALL),
        _cloud(),
    ),
    "Linear": lambda: (se3.LinearSE3(_fiber(), _fiber(6)), (_features(),)),
    "Norm": lambda: (se3.NormSE3(_fiber(), gated_scale=True), (_features(),)),
    "FeedForward": lambda: (se3.FeedForwardBlockSE3(_fiber()), (_features(),)),
    "Residual": lambda: (se3.ResidualSE3(), (_features(), _features())),
    "Sinusoidal": lambda: (SinusoidalEmbeddings(8), (torch.arange(8),)),
    "Htypes": lambda: (se3.HtypesNorm(4), (torch.randn(1, 8, 4, 3),)),
}

__getattr__ = factories(MODELS)
