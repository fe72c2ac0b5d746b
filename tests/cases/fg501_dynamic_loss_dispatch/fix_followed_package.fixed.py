# fix: safe
"""The loss is bound where the model is built."""

# follow: transformers

import torch
from torch import nn
from transformers import PretrainedConfig, PreTrainedModel
from transformers.loss.loss_utils import ForCausalLMLoss


class CaptionConfig(PretrainedConfig):
    model_type = "tiny_caption"

    def __init__(self, vocab_size=7, hidden_size=4, **kwargs):
        super().__init__(**kwargs)
        self.vocab_size = vocab_size
        self.hidden_size = hidden_size


class CaptionModel(PreTrainedModel):
    config_class = CaptionConfig

    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(config.vocab_size, config.hidden_size)
        self.head = nn.Linear(config.hidden_size, config.vocab_size)

    def forward(self, ids, labels=None):
        logits = self.head(self.embed(ids))
        if labels is None:
            return logits
        return self.loss_function(logits=logits, labels=labels, vocab_size=self.config.vocab_size)


def make():
    config = CaptionConfig()
    model = CaptionModel(config)  # report: FG501 (transformers/modeling_utils.py)
    model.loss_function = ForCausalLMLoss
    return torch.compile(model)


def inputs():
    ids = torch.tensor([[0, 1, 2, 3]])
    return [(ids, ids), (ids,)]
