import torch
from egnn_pytorch import EGNN, EGNN_Network
from egnn_pytorch.egnn_pytorch import Attention, CoorsNorm, GlobalLinearAttention
from seeded import factories


def _points():
    return torch.randn(1, 8, 16), torch.randn(1, 8, 3)


def _near():
    i = torch.arange(8)
    return (i[:, None] - i[None, :]).abs() <= 1


MODELS = {
    "EGNNModule": lambda: (EGNN(dim=16), _points()),
    "Edges": lambda: (EGNN(dim=16, edge_dim=4), (*_points(), torch.randn(1, 8, 8, 4))),
    "Nearest": lambda: (EGNN(dim=16, num_nearest_neighbors=3), _points()),
    "Fourier": lambda: (EGNN(dim=16, fourier_features=2, norm_coors=True), _points()),
    "Masked": lambda: (EGNN(dim=16, m_pool_method="mean"), _points(), {"mask": torch.ones(1, 8).bool()}),
    "SoftEdges": lambda: (EGNN(dim=16, soft_edges=True, coor_weights_clamp_value=2.0), _points()),
    "Sparse": lambda: (EGNN(dim=16, only_sparse_neighbors=True), _points(), {"adj_mat": _near()}),
    "Network": lambda: (
        EGNN_Network(num_tokens=21, num_positions=8, dim=16, depth=2, num_nearest_neighbors=3),
        (torch.randint(0, 21, (1, 8)), torch.randn(1, 8, 3)),
        {"mask": torch.ones(1, 8).bool()},
    ),
    "NetworkAdjacency": lambda: (
        EGNN_Network(num_tokens=21, dim=16, depth=2, num_adj_degrees=3, adj_dim=4, only_sparse_neighbors=True),
        (torch.randint(0, 21, (1, 8)), torch.randn(1, 8, 3)),
        {"adj_mat": _near()},
    ),
    "NetworkGlobal": lambda: (
        EGNN_Network(num_tokens=21, dim=16, depth=2, global_linear_attn_every=1, global_linear_attn_dim_head=8),
        (torch.randint(0, 21, (1, 8)), torch.randn(1, 8, 3)),
        {"return_coor_changes": True},
    ),
    "GlobalLinearAttentionModule": lambda: (
        GlobalLinearAttention(dim=16, heads=2, dim_head=8),
        (torch.randn(1, 8, 16), torch.randn(1, 4, 16)),
    ),
    "CoorsNormModule": lambda: (CoorsNorm(), (torch.randn(1, 8, 3),)),
    "AttentionModule": lambda: (Attention(16, heads=2, dim_head=8), (torch.randn(1, 8, 16), torch.randn(1, 4, 16))),
}

__getattr__ = factories(MODELS)
