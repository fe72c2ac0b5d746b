import torch
from pythae import models
from pythae.data.datasets import DatasetOutput
from pythae.models import normalizing_flows as flows
from pythae.models.normalizing_flows import layers
from seeded import factories


def _autoencoder(name, config, **kwargs):
    def build():
        settings = getattr(models, config)(input_dim=(1, 8, 8), latent_dim=4, **kwargs)
        return getattr(models, name)(settings), (DatasetOutput(data=torch.rand(6, 1, 8, 8)),)

    return build


def _flow(name, config, **kwargs):
    return lambda: (getattr(flows, name)(getattr(flows, config)(input_dim=(6,), **kwargs)), (torch.randn(4, 6),))


MODELS = {
    "AE": _autoencoder("AE", "AEConfig"),
    "VAE": _autoencoder("VAE", "VAEConfig"),
    "BernoulliVAE": _autoencoder("VAE", "VAEConfig", reconstruction_loss="bce"),
    "BetaVAE": _autoencoder("BetaVAE", "BetaVAEConfig", beta=2.0),
    "BetaTCVAE": _autoencoder("BetaTCVAE", "BetaTCVAEConfig"),
    "DisentangledBetaVAE": _autoencoder("DisentangledBetaVAE", "DisentangledBetaVAEConfig", C=5.0),
    "FactorVAE": _autoencoder("FactorVAE", "FactorVAEConfig"),
    "IWAE": _autoencoder("IWAE", "IWAEConfig", number_samples=2),
    "MIWAE": _autoencoder("MIWAE", "MIWAEConfig", number_gradient_estimates=2, number_samples=2),
    "PIWAE": _autoencoder("PIWAE", "PIWAEConfig", number_gradient_estimates=2, number_samples=2),
    "CIWAE": _autoencoder("CIWAE", "CIWAEConfig", number_samples=2),
    "WAE_MMD": _autoencoder("WAE_MMD", "WAE_MMD_Config"),
    "INFOVAE_MMD": _autoencoder("INFOVAE_MMD", "INFOVAE_MMD_Config"),
    "VAMP": _autoencoder("VAMP", "VAMPConfig", number_components=5),
    "SVAE": _autoencoder("SVAE", "SVAEConfig"),
    "PoincareVAE": _autoencoder("PoincareVAE", "PoincareVAEConfig"),
    "Adversarial_AE": _autoencoder("Adversarial_AE", "Adversarial_AE_Config"),
    "VAEGAN": _autoencoder("VAEGAN", "VAEGANConfig"),
    "VQVAE": _autoencoder("VQVAE", "VQVAEConfig", num_embeddings=8),
    "HVAE": _autoencoder("HVAE", "HVAEConfig", n_lf=2),
    "RHVAE": _autoencoder("RHVAE", "RHVAEConfig", n_lf=2),
    "RAE_L2": _autoencoder("RAE_L2", "RAE_L2_Config"),
    "RAE_GP": _autoencoder("RAE_GP", "RAE_GP_Config"),
    "VAE_LinNF": _autoencoder("VAE_LinNF", "VAE_LinNF_Config"),
    "VAE_IAF": _autoencoder("VAE_IAF", "VAE_IAF_Config", n_made_blocks=2, hidden_size=8),
    "MAF": _flow("MAF", "MAFConfig", n_made_blocks=2, hidden_size=8),
    "IAF": _flow("IAF", "IAFConfig", n_made_blocks=2, hidden_size=8),
    "MADE": _flow("MADE", "MADEConfig", output_dim=(6,), hidden_sizes=[8]),
    "PlanarFlow": _flow("PlanarFlow", "PlanarFlowConfig"),
    "RadialFlow": _flow("RadialFlow", "RadialFlowConfig"),
    "FlowBatchNorm": lambda: (layers.BatchNorm(6), (torch.randn(4, 6),)),
}

__getattr__ = factories(MODELS)
