import litgpt.adapter
import litgpt.adapter_v2
import litgpt.lora
import torch
from litgpt import GPT, Config
from litgpt.model import CausalSelfAttention, LLaMAMoE, RMSNorm, build_rope_cache
from litgpt.utils import chunked_cross_entropy
from seeded import factories
from torch import nn

SMALL = {
    "block_size": 32,
    "vocab_size": 64,
    "padded_vocab_size": 64,
    "n_layer": 2,
    "n_head": 4,
    "n_embd": 32,
    "n_query_groups": 2,
    "intermediate_size": 64,
}


def _named(name, **changes):
    return Config.from_name(name, **{**SMALL, **changes})


def _tokens(length=12):
    return torch.randint(0, 64, (2, length))


class _Decode(nn.Module):
    """Prefill of a KV cache, and the next tokens by greedy decoding, as `litgpt generate` does."""

    def __init__(self, config):
        super().__init__()
        self.gpt = GPT(config)
        self.gpt.set_kv_cache(batch_size=2)

    def forward(self, tokens):
        position = torch.arange(tokens.shape[1])
        out = []
        for _ in range(3):
            logits = self.gpt(tokens, position)
            tokens = logits[:, -1:].argmax(-1)
            position = position[-1:] + 1
            out.append(tokens)
        return torch.cat(out, 1)


class _Loss(nn.Module):
    """The training loss with the logits in chunks, as LitGPT's finetuning computes it."""

    def __init__(self, gpt):
        super().__init__()
        self.gpt = gpt

    def forward(self, tokens):
        logits = self.gpt(tokens, lm_head_chunk_size=5)
        logits[-1] = logits[-1][..., :-1, :]
        return chunked_cross_entropy(logits, tokens[..., 1:], chunk_size=4)


class _Attention(nn.Module):
    def __init__(self):
        super().__init__()
        config = _named("Llama-3.2-1B")
        self.attention = CausalSelfAttention(config, 0)
        self.cos, self.sin = build_rope_cache(12, config.rope_n_elem)

    def forward(self, x):
        return self.attention(x, self.cos[None], self.sin[None])


def _lora(config_class, name, **extra):
    return config_class.from_name(name, **SMALL, **extra)


MODELS = {
    "Llama": lambda: (GPT(_named("Llama-3.2-1B")), (_tokens(),)),
    "LoRA": lambda: (
        litgpt.lora.GPT(
            _lora(
                litgpt.lora.Config,
                "Llama-3.2-1B",
                lora_r=4,
                lora_alpha=8,
                lora_query=True,
                lora_value=True,
                lora_projection=True,
                lora_mlp=True,
            )
        ),
        (_tokens(),),
    ),
    "MixtralMoE": lambda: (
        GPT(_named("Mixtral-8x7B-v0.1", n_expert=4, n_expert_per_token=2)),
        (_tokens(),),
    ),
    "DecodeCached": lambda: (_Decode(_named("Qwen2.5-0.5B")), (_tokens(8),)),
    "Gemma2SlidingWindow": lambda: (GPT(_named("Gemma-2-2b", sliding_window_size=4)), (_tokens(),)),
    "ChunkedLoss": lambda: (_Loss(GPT(_named("pythia-14m", n_query_groups=4))), (_tokens(),)),
    "Adapter": lambda: (
        litgpt.adapter.GPT(
            _lora(litgpt.adapter.Config, "Llama-2-7b-hf", adapter_prompt_length=5, adapter_start_layer=1)
        ),
        (_tokens(),),
    ),
    "AdapterV2": lambda: (
        litgpt.adapter_v2.GPT(_lora(litgpt.adapter_v2.Config, "phi-2", adapter_prompt_length=5, adapter_start_layer=0)),
        (_tokens(),),
    ),
    "OLMo2": lambda: (GPT(_named("OLMo-2-1124-7B", n_query_groups=4)), (_tokens(),)),
    "Attention": lambda: (_Attention(), (torch.randn(2, 12, 32),)),
    "Experts": lambda: (
        LLaMAMoE(_named("Mixtral-8x7B-v0.1", n_expert=4, n_expert_per_token=2)),
        (torch.randn(2, 6, 32),),
    ),
    "RootMeanSquare": lambda: (RMSNorm(32, add_unit_offset=True), (torch.randn(2, 6, 32),)),
}

__getattr__ = factories(MODELS)
