"""Modules of robomimic: robots that learn from demonstrations."""

from collections import OrderedDict

import robomimic.utils.obs_utils as ObsUtils
import robomimic.utils.tensor_utils as TensorUtils
import torch
from robomimic.algo import algo_factory
from robomimic.config import config_factory
from robomimic.models.base_nets import MLP, CoordConv2d, RNN_Base, SpatialSoftmax
from robomimic.models.distributions import TanhWrappedDistribution
from robomimic.models.obs_core import ColorRandomizer, CropRandomizer, GaussianNoiseRandomizer
from robomimic.models.policy_nets import (
    GaussianActorNetwork,
    GMMActorNetwork,
    RNNGMMActorNetwork,
    TransformerGMMActorNetwork,
    VAEActor,
)
from robomimic.models.value_nets import DistributionalActionValueNetwork
from robomimic.utils.loss_utils import log_normal_mixture, project_values_onto_atoms
from seeded import factories
from torch import nn

ObsUtils.initialize_obs_utils_with_obs_specs({"obs": {"low_dim": ["state", "object"], "rgb": ["camera"]}})
SHAPES = OrderedDict(state=(7,), object=(10,))
IMAGES = OrderedDict(state=(7,), camera=(3, 40, 40))
ENCODER = {
    "low_dim": {
        "core_class": None,
        "core_kwargs": {},
        "obs_randomizer_class": None,
        "obs_randomizer_kwargs": {},
    },
    "rgb": {
        "core_class": "VisualCore",
        "core_kwargs": {
            "backbone_class": "ResNet18Conv",
            "backbone_kwargs": {"pretrained": False, "input_coord_conv": True},
            "pool_class": "SpatialSoftmax",
            "pool_kwargs": {"num_kp": 8, "temperature": 1.0, "noise_std": 0.0},
            "feature_dimension": 16,
        },
        "obs_randomizer_class": "CropRandomizer",
        "obs_randomizer_kwargs": {"crop_height": 36, "crop_width": 36, "num_crops": 2, "pos_enc": False},
    },
}


class _Likelihood(nn.Module):
    """How likely demonstrated actions are, and their loss."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions):
        dist = self.policy.forward_train(obs)
        return -dist.log_prob(actions).mean()


class _Steps(nn.Module):
    """A policy that acts step by step."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs):
        state = self.policy.get_rnn_init_state(obs["state"].shape[0], obs["state"].device)
        actions = []
        for step in range(3):
            now = TensorUtils.index_at_time(obs, step)
            action, state = self.policy.forward_step(now, rnn_state=state)
            actions.append(action)
        return torch.stack(actions, 1)


class _Autoencoder(nn.Module):
    """The losses of a policy that is a variational autoencoder, and an action of it."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions):
        outputs = self.policy.forward_train(actions, obs)
        loss = outputs["reconstruction_loss"] + 0.1 * outputs["kl_loss"]
        return loss, self.policy(obs)


class _Values(nn.Module):
    """The loss of a distribution of values."""

    def __init__(self, critic):
        super().__init__()
        self.critic = critic

    def forward(self, obs, actions, rewards):
        dist = self.critic.forward_train(obs, actions)
        targets = rewards + 0.99 * dist.values
        projected = project_values_onto_atoms(targets, dist.probs.detach(), dist.values[0])
        return -(projected * torch.log(dist.probs)).sum(-1).mean(), dist.mean(), dist.variance()


class _Randomized(nn.Module):
    """Images with other colors, noise and crops."""

    def __init__(self):
        super().__init__()
        self.color = ColorRandomizer((3, 40, 40))
        self.noise = GaussianNoiseRandomizer((3, 40, 40), noise_std=0.1, limits=(0.0, 1.0))
        self.crop = CropRandomizer((3, 40, 40), 32, 32, num_crops=2, pos_enc=True)

    def forward(self, images):
        images = self.noise._forward_in(self.color._forward_in(images))
        return self.crop._forward_in(images)


class _Cloned(nn.Module):
    """The losses of behavioral cloning for a batch of a loader."""

    def __init__(self, algo):
        super().__init__()
        self.algo = algo
        self.nets = algo.nets

    def forward(self, batch):
        batch = self.algo.process_batch_for_training(batch)
        info = self.algo.train_on_batch(batch, epoch=0, validate=True)
        return info["losses"]["action_loss"]


class _Learned(nn.Module):
    """The losses of implicit Q-learning for a batch of a loader."""

    def __init__(self, algo):
        super().__init__()
        self.algo = algo
        self.nets = algo.nets

    def forward(self, batch):
        batch = self.algo.process_batch_for_training(batch)
        critics, value, info = self.algo._compute_critic_loss(batch)
        actor, _ = self.algo._compute_actor_loss(batch, info)
        return sum(critics) + value + actor


class _Features(nn.Module):
    """Keypoints of images over time, and a recurrent network over them."""

    def __init__(self):
        super().__init__()
        self.conv = CoordConv2d(3, 8, 3)
        self.pool = SpatialSoftmax((8, 14, 14), num_kp=4, learnable_temperature=True, output_variance=False)
        self.recurrent = RNN_Base(8, 16, 2, rnn_type="GRU", per_step_net=MLP(16, 5, ()))

    def forward(self, images):
        maps = TensorUtils.time_distributed({"image": images}, lambda image: self.conv(image), inputs_as_kwargs=True)
        points = TensorUtils.time_distributed(maps, self.pool)
        return self.recurrent(TensorUtils.flatten(points, begin_axis=2))


class _Squashed(nn.Module):
    """A distribution behind a hyperbolic tangent, and the density of a mixture."""

    def forward(self, mean, std, means, variances, weights):
        base = torch.distributions.Independent(torch.distributions.Normal(mean, std), 1)
        dist = TanhWrappedDistribution(base, scale=1.0)
        actions, before = dist.rsample(return_pretanh_value=True)
        return dist.log_prob(actions, before), log_normal_mixture(actions, means, variances, w=weights)


def _obs(*batch):
    return {"state": torch.randn(*batch, 7), "object": torch.randn(*batch, 10)}


def _images(*batch):
    return {"state": torch.randn(*batch, 7), "camera": torch.rand(*batch, 3, 40, 40)}


def _gaussian():
    return GaussianActorNetwork(SHAPES, 4, [32, 32], init_last_fc_weight=0.01, use_tanh=True, encoder_kwargs=ENCODER)


def _mixture():
    return GMMActorNetwork(IMAGES, 4, [32], num_modes=3, encoder_kwargs=ENCODER)


def _recurrent():
    return RNNGMMActorNetwork(
        SHAPES, 4, [16], 24, 2, rnn_type="LSTM", rnn_kwargs={}, num_modes=3, encoder_kwargs=ENCODER
    )


def _transformer():
    options = {"transformer_sinusoidal_embedding": True, "encoder_kwargs": ENCODER}
    return TransformerGMMActorNetwork(SHAPES, 4, 32, 2, 4, 5, num_modes=3, **options)


def _variational():
    options = {"prior_learn": True, "prior_is_conditioned": True, "prior_layer_dims": (16,), "prior_use_gmm": True}
    return VAEActor(
        SHAPES, 4, (32,), (32,), 6, torch.device("cpu"), **options, prior_gmm_learn_weights=True, encoder_kwargs=ENCODER
    )


def _algo(name, gaussian=False):
    config = config_factory(name)
    with config.values_unlocked():
        config.observation.modalities.obs.low_dim = ["state", "object"]
        if gaussian:
            config.algo.gaussian.enabled = True
            config.algo.actor_layer_dims = (32,)
    return algo_factory(name, config, SHAPES, 4, torch.device("cpu"))


def _batch():
    return {
        "obs": _obs(6, 1),
        "next_obs": _obs(6, 1),
        "actions": torch.rand(6, 1, 4) * 2 - 1,
        "rewards": torch.rand(6, 1),
        "dones": (torch.rand(6, 1) > 0.8).long(),
    }


def _critic():
    return DistributionalActionValueNetwork(SHAPES, 4, [32], (-1.0, 5.0), 11, encoder_kwargs=ENCODER)


MODELS = {
    "Gaussian": lambda: (_Likelihood(_gaussian()), (_obs(6), torch.rand(6, 4) - 0.5)),
    "Mixture": lambda: (_Likelihood(_mixture()), (_images(2), torch.rand(2, 4))),
    "Steps": lambda: (_Steps(_recurrent()), (_obs(2, 3),)),
    "Transformer": lambda: (_transformer(), (_obs(2, 5),)),
    "Autoencoder": lambda: (_Autoencoder(_variational()), (_obs(6), torch.rand(6, 4))),
    "Values": lambda: (_Values(_critic()), (_obs(6), torch.rand(6, 4), torch.rand(6, 1))),
    "Randomized": lambda: (_Randomized(), (torch.rand(2, 3, 40, 40),)),
    "Cloned": lambda: (_Cloned(_algo("bc", True)), (_batch(),)),
    "Learned": lambda: (_Learned(_algo("iql")), (_batch(),)),
    "Features": lambda: (_Features(), (torch.rand(2, 4, 3, 16, 16),)),
    "Squashed": lambda: (
        _Squashed(),
        (torch.randn(6, 4), torch.rand(6, 4) + 0.1, torch.randn(6, 3, 4), torch.rand(6, 3, 4) + 0.1, torch.rand(6, 3)),
    ),
}
__getattr__ = factories(MODELS)
