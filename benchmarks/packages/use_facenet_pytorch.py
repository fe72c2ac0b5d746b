import numpy as np
import torch
from facenet_pytorch import MTCNN, InceptionResnetV1, fixed_image_standardization
from facenet_pytorch.models.inception_resnet_v1 import Block8, Block17, Block35, Mixed_6a, Mixed_7a
from facenet_pytorch.models.mtcnn import ONet, PNet, RNet
from PIL import Image
from seeded import factories


def _picture(size=96):
    rng = np.random.default_rng(0)
    return Image.fromarray(rng.integers(0, 255, (size, size, 3), dtype=np.uint8))


def _faces(count=2):
    return fixed_image_standardization(torch.rand(count, 3, 160, 160) * 255)


MODELS = {
    "SmallMTCNN": lambda: (MTCNN(thresholds=[0.3, 0.3, 0.3]), (_picture(),)),
    "Embedding": lambda: (InceptionResnetV1(), (_faces(),)),
    "SmallPNet": lambda: (PNet(pretrained=False), (torch.randn(1, 3, 48, 48),)),
    "SmallONet": lambda: (ONet(pretrained=False), (torch.randn(4, 3, 48, 48),)),
    "SmallRNet": lambda: (RNet(pretrained=False), (torch.randn(4, 3, 24, 24),)),
    "Classifier": lambda: (InceptionResnetV1(classify=True, num_classes=10), (_faces(),)),
    "MTCNNAll": lambda: (
        MTCNN(image_size=112, margin=8, keep_all=True, thresholds=[0.3, 0.3, 0.3], min_face_size=16),
        (_picture(), None, True),
    ),
    "MTCNNBatch": lambda: (
        MTCNN(select_largest=False, post_process=False, thresholds=[0.3, 0.3, 0.3]),
        ([_picture(), _picture()],),
    ),
    "MTCNNTensor": lambda: (
        MTCNN(selection_method="probability", thresholds=[0.3, 0.3, 0.3]),
        (torch.randint(0, 255, (1, 80, 80, 3)).float(),),
    ),
    "SmallBlock35": lambda: (Block35(0.2), (torch.randn(1, 256, 8, 8),)),
    "SmallBlock17": lambda: (Block17(0.1), (torch.randn(1, 896, 8, 8),)),
    "SmallBlock8": lambda: (Block8(noReLU=True), (torch.randn(1, 1792, 4, 4),)),
    "Mixed6a": lambda: (Mixed_6a(), (torch.randn(1, 256, 15, 15),)),
    "Mixed7a": lambda: (Mixed_7a(), (torch.randn(1, 896, 9, 9),)),
}

__getattr__ = factories(MODELS)
