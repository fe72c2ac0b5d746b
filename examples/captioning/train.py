"""Train an image-captioning model: a ViT encoder and a GPT-2 decoder on a synthetic data set.

python train.py                      # small, on the CPU, a few seconds
python train.py --compile            # the same under torch.compile
python train.py --full-size          # ViT-base and GPT-2 base, on the GPU if there is one
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2Config, VisionEncoderDecoderConfig, VisionEncoderDecoderModel, ViTConfig

PAD, START, END = 0, 1, 2
FIRST_WORD = 3
IGNORE = -100  # the label that the loss skips

# Captions come in three lengths, in tokens, END included: most are a few words, a few are whole paragraphs.
LENGTH_MIX = ((0.90, 4, 12), (0.09, 13, 32), (0.01, 33, 64))
MAX_LENGTH = 64


@dataclass(frozen=True)
class Size:
    image: int
    patch: int
    hidden: int
    layers: int
    heads: int
    vocabulary: int
    batch: int


SMALL = Size(image=32, patch=8, hidden=64, layers=2, heads=2, vocabulary=512, batch=8)
FULL = Size(image=224, patch=16, hidden=768, layers=12, heads=12, vocabulary=50257, batch=32)


def build_config(size: Size) -> VisionEncoderDecoderConfig:
    encoder = ViTConfig(
        image_size=size.image,
        patch_size=size.patch,
        hidden_size=size.hidden,
        intermediate_size=4 * size.hidden,
        num_hidden_layers=size.layers,
        num_attention_heads=size.heads,
    )
    # No image is seen twice, so there is nothing for dropout to regularise; training needs no key/value cache.
    decoder = GPT2Config(
        vocab_size=size.vocabulary,
        n_positions=MAX_LENGTH,
        n_embd=size.hidden,
        n_layer=size.layers,
        n_head=size.heads,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=START,
        eos_token_id=END,
        use_cache=False,
    )
    return VisionEncoderDecoderConfig.from_encoder_decoder_configs(
        encoder, decoder, pad_token_id=PAD, decoder_start_token_id=START
    )


def build_model(size: Size) -> VisionEncoderDecoderModel:
    config = build_config(size)
    model = VisionEncoderDecoderModel(config=config)
    model.train()
    return model


class SyntheticCaptions(Dataset):
    """Images that show their captions: the word at place ``i`` sets the brightness of patch ``i``."""

    def __init__(self, count: int, size: Size, seed: int = 0) -> None:
        self.count, self.size, self.seed = count, size, seed

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        """One image ``[3, image, image]`` and its caption ``[length]``, the same ones for the same index."""
        size = self.size
        random = torch.Generator().manual_seed(self.seed * self.count + index)
        shares = torch.tensor([share for share, _, _ in LENGTH_MIX])
        _, shortest, longest = LENGTH_MIX[int(torch.multinomial(shares, 1, generator=random))]
        length = int(torch.randint(shortest, longest + 1, (1,), generator=random))
        words = torch.randint(FIRST_WORD, size.vocabulary, (length - 1,), generator=random)

        grid = size.image // size.patch
        brightness = torch.zeros(grid * grid)
        shown = min(len(words), len(brightness))
        brightness[:shown] = words[:shown] / size.vocabulary
        image = brightness.view(1, grid, grid).repeat_interleave(size.patch, 1).repeat_interleave(size.patch, 2)
        image = image + 0.01 * torch.randn(3, size.image, size.image, generator=random)
        return image, torch.cat([words, torch.tensor([END])])


def collate(examples: list[tuple[torch.Tensor, torch.Tensor]], padding: str) -> dict[str, torch.Tensor]:
    """Stack the images and pad the captions, to ``MAX_LENGTH`` or to the longest one of the batch."""
    images, captions = zip(*examples, strict=True)
    width = MAX_LENGTH if padding == "max" else max(len(caption) for caption in captions)
    labels = torch.full((len(captions), width), IGNORE)
    for row, caption in zip(labels, captions, strict=True):
        row[: len(caption)] = caption
    return {"pixel_values": torch.stack(images), "labels": labels}


def batches(size: Size, steps: int, padding: str, seed: int = 0) -> Iterator[dict[str, torch.Tensor]]:
    captions = SyntheticCaptions(steps * size.batch, size, seed)
    return iter(DataLoader(captions, batch_size=size.batch, collate_fn=lambda examples: collate(examples, padding)))


def train(size: Size, steps: int, padding: str, compile: bool, learning_rate: float, seed: int) -> None:
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = build_model(size).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    print(f"{parameters / 1e6:.1f} M parameters on {device}, {steps} steps of {size.batch} captions, padding {padding}")

    forward = torch.compile(model) if compile else model
    started = time.perf_counter()
    for step, batch in enumerate(batches(size, steps, padding, seed), start=1):
        batch = {name: tensor.to(device) for name, tensor in batch.items()}
        with torch.autocast(device, torch.bfloat16) if device == "cuda" else nullcontext():
            loss = forward(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step == 1 or step % 10 == 0:
            seconds = time.perf_counter() - started
            print(f"step {step:4}  loss {loss.item():.4f}  {seconds:6.1f} s")


def captioning() -> VisionEncoderDecoderModel:
    """The model that ``fullgraph verify train.py:captioning`` compiles: the one that is trained."""
    return build_model(SMALL)


def captioning_inputs() -> list[dict[str, torch.Tensor]]:
    """Keyword arguments of four training batches, all padded to ``MAX_LENGTH``."""
    return list(batches(SMALL, steps=4, padding="max"))


def full_size() -> VisionEncoderDecoderModel:
    """The same for ViT-base and GPT-2 base: for a GPU."""
    return build_model(FULL)


def full_size_inputs() -> list[dict[str, torch.Tensor]]:
    return list(batches(FULL, steps=2, padding="max"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--padding", choices=["max", "longest"], default="max")
    parser.add_argument("--compile", action="store_true", help="train under torch.compile")
    parser.add_argument("--full-size", action="store_true", help="ViT-base and GPT-2 base instead of a small model")
    parser.add_argument("--learning-rate", type=float, default=3e-4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    size = FULL if options.full_size else SMALL
    train(size, options.steps, options.padding, options.compile, options.learning_rate, options.seed)


if __name__ == "__main__":
    main()
