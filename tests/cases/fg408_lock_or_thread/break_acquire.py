import multiprocessing
import threading

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()
        self.again = threading.RLock()
        self.condition = threading.Condition()
        self.semaphore = threading.Semaphore()
        self.bounded = threading.BoundedSemaphore()
        self.process = multiprocessing.Lock()
        self.process_again = multiprocessing.RLock()
        self.process_condition = multiprocessing.Condition()
        self.process_semaphore = multiprocessing.Semaphore()
        self.process_bounded = multiprocessing.BoundedSemaphore()

    def forward(self, x):
        x = x + 1
        self.lock.acquire()  # break: FG408
        x = x * 2
        held = self.lock.locked()  # break: FG408
        x = x + 1
        self.lock.release()  # break: FG408
        x = x * 2
        self.again.acquire()  # break: FG408
        x = x + 1
        self.again.release()  # break: FG408
        x = x * 2
        self.condition.acquire()  # break: FG408
        x = x + 1
        self.condition.notify()  # break: FG408
        x = x * 2
        self.condition.notify_all()  # break: FG408
        x = x + 1
        self.condition.wait(0)  # break: FG408
        x = x * 2
        self.condition.release()  # break: FG408
        x = x + 1
        self.semaphore.acquire()  # break: FG408
        x = x * 2
        self.semaphore.release()  # break: FG408
        x = x + 1
        self.bounded.acquire()  # break: FG408
        x = x * 2
        self.bounded.release()  # break: FG408
        x = x + 1
        self.process.acquire()  # break: FG408
        x = x * 2
        self.process.release()  # break: FG408
        x = x + 1
        self.process_again.acquire()  # break: FG408
        x = x * 2
        self.process_again.release()  # break: FG408
        return self.more(x), held

    def more(self, x):
        self.process_condition.acquire()  # break: FG408
        x = x + 1
        self.process_condition.release()  # break: FG408
        x = x * 2
        self.process_semaphore.acquire()  # break: FG408
        x = x + 1
        self.process_semaphore.release()  # break: FG408
        x = x * 2
        self.process_bounded.acquire()  # break: FG408
        x = x + 1
        self.process_bounded.release()  # break: FG408
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
