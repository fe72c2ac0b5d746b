import torch
from pytorch_widedeep.losses import FocalLoss, QuantileLoss, TweedieLoss
from pytorch_widedeep.models import (
    SAINT,
    AttentiveRNN,
    FTTransformer,
    SelfAttentionMLP,
    StackedAttentiveRNN,
    TabFastFormer,
    TabMlp,
    TabNet,
    TabPerceiver,
    TabResnet,
    TabTransformer,
    Wide,
    WideDeep,
)
from pytorch_widedeep.models.rec import (
    AutoInt,
    DeepFactorizationMachine,
    DeepFieldAwareFactorizationMachine,
    GatedDeepCrossNetwork,
)
from pytorch_widedeep.models.rec.xdeepfm import CompressedInteractionNetwork
from seeded import factories

NAMES = ["a", "b", "c", "d", "e"]
COLUMNS = {name: i for i, name in enumerate(NAMES)}
SIZED = [(name, 5, 4) for name in NAMES[:3]]
PLAIN = [(name, 5) for name in NAMES[:3]]


def _table(n=6):
    return torch.cat([torch.randint(0, 5, (n, 3)).float(), torch.rand(n, 2)], 1)


def _without(cls, **kwargs):
    return cls(column_idx=COLUMNS, cat_embed_input=SIZED, continuous_cols=NAMES[3:], **kwargs)


def _with(cls, **kwargs):
    return cls(column_idx=COLUMNS, cat_embed_input=PLAIN, continuous_cols=NAMES[3:], **kwargs)


def _words(n=4):
    x = torch.randint(1, 20, (n, 9))
    x[0, :4] = 0
    return x


MODELS = {
    "Mlp": lambda: (
        _without(
            TabMlp,
            cont_norm_layer="batchnorm",
            embed_continuous_method="piecewise",
            cont_embed_dim=4,
            mlp_hidden_dims=[16, 8],
            quantization_setup={"d": [0.0, 0.3, 0.6, 1.0], "e": [0.0, 0.5, 1.0]},
        ),
        (_table(),),
    ),
    "Resnet": lambda: (_without(TabResnet, blocks_dims=[16, 8, 8], mlp_hidden_dims=[8]), (_table(),)),
    "GhostTabNet": lambda: (_without(TabNet, virtual_batch_size=4, n_steps=2), (_table(12),)),
    "TabNetClassifier": lambda: (
        WideDeep(deeptabular=_without(TabNet, mask_type="entmax", ghost_bn=False), pred_dim=3),
        ({"deeptabular": _table(12)},),
    ),
    "FeatureTokens": lambda: (
        _with(FTTransformer, input_dim=16, n_heads=2, n_blocks=2, kv_compression_factor=0.5),
        (_table(),),
    ),
    "IntersampleAttention": lambda: (_with(SAINT, input_dim=16, n_heads=2, n_blocks=1), (_table(),)),
    "FastFormer": lambda: (_with(TabFastFormer, input_dim=16, n_heads=2, n_blocks=2, share_weights=True), (_table(),)),
    "Perceiver": lambda: (
        _with(
            TabPerceiver,
            input_dim=16,
            n_latents=4,
            latent_dim=16,
            n_latent_blocks=1,
            n_perceiver_blocks=2,
            n_cross_attn_heads=2,
            n_latent_heads=2,
        ),
        (_table(),),
    ),
    "LinearTabTransformer": lambda: (
        _with(
            TabTransformer,
            input_dim=16,
            n_heads=2,
            n_blocks=2,
            use_linear_attention=True,
            embed_continuous_method="periodic",
            n_frequencies=4,
            sigma=0.1,
            share_last_layer=True,
            cont_embed_activation="relu",
        ),
        (_table(),),
    ),
    "SharedEmbedAttention": lambda: (
        _with(SelfAttentionMLP, input_dim=16, n_heads=2, n_blocks=2, shared_embed=True, with_addnorm=True),
        (_table(),),
    ),
    "AutomaticInteraction": lambda: (
        _with(AutoInt, input_dim=16, num_heads=2, embed_continuous_method="standard"),
        (_table(),),
    ),
    "FactorizationMachine": lambda: (
        DeepFactorizationMachine(
            column_idx=COLUMNS, num_factors=8, cat_embed_input=PLAIN, continuous_cols=NAMES[3:], mlp_hidden_dims=[8]
        ),
        (_table(),),
    ),
    "FieldAware": lambda: (
        DeepFieldAwareFactorizationMachine(
            column_idx={n: i for i, n in enumerate(NAMES[:3])},
            num_factors=4,
            cat_embed_input=PLAIN,
            mlp_hidden_dims=[8],
        ),
        (torch.randint(0, 5, (6, 3)).float(),),
    ),
    "GatedCross": lambda: (_without(GatedDeepCrossNetwork, structure="stacked", mlp_hidden_dims=[16, 8]), (_table(),)),
    "CompressedInteraction": lambda: (CompressedInteractionNetwork(5, [8, 4]), (torch.randn(6, 5, 4),)),
    "AttentiveText": lambda: (
        AttentiveRNN(
            vocab_size=20, embed_dim=8, hidden_dim=8, bidirectional=True, padding_idx=0, head_hidden_dims=[8, 4]
        ),
        (_words(),),
    ),
    "StackedAttentiveText": lambda: (
        StackedAttentiveRNN(
            vocab_size=20, embed_dim=8, rnn_type="gru", hidden_dim=8, padding_idx=0, n_blocks=2, with_addnorm=True
        ),
        (_words(),),
    ),
    "WideAndDeep": lambda: (
        WideDeep(
            wide=Wide(10, 1),
            deeptabular=_without(TabMlp, mlp_hidden_dims=[16, 8]),
            deeptext=AttentiveRNN(vocab_size=20, embed_dim=8, hidden_dim=8, padding_idx=0),
            head_hidden_dims=[8],
        ),
        ({"wide": torch.randint(0, 10, (4, 3)), "deeptabular": _table(4), "deeptext": _words(4)},),
    ),
    "Quantiles": lambda: (QuantileLoss(), (torch.randn(6, 7), torch.randn(6, 1))),
    "Tweedie": lambda: (TweedieLoss(), (torch.rand(6, 1) + 0.1, torch.rand(6, 1))),
    "MulticlassFocal": lambda: (FocalLoss(), (torch.randn(6, 3), torch.randint(0, 3, (6, 1)))),
}

__getattr__ = factories(MODELS)
