# scope: explicit
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        print(x)  # hit
        return x
def main(args):
    model = M()
    if args.compile:
        model = torch.compile(model)
    return model
if __name__ == "__main__":
    main(None)
