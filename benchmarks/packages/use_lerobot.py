import torch
from lerobot.configs.types import FeatureType, PolicyFeature
from lerobot.datasets.transforms import ImageTransforms, ImageTransformsConfig
from lerobot.policies.act.configuration_act import ACTConfig
from lerobot.policies.act.modeling_act import ACTPolicy
from lerobot.policies.diffusion.configuration_diffusion import DiffusionConfig
from lerobot.policies.diffusion.modeling_diffusion import DiffusionPolicy
from lerobot.policies.sac.configuration_sac import ActorNetworkConfig, CriticNetworkConfig, SACConfig
from lerobot.policies.sac.modeling_sac import SACPolicy
from lerobot.policies.sarm.modeling_sarm import StageTransformer
from lerobot.policies.tdmpc.configuration_tdmpc import TDMPCConfig
from lerobot.policies.tdmpc.modeling_tdmpc import TDMPCPolicy
from lerobot.policies.vqbet.configuration_vqbet import VQBeTConfig
from lerobot.policies.vqbet.modeling_vqbet import VQBeTPolicy
from lerobot.utils.constants import ACTION, OBS_ENV_STATE, OBS_IMAGE, OBS_STATE
from seeded import factories
from torch import nn

DIM, SIZE = 6, 64
STATE = PolicyFeature(FeatureType.STATE, (DIM,))
ENVIRONMENT = PolicyFeature(FeatureType.ENV, (10,))
TOP, WRIST = "observation.images.top", "observation.images.wrist"
ACTIONS = {ACTION: PolicyFeature(FeatureType.ACTION, (4,))}


def _camera(size=SIZE):
    return PolicyFeature(FeatureType.VISUAL, (3, size, size))


class _Acting(nn.Module):
    """A policy that chooses the next action, as on the robot."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, batch):
        return self.policy.select_action(batch)


def _act(**options):
    config = ACTConfig(
        input_features={OBS_STATE: STATE, TOP: _camera(), WRIST: _camera()},
        output_features=ACTIONS,
        pretrained_backbone_weights=None,
        dim_model=32,
        n_heads=4,
        dim_feedforward=64,
        n_encoder_layers=1,
        n_vae_encoder_layers=1,
        latent_dim=8,
        chunk_size=8,
        device="cpu",
        **options,
    )
    return ACTPolicy(config)


def _act_observation():
    return {OBS_STATE: torch.randn(2, DIM), TOP: torch.rand(2, 3, SIZE, SIZE), WRIST: torch.rand(2, 3, SIZE, SIZE)}


def _act_training():
    batch = {ACTION: torch.randn(2, 8, 4), "action_is_pad": torch.zeros(2, 8, dtype=torch.bool)}
    return {**_act_observation(), **batch}


def _diffusion(images=True, **options):
    features = {OBS_STATE: STATE}
    features |= {TOP: _camera()} if images else {OBS_ENV_STATE: ENVIRONMENT}
    config = DiffusionConfig(
        input_features=features,
        output_features=ACTIONS,
        down_dims=(16, 32),
        horizon=8,
        n_action_steps=4,
        drop_n_last_frames=3,
        diffusion_step_embed_dim=16,
        spatial_softmax_num_keypoints=8,
        num_train_timesteps=20,
        device="cpu",
        **options,
    )
    return DiffusionPolicy(config)


def _diffusion_training():
    return {
        OBS_STATE: torch.randn(2, 2, DIM),
        TOP: torch.rand(2, 2, 3, SIZE, SIZE),
        ACTION: torch.randn(2, 8, 4).clamp(-1, 1),
        "action_is_pad": torch.zeros(2, 8, dtype=torch.bool),
    }


def _vqbet(discretized=True):
    config = VQBeTConfig(
        input_features={OBS_STATE: STATE, OBS_IMAGE: _camera(96)},
        output_features=ACTIONS,
        n_obs_steps=3,
        action_chunk_size=2,
        spatial_softmax_num_keypoints=8,
        vqvae_embedding_dim=16,
        vqvae_enc_hidden_dim=16,
        gpt_block_size=32,
        gpt_input_dim=32,
        gpt_output_dim=32,
        gpt_hidden_dim=32,
        gpt_n_layer=1,
        gpt_n_head=2,
        device="cpu",
    )
    policy = VQBeTPolicy(config)
    if discretized:
        policy.vqbet.action_head.vqvae_model.discretized = torch.tensor(True)
        policy.vqbet.action_head.vqvae_model.vq_layer.freeze_codebook = torch.tensor(True)
    return policy


def _vqbet_training():
    return {
        OBS_STATE: torch.randn(2, 3, DIM),
        OBS_IMAGE: torch.rand(2, 3, 3, 96, 96),
        ACTION: torch.randn(2, 6, 4),
    }


def _tdmpc():
    config = TDMPCConfig(
        input_features={OBS_STATE: STATE, OBS_IMAGE: _camera()},
        output_features=ACTIONS,
        image_encoder_hidden_dim=8,
        state_encoder_hidden_dim=16,
        latent_dim=12,
        mlp_dim=16,
        horizon=3,
        cem_iterations=2,
        n_gaussian_samples=16,
        n_pi_samples=4,
        n_elites=5,
        device="cpu",
    )
    return TDMPCPolicy(config)


def _tdmpc_training():
    pads = {key: torch.zeros(2, 3, dtype=torch.bool) for key in ("action_is_pad", "next.reward_is_pad")}
    return {
        OBS_STATE: torch.randn(2, 4, DIM),
        OBS_IMAGE: torch.rand(2, 4, 3, SIZE, SIZE),
        ACTION: torch.randn(2, 3, 4).clamp(-1, 1),
        "next.reward": torch.rand(2, 3),
        "observation.state_is_pad": torch.zeros(2, 4, dtype=torch.bool),
        "index": torch.arange(2),
        **pads,
    }


class _SACLoss(nn.Module):
    """The loss of one of the networks of soft actor-critic."""

    def __init__(self, which):
        super().__init__()
        self.policy = _sac()
        self.which = which

    def forward(self, batch):
        return self.policy(batch, model=self.which)


def _sac():
    config = SACConfig(
        input_features={OBS_STATE: STATE, OBS_IMAGE: _camera()},
        output_features=ACTIONS,
        image_encoder_hidden_dim=8,
        state_encoder_hidden_dim=16,
        latent_dim=16,
        critic_network_kwargs=CriticNetworkConfig(hidden_dims=[16, 16]),
        actor_network_kwargs=ActorNetworkConfig(hidden_dims=[16, 16]),
        use_torch_compile=False,
        device="cpu",
    )
    return SACPolicy(config)


def _sac_observation():
    return {OBS_STATE: torch.randn(3, DIM), OBS_IMAGE: torch.rand(3, 3, SIZE, SIZE)}


def _sac_batch():
    return {
        ACTION: torch.rand(3, 4),
        "state": _sac_observation(),
        "next_state": _sac_observation(),
        "reward": torch.rand(3),
        "done": torch.zeros(3),
    }


MODELS = {
    "ACT": lambda: (_act(n_action_steps=8, use_vae=False), (_act_training(),)),
    "Diffusion": lambda: (_diffusion(), (_diffusion_training(),)),
    "VQBeT": lambda: (_vqbet(), (_vqbet_training(),)),
    "TDMPC": lambda: (_tdmpc(), (_tdmpc_training(),)),
    "SACCritic": lambda: (_SACLoss("critic"), (_sac_batch(),)),
    "ACTEnsembled": lambda: (
        _Acting(_act(n_action_steps=1, temporal_ensemble_coeff=0.01)),
        (_act_observation(),),
    ),
    "DiffusionActing": lambda: (
        _Acting(_diffusion(images=False, noise_scheduler_type="DDIM", num_inference_steps=3)),
        ({OBS_STATE: torch.randn(2, DIM), OBS_ENV_STATE: torch.randn(2, 10)},),
    ),
    "TDMPCActing": lambda: (
        _Acting(_tdmpc()),
        ({OBS_STATE: torch.randn(2, DIM), OBS_IMAGE: torch.rand(2, 3, SIZE, SIZE)},),
    ),
    "SACActor": lambda: (_sac().actor, (_sac_observation(),)),
    "Stage": lambda: (
        StageTransformer(
            d_model=16, vis_emb_dim=24, text_emb_dim=24, state_dim=DIM, n_layers=1, n_heads=2, num_cameras=2
        ),
        (torch.randn(2, 2, 5, 24), torch.randn(2, 24), torch.randn(2, 5, DIM), torch.tensor([5, 3])),
    ),
    "Augmentation": lambda: (
        ImageTransforms(ImageTransformsConfig(enable=True)),
        (torch.rand(3, SIZE, SIZE),),
    ),
}

__getattr__ = factories(MODELS)
