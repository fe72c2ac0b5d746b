"""Modules of ocnn: networks of octrees of point clouds."""

import ocnn
import torch
from ocnn.models import HRNet, LeNet, OUNet, ResNet, SegNet, UNet
from ocnn.models.autoencoder import AutoEncoder
from ocnn.nn import OctreeDWConv, OctreeGroupConv, OctreeGroupNorm, OctreeUpsample
from ocnn.octree import Octree, Points, merge_octrees
from seeded import factories
from torch import nn

DEPTH, FULL = 5, 2


def _points(count=300):
    points = torch.randn(count, 3)
    normals = points / points.norm(dim=1, keepdim=True)
    return Points(normals * 0.8, normals, torch.randn(count, 3))


def _octree(depth=DEPTH, batch=2):
    octrees = []
    for _ in range(batch):
        octree = Octree(depth, FULL)
        octree.build_octree(_points())
        octrees.append(octree)
    octree = merge_octrees(octrees)
    octree.construct_all_neigh()
    return octree


def _inputs(channels=4, depth=DEPTH, nempty=False):
    octree = _octree()
    nodes = octree.nnum_nempty[depth] if nempty else octree.nnum[depth]
    return torch.randn(int(nodes), channels), octree, depth


def _queries(count=50):
    batch = torch.arange(2).repeat_interleave(count // 2).float()
    return torch.cat([torch.rand(count, 3) * 1.6 - 0.8, batch[:, None]], 1)


class _SmallUNet(UNet):
    """A U-Net with fewer channels."""

    def config_network(self):
        super().config_network()
        self.encoder_channel = [8, 8, 16]
        self.decoder_channel = [16, 8, 8]
        self.encoder_blocks = [1, 1]
        self.decoder_blocks = [1, 1]


class _Building(nn.Module):
    """The octree of a point cloud, and the features of its leaves."""

    def __init__(self):
        super().__init__()
        self.feature = ocnn.modules.InputFeature("NDF")

    def forward(self, points, normals, features):
        cloud = Points(points, normals, features)
        cloud.centralize_scale(*cloud.bbox(), scale=0.9)
        cloud.clip()
        octree = Octree(4, FULL)
        octree.build_octree(cloud)
        return self.feature(octree)


class _Loss(nn.Module):
    """The losses of an autoencoder: of the splits and of the signal."""

    def __init__(self):
        super().__init__()
        self.model = AutoEncoder(4, 4, depth=4, full_depth=FULL)

    def forward(self, octree):
        out = self.model(octree, update_octree=False)
        losses = {}
        for depth, logit in out["logits"].items():
            label = octree.nempty_mask(depth).long()
            losses[f"loss_{depth}"] = nn.functional.cross_entropy(logit, label)
            losses[f"accuracy_{depth}"] = logit.argmax(1).eq(label).float().mean()
        signal = octree.get_input_feature("ND", nempty=True)
        losses["signal"] = torch.mean((out["signal"] - signal) ** 2)
        return losses


class _Generated(nn.Module):
    """The signal of a decoded octree."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, octree):
        return self.model(octree, update_octree=True)["signal"]


def _cloud():
    points = _points()
    return points.points, points.normals, points.features


MODELS = {
    "Classification": lambda: (LeNet(4, 5, stages=3), _inputs()),
    "Residual": lambda: (ResNet(4, 5, resblock_num=1, stages=3, nempty=True), _inputs(nempty=True)),
    "Segmentation": lambda: (SegNet(4, 5, stages=2), (*_inputs(), _queries())),
    "Unet": lambda: (_SmallUNet(4, 5), (*_inputs(), _queries())),
    "HighResolution": lambda: (HRNet(4, 5, stages=2), _inputs()),
    "Losses": lambda: (_Loss(), (_octree(4),)),
    "Generation": lambda: (_Generated(AutoEncoder(4, 4, depth=4, full_depth=FULL)), (_octree(4),)),
    "Completion": lambda: (OUNet(4, 4, depth=4, full_depth=FULL), (_octree(4), _octree(4))),
    "Building": lambda: (_Building(), _cloud()),
    "Grouped": lambda: (OctreeGroupConv(8, 16, group=2), _inputs(8)),
    "Depthwise": lambda: (OctreeDWConv(8, use_bias=True), _inputs(8)),
    "Norm": lambda: (OctreeGroupNorm(16, group=4), _inputs(16)),
    "Upsample": lambda: (OctreeUpsample("nearest"), (*_inputs(depth=3), 5)),
}

__getattr__ = factories(MODELS)
