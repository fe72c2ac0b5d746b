import neurite as ne
import torch
import voxelmorph as vxm
from seeded import factories
from torch import nn


class _Training(nn.Module):
    """Unsupervised registration: a warped image, its similarity and the smoothness of the field."""

    def __init__(self, model, similarity, weight=0.01):
        super().__init__()
        self.model = model
        self.similarity = similarity
        self.smoothness = ne.nn.modules.SpatialGradient("l2")
        self.weight = weight

    def forward(self, source, target):
        field, warped = self.model(source, target, return_warped_source=True)
        loss = self.similarity(target, warped).mean() + self.weight * self.smoothness(field).mean()
        return loss, field, warped


class _Both(nn.Module):
    """Images that are warped to each other, with the velocity between them."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source, target):
        return self.model(
            source, target, return_warped_source=True, return_warped_target=True, return_field_type="velocity"
        )


class _Segmentation(nn.Module):
    """Weakly supervised registration: warps labels with the field that images give."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.warp = vxm.nn.modules.SpatialTransformer(interpolation_mode="nearest")
        self.dice = ne.nn.modules.Dice()

    def forward(self, source, target, source_labels, target_labels):
        field = self.model(source, target)
        warped = self.warp(source_labels, field)
        return self.dice(target_labels, warped)


class _Affine(nn.Module):
    """Predicts an affine transformation, and warps the image by it."""

    def __init__(self, size=16):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(2, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(128, 5)
        )

    def forward(self, source, target):
        parameters = self.net(torch.cat([source, target], 1))
        warped = []
        for image, p in zip(source, parameters, strict=False):
            affine = vxm.params_to_affine(2, translation=p[:2], rotation=p[2] * 10, scale=1 + 0.1 * p[3:])
            field = vxm.affine_to_disp(affine, shape=image.shape[1:])
            warped.append(vxm.spatial_transform(image, field, non_spatial_dims=(0,)))
        return torch.stack(warped), parameters


class _Compose(nn.Module):
    """Composes an affine transformation with a displacement."""

    def forward(self, image, affine, displacement):
        field = vxm.compose([affine, displacement])
        return vxm.spatial_transform(image, field, non_spatial_dims=(0,)), field


class _Multiscale(nn.Module):
    """Integrates a velocity at half of the resolution, and resizes the field."""

    def __init__(self, steps=4):
        super().__init__()
        self.down = vxm.nn.modules.ResizeDisplacementField(scale_factor=0.5)
        self.integrate = vxm.nn.modules.IntegrateVelocityField(steps=steps)
        self.up = vxm.nn.modules.ResizeDisplacementField(scale_factor=2.0)
        self.warp = vxm.nn.modules.SpatialTransformer()

    def forward(self, image, velocity):
        field = self.up(self.integrate(self.down(velocity)))
        return self.warp(image, field), field


class _Template(nn.Module):
    """Learns an atlas, that is warped to each image."""

    def __init__(self, size=16):
        super().__init__()
        self.atlas = nn.Parameter(torch.rand(1, 1, size, size))
        self.model = _pairwise(2)

    def forward(self, images):
        atlas = self.atlas.expand(len(images), -1, -1, -1)
        field, warped = self.model(atlas, images, return_warped_source=True)
        return nn.functional.mse_loss(warped, images) + 0.01 * field.mean((0, 2, 3)).square().sum()


class _Synthesis(nn.Module):
    """Warps labels by a velocity field, and makes an image from them."""

    def __init__(self):
        super().__init__()
        self.blur = ne.nn.modules.GaussianBlur(sigma=1.0)

    def forward(self, image, velocity):
        field = vxm.integrate_vec(velocity, steps=5)
        warped = vxm.spatial_transform(image, field, padding_mode="border", non_spatial_dims=(0,))
        return self.blur(warped.unsqueeze(0)).squeeze(0), vxm.disp_to_coords(field)


def _pairwise(ndim, source=1, target=1, **options):
    options.setdefault("nb_features", (8, 8, 8))
    return vxm.nn.models.VxmPairwise(ndim, source, target, flow_initializer=0.1, **options)


MODELS = {
    "Pairwise": lambda: (_pairwise(2), (torch.rand(2, 1, 16, 16), torch.rand(2, 1, 16, 16))),
    "Volumes": lambda: (
        _Training(_pairwise(3, nb_features=(4, 4)), ne.nn.modules.MSE()),
        (torch.rand(1, 1, 8, 8, 8), torch.rand(1, 1, 8, 8, 8)),
    ),
    "Affine": lambda: (_Affine(), (torch.rand(2, 1, 16, 16), torch.rand(2, 1, 16, 16))),
    "Multiscale": lambda: (_Multiscale(), (torch.rand(2, 1, 16, 16), torch.randn(2, 2, 16, 16))),
    "Symmetric": lambda: (_Both(_pairwise(2)), (torch.rand(2, 1, 16, 16), torch.rand(2, 1, 16, 16))),
    "Segmentation": lambda: (
        _Segmentation(_pairwise(2, source=2, target=2, integration_steps=0)),
        (torch.rand(2, 2, 16, 16), torch.rand(2, 2, 16, 16), *_labels()),
    ),
    "Correlation": lambda: (
        _Training(_pairwise(2, activations=nn.LeakyReLU), ne.nn.modules.NCC(window_size=5)),
        (torch.rand(2, 1, 16, 16), torch.rand(2, 1, 16, 16)),
    ),
    "Template": lambda: (_Template(), (torch.rand(3, 1, 16, 16),)),
    "Transformer": lambda: (
        vxm.nn.modules.SpatialTransformer(align_corners=False),
        (torch.rand(2, 3, 12, 12), torch.randn(2, 2, 12, 12)),
    ),
    "Synthesis": lambda: (_Synthesis(), (torch.rand(1, 16, 16), torch.randn(2, 16, 16))),
    "Compose": lambda: (
        _Compose(),
        (torch.rand(1, 12, 12), torch.eye(3)[:2] + 0.05 * torch.randn(2, 3), torch.randn(2, 12, 12)),
    ),
}


def _labels():
    return tuple(nn.functional.one_hot(torch.randint(3, (2, 16, 16)), 3).movedim(-1, 1).float() for _ in range(2))


__getattr__ = factories(MODELS)
