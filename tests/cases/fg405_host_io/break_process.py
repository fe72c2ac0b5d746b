import atexit
import getpass
import os
import resource
import signal
import socket
import subprocess
import sys

import torch

SERVER = socket.create_server(("127.0.0.1", 0))
SEEN = {}


@torch.compile
def host(x):
    x = x + 1
    SEEN["getpid"] = os.getpid()  # break: FG405
    x = x * 2
    SEEN["getppid"] = os.getppid()  # break: FG405
    x = x + 1
    SEEN["getuid"] = os.getuid()  # break: FG405
    x = x * 2
    SEEN["uname"] = os.uname()  # break: FG405
    x = x + 1
    SEEN["urandom"] = os.urandom(2)  # break: FG405
    x = x * 2
    SEEN["cpu_count"] = os.cpu_count()  # break: FG405
    x = x + 1
    SEEN["times"] = os.times()  # break: FG405
    x = x * 2
    SEEN["getloadavg"] = os.getloadavg()  # break: FG405
    x = x + 1
    SEEN["strerror"] = os.strerror(1)  # break: FG405
    x = x * 2
    SEEN["sched_getaffinity"] = os.sched_getaffinity(0)  # break: FG405
    x = x + 1
    os.kill(SEEN["getpid"], 0)  # break: FG405
    x = x * 2
    os.system("true")  # break: FG405
    x = x + 1
    SEEN["popen"] = os.popen("true")  # break: FG405
    x = x * 2
    os.putenv("FULLGRAPH_CASE", "1")  # break: FG405
    x = x + 1
    os.unsetenv("FULLGRAPH_CASE")  # break: FG405
    x = x * 2
    SEEN["getrusage"] = resource.getrusage(resource.RUSAGE_SELF)  # break: FG405
    x = x + 1
    SEEN["getuser"] = getpass.getuser()  # break: FG405
    x = x * 2
    SEEN["gethostname"] = socket.gethostname()  # break: FG405
    x = x + 1
    SEEN["socket"] = socket.socket()  # break: FG405
    x = x + 1
    SEEN["connection"] = socket.create_connection(SERVER.getsockname())  # break: FG405
    x = x * 2
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # break: FG405
    x = x + 1
    atexit.register(len, "")  # break: FG405
    x = x * 2
    sys.setrecursionlimit(5000)  # break: FG405
    x = x + 1
    SEEN["getsizeof"] = sys.getsizeof(SEEN)  # break: FG405
    x = x * 2
    SEEN["getrefcount"] = sys.getrefcount(SEEN)  # break: FG405
    return x


@torch.compile
def processes(x):
    x = x + 1
    subprocess.run(["true"])  # break: FG405
    x = x * 2
    subprocess.call(["true"])  # break: FG405
    x = x + 1
    subprocess.check_call(["true"])  # break: FG405
    x = x * 2
    subprocess.check_output(["true"])  # break: FG405
    x = x + 1
    subprocess.getoutput("true")  # break: FG405
    x = x * 2
    subprocess.getstatusoutput("true")  # break: FG405
    x = x + 1
    SEEN["popen"] = subprocess.Popen(["true"])  # break: FG405
    return x


class Both(torch.nn.Module):
    def forward(self, x):
        return processes(host(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
