import re

import torch
import torch.nn.functional as F
from torch import nn


def causal(logits, labels):
    return F.cross_entropy(logits[:-1], labels[1:])


def classify(logits, labels):
    return F.cross_entropy(logits, labels)


LOSS_MAPPING = {"ForCausalLM": causal, "ForClassification": classify}


class PreTrained(nn.Module):
    loss_type = "ForClassification"

    @property
    def loss_function(self):
        if hasattr(self, "_loss_function"):
            return self._loss_function
        return LOSS_MAPPING.get(self.loss_type, causal)

    @loss_function.setter
    def loss_function(self, value):
        self._loss_function = value


class Classifier(PreTrained):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)

    def forward(self, x, labels):
        logits = self.fc(x)
        loss_name = "ForClassification" if re.search("Class", type(self).__name__) else "ForCausalLM"
        loss = self.loss_function(logits, labels)
        other = LOSS_MAPPING[loss_name](logits, labels)
        return loss + getattr(self, "extra", None.__class__ and classify)(logits, labels) + other


def make():
    return Classifier()


def inputs():
    return [(torch.ones(2, 2), torch.tensor([0, 2]))]
