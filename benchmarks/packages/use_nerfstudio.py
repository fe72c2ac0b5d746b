import torch
from nerfstudio.cameras.camera_optimizers import CameraOptimizerConfig
from nerfstudio.cameras.rays import RayBundle
from nerfstudio.data.scene_box import SceneBox
from nerfstudio.field_components.encodings import HashEncoding, KPlanesEncoding, NeRFEncoding, TensorVMEncoding
from nerfstudio.field_components.field_heads import FieldHeadNames
from nerfstudio.field_components.spatial_distortions import SceneContraction
from nerfstudio.fields.density_fields import HashMLPDensityField
from nerfstudio.fields.nerfacto_field import NerfactoField
from nerfstudio.fields.tensorf_field import TensoRFField
from nerfstudio.fields.vanilla_nerf_field import NeRFField
from nerfstudio.model_components.lib_bilagrid import BilateralGrid, total_variation_loss
from nerfstudio.model_components.lib_bilagrid import slice as slice_grid
from nerfstudio.model_components.losses import (
    DepthLossType,
    MiDaSMSELoss,
    ScaleAndShiftInvariantLoss,
    depth_loss,
    distortion_loss,
    interlevel_loss,
)
from nerfstudio.model_components.ray_samplers import PDFSampler, ProposalNetworkSampler, UniformSampler
from nerfstudio.model_components.renderers import AccumulationRenderer, DepthRenderer, RGBRenderer
from seeded import factories
from torch import nn

BOX = SceneBox(aabb=torch.tensor([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]))
RAYS = 16


def _bundle(origins, directions, cameras):
    ones = torch.ones_like(origins[:, :1])
    return RayBundle(
        origins=origins,
        directions=directions,
        pixel_area=1e-4 * ones,
        camera_indices=cameras,
        nears=0.1 * ones,
        fars=4 * ones,
    )


def _rays(count=RAYS):
    directions = nn.functional.normalize(torch.randn(count, 3), dim=-1)
    return 0.1 * torch.randn(count, 3), directions, torch.randint(4, (count, 1))


class _NeRF(nn.Module):
    """Rays are sampled coarsely and finely, and rendered, as in NeRF."""

    def __init__(self):
        super().__init__()
        position, direction = NeRFEncoding(3, 4, 0, 4, include_input=True), NeRFEncoding(3, 2, 0, 2)
        options = {"base_mlp_num_layers": 3, "base_mlp_layer_width": 16, "skip_connections": (1,)}
        self.coarse = NeRFField(position, direction, head_mlp_layer_width=16, **options)
        self.fine = NeRFField(position, direction, head_mlp_layer_width=16, **options)
        self.uniform, self.pdf = UniformSampler(8), PDFSampler(8)
        self.rgb, self.depth = RGBRenderer("white"), DepthRenderer()

    def forward(self, origins, directions, cameras):
        rays = _bundle(origins, directions, cameras)
        samples = self.uniform(rays)
        outputs = self.coarse(samples)
        weights = samples.get_weights(outputs[FieldHeadNames.DENSITY])
        samples = self.pdf(rays, samples, weights)
        outputs = self.fine(samples)
        weights = samples.get_weights(outputs[FieldHeadNames.DENSITY])
        return self.rgb(outputs[FieldHeadNames.RGB], weights), self.depth(weights, samples)


def _nerfacto_field():
    return NerfactoField(
        BOX.aabb,
        num_images=4,
        hidden_dim=16,
        geo_feat_dim=7,
        num_levels=4,
        max_res=32,
        log2_hashmap_size=8,
        hidden_dim_color=16,
        appearance_embedding_dim=4,
        spatial_distortion=SceneContraction(order=float("inf")),
        implementation="torch",
    )


class _Nerfacto(nn.Module):
    """Nerfacto: networks for proposals, a field of hashes, and losses."""

    def __init__(self):
        super().__init__()
        self.field = _nerfacto_field()
        self.proposals = nn.ModuleList(
            HashMLPDensityField(
                BOX.aabb,
                hidden_dim=8,
                num_levels=2,
                max_res=16,
                log2_hashmap_size=6,
                spatial_distortion=SceneContraction(order=float("inf")),
                implementation="torch",
            )
            for _ in range(2)
        )
        self.sampler = ProposalNetworkSampler((16, 8), 8, num_proposal_network_iterations=2, single_jitter=True)
        self.rgb, self.depth = RGBRenderer("last_sample"), DepthRenderer("expected")
        self.accumulation = AccumulationRenderer()

    def forward(self, origins, directions, cameras, colours):
        rays = _bundle(origins, directions, cameras)
        samples, weights_list, samples_list = self.sampler(rays, [net.density_fn for net in self.proposals])
        outputs = self.field(samples)
        weights = samples.get_weights(outputs[FieldHeadNames.DENSITY])
        weights_list.append(weights)
        samples_list.append(samples)
        rgb = self.rgb(outputs[FieldHeadNames.RGB], weights)
        loss = nn.functional.mse_loss(rgb, colours) + interlevel_loss(weights_list, samples_list)
        return loss + 0.01 * distortion_loss(weights_list, samples_list), self.depth(weights, samples)


class _Field(nn.Module):
    """A field at samples along rays."""

    def __init__(self, field, **options):
        super().__init__()
        self.sampler = UniformSampler(8)
        self.field = field
        self.options = options

    def forward(self, origins, directions, cameras):
        outputs = self.field(self.sampler(_bundle(origins, directions, cameras)), **self.options)
        return {name.value: value for name, value in outputs.items()}


class _DepthSupervised(nn.Module):
    """A field of densities that is trained with depths along rays."""

    def __init__(self):
        super().__init__()
        self.sampler = UniformSampler(8)
        self.field = HashMLPDensityField(
            BOX.aabb, hidden_dim=8, num_levels=2, max_res=16, log2_hashmap_size=6, implementation="torch"
        )
        self.depth = DepthRenderer("expected")

    def forward(self, origins, directions, cameras, depths):
        samples = self.sampler(_bundle(origins, directions, cameras))
        weights = samples.get_weights(self.field.get_density(samples)[0])
        predicted = self.depth(weights, samples)
        norms = torch.ones_like(depths)
        sigma = torch.tensor([0.01])
        return depth_loss(weights, samples, depths, predicted, sigma, norms, False, DepthLossType.DS_NERF)


def _tensorf():
    return TensoRFField(
        BOX.aabb,
        feature_encoding=NeRFEncoding(8, 2, 0, 2),
        direction_encoding=NeRFEncoding(3, 2, 0, 2),
        density_encoding=TensorVMEncoding(resolution=16, num_components=4),
        color_encoding=TensorVMEncoding(resolution=16, num_components=6),
        appearance_dim=8,
        head_mlp_layer_width=16,
    )


class _Poses(nn.Module):
    """Rays after the correction of the poses of their cameras."""

    def __init__(self, mode):
        super().__init__()
        self.optimizer = CameraOptimizerConfig(mode=mode).setup(num_cameras=4, device="cpu")

    def forward(self, origins, directions, cameras):
        rays = _bundle(origins, directions, cameras)
        self.optimizer.apply_to_raybundle(rays)
        return rays.origins, rays.directions


class _Exposure(nn.Module):
    """The colours of images after a bilateral grid for each, with the regularization of the grids."""

    def __init__(self):
        super().__init__()
        self.grids = BilateralGrid(3, grid_X=4, grid_Y=4, grid_W=4)

    def forward(self, rgb, cameras):
        steps = torch.linspace(0, 1, rgb.shape[1])
        y, x = torch.meshgrid(steps, steps, indexing="ij")
        xy = torch.stack([x, y], dim=-1).expand(len(rgb), -1, -1, -1)
        out = slice_grid(bil_grids=self.grids, rgb=rgb, xy=xy, grid_idx=cameras)
        return out["rgb"], total_variation_loss(self.grids.grids)


def _depths():
    return torch.rand(2, 24, 24) + 0.5, torch.rand(2, 24, 24) + 0.5, torch.rand(2, 24, 24) > 0.2


MODELS = {
    "NeRF": lambda: (_NeRF(), _rays()),
    "Nerfacto": lambda: (_Nerfacto(), (*_rays(), torch.rand(RAYS, 3))),
    "DepthSupervised": lambda: (_DepthSupervised(), (*_rays(), torch.rand(RAYS, 1) + 0.5)),
    "Tensorial": lambda: (_Field(_tensorf()), _rays()),
    "Poses": lambda: (_Poses("SO3xR3"), _rays()),
    "RigidPoses": lambda: (_Poses("SE3"), _rays()),
    "Appearance": lambda: (_Field(_nerfacto_field(), compute_normals=True), _rays()),
    "Hash": lambda: (
        HashEncoding(num_levels=4, min_res=4, max_res=32, log2_hashmap_size=8, implementation="torch"),
        (torch.rand(32, 3),),
    ),
    "Planes": lambda: (KPlanesEncoding((8, 8, 8, 4), num_components=6), (torch.rand(32, 4) * 2 - 1,)),
    "Depth": lambda: (ScaleAndShiftInvariantLoss(alpha=0.5, scales=2), _depths()),
    "Bilateral": lambda: (_Exposure(), (torch.rand(2, 8, 8, 3), torch.tensor([[0], [2]]))),
    "MiDaS": lambda: (MiDaSMSELoss(), _depths()),
}

__getattr__ = factories(MODELS)
