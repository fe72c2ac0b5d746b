import tempfile
from pathlib import Path
from unittest import mock

import torch
from rdkit import Chem
from rdkit.Chem import AllChem
from seeded import factories
from torch import nn
from unimol_tools.data.conformer import coords2unimol, mol2unimolv2
from unimol_tools.models import UniMolModel, UniMolV2Model, unimol, unimolv2
from unimol_tools.models.loss import FocalLossWithLogits, GHMC_Loss, MAEwithNan
from unimol_tools.models.transformers import TransformerEncoderWithPair
from unimol_tools.models.transformersv2 import TransformerEncoderWithPairV2

SMILES = ("CCO", "c1ccccc1O")
ATOMS = "[PAD] [CLS] [SEP] [UNK] C N O S H Cl F Br I Si P B".split()
ARCHITECTURE, ARCHITECTURE_V2 = unimol.molecule_architecture, unimolv2.molecule_architecture


class _Random(UniMolModel):
    """The first model, small and with random weights."""

    def load_pretrained_weights(self, path, strict=False):
        pass


class _RandomV2(UniMolV2Model):
    """The second model, small and with random weights."""

    def load_pretrained_weights(self, path, strict=False):
        pass


def _architecture():
    args = ARCHITECTURE()
    args.encoder_layers, args.encoder_embed_dim, args.encoder_ffn_embed_dim = 2, 32, 64
    args.encoder_attention_heads = 4
    return args


def _architecture_v2(model_size="84m"):
    args = ARCHITECTURE_V2(model_size)
    args.num_encoder_layers, args.encoder_embed_dim, args.ffn_embedding_dim = 2, 32, 64
    args.num_attention_heads = args.encoder_attention_heads = 4
    args.pair_embed_dim, args.pair_hidden_dim = 16, 8
    return args


def _model(outputs=2):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dict.txt"
        path.write_text("".join(f"{atom}\n" for atom in ATOMS), encoding="utf-8")
        with mock.patch.object(unimol, "molecule_architecture", _architecture):
            return _Random(outputs, pretrained_model_path=str(Path(folder) / "model.pt"))


def _model_v2(outputs=2):
    with mock.patch.object(unimolv2, "molecule_architecture", _architecture_v2):
        return _RandomV2(outputs, pretrained_model_path="model.pt")


def _molecules():
    molecules = [Chem.AddHs(Chem.MolFromSmiles(one)) for one in SMILES]
    for molecule in molecules:
        AllChem.EmbedMolecule(molecule, randomSeed=42)
    return molecules


def _inputs(model):
    samples = []
    for molecule in _molecules():
        atoms = [atom.GetSymbol() for atom in molecule.GetAtoms()]
        positions = molecule.GetConformer().GetPositions()
        samples.append((coords2unimol(atoms, positions, model.dictionary, remove_hs=False), 0))
    return model.batch_collate_fn(samples)[0]


def _inputs_v2(model):
    return model.batch_collate_fn([(mol2unimolv2(molecule), 0) for molecule in _molecules()])[0]


def _first(**kwargs):
    model = _model()
    return model, (), {**_inputs(model), **kwargs}


def _second(**kwargs):
    model = _model_v2()
    return model, (), {**_inputs_v2(model), **kwargs}


class _Training(nn.Module):
    """The focal loss of the predictions of many labels, some of them missing."""

    def __init__(self):
        super().__init__()
        self.model = _model(3)

    def forward(self, batch, labels):
        return FocalLossWithLogits(self.model(**batch), labels)


class _Regression(nn.Module):
    """The mean absolute error of predicted properties, some of them missing."""

    def __init__(self):
        super().__init__()
        self.model = _model_v2(3)

    def forward(self, batch, labels):
        return MAEwithNan(self.model(**batch), labels)


def _labels(values):
    labels = values.float()
    labels[0, 1] = float("nan")
    return labels


def _training():
    model = _Training()
    return model, (_inputs(model.model), _labels(torch.randint(2, (2, 3))))


def _regression():
    model = _Regression()
    return model, (_inputs_v2(model.model), _labels(torch.randn(2, 3)))


MODELS = {
    "UniMol": _first,
    "UniMolV2": _second,
    "Training": _training,
    "AtomicRepresentations": lambda: _first(return_repr=True, return_atomic_reprs=True),
    "GradientHarmonized": lambda: (GHMC_Loss(10, 0.5), (torch.randn(8, 3), torch.randint(2, (8, 3)).float())),
    "Regression": _regression,
    "Representations": lambda: _second(return_repr=True),
    "Gaussian": lambda: (
        unimol.GaussianLayer(16, 64),
        (torch.rand(2, 6, 6), torch.randint(64, (2, 6, 6))),
    ),
    "Encoder": lambda: (
        TransformerEncoderWithPair(2, 32, 64, 4),
        (torch.randn(2, 6, 32),),
        {"attn_mask": torch.randn(8, 6, 6), "padding_mask": torch.tensor([[False] * 6, [False] * 4 + [True] * 2])},
    ),
    "EncoderV2": lambda: (
        TransformerEncoderWithPairV2(2, 32, 16, 8, 64, 4),
        (torch.randn(2, 6, 32), torch.randn(2, 6, 6, 16), torch.ones(2, 6), torch.ones(2, 6, 6)),
        {"attn_mask": torch.zeros(2, 4, 6, 6)},
    ),
    "Head": lambda: (unimol.ClassificationHead(32, 16, 3, "tanh", 0.1), (torch.randn(4, 32),)),
}

__getattr__ = factories(MODELS)
