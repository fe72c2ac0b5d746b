"""Modules of orb-models: potentials of atoms."""

import torch
from ase.build import bulk, molecule
from orb_models.forcefield.angular import SphericalHarmonics
from orb_models.forcefield.atomic_system import SystemConfig, ase_atoms_to_atom_graphs
from orb_models.forcefield.base import AtomGraphs, batch_graphs
from orb_models.forcefield.conservative_regressor import ConservativeForcefieldRegressor
from orb_models.forcefield.direct_regressor import DirectForcefieldRegressor
from orb_models.forcefield.featurization_utilities import batch_compute_pbc_radius_graph
from orb_models.forcefield.forcefield_heads import ConfidenceHead, EnergyHead, ForceHead, StressHead
from orb_models.forcefield.gns import AttentionInteractionNetwork, MoleculeGNS
from orb_models.forcefield.nn_util import ChargeSpinConditioner
from orb_models.forcefield.pair_repulsion import ZBLBasis
from orb_models.forcefield.pretrained import orb_v2_architecture
from orb_models.forcefield.rbf import BesselBasis
from seeded import factories
from torch import nn

CONFIG = SystemConfig(radius=6.0, max_num_neighbors=20)
SIZES = {"latent_dim": 32, "num_mlp_layers": 1, "mlp_hidden_dim": 32}


class _Conserved(nn.Module):
    """Forces as gradients of the energy."""

    def __init__(self, model: ConservativeForcefieldRegressor):
        super().__init__()
        self.model = model

    def forward(self, batch: AtomGraphs):
        with torch.enable_grad():
            return self.model(batch)


class _Loss(nn.Module):
    """The loss of energies, forces and stresses."""

    def __init__(self, model: DirectForcefieldRegressor):
        super().__init__()
        self.model = model

    def forward(self, batch: AtomGraphs):
        return self.model.loss(batch).loss


class _Predicted(nn.Module):
    """Energies and forces of each system."""

    def __init__(self, model: DirectForcefieldRegressor):
        super().__init__()
        self.model = model

    def forward(self, batch: AtomGraphs):
        return self.model.predict(batch, split=True)


class _Neighbors(nn.Module):
    """The edges of systems in periodic cells."""

    def forward(self, positions, cells, pbc, counts):
        edges = batch_compute_pbc_radius_graph(
            positions=positions,
            cells=cells,
            pbc=pbc,
            radius=3.0,
            n_node=counts,
            max_number_neighbors=torch.tensor([10, 10]),
        )
        return edges[0], edges[1]


def _atoms():
    return [bulk("NaCl", "rocksalt", a=5.6, cubic=True), molecule("H2O")]


def _batch(targets=False):
    graphs = batch_graphs([ase_atoms_to_atom_graphs(atoms, CONFIG) for atoms in _atoms()])
    if not targets:
        return graphs
    count = int(graphs.n_node.sum())
    return graphs._replace(
        node_targets={"forces": torch.randn(count, 3)},
        system_targets={"energy": torch.randn(2, 1), "stress": torch.randn(2, 6)},
    )


def _gns(**options):
    return MoleculeGNS(
        **SIZES,
        num_message_passing_steps=2,
        rbf_transform=BesselBasis(r_max=6.0, num_bases=8),
        angular_transform=SphericalHarmonics(lmax=3, normalize=True, normalization="component"),
        outer_product_with_cutoff=True,
        use_embedding=True,
        interaction_params={"distance_cutoff": True, "attention_gate": "sigmoid"},
        node_feature_names=["feat"],
        edge_feature_names=["feat"],
        activation="silu",
        mlp_norm="rms_norm",
        **options,
    )


def _conservative():
    heads = {"energy": EnergyHead(**SIZES), "confidence": ConfidenceHead(**SIZES)}
    return ConservativeForcefieldRegressor(heads, _gns(), ensure_grad_loss_weights=False, pair_repulsion=True)


def _direct():
    heads = {
        "energy": EnergyHead(**SIZES),
        "forces": ForceHead(**SIZES, remove_mean=True, remove_torque_for_nonpbc_systems=True),
        "stress": StressHead(**SIZES),
        "confidence": ConfidenceHead(**SIZES),
    }
    return DirectForcefieldRegressor(heads, _gns(), pair_repulsion=True)


def _charged():
    conditioner = ChargeSpinConditioner(32)
    batch = _batch()
    batch.system_features["total_charge"] = torch.tensor([0.0, 1.0])
    batch.system_features["total_spin"] = torch.tensor([1.0, 2.0])
    return _gns(conditioner=conditioner), (batch,)


def _interaction():
    model = AttentionInteractionNetwork(32, 1, 32, attention_gate="softmax", distance_cutoff=True)
    senders, receivers = torch.randint(0, 8, (2, 30))
    return model, (torch.randn(8, 32), torch.randn(30, 32), senders, receivers, torch.rand(30, 1))


def _neighbors():
    atoms = _atoms()
    positions = torch.cat([torch.from_numpy(each.positions) for each in atoms]).float()
    cells = torch.stack([torch.from_numpy(each.cell.array) for each in atoms]).float()
    pbc = torch.stack([torch.from_numpy(each.pbc) for each in atoms])
    return _Neighbors(), (positions, cells, pbc, torch.tensor([len(each) for each in atoms]))


MODELS = {
    "Direct": lambda: (_direct(), (_batch(),)),
    "Conservative": lambda: (_Conserved(_conservative()), (_batch(),)),
    "Second": lambda: (orb_v2_architecture(num_message_passing_steps=1), (_batch(),)),
    "Loss": lambda: (_Loss(_direct()), (_batch(True),)),
    "Predicted": lambda: (_Predicted(_direct()), (_batch(),)),
    "Charged": _charged,
    "Interaction": _interaction,
    "Repulsion": lambda: (ZBLBasis(compute_gradients=True), (_batch(),)),
    "Neighbors": _neighbors,
    "Harmonics": lambda: (SphericalHarmonics(4, True, "integral"), (torch.randn(10, 3),)),
    "Energy": lambda: (EnergyHead(**SIZES), (torch.randn(11, 32), _batch())),
}
__getattr__ = factories(MODELS)
