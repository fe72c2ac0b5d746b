import gymnasium
import numpy as np
import torch
from seeded import factories
from skrl.agents.torch.ppo.ppo import compute_gae as _compute_gae
from skrl.models.torch import CategoricalMixin as _CategoricalMixin
from skrl.models.torch import DeterministicMixin as _DeterministicMixin
from skrl.models.torch import GaussianMixin as _GaussianMixin
from skrl.models.torch import Model as _Model
from skrl.models.torch import MultiCategoricalMixin as _MultiCategoricalMixin
from skrl.models.torch import MultivariateGaussianMixin as _MultivariateGaussianMixin
from skrl.models.torch import TabularMixin as _TabularMixin
from skrl.resources.noises.torch import GaussianNoise as _GaussianNoise
from skrl.resources.noises.torch import OrnsteinUhlenbeckNoise as _OrnsteinUhlenbeckNoise
from skrl.resources.preprocessors.torch import RunningStandardScaler as _RunningStandardScaler
from skrl.utils.spaces.torch import flatten_tensorized_space, sample_space, unflatten_tensorized_space

OBSERVATION = gymnasium.spaces.Box(-np.inf, np.inf, (6,), np.float32)
CONTINUOUS = gymnasium.spaces.Box(-1.0, 1.0, (2,), np.float32)
DISCRETE = gymnasium.spaces.Discrete(4)
SEVERAL = gymnasium.spaces.MultiDiscrete([3, 2, 4])
MIXED = gymnasium.spaces.Dict(
    {"camera": gymnasium.spaces.Box(0.0, 1.0, (8, 8, 3), np.float32), "joints": gymnasium.spaces.Box(-1.0, 1.0, (4,))}
)


def _layers(inputs, outputs):
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, 32),
        torch.nn.ELU(),
        torch.nn.Linear(32, 32),
        torch.nn.ELU(),
        torch.nn.Linear(32, outputs),
    )


class _Gaussian(_GaussianMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=CONTINUOUS, device="cpu")
        _GaussianMixin.__init__(self, **kwargs)
        self.net = _layers(self.num_observations, self.num_actions)
        self.log_std_parameter = torch.nn.Parameter(torch.zeros(self.num_actions))

    def compute(self, inputs, role=""):
        return torch.tanh(self.net(inputs["observations"])), {"log_std": self.log_std_parameter}


class _Correlated(_MultivariateGaussianMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=CONTINUOUS, device="cpu")
        _MultivariateGaussianMixin.__init__(self, **kwargs)
        self.net = _layers(self.num_observations, self.num_actions)
        self.log_std_parameter = torch.nn.Parameter(torch.zeros(self.num_actions))

    def compute(self, inputs, role=""):
        return self.net(inputs["observations"]), {"log_std": self.log_std_parameter}


class _Categorical(_CategoricalMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=DISCRETE, device="cpu")
        _CategoricalMixin.__init__(self, **kwargs)
        self.net = _layers(self.num_observations, self.num_actions)

    def compute(self, inputs, role=""):
        return self.net(inputs["observations"]), {}


class _MultiCategorical(_MultiCategoricalMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=SEVERAL, device="cpu")
        _MultiCategoricalMixin.__init__(self, **kwargs)
        self.net = _layers(self.num_observations, self.num_actions)

    def compute(self, inputs, role=""):
        return self.net(inputs["observations"]), {}


class _Critic(_DeterministicMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=CONTINUOUS, device="cpu")
        _DeterministicMixin.__init__(self, **kwargs)
        self.net = _layers(self.num_observations + self.num_actions, 1)

    def compute(self, inputs, role=""):
        return self.net(torch.cat([inputs["observations"], inputs["taken_actions"]], dim=1)), {}


class _Recurrent(_GaussianMixin, _Model):
    def __init__(self, hidden=16, **kwargs):
        _Model.__init__(self, observation_space=OBSERVATION, action_space=CONTINUOUS, device="cpu")
        _GaussianMixin.__init__(self, **kwargs)
        self.hidden = hidden
        self.lstm = torch.nn.LSTM(self.num_observations, hidden, batch_first=True)
        self.net = _layers(hidden, self.num_actions)
        self.log_std_parameter = torch.nn.Parameter(torch.zeros(self.num_actions))

    def get_specification(self):
        return {"rnn": {"sequence_length": 5, "sizes": [(1, 3, self.hidden), (1, 3, self.hidden)]}}

    def compute(self, inputs, role=""):
        observations, terminated = inputs["observations"], inputs.get("terminated", None)
        h, c = inputs["rnn"]
        x = observations.view(-1, 5, observations.shape[-1])
        if terminated is not None and torch.any(terminated):
            outputs, ends = [], [0, *(terminated.view(-1, 5)[:, :-1].any(0).nonzero().flatten() + 1).tolist(), 5]
            for start, end in zip(ends[:-1], ends[1:], strict=True):  # noqa: RUF007
                y, (h, c) = self.lstm(x[:, start:end], (h, c))
                over = terminated.view(-1, 5)[:, end - 1]
                h, c = h.clone(), c.clone()
                h[:, over], c[:, over] = 0, 0
                outputs.append(y)
            y = torch.cat(outputs, dim=1)
        else:
            y, (h, c) = self.lstm(x, (h, c))
        return self.net(y.flatten(0, 1)), {"log_std": self.log_std_parameter, "rnn": [h, c]}


class _Pixels(_CategoricalMixin, _Model):
    def __init__(self, **kwargs):
        _Model.__init__(self, observation_space=MIXED, action_space=DISCRETE, device="cpu")
        _CategoricalMixin.__init__(self, **kwargs)
        self.features = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, stride=2), torch.nn.ReLU(), torch.nn.Flatten())
        self.net = _layers(8 * 9 + 4, self.num_actions)

    def compute(self, inputs, role=""):
        space = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        features = self.features(space["camera"].permute(0, 3, 1, 2))
        return self.net(torch.cat([features, space["joints"]], dim=-1)), {}


class _Greedy(_TabularMixin, _Model):
    def __init__(self, epsilon=0.2, **kwargs):
        _Model.__init__(self, observation_space=gymnasium.spaces.Discrete(10), action_space=DISCRETE, device="cpu")
        _TabularMixin.__init__(self, **kwargs)
        self.epsilon = epsilon
        self.q_table = torch.nn.Parameter(torch.randn(10, 4), requires_grad=False)

    def compute(self, inputs, role=""):
        actions = torch.argmax(self.q_table[inputs["observations"].view(-1)], dim=-1, keepdim=True)
        indexes = (torch.rand(actions.shape[0]) < self.epsilon).nonzero().view(-1)
        if indexes.numel():
            actions[indexes] = torch.randint(self.num_actions, (indexes.numel(), 1))
        return actions, {}


class _Surrogate(torch.nn.Module):
    """The losses of PPO for a batch."""

    def __init__(self, clip=0.2):
        super().__init__()
        self.policy = _Gaussian()
        self.scaler = _RunningStandardScaler(1, device="cpu")
        self.clip = clip

    def forward(self, observations, taken_actions, old_log_prob, advantages):
        _, outputs = self.policy.act({"observations": observations, "taken_actions": taken_actions}, role="policy")
        ratio = torch.exp(outputs["log_prob"] - old_log_prob)
        clipped = torch.clip(ratio, 1.0 - self.clip, 1.0 + self.clip)
        entropy = self.policy.get_entropy(role="policy").mean()
        return -torch.min(advantages * ratio, advantages * clipped).mean(), entropy


class _Advantages(torch.nn.Module):
    """Returns and advantages of a rollout."""

    def __init__(self, **kwargs):
        super().__init__()
        self.kwargs = kwargs

    def forward(self, rewards, terminated, truncated, values, last_values):
        return _compute_gae(
            rewards=rewards,
            terminated=terminated,
            truncated=truncated,
            values=values,
            last_values=last_values,
            **self.kwargs,
        )


class _Explorer(torch.nn.Module):
    """The actions of a policy with noise, in the space's bounds."""

    def __init__(self, noise):
        super().__init__()
        self.policy = _Gaussian(clip_mean_actions=True)
        self.noise = noise

    def forward(self, observations):
        _, outputs = self.policy.act({"observations": observations}, role="policy")
        actions = outputs["mean_actions"]
        return (actions + self.noise.sample(actions.shape)).clamp(min=-1.0, max=1.0)


class _Target(torch.nn.Module):
    """The targets of twin critics."""

    def __init__(self):
        super().__init__()
        self.policy = _Gaussian(clip_actions=True)
        self.first, self.second = _Critic(), _Critic()
        self.second.update_parameters(self.first, polyak=0.5)

    def forward(self, observations, rewards, terminated):
        actions, outputs = self.policy.act({"observations": observations}, role="policy")
        inputs = {"observations": observations, "taken_actions": actions}
        q1, q2 = self.first.act(inputs, role="target_1")[0], self.second.act(inputs, role="target_2")[0]
        q = torch.min(q1, q2) - 0.2 * outputs["log_prob"]
        return rewards + 0.99 * terminated.logical_not() * q


def _rollout(steps=6, envs=3):
    ends = torch.rand(steps, envs, 1) < 0.2
    return torch.randn(steps, envs, 1), ends, ends.roll(1, 0), torch.randn(steps, envs, 1), torch.randn(envs, 1)


def _seen(space, count=5):
    return flatten_tensorized_space(sample_space(space, batch_size=count, backend="native", device="cpu"))


MODELS = {
    "GaussianPolicy": lambda: (
        _Gaussian(clip_actions=True),
        ({"observations": torch.randn(5, 6)},),
        {"role": "policy"},
    ),
    "CategoricalPolicy": lambda: (
        _Categorical(),
        ({"observations": torch.randn(5, 6), "taken_actions": torch.randint(0, 4, (5, 1))},),
        {"role": "policy"},
    ),
    "ProximalLoss": lambda: (
        _Surrogate(),
        (torch.randn(8, 6), torch.rand(8, 2) * 2 - 1, torch.randn(8, 1), torch.randn(8, 1)),
    ),
    "Scaler": lambda: (
        _RunningStandardScaler(OBSERVATION, device="cpu"),
        (torch.randn(5, 6) * 3,),
        {"train": True},
    ),
    "RecurrentPolicy": lambda: (
        _Recurrent(),
        (
            {
                "observations": torch.randn(15, 6),
                "terminated": torch.arange(15).view(15, 1) % 7 == 2,
                "rnn": [torch.zeros(1, 3, 16), torch.zeros(1, 3, 16)],
            },
        ),
    ),
    "GeneralAdvantages": lambda: (_Advantages(), _rollout()),
    "SeveralActions": lambda: (
        _MultiCategorical(),
        (
            {
                "observations": torch.randn(5, 6),
                "taken_actions": torch.stack([torch.randint(0, n, (5,)) for n in (3, 2, 4)], dim=-1),
            },
        ),
    ),
    "PixelPolicy": lambda: (_Pixels(), ({"observations": _seen(MIXED)},)),
    "CorrelatedPolicy": lambda: (_Correlated(), ({"observations": torch.randn(5, 6)},)),
    "CriticValues": lambda: (
        _Critic(clip_actions=False),
        ({"observations": torch.randn(5, 6), "taken_actions": torch.randn(5, 2)},),
        {"role": "critic"},
    ),
    "EpsilonGreedy": lambda: (_Greedy(), ({"observations": torch.randint(0, 10, (6, 1))},)),
    "TwinTargets": lambda: (_Target(), (torch.randn(5, 6), torch.randn(5, 1), torch.rand(5, 1) < 0.3)),
    "Exploration": lambda: (_Explorer(_GaussianNoise(mean=0.0, std=0.1, device="cpu")), (torch.randn(5, 6),)),
    "CorrelatedNoise": lambda: (
        _Explorer(_OrnsteinUhlenbeckNoise(theta=0.15, sigma=0.2, base_scale=0.5, device="cpu")),
        (torch.randn(5, 6),),
    ),
    "UnscaledValues": lambda: (
        _RunningStandardScaler(1, device="cpu"),
        (torch.randn(5, 1),),
        {"inverse": True},
    ),
    "LimitedAdvantages": lambda: (_Advantages(discount_factor=0.9, time_limit_bootstrap=True), _rollout()),
}

__getattr__ = factories(MODELS)
