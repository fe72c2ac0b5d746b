import numpy as np
import torch
from e3nn import o3
from mace import modules  # before e3nn, whose constants torch.load would not take
from mace.modules.radial import AgnesiTransform, BesselBasis, PolynomialCutoff, ZBLBasis
from seeded import factories
from torch.nn import functional as F

NUMBERS = [1, 6, 8]
EDGES = torch.tensor([[i, j] for i in range(5) for j in range(5) if i != j and (i < 3) == (j < 3)]).T.contiguous()


def _molecules():
    """Two molecules, of three atoms and of two."""
    return {
        "positions": torch.randn(5, 3),
        "node_attrs": F.one_hot(torch.tensor([0, 2, 0, 1, 2]), 3).float(),
        "edge_index": EDGES,
        "shifts": torch.zeros(EDGES.shape[1], 3),
        "unit_shifts": torch.zeros(EDGES.shape[1], 3),
        "cell": torch.eye(3).repeat(2, 1) * 10,
        "batch": torch.tensor([0, 0, 0, 1, 1]),
        "ptr": torch.tensor([0, 3, 5]),
        "head": torch.zeros(2, dtype=torch.long),
        "charges": torch.zeros(5),
    }


class _Forces(torch.nn.Module):
    """A potential and the forces, which it takes gradients for."""

    def __init__(self, potential):
        super().__init__()
        self.potential = potential

    def forward(self, data):
        with torch.enable_grad():
            return self.potential(data, training=self.training, compute_force=True)


def _mace(
    cls=modules.MACE,
    first=modules.RealAgnosticInteractionBlock,
    then=modules.RealAgnosticResidualInteractionBlock,
    **kwargs,
):
    options = {
        "r_max": 5.0,
        "num_bessel": 4,
        "num_polynomial_cutoff": 5,
        "max_ell": 2,
        "interaction_cls_first": first,
        "interaction_cls": then,
        "num_interactions": 2,
        "num_elements": 3,
        "hidden_irreps": o3.Irreps("8x0e + 8x1o"),
        "MLP_irreps": o3.Irreps("8x0e"),
        "atomic_energies": np.array([[-1.0, -2.0, -3.0]]),
        "avg_num_neighbors": 2.0,
        "atomic_numbers": NUMBERS,
        "correlation": 2,
        "gate": F.silu,
        "radial_MLP": [8, 8],
    }
    return cls(**(options | kwargs))


def _lengths():
    return torch.rand(8, 1) * 4 + 0.5


def _attrs():
    return F.one_hot(torch.tensor([0, 2, 0, 1, 2]), 3).float()


def _edges(n=8):
    return torch.randint(0, 5, (2, n))


MODELS = {
    "Energy": lambda: (_mace(), (_molecules(),), {"compute_force": False}),
    "Forces": lambda: (_Forces(_mace()), (_molecules(),)),
    "ScaleShiftForces": lambda: (
        _Forces(
            _mace(
                modules.ScaleShiftMACE,
                modules.RealAgnosticResidualInteractionBlock,
                atomic_inter_scale=0.8,
                atomic_inter_shift=0.1,
                pair_repulsion=True,
            )
        ),
        (_molecules(),),
    ),
    "DensityEnergy": lambda: (
        _mace(
            modules.ScaleShiftMACE,
            modules.RealAgnosticDensityInteractionBlock,
            modules.RealAgnosticDensityResidualInteractionBlock,
            atomic_inter_scale=0.8,
            atomic_inter_shift=0.1,
            distance_transform="Agnesi",
        ),
        (_molecules(),),
        {"compute_force": False},
    ),
    "Dipoles": lambda: (_mace(modules.AtomicDipolesMACE, atomic_energies=None), (_molecules(),)),
    "EnergyDipoles": lambda: (_Forces(_mace(modules.EnergyDipolesMACE)), (_molecules(),)),
    "RadialBessel": lambda: (
        modules.RadialEmbeddingBlock(5.0, 4, 5),
        (_lengths(), _attrs(), _edges(), torch.tensor(NUMBERS)),
    ),
    "RadialAgnesi": lambda: (
        modules.RadialEmbeddingBlock(5.0, 4, 5, radial_type="gaussian", distance_transform="Agnesi"),
        (_lengths(), _attrs(), _edges(), torch.tensor(NUMBERS)),
    ),
    "BesselFunctions": lambda: (BesselBasis(5.0, 6, trainable=True), (_lengths(),)),
    "CutoffEnvelope": lambda: (PolynomialCutoff(3.0), (_lengths(),)),
    "AgnesiDistance": lambda: (AgnesiTransform(), (_lengths(), _attrs(), _edges(), torch.tensor(NUMBERS))),
    "Repulsion": lambda: (ZBLBasis(p=5), (_lengths(), _attrs(), _edges(), torch.tensor(NUMBERS))),
    "ProductBasis": lambda: (
        modules.EquivariantProductBasisBlock(
            o3.Irreps("8x0e + 8x1o + 8x2e"), o3.Irreps("8x0e + 8x1o"), correlation=2, num_elements=3
        ),
        (torch.randn(5, 8, 9), torch.randn(5, 32), _attrs()),
    ),
    "NonLinearReadout": lambda: (
        modules.NonLinearReadoutBlock(o3.Irreps("8x0e + 8x1o"), o3.Irreps("6x0e"), F.silu),
        (torch.randn(5, 32),),
    ),
    "ScaledEnergies": lambda: (
        modules.ScaleShiftBlock(scale=[0.5, 2.0], shift=[0.1, 0.2]),
        (torch.randn(5), torch.tensor([0, 1, 1, 0, 0])),
    ),
    "ReferenceEnergies": lambda: (modules.AtomicEnergiesBlock(np.array([-1.0, -2.0, -3.0])), (_attrs(),)),
}

__getattr__ = factories(MODELS)
