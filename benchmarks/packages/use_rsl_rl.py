import torch
from rsl_rl.extensions import RandomNetworkDistillation
from rsl_rl.models import CNNModel, MLPModel, RNNModel
from rsl_rl.modules import (
    CNN,
    MLP,
    RNN,
    BetaDistribution,
    EmpiricalDiscountedVariationNormalization,
    EmpiricalNormalization,
)
from seeded import factories
from tensordict import TensorDict
from torch import nn

GROUPS = {
    "actor": ["policy"],
    "critic": ["policy", "privileged"],
    "vision": ["policy", "camera"],
    "rnd_state": ["policy"],
}
GAUSSIAN = {"class_name": "GaussianDistribution", "init_std": 1.0, "std_type": "log"}


def _observation(batch=5):
    return TensorDict(
        {
            "policy": torch.randn(batch, 12),
            "privileged": torch.randn(batch, 4),
            "camera": torch.rand(batch, 2, 16, 16),
        },
        batch_size=[batch],
    )


class _Act(nn.Module):
    """An actor that samples its action, with what PPO stores of it."""

    def __init__(self, actor):
        super().__init__()
        self.actor = actor

    def forward(self, observation):
        action = self.actor(observation, stochastic_output=True)
        return action, self.actor.get_output_log_prob(action), self.actor.output_mean, self.actor.output_entropy


class _Curiosity(nn.Module):
    def __init__(self, rnd, method):
        super().__init__()
        self.rnd = rnd
        self.method = method

    def forward(self, observation):
        return getattr(self.rnd, self.method)(observation)


class _Beta(nn.Module):
    """The log-probability and divergence of Beta policies."""

    def __init__(self):
        super().__init__()
        self.distribution = BetaDistribution(3, action_range=(-2.0, 2.0))

    def forward(self, output, old_output, action):
        self.distribution.update(old_output)
        old = self.distribution.params
        self.distribution.update(output)
        return (
            self.distribution.log_prob(action),
            self.distribution.kl_divergence(old, self.distribution.params),
            self.distribution.entropy,
        )


def _rnd():
    return RandomNetworkDistillation(
        num_states=12,
        obs_groups=GROUPS,
        num_outputs=4,
        predictor_hidden_dims=[16, 16],
        target_hidden_dims=[16],
        state_normalization=True,
        reward_normalization=True,
        weight=0.5,
        weight_schedule={"mode": "linear", "initial_step": 1, "final_step": 10, "final_value": 0.0},
    )


MODELS = {
    "Actor": lambda: (
        MLPModel(
            o := _observation(), GROUPS, "actor", 3, [32, 16], obs_normalization=True, distribution_cfg=dict(GAUSSIAN)
        ),
        (o,),
    ),
    "ActorStochastic": lambda: (
        _Act(MLPModel(o := _observation(), GROUPS, "actor", 3, [32, 16], distribution_cfg=dict(GAUSSIAN))),
        (o,),
    ),
    "RecurrentActor": lambda: (
        RNNModel(
            o := _observation(),
            GROUPS,
            "actor",
            3,
            [32],
            distribution_cfg=dict(GAUSSIAN),
            rnn_type="lstm",
            rnn_hidden_dim=16,
        ),
        (o,),
    ),
    "VisionActor": lambda: (
        CNNModel(
            o := _observation(),
            GROUPS,
            "vision",
            3,
            [32],
            cnn_cfg={
                "output_channels": [8, 16],
                "kernel_size": 3,
                "stride": 2,
                "norm": "batch",
                "max_pool": [True, False],
            },
        ),
        (o,),
    ),
    "IntrinsicReward": lambda: (_Curiosity(_rnd(), "get_intrinsic_reward"), (_observation(),)),
    "Critic": lambda: (
        MLPModel(o := _observation(), GROUPS, "critic", 1, [32, 16], activation="selu", obs_normalization=True),
        (o,),
    ),
    "BetaPolicy": lambda: (
        _Beta(),
        (torch.randn(5, 2, 3), torch.randn(5, 2, 3), torch.rand(5, 3) * 3 - 1.5),
    ),
    "RecurrentCriticSequence": lambda: (
        RNNModel(_observation(), GROUPS, "critic", 1, [32], rnn_type="gru", rnn_hidden_dim=16, rnn_num_layers=2),
        (
            TensorDict({"policy": torch.randn(6, 3, 12), "privileged": torch.randn(6, 3, 4)}, batch_size=[6, 3]),
            torch.arange(6)[:, None] < torch.tensor([6, 4, 2]),
            torch.zeros(2, 3, 16),
        ),
    ),
    "CuriosityLoss": lambda: (_Curiosity(_rnd(), "compute_loss"), (_observation(),)),
    "HeteroscedasticActor": lambda: (
        _Act(
            MLPModel(
                o := _observation(),
                GROUPS,
                "actor",
                3,
                [32],
                distribution_cfg={"class_name": "HeteroscedasticGaussianDistribution", "std_type": "log"},
            )
        ),
        (o,),
    ),
    "VarianceOfReturn": lambda: (EmpiricalDiscountedVariationNormalization(shape=[]), (torch.rand(5),)),
    "Normalization": lambda: (EmpiricalNormalization([12]), (torch.randn(5, 12),)),
    "Convolutions": lambda: (
        CNN((16, 16), 2, [8, 16], [5, 3], norm=["layer", "none"], padding="zeros", global_pool="avg"),
        (torch.rand(5, 2, 16, 16),),
    ),
    "Memory": lambda: (RNN(12, hidden_dim=16, num_layers=1, type="gru"), (torch.randn(5, 12),)),
    "Perceptron": lambda: (MLP(12, [4, 3], [16, -1], last_activation="tanh"), (torch.randn(5, 12),)),
}

__getattr__ = factories(MODELS)
