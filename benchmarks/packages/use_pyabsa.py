"""Modules of pyabsa: the sentiment of aspects of a text."""

from unittest.mock import patch

import numpy as np
import torch
from pyabsa.framework.configuration_class.configuration_template import ConfigManager
from pyabsa.tasks.AspectPolarityClassification.models.__classic__.asgcn import ASGCN
from pyabsa.tasks.AspectPolarityClassification.models.__classic__.cabasc import Cabasc
from pyabsa.tasks.AspectPolarityClassification.models.__classic__.mgan import MGAN
from pyabsa.tasks.AspectPolarityClassification.models.__classic__.tnet_lf import TNet_LF
from pyabsa.tasks.AspectPolarityClassification.models.__lcf__.dlcf_dca_bert import DLCF_DCA_BERT
from pyabsa.tasks.AspectPolarityClassification.models.__lcf__.fast_lcf_bert import FAST_LCF_BERT
from pyabsa.tasks.AspectPolarityClassification.models.__lcf__.fast_lsa_t_v2 import FAST_LSA_T_V2
from pyabsa.tasks.AspectPolarityClassification.models.__lcf__.lca_bert import LCA_BERT
from pyabsa.tasks.AspectSentimentTripletExtraction.models import model as triplets
from pyabsa.tasks.AspectTermExtraction.models.__lcf__.fast_lcf_atepc import FAST_LCF_ATEPC
from pyabsa.tasks.AspectTermExtraction.models.__lcf__.lcf_atepc import LCF_ATEPC
from seeded import factories
from transformers import BertConfig, BertModel

SIZE, LENGTH, WORDS = 16, 8, 40


def _bert():
    config = BertConfig(
        vocab_size=WORDS,
        hidden_size=SIZE,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=LENGTH,
    )
    return BertModel(config)


def _config(**options):
    config = {
        "device": "cpu",
        "dropout": 0.1,
        "embed_dim": SIZE,
        "hidden_dim": SIZE,
        "output_dim": 3,
        "max_seq_len": LENGTH,
        "use_bert_spc": True,
        "lcf": "cdw",
        "window": "lr",
        "eta": 0.3,
        "sigma": 0.3,
        "lsa": False,
        "dca_layer": 2,
        "dca_p": 1,
        "sep_indices": 3,
        "num_labels": 6,
    }
    return ConfigManager({**config, **options})


def _words(size=2, length=LENGTH, lengths=(LENGTH, LENGTH - 2)):
    words = torch.randint(4, WORDS, (size, length))
    return words * (torch.arange(length)[None] < torch.tensor(lengths)[:, None])


def _context():
    """The inputs of models with BERT: weights of words by their distance to an aspect."""
    inputs = {name: _words() for name in ("text_indices", "text_raw_bert_indices")}
    names = ["lcf_vec", "dlcf_vec", "depend_vec", "depended_vec", "spc_mask_vec"]
    names += [f"{side}{kind}_vec" for side in ("", "left_", "right_") for kind in ("lcf_cdw", "lcf_cdm")]
    inputs.update({name: torch.randint(0, 2, (2, LENGTH)).float() for name in names})
    return {**inputs, "polarity": torch.randint(0, 3, (2,))}


def _polarity(model, **options):
    return model(_bert(), _config(**options)), (_context(),)


def _parts():
    """The inputs of models with vectors of words: the parts of a text around an aspect."""
    inputs = {
        "text_indices": _words(),
        "aspect_indices": _words(length=3, lengths=(2, 1)),
        "left_indices": _words(length=4, lengths=(2, 3)),
        "left_with_aspect_indices": _words(lengths=(4, 4)),
        "right_with_aspect_indices": _words(lengths=(6, 3)),
        "dependency_graph": torch.randint(0, 2, (2, LENGTH, LENGTH)).float(),
        "aspect_boundary": torch.tensor([[2, 3], [3, 3]]),
        "aspect_len": torch.tensor([2, 1]),
    }
    for side in ("left", "right"):
        for name in ("aspect_indices", "left_indices", "dependency_graph", "aspect_boundary"):
            inputs[f"{side}_{name}"] = inputs[name].clone()
    return inputs


def _classic(model, *args, **options):
    vectors = np.random.default_rng(0).random((WORDS, SIZE))
    model = model(vectors, _config(**options), *args)
    for parameter in model.parameters():
        if parameter.requires_grad:
            torch.nn.init.uniform_(parameter, -0.3, 0.3)
    return model, (_parts(),)


def _extraction(model, labels=True, **options):
    words = _words()
    words[:, LENGTH - 3] = 3
    inputs = {
        "attention_mask": (words != 0).long(),
        "valid_ids": torch.randint(0, 2, (2, LENGTH)),
        "lcf_cdm_vec": torch.rand(2, LENGTH),
        "lcf_cdw_vec": torch.rand(2, LENGTH),
    }
    if labels:
        inputs["labels"] = torch.randint(1, 6, (2, LENGTH))
        inputs["polarity"] = torch.randint(0, 3, (2,))
    return model(_bert(), _config(**options)), (words,), inputs


def _triplets(pooling="avg"):
    sizes = {f"{name}_size": 6 for name in ("post", "deprel", "postag", "synpost")}
    config = _config(
        pretrained_bert="bert", emb_dropout=0.1, gcn_dim=12, num_layers=1, pooling=pooling, output_dim=10, **sizes
    )
    with patch.object(triplets, "AutoModel") as model, patch.object(triplets, "AutoTokenizer") as tokenizer:
        model.from_pretrained.return_value = _bert()
        tokenizer.from_pretrained.return_value = None
        model = triplets.EMCGCN(config)
    words = _words()
    pairs = [f"word_pair_{name}" for name in ("position", "deprel", "pos", "synpost")]
    inputs = {name: torch.randint(0, 6, (2, LENGTH, LENGTH)) for name in pairs}
    return model, ({"token_ids": words, "masks": (words != 0).float(), **inputs},)


MODELS = {
    "LocalContext": lambda: _polarity(FAST_LCF_BERT),
    "Dependencies": lambda: _polarity(DLCF_DCA_BERT),
    "Extraction": lambda: _extraction(FAST_LCF_ATEPC),
    "Graphs": lambda: _classic(ASGCN, lsa=True),
    "Windows": lambda: _polarity(FAST_LSA_T_V2),
    "Triplets": _triplets,
    "ContentAttention": lambda: _classic(Cabasc, "cabasc"),
    "Aware": lambda: _polarity(LCA_BERT),
    "TwoEncoders": lambda: _extraction(LCF_ATEPC, labels=False, lcf="fusion"),
    "Grained": lambda: _classic(MGAN),
    "Positions": lambda: _classic(TNet_LF, lsa=True),
}
__getattr__ = factories(MODELS)
