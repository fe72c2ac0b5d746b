import logging

import torch
from torch import nn

logging.basicConfig(level=logging.WARNING)
logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)
logger.info("module loaded, torch %s", torch.__version__)


class Net(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.logger = logging.getLogger("net")
        self.logger.info("dim %d", dim)
        if dim % 8:
            logger.warning("dim %d is no multiple of 8", dim)
        self.fc = nn.Linear(dim, dim)

    def load(self, path):
        logger.info("loading %s", path)
        self.load_state_dict(torch.load(path))

    def forward(self, x):
        return self.fc(x)


def train(model, batches):
    for step, batch in enumerate(batches):
        loss = model(batch).mean()
        loss.backward()
        logger.info("step %d loss %.3f", step, loss.item())
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s", loss)


def main():
    train(torch.compile(Net()), [torch.ones(1, 3)])


def make():
    return Net()


def inputs():
    return [(torch.ones(2, 3),)]
