# only: torch>=2.12
import datetime
from datetime import date, timedelta
from datetime import datetime as dt

import torch

SEEN = {}


@torch.compile
def stamp(x):
    x = x + 1
    SEEN["now"] = datetime.datetime.now()  # break: FG406
    x = x * 2
    SEEN["utcnow"] = dt.utcnow()  # break: FG406
    x = x + 1
    SEEN["today"] = dt.today()  # break: FG406
    x = x * 2
    SEEN["date"] = date.today()  # break: FG406
    x = x + 1
    SEEN["epoch"] = dt.fromtimestamp(0)  # break: FG406
    x = x * 2
    SEEN["utc"] = dt.utcfromtimestamp(0)  # break: FG406
    x = x + 1
    SEEN["iso"] = dt.fromisoformat("2020-01-01")  # break: FG406
    x = x * 2
    SEEN["parsed"] = dt.strptime("2020", "%Y")  # break: FG406
    x = x + 1
    SEEN["day"] = date.fromisoformat("2020-01-01")  # break: FG406
    x = x * 2
    SEEN["first day"] = date.fromtimestamp(0)  # break: FG406
    x = x + 1
    SEEN["delta"] = timedelta(seconds=x.shape[0])  # break: FG406
    x = x * 2
    SEEN["made"] = datetime.datetime(2020, 1, 1)  # break: FG406
    x = x + 1
    SEEN["made date"] = date(2020, 1, 1)  # break: FG406
    x = x * 2
    SEEN["made time"] = datetime.time(1, 2)  # break: FG406
    x = x + 1
    SEEN["zone"] = datetime.timezone(SEEN["delta"])  # break: FG406
    return x


def make():
    return stamp


def inputs():
    return [(torch.ones(3),)]
