import torch
from matgl.apps.pes import Potential
from matgl.ext.pymatgen import Structure2Graph
from matgl.layers import (
    MEGNetBlock,
    SphericalBesselWithHarmonics,
)
from matgl.models import QET, CHGNet, M3GNet, MEGNet, SO3Net, TensorNet
from pymatgen.core import Lattice, Structure
from seeded import factories
from torch import nn
from torch_geometric.data import Batch

ELEMENTS = ("Na", "Cl", "O")


def _structure(scale=1.0):
    coords = [[0, 0, 0], [0.52, 0.5, 0.49], [0.5, 0.02, 0.25]]
    return Structure(Lattice.cubic(3.6 * scale), list(ELEMENTS), coords)


def _graph(cutoff=4.0, scale=1.0):
    graph, lattice, state = Structure2Graph(element_types=ELEMENTS, cutoff=cutoff).get_graph(_structure(scale))
    return graph, lattice[0], torch.tensor(state, dtype=torch.float32)


def _placed(cutoff=4.0, scale=1.0):
    """A graph with the positions and shifts that a model reads."""
    graph, lattice, state = _graph(cutoff, scale)
    graph.pos = graph.frac_coords @ lattice
    graph.pbc_offshift = graph.pbc_offset @ lattice
    return graph, state


def _pair(cutoff=4.0):
    graphs = [_placed(cutoff)[0], _placed(cutoff, 1.1)[0]]
    return Batch.from_data_list(graphs)


def _kwargs(cutoff=4.0):
    graph, state = _placed(cutoff)
    return (), {"g": graph, "state_attr": state}


def _tensornet(**kwargs):
    return TensorNet(element_types=ELEMENTS, units=16, nblocks=1, num_rbf=8, cutoff=4.0, use_warp=False, **kwargs)


def _m3gnet(**kwargs):
    return M3GNet(
        element_types=ELEMENTS, dim_node_embedding=16, dim_edge_embedding=16, units=16, nblocks=2, cutoff=4.0,
        threebody_cutoff=3.0, **kwargs,
    )  # fmt: skip


class _Forces(nn.Module):
    """Forces and stresses where the caller records no gradients, as in molecular dynamics."""

    def __init__(self):
        super().__init__()
        self.potential = Potential(_tensornet(is_intensive=False))

    def forward(self, g, lat):
        with torch.enable_grad():
            energy, forces, stresses, _ = self.potential(g, lat)
        return energy.detach(), forces.detach(), stresses.detach()


def _potential(model, **kwargs):
    graph, lattice, state = _graph()
    return Potential(model, **kwargs), (), {"g": graph, "lat": lattice, "state_attr": state}


def _megnet_inputs(dim=16, nodes=6, edges=20, graphs=2):
    edge_index = torch.randint(nodes // 2, (2, edges))
    edge_index[:, edges // 2 :] += nodes // 2
    batch = torch.arange(graphs).repeat_interleave(nodes // graphs)
    return (
        edge_index,
        torch.randn(edges, dim),
        torch.randn(nodes, dim),
        torch.randn(graphs, dim),
        batch,
        batch[edge_index[0]],
        nodes,
        graphs,
    )


MODELS = {
    "Crystals": lambda: (
        MEGNet(dim_node_embedding=8, dim_edge_embedding=20, nblocks=2, element_types=ELEMENTS, cutoff=4.0),
        *_kwargs(),
    ),
    "ThreeBody": lambda: (_m3gnet(is_intensive=False), *_kwargs()),
    "Tensors": lambda: (_tensornet(is_intensive=False), *_kwargs()),
    "Forces": lambda: (_Forces(), _graph()[:2]),
    "Charges": lambda: (
        QET(element_types=ELEMENTS, units=16, nblocks=1, num_rbf=8, cutoff=4.0, use_warp=False),
        (),
        {"g": _placed()[0], "total_charge": torch.zeros(1)},
    ),
    "Magnetic": lambda: (
        CHGNet(
            element_types=ELEMENTS,
            dim_atom_embedding=16,
            dim_bond_embedding=16,
            dim_angle_embedding=16,
            cutoff=4.0,
            threebody_cutoff=3.0,
            num_blocks=2,
            atom_conv_hidden_dims=(16,),
            bond_conv_hidden_dims=(16,),
            final_hidden_dims=(16,),
        ),
        *_kwargs(),
    ),
    "Spherical": lambda: (
        SO3Net(element_types=ELEMENTS, dim_node_embedding=16, units=16, nblocks=1, nmax=4, lmax=2, cutoff=4.0),
        (),
        {"g": _placed()[0]},
    ),
    "Batched": lambda: (_tensornet(is_intensive=True, readout_type="weighted_atom"), (), {"g": _pair()}),
    "Energies": lambda: _potential(_m3gnet(is_intensive=False), calc_forces=False, calc_stresses=False),
    "Block": lambda: (
        MEGNetBlock(dims=[16], conv_hiddens=[32, 16], act=nn.Softplus(), dropout=0.1),
        _megnet_inputs(),
    ),
    "Harmonics": lambda: (
        SphericalBesselWithHarmonics(max_n=3, max_l=3, cutoff=4.0, use_smooth=False, use_phi=False),
        (torch.rand(20) * 3 + 0.5, torch.rand(20) * 2 - 1, torch.rand(20)),
    ),
}

__getattr__ = factories(MODELS)
