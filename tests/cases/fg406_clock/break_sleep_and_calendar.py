import time

import torch

SEEN = {}


@torch.compile
def step(x):
    x = x + 1
    time.sleep(0)  # break: FG406
    x = x * 2
    SEEN["strftime"] = time.strftime("%Y")  # break: FG406
    x = x + 1
    SEEN["strptime"] = time.strptime("2020", "%Y")  # break: FG406
    x = x * 2
    SEEN["localtime"] = time.localtime()  # break: FG406
    x = x + 1
    SEEN["gmtime"] = time.gmtime()  # break: FG406
    x = x * 2
    SEEN["ctime"] = time.ctime()  # break: FG406
    x = x + 1
    SEEN["asctime"] = time.asctime()  # break: FG406
    x = x * 2
    SEEN["mktime"] = time.mktime(SEEN["gmtime"])  # break: FG406
    x = x + 1
    SEEN["clock_gettime"] = time.clock_gettime(1)  # break: FG406
    x = x * 2
    SEEN["get_clock_info"] = time.get_clock_info("time")  # break: FG406
    return x


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
