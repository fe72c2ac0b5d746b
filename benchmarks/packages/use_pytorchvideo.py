import torch
from pytorchvideo import layers, models
from pytorchvideo.layers import squeeze_excitation, swish
from pytorchvideo.models import masked_multistream, r2plus1d, simclr, x3d
from seeded import factories
from torch import nn


def _clip(frames=4, size=32):
    return (torch.randn(1, 3, frames, size, size),)


def _vision_transformer(**kwargs):
    return models.create_multiscale_vision_transformers(
        spatial_size=32, temporal_size=4, depth=2, patch_embed_dim=16, num_heads=1, head_num_classes=4, **kwargs
    )


MODELS = {
    "SlowR50": lambda: (
        models.create_resnet(model_depth=50, model_num_class=4, stem_dim_out=8, head_pool_kernel_size=(4, 1, 1)),
        _clip(),
    ),
    "SlowFast": lambda: (
        models.create_slowfast(
            model_depth=18,
            model_num_class=4,
            stem_dim_outs=(16, 8),
            slowfast_channel_reduction_ratio=2,
            slowfast_fusion_conv_stride=(4, 1, 1),
            head_pool_kernel_sizes=((2, 1, 1), (8, 1, 1)),
        ),
        ([torch.randn(1, 3, 2, 32, 32), torch.randn(1, 3, 8, 32, 32)],),
    ),
    "X3D": lambda: (
        x3d.create_x3d(input_clip_length=4, input_crop_size=64, model_num_class=4, head_dim_out=32),
        _clip(size=64),
    ),
    "CSN": lambda: (
        models.create_csn(
            model_depth=50,
            model_num_class=4,
            stem_dim_out=8,
            stage_temporal_stride=(1, 1, 1, 1),
            head_pool_kernel_size=(4, 1, 1),
        ),
        _clip(size=32),
    ),
    "R2plus1D": lambda: (
        r2plus1d.create_r2plus1d(
            model_depth=50,
            model_num_class=4,
            stem_dim_out=8,
            stage_temporal_stride=(1, 1, 1, 1),
            head_pool_kernel_size=(4, 2, 2),
        ),
        _clip(size=64),
    ),
    "MViT": lambda: (_vision_transformer(), _clip()),
    "MViTPooled": lambda: (
        _vision_transformer(
            pool_q_stride_size=[[1, 1, 2, 2]],
            pool_kv_stride_adaptive=[1, 2, 2],
            pool_kvq_kernel=[3, 3, 3],
            embed_dim_mul=[[1, 2.0]],
            atten_head_mul=[[1, 2.0]],
            droppath_rate_block=0.1,
        ),
        _clip(),
    ),
    "MViTNoClass": lambda: (_vision_transformer(cls_embed_on=False, sep_pos_embed=False), _clip()),
    "MultiScaleBlock": lambda: (
        layers.MultiScaleBlock(16, 32, 2, kernel_q=(3, 3, 3), stride_q=(1, 2, 2), droppath_rate=0.1),
        (torch.randn(1, 65, 16), [1, 8, 8]),
    ),
    "PositionalEncoding": lambda: (
        layers.SpatioTemporalClsPositionalEncoding(16, (2, 4, 4), sep_pos_embed=True, has_cls=True),
        (torch.randn(1, 32, 16),),
    ),
    "SqueezeExcitation": lambda: (squeeze_excitation.SqueezeAndExcitationLayer2D(32), (torch.randn(2, 32, 6, 6),)),
    "Swish": lambda: (swish.Swish(), (torch.randn(2, 8),)),
    "MaskedLSTM": lambda: (
        masked_multistream.LSTM(8, 6, bidirectional=True),
        (torch.randn(2, 5, 8), torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()),
    ),
    "MaskedTransformer": lambda: (
        masked_multistream.TransposeTransformerEncoder(8, num_heads=2),
        (torch.randn(2, 5, 8), torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()),
    ),
    "MaskedTemporalPooling": lambda: (
        masked_multistream.MaskedTemporalPooling("max"),
        (torch.randn(2, 5, 8), torch.tensor([[1, 1, 1, 0, 0], [0, 0, 0, 0, 0]]).bool()),
    ),
    "MaskedAveragePooling": lambda: (
        masked_multistream.MaskedTemporalPooling("avg"),
        (torch.randn(2, 5, 8), torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()),
    ),
    "LearnMaskedDefault": lambda: (
        masked_multistream.LearnMaskedDefault(8, freeze=False),
        (torch.randn(2, 8), torch.tensor([[True], [False]])),
    ),
    "ConcatFusion": lambda: (layers.make_fusion_layer("concat", [4, 6]), ([torch.randn(2, 4), torch.randn(2, 6)],)),
    "SimCLR": lambda: (
        simclr.SimCLR(mlp=nn.Linear(12, 8), backbone=nn.Sequential(nn.Flatten(), nn.Linear(48, 12))),
        (torch.randn(2, 3, 4, 4), torch.randn(2, 3, 4, 4)),
    ),
}

__getattr__ = factories(MODELS)
