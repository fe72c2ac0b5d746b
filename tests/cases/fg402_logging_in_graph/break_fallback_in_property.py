"""A loss looked up by name through a property that logs when it falls back, as transformers does."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

logger = logging.getLogger("losses")


def causal_lm_loss(logits, labels):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())


LOSSES = {"ForCausalLM": causal_lm_loss}


class PreTrained(nn.Module):
    loss_type = None

    @property
    def loss_function(self):
        loss_type = self.loss_type
        if loss_type is None or loss_type not in LOSSES:
            logger.warning("loss_type=%s is unknown: the causal loss is used", loss_type)  # break: FG402
            loss_type = "ForCausalLM"
        return LOSSES[loss_type]


class Captioner(PreTrained):
    def __init__(self, vocab=5):
        super().__init__()
        self.embed = nn.Embedding(vocab, 4)
        self.head = nn.Linear(4, vocab)

    def forward(self, ids, labels=None):
        logits = self.head(self.embed(ids))
        if labels is None:
            return logits
        return self.loss_function(logits, labels)


def make():
    return Captioner()


def inputs():
    ids = torch.tensor([[0, 1, 2]])
    return [(ids, ids), (ids,)]
