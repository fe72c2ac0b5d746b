import torch
from pykeen import losses, models, nn
from pykeen.nn import modules
from pykeen.triples import TriplesFactory
from seeded import factories


def _triples(inverse=False):
    return TriplesFactory(
        torch.stack([torch.randint(0, 8, (20,)), torch.randint(0, 3, (20,)), torch.randint(0, 8, (20,))], 1),
        entity_to_id={str(i): i for i in range(8)},
        relation_to_id={str(i): i for i in range(3)},
        create_inverse_triples=inverse,
    )


class Scored(torch.nn.Module):
    """The scores of some triples under a model of embeddings."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, triples):
        return self.model.score_hrt(triples)


class AllTails(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pairs):
        return self.model.score_t(pairs)


def _scored(name, inverse=False, **kwargs):
    return lambda: (
        Scored(getattr(models, name)(triples_factory=_triples(inverse), random_seed=0, **kwargs)),
        (torch.tensor([[0, 1, 2], [3, 2, 4]]),),
    )


def _tails(name, **kwargs):
    return lambda: (
        AllTails(getattr(models, name)(triples_factory=_triples(), random_seed=0, **kwargs)),
        (torch.tensor([[0, 1], [3, 2]]),),
    )


def _plain(build, *more):
    return lambda: (build(), (torch.randn(4, 8), torch.randn(4, 8), torch.randn(4, 8), *more))


MODELS = {
    "TransE": _scored("TransE", embedding_dim=8),
    "TransETails": _tails("TransE", embedding_dim=8),
    "DistMult": _scored("DistMult", embedding_dim=8),
    "ComplEx": _tails("ComplEx", embedding_dim=8),
    "RotatE": _scored("RotatE", embedding_dim=8),
    "ConvE": _tails("ConvE", embedding_dim=16, embedding_height=4, embedding_width=4, output_channels=4),
    "TuckER": _tails("TuckER", embedding_dim=8, relation_dim=4),
    "RESCAL": _scored("RESCAL", embedding_dim=8),
    "NTN": _scored("NTN", embedding_dim=8, num_slices=2),
    "TransH": _scored("TransH", embedding_dim=8),
    "TransR": _scored("TransR", embedding_dim=8, relation_dim=4),
    "TransD": _scored("TransD", embedding_dim=8, relation_dim=4),
    "QuatE": _scored("QuatE", embedding_dim=8),
    "BoxE": _scored("BoxE", embedding_dim=8),
    "MuRE": _scored("MuRE", embedding_dim=8),
    "SimplE": _scored("SimplE", embedding_dim=8),
    "CompGCN": _scored("CompGCN", True, embedding_dim=8),
    "RGCN": _scored("RGCN", embedding_dim=8),
    "NodePiece": _scored("NodePiece", True, embedding_dim=8, num_tokens=2),
    "KG2E": _scored("KG2E", embedding_dim=8),
    "TorusEInteraction": _plain(modules.TorusEInteraction),
    "HolEInteraction": _plain(modules.HolEInteraction),
    "TransFInteraction": _plain(modules.TransFInteraction),
    "ERMLPInteraction": _plain(lambda: modules.ERMLPInteraction(8)),
    "ProjEInteraction": _plain(lambda: modules.ProjEInteraction(8)),
    "TransformerInteraction": _plain(lambda: modules.TransformerInteraction(8, num_heads=2)),
    "ClampedInteraction": _plain(lambda: modules.ClampedInteraction(modules.DistMultInteraction(), clamp_score=2.0)),
    "Embedding": lambda: (nn.Embedding(8, shape=(4,), constrainer="normalize"), (torch.tensor([1, 5]),)),
    "LowRankRepresentation": lambda: (
        nn.representation.LowRankRepresentation(max_id=8, shape=(4,), num_bases=2),
        (torch.tensor([1, 5]),),
    ),
    "MarginLoss": lambda: (losses.MarginRankingLoss(), (torch.randn(4, 1), torch.randn(4, 1))),
}

__getattr__ = factories(MODELS)
