import torch
from seeded import factories
from torch import nn
from torchtune.generation import generate
from torchtune.models.gemma import gemma
from torchtune.models.gemma2 import gemma2
from torchtune.models.llama3_2 import llama3_2, lora_llama3_2
from torchtune.models.phi3 import phi3
from torchtune.models.qwen2 import qwen2
from torchtune.models.t5 import t5_encoder
from torchtune.modules.loss import CEWithChunkedOutputLoss, ForwardKLLoss
from torchtune.modules.peft import DoRALinear
from torchtune.rlhf import get_batch_log_probs
from torchtune.rlhf.loss import DPOLoss, PPOLoss

VOCABULARY = 60


def _llama(**options):
    return llama3_2(
        vocab_size=VOCABULARY, num_layers=2, num_heads=4, num_kv_heads=2, embed_dim=32, max_seq_len=32, **options
    )


class _Generate(nn.Module):
    def __init__(self, model, **options):
        super().__init__()
        self.model = model
        self.options = options

    def forward(self, prompt):
        tokens, logits = generate(self.model, prompt, **self.options)
        return tokens, logits


class _CachedDecoding(nn.Module):
    """A prompt and then greedy steps with caches of keys and values."""

    def __init__(self, model, steps=4):
        super().__init__()
        self.model = model
        self.model.setup_caches(batch_size=2, dtype=torch.float32, decoder_max_seq_len=16)
        self.register_buffer("mask", torch.tril(torch.ones(16, 16, dtype=torch.bool)), persistent=False)
        self.steps = steps

    def forward(self, prompt):
        self.model.reset_caches()
        batch, length = prompt.shape
        positions = torch.arange(length).expand(batch, -1)
        logits = self.model(prompt, mask=self.mask[None, :length].expand(batch, -1, -1), input_pos=positions)
        token = logits[:, -1:].argmax(-1)
        tokens = [token]
        for step in range(length, length + self.steps):
            position = torch.full((batch, 1), step)
            logits = self.model(token, mask=self.mask[None, step : step + 1].expand(batch, -1, -1), input_pos=position)
            token = logits[:, -1:].argmax(-1)
            tokens.append(token)
        return torch.cat(tokens, 1)


class _FineTune(nn.Module):
    """The chunked loss of fine-tuning on shifted labels."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.loss = CEWithChunkedOutputLoss(num_output_chunks=4)
        self.model.set_num_output_chunks(self.loss.num_output_chunks)

    def forward(self, tokens, labels):
        labels = torch.hstack((labels[..., 1:], torch.full_like(labels[:, :1], self.loss.ignore_index)))
        return self.loss(self.model(tokens), labels)


class _Preference(nn.Module):
    """Direct preference optimization of a policy against a frozen reference."""

    def __init__(self, policy, reference):
        super().__init__()
        self.policy = policy
        self.reference = reference
        self.loss = DPOLoss(beta=0.1, label_smoothing=0.05)

    def forward(self, chosen, rejected):
        both = torch.cat([chosen, rejected])
        policy = get_batch_log_probs(self.policy(both), both).chunk(2)
        with torch.no_grad():
            reference = get_batch_log_probs(self.reference(both), both).chunk(2)
        loss, good, bad = self.loss(*policy, *reference)
        return loss.mean(), (good > bad).float().mean()


class _Distill(nn.Module):
    def __init__(self, student, teacher):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.loss = ForwardKLLoss()

    def forward(self, tokens, labels):
        with torch.no_grad():
            teacher = self.teacher(tokens)
        return self.loss(self.student(tokens), teacher, labels)


def _tokens(batch=2, length=10):
    return torch.randint(1, VOCABULARY, (batch, length))


def _packed():
    """Two documents packed in a sequence of ten."""
    document = torch.tensor([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    mask = torch.tril(document[:, None] == document[None])
    positions = torch.tensor([0, 1, 2, 3, 0, 1, 2, 3, 4, 5])
    return {"mask": mask.expand(2, -1, -1), "input_pos": positions.expand(2, -1)}


MODELS = {
    "Llama": lambda: (_llama(), (_tokens(),)),
    "Lora": lambda: (
        lora_llama3_2(
            ["q_proj", "v_proj", "output_proj"],
            apply_lora_to_mlp=True,
            vocab_size=VOCABULARY,
            num_layers=2,
            num_heads=4,
            num_kv_heads=2,
            embed_dim=32,
            max_seq_len=32,
            lora_rank=4,
            lora_alpha=8,
            lora_dropout=0.1,
        ),
        (_tokens(),),
    ),
    "ChunkedFineTuning": lambda: (_FineTune(_llama()), (_tokens(2, 12), _tokens(2, 12))),
    "CachedDecoding": lambda: (_CachedDecoding(_llama()), (_tokens(2, 5),)),
    "Gemma2": lambda: (
        gemma2(
            vocab_size=VOCABULARY,
            num_layers=2,
            num_heads=4,
            head_dim=8,
            num_kv_heads=2,
            embed_dim=32,
            intermediate_dim=64,
            max_seq_len=32,
            sliding_window_size=4,
        ),
        (_tokens(),),
    ),
    "Preference": lambda: (_Preference(_llama(), _llama()), (_tokens(), _tokens())),
    "PackedQwen": lambda: (
        qwen2(
            vocab_size=VOCABULARY,
            num_layers=2,
            num_heads=4,
            num_kv_heads=2,
            embed_dim=32,
            intermediate_dim=64,
            max_seq_len=32,
            tie_word_embeddings=True,
        ),
        (_tokens(),),
        _packed(),
    ),
    "Generate": lambda: (
        _Generate(_llama(), max_generated_tokens=5, temperature=0.8, top_k=10, stop_tokens=[0]),
        (_tokens(1, 6),),
    ),
    "T5Encoder": lambda: (
        t5_encoder(
            embed_dim=32,
            mlp_dim=64,
            num_heads=4,
            head_dim=8,
            num_layers=2,
            rel_pos_num_buckets=8,
            rel_pos_max_dist=16,
            vocab_size=VOCABULARY,
            norm_eps=1e-6,
            max_seq_len=12,
        ),
        (_tokens(2, 12),),
    ),
    "Distillation": lambda: (_Distill(_llama(), _llama(attn_dropout=0.0)), (_tokens(), _tokens())),
    "ProximalPolicy": lambda: (
        PPOLoss(epsilon=0.2),
        (
            -torch.rand(3, 8),
            -torch.rand(3, 8),
            torch.randn(3, 8),
            torch.randn(3, 8),
            torch.randn(3, 8),
            torch.randn(3, 8),
            torch.rand(3, 8) > 0.3,
            torch.rand(3, 8) > 0.3,
        ),
    ),
    "Gemma": lambda: (
        gemma(
            vocab_size=VOCABULARY,
            num_layers=2,
            num_heads=4,
            head_dim=8,
            num_kv_heads=1,
            embed_dim=32,
            intermediate_dim=64,
            max_seq_len=32,
        ),
        (_tokens(),),
    ),
    "Phi3": lambda: (
        phi3(
            vocab_size=VOCABULARY,
            num_layers=2,
            num_heads=4,
            num_kv_heads=4,
            embed_dim=32,
            intermediate_dim=64,
            max_seq_len=32,
        ),
        (_tokens(),),
    ),
    "Dora": lambda: (_dora(), (torch.randn(2, 5, 16),)),
}


def _dora():
    layer = DoRALinear(16, 8, rank=4, alpha=8, dropout=0.1)
    nn.init.normal_(layer.weight)
    layer.initialize_dora_magnitude()
    return layer


__getattr__ = factories(MODELS)
