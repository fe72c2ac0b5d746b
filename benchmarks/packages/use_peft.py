import torch
from peft import (
    AdaLoraConfig,
    BOFTConfig,
    FourierFTConfig,
    IA3Config,
    LoHaConfig,
    LoraConfig,
    OFTConfig,
    PrefixTuningConfig,
    PromptEncoderConfig,
    PromptTuningConfig,
    TaskType,
    VeraConfig,
    get_peft_model,
)
from seeded import factories
from torch import nn
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
)

CAUSAL = TaskType.CAUSAL_LM
CLASSIFY = TaskType.SEQ_CLS


class _Network(nn.Module):
    """A convolutional network with a head, as one adapts it by the names of its layers."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.body = nn.Conv2d(8, 16, 3, padding=1, stride=2)
        self.norm = nn.BatchNorm2d(16)
        self.hidden = nn.Linear(16, 16)
        self.head = nn.Linear(16, 5)

    def forward(self, x):
        x = self.norm(self.body(torch.relu(self.stem(x))))
        return self.head(torch.relu(self.hidden(x.mean((-1, -2)))))


class _Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, x):
        return self.layers(x)


class _TwoAdapters(nn.Module):
    """The outputs of a model with each of its adapters, and with none."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        self.model.set_adapter("default")
        first = self.model(x)
        self.model.set_adapter("other")
        second = self.model(x)
        with self.model.disable_adapter():
            return first, second, self.model(x)


def _llama():
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=50,
            hidden_size=32,
            intermediate_size=48,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=64,
            use_cache=False,
        )
    )


def _gpt2():
    return GPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=64, n_embd=32, n_layer=2, n_head=4, use_cache=False))


def _bert():
    return BertForSequenceClassification(
        BertConfig(
            vocab_size=50,
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=48,
            max_position_embeddings=64,
            num_labels=3,
        )
    )


def _text(labels=True, batch=2, length=9):
    tokens = torch.randint(50, (batch, length))
    text = {"input_ids": tokens, "attention_mask": torch.ones_like(tokens)}
    if labels:
        text["labels"] = tokens
    return text


def _two():
    model = get_peft_model(_Mlp(), LoraConfig(r=4, target_modules=["layers.0", "layers.2"]))
    model.add_adapter("other", LoraConfig(r=2, target_modules=["layers.2"], use_rslora=True))
    return _TwoAdapters(model)


def _merged():
    model = get_peft_model(_Mlp(), LoraConfig(r=4, target_modules=["layers.0", "layers.2"], init_lora_weights=False))
    model.merge_adapter()
    return model


MODELS = {
    "LoraLlama": lambda: (
        get_peft_model(
            _llama(),
            LoraConfig(r=4, lora_alpha=8, lora_dropout=0.1, target_modules=["q_proj", "v_proj"], task_type=CAUSAL),
        ),
        (),
        _text(),
    ),
    "PrefixGpt2": lambda: (
        get_peft_model(_gpt2(), PrefixTuningConfig(num_virtual_tokens=4, prefix_projection=True, task_type=CAUSAL)),
        (),
        _text(),
    ),
    "ScaledBert": lambda: (
        get_peft_model(
            _bert(),
            IA3Config(
                target_modules=["key", "value", "output.dense"],
                feedforward_modules=["output.dense"],
                task_type=CLASSIFY,
            ),
        ),
        (),
        {**_text(labels=False), "labels": torch.tensor([0, 2])},
    ),
    "ConvolutionalLora": lambda: (
        get_peft_model(
            _Network(), LoraConfig(r=4, target_modules=["body", "hidden"], modules_to_save=["head"], use_dora=True)
        ),
        (torch.randn(2, 3, 12, 12),),
    ),
    "AdaptiveRank": lambda: (
        get_peft_model(
            _llama(),
            AdaLoraConfig(
                init_r=6,
                target_r=3,
                tinit=1,
                tfinal=2,
                total_step=10,
                target_modules=["q_proj", "v_proj"],
                task_type=CAUSAL,
            ),
        ),
        (),
        _text(),
    ),
    "Hadamard": lambda: (
        get_peft_model(_Network(), LoHaConfig(r=4, alpha=8, target_modules=["stem", "body", "hidden"])),
        (torch.randn(2, 3, 12, 12),),
    ),
    "PromptGpt2": lambda: (
        get_peft_model(_gpt2(), PromptTuningConfig(num_virtual_tokens=5, task_type=CAUSAL)),
        (),
        _text(),
    ),
    "TwoAdapters": lambda: (_two(), (torch.randn(3, 16),)),
    "SharedVectors": lambda: (
        get_peft_model(_Mlp(), VeraConfig(r=8, target_modules=["layers.2"], vera_dropout=0.1)),
        (torch.randn(3, 16),),
    ),
    "Orthogonal": lambda: (
        get_peft_model(
            _Mlp(), OFTConfig(oft_block_size=8, target_modules=["layers.0", "layers.2"], use_cayley_neumann=True)
        ),
        (torch.randn(3, 16),),
    ),
    "PromptEncoder": lambda: (
        get_peft_model(_bert(), PromptEncoderConfig(num_virtual_tokens=4, encoder_hidden_size=16, task_type=CLASSIFY)),
        (),
        {**_text(labels=False), "labels": torch.tensor([0, 2])},
    ),
    "Fourier": lambda: (
        get_peft_model(_Mlp(), FourierFTConfig(n_frequency=20, scaling=10.0, target_modules=["layers.2"])),
        (torch.randn(3, 16),),
    ),
    "Butterfly": lambda: (
        get_peft_model(
            _Mlp(),
            BOFTConfig(boft_block_size=4, boft_n_butterfly_factor=1, target_modules=["layers.2"], boft_dropout=0.1),
        ),
        (torch.randn(3, 16),),
    ),
    "Merged": lambda: (_merged(), (torch.randn(3, 16),)),
}

__getattr__ = factories(MODELS)
