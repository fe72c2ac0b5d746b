import warnings

import hippynn
import torch
from hippynn.graphs import GraphModule, networks, physics, targets
from hippynn.graphs import inputs as sources_of
from hippynn.graphs.nodes import excited
from hippynn.layers import physics as screening
from seeded import factories
from torch import nn

# The kernels in plain PyTorch: the default ones are of numba, or compile themselves.
with warnings.catch_warnings(action="ignore"):
    hippynn.custom_kernels.set_custom_kernels("_pytorch_raw")

SPECIES = [0, 1, 6, 7, 8]
NETWORK = {
    "possible_species": SPECIES,
    "n_features": 12,
    "n_sensitivities": 8,
    "dist_soft_min": 0.8,
    "dist_soft_max": 3.5,
    "dist_hard_max": 4.5,
    "n_interaction_layers": 2,
    "n_atom_layers": 2,
}


class _Forces(nn.Module):
    """Energies and the forces, the gradients by positions."""

    def __init__(self, network):
        super().__init__()
        species, positions, net = _network(network)
        positions.requires_grad = True
        energy = targets.HEnergyNode("energy", net)
        force = physics.GradientNode("force", (energy, positions), sign=-1)
        self.graph = GraphModule([species, positions], [energy.mol_energy, force])

    def forward(self, species, positions):
        with torch.enable_grad():
            energy, force = self.graph(species, positions.detach().requires_grad_())
        return energy.detach(), force.detach()


def _network(kind=networks.Hipnn, periodic=False, **settings):
    species = sources_of.SpeciesNode(db_name="Z")
    positions = sources_of.PositionsNode(db_name="R")
    parents = (species, positions)
    if periodic:
        parents = (*parents, sources_of.CellNode(db_name="C"))
    net = kind("net", parents, periodic=periodic, module_kwargs=NETWORK | settings)
    return (*parents, net)


def _energy(kind=networks.Hipnn, **settings):
    *sources, net = _network(kind, **settings)
    energy = targets.HEnergyNode("energy", net)
    per_atom = physics.PerAtom("per_atom", energy)
    return GraphModule(sources, [energy.mol_energy, per_atom, energy.hierarchicality])


def _charges():
    """Charges of atoms, with the dipoles and quadrupoles of molecules."""
    *sources, net = _network()
    charges = targets.HChargeNode("charges", net)
    dipole = physics.DipoleNode("dipole", charges)
    quadrupole = physics.QuadrupoleNode("quadrupole", charges)
    return GraphModule(sources, [charges.atom_charges, dipole, quadrupole, physics.VecMag("size", dipole)])


def _coulomb():
    """A local energy and the screened energy of charges."""
    *sources, net = _network()
    energy = targets.HEnergyNode("energy", net)
    charges = targets.HChargeNode("charges", net)
    coulomb = physics.ScreenedCoulombEnergyNode(
        "coulomb",
        charges,
        energy_conversion=14.4,
        cutoff_distance=4.5,
        screening=screening.CombineScreenings(
            [screening.LocalDampingCosine(alpha=1.5), screening.QScreening(p_value=4)]
        ),
    )
    total = physics.CombineEnergyNode("total", (energy, coulomb))
    return GraphModule(sources, [total.mol_energy, coulomb.mol_energies, energy.mol_energy])


def _bonds():
    """Orders of bonds, and their sums over molecules."""
    *sources, net = _network()
    module = {
        "feature_sizes": net.torch_module.feature_sizes,
        "n_dist": 8,
        "dist_soft_min": 0.8,
        "dist_soft_max": 3.0,
        "dist_hard_max": 4.0,
    }
    bonds = targets.HBondNode("bonds", net, module_kwargs=module)
    return GraphModule(sources, [bonds.bonds, physics.BondToMolSummmer("sum", bonds.bonds)])


def _excited():
    """Energies of a state that is near some atoms."""
    *sources, net = _network()
    local = excited.LocalEnergyNode("local", net)
    return GraphModule(sources, [local.mol_energy, local.atom_probabilities])


def _ensemble():
    """The mean and spread of energies by two nets."""
    graph, _ = hippynn.graphs.make_ensemble([_named(), _named()], quiet=True)
    return graph


def _named():
    *sources, net = _network()
    energy = targets.HEnergyNode("energy", net, db_name="T")
    return GraphModule(sources, [energy.mol_energy])


def _molecules():
    """Three molecules of several sizes, with blank atoms at their ends."""
    species = torch.tensor([[8, 1, 1, 0, 0], [7, 1, 1, 1, 0], [6, 1, 1, 1, 1]])
    water = [[0.0, 0.0, 0.12], [0.0, 0.76, -0.48], [0.0, -0.76, -0.48], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    ammonia = [[0.0, 0.0, 0.12], [0.0, 0.94, -0.27], [0.81, -0.47, -0.27], [-0.81, -0.47, -0.27], [0.0, 0.0, 0.0]]
    methane = [[0.0, 0.0, 0.0], [0.63, 0.63, 0.63], [-0.63, -0.63, 0.63], [-0.63, 0.63, -0.63], [0.63, -0.63, -0.63]]
    return species, torch.tensor([water, ammonia, methane]) + 0.02 * torch.randn(3, 5, 3)


def _crystals():
    positions = torch.rand(2, 6, 3) * 5.5
    cells = 6.0 * torch.eye(3).expand(2, 3, 3) + 0.1 * torch.randn(2, 3, 3)
    return torch.tensor([[6, 6, 1, 1, 8, 7], [8, 1, 1, 6, 1, 1]]), positions, cells


MODELS = {
    "Energy": lambda: (_energy(), _molecules()),
    "Vectors": lambda: (_energy(networks.HipnnVec, sensitivity_type="linear"), _molecules()),
    "Charges": lambda: (_charges(), _molecules()),
    "Periodic": lambda: (_energy(networks.HipnnVec, periodic=True), _crystals()),
    "Forces": lambda: (_Forces(networks.HipnnVec), _molecules()),
    "Coulomb": lambda: (_coulomb(), _molecules()),
    "Bonds": lambda: (_bonds(), _molecules()),
    "HipHop": lambda: (_energy(networks.HipHopnn, l_max=2, n_max=2), _molecules()),
    "Quadratic": lambda: (
        _energy(networks.HipnnQuad, resnet=False, activation=nn.SiLU),
        _molecules(),
    ),
    "Excited": lambda: (_excited(), _molecules()),
    "Ensemble": lambda: (_ensemble(), _molecules()),
}

__getattr__ = factories(MODELS)
