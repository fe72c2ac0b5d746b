import torch
from doctr.models import classification, detection, recognition
from seeded import factories

VOCABULARY = "0123456789abcdef"


def _classifier(build, size=32):
    return lambda: (build(), (torch.rand(2, 3, size, size),))


def _detector(build, **kwargs):
    return lambda: (
        build(pretrained=False, pretrained_backbone=False, exportable=True, **kwargs),
        (torch.rand(1, 3, 128, 128),),
    )


def _reader(build, exportable=True, size=(32, 128), **kwargs):
    return lambda: (
        build(pretrained=False, pretrained_backbone=False, vocab=VOCABULARY, exportable=exportable, **kwargs),
        (torch.rand(2, 3, *size), ["cafe", "12ab"]),
    )


def _taught(build, size=(32, 128)):
    """With the words, so that it computes its loss."""
    return lambda: (
        build(pretrained=False, pretrained_backbone=False, vocab=VOCABULARY),
        (torch.rand(2, 3, *size), ["cafe", "12ab"]),
    )


MODELS = {
    "VGG16": _classifier(lambda: classification.vgg16_bn_r(num_classes=4)),
    "ResNet31": _classifier(lambda: classification.resnet31(num_classes=4)),
    "MAGCResNet31": _classifier(lambda: classification.magc_resnet31(num_classes=4)),
    "MobileNetV3": _classifier(lambda: classification.mobilenet_v3_small_r(num_classes=4)),
    "TextNet": _classifier(lambda: classification.textnet_tiny(num_classes=4)),
    "ViT": _classifier(lambda: classification.vit_s(num_classes=4, input_shape=(3, 32, 32))),
    "ViP": lambda: (classification.vip_tiny(num_classes=4), (torch.rand(1, 3, 32, 128),)),
    "DBNet": _detector(detection.db_mobilenet_v3_large),
    "LinkNet": _detector(detection.linknet_resnet18),
    "FAST": _detector(detection.fast_tiny),
    "CRNN": _reader(recognition.crnn_mobilenet_v3_small),
    "CRNNLoss": _taught(recognition.crnn_mobilenet_v3_small),
    "SAR": _reader(recognition.sar_resnet31, max_length=5),
    "MASTER": _reader(recognition.master, max_length=6),
    "ViTSTR": _reader(recognition.vitstr_small),
    "ViTSTRLoss": _taught(recognition.vitstr_small),
    "PARSeq": _reader(recognition.parseq),
    "VIPTR": _reader(recognition.viptr_tiny),
}

__getattr__ = factories(MODELS)
