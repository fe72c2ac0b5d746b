"""Modules of cellpose: segmentation of cells."""

import torch
from cellpose import core, denoise, dynamics
from cellpose.train import _loss_fn_class, _loss_fn_seg
from cellpose.vit import CPSAM
from seeded import factories
from torch import nn


class _Loss(nn.Module):
    """The loss of flows and cell probabilities."""

    def __init__(self, net: CPSAM):
        super().__init__()
        self.net = net

    def forward(self, x, labels):
        return _loss_fn_seg(labels, self.net(x)[0], x.device)


class _Classes(nn.Module):
    """The loss of the classes of pixels."""

    def forward(self, labels, y):
        return _loss_fn_class(labels, y)


class _Evaluated(nn.Module):
    """A network without gradients, its answers as arrays."""

    def __init__(self, net: CPSAM):
        super().__init__()
        self.net = net

    def forward(self, x):
        return core._forward(self.net, x)


class _Tiles(nn.Module):
    """A network over the tiles of an image."""

    def __init__(self, net: CPSAM):
        super().__init__()
        self.net = net

    def forward(self, image):
        return core.run_net(self.net, image.numpy(), bsize=64)[0]


class _Flows(nn.Module):
    """The flows of masks by diffusion."""

    def forward(self, masks):
        return torch.from_numpy(dynamics.masks_to_flows_gpu(masks.numpy(), niter=10)[0])


class _Diffused(nn.Module):
    """Diffusion from the centers of cells."""

    def forward(self, neighbors, centers, inside):
        return torch.from_numpy(dynamics._extend_centers_gpu(neighbors, centers, inside, (12, 12), n_iter=8))


class _Steps(nn.Module):
    """The ends of the flows of pixels."""

    def forward(self, flows, mask):
        return dynamics.follow_flows(flows.numpy(), mask.numpy().nonzero(), niter=10)


class _Masks(nn.Module):
    """The masks of pixels that end together."""

    def forward(self, ends, mask):
        masks = dynamics.get_masks_torch(ends.clone(), mask.numpy().nonzero(), tuple(mask.shape))
        return torch.from_numpy(masks.astype("int64"))


class _Pooled(nn.Module):
    """The largest of a window in two or three dimensions."""

    def forward(self, flat, deep):
        return dynamics.max_pool_nd(flat), dynamics.max_pool_nd(deep, kernel_size=3)


class _Noise(nn.Module):
    """Blur, fewer pixels and the noise of photons."""

    def forward(self, images):
        return denoise.add_noise(images, poisson=1.0, blur=1.0, downsample=1.0)


def _net():
    net = CPSAM(bsize=64)
    net.encoder.blocks = net.encoder.blocks[:1]
    return net


def _around():
    y, x = torch.meshgrid(torch.arange(3, 9), torch.arange(3, 9), indexing="ij")
    y, x = y.flatten(), x.flatten()
    dy, dx = torch.tensor([0, -1, 1, 0, 0, -1, -1, 1, 1]), torch.tensor([0, 0, 0, -1, 1, -1, 1, -1, 1])
    neighbors = torch.stack([y + dy[:, None], x + dx[:, None]])
    inside = ((neighbors >= 3) & (neighbors < 9)).all(0)
    return neighbors, torch.tensor([[5, 5]]), inside


def _cells():
    masks = torch.zeros(24, 24, dtype=torch.int64)
    masks[2:9, 3:10] = 1
    masks[12:20, 12:21] = 2
    return masks


def _labels(size):
    return torch.stack([torch.randint(0, 3, (1, size, size)).float(), *torch.rand(3, 1, size, size)], 1)


MODELS = {
    "Segment": lambda: (_net(), (torch.randn(1, 3, 64, 64),)),
    "Loss": lambda: (_Loss(_net()), (torch.randn(1, 3, 64, 64), _labels(64))),
    "Evaluated": lambda: (_Evaluated(_net()), (torch.randn(1, 3, 64, 64),)),
    "Tiles": lambda: (_Tiles(_net()), (torch.randn(1, 80, 72, 3),)),
    "Flows": lambda: (_Flows(), (_cells(),)),
    "Diffused": lambda: (_Diffused(), _around()),
    "Steps": lambda: (_Steps(), (torch.randn(2, 24, 24), torch.rand(24, 24) > 0.5)),
    "Masks": lambda: (_Masks(), (torch.full((2, 300), 12), torch.arange(576).view(24, 24) < 300)),
    "Pooled": lambda: (_Pooled(), (torch.rand(1, 16, 16), torch.rand(1, 8, 8, 8))),
    "Noise": lambda: (_Noise(), (torch.rand(2, 1, 32, 32),)),
    "Classes": lambda: (_Classes(), (_labels(16), torch.randn(1, 6, 16, 16))),
}
__getattr__ = factories(MODELS)
