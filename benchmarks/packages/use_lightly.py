"""Modules of lightly: self-supervised learning."""

import torch
from lightly.loss import DINOLoss, IBOTPatchLoss, KoLeoLoss, NTXentLoss, SwaVLoss, VICRegLLoss
from lightly.loss.msn_loss import MSNLoss
from lightly.loss.regularizer import CO2Regularizer
from lightly.loss.wmse_loss import WMSELoss
from lightly.models import utils
from lightly.models.modules import MaskedVisionTransformerTIMM, MaskedVisionTransformerTorchvision, NNMemoryBankModule
from lightly.models.modules.heads import (
    DINOProjectionHead,
    MoCoProjectionHead,
    SMoGPrototypes,
    SwaVProjectionHead,
    SwaVPrototypes,
)
from lightly.models.modules.masked_autoencoder_timm import MAEDecoderTIMM
from lightly.models.modules.world_model.predictor import LatentDynamicsPredictor
from lightly.transforms.amplitude_rescale_transform import AmplitudeRescaleTransform
from lightly.transforms.gaussian_mixture_masks_transform import GaussianMixtureMask
from lightly.transforms.irfft2d_transform import IRFFT2DTransform
from lightly.transforms.phase_shift_transform import PhaseShiftTransform
from lightly.transforms.random_frequency_mask_transform import RandomFrequencyMaskTransform
from lightly.transforms.rfft2d_transform import RFFT2DTransform
from seeded import factories
from timm.models.vision_transformer import VisionTransformer
from torch import nn
from torchvision.models import VisionTransformer as TorchvisionTransformer


class _Masked(nn.Module):
    """A masked autoencoder and its loss."""

    def __init__(self):
        super().__init__()
        vit = VisionTransformer(img_size=32, patch_size=8, embed_dim=32, depth=2, num_heads=2, num_classes=0)
        self.backbone = MaskedVisionTransformerTIMM(vit=vit)
        self.sequence_length = self.backbone.sequence_length
        self.decoder = MAEDecoderTIMM(16, 8, 3, 32, 32, decoder_depth=1, decoder_num_heads=2)
        self.criterion = nn.MSELoss()

    def forward(self, images):
        batch_size = images.shape[0]
        keep, mask = utils.random_token_mask(size=(batch_size, self.sequence_length), device=images.device)
        encoded = self.backbone.encode(images=images, idx_keep=keep)
        embedded = self.decoder.embed(encoded)
        tokens = utils.repeat_token(self.decoder.mask_token, (batch_size, self.sequence_length))
        tokens = utils.set_at_index(tokens, keep, embedded.type_as(tokens))
        predicted = self.decoder.predict(utils.get_at_index(self.decoder.decode(tokens), mask))
        target = utils.get_at_index(utils.patchify(images, 8), mask - 1)
        return self.criterion(predicted, target)


class _Distilled(nn.Module):
    """DINO and iBOT: a teacher, a student, masked patches and their losses."""

    def __init__(self):
        super().__init__()
        vit = VisionTransformer(img_size=64, patch_size=8, embed_dim=32, depth=1, num_heads=2, num_classes=0)
        self.student = MaskedVisionTransformerTIMM(vit=vit)
        self.head = DINOProjectionHead(32, 32, 16, 64, batch_norm=False)
        self.dino = DINOLoss(output_dim=64, warmup_teacher_temp_epochs=5)
        self.ibot = IBOTPatchLoss(output_dim=64)
        self.koleo = KoLeoLoss()

    def forward(self, images, epoch):
        mask = images.new_zeros((len(images), self.student.sequence_length), dtype=torch.bool)
        mask[:, 1:] = utils.random_block_mask(size=(len(images), 8, 8), device=images.device).flatten(start_dim=1)
        teacher = self.student.encode(images)
        student = self.student.encode(images, mask=mask)
        cls = self.head(student[:, 0])
        loss = self.dino([self.head(teacher[:, 0])], [cls, cls.flip(0)], epoch=epoch)
        loss = loss + self.ibot(self.head(teacher[mask]), self.head(student[mask]), mask=mask[:, 1:].view(-1, 8, 8))
        return loss + 0.1 * self.koleo(student[:, 0])


class _Contrasted(nn.Module):
    """MoCo: shuffled keys, a momentum encoder, a bank of negatives and consistency."""

    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(24, 16)
        self.head = MoCoProjectionHead(16, 16, 8)
        self.momentum = nn.Linear(24, 16)
        self.criterion = NTXentLoss(memory_bank_size=(32, 8))
        self.consistency = CO2Regularizer(memory_bank_size=(32, 8))

    def forward(self, first, second):
        utils.update_momentum(self.backbone, self.momentum, m=0.99)
        query = self.head(self.backbone(first))
        shuffled, order = utils.batch_shuffle(second)
        key = utils.batch_unshuffle(self.head(self.momentum(shuffled)), order)
        return self.criterion(query, key) + self.consistency(query, key)


class _Clusters(nn.Module):
    """SwaV: prototypes, a queue and the loss of crops of two sizes."""

    def __init__(self):
        super().__init__()
        self.head = SwaVProjectionHead(16, 16, 8)
        self.prototypes = SwaVPrototypes(8, 20, n_steps_frozen_prototypes=1)
        self.criterion = SwaVLoss()

    def forward(self, high, low, queue, step):
        self.prototypes.normalize()
        high = [self.prototypes(nn.functional.normalize(self.head(x), dim=1), step) for x in high]
        low = [self.prototypes(nn.functional.normalize(self.head(x), dim=1), step) for x in low]
        return self.criterion(high, low, [self.prototypes(x, step) for x in queue])


class _Groups(nn.Module):
    """SMoG: groups whose features follow those of the batch."""

    def __init__(self):
        super().__init__()
        self.groups = SMoGPrototypes(group_features=torch.rand(5, 8), beta=0.99)

    def forward(self, x):
        features = self.groups.get_updated_group_features(x)
        self.groups.set_group_features(features)
        return self.groups(x, features, temperature=0.1), self.groups.assign_groups(x)


class _Spectral(nn.Module):
    """Changes of the spectrum of an image."""

    def __init__(self):
        super().__init__()
        self.forth = RFFT2DTransform()
        self.phase = PhaseShiftTransform(include_negatives=True)
        self.amplitude = AmplitudeRescaleTransform()
        self.mask = RandomFrequencyMaskTransform()
        self.gaussians = GaussianMixtureMask(num_gaussians=3, std_range=(2, 4))
        self.back = IRFFT2DTransform((24, 24))

    def forward(self, image):
        spectrum = self.mask(self.amplitude(self.phase(self.forth(image))))
        return self.back(self.gaussians(spectrum))


class _Neighbors(nn.Module):
    """NNCLR: the nearest of the features of earlier batches."""

    def __init__(self):
        super().__init__()
        self.bank = NNMemoryBankModule(size=(16, 8))
        self.criterion = NTXentLoss()

    def forward(self, first, second):
        nearest = self.bank(first, update=True)
        return self.criterion(nearest, second)


def _vicregl():
    def features(size):
        return torch.randn(4, 16), torch.randn(4, size, size, 8)

    views, grids = [features(6), features(6)], [torch.rand(4, 6, 6, 2), torch.rand(4, 6, 6, 2)]
    local, small = [features(3)], [torch.rand(4, 3, 3, 2)]
    return VICRegLLoss(num_matches=(5, 2)), (views, grids, local, small)


def _blocks():
    vit = TorchvisionTransformer(image_size=32, patch_size=8, num_layers=1, num_heads=2, hidden_dim=32, mlp_dim=64)
    return MaskedVisionTransformerTorchvision(vit=vit), (torch.rand(2, 3, 48, 48), torch.randint(1, 17, (2, 6)))


def _dynamics():
    options = {"num_frames": 6, "input_dim": 16, "hidden_dim": 32, "depth": 2, "num_heads": 2}
    return LatentDynamicsPredictor(**options), (torch.randn(2, 5, 16), torch.randn(2, 5, 16))


class _Whitened(nn.Module):
    """Whitened features, and those of masked views."""

    def __init__(self):
        super().__init__()
        self.whitened = WMSELoss(embedding_dim=6, w_size=16)
        self.masked = MSNLoss()

    def forward(self, features, anchors, targets, prototypes):
        return self.whitened(features), self.masked(anchors, targets, prototypes)


MODELS = {
    "Masked": lambda: (_Masked(), (torch.rand(2, 3, 32, 32),)),
    "Distilled": lambda: (_Distilled(), (torch.rand(4, 3, 64, 64), 2)),
    "Contrasted": lambda: (_Contrasted(), (torch.randn(6, 24), torch.randn(6, 24))),
    "Clusters": lambda: (
        _Clusters(),
        ([torch.randn(6, 16) for _ in range(2)], [torch.randn(6, 16)], [torch.randn(12, 8) for _ in range(2)], 3),
    ),
    "Groups": lambda: (_Groups(), (torch.rand(12, 8),)),
    "Spectral": lambda: (_Spectral(), (torch.rand(3, 24, 24),)),
    "Neighbors": lambda: (_Neighbors(), (torch.randn(6, 8), torch.randn(6, 8))),
    "Local": _vicregl,
    "Blocks": _blocks,
    "Dynamics": _dynamics,
    "Whitened": lambda: (
        _Whitened(),
        (torch.randn(32, 6), torch.randn(8, 10), torch.randn(4, 10), torch.randn(7, 10)),
    ),
}
__getattr__ = factories(MODELS)
