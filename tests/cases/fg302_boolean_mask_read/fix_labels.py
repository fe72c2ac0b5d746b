# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class TokenLabels(nn.Module):
    def forward(self, logits: torch.Tensor, labels: torch.Tensor, attention_mask: torch.Tensor):
        kept = attention_mask[:, 1:]
        scores = logits[..., :-1, :][kept.to(logits.device) != 0].contiguous()  # break[default]: FG302
        targets = labels[..., 1:][kept.to(labels.device) != 0].contiguous()  # break[default]: FG302
        loss_fct = nn.CrossEntropyLoss()
        loss = loss_fct(scores.view(-1, scores.size(-1)), targets.view(-1).to(scores.device))  # break[fullgraph]: other (before 2.12)
        active = attention_mask.view(-1) == 1
        flat = logits.view(-1, 4)[active]  # break[default]: FG302
        return loss, F.cross_entropy(flat, labels.view(-1)[active], ignore_index=3)  # break[default]: FG302


def make():
    return TokenLabels()


def inputs():
    torch.manual_seed(0)
    logits = [torch.randn(2, 3, 4, requires_grad=True) for _ in range(3)]
    labels = torch.tensor([[0, 3, 1], [2, 1, 0]])
    masks = (
        torch.tensor([[1, 1, 0], [1, 1, 1]]),
        torch.zeros(2, 3, dtype=torch.int64),
        torch.ones(2, 3, dtype=torch.int64),
    )
    return [(scores, labels, mask) for scores, mask in zip(logits, masks)]
