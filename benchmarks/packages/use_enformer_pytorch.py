import torch
from enformer_pytorch import modeling_enformer as zoo
from seeded import factories


def _enformer(**kwargs):
    return zoo.Enformer(
        zoo.EnformerConfig(
            dim=48,
            depth=1,
            heads=2,
            target_length=4,
            dim_divisible_by=12,
            num_downsamples=3,
            output_heads={"human": 5, "mouse": 3},
            **kwargs,
        )
    )


def _dna():
    return torch.randint(0, 5, (1, 128))


MODELS = {
    "Enformer": lambda: (_enformer(), (_dna(),)),
    "OneHot": lambda: (_enformer(), (torch.softmax(torch.randn(1, 128, 4), -1),)),
    "Embeddings": lambda: (_enformer(), (_dna(),), {"return_only_embeddings": True}),
    "Head": lambda: (_enformer(), (_dna(),), {"head": "human"}),
    "Target": lambda: (_enformer(), (_dna(), torch.rand(1, 4, 5)), {"head": "human"}),
    "Correlation": lambda: (
        _enformer(),
        (_dna(), torch.rand(1, 4, 5)),
        {"head": "human", "return_corr_coef": True},
    ),
    "Checkpointing": lambda: (_enformer(use_checkpointing=True), (_dna(),)),
    "Attention": lambda: (zoo.Attention(16, num_rel_pos_features=6, heads=2), (torch.randn(1, 8, 16),)),
    "AttentionPool": lambda: (zoo.AttentionPool(16), (torch.randn(1, 16, 9),)),
    "Crop": lambda: (zoo.TargetLengthCrop(4), (torch.randn(1, 8, 16),)),
    "ConvBlock": lambda: (zoo.ConvBlock(16, 8, is_distributed=False), (torch.randn(1, 16, 9),)),
    "GELU": lambda: (zoo.GELU(), (torch.randn(1, 16),)),
}

__getattr__ = factories(MODELS)
