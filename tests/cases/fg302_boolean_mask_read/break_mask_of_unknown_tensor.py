import torch

distance = vars(torch.nn.functional)["cosine_similarity"]


class Model(torch.nn.Module):
    def forward(self, x, labels: torch.Tensor):
        found = distance(x, x)
        same = found[labels == 1]  # break[default]: FG302
        near = same[same < same.mean()]  # break[default]: FG302
        return near.sum()


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.rand(4, 3), torch.tensor([0, 1, 1, 1]),), (torch.rand(4, 3), torch.tensor([1, 1, 1, 1]),)]
