import torch
from recbole.model import layers, loss
from recbole.model.general_recommender import BPR, NeuMF
from recbole.model.sequential_recommender import (
    NARM,
    SHAN,
    SINE,
    SRGNN,
    STAMP,
    BERT4Rec,
    GRU4Rec,
    LightSANs,
    NextItNet,
    SASRec,
)
from seeded import factories


class Dataset:
    user_num = 20
    item_num = 20

    def num(self, field):
        return 20

    def __getattr__(self, name):
        raise AttributeError(name)


class Config(dict):
    def __missing__(self, key):
        return None


def _config(**kwargs):
    return Config(
        USER_ID_FIELD="user_id",
        ITEM_ID_FIELD="item_id",
        NEG_PREFIX="neg_",
        LIST_SUFFIX="_list",
        ITEM_LIST_LENGTH_FIELD="item_length",
        MAX_ITEM_LIST_LENGTH=6,
        device=torch.device("cpu"),
        LABEL_FIELD="label",
        embedding_size=8,
        hidden_size=8,
        inner_size=16,
        n_layers=2,
        n_heads=2,
        num_layers=1,
        dropout_prob=0.1,
        dropout_probs=[0.1, 0.1],
        hidden_dropout_prob=0.1,
        attn_dropout_prob=0.1,
        hidden_act="gelu",
        layer_norm_eps=1e-12,
        initializer_range=0.02,
        loss_type="CE",
        step=1,
        k_interests=3,
        mf_embedding_size=8,
        mlp_embedding_size=8,
        mlp_hidden_size=[16, 8],
        mf_train=True,
        mlp_train=True,
        use_pretrain=False,
        short_item_length=2,
        reg_weight=[0.1, 0.1],
        interest_size=3,
        prototype_size=5,
        tau_ratio=0.1,
        n_h=2,
        n_v=2,
        sess_dropout=0.1,
        item_dropout=0.1,
        temperature=0.1,
        block_num=2,
        dilations=[1, 2],
        kernel_size=3,
        pooling_type="mean",
        mask_ratio=0.2,
        ft_ratio=0.5,
        **kwargs,
    )


def _sequences():
    lengths = torch.tensor([6, 4, 2])
    items = torch.randint(1, 20, (3, 6)) * (torch.arange(6) < lengths[:, None])
    return items, lengths


def _sequential(model, **kwargs):
    return lambda: (model(_config(**kwargs), Dataset()), _sequences())


def _users(model, count=2):
    return lambda: (model(_config(), Dataset()), tuple(torch.randint(0, 20, (4,)) for _ in range(count)))


MODELS = {
    "model_SASRec": _sequential(SASRec),
    "model_GRU4Rec": _sequential(GRU4Rec),
    "model_NARM": _sequential(NARM),
    "model_STAMP": _sequential(STAMP),
    "model_SRGNN": _sequential(SRGNN),
    "model_LightSANs": _sequential(LightSANs),
    "model_SINE": _sequential(SINE),
    "model_BERT4Rec": lambda: (BERT4Rec(_config(), Dataset()), (_sequences()[0],)),
    "model_SHAN": lambda: (SHAN(_config(), Dataset()), (_sequences()[0], torch.tensor([1, 2, 3]))),
    "model_NextItNet": lambda: (NextItNet(_config(), Dataset()), (_sequences()[0],)),
    "model_BPR": _users(BPR),
    "model_NeuMF": _users(NeuMF),
    "MLPLayers": lambda: (layers.MLPLayers([8, 16, 4], activation="dice", bn=True), (torch.randn(4, 8),)),
    "FMEmbedding": lambda: (
        layers.FMEmbedding([3, 4], torch.tensor([0, 3]).numpy(), 8),
        (torch.randint(0, 3, (4, 2)),),
    ),
    "FactorizationMachine": lambda: (layers.BaseFactorizationMachine(), (torch.randn(4, 3, 8),)),
    "SequenceAttention": lambda: (
        layers.SequenceAttLayer(torch.arange(6).view(1, -1), [32, 8, 4], softmax_stag=True, return_seq_weight=False),
        (torch.randn(3, 8), torch.randn(3, 6, 8), torch.tensor([6, 4, 2])),
    ),
    "Bipartite": lambda: (
        layers.BiGNNLayer(8, 4),
        (torch.eye(5).to_sparse(), torch.eye(5).to_sparse(), torch.randn(5, 8)),
    ),
    "CNNLayers": lambda: (layers.CNNLayers([1, 4, 4], [3, 3], [1, 1]), (torch.randn(2, 1, 8, 8),)),
    "SparseDropout": lambda: (layers.SparseDropout(0.5), (torch.eye(5).to_sparse(),)),
    "BPRLoss": lambda: (loss.BPRLoss(), (torch.randn(4), torch.randn(4))),
    "EmbLoss": lambda: (loss.EmbLoss(), (torch.randn(4, 8), torch.randn(4, 8))),
    "RegLoss": lambda: (loss.RegLoss(), ([torch.randn(4, 8), torch.randn(8)],)),
}

__getattr__ = factories(MODELS)
