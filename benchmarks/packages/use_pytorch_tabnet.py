import torch
from pytorch_tabnet import sparsemax, tab_network
from pytorch_tabnet.metrics import UnsupervisedLoss
from seeded import factories
from torch import nn


def _groups():
    return torch.eye(6)


def _rows():
    return (torch.randn(8, 6),)


def _coded():
    return (torch.cat([torch.randn(8, 4), torch.randint(0, 3, (8, 2)).float()], 1),)


class Pretraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = tab_network.TabNetPretraining(
            6, pretraining_ratio=0.3, n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()
        )

    def forward(self, x):
        return UnsupervisedLoss(*self.net(x))


MODELS = {
    "TabNet": lambda: (
        tab_network.TabNet(6, 3, n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()),
        _rows(),
    ),
    "TabNetEntmax": lambda: (
        tab_network.TabNet(6, 3, n_d=4, n_a=4, n_steps=2, mask_type="entmax", group_attention_matrix=_groups()),
        _rows(),
    ),
    "TabNetMultiTask": lambda: (
        tab_network.TabNet(6, [3, 2], n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()),
        _rows(),
    ),
    "TabNetCategories": lambda: (
        tab_network.TabNet(
            6,
            3,
            n_d=4,
            n_a=4,
            n_steps=2,
            cat_idxs=[4, 5],
            cat_dims=[3, 3],
            cat_emb_dim=[2, 2],
            group_attention_matrix=torch.eye(8),
        ),
        _coded(),
    ),
    "TabNetPretraining": lambda: (
        tab_network.TabNetPretraining(6, n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()),
        _rows(),
    ),
    "PretrainingLoss": lambda: (Pretraining(), _rows()),
    "TabNetNoEmbeddings": lambda: (
        tab_network.TabNetNoEmbeddings(6, 3, n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()),
        _rows(),
    ),
    "TabNetEncoder": lambda: (
        tab_network.TabNetEncoder(6, 3, n_d=4, n_a=4, n_steps=2, group_attention_matrix=_groups()),
        _rows(),
    ),
    "TabNetDecoder": lambda: (
        tab_network.TabNetDecoder(6, n_d=4, n_steps=2, n_independent=1, n_shared=1),
        ([torch.randn(8, 4), torch.randn(8, 4)],),
    ),
    "AttentiveTransformer": lambda: (
        tab_network.AttentiveTransformer(4, 6, _groups()),
        (torch.ones(8, 6), torch.randn(8, 4)),
    ),
    "FeatTransformer": lambda: (
        tab_network.FeatTransformer(6, 8, None, n_glu_independent=2, virtual_batch_size=4),
        _rows(),
    ),
    "GLUBlock": lambda: (tab_network.GLU_Block(6, 8, n_glu=2, first=True, virtual_batch_size=4), _rows()),
    "GhostBatchNorm": lambda: (tab_network.GBN(6, virtual_batch_size=4), _rows()),
    "RandomObfuscator": lambda: (tab_network.RandomObfuscator(0.3, _groups()), _rows()),
    "EmbeddingGenerator": lambda: (
        tab_network.EmbeddingGenerator(6, [3, 3], [4, 5], [2, 2], torch.eye(6)),
        _coded(),
    ),
    "Sparsemax": lambda: (sparsemax.Sparsemax(-1), _rows()),
    "Entmax15": lambda: (sparsemax.Entmax15(-1), _rows()),
}

__getattr__ = factories(MODELS)
