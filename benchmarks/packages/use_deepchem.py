"""Modules of deepchem: molecules, electrons and sequences."""

import deepchem as dc
import numpy as np
import torch
from deepchem.models.torch_models.dmpnn import DMPNN, _MapperDMPNN
from deepchem.models.torch_models.dtnn import DTNN
from deepchem.models.torch_models.ferminet import Ferminet
from deepchem.models.torch_models.layers import AtomicConv, MXMNetSphericalBasisLayer, NeighborList
from deepchem.models.torch_models.mat import MAT
from deepchem.models.torch_models.molgan import BasicMolGANGenerator
from deepchem.models.torch_models.seqtoseq import SeqToSeq
from deepchem.models.torch_models.text_cnn import TextCNN, default_dict
from deepchem.models.torch_models.weavemodel_pytorch import Weave, WeaveModel
from seeded import factories
from torch_geometric.data import Batch, Data

RADIAL = [[2.0, 4.0, 6.0], [0.0, 4.0], [0.4]]


def _fragment(atoms, neighbors=4, batch=2):
    return [
        torch.rand(batch, atoms, 3) * 5,
        torch.randint(atoms, (batch, atoms, neighbors)),
        torch.randint(1, 10, (batch, atoms, neighbors)),
        torch.tensor((atoms,)),
    ]


def _pockets():
    model = AtomicConv(
        1,
        frag1_num_atoms=6,
        frag2_num_atoms=10,
        complex_num_atoms=16,
        max_num_neighbors=4,
        batch_size=2,
        atom_types=[6, 7.0, 8.0, -1.0],
        radial=RADIAL,
        layer_sizes=[16, 8],
    )
    return model, ([*_fragment(6), *_fragment(10), *_fragment(16)],)


def _tensors(molecules=3, atoms=4):
    count = molecules * atoms
    first, second = torch.meshgrid(torch.arange(atoms), torch.arange(atoms), indexing="ij")
    offsets = torch.arange(molecules)[:, None] * atoms
    inputs = [
        torch.randint(1, 9, (count,)),
        torch.rand(molecules * atoms**2, 8),
        torch.arange(molecules).repeat_interleave(atoms),
        (first.flatten() + offsets).flatten(),
        (second.flatten() + offsets).flatten(),
    ]
    return DTNN(2, n_embedding=16, n_hidden=16, n_distance=8), (inputs,)


def _weave():
    options = {"n_tasks": 1, "n_weave": 2, "fully_connected_layer_sizes": [32, 16], "mode": "classification"}
    graphs = dc.feat.WeaveFeaturizer()(["C", "CCO"])
    features = WeaveModel(**options, batch_size=2, device=torch.device("cpu")).compute_features_on_batch(graphs)
    return Weave(**options, batch_size=2), (list(features),)


def _messages():
    featurizer = dc.feat.DMPNNFeaturizer()
    samples = []
    for graph in featurizer.featurize(["CCO", "CCN", "CCC"]):
        atoms, bonds, incoming, mapping, features = _MapperDMPNN(graph).values
        samples.append(
            Data(
                atom_features=torch.from_numpy(atoms).float(),
                f_ini_atoms_bonds=torch.from_numpy(bonds).float(),
                atom_to_incoming_bonds=torch.from_numpy(incoming),
                mapping=torch.from_numpy(mapping),
                global_features=torch.from_numpy(features).float(),
            )
        )
    return DMPNN(mode="classification", n_tasks=2, enc_hidden=16, ffn_hidden=16), (Batch.from_data_list(samples),)


def _attention(batch=2, atoms=7):
    model = MAT(
        n_encoders=2, h=4, sa_hsize=32, d_input=32, d_hidden=32, d_output=32, encoder_hsize=32, gen_attn_hidden=16
    )
    adjacency = torch.randint(2, (batch, atoms, atoms)).float()
    return model, ([torch.rand(batch, atoms, 36), adjacency, torch.rand(batch, atoms, atoms) * 5],)


def _wavefunction():
    positions = torch.tensor([[0, 0, 0.748], [0, 0, 0]])
    charges = torch.ones(2, 1)
    model = Ferminet(positions, charges, spin=(1, 1), batch_size=4, n_one=[16] * 4, n_two=[8] * 4, determinant=4)
    return model, (torch.from_numpy(np.random.RandomState(0).rand(4, 6)).float(),)


MODELS = {
    "Pockets": _pockets,
    "Neighbors": lambda: (NeighborList(12, 3, 3, 4, 0, 12), (torch.rand(12, 3) * 12,)),
    "Tensors": _tensors,
    "Weaving": _weave,
    "Messages": _messages,
    "Sequences": lambda: (
        SeqToSeq(12, 12, 8, encoder_layers=2, decoder_layers=2, batch_size=3, embedding_dimension=16, variational=True),
        ([torch.randint(12, (3, 8)), torch.tensor([6000])],),
    ),
    "Attention": _attention,
    "Generator": lambda: (BasicMolGANGenerator(vertices=5, embedding_dim=8), ([torch.randn(4, 8)], False, True)),
    "Wavefunction": _wavefunction,
    "Spherical": lambda: (
        MXMNetSphericalBasisLayer(3, 3, cutoff=5.0),
        (torch.rand(10) * 4 + 0.1, torch.rand(14) * 3, torch.randint(10, (14,))),
    ),
    "Text": lambda: (
        TextCNN(2, default_dict, 20, n_embedding=16, kernel_sizes=[1, 3, 5], num_filters=[8, 8, 8]),
        (torch.randint(34, (3, 20)),),
    ),
}

__getattr__ = factories(MODELS)
