import torch
from mmpretrain.models import ImageClassifier
from mmpretrain.models.backbones import EdgeNeXt, LeViT, MobileViT, RepVGG, Vig
from mmpretrain.models.losses import SeesawLoss
from mmpretrain.models.selfsup import MAE
from mmpretrain.structures import DataSample
from seeded import factories
from torch import nn

CLASSES = 10
VIT = {"embed_dims": 32, "num_layers": 2, "num_heads": 2, "feedforward_channels": 64}


class _Mode(nn.Module):
    """One of the modes of a model: its losses or its predictions."""

    def __init__(self, model, mode, labels=None):
        super().__init__()
        self.model = model
        self.mode = mode
        self.samples = None if labels is None else [DataSample().set_gt_label(label) for label in labels]

    def forward(self, inputs):
        return self.model(inputs, self.samples, mode=self.mode)


class _Scores(nn.Module):
    """The scores that a classifier predicts."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, inputs):
        return [sample.pred_score for sample in self.model(inputs, mode="predict")]


def _classifier(backbone, channels, neck=True, head="LinearClsHead", **options):
    head = {"type": head, "num_classes": CLASSES, "in_channels": channels, **options}
    return ImageClassifier(backbone, {"type": "GlobalAveragePooling"} if neck else None, head)


def _resnet(**options):
    backbone = {"type": "ResNet", "depth": 18, "base_channels": 8, "stem_channels": 8}
    return _classifier(backbone, 64, **options)


def _vit():
    backbone = {"type": "VisionTransformer", "arch": VIT, "img_size": 32, "patch_size": 8}
    return _classifier(backbone, 32, neck=False, head="VisionTransformerClsHead")


def _swin():
    arch = {"embed_dims": 16, "depths": [2, 2], "num_heads": [2, 4]}
    return _classifier({"type": "SwinTransformer", "arch": arch, "img_size": 56, "out_indices": (1,)}, 32)


def _mae():
    return MAE(
        backbone={"type": "MAEViT", "arch": VIT, "img_size": 32, "patch_size": 8, "mask_ratio": 0.5},
        neck={
            "type": "MAEPretrainDecoder",
            "num_patches": 16,
            "patch_size": 8,
            "embed_dim": 32,
            "decoder_embed_dim": 16,
            "decoder_depth": 1,
            "decoder_num_heads": 2,
        },
        head={
            "type": "MAEPretrainHead",
            "norm_pix": True,
            "patch_size": 8,
            "loss": {"type": "PixelReconstructionLoss", "criterion": "L2"},
        },
    )


def _images(size=32, batch=4):
    return torch.randn(batch, 3, size, size)


MODELS = {
    "Classifier": lambda: (_resnet(), (_images(),)),
    "Training": lambda: (_Mode(_vit(), "loss", [1, 3, 0, 7]), (_images(),)),
    "Predictions": lambda: (_Scores(_swin()), (_images(56),)),
    "Faces": lambda: (
        _Mode(_resnet(head="ArcFaceClsHead", num_subcenters=2), "loss", [1, 3, 0, 7]),
        (_images(),),
    ),
    "Masked": lambda: (_Mode(_mae(), "loss"), (_images(),)),
    "Levit": lambda: (LeViT("128s", img_size=64), (_images(64, 2),)),
    "EdgeNext": lambda: (
        EdgeNeXt({"channels": [8, 16, 24, 32], "depths": [1, 1, 1, 1], "num_heads": [2] * 4}),
        (_images(64, 2),),
    ),
    "Mobile": lambda: (MobileViT("xx_small"), (_images(64, 2),)),
    "VisionGraph": lambda: (Vig("tiny", k=3), (_images(224, 1),)),
    "Reparameterized": lambda: (
        RepVGG({"num_blocks": [1, 1, 1, 1], "width_factor": [0.25] * 4, "group_layer_map": None, "se_cfg": None}),
        (_images(64, 2),),
    ),
    "Seesaw": lambda: (SeesawLoss(num_classes=CLASSES), (torch.randn(8, CLASSES), torch.randint(CLASSES, (8,)))),
}

__getattr__ = factories(MODELS)
