"""Modules of chgnet: potentials of crystals."""

import torch
from chgnet.graph import CrystalGraphConverter
from chgnet.model import CHGNet
from chgnet.model.basis import GaussianExpansion
from chgnet.model.composition_model import AtomRef, CompositionModel
from chgnet.model.encoders import AngleEncoder, BondEncoder
from chgnet.model.layers import AtomConv, GraphAttentionReadOut
from chgnet.trainer.trainer import CombinedLoss
from pymatgen.core import Lattice, Structure
from seeded import factories
from torch import nn


class _Task(nn.Module):
    """Energies and what follows from them."""

    def __init__(self, model, task, **options):
        super().__init__()
        self.model = model
        self.task = task
        self.options = options

    def forward(self, graphs):
        with torch.enable_grad():
            return self.model(graphs, task=self.task, **self.options)


class _Predicted(nn.Module):
    """What is predicted of structures, as arrays."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, graphs):
        return self.model.predict_graph(graphs, task="em", batch_size=1)


class _Trained(nn.Module):
    """The loss of energies, forces, stresses and magnetic moments."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.loss = CombinedLoss(target_str="efsm", criterion="Huber")

    def forward(self, graphs, targets):
        with torch.enable_grad():
            prediction = self.model(graphs, task="efsm")
        return self.loss(targets, prediction)["loss"]


class _Bonds(nn.Module):
    """The bonds of a crystal, expanded."""

    def __init__(self):
        super().__init__()
        self.bonds = BondEncoder(num_radial=9, learnable=True)
        self.angles = AngleEncoder(num_angular=9)

    def forward(self, graph):
        positions = graph.atom_frac_coord @ graph.lattice
        center, neighbor = positions[graph.atom_graph[:, 0]], positions[graph.atom_graph[:, 1]]
        atom, bond, vectors = self.bonds(
            center, neighbor, graph.undirected2directed, graph.neighbor_image, graph.lattice
        )
        first, second = vectors[graph.bond_graph[:, 2]], vectors[graph.bond_graph[:, 4]]
        return atom, bond, self.angles(first, second)


class _Sites(nn.Module):
    """The energies of the atoms of crystals."""

    def __init__(self, reference):
        super().__init__()
        self.reference = reference

    def forward(self, graphs):
        return self.reference(graphs), self.reference.get_site_energies(graphs)


class _Expanded(nn.Module):
    """Lengths in Gaussians."""

    def __init__(self, expansion):
        super().__init__()
        self.expansion = expansion

    def forward(self, lengths):
        return self.expansion.expand(lengths)


def _structures():
    salt = Structure(Lattice.cubic(4.2), ["Na", "Cl"], [[0, 0, 0], [0.5, 0.5, 0.48]])
    oxide = Structure(Lattice.tetragonal(3.2, 4.0), ["Li", "O", "O"], [[0, 0, 0], [0.5, 0.5, 0.4], [0.5, 0, 0.7]])
    return [salt, oxide]


def _graphs():
    converter = CrystalGraphConverter(atom_graph_cutoff=4, bond_graph_cutoff=3)
    return [converter(structure) for structure in _structures()]


def _net(**options):
    sizes = {"atom_fea_dim": 16, "bond_fea_dim": 16, "angle_fea_dim": 16, "num_radial": 9, "num_angular": 9}
    hidden = {"atom_conv_hidden_dim": 16, "bond_conv_hidden_dim": 16, "mlp_hidden_dims": (16, 16), "n_conv": 2}
    cutoffs = {"atom_graph_cutoff": 4, "bond_graph_cutoff": 3}
    return CHGNet(**{**sizes, **hidden, **cutoffs, **options})


def _targets():
    return {
        "e": torch.tensor([-3.2, -5.1]),
        "f": [torch.randn(2, 3), torch.randn(3, 3)],
        "s": [torch.randn(3, 3), torch.randn(3, 3)],
        "m": [torch.rand(2), None],
    }


def _reference():
    reference = AtomRef(is_intensive=False)
    reference.initialize_from("MPtrj")
    return reference


def _convolved():
    layer = AtomConv(atom_fea_dim=16, bond_fea_dim=8, hidden_dim=16, gMLP_norm="batch", norm="layer")
    undirected = torch.arange(24) % 12
    return layer, (torch.randn(6, 16), torch.randn(12, 8), torch.rand(12, 16), torch.randint(0, 6, (24, 2)), undirected)


def _owners():
    return torch.randn(7, 16), torch.tensor([0, 0, 0, 1, 1, 1, 1])


MODELS = {
    "Energy": lambda: (_net(), (_graphs(),)),
    "Forces": lambda: (_Task(_net(), "efs"), (_graphs(),)),
    "Attended": lambda: (
        _Task(_net(mlp_first=False, read_out="attn", final_mlp="gated", composition_model=None), "em"),
        (_graphs(),),
    ),
    "Features": lambda: (
        _Task(_net(update_angle=False), "e", return_site_energies=True, return_crystal_feas=True),
        (_graphs(),),
    ),
    "Predicted": lambda: (_Predicted(_net(composition_model=CompositionModel(atom_fea_dim=16))), (_graphs(),)),
    "Trained": lambda: (_Trained(_net()), (_graphs(), _targets())),
    "Bonds": lambda: (_Bonds(), (_graphs()[1],)),
    "Sites": lambda: (_Sites(_reference()), (_graphs(),)),
    "Convolved": _convolved,
    "Expanded": lambda: (_Expanded(GaussianExpansion()), (torch.rand(9) * 4,)),
    "Readout": lambda: (GraphAttentionReadOut(16, num_head=2, average=True), _owners()),
}
__getattr__ = factories(MODELS)
