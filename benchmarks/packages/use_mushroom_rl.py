import numpy as np
import torch
from mushroom_rl.algorithms.actor_critic.deep_actor_critic.sac import SACPolicy
from mushroom_rl.algorithms.value.dqn import QuantileDQN
from mushroom_rl.algorithms.value.dqn.categorical_dqn import CategoricalNetwork, categorical_loss
from mushroom_rl.algorithms.value.dqn.dueling_dqn import DuelingNetwork
from mushroom_rl.algorithms.value.dqn.noisy_dqn import NoisyNetwork
from mushroom_rl.algorithms.value.dqn.quantile_dqn import QuantileNetwork, quantile_huber_loss
from mushroom_rl.approximators import Regressor
from mushroom_rl.approximators.parametric import TorchApproximator
from mushroom_rl.environments import InvertedPendulum
from mushroom_rl.features.tensors import GaussianRBFTensor, VonMisesBFTensor
from mushroom_rl.policy import BoltzmannTorchPolicy, GaussianTorchPolicy
from mushroom_rl.utils.value_functions import compute_gae
from seeded import factories
from torch import nn

STATE, ACTIONS, HIDDEN = (4,), (3,), 16


class _Features(nn.Module):
    """The network that the networks of the algorithms build on."""

    def __init__(self, input_shape, output_shape, n_features, **kwargs):
        super().__init__()
        self.first = nn.Linear(input_shape[-1], n_features)
        self.second = nn.Linear(n_features, output_shape[0])
        nn.init.xavier_uniform_(self.first.weight, gain=nn.init.calculate_gain("relu"))

    def forward(self, state, action=None):
        hidden = torch.relu(self.first(torch.squeeze(state, 1).float()))
        q = torch.relu(self.second(hidden))
        return q if action is None else torch.squeeze(q.gather(1, action.long()))


class _Network(nn.Module):
    """A critic or an actor."""

    def __init__(self, input_shape, output_shape, n_features=HIDDEN, **kwargs):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(input_shape[-1], n_features), nn.Tanh(), nn.Linear(n_features, output_shape[0])
        )

    def forward(self, state, action=None):
        inputs = state if action is None else torch.cat([state, action], -1)
        return self.layers(inputs.float())


def _regressor(inputs, outputs, **options):
    return Regressor(TorchApproximator, input_shape=inputs, output_shape=outputs, network=_Network, **options)


def _batch(size=8, continuous=0):
    state, following = torch.randn(size, *STATE), torch.randn(size, *STATE)
    action = torch.randn(size, continuous) if continuous else torch.randint(ACTIONS[0], (size, 1))
    return state, action, torch.randn(size), following, (torch.rand(size) < 0.2).float()


class _DuelingLoss(nn.Module):
    """The loss of double DQN with dueling networks."""

    def __init__(self, gamma=0.99):
        super().__init__()
        options = {"features_network": _Features, "n_features": HIDDEN, "avg_advantage": True}
        self.online = DuelingNetwork(STATE, ACTIONS, **options)
        self.target = DuelingNetwork(STATE, ACTIONS, **options).requires_grad_(False)
        self.gamma = gamma

    def forward(self, state, action, reward, following, absorbing):
        best = self.online(following).argmax(1, keepdim=True)
        target = reward + self.gamma * (1 - absorbing) * self.target(following, best)
        return nn.functional.smooth_l1_loss(self.online(state, action), target)


class _CategoricalLoss(nn.Module):
    """The projection of a return distribution, and its loss."""

    def __init__(self, atoms=11, low=-5, high=5, gamma=0.99):
        super().__init__()
        self.network = CategoricalNetwork(
            STATE, ACTIONS, _Features, n_atoms=atoms, v_min=low, v_max=high, n_features=HIDDEN, use_cuda=False
        )
        self.low, self.high, self.atoms, self.gamma = low, high, atoms, gamma
        self.register_buffer("support", torch.linspace(low, high, atoms))

    def forward(self, state, action, reward, following, absorbing):
        step = (self.high - self.low) / (self.atoms - 1)
        with torch.no_grad():
            best = self.network(following).argmax(1, keepdim=True)
            p_next = self.network(following, best, get_distribution=True)
            values = reward[:, None] + self.gamma * (1 - absorbing[:, None]) * self.support
            b = (values.clamp(self.low, self.high) - self.low) / step
            lower, upper = b.floor().long(), b.ceil().long()
            target = torch.zeros_like(p_next)
            target.scatter_add_(1, lower, p_next * (upper - b + (upper == lower)))
            target.scatter_add_(1, upper, p_next * (b - lower))
        return categorical_loss(self.network(state, action, get_distribution=True), target)


class _QuantileLoss(nn.Module):
    def __init__(self, quantiles=8, gamma=0.99):
        super().__init__()
        self.network = QuantileNetwork(STATE, ACTIONS, _Features, n_quantiles=quantiles, n_features=HIDDEN)
        tau = torch.linspace(0, 1, quantiles + 1)
        QuantileDQN.tau_hat = ((tau[:-1] + tau[1:]) / 2)[None]
        self.gamma = gamma

    def forward(self, state, action, reward, following, absorbing):
        best = self.network(following).argmax(1, keepdim=True)
        quantiles = self.network(following, best, get_quantiles=True).detach()
        target = reward[:, None] + self.gamma * (1 - absorbing[:, None]) * quantiles
        return quantile_huber_loss(self.network(state, action, get_quantiles=True), target)


class _ProximalLoss(nn.Module):
    """The clipped loss of PPO."""

    def __init__(self, clip=0.2, entropy=0.01):
        super().__init__()
        self.policy = GaussianTorchPolicy(_Network, STATE, (2,), std_0=0.5, n_features=HIDDEN)
        self.network = self.policy._mu.model.network
        self.log_sigma = self.policy._log_sigma
        self.clip, self.entropy = clip, entropy

    def forward(self, state, action, advantage, old):
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        ratio = torch.exp(self.policy.log_prob_t(state, action) - old)
        clipped = torch.clamp(ratio, 1 - self.clip, 1 + self.clip)
        loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        return loss - self.entropy * self.policy.entropy_t(state)


class _TrustRegion(nn.Module):
    """The Fisher vector product of TRPO and conjugate gradients with it."""

    def __init__(self, steps=4, damping=0.1):
        super().__init__()
        self.policy = GaussianTorchPolicy(_Network, STATE, (2,), std_0=1.0, n_features=4)
        self.network = self.policy._mu.model.network
        self.log_sigma = self.policy._log_sigma
        self.steps, self.damping = steps, damping

    def product(self, vector, state):
        new = self.policy.distribution_t(state)
        mean, scale = self.policy.get_mean_and_chol(state)
        old = torch.distributions.MultivariateNormal(mean.detach(), scale_tril=scale.detach(), validate_args=False)
        divergence = torch.distributions.kl.kl_divergence(new, old).mean()
        parameters = list(self.policy.parameters())
        flat = torch.cat([g.reshape(-1) for g in torch.autograd.grad(divergence, parameters, create_graph=True)])
        second = torch.autograd.grad((flat * vector).sum(), parameters)
        return torch.cat([g.reshape(-1) for g in second]) + self.damping * vector

    def forward(self, state, action, advantage):
        parameters = list(self.policy.parameters())
        loss = (self.policy.log_prob_t(state, action) * advantage).mean()
        gradient = torch.cat([g.reshape(-1) for g in torch.autograd.grad(loss, parameters)])
        x, r, p = torch.zeros_like(gradient), gradient.clone(), gradient.clone()
        for _ in range(self.steps):
            z = self.product(p, state)
            alpha = r.dot(r) / p.dot(z)
            x = x + alpha * p
            following = r - alpha * z
            p = following + following.dot(following) / r.dot(r) * p
            r = following
        return x


class _ActorCritic(nn.Module):
    """The losses of A2C with a Boltzmann policy."""

    def __init__(self):
        super().__init__()
        self.policy = BoltzmannTorchPolicy(_Network, STATE, ACTIONS, beta=1.0, n_features=HIDDEN)
        self.actor = self.policy._logits.model.network
        self.critic = _Network(STATE, (1,))

    def forward(self, state, action, reward):
        value = self.critic(state)[:, 0]
        advantage = (reward - value).detach()
        log_prob = self.policy.log_prob_t(state, action)[:, 0]
        loss = -(log_prob * advantage).mean() - 0.01 * self.policy.entropy_t(state)
        return loss + 0.5 * nn.functional.mse_loss(value, reward), self.policy.draw_action_t(state)


class _SoftActorCritic(nn.Module):
    """The losses of the actor, the critics and the temperature of SAC."""

    def __init__(self, gamma=0.99):
        super().__init__()
        mu, sigma = _regressor(STATE, (2,)), _regressor(STATE, (2,))
        bound = np.ones(2, dtype=np.float32)
        self.policy = SACPolicy(mu, sigma, -2 * bound, 2 * bound, -5, 1)
        self.mu, self.sigma = mu.model.network, sigma.model.network
        self.critics = nn.ModuleList([_Network((6,), (1,)) for _ in range(2)])
        self.log_alpha = nn.Parameter(torch.zeros(()))
        self.gamma = gamma

    def value(self, state, action):
        return torch.min(*(critic(state, action)[:, 0] for critic in self.critics))

    def forward(self, state, action, reward, following, absorbing):
        alpha = self.log_alpha.exp()
        new, log_prob = self.policy.compute_action_and_log_prob_t(state)
        actor = (alpha.detach() * log_prob - self.value(state, new)).mean()
        with torch.no_grad():
            a, log_p = self.policy.compute_action_and_log_prob_t(following)
            target = reward + self.gamma * (1 - absorbing) * (self.value(following, a) - alpha * log_p)
        critic = sum(nn.functional.mse_loss(each(state, action)[:, 0], target) for each in self.critics)
        temperature = -(self.log_alpha * (log_prob.detach() - 2)).mean()
        return actor + critic + temperature


class _Ensemble(nn.Module):
    """The predictions of an ensemble of regressors, as in averaged and max-min DQN."""

    def __init__(self, models=3):
        super().__init__()
        self.regressor = _regressor(STATE, ACTIONS, n_models=models, prediction="mean")
        self.networks = nn.ModuleList([model.network for model in self.regressor.model._model])

    def forward(self, state):
        each = torch.stack([self.regressor.predict(state, idx=i, output_tensor=True) for i in range(3)])
        return each.mean(0), each.min(0).values.max(-1).values


class _Basis(nn.Module):
    """A linear value function on radial and Fourier features."""

    def __init__(self):
        super().__init__()
        low, high = np.array([-1.0, -2.0]), np.array([1.0, 2.0])
        np.random.seed(0)
        self.tensors = [
            *GaussianRBFTensor.generate([4, 3], low, high, normalized=True),
            *VonMisesBFTensor.generate([3, 3], np.zeros(2), np.ones(2)),
        ]
        self.head = nn.Linear(sum(each.size for each in self.tensors), 1)

    def forward(self, state):
        return self.head(torch.cat([each.forward(state) for each in self.tensors], -1))


class _Advantages(nn.Module):
    """Generalised advantages of a trajectory, from a critic."""

    def __init__(self):
        super().__init__()
        self.critic = _regressor(STATE, (1,))
        self.network = self.critic.model.network

    def forward(self, state, following, reward, absorbing, last):
        value, advantage = compute_gae(
            self.critic, state.numpy(), following.numpy(), reward.numpy(), absorbing.numpy(), last.numpy(), 0.99, 0.95
        )
        return torch.as_tensor(value), torch.as_tensor(advantage)


class _Rollout(nn.Module):
    """A policy that runs in an environment for a few steps."""

    def __init__(self, steps=6):
        super().__init__()
        self.policy = BoltzmannTorchPolicy(_Network, (2,), (3,), beta=2.0, n_features=HIDDEN)
        self.network = self.policy._logits.model.network
        self.steps = steps

    def forward(self, start):
        environment = InvertedPendulum(random_start=False)
        state = environment.reset(start.numpy())
        rewards, states = [], []
        for _ in range(self.steps):
            action = self.policy.draw_action(state)
            state, reward, absorbing, _ = environment.step(action)
            states.append(torch.as_tensor(state))
            rewards.append(float(reward))
            if absorbing:
                break
        return torch.stack(states), torch.tensor(rewards)


MODELS = {
    "DoubleDueling": lambda: (_DuelingLoss(), _batch()),
    "Categorical": lambda: (_CategoricalLoss(), _batch()),
    "Quantile": lambda: (_QuantileLoss(), _batch()),
    "Proximal": lambda: (
        _ProximalLoss(),
        (torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1), torch.randn(8, 1) - 2),
    ),
    "SoftActorCritic": lambda: (_SoftActorCritic(), _batch(continuous=2)),
    "Noisy": lambda: (
        NoisyNetwork(STATE, ACTIONS, _Features, n_features=HIDDEN, use_cuda=False),
        (torch.randn(8, 4),),
    ),
    "ActorCritic": lambda: (_ActorCritic(), (torch.randn(8, 4), torch.randint(3, (8,)), torch.randn(8))),
    "TrustRegion": lambda: (_TrustRegion(), (torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1))),
    "Ensemble": lambda: (_Ensemble(), (torch.randn(6, 4),)),
    "Basis": lambda: (_Basis(), (torch.randn(6, 2),)),
    "Rollout": lambda: (_Rollout(), (torch.tensor([0.1, -0.2]),)),
    "Advantages": lambda: (
        _Advantages(),
        (
            torch.randn(6, 4),
            torch.randn(6, 4),
            torch.randn(6),
            torch.tensor([False, False, True, False, False, False]),
            torch.tensor([False, False, True, False, False, True]),
        ),
    ),
}

__getattr__ = factories(MODELS)
