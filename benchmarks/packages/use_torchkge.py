import pandas as pd
import torch
from seeded import factories
from torchkge import models, sampling
from torchkge.data_structures import KnowledgeGraph as _KnowledgeGraph
from torchkge.evaluation import LinkPredictionEvaluator as _LinkPredictionEvaluator
from torchkge.evaluation import TripletClassificationEvaluator as _TripletClassificationEvaluator
from torchkge.utils import filter_scores, losses

ENTITIES, RELATIONS = 20, 4


def _graph(facts=60):
    gen = torch.Generator().manual_seed(0)
    rows = {
        (h, t, r)
        for h, t, r in zip(
            torch.randint(0, ENTITIES, (facts,), generator=gen).tolist(),
            torch.randint(0, ENTITIES, (facts,), generator=gen).tolist(),
            torch.randint(0, RELATIONS, (facts,), generator=gen).tolist(),
            strict=True,
        )
    }
    rows |= {(i, (i + 1) % ENTITIES, i % RELATIONS) for i in range(ENTITIES)}
    return _KnowledgeGraph(df=pd.DataFrame(sorted(rows), columns=["from", "to", "rel"]))


def _facts(count=8, negatives=1):
    return (
        torch.randint(0, ENTITIES, (count,)),
        torch.randint(0, ENTITIES, (count,)),
        torch.randint(0, RELATIONS, (count,)),
        torch.randint(0, ENTITIES, (count * negatives,)),
        torch.randint(0, ENTITIES, (count * negatives,)),
    )


class _Step(torch.nn.Module):
    """The loss of a batch of facts against corrupted ones."""

    def __init__(self, model, sampler, loss):
        super().__init__()
        self.model = model
        self.sampler = sampler
        self.loss = loss

    def forward(self, heads, tails, relations):
        neg_heads, neg_tails = self.sampler.corrupt_batch(heads, tails, relations)
        return self.loss(*self.model(heads, tails, relations, neg_heads, neg_tails))


class _Ranking(torch.nn.Module):
    """The link prediction metrics of a model on a graph."""

    def __init__(self, model, kg):
        super().__init__()
        self.model = model
        self.kg = kg

    def forward(self):
        evaluator = _LinkPredictionEvaluator(self.model, self.kg)
        evaluator.evaluate(b_size=16, verbose=False)
        return evaluator.mean_rank(), evaluator.mrr(), evaluator.hit_at_k(3)


class _Scores(torch.nn.Module):
    """The scores of all entities as tails of facts."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, heads, tails, relations):
        h, _, r, candidates = self.model.inference_prepare_candidates(heads, tails, relations, entities=True)
        scores = self.model.inference_scoring_function(h, candidates, r)
        return scores, scores.topk(3, dim=1).indices


class _Completion(torch.nn.Module):
    """The entities most likely missing in facts, but for those the graph holds."""

    def __init__(self, model, kg, missing):
        super().__init__()
        self.model = model
        self.kg = kg
        self.missing = missing

    def forward(self, entities, relations):
        h, t, r, candidates = self.model.inference_prepare_candidates(entities, entities, relations, entities=True)
        if self.missing == "tails":
            scores, known = self.model.inference_scoring_function(h, candidates, r), self.kg.dict_of_tails
        else:
            scores, known = self.model.inference_scoring_function(candidates, t, r), self.kg.dict_of_heads
        return filter_scores(scores, known, entities, relations, None).topk(3, dim=1)


class _Normalized(torch.nn.Module):
    """The embeddings of a model after an epoch's normalization."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self):
        self.model.normalize_parameters()
        return self.model.get_embeddings()


class _Classification(torch.nn.Module):
    """The accuracy of classifying facts against corrupted ones."""

    def __init__(self, model, kg):
        super().__init__()
        self.model = model
        self.kg = kg

    def forward(self):
        evaluator = _TripletClassificationEvaluator(self.model, self.kg, self.kg)
        evaluator.evaluate(b_size=16)
        return evaluator.accuracy(b_size=16)


MODELS = {
    "TransE": lambda: (models.TransEModel(16, ENTITIES, RELATIONS, dissimilarity_type="L2"), _facts()),
    "TransEStep": lambda: (
        _Step(
            models.TransEModel(16, ENTITIES, RELATIONS, dissimilarity_type="L1"),
            sampling.BernoulliNegativeSampler(_graph()),
            losses.MarginLoss(0.5),
        ),
        _facts()[:3],
    ),
    "ComplEx": lambda: (models.ComplExModel(16, ENTITIES, RELATIONS), _facts(negatives=3)),
    "TransERanking": lambda: (_Ranking(models.TransEModel(8, ENTITIES, RELATIONS), _graph()), ()),
    "DistMultTails": lambda: (_Scores(models.DistMultModel(16, ENTITIES, RELATIONS)), _facts()[:3]),
    "TransR": lambda: (models.TransRModel(16, 8, ENTITIES, RELATIONS), _facts()),
    "RescalStep": lambda: (
        _Step(
            models.RESCALModel(8, ENTITIES, RELATIONS),
            sampling.UniformNegativeSampler(_graph(), n_neg=2),
            losses.LogisticLoss(),
        ),
        _facts()[:3],
    ),
    "TransHCompletion": lambda: (
        _Completion(models.TransHModel(8, ENTITIES, RELATIONS), _graph(), "tails"),
        (torch.arange(6), torch.arange(6) % RELATIONS),
    ),
    "TransD": lambda: (models.TransDModel(16, 8, ENTITIES, RELATIONS), _facts()),
    "HolE": lambda: (models.HolEModel(16, ENTITIES, RELATIONS), _facts()),
    "ConvKBTails": lambda: (_Scores(models.ConvKBModel(8, 4, ENTITIES, RELATIONS)), _facts()[:3]),
    "AnalogyStep": lambda: (
        _Step(
            models.AnalogyModel(16, ENTITIES, RELATIONS),
            sampling.PositionalNegativeSampler(_graph()),
            losses.BinaryCrossEntropyLoss(),
        ),
        (torch.arange(8), (torch.arange(8) + 1) % ENTITIES, torch.arange(8) % RELATIONS),
    ),
    "TorusE": lambda: (models.TorusEModel(16, ENTITIES, RELATIONS, "torus_eL2"), _facts()),
    "TransHEmbeddings": lambda: (_Normalized(models.TransHModel(8, ENTITIES, RELATIONS)), ()),
    "DistMultClassification": lambda: (_Classification(models.DistMultModel(8, ENTITIES, RELATIONS), _graph()), ()),
    "ComplExHeads": lambda: (
        _Completion(models.ComplExModel(8, ENTITIES, RELATIONS), _graph(), "heads"),
        (torch.arange(6), torch.arange(6) % RELATIONS),
    ),
}

__getattr__ = factories(MODELS)
