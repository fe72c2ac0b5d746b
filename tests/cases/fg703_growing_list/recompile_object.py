"""An object that is no module, which the compiled function is given."""

import torch


class Log:
    def __init__(self) -> None:
        self.values: list[torch.Tensor] = []

    def add(self, value: torch.Tensor) -> None:
        self.values += [value]  # recompile: FG703


@torch.compile
def step(x: torch.Tensor, log: Log) -> torch.Tensor:
    y = x * 2
    log.add(y)
    return y


def main():
    log = Log()
    return [step(torch.ones(3), log) for _ in range(12)]
