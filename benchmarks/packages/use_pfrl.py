import numpy as np
import pfrl
import torch
from pfrl.agents import acer, iqn
from pfrl.nn import atari_cnn, mlp_bn, noisy_chain
from pfrl.policies import gaussian_policy
from pfrl.q_functions import dueling_dqn, state_action_q_functions, state_q_functions
from pfrl.utils.mode_of_distribution import mode_of_distribution
from seeded import factories
from torch import nn


def _frames():
    return torch.rand(2, 4, 84, 84)


def _observations(size=6):
    return torch.randn(4, size)


def _sequences():
    return torch.nn.utils.rnn.pack_sequence([torch.randn(5, 6), torch.randn(3, 6)])


class Policy(nn.Module):
    """An actor and a critic, as in the examples of PPO."""

    def __init__(self):
        super().__init__()
        self.normalizer = pfrl.nn.EmpiricalNormalization(6, clip_threshold=5)
        self.model = pfrl.nn.Branched(
            nn.Sequential(
                nn.Linear(6, 16),
                nn.Tanh(),
                nn.Linear(16, 2),
                gaussian_policy.GaussianHeadWithStateIndependentCovariance(2, var_type="diagonal", var_func=torch.exp),
            ),
            nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1)),
        )

    def forward(self, observations):
        distribution, value = self.model(self.normalizer(observations, update=False))
        return distribution.sample(), distribution.entropy(), value


class Acting(nn.Module):
    """The greedy action of a Q function and its value."""

    def __init__(self, q_function):
        super().__init__()
        self.q_function = q_function

    def forward(self, observations):
        out = self.q_function(observations)
        return out.greedy_actions, out.max


class Quantiles(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_function = iqn.ImplicitQuantileQFunction(
            nn.Sequential(nn.Linear(6, 16), nn.ReLU()),
            nn.Sequential(iqn.CosineBasisLinear(8, 16), nn.ReLU()),
            nn.Linear(16, 3),
        )

    def forward(self, observations, taus):
        return self.q_function(observations)(taus)


class Discrete(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(6, 3), pfrl.policies.SoftmaxCategoricalHead())

    def forward(self, observations):
        distribution = self.policy(observations)
        action = distribution.sample()
        return action, distribution.log_prob(action), mode_of_distribution(distribution)


def _space():
    import gym

    return gym.spaces.Box(-np.ones(2, dtype=np.float32), np.ones(2, dtype=np.float32))


def _noisy():
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    noisy_chain.to_factorized_noisy(model, sigma_scale=0.5)
    return model


MODELS = {
    "ActorCritic": lambda: (Policy(), (_observations(),)),
    "DuelingDQN": lambda: (Acting(dueling_dqn.DuelingDQN(4)), (_frames(),)),
    "ImplicitQuantiles": lambda: (Quantiles(), (_observations(), torch.rand(4, 5))),
    "RecurrentSequential": lambda: (
        pfrl.nn.RecurrentSequential(nn.Linear(6, 8), nn.ReLU(), nn.LSTM(8, 8), nn.Linear(8, 3)),
        (_sequences(), None),
    ),
    "DiscretePolicy": lambda: (Discrete(), (_observations(),)),
    "DistributionalDueling": lambda: (
        Acting(dueling_dqn.DistributionalDuelingDQN(4, 11, -10, 10)),
        (_frames(),),
    ),
    "QuadraticQ": lambda: (
        Acting(state_q_functions.FCQuadraticStateQFunction(6, 2, 16, 1, _space())),
        (_observations(),),
    ),
    "FactorizedNoisy": lambda: (_noisy(), (_observations(),)),
    "DistributionalQ": lambda: (
        Acting(state_q_functions.DistributionalFCStateQFunctionWithDiscreteAction(6, 3, 11, -5, 5, 16, 1)),
        (_observations(),),
    ),
    "LateActionBN": lambda: (
        state_action_q_functions.FCBNLateActionSAQFunction(6, 2, 16, 2),
        (_observations(), torch.randn(4, 2)),
    ),
    "Normalization": lambda: (pfrl.nn.EmpiricalNormalization(6), (_observations(), False)),
    "NormalizationUpdate": lambda: (pfrl.nn.EmpiricalNormalization(6, until=100), (_observations(),)),
    "RecurrentBranched": lambda: (
        pfrl.nn.RecurrentBranched(nn.GRU(6, 4), nn.LSTM(6, 4)),
        (_sequences(), None),
    ),
    "SmallAtari": lambda: (atari_cnn.SmallAtariCNN(), (_frames(),)),
    "MLPBN": lambda: (mlp_bn.MLPBN(6, 3, [16, 16], normalize_output=True), (_observations(),)),
    "ACERDiscrete": lambda: (
        acer.ACERDiscreteActionHead(
            nn.Sequential(nn.Linear(6, 3), pfrl.policies.SoftmaxCategoricalHead()),
            nn.Sequential(nn.Linear(6, 3), pfrl.q_functions.DiscreteActionValueHead()),
        ),
        (_observations(),),
    ),
}

__getattr__ = factories(MODELS)
