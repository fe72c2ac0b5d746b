import torch


class Model(torch.nn.Module):
    def forward(self, features, batch_idx):
        count = int(batch_idx[-1]) + 1  # break[default]: FG202
        return torch.stack([features[batch_idx == one].sum(0) for one in range(2)]) * count  # break[default]: FG302


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 6), torch.tensor([0, 0, 1, 1]))]
