import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.event = threading.Event()
        self.barrier = threading.Barrier(1)
        self.queue = queue.Queue()
        self.simple = queue.SimpleQueue()
        self.pool = ThreadPoolExecutor(1)

    def forward(self, x):
        x = x + 1
        self.event.set()  # break: FG408
        x = x * 2
        self.event.wait()  # break: FG408
        x = x + 1
        self.event.clear()  # break: FG408
        x = x * 2
        self.barrier.wait()  # break: FG408
        x = x + 1
        self.simple.put(1)  # break: FG408
        x = x * 2
        empty = self.simple.empty()  # break: FG408
        x = x + 1
        x = x + self.simple.get()  # break: FG408
        x = self.drain(x)
        x = x * 2
        self.pool.submit(len, "")  # break: FG408
        return x + 1, empty

    def drain(self, x):
        self.queue.put(2)  # break: FG408
        x = x * 2
        self.queue.put_nowait(3)  # break: FG408
        x = x + 1
        x = x + self.queue.qsize()  # break: FG408
        x = x * 2
        empty = self.queue.empty()  # break: FG408
        x = x + 1
        full = self.queue.full()  # break: FG408
        x = x * 2
        x = x + self.queue.get()  # break: FG408
        x = x * 2
        x = x + self.queue.get_nowait()  # break: FG408
        x = x * 2
        self.queue.task_done()  # break: FG408
        x = x + 1
        self.queue.task_done()  # break: FG408
        x = x * 2
        self.queue.join()  # break: FG408
        return x + int(empty) + int(full)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
