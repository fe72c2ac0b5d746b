import torch
from ding.model.template.decision_transformer import DecisionTransformer
from ding.model.template.ppg import PPG
from ding.model.template.q_learning import DQN, DRQN, IQN, GTrXLDQN, RainbowDQN
from ding.model.template.qac import ContinuousQAC
from ding.model.template.qmix import QMix
from ding.model.template.vac import VAC
from ding.rl_utils import (
    dist_nstep_td_data,
    dist_nstep_td_error,
    gae,
    gae_data,
    ppo_data,
    ppo_error,
    q_nstep_td_data,
    q_nstep_td_error,
    vtrace_data,
    vtrace_error_discrete_action,
)
from seeded import factories
from torch import nn

BATCH, OBS, ACTIONS, HIDDEN = 4, 8, 3, [16, 16, 8]


class _PPO(nn.Module):
    """The loss of PPO: advantages, then the error of policy and value."""

    def __init__(self):
        super().__init__()
        self.model = VAC(
            OBS, ACTIONS, encoder_hidden_size_list=HIDDEN, actor_head_hidden_size=8, critic_head_hidden_size=8
        )

    def forward(self, obs, action, old_logit, old_value, next_value, reward, done):
        adv = gae(gae_data(old_value, next_value, reward, done, None), 0.99, 0.95)
        return_ = old_value + adv
        adv = (adv - adv.mean()) / (adv.std() + 1e-8)
        out = self.model(obs, mode="compute_actor_critic")
        loss, _info = ppo_error(
            ppo_data(out["logit"], old_logit, action, out["value"], old_value, adv, return_, None), 0.2
        )
        return loss.policy_loss + 0.5 * loss.value_loss - 0.01 * loss.entropy_loss


class _Deep(nn.Module):
    """The loss of DQN with several steps."""

    def __init__(self, nstep=3):
        super().__init__()
        self.model = DQN(OBS, ACTIONS, encoder_hidden_size_list=HIDDEN)
        self.target = DQN(OBS, ACTIONS, encoder_hidden_size_list=HIDDEN)
        self.nstep = nstep

    def forward(self, obs, next_obs, action, reward, done, weight):
        q = self.model(obs)["logit"]
        with torch.no_grad():
            next_q = self.target(next_obs)["logit"]
            next_action = self.model(next_obs)["logit"].argmax(-1)
        data = q_nstep_td_data(q, next_q, action, next_action, reward, done, weight)
        loss, td_error = q_nstep_td_error(data, 0.97, nstep=self.nstep)
        return loss, td_error


class _Rainbow(nn.Module):
    """The loss of Rainbow."""

    def __init__(self, n_atom=11):
        super().__init__()
        self.model = RainbowDQN(OBS, ACTIONS, encoder_hidden_size_list=HIDDEN, n_atom=n_atom)
        self.n_atom = n_atom

    def forward(self, obs, next_obs, action, reward, done):
        out, following = self.model(obs), self.model(next_obs)
        data = dist_nstep_td_data(
            out["distribution"],
            following["distribution"].detach(),
            action,
            following["logit"].argmax(-1),
            reward,
            done,
            None,
        )
        loss, _ = dist_nstep_td_error(data, 0.97, -10, 10, self.n_atom, nstep=3)
        return loss


class _VTrace(nn.Module):
    """The loss of IMPALA."""

    def __init__(self):
        super().__init__()
        self.model = VAC(
            OBS, ACTIONS, encoder_hidden_size_list=HIDDEN, actor_head_hidden_size=8, critic_head_hidden_size=8
        )

    def forward(self, obs, behaviour, action, reward):
        length = reward.shape[0]
        out = self.model(obs.flatten(0, 1), mode="compute_actor_critic")
        logit = out["logit"].view(length + 1, -1, ACTIONS)[:-1]
        value = out["value"].view(length + 1, -1)
        loss = vtrace_error_discrete_action(vtrace_data(logit, behaviour, action, value, reward, None))
        return loss.policy_loss + 0.5 * loss.value_loss - 0.01 * loss.entropy_loss


class _Mode(nn.Module):
    """A model in one of its modes."""

    def __init__(self, model, mode):
        super().__init__()
        self.model = model
        self.mode = mode

    def forward(self, inputs):
        return self.model(inputs, mode=self.mode)


def _obs():
    return torch.randn(BATCH, OBS)


def _qmix():
    return QMix(agent_num=3, obs_shape=OBS, global_obs_shape=12, action_shape=5, hidden_size_list=[16, 8])


def _qmix_data(steps=3):
    return {
        "obs": {
            "agent_state": torch.randn(steps, 2, 3, OBS),
            "global_state": torch.randn(steps, 2, 12),
            "action_mask": torch.ones(steps, 2, 3, 5),
        },
        "prev_state": [[None for _ in range(3)] for _ in range(2)],
        "action": torch.randint(5, (steps, 2, 3)),
    }


MODELS = {
    "PPO": lambda: (
        _PPO(),
        (
            torch.randn(16, OBS),
            torch.randint(ACTIONS, (16,)),
            torch.randn(16, ACTIONS),
            torch.randn(16),
            torch.randn(16),
            torch.randn(16),
            torch.zeros(16),
        ),
    ),
    "Deep": lambda: (
        _Deep(),
        (
            _obs(),
            _obs(),
            torch.randint(ACTIONS, (BATCH,)),
            torch.randn(3, BATCH),
            torch.zeros(BATCH),
            torch.rand(BATCH),
        ),
    ),
    "Recurrent": lambda: (
        DRQN(OBS, ACTIONS, encoder_hidden_size_list=HIDDEN),
        ({"obs": torch.randn(5, 2, OBS), "prev_state": None},),
    ),
    "Decisions": lambda: (
        DecisionTransformer(OBS, ACTIONS, n_blocks=2, h_dim=16, context_len=6, n_heads=2, drop_p=0.1, continuous=True),
        (
            torch.arange(6).repeat(2, 1),
            torch.randn(2, 6, OBS),
            torch.randn(2, 6, ACTIONS),
            torch.randn(2, 6, 1),
        ),
    ),
    "Distributional": lambda: (
        _Rainbow(),
        (_obs(), _obs(), torch.randint(ACTIONS, (BATCH,)), torch.randn(3, BATCH), torch.zeros(BATCH)),
    ),
    "Continuous": lambda: (
        _Mode(ContinuousQAC(OBS, 2, "reparameterization", twin_critic=True), "compute_critic"),
        ({"obs": _obs(), "action": torch.randn(BATCH, 2)},),
    ),
    "VTrace": lambda: (
        _VTrace(),
        (torch.randn(6, 3, OBS), torch.randn(5, 3, ACTIONS), torch.randint(ACTIONS, (5, 3)), torch.randn(5, 3)),
    ),
    "Mixing": lambda: (_Mixed(), (_qmix_data(),)),
    "GatedTransformer": lambda: (
        GTrXLDQN(OBS, ACTIONS, hidden_size=16, att_layer_num=2, memory_len=8, encoder_hidden_size_list=[16, 16]),
        (torch.randn(5, 2, OBS),),
    ),
    "Pixels": lambda: (
        IQN([4, 44, 44], ACTIONS, encoder_hidden_size_list=[8, 8, 16], num_quantiles=4),
        (torch.randn(2, 4, 44, 44),),
    ),
    "Phasic": lambda: (_Mode(PPG(OBS, ACTIONS), "compute_actor_critic"), (_obs(),)),
}


class _Mixed(nn.Module):
    """The value of a team's actions."""

    def __init__(self):
        super().__init__()
        self.model = _qmix()

    def forward(self, data):
        return self.model(data, single_step=False)["total_q"]


__getattr__ = factories(MODELS)
