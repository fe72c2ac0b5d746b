import numpy as np
import torch
from scvi import REGISTRY_KEYS, module
from scvi import nn as layers
from scvi.distributions import NegativeBinomial, ZeroInflatedNegativeBinomial
from seeded import factories
from torch import nn

CELLS, GENES, PROTEINS, BATCHES, LABELS = 6, 12, 4, 2, 3


def _cells(proteins=False):
    """A minibatch of the data loader."""
    tensors = {
        REGISTRY_KEYS.X_KEY: torch.randint(0, 20, (CELLS, GENES)).float(),
        REGISTRY_KEYS.BATCH_KEY: torch.randint(0, BATCHES, (CELLS, 1)),
        REGISTRY_KEYS.LABELS_KEY: torch.randint(0, LABELS, (CELLS, 1)),
    }
    if proteins:
        tensors[REGISTRY_KEYS.PROTEIN_EXP_KEY] = torch.randint(0, 50, (CELLS, PROTEINS)).float()
    return tensors


def _sizes(**kwargs):
    return {"n_batch": BATCHES, "n_labels": LABELS, "n_hidden": 16, "n_latent": 4, **kwargs}


class _Likelihood(nn.Module):
    def __init__(self, distribution):
        super().__init__()
        self.distribution = distribution
        self.theta = nn.Parameter(torch.rand(GENES) + 0.5)

    def forward(self, mean, dropout, counts):
        kwargs = {"zi_logits": dropout} if self.distribution is ZeroInflatedNegativeBinomial else {}
        return -self.distribution(mu=mean, theta=self.theta, **kwargs).log_prob(counts).sum(-1).mean()


def _counts():
    return torch.rand(CELLS, GENES) * 5, torch.randn(CELLS, GENES), torch.randint(0, 20, (CELLS, GENES)).float()


def _batch():
    return torch.randint(0, BATCHES, (CELLS, 1))


MODELS = {
    "Scvi": lambda: (module.VAE(GENES, **_sizes()), (_cells(),)),
    "ScviLibrary": lambda: (
        module.VAE(
            GENES,
            use_observed_lib_size=False,
            library_log_means=np.full((1, BATCHES), 4.0),
            library_log_vars=np.ones((1, BATCHES)),
            gene_likelihood="nb",
            dispersion="gene-batch",
            **_sizes(n_layers=2),
        ),
        (_cells(),),
    ),
    "LinearScvi": lambda: (
        module.LDVAE(GENES, use_observed_lib_size=True, **_sizes()),
        (_cells(),),
    ),
    "Scanvi": lambda: (module.SCANVAE(GENES, **_sizes()), (_cells(),)),
    "TotalVI": lambda: (
        module.TOTALVAE(GENES, PROTEINS, n_panel=BATCHES, **_sizes()),
        (_cells(proteins=True),),
    ),
    "PeakVI": lambda: (
        module.PEAKVAE(GENES, n_batch=BATCHES, n_hidden=16, n_latent=4),
        (_cells(),),
    ),
    "AutoZI": lambda: (module.AutoZIVAE(GENES, **_sizes()), (_cells(),)),
    "CondScvi": lambda: (module.VAEC(GENES, **_sizes()), (_cells(),)),
    "CellClassifier": lambda: (module.Classifier(GENES, n_hidden=16, n_labels=LABELS), (torch.randn(CELLS, GENES),)),
    "Covariates": lambda: (
        layers.FCLayers(GENES, 8, n_cat_list=[BATCHES, LABELS], n_layers=2, n_hidden=16),
        (torch.randn(CELLS, GENES), _batch(), torch.randint(0, LABELS, (CELLS, 1))),
    ),
    "Posterior": lambda: (
        layers.Encoder(GENES, 4, n_cat_list=[BATCHES], n_hidden=16, return_dist=True),
        (torch.randn(CELLS, GENES), _batch()),
    ),
    "CountDecoder": lambda: (
        layers.DecoderSCVI(4, GENES, n_cat_list=[BATCHES], n_hidden=16),
        ("gene-cell", torch.randn(CELLS, 4), torch.full((CELLS, 1), 4.0), _batch()),
    ),
    "NegativeBinomialLoss": lambda: (_Likelihood(NegativeBinomial), _counts()),
    "ZeroInflatedLoss": lambda: (_Likelihood(ZeroInflatedNegativeBinomial), _counts()),
}

__getattr__ = factories(MODELS)
