"""Modules of xuance: reinforcement learning of one agent and of many."""

import numpy
import torch
from gymnasium.spaces import Box, Discrete
from seeded import factories
from torch import nn
from xuance.torch.policies import REGISTRY_Policy as POLICIES
from xuance.torch.policies.core import QMIX_mixer
from xuance.torch.policies.deterministic import DRQNPolicy
from xuance.torch.policies.deterministic_marl import MixingQnetwork
from xuance.torch.representations.cnn import Basic_CNN
from xuance.torch.representations.mlp import Basic_Identical, Basic_MLP
from xuance.torch.representations.vit import Basic_ViT
from xuance.torch.representations.world_model import MLP, RSSM, RecurrentModel
from xuance.torch.utils.distributions import (
    SymLogDistribution,
    TwoHotEncodingDistribution,
    merge_distributions,
    split_distributions,
)
from xuance.torch.utils.operations import compute_lambda_values
from xuance.torch.utils.value_norm import ValueNorm

AGENTS = ["agent_0", "agent_1", "agent_2"]
CONTINUOUS = Box(-1, 1, (3,))


class _SoftLosses(nn.Module):
    """The losses of soft actor-critic."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy
        self.alpha = 0.2
        self.gamma = 0.99

    def forward(self, obs, actions, following, rewards, terminals):
        log_pi, first, second = self.policy.Qpolicy(obs)
        actor = (self.alpha * log_pi.reshape([-1]) - torch.min(first, second).reshape([-1])).mean()
        first, second = self.policy.Qaction(obs, actions)
        log_pi, target = self.policy.Qtarget(following)
        backup = rewards + (1 - terminals) * self.gamma * (target - self.alpha * log_pi.reshape([-1]))
        return actor, nn.functional.mse_loss(first, backup.detach()) + nn.functional.mse_loss(second, backup.detach())


class _Categories(nn.Module):
    """The loss of a distribution of values over atoms."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions, following, rewards, terminals):
        _, _, values = self.policy(obs)
        _, best, targets = self.policy.target(following)
        atoms = self.policy.atom_num
        current = values.gather(1, actions.reshape(-1, 1, 1).expand([-1, -1, atoms])).squeeze(1)
        target = targets.gather(1, best.reshape([-1, 1, 1]).expand([-1, -1, atoms])).squeeze(1).detach()
        supports = rewards.unsqueeze(1) + 0.99 * self.policy.supports * (1 - terminals.unsqueeze(1))
        supports = supports.clamp(self.policy.v_min, self.policy.v_max)
        projection = 1 - (supports.unsqueeze(-1) - self.policy.supports.unsqueeze(0)).abs() / self.policy.deltaz
        target = torch.bmm(target.unsqueeze(1), projection.clamp(0, 1)).squeeze(1)
        return -(target * torch.log(current + 1e-8)).sum(1).mean()


class _Clipped(nn.Module):
    """The losses of proximal policy optimization."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions, returns, advantages, old_log_prob):
        _, dist, values = self.policy(obs)
        ratio = (dist.log_prob(actions) - old_log_prob).exp().float()
        clipped = ratio.clamp(0.8, 1.2) * advantages
        loss = -torch.minimum(clipped, advantages * ratio).mean() - 0.01 * dist.entropy().mean()
        return loss + 0.25 * nn.functional.mse_loss(values, returns)


class _Penalized(nn.Module):
    """The losses of a policy that stays near to the one before."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions, advantages, old_logits):
        _, dist, _ = self.policy(obs)
        old = type(dist)(dist.action_dim)
        old.set_param(logits=old_logits)
        old = merge_distributions(split_distributions(old))
        ratio = (dist.log_prob(actions) - old.log_prob(actions)).exp()
        return -(ratio * advantages).mean() + dist.kl_divergence(old).mean()


class _Imagined(nn.Module):
    """What a world model makes of a sequence, and what it imagines after."""

    def __init__(self, rssm):
        super().__init__()
        self.rssm = rssm

    def forward(self, posterior, recurrent, actions, embedded, first):
        states = []
        for step in range(actions.shape[0]):
            recurrent, posterior, _prior, logits, _ = self.rssm.dynamic(
                posterior, recurrent, actions[step : step + 1], embedded[step : step + 1], first[step : step + 1]
            )
            states.append(logits)
        flat = posterior.view(*posterior.shape[:-2], -1)
        ahead, recurrent = self.rssm.imagination(flat, recurrent, actions[-1:])
        return torch.cat(states), ahead, recurrent


class _Team(nn.Module):
    """The values of a team, and the best actions of its agents."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, state, available):
        _, actions, values = self.policy(observation=obs, avail_actions=available)
        chosen = {key: values[key].gather(-1, actions[key].unsqueeze(-1)) for key in AGENTS}
        _, following = self.policy.Qtarget(observation=obs, agent_ids=None)
        best = {key: following[key].max(-1, keepdim=True).values for key in AGENTS}
        return self.policy.Q_tot(chosen, state), self.policy.Qtarget_tot(best, state)


class _Twins(nn.Module):
    """The losses of twin critics, and targets that follow."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs, actions, following, rewards):
        first, second = self.policy.Qaction(obs, actions)
        target = rewards + 0.99 * self.policy.Qtarget(following)
        loss = nn.functional.mse_loss(first, target) + nn.functional.mse_loss(second, target)
        self.policy.soft_update(0.01)
        return loss, -self.policy.Qpolicy(obs).mean()


class _Recurrent(nn.Module):
    """The values of a sequence, from an empty memory."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, obs):
        hidden = self.policy.init_hidden(obs.shape[0])
        _, actions, values, hidden = self.policy(obs, *hidden)
        return actions, values, hidden


class _Returns(nn.Module):
    """Returns that are normalized, and back."""

    def __init__(self):
        super().__init__()
        with torch.no_grad():
            self.norm = ValueNorm(1, beta=0.9)

    def forward(self, returns):
        self.norm.update(returns)
        scaled = self.norm.normalize(returns)
        return scaled, self.norm.denormalize(scaled)


class _Rewards(nn.Module):
    """How likely observations and rewards are to a world model, and the returns of what it imagines."""

    def forward(self, decoded, observed, logits, rewards, values):
        seen = SymLogDistribution(decoded, dims=1).log_prob(observed)
        paid = TwoHotEncodingDistribution(logits, dims=1)
        returns = compute_lambda_values(paid.mean, values, torch.full_like(values, 0.99), lmbda=0.95)
        return -(seen + paid.log_prob(rewards)).mean(), returns


class _Seen(nn.Module):
    """Actions that are noisy, from frames by attention."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy
        self.policy.noise_scale = 0.1

    def forward(self, frames):
        _, actions, values = self.policy(frames)
        return actions, values


def _body(size=6):
    return Basic_MLP((size,), [16], activation=nn.ReLU)


def _soft():
    policy = POLICIES["Gaussian_SAC"](
        CONTINUOUS, _body(), [16], [16], activation=nn.LeakyReLU, activation_action=nn.Tanh, device="cpu"
    )
    return _SoftLosses(policy)


def _atoms():
    return POLICIES["C51_Q_network"](Discrete(4), 11, -5.0, 5.0, _body(), [16], activation=nn.ReLU)


def _twins():
    policy = POLICIES["TD3_Policy"](CONTINUOUS, _body(), [16], [16], activation=nn.ReLU, activation_action=nn.Tanh)
    return _Twins(policy.requires_grad_(False))


def _continuous():
    return POLICIES["Gaussian_AC"](CONTINUOUS, _body(), [16], [16], activation=nn.Tanh)


def _discrete():
    body = Basic_CNN((20, 20, 3), [4, 3], [2, 1], [8, 16], activation=nn.ReLU)
    return POLICIES["Categorical_AC"](Discrete(5), body, [16], [16], activation=nn.ReLU)


def _noisy():
    body = Basic_ViT((16, 16, 4), 4, 2, final_dim=16, embedding_dim=16, depth=1, heads=2, FFN_dim=32)
    return POLICIES["Noisy_Q_network"](Discrete(4), body, [16], activation=nn.ReLU)


def _mixed():
    bodies = nn.ModuleDict({key: _body() for key in AGENTS})
    options = {"use_parameter_sharing": False, "model_keys": AGENTS, "rnn": "GRU", "use_rnn": False}
    actions = {key: Discrete(4) for key in AGENTS}
    return MixingQnetwork(actions, 3, bodies, QMIX_mixer(7, 8, 8, 3), [16], activation=nn.ReLU, **options)


def _memory():
    options = {"recurrent_layer_N": 1, "recurrent_hidden_size": 16, "rnn": "LSTM", "dropout": 0.0}
    settings = {"device": "cpu", "initialize": None, "use_distributed_training": False}
    return DRQNPolicy(Discrete(4), Basic_Identical((6,)), **options, **settings)


def _rssm():
    recurrent = RecurrentModel(input_size=4 * 8 + 3, recurrent_state_size=16, dense_units=16)
    representation = MLP(input_dims=16 + 10, output_dim=32, hidden_sizes=[16], activation=nn.SiLU)
    transition = MLP(input_dims=16, output_dim=32, hidden_sizes=[16], activation=nn.SiLU)
    return RSSM(recurrent, representation, transition, {}, discrete=8)


def _transitions(actions):
    return torch.randn(8, 6), actions, torch.randn(8, 6), torch.randn(8), (torch.rand(8) > 0.8).float()


def _sequence():
    first = torch.zeros(5, 2, 1)
    first[0] = 1
    states = torch.zeros(1, 2, 4, 8), torch.zeros(1, 2, 16)
    return *states, torch.rand(5, 2, 3), torch.randn(5, 2, 10), first


def _observations():
    generator = numpy.random.default_rng(0)
    available = {key: (generator.random((8, 4)) > 0.3).astype(numpy.float32) for key in AGENTS}
    for mask in available.values():
        mask[:, 0] = 1
    return {key: torch.randn(8, 6) for key in AGENTS}, torch.randn(8, 7), available


def _imagination():
    return (
        torch.randn(6, 4, 5),
        torch.randn(6, 4, 5),
        torch.randn(6, 4, 255),
        torch.randn(6, 4, 1),
        torch.randn(6, 4, 1),
    )


MODELS = {
    "Soft": lambda: (_soft(), _transitions(torch.rand(8, 3) * 2 - 1)),
    "Atoms": lambda: (_Categories(_atoms()), _transitions(torch.randint(0, 4, (8,)))),
    "Clipped": lambda: (
        _Clipped(_continuous()),
        (torch.randn(8, 6), torch.randn(8, 3), torch.randn(8), torch.randn(8), torch.randn(8)),
    ),
    "Team": lambda: (_Team(_mixed()), _observations()),
    "Imagined": lambda: (_Imagined(_rssm()), _sequence()),
    "Penalized": lambda: (
        _Penalized(_discrete()),
        (torch.randint(0, 256, (6, 20, 20, 3)), torch.randint(0, 5, (6,)), torch.randn(6), torch.randn(6, 5)),
    ),
    "Twins": lambda: (_twins(), _transitions(torch.rand(8, 3) * 2 - 1)[:4]),
    "Seen": lambda: (_Seen(_noisy()), (torch.randint(0, 256, (2, 16, 16, 4)),)),
    "Recurrent": lambda: (_Recurrent(_memory()), (torch.randn(3, 5, 6),)),
    "Returns": lambda: (_Returns(), (torch.randn(20, 1),)),
    "Rewards": lambda: (_Rewards(), _imagination()),
}
__getattr__ = factories(MODELS)
