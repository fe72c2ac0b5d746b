import torch
from reformer_pytorch import Autopadder, Recorder, Reformer, ReformerLM
from reformer_pytorch.generative_tools import TrainingWrapper
from reformer_pytorch.reformer_enc_dec import ReformerEncDec
from reformer_pytorch.reformer_pytorch import Chunk, FeedForward, FullQKAttention, LSHAttention, LSHSelfAttention
from reformer_pytorch.reversible import IrreversibleBlock
from seeded import factories


def _tokens(length=32):
    return torch.randint(0, 50, (1, length))


def _lm(**kwargs):
    options = {"heads": 2, "dim_head": 8, "bucket_size": 8, "n_hashes": 2, "ff_chunks": 2}
    return ReformerLM(50, 16, 1, 64, **{**options, **kwargs})


SMALL = {"enc_num_tokens": 50, "enc_depth": 1, "enc_max_seq_len": 32, "dec_num_tokens": 50, "dec_depth": 1}

MODELS = {
    "SmallReformerLM": lambda: (_lm(causal=True), (_tokens(),)),
    "SmallReformer": lambda: (
        Reformer(16, 2, heads=2, bucket_size=8, n_hashes=2, ff_chunks=1, lsh_dropout=0.1),
        (torch.randn(1, 32, 16),),
    ),
    "SmallLSHSelfAttention": lambda: (
        LSHSelfAttention(16, heads=2, bucket_size=8, n_hashes=2, causal=True),
        (torch.randn(1, 32, 16),),
    ),
    "SmallLSHAttention": lambda: (
        LSHAttention(bucket_size=8, n_hashes=2, causal=True),
        (torch.randn(2, 32, 8), torch.randn(2, 32, 8)),
    ),
    "LMAxial": lambda: (_lm(axial_position_emb=True, axial_position_shape=(8, 8)), (_tokens(64),)),
    "LMAutopad": lambda: (Autopadder(_lm(causal=True)), (_tokens(27),)),
    "LMWrapperLoss": lambda: (TrainingWrapper(_lm(causal=True)), (_tokens(33),), {"return_loss": True}),
    "EncDec": lambda: (
        ReformerEncDec(16, dec_max_seq_len=32, enc_heads=2, dec_heads=2, enc_bucket_size=8, dec_bucket_size=8, **SMALL),
        (_tokens(), _tokens()),
    ),
    "SmallRecorder": lambda: (Recorder(_lm()), (_tokens(),)),
    "LMMask": lambda: (_lm(weight_tie=True), (_tokens(),), {"input_mask": torch.ones(1, 32).bool()}),
    "LMFullAttention": lambda: (_lm(use_full_attn=True, use_scale_norm=True), (_tokens(),)),
    "LMLocal": lambda: (_lm(n_local_attn_heads=1), (_tokens(),)),
    "LMPkm": lambda: (_lm(pkm_layers=(1,), pkm_num_keys=64), (_tokens(),)),
    "FullQK": lambda: (FullQKAttention(causal=True), (torch.randn(2, 32, 8), torch.randn(2, 32, 8))),
    "LSHNoRehash": lambda: (
        LSHAttention(
            bucket_size=8, n_hashes=2, allow_duplicate_attention=False, attend_across_buckets=False, return_attn=True
        ),
        (torch.randn(2, 32, 8), torch.randn(2, 32, 8)),
    ),
    "ChunkFeedForward": lambda: (Chunk(2, FeedForward(16, glu=True), along_dim=-2), (torch.randn(1, 32, 16),)),
    "Irreversible": lambda: (
        IrreversibleBlock(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)),
        (torch.randn(1, 4, 16), {}, {}),
    ),
}

__getattr__ = factories(MODELS)
