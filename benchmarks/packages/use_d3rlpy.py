import torch
from d3rlpy.models.torch import (
    CategoricalPolicy,
    ContinuousDecisionTransformer,
    DeterministicPolicy,
    DeterministicResidualPolicy,
    DiscreteDecisionTransformer,
    GatoTransformer,
    GlobalPositionEncoding,
    NormalPolicy,
    SimplePositionEncoding,
    VAEDecoder,
    VAEEncoder,
    ValueFunction,
    build_squashed_gaussian_distribution,
    compute_vae_error,
)
from d3rlpy.models.torch.encoders import (
    PixelEncoder,
    SimBaEncoder,
    VectorEncoder,
    VectorEncoderWithAction,
)
from d3rlpy.models.torch.imitators import compute_discrete_imitation_loss
from d3rlpy.models.torch.q_functions.ensemble_q_function import (
    ContinuousEnsembleQFunctionForwarder,
    DiscreteEnsembleQFunctionForwarder,
)
from d3rlpy.models.torch.q_functions.iqn_q_function import ContinuousIQNQFunction, ContinuousIQNQFunctionForwarder
from d3rlpy.models.torch.q_functions.mean_q_function import (
    ContinuousMeanQFunction,
    ContinuousMeanQFunctionForwarder,
    DiscreteMeanQFunction,
    DiscreteMeanQFunctionForwarder,
)
from d3rlpy.models.torch.q_functions.qr_q_function import DiscreteQRQFunction, DiscreteQRQFunctionForwarder
from seeded import factories
from torch import nn


def _encoder(size=6):
    return VectorEncoder((size,), [16, 16])


def _encoder_with_action(actions=2):
    return VectorEncoderWithAction((6,), actions, [16, 16])


def _normal(**settings):
    return NormalPolicy(
        _encoder(), 16, 2, **({"min_logstd": -20.0, "max_logstd": 2.0, "use_std_parameter": False} | settings)
    )


class _ActorLoss(nn.Module):
    """The actor's loss of soft actor-critic."""

    def __init__(self):
        super().__init__()
        self.policy = _normal()
        self.critics = nn.ModuleList(ContinuousMeanQFunction(_encoder_with_action(), 16) for _ in range(2))
        self.log_temp = nn.Parameter(torch.zeros(1, 1))

    def forward(self, observations):
        action, log_prob = build_squashed_gaussian_distribution(self.policy(observations)).sample_with_log_prob()
        forwarder = ContinuousEnsembleQFunctionForwarder(
            [ContinuousMeanQFunctionForwarder(critic) for critic in self.critics], 2
        )
        q = forwarder.compute_expected_q(observations, action, "min")
        return (self.log_temp.exp() * log_prob - q).mean()


class _SampleActions(nn.Module):
    """Several actions of each observation, as CQL and BEAR draw them."""

    def __init__(self, n=4):
        super().__init__()
        self.policy, self.n = _normal(use_std_parameter=True), n

    def forward(self, observations):
        dist = build_squashed_gaussian_distribution(self.policy(observations))
        actions, log_probs = dist.sample_n_with_log_prob(self.n)
        best, best_log_prob = dist.mean_with_log_prob()
        return actions, log_probs, best, best_log_prob


class _DiscreteCritic(nn.Module):
    """Double DQN: the target of the next step, then the error."""

    def __init__(self, quantiles=0):
        super().__init__()
        if quantiles:
            make = lambda: DiscreteQRQFunction(_encoder(), 16, 3, quantiles)  # noqa: E731
            wrap = lambda q: DiscreteQRQFunctionForwarder(q, quantiles)  # noqa: E731
        else:
            make = lambda: DiscreteMeanQFunction(_encoder(), 16, 3)  # noqa: E731
            wrap = lambda q: DiscreteMeanQFunctionForwarder(q, 3)  # noqa: E731
        self.online = nn.ModuleList(make() for _ in range(2))
        self.target = nn.ModuleList(make() for _ in range(2))
        self.q = DiscreteEnsembleQFunctionForwarder([wrap(q) for q in self.online], 3)
        self.targ_q = DiscreteEnsembleQFunctionForwarder([wrap(q) for q in self.target], 3)

    def forward(self, observations, actions, rewards, next_observations, terminals):
        best = self.q.compute_expected_q(next_observations).argmax(dim=1)
        target = self.targ_q.compute_target(next_observations, best, reduction="min")
        return self.q.compute_error(observations, actions, rewards, target, terminals, gamma=0.99)


class _QuantileCritic(nn.Module):
    """Implicit quantiles of a continuous critic, mixed over the ensemble."""

    def __init__(self):
        super().__init__()
        self.critics = nn.ModuleList(
            ContinuousIQNQFunction(_encoder_with_action(), 16, n_quantiles=8, n_greedy_quantiles=8, embed_size=8)
            for _ in range(2)
        )
        self.q = ContinuousEnsembleQFunctionForwarder(
            [ContinuousIQNQFunctionForwarder(critic, 8) for critic in self.critics], 2
        )

    def forward(self, observations, actions, rewards, next_observations, next_actions, terminals):
        target = self.q.compute_target(next_observations, next_actions, reduction="mix")
        return self.q.compute_error(observations, actions, rewards, target, terminals)


class _VAELoss(nn.Module):
    """The conditional VAE of BCQ."""

    def __init__(self):
        super().__init__()
        self.encoder = VAEEncoder(_encoder_with_action(), 16, 4)
        self.decoder = VAEDecoder(_encoder_with_action(4), 16, 2)

    def forward(self, observations, actions):
        return compute_vae_error(self.encoder, self.decoder, observations, actions, beta=0.5)


class _Imitation(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = CategoricalPolicy(_encoder(), 16, 3)

    def forward(self, observations, actions):
        return compute_discrete_imitation_loss(self.policy, observations, actions, beta=0.5).loss


class _Greedy(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = CategoricalPolicy(PixelEncoder((4, 84, 84), feature_size=32), 32, 5)

    def forward(self, frames):
        dist = self.policy(frames / 255)
        return dist.probs.argmax(dim=1), dist.sample(), dist.entropy()


class _Values(nn.Module):
    """The expectile loss of implicit Q learning."""

    def __init__(self, expectile=0.7):
        super().__init__()
        self.value = ValueFunction(SimBaEncoder((6,), 32, 16, 2), 16)
        self.critic = ContinuousMeanQFunction(_encoder_with_action(), 16)
        self.expectile = expectile

    def forward(self, observations, actions):
        diff = self.critic(observations, actions).q_value.detach() - self.value(observations)
        weight = (self.expectile - (diff < 0.0).float()).abs()
        return (weight * diff**2).mean()


_GPT = {
    "num_heads": 2,
    "context_size": 5,
    "num_layers": 2,
    "attn_dropout": 0.1,
    "resid_dropout": 0.1,
    "embed_dropout": 0.1,
}


def _continuous_dt():
    return ContinuousDecisionTransformer(
        VectorEncoder((6,), [16], exclude_last_activation=True),
        embed_size=16,
        position_encoding=SimplePositionEncoding(16, 50),
        action_size=2,
        activation=nn.ReLU(),
        **_GPT,
    )


def _discrete_dt():
    return DiscreteDecisionTransformer(
        VectorEncoder((6,), [16], last_activation=nn.Tanh()),
        embed_size=16,
        position_encoding=GlobalPositionEncoding(16, 50, 5),
        action_size=3,
        activation=nn.GELU(),
        embed_activation=nn.Tanh(),
        **_GPT,
    )


class _Plan(nn.Module):
    """The next action of a decision transformer, as its actor takes it."""

    def __init__(self):
        super().__init__()
        self.transformer = _continuous_dt()

    def forward(self, observations, actions, returns, timesteps, mask):
        return self.transformer(observations, actions, returns, timesteps, mask)[0][-1]


def _sequence(batch=2, discrete=False):
    actions = torch.randint(0, 3, (batch, 5, 1)) if discrete else torch.randn(batch, 5, 2)
    mask = torch.ones(batch, 5)
    mask[0, :2] = 0
    return torch.randn(batch, 5, 6), actions, torch.randn(batch, 5, 1), torch.arange(5).repeat(batch, 1), mask


def _transitions(batch=8):
    return (
        torch.randn(batch, 6),
        torch.randint(0, 3, (batch, 1)),
        torch.randn(batch, 1),
        torch.randn(batch, 6),
        (torch.rand(batch, 1) < 0.2).float(),
    )


def _gato():
    return GatoTransformer(
        layer_width=16,
        max_observation_length=8,
        vocab_size=40,
        num_heads=2,
        context_size=12,
        num_layers=2,
        attn_dropout=0.1,
        resid_dropout=0.1,
        embed_dropout=0.1,
        embed_activation=nn.Tanh(),
    )


def _tokens(batch=2, length=12):
    seen = (torch.arange(length) % 6 < 4).float().view(1, length, 1).repeat(batch, 1, 1)
    return (
        torch.randint(0, 41, (batch, length)),
        seen,
        (torch.arange(length) % 6).clamp(max=7).repeat(batch, 1),
        1 - seen,
        torch.ones(batch, length),
    )


MODELS = {
    "DecisionTransformer": lambda: (_continuous_dt(), _sequence()),
    "ActorLoss": lambda: (_ActorLoss(), (torch.randn(8, 6),)),
    "DoubleDQN": lambda: (_DiscreteCritic(), _transitions()),
    "Greedy": lambda: (_Greedy(), (torch.randint(0, 256, (2, 4, 84, 84)).float(),)),
    "DecisionTransformerDiscrete": lambda: (_discrete_dt(), _sequence(discrete=True)),
    "DoubleDQNQuantiles": lambda: (_DiscreteCritic(quantiles=8), _transitions()),
    "SampleActions": lambda: (_SampleActions(), (torch.randn(4, 6),)),
    "VAELoss": lambda: (_VAELoss(), (torch.randn(8, 6), torch.rand(8, 2) * 2 - 1)),
    "QuantileCritic": lambda: (
        _QuantileCritic(),
        (
            torch.randn(8, 6),
            torch.randn(8, 2),
            torch.randn(8, 1),
            torch.randn(8, 6),
            torch.randn(8, 2),
            torch.zeros(8, 1),
        ),
    ),
    "Gato": lambda: (_gato(), _tokens()),
    "Plan": lambda: (_Plan(), _sequence(batch=1)),
    "Values": lambda: (_Values(), (torch.randn(8, 6), torch.randn(8, 2))),
    "Imitation": lambda: (_Imitation(), (torch.randn(8, 6), torch.randint(0, 3, (8, 1)))),
    "Normal": lambda: (_normal(), (torch.randn(4, 6),)),
    "Deterministic": lambda: (DeterministicPolicy(_encoder(), 16, 2), (torch.randn(4, 6),)),
    "Residual": lambda: (
        DeterministicResidualPolicy(_encoder_with_action(), 16, 2, scale=0.05),
        (torch.randn(4, 6), torch.rand(4, 2) * 2 - 1),
    ),
    "Pixels": lambda: (
        PixelEncoder((3, 48, 48), filters=[[8, 4, 2], [16, 3, 2]], feature_size=32, use_batch_norm=True),
        (torch.rand(2, 3, 48, 48),),
    ),
    "Categorical": lambda: (CategoricalPolicy(_encoder(), 16, 3), (torch.randn(4, 6),)),
}

__getattr__ = factories(MODELS)
