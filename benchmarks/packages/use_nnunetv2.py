import torch
from nnunetv2.training.loss.compound_losses import DC_and_BCE_loss, DC_and_CE_loss, DC_and_topk_loss
from nnunetv2.training.loss.deep_supervision import DeepSupervisionWrapper
from nnunetv2.training.loss.dice import MemoryEfficientSoftDiceLoss, SoftDiceLoss, get_tp_fp_fn_tn
from nnunetv2.training.loss.robust_ce_loss import RobustCrossEntropyLoss, TopKLoss
from nnunetv2.utilities.get_network_from_plans import get_network_from_plans
from nnunetv2.utilities.helpers import softmax_helper_dim1
from seeded import factories
from torch import nn

CLASSES = 3
DICE = {"batch_dice": False, "smooth": 1e-5, "do_bg": False, "ddp": False}


def _network(supervised):
    return get_network_from_plans(
        "dynamic_network_architectures.architectures.unet.PlainConvUNet",
        {
            "n_stages": 3,
            "features_per_stage": [8, 16, 24],
            "conv_op": "torch.nn.modules.conv.Conv2d",
            "kernel_sizes": [[3, 3]] * 3,
            "strides": [[1, 1], [2, 2], [2, 2]],
            "n_conv_per_stage": [1, 1, 1],
            "n_conv_per_stage_decoder": [1, 1],
            "conv_bias": True,
            "norm_op": "torch.nn.modules.instancenorm.InstanceNorm2d",
            "norm_op_kwargs": {"eps": 1e-05, "affine": True},
            "dropout_op": None,
            "dropout_op_kwargs": None,
            "nonlin": "torch.nn.LeakyReLU",
            "nonlin_kwargs": {"inplace": True},
        },
        ["conv_op", "norm_op", "dropout_op", "nonlin"],
        1,
        CLASSES,
        deep_supervision=supervised,
    )


class _Training(nn.Module):
    """The loss of a batch as the trainer computes it: the network's outputs at every scale, each with its target."""

    def __init__(self):
        super().__init__()
        self.network = _network(True)
        loss = DC_and_CE_loss(DICE | {"batch_dice": True}, {}, dice_class=MemoryEfficientSoftDiceLoss)
        self.loss = DeepSupervisionWrapper(loss, [2 / 3, 1 / 3])

    def forward(self, image, *targets):
        return self.loss(self.network(image), list(targets))


class _Mirrored(nn.Module):
    """Test time augmentation as the predictor does it: the mean of the predictions of mirrored images."""

    def __init__(self, axes=((2,), (3,), (2, 3))):
        super().__init__()
        self.network = _network(False)
        self.axes = axes

    def forward(self, x):
        prediction = self.network(x)
        for axes in self.axes:
            prediction += torch.flip(self.network(torch.flip(x, axes)), axes)
        return prediction / (len(self.axes) + 1)


class _Validation(nn.Module):
    """The true and false positives and negatives of a batch, as the validation step counts them."""

    def forward(self, output, target):
        seg = output.argmax(1)[:, None]
        onehot = torch.zeros(output.shape, device=output.device, dtype=torch.float16)
        onehot.scatter_(1, seg, 1)
        tp, fp, fn, _ = get_tp_fp_fn_tn(onehot, target, axes=[0, 2, 3], mask=None)
        return tp[1:], fp[1:], fn[1:]


def _labels(size=32, classes=CLASSES):
    return torch.randint(classes, (2, 1, size, size)).float()


MODELS = {
    "DiceCE": lambda: (
        DC_and_CE_loss(dict(DICE), {}, ignore_label=CLASSES),
        (torch.randn(2, CLASSES, 32, 32), _labels(classes=CLASSES + 1)),
    ),
    "Training": lambda: (_Training(), (torch.randn(2, 1, 32, 32), _labels(), _labels(16))),
    "Regions": lambda: (
        DC_and_BCE_loss({}, dict(DICE), use_ignore_label=True),
        (torch.randn(2, CLASSES, 32, 32), torch.randint(2, (2, CLASSES + 1, 32, 32)).float()),
    ),
    "Dice": lambda: (
        SoftDiceLoss(apply_nonlin=softmax_helper_dim1, **DICE),
        (torch.randn(2, CLASSES, 16, 16, 8), torch.randint(CLASSES, (2, 1, 16, 16, 8)).float()),
    ),
    "Mirrored": lambda: (_Mirrored(), (torch.randn(1, 1, 32, 32),)),
    "DiceTopK": lambda: (DC_and_topk_loss(dict(DICE), {"k": 10}), (torch.randn(2, CLASSES, 32, 32), _labels())),
    "Validation": lambda: (_Validation(), (torch.randn(2, CLASSES, 32, 32), _labels())),
    "CrossEntropy": lambda: (RobustCrossEntropyLoss(), (torch.randn(2, CLASSES, 32, 32), _labels())),
    "TopK": lambda: (TopKLoss(k=20), (torch.randn(2, CLASSES, 32, 32), _labels())),
    "EfficientDice": lambda: (
        MemoryEfficientSoftDiceLoss(apply_nonlin=softmax_helper_dim1, **DICE),
        (torch.randn(2, CLASSES, 32, 32), _labels()),
    ),
}

__getattr__ = factories(MODELS)
