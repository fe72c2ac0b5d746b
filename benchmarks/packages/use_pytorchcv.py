import torch
from pytorchcv.model_provider import get_model
from seeded import factories


def _classifier(name, size=224, batch=1, **kwargs):
    def build():
        net = get_model(name, in_size=(size, size), **kwargs)
        return net, (torch.randn(batch, 3, size, size),)

    return build


def _small(name, **kwargs):
    def build():
        return get_model(name, **kwargs), (torch.randn(2, 3, 32, 32),)

    return build


MODELS = {
    "ResNet10": _classifier("resnet10"),
    "SEResNet10": _classifier("seresnet10"),
    "BAMResNet18": _classifier("bam_resnet18", batch=2),
    "CBAMResNet18": _classifier("cbam_resnet18"),
    "ShuffleNet": _classifier("shufflenet_g1_wd4"),
    "ShuffleNetV2": _classifier("shufflenetv2_wd2"),
    "MENet": _classifier("menet108_8x1_g3"),
    "SqueezeNext": _classifier("sqnxt23_w1"),
    "PeleeNet": _classifier("peleenet"),
    "GhostNet": _classifier("ghostnet", batch=2),
    "MixNet": _classifier("mixnet_s"),
    "FBNet": _classifier("fbnet_cb"),
    "ISqrtCOVResNet": _classifier("isqrtcovresnet18"),
    "OctResNet": _classifier("octresnet10_ad2"),
    "DIAResNet20": _small("diaresnet20_cifar10"),
    "ShakeShakeResNet": _small("shakeshakeresnet20_2x16d_cifar10"),
    "ShakeDropResNet": _small("shakedropresnet20_cifar10"),
    "FractalNet": _small("fractalnet_cifar10"),
    "WRN1bit": _small("wrn20_10_1bit_cifar10"),
    "ENet": _classifier("enet_cityscapes", size=64),
    "ContextNet": _classifier("ctxnet_cityscapes", size=64),
    "CGNet": _classifier("cgnet_cityscapes", size=64),
    "DABNet": _classifier("dabnet_cityscapes", size=64),
    "FastSCNN": _classifier("fastscnn_cityscapes", size=128, batch=2),
    "ESNet": _classifier("esnet_cityscapes", size=64),
}

__getattr__ = factories(MODELS)
