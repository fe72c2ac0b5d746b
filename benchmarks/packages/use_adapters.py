import adapters
import torch
import transformers
from adapters import composition as ac
from seeded import factories

VOCAB = 100
SMALL = {
    "vocab_size": VOCAB,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}


def _with(model, config, **kwargs):
    model.add_adapter("task", config=config)
    model.set_active_adapters("task")
    return model


def _bert():
    return adapters.BertAdapterModel(transformers.BertConfig(**SMALL))


def _classifier(config="seq_bn"):
    model = _bert()
    model.add_classification_head("task", num_labels=3)
    return _with(model, config)


def _tagger():
    model = adapters.RobertaAdapterModel(transformers.RobertaConfig(**SMALL, pad_token_id=1))
    model.add_tagging_head("task", num_labels=5)
    return _with(model, adapters.LoRAConfig(r=4, alpha=8))


def _composed(block):
    model = _bert()
    for name in ("first", "second"):
        model.add_adapter(name, config=adapters.SeqBnConfig(reduction_factor=4))
    if block is ac.Fuse:
        model.add_adapter_fusion(["first", "second"])
    model.add_classification_head("task", num_labels=3)
    model.set_active_adapters(block("first", "second"))
    model.active_head = "task"
    return model


def _generator():
    config = transformers.GPT2Config(vocab_size=VOCAB, n_positions=64, n_embd=32, n_layer=2, n_head=4)
    model = adapters.GPT2AdapterModel(config)
    model.add_causal_lm_head("task")
    return _with(model, adapters.PrefixTuningConfig(prefix_length=6, bottleneck_size=16))


def _answers():
    config = transformers.DistilBertConfig(vocab_size=VOCAB, dim=32, n_layers=2, n_heads=4, hidden_dim=64)
    model = adapters.DistilBertAdapterModel(config)
    model.add_qa_head("task")
    return _with(model, adapters.CompacterConfig(phm_dim=4, reduction_factor=4))


def _translator():
    config = transformers.T5Config(
        vocab_size=VOCAB, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, decoder_start_token_id=0
    )
    model = adapters.T5AdapterModel(config)
    model.add_seq2seq_lm_head("task")
    return _with(model, "ia3")


def _images():
    config = transformers.ViTConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=32, patch_size=8
    )
    model = adapters.ViTAdapterModel(config)
    model.add_image_classification_head("task", num_labels=4)
    return _with(model, adapters.ParBnConfig(reduction_factor=4))


def _llama():
    config = transformers.LlamaConfig(
        vocab_size=VOCAB,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        intermediate_size=64,
    )
    model = transformers.LlamaForCausalLM(config)
    adapters.init(model)
    return _with(model, adapters.LoReftConfig(r=2, layers="all"))


def _tokens(**kwargs):
    tokens = torch.randint(3, VOCAB, (2, 12))
    mask = torch.ones_like(tokens)
    mask[1, 8:] = 0
    return {"input_ids": tokens, "attention_mask": mask, **kwargs}


MODELS = {
    "Bottleneck": lambda: (_classifier(), (), _tokens(labels=torch.randint(3, (2,)))),
    "LowRank": lambda: (_tagger(), (), _tokens()),
    "Prefix": lambda: (_generator(), (), _tokens()),
    "Fusion": lambda: (_composed(ac.Fuse), (), _tokens()),
    "Compacter": lambda: (_answers(), (), _tokens()),
    "Scaled": lambda: (_translator(), (), _tokens(labels=torch.randint(3, VOCAB, (2, 6)))),
    "Images": lambda: (_images(), (torch.randn(2, 3, 32, 32),)),
    "Stacked": lambda: (_composed(ac.Stack), (), _tokens()),
    "Representations": lambda: (_llama(), (), _tokens()),
    "MixAndMatch": lambda: (_classifier("mam"), (), _tokens()),
    "Prompt": lambda: (_classifier(adapters.PromptTuningConfig(prompt_length=5)), (), _tokens()),
}

__getattr__ = factories(MODELS)
