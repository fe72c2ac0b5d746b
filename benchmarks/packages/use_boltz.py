import torch
from boltz.data import const
from boltz.model.layers import pairformer
from boltz.model.loss import diffusionv2 as losses
from boltz.model.modules import (
    affinity,
    confidencev2,
    diffusion_conditioning,
    diffusionv2,
    encodersv2,
    transformersv2,
    trunkv2,
)
from seeded import factories
from torch import nn

TOKENS, ATOMS, SEQUENCES, TEMPLATES = 12, 32, 6, 2
SINGLE, PAIR, ATOM, ATOM_PAIR = 24, 16, 16, 8
WINDOWS = {"atoms_per_window_queries": 8, "atoms_per_window_keys": 16}
FEATURES = 3 + 1 + const.num_elements + 4 * 64
TRIANGLES = {"dropout": 0.25, "pairwise_head_width": 8, "pairwise_num_heads": 2}
DEPTHS = {
    "atom_encoder_depth": 1,
    "atom_encoder_heads": 2,
    "token_transformer_depth": 2,
    "token_transformer_heads": 4,
    "atom_decoder_depth": 1,
    "atom_decoder_heads": 2,
}
SCORE = {"token_s": SINGLE, "atom_s": ATOM, "dim_fourier": 16} | WINDOWS | DEPTHS


class _Trunk(nn.Module):
    """The trunk of the model: the inputs, recycled through the alignment and the pairformer, to a distogram."""

    def __init__(self, recycling=1):
        super().__init__()
        self.embedder = _embedder()
        self.s_init = nn.Linear(SINGLE, SINGLE, bias=False)
        self.z_init_1 = nn.Linear(SINGLE, PAIR, bias=False)
        self.z_init_2 = nn.Linear(SINGLE, PAIR, bias=False)
        self.positions = encodersv2.RelativePositionEncoder(PAIR)
        self.bonds = nn.Linear(1, PAIR, bias=False)
        self.s_norm, self.z_norm = nn.LayerNorm(SINGLE), nn.LayerNorm(PAIR)
        self.s_recycle, self.z_recycle = nn.Linear(SINGLE, SINGLE), nn.Linear(PAIR, PAIR)
        self.msa = _alignment()
        self.pairformer = _pairformer()
        self.distogram = trunkv2.DistogramModule(PAIR, 16)
        self.recycling = recycling

    def forward(self, feats):
        inputs = self.embedder(feats)
        s_init = self.s_init(inputs)
        z_init = self.z_init_1(inputs)[:, :, None] + self.z_init_2(inputs)[:, None, :]
        z_init = z_init + self.positions(feats) + self.bonds(feats["token_bonds"].float())
        s, z = torch.zeros_like(s_init), torch.zeros_like(z_init)
        mask = feats["token_pad_mask"].float()
        pair_mask = mask[:, :, None] * mask[:, None, :]
        for _ in range(self.recycling + 1):
            s = s_init + self.s_recycle(self.s_norm(s))
            z = z_init + self.z_recycle(self.z_norm(z))
            z = z + self.msa(z, inputs, feats)
            s, z = self.pairformer(s, z, mask=mask, pair_mask=pair_mask)
        return self.distogram(z)


class _Denoising(nn.Module):
    """What conditions the diffusion of the atoms, with a step of the denoising network."""

    def __init__(self):
        super().__init__()
        self.conditioning = _conditioning()
        self.score = diffusionv2.DiffusionModule(**SCORE)

    def forward(self, s_inputs, s_trunk, z_trunk, positions, coordinates, times, feats):
        return self.score(
            s_inputs, s_trunk, coordinates, times, feats, _conditions(self, s_trunk, z_trunk, positions, feats)
        )


class _Sampling(nn.Module):
    """The structure of a complex, sampled by diffusion in a few steps."""

    def __init__(self):
        super().__init__()
        self.conditioning = _conditioning()
        self.structure = diffusionv2.AtomDiffusion(SCORE, num_sampling_steps=3, alignment_reverse_diff=True)
        self.steering = {
            "fk_steering": False,
            "physical_guidance_update": False,
            "contact_guidance_update": False,
        }

    def forward(self, s_inputs, s_trunk, z_trunk, positions, feats):
        return self.structure.sample(
            feats["atom_pad_mask"],
            multiplicity=2,
            steering_args=self.steering,
            s_inputs=s_inputs,
            s_trunk=s_trunk,
            feats=feats,
            diffusion_conditioning=_conditions(self, s_trunk, z_trunk, positions, feats),
        )["sample_atom_coords"]


class _Alignment(nn.Module):
    """The mean squared error of coordinates after they are aligned, and the smooth LDDT loss of the diffusion."""

    def forward(self, predicted, true, mask, feats):
        aligned = losses.weighted_rigid_align(true, predicted, mask, mask)
        error = ((predicted - aligned).square().sum(-1) * mask).sum() / mask.sum()
        nucleic = torch.zeros_like(mask)
        return error + losses.smooth_lddt_loss(predicted, true, nucleic, mask, multiplicity=1)


def _conditions(model, s_trunk, z_trunk, positions, feats):
    names = ("q", "c", "to_keys", "atom_enc_bias", "atom_dec_bias", "token_trans_bias")
    return dict(zip(names, model.conditioning(s_trunk, z_trunk, positions, feats), strict=True))


def _conditioning():
    return diffusion_conditioning.DiffusionConditioning(
        token_s=SINGLE, token_z=PAIR, atom_s=ATOM, atom_z=ATOM_PAIR, atom_feature_dim=FEATURES, **WINDOWS, **DEPTHS
    )


def _embedder():
    return trunkv2.InputEmbedder(
        atom_s=ATOM,
        atom_z=ATOM_PAIR,
        token_s=SINGLE,
        token_z=PAIR,
        atom_feature_dim=FEATURES,
        atom_encoder_depth=1,
        atom_encoder_heads=2,
        **WINDOWS,
    )


def _alignment():
    return trunkv2.MSAModule(12, PAIR, SINGLE, 2, 0.15, 0.25, pairwise_head_width=8, pairwise_num_heads=2)


def _pairformer():
    return pairformer.PairformerModule(SINGLE, PAIR, 2, num_heads=4, v2=True, **TRIANGLES)


def _feats():
    """Features as the package's featurizer makes them: a chain of 8 residues of 3 atoms, a ligand of 3, padding."""
    token = torch.cat([torch.arange(24) // 3, torch.arange(8, 11), torch.full((ATOMS - 27,), 11)])
    first = torch.cat([torch.arange(8) * 3, torch.arange(24, 28)])
    atom_pad = (torch.arange(ATOMS) < 27).float()[None]
    atom_to_token = nn.functional.one_hot(token, TOKENS)[None] * atom_pad.long()[..., None]
    pad = (torch.arange(TOKENS) < 11).float()[None]
    chain = (torch.arange(TOKENS) >= 8).long()[None]
    frames = torch.stack([first, first + 1, first + 2], -1).clamp(max=ATOMS - 1)
    kinds = nn.functional.one_hot(torch.randint(2, 22, (1, TOKENS)), const.num_tokens)
    msa = torch.randint(2, 22, (1, SEQUENCES, TOKENS))
    return {
        "ref_pos": torch.randn(1, ATOMS, 3),
        "ref_charge": torch.zeros(1, ATOMS),
        "ref_element": nn.functional.one_hot(torch.randint(1, 20, (1, ATOMS)), const.num_elements).float(),
        "ref_atom_name_chars": nn.functional.one_hot(torch.randint(0, 64, (1, ATOMS, 4)), 64).float(),
        "ref_space_uid": token[None],
        "atom_pad_mask": atom_pad,
        "atom_to_token": atom_to_token,
        "token_to_rep_atom": nn.functional.one_hot(first, ATOMS)[None] * pad.long()[..., None],
        "token_pad_mask": pad,
        "res_type": kinds,
        "profile": torch.rand(1, TOKENS, const.num_tokens),
        "deletion_mean": torch.rand(1, TOKENS),
        "asym_id": chain,
        "entity_id": chain,
        "sym_id": torch.zeros_like(chain),
        "mol_type": chain * 3,
        "residue_index": torch.arange(TOKENS)[None],
        "token_index": torch.arange(TOKENS)[None],
        "token_bonds": torch.zeros(1, TOKENS, TOKENS, 1),
        "affinity_token_mask": chain,
        "msa": msa,
        "has_deletion": torch.zeros(1, SEQUENCES, TOKENS),
        "deletion_value": torch.zeros(1, SEQUENCES, TOKENS),
        "msa_paired": torch.zeros(1, SEQUENCES, TOKENS),
        "msa_mask": torch.ones(1, SEQUENCES, TOKENS),
        "frames_idx": frames[None],
        "frame_resolved_mask": pad.bool(),
    }


def _templates():
    shape = (1, TEMPLATES, TOKENS)
    mask = torch.ones(shape)
    mask[:, 1] = 0
    return {
        "asym_id": (torch.arange(TOKENS) >= 8).long()[None],
        "template_restype": nn.functional.one_hot(torch.randint(2, 22, shape), const.num_tokens),
        "template_frame_rot": torch.linalg.qr(torch.randn(*shape, 3, 3)).Q,
        "template_frame_t": torch.randn(*shape, 3),
        "template_mask_frame": mask,
        "template_cb": torch.randn(*shape, 3) * 5,
        "template_ca": torch.randn(*shape, 3) * 5,
        "template_mask_cb": mask,
        "template_mask": mask,
    }


def _singles():
    return torch.randn(1, TOKENS, SINGLE)


def _pairs():
    return torch.randn(1, TOKENS, TOKENS, PAIR)


def _masks():
    mask = _feats()["token_pad_mask"]
    return mask, mask[:, :, None] * mask[:, None, :]


def _coordinates(samples=1):
    return torch.randn(samples, ATOMS, 3) * 5


MODELS = {
    "Pairformer": lambda: (_pairformer(), (_singles(), _pairs(), *_masks())),
    "Trunk": lambda: (_Trunk(), (_feats(),)),
    "Denoising": lambda: (
        _Denoising(),
        (_singles(), _singles(), _pairs(), _pairs(), _coordinates(), torch.tensor([0.3]), _feats()),
    ),
    "Confidence": lambda: (
        confidencev2.ConfidenceModule(
            SINGLE,
            PAIR,
            {"num_blocks": 1, "num_heads": 4} | TRIANGLES,
            add_s_to_z_prod=True,
            add_s_input_to_s=True,
            confidence_args={"num_plddt_bins": 10, "num_pde_bins": 64, "num_pae_bins": 64},
        ),
        (_singles(), _singles(), _pairs(), _coordinates(), _feats(), torch.randn(1, TOKENS, TOKENS, 64)),
    ),
    "Sampling": lambda: (_Sampling(), (_singles(), _singles(), _pairs(), _pairs(), _feats())),
    "Alignments": lambda: (_alignment(), (_pairs(), _singles(), _feats())),
    "Affinity": lambda: (
        affinity.AffinityModule(
            SINGLE,
            PAIR,
            {"num_blocks": 1} | TRIANGLES,
            {"token_s": SINGLE, "num_blocks": 1, "num_heads": 2, "activation_checkpointing": False},
        ),
        (_singles(), _pairs(), _coordinates(), _feats()),
    ),
    "Templates": lambda: (
        trunkv2.TemplateModule(PAIR, 16, 1, **TRIANGLES),
        (_pairs(), _templates(), _masks()[1]),
    ),
    "Loss": lambda: (_Alignment(), (_coordinates(), _coordinates(), _feats()["atom_pad_mask"], _feats())),
    "Embedder": lambda: (_embedder(), (_feats(),)),
    "Transformer": lambda: (
        transformersv2.DiffusionTransformer(2, 4, dim=SINGLE, dim_single_cond=SINGLE),
        (_singles(), _singles(), torch.randn(1, TOKENS, TOKENS, 8), _masks()[0]),
    ),
    "Positions": lambda: (encodersv2.RelativePositionEncoder(PAIR, fix_sym_check=True), (_feats(),)),
    "Pairs": lambda: (pairformer.PairformerNoSeqModule(PAIR, 2, **TRIANGLES), (_pairs(), _masks()[1])),
}

__getattr__ = factories(MODELS)
