import torch
from seeded import factories
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from tensordict.nn.distributions import NormalParamExtractor
from torchrl import modules, objectives
from torchrl.data import Bounded, OneHot
from torchrl.modules.distributions import OneHotCategorical, TanhNormal
from torchrl.objectives.value import GAE

OBS, ACTION = 4, 2


def _mlp(inputs, outputs):
    return modules.MLP(in_features=inputs, out_features=outputs, num_cells=[16, 16], activation_class=torch.nn.Tanh)


def _stochastic_actor(log_prob=True):
    net = torch.nn.Sequential(_mlp(OBS, 2 * ACTION), NormalParamExtractor())
    module = TensorDictModule(net, in_keys=["observation"], out_keys=["loc", "scale"])
    return modules.ProbabilisticActor(
        module,
        in_keys=["loc", "scale"],
        distribution_class=TanhNormal,
        spec=Bounded(-1, 1, (ACTION,)),
        return_log_prob=log_prob,
    )


def _discrete_actor():
    module = TensorDictModule(_mlp(OBS, 3), in_keys=["observation"], out_keys=["logits"])
    return modules.ProbabilisticActor(
        module, in_keys=["logits"], distribution_class=OneHotCategorical, spec=OneHot(3), return_log_prob=True
    )


def _deterministic_actor():
    net = torch.nn.Sequential(_mlp(OBS, ACTION), torch.nn.Tanh())
    return modules.Actor(net, in_keys=["observation"], spec=Bounded(-1, 1, (ACTION,)))


class _Q(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = _mlp(OBS + ACTION, 1)

    def forward(self, observation, action):
        return self.net(torch.cat([observation, action], -1))


def _qvalue():
    return modules.ValueOperator(_Q(), in_keys=["observation", "action"])


def _value():
    return modules.ValueOperator(_mlp(OBS, 1), in_keys=["observation"])


def _qnet(actions=3):
    return modules.QValueActor(_mlp(OBS, actions), in_keys=["observation"], spec=OneHot(actions))


def _batch(*size, discrete=False, **extra):
    size = size or (8,)
    if discrete:
        action = torch.nn.functional.one_hot(torch.randint(0, 3, size), 3)
    else:
        action = torch.rand(*size, ACTION) * 1.8 - 0.9
    return TensorDict(
        {
            "observation": torch.randn(*size, OBS),
            "action": action,
            "next": {
                "observation": torch.randn(*size, OBS),
                "reward": torch.randn(*size, 1),
                "done": torch.zeros(*size, 1, dtype=torch.bool),
                "terminated": torch.zeros(*size, 1, dtype=torch.bool),
            },
            **extra,
        },
        size,
    )


def _advantage(*size, **kwargs):
    size = size or (8,)
    return _batch(
        *size,
        advantage=torch.randn(*size, 1),
        value_target=torch.randn(*size, 1),
        action_log_prob=torch.randn(*size),
        **kwargs,
    )


class _Collected(torch.nn.Module):
    """GAE and the clipped PPO loss of collected trajectories."""

    def __init__(self):
        super().__init__()
        value = _value()
        self.gae = GAE(gamma=0.99, lmbda=0.95, value_network=value, average_gae=True)
        self.loss = objectives.ClipPPOLoss(_stochastic_actor(), value, clip_epsilon=0.2)

    def forward(self, td):
        self.gae(td)
        losses = self.loss(td)
        return losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]


def _recurrent():
    lstm = modules.LSTMModule(
        input_size=OBS,
        hidden_size=8,
        in_keys=["observation", "h", "c"],
        out_keys=["features", ("next", "h"), ("next", "c")],
    )
    head = TensorDictModule(_mlp(8, 3), in_keys=["features"], out_keys=["logits"])
    return TensorDictSequential(lstm, head)


MODELS = {
    "MLPNetwork": lambda: (
        modules.MLP(
            in_features=6,
            out_features=2,
            depth=2,
            num_cells=16,
            dropout=0.1,
            norm_class=torch.nn.LayerNorm,
            norm_kwargs=[{"normalized_shape": 16}] * 2,
        ),
        (torch.randn(8, 6),),
    ),
    "ConvNetwork": lambda: (
        modules.ConvNet(in_features=3, num_cells=[8, 16], kernel_sizes=[4, 3], strides=[2, 1]),
        (torch.randn(2, 3, 24, 24),),
    ),
    "DuelingCnn": lambda: (
        modules.DuelingCnnDQNet(
            out_features=4,
            cnn_kwargs={"in_features": 3, "num_cells": [8, 8], "kernel_sizes": [4, 3], "strides": [2, 1]},
            mlp_kwargs={"in_features": 8 * 9 * 9, "num_cells": 16},
        ),
        (torch.randn(2, 3, 24, 24),),
    ),
    "StochasticPolicy": lambda: (_stochastic_actor(), (_batch(),)),
    "RecurrentPolicy": lambda: (
        _recurrent(),
        (
            TensorDict(
                {
                    "observation": torch.randn(4, OBS),
                    "h": torch.zeros(4, 1, 8),
                    "c": torch.zeros(4, 1, 8),
                    "is_init": torch.zeros(4, 1, dtype=torch.bool),
                },
                (4,),
            ),
        ),
    ),
    "NoisyLayer": lambda: (modules.NoisyLinear(6, 4), (torch.randn(8, 6),)),
    "MultiAgentPolicy": lambda: (
        modules.MultiAgentMLP(6, 2, 3, centralized=False, share_params=False, depth=2, num_cells=16),
        (torch.randn(4, 3, 6),),
    ),
    "DQN": lambda: (objectives.DQNLoss(_qnet(), action_space="one_hot", double_dqn=True), (_batch(discrete=True),)),
    "DDPG": lambda: (objectives.DDPGLoss(_deterministic_actor(), _qvalue()), (_batch(),)),
    "SAC": lambda: (objectives.SACLoss(_stochastic_actor(False), _qvalue()), (_batch(),)),
    "IQL": lambda: (
        objectives.IQLLoss(_stochastic_actor(False), _qvalue(), _value(), temperature=3.0, expectile=0.7),
        (_batch(),),
    ),
    "CQL": lambda: (objectives.CQLLoss(_stochastic_actor(False), _qvalue(), num_random=3), (_batch(),)),
    "ClipPPO": lambda: (
        objectives.ClipPPOLoss(_stochastic_actor(), _value(), normalize_advantage=True),
        (_advantage(),),
    ),
    "Advantages": lambda: (GAE(gamma=0.99, lmbda=0.95, value_network=_value()), (_batch(2, 10),)),
    "CollectedPPO": lambda: (_Collected(), (_batch(2, 10, action_log_prob=torch.randn(2, 10)),)),
}

__getattr__ = factories(MODELS)
