import gymnasium
import numpy as np
import torch
from seeded import factories
from tianshou.env.atari import atari_network
from tianshou.utils.net import common, continuous, discrete


def _net(**kwargs):
    return common.Net(**{"state_shape": 4, "action_shape": 2, "hidden_sizes": [8], **kwargs})


def _features(size=4, **kwargs):
    return common.Net(state_shape=size, hidden_sizes=[8], **kwargs)


def _x(size=4):
    return torch.randn(3, size)


MODELS = {
    "MLP": lambda: (common.MLP(input_dim=4, output_dim=2, hidden_sizes=[8, 8]), (_x(),)),
    "MLPArray": lambda: (common.MLP(input_dim=4, output_dim=2, hidden_sizes=[8]), (np.ones((3, 4), np.float32),)),
    "Net": lambda: (_net(), (_x(),)),
    "NetDueling": lambda: (_net(dueling_param=({"hidden_sizes": [8]}, {"hidden_sizes": [8]})), (_x(),)),
    "NetAtoms": lambda: (_net(softmax=True, num_atoms=5), (_x(),)),
    "Recurrent": lambda: (
        common.Recurrent(layer_num=1, state_shape=4, action_shape=2, hidden_layer_size=8),
        (torch.randn(3, 5, 4),),
    ),
    "Branching": lambda: (
        common.BranchingNet(
            state_shape=4,
            num_branches=2,
            action_per_branch=3,
            common_hidden_sizes=[8],
            value_hidden_sizes=[8],
            action_hidden_sizes=[8],
        ),
        (_x(),),
    ),
    "EnsembleLinear": lambda: (common.EnsembleLinear(2, 4, 3), (_x(),)),
    "DiscreteActor": lambda: (discrete.DiscreteActor(preprocess_net=_features(), action_shape=2), (_x(),)),
    "DiscreteCritic": lambda: (discrete.DiscreteCritic(preprocess_net=_features()), (_x(),)),
    "Quantile": lambda: (
        discrete.ImplicitQuantileNetwork(preprocess_net=_features(), action_shape=2, num_cosines=8),
        (_x(), 4),
    ),
    "FractionProposal": lambda: (discrete.FractionProposalNetwork(4, 8), (_x(8),)),
    "FullQuantile": lambda: (
        discrete.FullQuantileFunction(preprocess_net=_features(), action_shape=2, num_cosines=8),
        (_x(), discrete.FractionProposalNetwork(4, 8)),
    ),
    "NoisyLinear": lambda: (discrete.NoisyLinear(4, 3), (_x(),)),
    "Curiosity": lambda: (
        discrete.IntrinsicCuriosityModule(
            feature_net=torch.nn.Linear(4, 8), feature_dim=8, action_dim=2, hidden_sizes=[8]
        ),
        (_x(), torch.randint(0, 2, (3,)), _x()),
    ),
    "ContinuousActor": lambda: (
        continuous.ContinuousActorDeterministic(preprocess_net=_features(), action_shape=2),
        (_x(),),
    ),
    "ContinuousCritic": lambda: (
        continuous.ContinuousCritic(preprocess_net=_features(6)),
        (_x(), torch.randn(3, 2)),
    ),
    "ActorProbabilistic": lambda: (
        continuous.ContinuousActorProbabilistic(preprocess_net=_features(), action_shape=2, conditioned_sigma=True),
        (_x(),),
    ),
    "RecurrentActor": lambda: (
        continuous.RecurrentActorProb(layer_num=1, state_shape=[4], action_shape=[2], hidden_layer_size=8),
        (torch.randn(3, 5, 4),),
    ),
    "Perturbation": lambda: (
        continuous.Perturbation(preprocess_net=common.MLP(input_dim=6, output_dim=2), max_action=1.0),
        (_x(), torch.randn(3, 2)),
    ),
    "VariationalAutoEncoder": lambda: (
        continuous.VAE(
            encoder=common.MLP(input_dim=6, output_dim=8),
            decoder=common.MLP(input_dim=7, output_dim=2),
            hidden_dim=8,
            latent_dim=3,
            max_action=1.0,
        ),
        (_x(), torch.randn(3, 2)),
    ),
    "RandomActor": lambda: (common.RandomActor(gymnasium.spaces.Discrete(3)), (_x(),)),
    "DQNet": lambda: (atari_network.DQNet(4, 44, 44, 3), (torch.rand(2, 4, 44, 44),)),
    "Rainbow": lambda: (
        atari_network.RainbowNet(c=4, h=44, w=44, action_shape=[3], num_atoms=5),
        (torch.rand(2, 4, 44, 44),),
    ),
}

__getattr__ = factories(MODELS)
