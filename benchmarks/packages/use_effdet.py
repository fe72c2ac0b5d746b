import torch
from effdet import bench, get_efficientdet_config
from effdet import efficientdet as zoo
from effdet import loss as losses
from seeded import factories


def _config(**kwargs):
    config = get_efficientdet_config("tf_efficientdet_lite0")
    config.image_size = (128, 128)
    config.num_classes = 5
    config.fpn_channels = 16
    config.fpn_cell_repeats = 1
    config.box_class_repeats = 1
    config.max_detection_points = 100
    config.max_det_per_image = 10
    config.update(kwargs)
    return config


def _model(**kwargs):
    return zoo.EfficientDet(_config(**kwargs), pretrained_backbone=False)


def _image():
    return (torch.randn(1, 3, 128, 128),)


def _levels():
    return [torch.randn(1, 16, s, s) for s in (16, 8, 4, 2, 1)]


def _target():
    return {
        "bbox": [torch.tensor([[8.0, 8.0, 60.0, 70.0]])],
        "cls": [torch.tensor([2.0])],
        "img_scale": torch.ones(1),
        "img_size": torch.tensor([[128.0, 128.0]]),
    }


MODELS = {
    "Detector": lambda: (_model(), _image()),
    "DetectorFast": lambda: (_model(fpn_name="bifpn_attn"), _image()),
    "DetectorQuadratic": lambda: (_model(fpn_name="qufpn_fa"), _image()),
    "Predict": lambda: (bench.DetBenchPredict(_model()), _image()),
    "PredictSoft": lambda: (bench.DetBenchPredict(_model(soft_nms=True)), _image()),
    "Train": lambda: (bench.DetBenchTrain(_model()), (*_image(), _target()), {}),
    "Head": lambda: (zoo.HeadNet(_config(), 5), (_levels(),)),
    "Pyramid": lambda: (
        zoo.BiFpn(_config(), [{"num_chs": c, "reduction": r} for c, r in ((8, 8), (12, 16), (20, 32))]),
        ([torch.randn(1, 8, 16, 16), torch.randn(1, 12, 8, 8), torch.randn(1, 20, 4, 4)],),
    ),
    "Separable": lambda: (zoo.SeparableConv2d(8, 16), (torch.randn(1, 8, 9, 9),)),
    "Interpolate": lambda: (zoo.Interpolate2d(scale_factor=2.0), (torch.randn(1, 8, 9, 9),)),
    "Loss": lambda: (
        losses.DetectionLoss(_config()),
        (
            [torch.randn(1, 45, s, s) for s in (16, 8, 4, 2, 1)],
            [torch.randn(1, 36, s, s) for s in (16, 8, 4, 2, 1)],
            [torch.randint(-2, 5, (1, s, s, 9)) for s in (16, 8, 4, 2, 1)],
            [torch.randn(1, s, s, 36) for s in (16, 8, 4, 2, 1)],
            torch.tensor([3.0]),
        ),
    ),
}

__getattr__ = factories(MODELS)
