import torch
from alignn.models import alignn_atomwise_pure as pure
from alignn.models import alignn_atomwise_pure_smooth as smooth
from alignn.torch_graph_builder import batch_torch_graph_pairs, build_pure_torch_graph
from jarvis.core.atoms import Atoms
from seeded import factories
from torch import nn

SMALL = {
    "alignn_layers": 1,
    "gcn_layers": 1,
    "atom_input_features": 92,
    "edge_input_features": 16,
    "triplet_input_features": 9,
    "embedding_features": 16,
    "hidden_features": 16,
}
LATTICE = [[3.1, 0.0, 0.0], [0.0, 3.1, 0.0], [0.0, 0.0, 3.1]]


def _crystal(second="Cl", **kwargs):
    atoms = Atoms(
        lattice_mat=LATTICE, coords=[[0.02, 0, 0], [0.5, 0.48, 0.5]], elements=["Na", second], cartesian=False
    )
    return build_pure_torch_graph(
        atoms=atoms, two_body_cutoff=4.0, three_body_cutoff=3.5, max_neighbors=8, use_matscipy_topology=False, **kwargs
    )


def _pure(**kwargs):
    config = pure.ALIGNNAtomWisePureConfig(name="alignn_atomwise_pure", **(SMALL | kwargs))
    return pure.ALIGNNAtomWisePure(config)


def _smooth(**kwargs):
    config = smooth.ALIGNNAtomWisePureSmoothConfig(name="alignn_atomwise_pure_smooth", **(SMALL | kwargs))
    return smooth.ALIGNNAtomWisePureSmooth(config)


PROPERTY = {"calculate_gradient": False, "gradwise_weight": 0.0, "energy_mult_natoms": False, "use_penalty": False}


class _Predict(nn.Module):
    """A model on a crystal, whose graph is the input; the result is one of its outputs."""

    def __init__(self, model, *outputs):
        super().__init__()
        self.model = model
        self.outputs = outputs

    def forward(self, g, lg, lattice):
        out = self.model((g, lg, lattice))
        return tuple(out[name] for name in self.outputs)


class _Tensors(nn.Module):
    """Energy and forces from tensors, as molecular dynamics asks for them."""

    def __init__(self):
        super().__init__()
        self.model = _pure()

    def forward(self, positions, lattice, features, src, dst, shift):
        with torch.enable_grad():
            positions = positions.clone().requires_grad_()
            return self.model.forward_tensors(positions, lattice, features, src, dst, shift)


class _Forces(_Predict):
    """A model whose forces are gradients of its energy: it needs them in inference as well."""

    def forward(self, g, lg, lattice):
        with torch.enable_grad():
            return super().forward(g, lg, lattice)


def _graph():
    g, lg = _crystal()
    return g, lg, torch.tensor(LATTICE)


def _batch():
    g, lg = batch_torch_graph_pairs([_crystal(), _crystal("Br")])
    return g, lg, torch.tensor([LATTICE, LATTICE])


def _conv(kind):
    g, lg = _crystal()
    features = torch.randn(2, 16), torch.randn(g.num_edges, 16), torch.randn(lg.num_edges, 16)
    return pure.ALIGNNConvPure(16, 16, conv_type=kind, num_heads=2), (g, lg, *features)


def _tensors():
    g, _ = _crystal()
    cell = torch.tensor(LATTICE)
    positions = torch.tensor([[0.02, 0, 0], [0.5, 0.48, 0.5]]) @ cell
    return (positions, cell, g.ndata["atom_features"].float(), g.src, g.dst, g.edata["images"].float())


MODELS = {
    "Property": lambda: (_Predict(_pure(**PROPERTY), "out"), _batch()),
    "ForceField": lambda: (_Forces(_pure(stresswise_weight=0.1), "out", "grad", "stresses"), _graph()),
    "Convolution": lambda: _conv("alignn"),
    "Smooth": lambda: (_Forces(_smooth(), "out", "grad"), _graph()),
    "NodeAttention": lambda: (_Predict(_pure(conv_type="n_alignn", num_heads=2, **PROPERTY), "out"), _batch()),
    "Classification": lambda: (_Predict(_pure(classification=True, **PROPERTY), "out"), _batch()),
    "SelfAttention": lambda: _conv("t_alignn"),
    "Tensors": lambda: (_Tensors(), _tensors()),
    "Bessel": lambda: (smooth.RadialBessel(num_radial=8, cutoff=5.0), (torch.rand(20) * 5 + 0.5,)),
    "SmoothProperty": lambda: (_Predict(_smooth(calculate_gradient=False, gradwise_weight=0.0), "out"), _batch()),
}

__getattr__ = factories(MODELS)
