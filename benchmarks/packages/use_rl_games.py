import contextlib
import copy
import io

import torch
from rl_games.algos_torch.model_builder import ModelBuilder
from rl_games.algos_torch.players import rescale_actions
from seeded import factories
from torch import nn

INITIALIZER = {"name": "default"}
MLP = {"units": [32, 16], "activation": "elu", "d2rl": False, "initializer": INITIALIZER}
CONTINUOUS = {
    "continuous": {
        "mu_activation": "None",
        "sigma_activation": "None",
        "mu_init": {"name": "default"},
        "sigma_init": {"name": "const_initializer", "val": 0},
        "fixed_sigma": True,
    }
}
CONVS = [
    {"filters": 8, "kernel_size": 8, "strides": 4, "padding": 0},
    {"filters": 16, "kernel_size": 4, "strides": 2, "padding": 0},
]


class _Train(nn.Module):
    """What a step of PPO asks the model for: log probabilities of past actions, entropies and values."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, obs, prev_actions, action_masks=None):
        batch = {"is_train": True, "obs": obs, "prev_actions": prev_actions}
        if action_masks is not None:
            batch["action_masks"] = action_masks
        return self.model(batch)


class _Sequences(_Train):
    """The same for a recurrent model, on sequences with the states at their start and dones inside."""

    def __init__(self, model, seq_length):
        super().__init__(model)
        self.seq_length = seq_length

    def forward(self, obs, prev_actions, rnn_states, dones=None):
        batch = {
            "is_train": True,
            "obs": obs,
            "prev_actions": prev_actions,
            "rnn_states": rnn_states,
            "seq_length": self.seq_length,
            "bptt_len": 0,
        }
        if dones is not None:
            batch["dones"] = dones
        return self.model(batch)


class _Player(nn.Module):
    """The deterministic action of a player, in the bounds of its space."""

    def __init__(self, model, actions):
        super().__init__()
        self.model = model
        self.register_buffer("low", -2 * torch.ones(actions))
        self.register_buffer("high", torch.ones(actions))

    def forward(self, obs):
        batch = {"is_train": False, "prev_actions": None, "obs": obs, "rnn_states": None}
        result = self.model(batch)
        return rescale_actions(self.low, self.high, torch.clamp(result["mus"], -1.0, 1.0)), result["values"]


class _Value(nn.Module):
    """The value of the states of all agents, of a central critic."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, states):
        return self.model({"is_train": False, "obs": states, "actions": None})["values"]


class _SoftActorCritic(nn.Module):
    """The loss of the actor of SAC, at the means of its policy."""

    def __init__(self, model, alpha=0.2):
        super().__init__()
        self.model = model
        self.alpha = alpha

    def forward(self, obs):
        dist = self.model.actor(obs)
        action = dist.mean
        log_prob = dist.log_prob(action.clamp(-0.99, 0.99)).sum(-1, keepdim=True)
        q = torch.min(*self.model.critic(obs, action))
        return (self.alpha * log_prob - q).mean(), q


def _model(kind, network, shape, actions, **settings):
    """Build a model of the configuration, as the runner of the package does."""
    params = {"model": {"name": kind}, "network": {"name": "actor_critic", "mlp": MLP} | network}
    with contextlib.redirect_stdout(io.StringIO()):
        return (
            ModelBuilder()
            .load(copy.deepcopy(params))
            .build(
                {
                    "actions_num": actions,
                    "input_shape": shape,
                    "num_seqs": 3,
                    "value_size": 1,
                    "normalize_value": True,
                    "normalize_input": True,
                }
                | settings
            )
        )


def _soft():
    network = {
        "name": "soft_actor_critic",
        "separate": True,
        "space": {"continuous": {}},
        "mlp": MLP | {"activation": "relu"},
        "log_std_bounds": [-5, 2],
    }
    return _model("soft_actor_critic", network, (9,), 3, obs_dim=9, action_dim=3, normalize_input=False)


LSTM = {"name": "lstm", "units": 16, "layers": 1, "layer_norm": True, "concat_output": True}

MODELS = {
    "Continuous": lambda: (
        _Train(_model("continuous_a2c_logstd", {"space": CONTINUOUS}, (11,), 4)),
        (torch.randn(6, 11), torch.randn(6, 4)),
    ),
    "Pixels": lambda: (
        _Train(
            _model(
                "discrete_a2c",
                {
                    "space": {"discrete": {}},
                    "cnn": {"type": "conv2d", "activation": "relu", "initializer": INITIALIZER, "convs": CONVS},
                },
                (36, 36, 4),
                5,
                normalize_input=False,
            )
        ),
        (torch.rand(4, 36, 36, 4), torch.randint(0, 5, (4,))),
    ),
    "Recurrent": lambda: (
        _Sequences(_model("continuous_a2c_logstd", {"space": CONTINUOUS, "rnn": LSTM}, (11,), 4), 5),
        (torch.randn(15, 11), torch.randn(15, 4), (torch.zeros(1, 3, 16), torch.zeros(1, 3, 16))),
    ),
    "SoftActorCritic": lambda: (_SoftActorCritic(_soft()), (torch.randn(6, 9),)),
    "Impala": lambda: (
        _Sequences(
            _model(
                "discrete_a2c",
                {
                    "name": "resnet_actor_critic",
                    "require_rewards": False,
                    "require_last_actions": False,
                    "space": {"discrete": {}},
                    "cnn": {"conv_depths": [8, 16]},
                    "rnn": {"name": "lstm", "units": 16, "layers": 1},
                },
                (24, 24, 3),
                5,
                normalize_input=False,
            ),
            4,
        ),
        (
            torch.rand(12, 24, 24, 3),
            torch.randint(0, 5, (12,)),
            (torch.zeros(1, 3, 16), torch.zeros(1, 3, 16)),
            (torch.rand(12) < 0.2).to(torch.uint8),
        ),
    ),
    "MultiDiscrete": lambda: (
        _Train(_model("multi_discrete_a2c", {"space": {"multi_discrete": {}}}, (8,), (3, 4))),
        (torch.randn(6, 8), torch.stack([torch.randint(0, 3, (6,)), torch.randint(0, 4, (6,))], 1)),
    ),
    "Player": lambda: (
        _Player(_model("continuous_a2c_logstd", {"space": CONTINUOUS, "normalization": "layer_norm"}, (11,), 4), 4),
        (torch.randn(1, 11),),
    ),
    "CentralValue": lambda: (
        _Value(_model("central_value", {"central_value": True, "mlp": MLP | {"activation": "relu"}}, (20,), 4)),
        (torch.randn(6, 20),),
    ),
    "Masked": lambda: (
        _Train(
            _model(
                "discrete_a2c",
                {
                    "separate": True,
                    "space": {"discrete": {}},
                    "cnn": {
                        "type": "conv1d",
                        "activation": "relu",
                        "initializer": INITIALIZER,
                        "convs": [{"filters": 16, "kernel_size": 3, "strides": 1, "padding": 1}],
                    },
                },
                (4, 10),
                7,
                normalize_input=False,
            )
        ),
        (torch.randn(6, 4, 10), torch.randint(0, 3, (6,)), torch.arange(7).expand(6, 7) < 5),
    ),
    "Gated": lambda: (
        _Sequences(
            _model(
                "continuous_a2c",
                {
                    "separate": True,
                    "space": {"continuous": CONTINUOUS["continuous"] | {"sigma_activation": "softplus"}},
                    "rnn": {"name": "gru", "units": 16, "layers": 1, "before_mlp": True},
                },
                (11,),
                4,
            ),
            5,
        ),
        (torch.randn(15, 11), torch.randn(15, 4), (torch.zeros(1, 3, 16), torch.zeros(1, 3, 16))),
    ),
    "Dense": lambda: (
        _Train(
            _model(
                "continuous_a2c_logstd",
                {"space": CONTINUOUS, "separate": True, "mlp": MLP | {"units": [24, 24, 24], "d2rl": True}},
                (11,),
                4,
            )
        ),
        (torch.randn(6, 11), torch.randn(6, 4)),
    ),
}

__getattr__ = factories(MODELS)
