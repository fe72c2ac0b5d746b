import functools

import torch
from seeded import factories
from torch import nn
from transformer_lens import (
    ActivationCache,
    HookedEncoder,
    HookedEncoderDecoder,
    HookedTransformer,
    HookedTransformerConfig,
    HookedTransformerKeyValueCache,
    utils,
)
from transformer_lens.hook_points import HookedRootModule, HookPoint

VOCABULARY = 30


def _config(**options):
    defaults = {
        "n_layers": 2,
        "d_model": 16,
        "n_ctx": 24,
        "d_head": 4,
        "n_heads": 4,
        "d_mlp": 32,
        "d_vocab": VOCABULARY,
        "act_fn": "gelu",
        "seed": 0,
        "device": "cpu",
    }
    return HookedTransformerConfig(**{**defaults, **options})


def _model(**options):
    return HookedTransformer(_config(**options))


def _tokens(batch=2, length=10):
    return torch.randint(VOCABULARY, (batch, length))


class _Cached(nn.Module):
    """The residual stream after each layer, read off as logits (the logit lens)."""

    def __init__(self):
        super().__init__()
        self.model = _model()

    def forward(self, tokens):
        logits, cache = self.model.run_with_cache(tokens)
        residuals, _labels = cache.accumulated_resid(layer=-1, incl_mid=True, return_labels=True)
        scaled = cache.apply_ln_to_stack(residuals, layer=-1)
        return logits, self.model.unembed(scaled[-1]), scaled @ self.model.W_U


class _Attribution(nn.Module):
    """How much each head adds to the logit of the answer."""

    def __init__(self):
        super().__init__()
        self.model = _model(use_attn_result=True)

    def forward(self, tokens, answers):
        _, cache = self.model.run_with_cache(tokens)
        heads = cache.stack_head_results(layer=-1, pos_slice=-1)
        scaled = cache.apply_ln_to_stack(heads, layer=-1, pos_slice=-1)
        directions = self.model.tokens_to_residual_directions(answers)
        return torch.einsum("hbd,bd->h", scaled, directions) / len(tokens)


class _Patching(nn.Module):
    """Patches activations of a clean run into a corrupted one, layer by layer."""

    def __init__(self):
        super().__init__()
        self.model = _model()

    def forward(self, clean, corrupted, answers):
        _, cache = self.model.run_with_cache(clean)

        def patch(activation, hook, position):
            activation[:, position] = cache[hook.name][:, position]
            return activation

        results = []
        for layer in range(self.model.cfg.n_layers):
            for position in range(0, clean.shape[1], 4):
                logits = self.model.run_with_hooks(
                    corrupted,
                    fwd_hooks=[(utils.get_act_name("resid_pre", layer), functools.partial(patch, position=position))],
                )
                results.append(logits[:, -1].gather(-1, answers[:, None]).mean())
        return torch.stack(results)


class _Ablation(nn.Module):
    """The loss without one head."""

    def __init__(self, layer=1, head=2):
        super().__init__()
        self.model = _model(positional_embedding_type="rotary", rotary_dim=4)
        self.layer, self.head = layer, head

    def ablate(self, z, hook):
        z[:, :, self.head] = 0.0
        return z

    def forward(self, tokens):
        loss = self.model(tokens, return_type="loss")
        ablated = self.model.run_with_hooks(
            tokens,
            return_type="loss",
            fwd_hooks=[(utils.get_act_name("z", self.layer), self.ablate)],
        )
        return loss, ablated - loss


class _Generate(nn.Module):
    """Continues a text token by token, with a cache of keys and values."""

    def __init__(self, steps=5, **options):
        super().__init__()
        self.model = _model(positional_embedding_type="shortformer")
        self.steps = steps
        self.options = options

    def forward(self, tokens):
        cache = HookedTransformerKeyValueCache.init_cache(self.model.cfg, "cpu", len(tokens))
        following, mask = tokens, torch.ones_like(tokens)
        for _ in range(self.steps):
            logits = self.model(following, past_kv_cache=cache, attention_mask=mask)[:, -1]
            following = utils.sample_logits(logits, tokens=tokens, **self.options)[:, None]
            tokens, mask = torch.cat([tokens, following], 1), torch.ones_like(following)
        return tokens


class _Circuits(nn.Module):
    """The composition of heads, and the eigenvalues of their circuits."""

    def __init__(self):
        super().__init__()
        self.model = _model(attn_only=True, d_mlp=None, act_fn=None)

    def forward(self):
        full = self.model.W_E @ self.model.OV @ self.model.W_U
        eigenvalues = full.eigenvalues
        copying = eigenvalues.sum(-1).real / eigenvalues.abs().sum(-1)
        return copying, self.model.all_composition_scores("K"), self.model.QK.norm()


class _Probe(HookedRootModule):
    """A network of one's own with hook points, with a linear probe of its hidden state."""

    def __init__(self, size=8, classes=3):
        super().__init__()
        self.embed = nn.Linear(size, 16)
        self.hook_hidden = HookPoint()
        self.head = nn.Linear(16, classes)
        self.hook_out = HookPoint()
        self.setup()

    def forward(self, x):
        return self.hook_out(self.head(self.hook_hidden(torch.relu(self.embed(x)))))


class _Steered(nn.Module):
    """Adds a direction to the hidden state of a hooked module, and caches what follows."""

    def __init__(self):
        super().__init__()
        self.probe = _Probe()
        self.direction = nn.Parameter(torch.randn(16))

    def forward(self, x):
        with self.probe.hooks(fwd_hooks=[("hook_hidden", lambda value, hook: value + self.direction)]):
            logits, cache = self.probe.run_with_cache(x)
        return logits, cache["hook_hidden"]


class _Gradients(nn.Module):
    """Attribution patching: activations times the gradients of a metric."""

    def __init__(self):
        super().__init__()
        self.model = _model()

    def forward(self, tokens, answers):
        values, gradients = {}, {}

        def keep(activation, hook):
            values[hook.name] = activation.detach()

        def keep_gradient(gradient, hook):
            gradients[hook.name] = gradient.detach()

        def chosen(name):
            return name.endswith("hook_z")

        with self.model.hooks(fwd_hooks=[(chosen, keep)], bwd_hooks=[(chosen, keep_gradient)]):
            logits = self.model(tokens)
            logits[:, -1].gather(-1, answers[:, None]).mean().backward()
        self.model.zero_grad()
        cache = ActivationCache(values, self.model)
        slopes = ActivationCache(gradients, self.model)
        return (cache.stack_activation("z") * slopes.stack_activation("z")).sum((1, 2, 4))


def _initialized(model):
    for name, parameter in model.named_parameters():
        scale = 1.0 if name.endswith(".w") else 0.0
        nn.init.normal_(parameter, mean=scale, std=0.1)
    return model


def _encoder_decoder():
    return HookedEncoderDecoder(
        _config(
            act_fn="relu",
            positional_embedding_type="relative_positional_bias",
            relative_attention_max_distance=16,
            relative_attention_num_buckets=8,
            normalization_type="RMS",
            use_attn_scale=False,
            decoder_start_token_id=0,
            attention_dir="bidirectional",
            tie_word_embeddings=False,
        )
    )


MODELS = {
    "LogitLens": lambda: (_Cached(), (_tokens(),)),
    "Transformer": lambda: (_model(), (_tokens(),), {"return_type": "both"}),
    "Patching": lambda: (_Patching(), (_tokens(), _tokens(), torch.tensor([3, 7]))),
    "Gated": lambda: (
        _model(
            gated_mlp=True,
            act_fn="silu",
            normalization_type="RMS",
            positional_embedding_type="rotary",
            rotary_dim=4,
            n_key_value_heads=2,
        ),
        (_tokens(),),
    ),
    "Ablation": lambda: (_Ablation(), (_tokens(),)),
    "Generate": lambda: (_Generate(temperature=0.0), (_tokens(length=4),)),
    "Encoder": lambda: (
        _initialized(HookedEncoder(_config(attention_dir="bidirectional"))),
        (_tokens(),),
        {"one_zero_attention_mask": torch.tensor([[1] * 10, [1] * 7 + [0] * 3])},
    ),
    "Attribution": lambda: (_Attribution(), (_tokens(), torch.tensor([3, 7]))),
    "Circuits": lambda: (_Circuits(), ()),
    "EncoderDecoder": lambda: (_initialized(_encoder_decoder()), (_tokens(length=7), _tokens(length=5))),
    "Steered": lambda: (_Steered(), (torch.randn(5, 8),)),
    "Gradients": lambda: (_Gradients(), (_tokens(), torch.tensor([3, 7]))),
    "Mixture": lambda: (
        _model(num_experts=4, experts_per_token=2, gated_mlp=True, act_fn="silu", normalization_type="RMSPre"),
        (_tokens(),),
    ),
}

__getattr__ = factories(MODELS)
