import threading

import torch
from torch import nn

SEEN = {}


@torch.compiler.disable
def work():
    SEEN["worked"] = True


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        thread = threading.Thread(target=work)  # break: FG408
        x = x * 2
        thread.start()  # break: FG408
        x = x + 1
        thread.join()  # break: FG408
        x = x * 2
        SEEN["name"] = threading.current_thread().name  # break: FG408
        x = x + 1
        SEEN["ident"] = threading.get_ident()  # break: FG408
        x = x * 2
        SEEN["native"] = threading.get_native_id()  # break: FG408
        x = x + 1
        SEEN["count"] = threading.active_count()  # break: FG408
        x = x * 2
        SEEN["all"] = threading.enumerate()  # break: FG408
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
