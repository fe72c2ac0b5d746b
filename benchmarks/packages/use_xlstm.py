import torch
from seeded import factories
from xlstm import xlstm_block_stack, xlstm_lm_model
from xlstm.blocks.mlstm import block as mblock
from xlstm.blocks.mlstm import cell as mcell
from xlstm.blocks.mlstm import layer as mlayer
from xlstm.blocks.slstm import block as sblock
from xlstm.blocks.slstm import cell as scell
from xlstm.blocks.slstm import layer as slayer
from xlstm.components import conv, feedforward, linear_headwise, ln

LENGTH = 16


def _sequence(width=32):
    return torch.randn(2, LENGTH, width)


def _mlayer(**kwargs):
    options = {"conv1d_kernel_size": 4, "qkv_proj_blocksize": 4, "num_heads": 2, "embedding_dim": 32}
    return mlayer.mLSTMLayerConfig(**{**options, "context_length": LENGTH, **kwargs})


def _slayer(**kwargs):
    return slayer.sLSTMLayerConfig(backend="vanilla", num_heads=2, conv1d_kernel_size=4, embedding_dim=32, **kwargs)


def _mblock():
    return mblock.mLSTMBlockConfig(mlstm=_mlayer())


def _sblock(**kwargs):
    return sblock.sLSTMBlockConfig(
        slstm=_slayer(), feedforward=feedforward.FeedForwardConfig(proj_factor=1.3, act_fn="gelu"), **kwargs
    )


def _stack(**kwargs):
    return {
        "mlstm_block": _mblock(),
        "slstm_block": _sblock(),
        "context_length": LENGTH,
        "num_blocks": 2,
        "embedding_dim": 32,
        **kwargs,
    }


def _scell(**kwargs):
    return scell.sLSTMCellConfig(hidden_size=32, num_heads=2, backend="vanilla", **kwargs)


MODELS = {
    "StackMixed": lambda: (
        xlstm_block_stack.xLSTMBlockStack(xlstm_block_stack.xLSTMBlockStackConfig(**_stack(slstm_at=[1]))),
        (_sequence(),),
    ),
    "LM": lambda: (
        xlstm_lm_model.xLSTMLMModel(xlstm_lm_model.xLSTMLMModelConfig(vocab_size=50, **_stack(slstm_at=[0]))),
        (torch.randint(0, 50, (2, LENGTH)),),
    ),
    "MLSTMLayer": lambda: (mlayer.mLSTMLayer(_mlayer()), (_sequence(),)),
    "SLSTMLayer": lambda: (slayer.sLSTMLayer(_slayer()), (_sequence(),)),
    "MLSTMBlock": lambda: (
        mblock.mLSTMBlock(mblock.mLSTMBlockConfig(mlstm=_mlayer(), _num_blocks=2, _block_idx=0)),
        (_sequence(),),
    ),
    "SLSTMBlock": lambda: (sblock.sLSTMBlock(_sblock(_num_blocks=1, _block_idx=0)), (_sequence(),)),
    "MLSTMCell": lambda: (
        mcell.mLSTMCell(mcell.mLSTMCellConfig(context_length=LENGTH, embedding_dim=32, num_heads=2)),
        (_sequence(), _sequence(), _sequence()),
    ),
    "SLSTMCell": lambda: (scell.sLSTMCell(_scell()), (torch.randn(2, LENGTH, 128),)),
    "StackM": lambda: (
        xlstm_block_stack.xLSTMBlockStack(
            xlstm_block_stack.xLSTMBlockStackConfig(**_stack(slstm_at=[], slstm_block=None))
        ),
        (_sequence(),),
    ),
    "LMTied": lambda: (
        xlstm_lm_model.xLSTMLMModel(
            xlstm_lm_model.xLSTMLMModelConfig(
                vocab_size=50,
                tie_weights=True,
                add_embedding_dropout=True,
                dropout=0.1,
                **_stack(slstm_at=[], slstm_block=None),
            )
        ),
        (torch.randint(0, 50, (2, LENGTH)),),
    ),
    "SLSTMLayerState": lambda: (slayer.sLSTMLayer(_slayer()), (_sequence(),), {"return_last_state": True}),
    "CausalConv": lambda: (
        conv.CausalConv1d(conv.CausalConv1dConfig(feature_dim=32, kernel_size=4, channel_mixing=True)),
        (_sequence(),),
    ),
    "GatedFeedForward": lambda: (
        feedforward.create_feedforward(
            feedforward.FeedForwardConfig(proj_factor=1.3, embedding_dim=32, dropout=0.1, _num_blocks=2)
        ),
        (_sequence(),),
    ),
    "Headwise": lambda: (
        linear_headwise.LinearHeadwiseExpand(linear_headwise.LinearHeadwiseExpandConfig(in_features=32, num_heads=4)),
        (_sequence(),),
    ),
    "HeadNorm": lambda: (ln.MultiHeadLayerNorm(32), (torch.randn(2, 2, LENGTH, 16),)),
}

__getattr__ = factories(MODELS)
