"""Modules of nvidia-physicsnemo: weather, fluids and structures."""

import copy

import torch
from physicsnemo.diffusion.multi_diffusion import GridPatching2D
from physicsnemo.diffusion.preconditioners import EDMPrecondSuperResolution
from physicsnemo.diffusion.samplers import stochastic_sampler
from physicsnemo.models.afno import ModAFNO
from physicsnemo.models.dit import DiT
from physicsnemo.models.domino.config import DEFAULT_MODEL_PARAMS
from physicsnemo.models.domino.model import DoMINO
from physicsnemo.models.figconvnet.figconvunet import FIGConvUNet
from physicsnemo.models.fno import FNO
from physicsnemo.models.geotransolver import GeoTransolver
from physicsnemo.models.meshgraphnet.bsms_mgn import BiStrideMeshGraphNet
from physicsnemo.models.pangu import Pangu
from physicsnemo.models.rnn import Seq2SeqRNN
from physicsnemo.models.topodiff import TopoDiff
from seeded import factories
from torch import nn
from torch_geometric.data import Data


class _Sampled(nn.Module):
    """A fine field for a coarse one, patch by patch."""

    def __init__(self, net, patching):
        super().__init__()
        self.net = net
        self.patching = patching

    def forward(self, latents, coarse):
        return stochastic_sampler(self.net, latents, coarse, patching=self.patching, num_steps=2)


def _domino():
    config = copy.deepcopy(DEFAULT_MODEL_PARAMS)
    config.interp_res = [16, 8, 8]
    convolution = config.geometry_rep.geo_conv
    convolution.base_neurons = 8
    convolution.volume_radii, convolution.volume_neighbors_in_radius = [0.5, 1.0], [4, 8]
    convolution.surface_radii, convolution.surface_neighbors_in_radius = [0.5, 1.0], [4, 8]
    config.geometry_rep.geo_processor.base_filters = 4
    config.geometry_rep.geo_processor.surface_sdf_scaling_factor = [0.01, 0.02]
    for part in ("volume_neighbors_in_radius", "surface_neighbors_in_radius"):
        config.geometry_local[part] = [4, 8]
    for part in ("geometry_local", "nn_basis_functions", "aggregation_model", "parameter_model"):
        config[part].base_layer = 16
    config.position_encoder.base_neurons = 16
    points, neighbors, grid = 20, config.num_neighbors_surface, (1, *config.interp_res)
    data = {
        "pos_volume_closest": torch.randn(1, points, 3),
        "pos_volume_center_of_mass": torch.randn(1, points, 3),
        "pos_surface_center_of_mass": torch.randn(1, points, 3),
        "geometry_coordinates": torch.randn(1, points, 3),
        "grid": torch.randn(*grid, 3),
        "surf_grid": torch.randn(*grid, 3),
        "sdf_grid": torch.randn(grid),
        "sdf_surf_grid": torch.randn(grid),
        "sdf_nodes": torch.randn(1, points, 1),
        "surface_mesh_centers": torch.randn(1, points, 3),
        "surface_mesh_neighbors": torch.randn(1, points, neighbors, 3),
        "surface_normals": torch.randn(1, points, 3),
        "surface_neighbors_normals": torch.randn(1, points, neighbors, 3),
        "surface_areas": torch.rand(1, points) + 1e-6,
        "surface_neighbors_areas": torch.rand(1, points, neighbors) + 1e-6,
        "volume_mesh_centers": torch.randn(1, points, 3),
        "volume_min_max": torch.randn(1, 2, 3),
        "surface_min_max": torch.randn(1, 2, 3),
        "global_params_reference": torch.randn(1, 2, 1),
        "global_params_values": torch.randn(1, 2, 1),
    }
    model = DoMINO(input_features=3, output_features_vol=5, output_features_surf=4, model_parameters=config)
    return model, (data,)


def _figconv():
    formats = [("b_xc_y_z", (2, 8, 8)), ("b_yc_x_z", (8, 2, 8)), ("b_zc_x_y", (8, 8, 2))]
    model = FIGConvUNet(
        in_channels=8,
        out_channels=3,
        kernel_size=3,
        hidden_channels=[8, 8, 8],
        num_levels=2,
        mlp_channels=[16, 16],
        pos_encode_dim=8,
        resolution_memory_format_pairs=formats,
        neighbor_search_type="knn",
        knn_k=4,
    )
    return model, (torch.rand(1, 40, 3),)


def _topology():
    model = TopoDiff(32, 6, 1, model_channels=64, channel_mult=[1, 1], num_blocks=1, attn_resolutions=[16])
    return model, (torch.randn(2, 1, 32, 32), torch.randn(2, 5, 32, 32), torch.randint(0, 1000, (2,)))


def _bistride():
    source = torch.arange(8)
    edges = torch.stack([source, (source + 1) % 8])
    graph = Data(edge_index=edges, num_nodes=8)
    graph.pos = torch.randn(8, 3)
    model = BiStrideMeshGraphNet(
        input_dim_nodes=10,
        input_dim_edges=4,
        output_dim=4,
        processor_size=2,
        hidden_dim_processor=16,
        hidden_dim_node_encoder=16,
        hidden_dim_edge_encoder=16,
        num_layers_bistride=1,
        num_mesh_levels=1,
    )
    return model, (torch.randn(8, 10), torch.randn(8, 4), graph, [edges, edges], [source, source])


def _geotransolver():
    sizes = {"functional_dim": 8, "out_dim": 3, "geometry_dim": 3, "global_dim": 4, "n_hidden": 32, "n_layers": 2}
    model = GeoTransolver(**sizes, n_head=4, slice_num=8, use_te=False)
    inputs = {"global_embedding": torch.randn(2, 1, 4), "geometry": torch.randn(2, 30, 3)}
    return model, (torch.randn(2, 30, 8),), inputs


def _dit():
    model = DiT(
        input_size=(16, 16),
        patch_size=4,
        in_channels=3,
        out_channels=3,
        condition_dim=8,
        hidden_size=32,
        depth=2,
        num_heads=4,
    )
    return model, (torch.randn(2, 3, 16, 16), torch.randint(0, 1000, (2,)), torch.randn(2, 8))


def _corrdiff():
    net = EDMPrecondSuperResolution(
        img_resolution=(16, 16),
        img_in_channels=8,
        img_out_channels=2,
        model_type="SongUNetPosEmbd",
        model_channels=8,
        channel_mult=[1, 2],
        num_blocks=1,
        attn_resolutions=[4],
        N_grid_channels=4,
    )
    patching = GridPatching2D(img_shape=(16, 16), patch_shape=(8, 8), overlap_pix=2, boundary_pix=1)
    return _Sampled(net, patching), (torch.randn(1, 2, 16, 16), torch.randn(1, 2, 16, 16))


def _pangu():
    model = Pangu(img_size=(24, 48), patch_size=(2, 4, 4), embed_dim=24, num_heads=(2, 4, 4, 2), window_size=(2, 6, 12))
    return model, (torch.randn(1, 72, 24, 48),)


def _afno():
    model = ModAFNO(
        inp_shape=[16, 16], in_channels=2, out_channels=1, patch_size=[4, 4], embed_dim=16, depth=2, num_blocks=2
    )
    return model, (torch.randn(2, 2, 16, 16), torch.full((2, 1), 0.5))


def _fno():
    sizes = {
        "decoder_layers": 2,
        "decoder_layer_size": 8,
        "latent_channels": 8,
        "num_fno_layers": 2,
        "num_fno_modes": 4,
    }
    model = FNO(in_channels=4, out_channels=3, dimension=3, padding=2, padding_type="reflect", **sizes)
    return model, (torch.randn(2, 4, 8, 8, 8),)


def _recurrent():
    model = Seq2SeqRNN(input_channels=2, dimension=2, nr_latent_channels=8, nr_downsamples=2, nr_tsteps=4)
    return model, (torch.randn(2, 2, 4, 16, 16),)


MODELS = {
    "Aerodynamics": _domino,
    "Grids": _figconv,
    "Topology": _topology,
    "Mesh": _bistride,
    "Geometry": _geotransolver,
    "Diffusion": _dit,
    "Downscaled": _corrdiff,
    "Earth": _pangu,
    "Modulated": _afno,
    "Fourier": _fno,
    "Sequence": _recurrent,
}
__getattr__ = factories(MODELS)
