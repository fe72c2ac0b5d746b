import torch
from open_clip import CLIP, ClipLoss, CoCa, CoCaLoss, CustomTextCLIP, DistillClipLoss
from open_clip.loss import SigLipLoss
from open_clip.modified_resnet import ModifiedResNet
from open_clip.transformer import (
    AttentionalPooler,
    CustomResidualAttentionBlock,
    PatchDropout,
    TextTransformer,
    Transformer,
    VisionTransformer,
)
from seeded import factories
from torch.nn import functional as F

VISION = {"layers": 2, "width": 32, "head_width": 8, "patch_size": 8, "image_size": 32}
TEXT = {"context_length": 12, "vocab_size": 60, "width": 32, "heads": 4, "layers": 2}


class _Intermediates(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, image, text):
        return self.net.forward_intermediates(
            image, text, image_indices=[0, 1], text_indices=1, normalize_intermediates=True
        )


class _ZeroShot(torch.nn.Module):
    """The logits of images over classes that are given as texts."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, image, text):
        classes = F.normalize(self.net.encode_text(text), dim=-1)
        return 100.0 * F.normalize(self.net.encode_image(image), dim=-1) @ classes.T


def _coca():
    net = CoCa(
        32,
        {"context_length": 12, "vocab_size": 60, "width": 32, "heads": 4, "layers": 1, "attn_pooler_heads": 4},
        TEXT | {"embed_cls": True, "output_tokens": True},
        VISION | {"attentional_pool": True, "attn_pooler_queries": 8, "attn_pooler_heads": 4, "output_tokens": True},
    )
    torch.nn.init.normal_(net.text_decoder.text_projection, std=0.1)  # comes uninitialized
    return net


def _image(n=2, size=32):
    return torch.randn(n, 3, size, size)


def _text(n=2, length=12):
    return torch.randint(1, 60, (n, length))


def _features(n=4):
    return F.normalize(torch.randn(n, 16), dim=-1)


MODELS = {
    "ClipViT": lambda: (CLIP(32, VISION, TEXT), (_image(), _text())),
    "ClipResNet": lambda: (
        CLIP(
            32,
            {"layers": (1, 1, 1, 1), "width": 16, "head_width": 32, "image_size": 64},
            TEXT,
            quick_gelu=True,
            output_dict=True,
        ),
        (_image(size=64), _text()),
    ),
    "ClipZeroShot": lambda: (_ZeroShot(CLIP(32, VISION, TEXT)), (_image(3), _text(5))),
    "ClipIntermediates": lambda: (_Intermediates(CLIP(32, VISION, TEXT)), (_image(), _text())),
    "SigLipStyle": lambda: (
        CustomTextCLIP(
            32,
            VISION
            | {"pool_type": "avg", "no_ln_pre": True, "final_ln_after_pool": True, "pos_embed_type": "sin_cos_2d"},
            TEXT | {"no_causal_mask": True, "pool_type": "last", "proj_bias": True},
            init_logit_bias=-10.0,
        ),
        (_image(), _text()),
    ),
    "CoCaForward": lambda: (_coca(), (_image(), _text())),
    "PatchDropped": lambda: (PatchDropout(0.5), (torch.randn(2, 17, 16),)),
    "PooledVision": lambda: (
        VisionTransformer(
            32,
            8,
            32,
            2,
            4,
            4.0,
            attentional_pool=True,
            attn_pooler_queries=4,
            attn_pooler_heads=4,
            patch_dropout=0.3,
            output_dim=16,
            ls_init_value=0.1,
        ),
        (_image(),),
    ),
    "EosText": lambda: (
        TextTransformer(
            context_length=12,
            vocab_size=60,
            width=32,
            heads=4,
            layers=2,
            output_dim=16,
            pool_type="eos",
            eos_id=59,
            output_tokens=True,
        ),
        (torch.cat([_text(2, 11) % 59, torch.full((2, 1), 59)], 1),),
    ),
    "ScaledBlock": lambda: (
        CustomResidualAttentionBlock(
            32, 4, qk_norm=True, scale_heads=True, scale_attn_inner=True, scale_fc=True, scale_attn=True
        ),
        (torch.randn(2, 9, 32),),
    ),
    "CausalTransformer": lambda: (
        Transformer(32, 2, 4),
        (torch.randn(2, 9, 32),),
        {"attn_mask": torch.full((9, 9), float("-inf")).triu(1)},
    ),
    "QueryPooler": lambda: (AttentionalPooler(16, 32, n_head=4, n_queries=5), (torch.randn(2, 9, 32),)),
    "AttentionPooledResNet": lambda: (
        ModifiedResNet((1, 1, 1, 1), 16, heads=4, image_size=64, width=8),
        (_image(size=64),),
    ),
    "Contrastive": lambda: (ClipLoss(cache_labels=True), (_features(), _features(), torch.tensor(14.0))),
    "Sigmoid": lambda: (SigLipLoss(), (_features(), _features(), torch.tensor(10.0), torch.tensor(-10.0))),
    "Captioning": lambda: (
        CoCaLoss(caption_loss_weight=2.0, clip_loss_weight=1.0),
        (_features(), _features(), torch.randn(4, 7, 60), _text(4, 7), torch.tensor(14.0)),
    ),
    "Distillation": lambda: (
        DistillClipLoss(),
        (_features(), _features(), torch.tensor(14.0), _features(), _features(), torch.tensor(20.0)),
    ),
}

__getattr__ = factories(MODELS)
