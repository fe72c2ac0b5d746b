# only: torch<2.14
"""Attributes that start out empty: what is declared of them says what they hold later."""

import torch
from torch import nn


class Label:
    def __init__(self, score):
        self.score = score

    def __lt__(self, other):
        return self.score < other.score


class Sentence:
    def __init__(self):
        self.layers: dict[str, list[Label]] = {}
        self.labels: list[Label] = []

    def add(self, name, score):
        label = Label(score)
        self.layers.setdefault(name, []).append(label)
        self.labels.append(label)

    def of(self, name):
        return sorted(self.layers[name])  # break: FG103

    def all(self):
        return sorted(self.labels)  # break: FG103


def filled():
    sentence = Sentence()
    sentence.add("ner", 2)
    sentence.add("ner", 1)
    return sentence


class OfLayer(nn.Module):
    def forward(self, x, sentence: Sentence):
        return x + sentence.of("ner")[0].score


class All(nn.Module):
    def forward(self, x, sentence: Sentence):
        return x + sentence.all()[0].score


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OfLayer(), All()])

    def forward(self, x, sentence: Sentence, way):
        return self.ways[way](x, sentence)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), filled(), way) for way in range(2)]
