import torch
from mambapy import jamba, mamba, vim
from seeded import factories


def _mamba(**kwargs):
    return lambda: (
        mamba.Mamba(mamba.MambaConfig(d_model=16, n_layers=2, d_state=4, **kwargs)),
        (torch.randn(2, 8, 16),),
    )


def _jamba(**kwargs):
    return jamba.JambaLMConfig(
        **{
            "d_model": 16,
            "n_layers": 4,
            "mlp_size": 32,
            "d_state": 4,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "num_experts": 4,
            "num_experts_per_tok": 2,
            "vocab_size": 50,
            **kwargs,
        }
    )


def _tokens():
    return torch.randint(1, 50, (2, 8))


MODELS = {
    "Mamba": _mamba(),
    "MambaSequential": _mamba(pscan=False),
    "MambaNormed": _mamba(inner_layernorms=True),
    "MambaMuP": _mamba(mup=True, mup_base_width=8),
    "VisionMamba": lambda: (
        vim.VMamba(vim.MambaConfig(d_model=16, n_layers=2, d_state=4)),
        (torch.randn(2, 8, 16),),
    ),
    "JambaLM": lambda: (jamba.JambaLM(_jamba()), (_tokens(),)),
    "JambaLMSequential": lambda: (jamba.JambaLM(_jamba(pscan=False)), (_tokens(),)),
    "AttentionLayer": lambda: (jamba.AttentionLayer(_jamba(), 4), (torch.randn(2, 8, 16),)),
    "AttentionSDPA": lambda: (jamba.AttentionSDPA(_jamba()), (torch.randn(2, 8, 16),)),
    "MambaLayer": lambda: (jamba.MambaLayer(_jamba(), 1), (torch.randn(2, 8, 16),)),
    "SparseMoE": lambda: (jamba.SparseMoEBlock(_jamba(), 4, 2), (torch.randn(2, 8, 16),)),
    "RMSNorm": lambda: (mamba.RMSNorm(16), (torch.randn(2, 8, 16),)),
}

__getattr__ = factories(MODELS)
