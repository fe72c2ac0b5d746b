import numpy
import torch
from gymnasium import spaces
from seeded import factories
from stable_baselines3.common import distributions, policies, torch_layers
from stable_baselines3.dqn import policies as dqn
from stable_baselines3.sac import policies as sac
from stable_baselines3.td3 import policies as td3
from torch import nn

VECTOR = spaces.Box(-1, 1, (6,), numpy.float32)
IMAGE = spaces.Box(0, 255, (3, 36, 36), numpy.uint8)
DICTIONARY = spaces.Dict({"image": IMAGE, "vector": VECTOR})
CONTINUOUS = spaces.Box(-1, 1, (2,), numpy.float32)
DISCRETE = spaces.Discrete(4)


def _rate(_):
    return 1e-3


def _states(space=VECTOR):
    if space is DICTIONARY:
        return {"image": _states(IMAGE), "vector": _states(VECTOR)}
    if space is IMAGE:
        return torch.randint(0, 256, (2, 3, 36, 36), dtype=torch.uint8)
    return torch.randn(2, 6)


class Evaluate(nn.Module):
    """What the update of PPO and A2C asks of the policy."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, states, actions):
        values, log_probability, entropy = self.policy.evaluate_actions(states, actions)
        return values, log_probability, entropy


class LogProbability(nn.Module):
    def __init__(self, distribution, size):
        super().__init__()
        self.distribution = distribution
        made = distribution.proba_distribution_net(latent_dim=6)
        self.net, self.log_std = made if isinstance(made, tuple) else (made, None)

    def forward(self, latent, actions):
        parameters = (self.net(latent),) if self.log_std is None else (self.net(latent), self.log_std)
        return self.distribution.proba_distribution(*parameters).log_prob(actions)


def _policy(cls, space, actions, **kwargs):
    return cls(space, actions, _rate, **{"net_arch": [8, 8], **kwargs})


MODELS = {
    "ActorCriticDiscrete": lambda: (
        _policy(policies.ActorCriticPolicy, VECTOR, DISCRETE),
        (_states(),),
    ),
    "ActorCriticContinuous": lambda: (
        _policy(policies.ActorCriticPolicy, VECTOR, CONTINUOUS),
        ((_states(),), {"deterministic": True}),
    ),
    "ActorCriticStateDependent": lambda: (
        _policy(policies.ActorCriticPolicy, VECTOR, CONTINUOUS, use_sde=True),
        (_states(),),
    ),
    "ActorCriticMultiDiscrete": lambda: (
        _policy(policies.ActorCriticPolicy, VECTOR, spaces.MultiDiscrete([3, 2])),
        (_states(),),
    ),
    "ActorCriticBinary": lambda: (
        _policy(policies.ActorCriticPolicy, VECTOR, spaces.MultiBinary(3)),
        (_states(),),
    ),
    "ActorCriticImage": lambda: (
        _policy(policies.ActorCriticCnnPolicy, IMAGE, DISCRETE),
        (_states(IMAGE),),
    ),
    "ActorCriticDictionary": lambda: (
        _policy(policies.MultiInputActorCriticPolicy, DICTIONARY, DISCRETE),
        (_states(DICTIONARY),),
    ),
    "EvaluateDiscrete": lambda: (
        Evaluate(_policy(policies.ActorCriticPolicy, VECTOR, DISCRETE)),
        (_states(), torch.tensor([1, 3])),
    ),
    "EvaluateContinuous": lambda: (
        Evaluate(_policy(policies.ActorCriticPolicy, VECTOR, CONTINUOUS)),
        (_states(), torch.randn(2, 2)),
    ),
    "DQNPolicy": lambda: (_policy(dqn.DQNPolicy, VECTOR, DISCRETE), (_states(),)),
    "QNetwork": lambda: (_policy(dqn.DQNPolicy, VECTOR, DISCRETE).q_net, (_states(),)),
    "ImageQNetwork": lambda: (_policy(dqn.CnnPolicy, IMAGE, DISCRETE).q_net, (_states(IMAGE),)),
    "SACPolicy": lambda: (_policy(sac.SACPolicy, VECTOR, CONTINUOUS), (_states(),)),
    "SACActor": lambda: (_policy(sac.SACPolicy, VECTOR, CONTINUOUS).actor, (_states(),)),
    "SACActorStateDependent": lambda: (
        _policy(sac.SACPolicy, VECTOR, CONTINUOUS, use_sde=True).actor,
        ((_states(),), {"deterministic": True}),
    ),
    "SACCritic": lambda: (_policy(sac.SACPolicy, VECTOR, CONTINUOUS).critic, (_states(), torch.randn(2, 2))),
    "TD3Actor": lambda: (_policy(td3.TD3Policy, VECTOR, CONTINUOUS).actor, (_states(),)),
    "TD3Critic": lambda: (_policy(td3.TD3Policy, VECTOR, CONTINUOUS).critic, (_states(), torch.randn(2, 2))),
    "NatureCNN": lambda: (torch_layers.NatureCNN(IMAGE, features_dim=16), (torch.rand(2, 3, 36, 36),)),
    "CombinedExtractor": lambda: (
        torch_layers.CombinedExtractor(DICTIONARY, cnn_output_dim=16),
        ({"image": torch.rand(2, 3, 36, 36), "vector": torch.randn(2, 6)},),
    ),
    "MlpExtractor": lambda: (torch_layers.MlpExtractor(6, {"pi": [8], "vf": [8, 8]}, nn.Tanh), (_states(),)),
    "SquashedGaussian": lambda: (
        LogProbability(distributions.SquashedDiagGaussianDistribution(2), 6),
        (_states(), torch.rand(2, 2) - 0.5),
    ),
    "Categorical": lambda: (
        LogProbability(distributions.CategoricalDistribution(4), 6),
        (_states(), torch.tensor([1, 3])),
    ),
}

__getattr__ = factories(MODELS)
