"""Modules of agilerl: reinforcement learning whose networks evolve."""

import torch
from agilerl.algorithms.bc_lm import BC_LM
from agilerl.algorithms.ilql import ILQL
from agilerl.modules.bert import EvolvableBERT
from agilerl.modules.gpt import EvolvableGPT
from agilerl.networks.actors import DeterministicActor, StochasticActor
from agilerl.networks.q_networks import ContinuousQNetwork, RainbowQNetwork
from agilerl.networks.value_networks import ValueNetwork
from agilerl.wrappers.make_evolvable import MakeEvolvable
from gymnasium import spaces
from seeded import factories
from torch import nn

TOKENS = 20
GPT = {"n_layer": 2, "vocab_size": TOKENS, "n_embd": 32, "n_head": 2, "dim_feedfwd": 64, "block_size": 32}
OPTIONS = {"dropout": 0.1, "activation": "GELU", "layer_norm_eps": 1e-5, "min_layers": 1, "max_layers": 4, "bias": True}


class _Tokenizer:
    pad_token_id, bos_token_id, eos_token_id, boa_token_id, eoa_token_id = range(5)

    def num_tokens(self):
        return TOKENS


class _Dataset:
    tokenizer = _Tokenizer()
    max_len = 12


class _Cloned(nn.Module):
    """The loss of cloning what was said."""

    def __init__(self, model: BC_LM):
        super().__init__()
        self.model = model

    def forward(self, **items):
        return self.model.get_loss(items)[0]


class _Offline(nn.Module):
    """The loss of implicit Q-learning of language."""

    def __init__(self, model: ILQL):
        super().__init__()
        self.model = model

    def forward(self, **items):
        return self.model.get_loss(items, awac_weight=1.0, v_loss_weight=1.0, q_loss_weight=1.0, cql_loss_weight=0.1)[0]


def _text():
    tokens = torch.randint(5, TOKENS, (2, 8))
    actions, states = torch.tensor([[1, 2, 4, 5], [1, 2, 3, 4]]), torch.tensor([[0, 1, 3, 4, 6], [0, 1, 2, 3, 5]])
    return {
        "tokens": tokens,
        "attn_mask": torch.ones(2, 8, dtype=torch.long),
        "state_idxs": states,
        "action_idxs": actions,
        "rewards": torch.randn(2, 4),
        "terminals": torch.tensor([[0, 0, 0, 0, 1], [0, 0, 0, 0, 1]]),
    }


def _vector():
    return spaces.Box(-1.0, 1.0, (6,))


def _image():
    return spaces.Box(0.0, 1.0, (3, 16, 16))


def _many():
    encoder = {"cnn_config": {"channel_size": [16], "kernel_size": [3], "stride_size": [1]}}
    space = spaces.Dict({"image": _image(), "vector": _vector(), "kind": spaces.Discrete(4)})
    model = StochasticActor(space, spaces.MultiDiscrete([3, 2]), encoder_config=encoder)
    obs = {"image": torch.rand(2, 3, 16, 16), "vector": torch.rand(2, 6), "kind": torch.eye(4)[:2]}
    return model, (obs,)


def _gaussian():
    model = StochasticActor(_vector(), spaces.Box(-1.0, 1.0, (2,)), squash_output=True)
    return model, (torch.randn(4, 6),)


def _rainbow():
    return RainbowQNetwork(_vector(), spaces.Discrete(4), torch.linspace(-10, 10, 11), num_atoms=11), (
        torch.randn(4, 6),
    )


def _deterministic():
    encoder = {"channel_size": [16, 16], "kernel_size": [3, 3], "stride_size": [1, 2]}
    model = DeterministicActor(_image(), spaces.Box(-2.0, 2.0, (2,)), encoder_config=encoder)
    return model, (torch.rand(2, 3, 16, 16),)


def _continuous():
    model = ContinuousQNetwork(_vector(), spaces.Box(-1.0, 1.0, (2,)), simba=True)
    return model, (torch.randn(4, 6), torch.randn(4, 2))


def _recurrent():
    model = ValueNetwork(_vector(), recurrent=True)
    hidden = {
        f"encoder_{name}": torch.zeros(model.encoder.num_layers, 2, model.encoder.hidden_state_size) for name in "hc"
    }
    return model, (torch.randn(2, 6), hidden)


def _bert():
    model = EvolvableBERT([32, 32], [32], src_vocab_size=20, tgt_vocab_size=20, d_model=16, n_head=2)
    source, target = torch.randint(0, 20, (6, 2)), torch.randint(0, 20, (5, 2))
    return model, (source, target)


def _gpt():
    tokens = torch.randint(0, TOKENS, (2, 8))
    return EvolvableGPT(**GPT, **OPTIONS), (tokens,), {"targets": tokens}


def _evolvable():
    network = nn.Sequential(
        nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Flatten(), nn.Linear(32 * 14 * 14, 64), nn.Tanh(), nn.Linear(64, 4)
    )
    return MakeEvolvable(network, torch.randn(1, 3, 16, 16)), (torch.randn(2, 3, 16, 16),)


MODELS = {
    "Many": _many,
    "Gaussian": _gaussian,
    "Rainbow": _rainbow,
    "Offline": lambda: (_Offline(ILQL(_Dataset(), {**GPT, **OPTIONS})), (), _text()),
    "Language": _gpt,
    "Translated": _bert,
    "Recurrent": _recurrent,
    "Cloned": lambda: (
        _Cloned(BC_LM(_Dataset(), {**GPT, **OPTIONS}, device="cpu", transition_weight=0.1)),
        (),
        _text(),
    ),
    "Deterministic": _deterministic,
    "Continuous": _continuous,
    "Evolvable": _evolvable,
}
__getattr__ = factories(MODELS)
