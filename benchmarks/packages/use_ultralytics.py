import torch
from seeded import factories
from ultralytics.nn.modules import (
    AIFI,
    C2PSA,
    OBB,
    A2C2f,
    C2fAttn,
    Classify,
    Detect,
    MSDeformAttn,
    Pose,
    RTDETRDecoder,
    Segment,
    v10Detect,
)
from ultralytics.nn.tasks import ClassificationModel, DetectionModel, PoseModel, SegmentationModel
from ultralytics.utils.loss import FocalLoss, KeypointLoss, VarifocalLoss


def _strided(head):
    head.stride = torch.tensor([8.0, 16.0, 32.0])
    return head


def _levels(channels=(16, 32, 48), n=2):
    return [torch.randn(n, c, s, s) for c, s in zip(channels, (8, 4, 2), strict=True)]


MODELS = {
    "Yolo11": lambda: (DetectionModel("yolo11n.yaml", nc=4, verbose=False), (torch.rand(2, 3, 64, 64),)),
    "Yolo11Augmented": lambda: (
        DetectionModel("yolo11n.yaml", nc=4, verbose=False).eval(),
        (torch.rand(1, 3, 64, 64),),
        {"augment": True},
    ),
    "YoloV8Segmentation": lambda: (
        SegmentationModel("yolov8n-seg.yaml", nc=4, verbose=False),
        (torch.rand(2, 3, 64, 64),),
    ),
    "Yolo11Pose": lambda: (PoseModel("yolo11n-pose.yaml", nc=1, verbose=False), (torch.rand(2, 3, 64, 64),)),
    "Yolo11Classification": lambda: (
        ClassificationModel("yolo11n-cls.yaml", nc=4, verbose=False),
        (torch.rand(2, 3, 64, 64),),
    ),
    "DetectHead": lambda: (_strided(Detect(4, ch=(16, 32, 48))), (_levels(),)),
    "EndToEndHead": lambda: (_strided(v10Detect(4, ch=(16, 32, 48))), (_levels(),)),
    "SegmentHead": lambda: (_strided(Segment(4, 8, 16, ch=(16, 32, 48))), (_levels(),)),
    "OrientedHead": lambda: (_strided(OBB(4, 1, ch=(16, 32, 48))), (_levels(),)),
    "PoseHead": lambda: (_strided(Pose(1, (5, 3), ch=(16, 32, 48))), (_levels(),)),
    "RTDETRHead": lambda: (
        RTDETRDecoder(4, (16, 32, 48), hd=32, nq=10, nh=4, ndl=2, d_ffn=32),
        (_levels(),),
    ),
    "DeformableAttention": lambda: (
        MSDeformAttn(32, 2, 4, 3),
        (torch.randn(2, 7, 32), torch.rand(2, 7, 1, 4), torch.randn(2, 20, 32), [[4, 4], [2, 2]]),
    ),
    "AIFIEncoder": lambda: (AIFI(32, 48, 4), (torch.randn(2, 32, 5, 6),)),
    "PositionSensitiveAttention": lambda: (C2PSA(128, 128, n=1), (torch.randn(2, 128, 4, 4),)),
    "AreaAttention": lambda: (A2C2f(64, 64, n=1, a2=True, area=4), (torch.randn(2, 64, 8, 8),)),
    "TextGuided": lambda: (C2fAttn(32, 64, n=1, ec=32, nh=2, gc=16), (torch.randn(2, 32, 8, 8), torch.randn(2, 5, 16))),
    "ClassifyHead": lambda: (Classify(16, 5), ([torch.randn(2, 8, 4, 4), torch.randn(2, 8, 4, 4)],)),
    "Focal": lambda: (FocalLoss(), (torch.randn(6, 4), torch.rand(6, 4))),
    "Varifocal": lambda: (VarifocalLoss(), (torch.randn(6, 4), torch.rand(6, 4), torch.randint(0, 2, (6, 4)).float())),
    "Keypoints": lambda: (
        KeypointLoss(torch.full((5,), 0.2)),
        (torch.rand(3, 5, 2), torch.rand(3, 5, 2), torch.rand(3, 5) > 0.4, torch.rand(3, 1) + 0.1),
    ),
}

__getattr__ = factories(MODELS)
