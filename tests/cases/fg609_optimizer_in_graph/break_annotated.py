import torch
from torch import nn
from torch.optim.lr_scheduler import LRScheduler


class Train(nn.Module):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler

    def update(self, optimizer: torch.optim.Optimizer, scheduler: LRScheduler, x):
        x = x * 2
        optimizer.zero_grad(set_to_none=True)  # break: FG609
        x = x + scheduler.get_last_lr()[0]  # break: FG609
        return self.model(x)

    def forward(self, x):
        x = self.update(self.optimizer, self.scheduler, x)
        self.optimizer.zero_grad()  # break: FG609
        return x


def make():
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return Train(model, optimizer, torch.optim.lr_scheduler.ConstantLR(optimizer))


def inputs():
    return [(torch.ones(3, 4),)]
