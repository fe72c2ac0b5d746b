"""Modules of rl4co: policies for combinatorial optimization."""

import torch
from rl4co.envs import (
    CVRPEnv,
    FFSPEnv,
    FJSPEnv,
    JSSPEnv,
    MTVRPEnv,
    PDPEnv,
    PDPRuinRepairEnv,
    TSPEnv,
    TSPkoptEnv,
)
from rl4co.models.zoo.am.policy import AttentionModelPolicy
from rl4co.models.zoo.dact.policy import DACTPolicy
from rl4co.models.zoo.ham.policy import HeterogeneousAttentionModelPolicy
from rl4co.models.zoo.l2d.policy import L2DPolicy
from rl4co.models.zoo.matnet.policy import MultiStageFFSPPolicy
from rl4co.models.zoo.mdam.policy import MDAMPolicy
from rl4co.models.zoo.n2s.policy import N2SPolicy
from rl4co.models.zoo.nargnn.policy import NARGNNPolicy
from rl4co.models.zoo.ptrnet.policy import PointerNetworkPolicy
from seeded import factories
from torch import nn

SMALL = {"embed_dim": 32, "num_encoder_layers": 1, "num_heads": 4}


class _Policy(nn.Module):
    """What a policy decides in an environment."""

    def __init__(self, policy, env, **options):
        super().__init__()
        self.policy = policy
        self.env = env
        self.options = options

    def forward(self, td):
        result = self.policy(td.clone(), self.env, phase="test", **self.options)
        return {name: value for name, value in result.items() if isinstance(value, torch.Tensor)}


def _decided(policy, env, size=2, **options):
    return _Policy(policy, env, **options), (env.reset(batch_size=[size]),)


def _routes(policy, env=TSPEnv, nodes=6, settings=None, **options):
    env = env(generator_params={"num_loc": nodes}, check_solution=False)
    return _decided(policy(env_name=env.name, **(SMALL if settings is None else settings)), env, **options)


def _attention(env=TSPEnv, **options):
    return _routes(AttentionModelPolicy, env, **options)


def _experts():
    experts = {"num_experts": 3, "k": 2, "noisy_gating": True}
    experts = {"encoder": {"hidden_act": "ReLU", **experts}, "decoder": {"light_version": True, **experts}}
    env = MTVRPEnv(generator_params={"num_loc": 6, "variant_preset": "all"}, check_solution=False)
    policy = AttentionModelPolicy(env_name=env.name, **SMALL, moe_kwargs=experts)
    return _decided(policy, env, decode_type="greedy")


def _flow_shop():
    env = FFSPEnv(generator_params={"num_stage": 2, "num_machine": 2, "num_job": 3, "flatten_stages": False})
    policy = MultiStageFFSPPolicy(2, embed_dim=32, num_heads=4, num_encoder_layers=1, feedforward_hidden=32)
    return _decided(policy, env)


def _shop(env=JSSPEnv, **options):
    sizes = {"num_jobs": 3, "num_machines": 2}
    env = env(generator_params=sizes, check_mask=False)
    policy = L2DPolicy(env_name=env.name, embed_dim=16, num_encoder_layers=1, **options)
    return _decided(policy, env, decode_type="greedy")


def _improved(policy, env, **options):
    env = env(generator_params={"num_loc": 6}, **options)
    return _decided(policy(**SMALL, env_name=env.name), env)


def _heatmap():
    env = TSPEnv(generator_params={"num_loc": 6}, check_solution=False)
    policy = NARGNNPolicy(env_name="tsp", embed_dim=16, num_layers_heatmap_generator=2, num_layers_graph_encoder=2)
    return _decided(policy, env, decode_type="multistart_greedy", num_starts=2)


MODELS = {
    "Vehicles": lambda: _attention(CVRPEnv, decode_type="multistart_greedy", num_starts=3),
    "Experts": _experts,
    "JobShop": _shop,
    "Pointer": lambda: _routes(
        PointerNetworkPolicy, settings={"embed_dim": 16, "hidden_dim": 16}, decode_type="greedy"
    ),
    "TwoOpt": lambda: _improved(DACTPolicy, TSPkoptEnv, k_max=2),
    "Paths": lambda: _routes(MDAMPolicy, settings={**SMALL, "num_paths": 2}, decode_type="greedy"),
    "Deliveries": lambda: _routes(HeterogeneousAttentionModelPolicy, PDPEnv, decode_type="greedy"),
    "Heatmap": _heatmap,
    "RuinRepair": lambda: _improved(N2SPolicy, PDPRuinRepairEnv),
    "FlowShop": _flow_shop,
    "Flexible": lambda: _shop(FJSPEnv, stepwise_encoding=True),
}
__getattr__ = factories(MODELS)
