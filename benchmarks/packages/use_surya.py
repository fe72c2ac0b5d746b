"""Modules of surya-ocr: the layout, the order and the lines of pages."""

import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch
from PIL import Image
from seeded import factories
from surya.common.order.order_ar import LAYOUT_CLASSES, ReadingOrderAR
from surya.common.order.predictor import OrderPredictor
from surya.common.rfdetr.models.backbone.dinov2_with_windowed_attn import (
    WindowedDinov2WithRegistersBackbone,
    WindowedDinov2WithRegistersConfig,
)
from surya.common.rfdetr.models.lwdetr import PostProcess, build_model
from surya.common.rfdetr.models.ops.modules.ms_deform_attn import MSDeformAttn
from surya.common.rfdetr.predictor import LARGE_ARGS, RFDetrDetector
from surya.common.rfdetr.util import box_ops
from surya.common.rfdetr.util.misc import accuracy
from surya.detection.heatmap import get_and_clean_boxes
from surya.detection.model.config import EfficientViTConfig
from surya.detection.model.encoderdecoder import EfficientViTForSemanticSegmentation
from torch import nn


class _Detected(nn.Module):
    """The regions of pages, in pixels."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.postprocess = PostProcess(num_select=10)

    def forward(self, pages, sizes):
        results = self.postprocess(self.model(pages), target_sizes=sizes)
        return [result["boxes"][result["scores"] > 0.01] for result in results]


class _Predicted(nn.Module):
    """The regions of pages that are images."""

    def __init__(self, detector):
        super().__init__()
        self.detector = detector
        self.model = detector.model

    def forward(self, pages):
        return self.detector.predict(pages, threshold=0.01, return_features=True)


class _Decoded(nn.Module):
    """The order in which regions are read."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, features, labels, mask, page):
        return self.model.decode(features, labels, mask, page)


class _Ordered(nn.Module):
    """The order of the regions of a page in pixels."""

    def __init__(self, predictor):
        super().__init__()
        self.predictor = predictor
        self.model = predictor.model

    def forward(self, page, boxes):
        labels = ["Text", "Section-Header", "Picture", "Table"]
        return self.predictor.order_page(page, boxes, labels, 600, 800)


class _Matched(nn.Module):
    """The costs of matches of boxes and masks."""

    def forward(self, boxes, targets, logits, masks):
        first, second = box_ops.box_cxcywh_to_xyxy(boxes), box_ops.box_cxcywh_to_xyxy(targets)
        overlap = box_ops.generalized_box_iou(first, second)
        dice = box_ops.batch_dice_loss_jit(logits, masks.flatten(1))
        cross = box_ops.batch_sigmoid_ce_loss(logits, masks.flatten(1))
        return overlap + dice + cross, box_ops.masks_to_boxes(masks)


class _Accuracy(nn.Module):
    """How many classes are right."""

    def forward(self, output, target):
        return accuracy(output, target, topk=(1,))


class _Lines(nn.Module):
    """The lines of text of a page."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pages):
        logits = self.model(pixel_values=pages).logits
        logits = nn.functional.interpolate(logits, size=(64, 64), mode="bilinear", align_corners=False)
        return [page[0].numpy() for page in logits]


class _Boxes(nn.Module):
    """The boxes of a heat map."""

    def forward(self, heat):
        boxes = get_and_clean_boxes(heat.numpy(), (128, 128), (256, 256))
        return [box.polygon for box in boxes]


def _arguments():
    small = {"resolution": 128, "positional_encoding_size": 8, "dec_layers": 2, "num_queries": 20, "group_detr": 2}
    sizes = {"num_select": 10, "dim_feedforward": 64, "encoder": "dinov2_windowed_small"}
    return {**LARGE_ARGS, **small, **sizes, "device": "cpu", "pretrain_weights": "given"}


def _regions():
    return build_model(SimpleNamespace(**_arguments()))


def _detector():
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "rfdetr_layout.pth")
        torch.save({"model": _regions().state_dict()}, path)
        return RFDetrDetector(path, arch_args=_arguments())


def _order():
    return ReadingOrderAR(d=32, layers=1, heads=2, feat_dim=16, feat_hw=4)


def _predictor():
    with tempfile.TemporaryDirectory() as folder:
        model = ReadingOrderAR(d=32, layers=1, feat_dim=16, feat_hw=4)
        state = {"model": model.state_dict(), "d": 32, "layers": 1, "feat_dim": 16, "feat_hw": 4}
        torch.save(state, str(Path(folder) / "order_ar.pt"))
        return OrderPredictor(folder)


def _segmenter():
    config = EfficientViTConfig(widths=(8, 16, 16, 32, 32), head_dim=8, depths=(1, 1, 1, 1, 1), hidden_sizes=(8, 16))
    config.decoder_hidden_size, config.decoder_layer_hidden_size = 32, 16
    return EfficientViTForSemanticSegmentation(config)


def _backbone():
    sizes = {"image_size": 64, "patch_size": 16, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4}
    windows = {"num_register_tokens": 0, "num_windows": 2, "window_block_indexes": [0, 2], "out_indices": [2, 3]}
    config = WindowedDinov2WithRegistersConfig(**sizes, **windows, attn_implementation="eager")
    return WindowedDinov2WithRegistersBackbone(config)


def _attended():
    shapes = torch.tensor([[4, 4], [2, 2]])
    inputs = (torch.randn(2, 6, 32), torch.rand(2, 6, 2, 4), torch.randn(2, 20, 32), shapes, torch.tensor([0, 16]))
    return MSDeformAttn(32, n_levels=2, n_heads=4, n_points=3), (*inputs, torch.rand(2, 20) > 0.9)


def _page():
    return Image.fromarray((np.random.default_rng(0).random((160, 120, 3)) * 255).astype("uint8"))


def _heat():
    heat = torch.zeros(128, 128)
    heat[20:30, 10:90] = 0.9
    heat[60:72, 10:60] = 0.8
    return heat


def _masks():
    return torch.rand(4, 8, 8).round()


MODELS = {
    "Detected": lambda: (_Detected(_regions()), (torch.rand(2, 3, 128, 128), torch.tensor([[160, 120], [90, 80]]))),
    "Predicted": lambda: (_Predicted(_detector()), ([_page()],)),
    "Decoded": lambda: (
        _Decoded(_order()),
        (
            torch.rand(2, 5, 8),
            torch.randint(0, len(LAYOUT_CLASSES), (2, 5)),
            torch.arange(5)[None] < torch.tensor([5, 3])[:, None],
            torch.randn(2, 16, 16),
        ),
    ),
    "Ordered": lambda: (_Ordered(_predictor()), (torch.randn(16, 4, 4), torch.rand(4, 4).mul(500).numpy())),
    "Segmented": lambda: (_segmenter(), (torch.rand(1, 3, 64, 64),)),
    "Lines": lambda: (_Lines(_segmenter()), (torch.rand(2, 3, 64, 64),)),
    "Windows": lambda: (_backbone(), (torch.rand(2, 3, 64, 96),)),
    "Deformed": _attended,
    "Matched": lambda: (_Matched(), (torch.rand(3, 4), torch.rand(4, 4), torch.randn(3, 64), _masks())),
    "Accuracy": lambda: (_Accuracy(), (torch.randn(6, 5), torch.randint(0, 5, (6,)))),
    "Boxes": lambda: (_Boxes(), (_heat(),)),
}
__getattr__ = factories(MODELS)
