import torch
from torch import nn


class Moved(nn.Module):
    def forward(self, x, lengths):
        valid = torch.arange(x.shape[1])[None] < lengths[:, None]
        total = x[valid.to(x.device)].sum()  # break[default]: FG302
        total = total + x.flatten()[valid.flatten()].sum()  # break[default]: FG302
        total = total + x[valid.view(x.shape[0], -1).contiguous()].sum()  # break[default]: FG302
        total = total + x[0][valid[0]].sum()  # break[default]: FG302
        total = total + x[0][valid.unsqueeze(0).squeeze(0)[-1]].sum()  # break[default]: FG302
        wide = valid.unsqueeze(-1).expand(-1, -1, 2)
        total = total + torch.stack([x, x], -1)[wide].sum()  # break[default]: FG302
        both = torch.cat([valid, valid], dim=1)
        return total + torch.cat([x, x], dim=1)[both].sum()  # break[default]: FG302


def make():
    return Moved()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([1, 3]))]
