import torch
from seeded import factories
from torch import nn
from whisper import audio, decoding, model, timing

MELS = 8


def _dimensions():
    return model.ModelDimensions(
        n_mels=MELS,
        n_audio_ctx=16,
        n_audio_state=16,
        n_audio_head=2,
        n_audio_layer=1,
        n_vocab=51864,
        n_text_ctx=16,
        n_text_state=16,
        n_text_head=2,
        n_text_layer=1,
    )


class Spectrogram(nn.Module):
    def forward(self, sound):
        return audio.log_mel_spectrogram(sound)


class Encoded(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = model.Whisper(_dimensions())

    def forward(self, mel):
        return self.model.embed_audio(mel)


class Greedy(nn.Module):
    """Some steps of greedy decoding with the cache of keys and values."""

    def __init__(self):
        super().__init__()
        self.model = model.Whisper(_dimensions())

    def forward(self, mel, tokens):
        features = self.model.embed_audio(mel)
        cache, hooks = self.model.install_kv_cache_hooks()
        step = tokens
        for _ in range(2):
            logits = self.model.decoder(step, features, kv_cache=cache)
            step = logits[:, -1:].argmax(-1)
            tokens = torch.cat([tokens, step], 1)
        for hook in hooks:
            hook.remove()
        return tokens


class Suppressed(nn.Module):
    def __init__(self):
        super().__init__()
        self.filter = decoding.SuppressTokens([3, 5])

    def forward(self, logits, tokens):
        logits = logits.clone()
        self.filter.apply(logits, tokens)
        return logits.softmax(-1)


class Greediest(nn.Module):
    def __init__(self):
        super().__init__()
        self.decoder = decoding.GreedyDecoder(temperature=0.0, eot=7)

    def forward(self, tokens, logits):
        return self.decoder.update(tokens, logits, torch.zeros(tokens.shape[0]))


class MedianFilter(nn.Module):
    def forward(self, x):
        return timing.median_filter(x, 5)


class Padded(nn.Module):
    def forward(self, sound):
        return audio.pad_or_trim(sound, 2000)


def _mel():
    return torch.randn(2, MELS, 32)


MODELS = {
    "WhisperModel": lambda: (model.Whisper(_dimensions()), (_mel(), torch.randint(0, 50, (2, 6)))),
    "AudioEncoder": lambda: (model.AudioEncoder(MELS, 16, 16, 2, 1), (_mel(),)),
    "TextDecoder": lambda: (
        model.TextDecoder(50, 16, 16, 2, 1),
        (torch.randint(0, 50, (2, 6)), torch.randn(2, 16, 16)),
    ),
    "TextDecoderCached": lambda: (
        model.TextDecoder(50, 16, 16, 2, 1),
        ((torch.randint(0, 50, (2, 6)), torch.randn(2, 16, 16)), {"kv_cache": {}}),
    ),
    "CrossAttentionBlock": lambda: (
        model.ResidualAttentionBlock(16, 2, cross_attention=True),
        (torch.randn(2, 6, 16), torch.randn(2, 9, 16), torch.full((6, 6), float("-inf")).triu(1)),
    ),
    "MultiHeadAttention": lambda: (model.MultiHeadAttention(16, 2), (torch.randn(2, 6, 16), torch.randn(2, 9, 16))),
    "Spectrogram80": lambda: (Spectrogram(), (torch.randn(2, 4000),)),
    "EncodedAudio": lambda: (Encoded(), (_mel(),)),
    "GreedyCached": lambda: (Greedy(), (_mel(), torch.randint(0, 50, (2, 3)))),
    "SuppressTokens": lambda: (Suppressed(), (torch.randn(2, 20), torch.randint(0, 20, (2, 3)))),
    "GreedyDecoder": lambda: (Greediest(), (torch.randint(0, 20, (2, 3)), torch.randn(2, 20))),
    "MedianFilter5": lambda: (MedianFilter(), (torch.randn(2, 3, 20),)),
    "PadOrTrim": lambda: (Padded(), (torch.randn(2, 1500),)),
}

__getattr__ = factories(MODELS)
