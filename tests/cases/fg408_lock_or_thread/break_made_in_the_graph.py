import contextvars
import multiprocessing
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import torch

MADE = {}


@torch.compile
def locks(x):
    x = x + 1
    MADE["lock"] = threading.Lock()  # break: FG408
    x = x * 2
    MADE["again"] = threading.RLock()  # break: FG408
    x = x + 1
    MADE["condition"] = threading.Condition()  # break: FG408
    x = x * 2
    MADE["semaphore"] = threading.Semaphore()  # break: FG408
    x = x + 1
    MADE["bounded"] = threading.BoundedSemaphore()  # break: FG408
    x = x * 2
    MADE["event"] = threading.Event()  # break: FG408
    x = x + 1
    MADE["barrier"] = threading.Barrier(1)  # break: FG408
    x = x * 2
    MADE["local"] = threading.local()  # break: FG408
    return x


@torch.compile
def others(x):
    x = x + 1
    MADE["queue"] = queue.Queue()  # break: FG408
    x = x * 2
    MADE["processes"] = multiprocessing.Queue()  # break: FG408
    x = x + 1
    MADE["count"] = multiprocessing.cpu_count()  # break: FG408
    x = x * 2
    MADE["variable"] = contextvars.ContextVar("variable")  # break: FG408
    x = x + 1
    MADE["context"] = contextvars.copy_context()  # break: FG408
    x = x * 2
    MADE["pool"] = ThreadPoolExecutor(1)  # break: FG408
    x = x + 1
    MADE["timer"] = threading.Timer(1, len)  # break: FG408
    return x


class Both(torch.nn.Module):
    def forward(self, x):
        return others(locks(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
