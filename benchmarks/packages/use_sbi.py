import torch
from sbi.neural_nets import embedding_nets as emb
from sbi.neural_nets.net_builders import build_mdn, build_nsf, build_resnet_classifier
from sbi.neural_nets.net_builders.mixed_nets import build_mnle
from sbi.neural_nets.net_builders.vector_field_nets import (
    VectorFieldAdaMLP,
    VectorFieldTransformer,
    build_flow_matching_estimator,
    build_score_matching_estimator,
)
from seeded import factories


class _Loss(torch.nn.Module):
    """What an estimator is trained on."""

    def __init__(self, estimator):
        super().__init__()
        self.estimator = estimator

    def forward(self, theta, x):
        return self.estimator.loss(theta, x)


class _Score(torch.nn.Module):
    """The score of the posterior, that a sampler asks for."""

    def __init__(self, estimator):
        super().__init__()
        self.estimator = estimator

    def forward(self, theta, x, time):
        return self.estimator.score(theta, x, time)


class _LogProb(torch.nn.Module):
    def __init__(self, estimator):
        super().__init__()
        self.estimator = estimator

    def forward(self, theta, x):
        return self.estimator.log_prob(theta[None], x)


def _pair(n=8, theta=3, x=6):
    return torch.randn(n, theta), torch.randn(n, x)


def _mixed(n=16):
    return torch.cat([torch.randn(n, 2), torch.randint(0, 3, (n, 1)).float()], 1), torch.randn(n, 3)


MODELS = {
    "FullyConnected": lambda: (
        emb.FCEmbedding(6, 5, num_layers=3, num_hiddens=16, enable_layer_norm=True),
        (torch.randn(4, 6),),
    ),
    "ConvolutionalImage": lambda: (
        emb.CNNEmbedding(
            (16, 16), in_channels=2, out_channels_per_layer=[4, 8], num_linear_units=16, output_dim=5, kernel_size=3
        ),
        (torch.randn(4, 2, 16, 16),),
    ),
    "CausalSeries": lambda: (
        emb.CausalCNNEmbedding(
            (64,), out_channels_per_layer=[4, 4, 8], num_conv_layers=3, pool_kernel_size=16, output_dim=5
        ),
        (torch.randn(4, 64),),
    ),
    "ExchangeableTrials": lambda: (
        emb.PermutationInvariantEmbedding(
            emb.FCEmbedding(3, 8, num_hiddens=16), 8, aggregation_fn="mean", num_hiddens=16, output_dim=5
        ),
        (torch.cat([torch.randn(4, 7, 3), torch.full((4, 2, 3), float("nan"))], 1),),
    ),
    "ResNetImage": lambda: (
        emb.ResNetEmbedding2D(1, 5, c_hidden_fc=32, n_stages=2, blocks_per_stage=[1, 1], c_stages=[4, 8]),
        (torch.randn(4, 1, 16, 16),),
    ),
    "ResNetVector": lambda: (
        emb.ResNetEmbedding1D(6, 5, n_blocks=3, c_internal=16, c_hidden_final=32),
        (torch.randn(4, 6),),
    ),
    "LRUScan": lambda: (
        emb.LRUEmbedding(3, 5, state_dim=8, hidden_dim=16, num_blocks=2, mode="scan", bidirectional=True),
        (torch.randn(4, 12, 3),),
    ),
    "LRULoop": lambda: (
        emb.LRUEmbedding(3, 5, state_dim=8, hidden_dim=16, num_blocks=1, mode="loop", bidirectional=False),
        (torch.randn(4, 12, 3),),
    ),
    "CausalTransformer": lambda: (
        emb.TransformerEmbedding(
            feature_space_dim=16,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=2,
            intermediate_size=32,
            final_emb_dimension=8,
        ),
        (torch.randn(2, 10, 16),),
    ),
    "MixtureOfExperts": lambda: (
        emb.TransformerEmbedding(
            feature_space_dim=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            num_key_value_heads=2,
            intermediate_size=32,
            final_emb_dimension=8,
            ffn="moe",
            num_local_experts=3,
            num_experts_per_tok=2,
            is_causal=False,
            router_jitter_noise=0.1,
        ),
        (torch.randn(2, 10, 16),),
    ),
    "FlowMatchingLoss": lambda: (
        _Loss(build_flow_matching_estimator(*_pair(), hidden_features=16, num_layers=2)),
        _pair(),
    ),
    "ScoreOfVE": lambda: (
        _Score(build_score_matching_estimator(*_pair(), sde_type="ve", hidden_features=16, num_layers=2)),
        (*_pair(), torch.rand(8)),
    ),
    "ScoreMatchingVP": lambda: (
        _Loss(build_score_matching_estimator(*_pair(), sde_type="vp", hidden_features=16, num_layers=2)),
        _pair(),
    ),
    "AdaMLPField": lambda: (
        VectorFieldAdaMLP(3, 6, 8, 8, hidden_features=16, num_layers=2),
        (torch.randn(8, 3), torch.randn(8, 6), torch.rand(8)),
    ),
    "TransformerField": lambda: (
        VectorFieldTransformer(3, 6, hidden_features=20, num_layers=2, num_heads=2),
        (torch.randn(8, 3), torch.randn(8, 6), torch.rand(8)),
    ),
    "MixtureDensity": lambda: (_Loss(build_mdn(*_pair(), hidden_features=16, num_components=3)), _pair()),
    "SplineFlow": lambda: (_LogProb(build_nsf(*_pair(32), hidden_features=16, num_transforms=2)), _pair()),
    "RatioClassifier": lambda: (build_resnet_classifier(*_pair(), hidden_features=16, num_blocks=1), _pair()),
    "MixedLikelihood": lambda: (_Loss(build_mnle(*_mixed(), hidden_features=16, num_transforms=2)), _mixed()),
}

__getattr__ = factories(MODELS)
