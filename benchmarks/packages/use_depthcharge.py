import torch
from depthcharge.encoders import FloatEncoder, PeakEncoder
from depthcharge.feedforward import FeedForward
from depthcharge.tokenizers import MoleculeTokenizer, PeptideTokenizer
from depthcharge.transformers import (
    AnalyteTransformerDecoder,
    AnalyteTransformerEncoder,
    SpectrumTransformerEncoder,
)
from seeded import factories
from torch import nn

SIZES = {"d_model": 32, "nhead": 4, "dim_feedforward": 64, "n_layers": 2, "dropout": 0.1}
PEPTIDES = ["LESLIEK", "EDITHYKK/2", "M[+15.995]AGNETR"]
MOLECULES = ["CC(=O)Oc1ccccc1C(=O)O", "CN1C=NC2=C1C(=O)N(C)C(=O)N2C", "CCO"]


class _Precursor(SpectrumTransformerEncoder):
    """An encoder of spectra that knows the mass and charge of the precursor, as in the package's example."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.mass = FloatEncoder(self.d_model)
        self.charge = nn.Embedding(10, self.d_model)

    def global_token_hook(self, mz_array, intensity_array, precursor_mz, precursor_charge, **kwargs):
        mass = (precursor_mz - 1.00727646688) * precursor_charge
        return self.mass(mass[:, None]).squeeze(1) + self.charge(precursor_charge)


class _Charged(AnalyteTransformerEncoder):
    """An encoder of peptides that knows their charge."""

    def __init__(self, *args, **settings):
        super().__init__(*args, **settings)
        self.charge = nn.Embedding(10, self.d_model)

    def global_token_hook(self, tokens, charge, **kwargs):
        return self.charge(charge)


class _Sequencing(nn.Module):
    """De novo sequencing: the scores of the tokens of a peptide, from its spectrum."""

    def __init__(self, tokens):
        super().__init__()
        self.encoder = _Precursor(**SIZES)
        self.decoder = AnalyteTransformerDecoder(tokens, **SIZES)

    def forward(self, mz, intensity, precursor, charge, tokens):
        memory, mask = self.encoder(mz, intensity, precursor_mz=precursor, precursor_charge=charge)
        return self.decoder(tokens, memory=memory, memory_key_padding_mask=mask)


class _Training(nn.Module):
    """The loss of de novo sequencing."""

    def __init__(self, tokens):
        super().__init__()
        self.model = _Sequencing(tokens)
        self.loss = nn.CrossEntropyLoss(ignore_index=tokens.padding_int - 1)

    def forward(self, mz, intensity, precursor, charge, tokens):
        scores = self.model(mz, intensity, precursor, charge, tokens)[:, :-1]
        return self.loss(scores.flatten(0, 1), tokens.flatten() - 1)


class _Greedy(nn.Module):
    """The most likely tokens, one after the other."""

    def __init__(self, tokens, steps=4):
        super().__init__()
        self.encoder = SpectrumTransformerEncoder(**SIZES)
        self.decoder = AnalyteTransformerDecoder(tokens, **SIZES)
        self.steps = steps

    def forward(self, mz, intensity):
        memory, mask = self.encoder(mz, intensity)
        tokens = None
        for _ in range(self.steps):
            scores = self.decoder(tokens, memory=memory, memory_key_padding_mask=mask)
            best = scores[:, -1:].argmax(-1)
            tokens = best if tokens is None else torch.cat([tokens, best], 1)
        return tokens


class _Property(nn.Module):
    """A property of an analyte, such as its retention time, from the first element of its encoding."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.head = FeedForward(encoder.d_model, 1, (16, 8), dropout=0.1)

    def forward(self, *inputs):
        encoded, _ = self.encoder(*inputs)
        return self.head(encoded[:, 0]).squeeze(-1)


class _Similarity(nn.Module):
    """How similar two spectra are."""

    def __init__(self):
        super().__init__()
        self.encoder = SpectrumTransformerEncoder(**SIZES)
        self.similarity = nn.CosineSimilarity()

    def forward(self, mz, intensity, other_mz, other_intensity):
        first, _ = self.encoder(mz, intensity)
        second, _ = self.encoder(other_mz, other_intensity)
        return self.similarity(first[:, 0], second[:, 0])


def _spectra(peaks=20):
    """Peaks of spectra, sorted by m/z, padded with zeros."""
    known = torch.arange(peaks) < torch.tensor([[peaks], [peaks - 4], [peaks // 2]])
    mz = (torch.rand(3, peaks) * 1500 + 100).sort(1).values
    return mz * known, torch.rand(3, peaks) * known


def _precursors():
    return *_spectra(), torch.rand(3) * 500 + 400, torch.randint(1, 5, (3,))


def _peptides():
    return PeptideTokenizer.from_proforma(PEPTIDES)


def _molecules():
    return MoleculeTokenizer()


def _peptide_tokens():
    return _peptides().tokenize(PEPTIDES, add_stop=True)


MODELS = {
    "Spectra": lambda: (SpectrumTransformerEncoder(**SIZES), _spectra()),
    "Sequencing": lambda: (_Sequencing(_peptides()), (*_precursors(), _peptide_tokens())),
    "RetentionTime": lambda: (_Property(AnalyteTransformerEncoder(_peptides(), **SIZES)), (_peptide_tokens(),)),
    "Precursor": lambda: (
        _Precursor(**SIZES),
        _spectra(),
        {"precursor_mz": torch.rand(3) * 500 + 400, "precursor_charge": torch.randint(1, 5, (3,))},
    ),
    "Molecules": lambda: (
        AnalyteTransformerEncoder(_molecules(), **SIZES),
        (_molecules().tokenize(MOLECULES),),
    ),
    "Training": lambda: (_Training(_peptides()), (*_precursors(), _peptide_tokens())),
    "Greedy": lambda: (_Greedy(_peptides()), _spectra()),
    "Similarity": lambda: (_Similarity(), (*_spectra(), *_spectra())),
    "CollisionCrossSection": lambda: (
        _Property(_Charged(_peptides(), **SIZES)),
        (_peptide_tokens(), torch.randint(1, 5, (3,))),
    ),
    "Learned": lambda: (
        SpectrumTransformerEncoder(**SIZES, peak_encoder=PeakEncoder(32, learnable_wavelengths=True)),
        _spectra(),
    ),
    "Linear": lambda: (_Property(SpectrumTransformerEncoder(**SIZES, peak_encoder=False)), _spectra()),
    "Peaks": lambda: (PeakEncoder(32), (torch.stack(_spectra(), 2),)),
}

__getattr__ = factories(MODELS)
