import torch


@torch.compiler.disable
def a(x): print(x)
@torch.compiler.disable()
def b(x): print(x)
@torch._dynamo.disable
def c(x): print(x)
@torch._dynamo.disable(reason="x")
def d(x): print(x)
def e(x): print(x)
e2 = torch.compiler.disable(e)
@torch.jit.ignore
def g(x):
    print(x)  # hit
@torch.compile
def f(x):
    a(x); b(x); c(x); d(x); e2(x); g(x)
    return x
