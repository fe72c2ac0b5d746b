import unittest

import torch


def backend(graph, inputs, **options):
    return graph.forward


def scale(x):
    return x * 2


class Options(unittest.TestCase):
    def test_mode(self):
        with self.assertRaises(RuntimeError):
            torch.compile(scale, mode="max_autotune")
        with self.assertRaises(AssertionError):
            torch.compile(scale, dynamic="auto")(torch.ones(2))


def proof():
    x = torch.ones(2)
    ways = [
        torch.compile(scale, mode="max-autotune-no-cudagraphs", options=None),
        torch.compile(scale, mode=None, options={"max_autotune": False}),
        torch.compile(scale, mode="reduce-overhead"),
        torch.compile(scale, mode="lite"),
    ]
    assert all(callable(way) for way in ways)
    other = torch.compile(scale, mode="anything", backend=backend, dynamic=None)
    assert torch.equal(other(x), scale(x))
    Options().test_mode()
