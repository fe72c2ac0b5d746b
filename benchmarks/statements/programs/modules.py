self.linear(x)
self.norm(x)
self.dropout(x)
self.embedding(i)
self.lstm(x[None])
self.lstm(x)
self.gru(x[None])
self.attention(x[None], x[None], x[None])
self.attention(x[None], x[None], x[None], need_weights=False)
self.stack(x)
self.layers[0](x)
self.layers[-1](x)
self.layers[:1]
self.layers[n - 7](x)
self.heads["a"](x)
self.stack[0](x)
self.stack[:2](x)
self.stack[1:]
self.weights[0] * x
nn.Linear(6, 6)(x)
nn.Linear(6, 6)
nn.ReLU()(x)
nn.Dropout(0.5)(x)
nn.LayerNorm(6)(x)
nn.BatchNorm1d(6)(x)
nn.Conv1d(4, 2, 3)(x[None])
nn.Conv2d(1, 2, 3)(x[None, None])
nn.Softmax(dim=1)(x)
nn.GELU()(x)
nn.Sequential(nn.ReLU(), nn.Tanh())(x)
nn.Embedding(10, 3)(i)
nn.LSTM(6, 6)(x)
nn.GRU(6, 6)(x)
nn.RNN(6, 6)(x)
nn.LSTMCell(6, 6)(x)
nn.GRUCell(6, 6)(x)
nn.MultiheadAttention(6, 2)(x, x, x)
nn.TransformerEncoderLayer(6, 2)(x)
nn.TransformerDecoderLayer(6, 2)(x, x)
nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2), 1)(x)
nn.Transformer(6, 2, 1, 1)(x, x)
nn.Transformer.generate_square_subsequent_mask(4)
nn.CrossEntropyLoss()(x, i)
nn.MSELoss()(x, x)
nn.CTCLoss()
nn.CTCLoss()(torch.randn(5, 2, 4).log_softmax(2), torch.ones(2, 2).long(), torch.tensor([5, 5]), torch.tensor([2, 2]))
nn.BCEWithLogitsLoss()(x, torch.sigmoid(x))
nn.NLLLoss()(x, i)
nn.AdaptiveLogSoftmaxWithLoss(6, 10, [5])(x, i)
nn.EmbeddingBag(10, 3)(i, torch.tensor([0]))
nn.Upsample(scale_factor=2)(x[None, None])
nn.Flatten()(x)
nn.Unflatten(1, (2, 3))(x)
nn.Identity()(x)
nn.Bilinear(6, 6, 2)(x, x)
nn.AdaptiveAvgPool1d(2)(x)
nn.MaxPool1d(2)(x)
nn.MaxPool1d(2, return_indices=True)(x)
nn.PReLU()(x)
nn.PixelShuffle(2)(x.view(1, 4, 2, 3))
nn.CosineSimilarity()(x, x)
nn.PairwiseDistance()(x, x)
nn.ZeroPad2d(1)(x)
nn.InstanceNorm1d(4)(x[None])
nn.GroupNorm(2, 6)(x)
nn.RMSNorm(6)(x)
nn.LocalResponseNorm(2)(x[None])
nn.Fold((4, 6), 2)(torch.ones(1, 4, 15))
nn.LazyLinear(3)(x)
nn.SyncBatchNorm(6)
nn.ModuleList([self.linear])
nn.ModuleDict({"a": self.linear})
nn.ParameterList([self.weight])
nn.ParameterDict({"a": self.weight})
nn.Parameter(torch.ones(3))
nn.DataParallel(self.linear)
self.training
self.train()
self.train(False)
self.eval()
self.linear.eval()
self.linear.train()
self.linear.training
self.norm.training
self.dropout.p
self.linear.weight
self.linear.bias
self.linear.bias is not None
self.linear.in_features
self.linear.weight.shape
self.linear.weight.device
self.linear.weight.data
self.norm.running_mean
self.norm.num_batches_tracked
self.norm.num_batches_tracked + 1
self.norm.momentum
self.embedding.weight[0]
self.embedding.num_embeddings
self.lstm.flatten_parameters()
self.lstm.hidden_size
self.parameters()
list(self.lstm.parameters())
list(self.gru.named_parameters())
self.lstm.state_dict()
self.lstm.weight_ih_l0
list(self.parameters())
list(self.buffers())
list(self.children())
list(self.modules())
list(self.named_parameters())
list(self.named_buffers())
list(self.named_children())
dict(self.named_parameters())
dict(self.named_modules())
dict(self.named_modules())["linear"](x)
self.state_dict()
self.linear.state_dict()
self.load_state_dict(self.state_dict())
self.get_parameter("weight")
self.get_buffer("mean")
self.get_submodule("linear")
self.get_submodule("linear")(x)
self.get_submodule("stack.0")(x)
self.register_buffer("new", x)
self.register_parameter("new", nn.Parameter(torch.ones(2)))
self.register_module("new", nn.ReLU())
self.add_module("new", nn.ReLU())
self.register_forward_hook(lambda m, a, o: o)
self.linear.register_forward_hook(lambda m, a, o: o)
self.linear.register_forward_pre_hook(lambda m, a: a)
self.linear.register_full_backward_hook(lambda m, a, o: None)
self.linear.register_forward_hook(lambda m, a, o: o).remove()
def _():
    handle = self.linear.register_forward_hook(lambda m, a, o: o * 2)
    x = self.linear(x)
    handle.remove()
self.linear._forward_hooks
self.linear._parameters
self._modules
self._modules["linear"](x)
self._parameters["weight"]
self._buffers["mean"]
self.apply(lambda m: None)
self.linear.apply(lambda m: None)
self.to("cpu")
self.float()
self.linear.double()
self.cpu()
self.linear.to(x.device)
self.linear.half()
self.zero_grad()
self.requires_grad_(False)
self.linear.requires_grad_(False)
self.extra_repr()
self.linear.extra_repr()
self.share_memory()
self.linear.reset_parameters()
self.compile
self.linear.type(torch.float32)
self.layers.append(nn.Linear(6, 6))
self.layers.extend([nn.Linear(6, 6)])
self.layers.insert(0, nn.Linear(6, 6))
self.layers.pop(0)
len(self.layers)
list(self.layers)
self.linear in self.layers
self.layers[0] in self.layers
self.heads.items()
self.heads.keys()
self.heads.values()
list(self.heads.values())
"a" in self.heads
len(self.heads)
self.heads.update({"c": nn.ReLU()})
self.heads.pop("a")
self.heads.get("a") if hasattr(self.heads, "get") else None
for name, head in self.heads.items():
    x = head(x)
for name in self.heads:
    x = self.heads[name](x)
for head in self.heads.values():
    x = head(x)
self.stack.append(nn.ReLU())
len(self.stack)
list(self.stack)
list(self.weights)
len(self.weights)
self.weights.append(nn.Parameter(torch.ones(6)))
for w in self.weights:
    x = x * w
def _():
    self.count = 3
def _():
    self.count += 1
def _():
    self.count += 1
    x = x * self.count
def _():
    self.count = n
def _():
    self.count = x.shape[0]
def _():
    self.scale *= 2
def _():
    self.name = "sum"
def _():
    self.flag = not self.flag
def _():
    self.nothing = x
def _():
    self.new = 3
def _():
    self.new = x
def _():
    self.tensor = x.sum(0)
def _():
    self.tensor += 1
def _():
    self.tensor[0] = 1
def _():
    self.tensor = self.tensor + 1
def _():
    self.mean = x.mean(0)
def _():
    self.mean += 1
def _():
    self.mean.mul_(0.9).add_(x.mean(0))
def _():
    self.mean[0] = 1
def _():
    self.mean.copy_(x.mean(0))
def _():
    self.steps += 1
def _():
    self.steps.add_(1)
def _():
    self.steps = self.steps + 1
def _():
    self.weight = nn.Parameter(torch.zeros(6))
def _():
    self.linear = nn.Linear(6, 6)
def _():
    self.new = nn.Linear(6, 6)
def _():
    self.linear.weight = nn.Parameter(torch.ones(6, 6))
def _():
    self.dropout.p = 0.1
def _():
    self.training = False
def _():
    self.new = 1
    del self.new
def _():
    self.new = nn.ReLU()
    del self.new
def _():
    self.register_buffer("new", x)
    del self.new
def _():
    Base.shared = 4
def _():
    self.shared = 4
def _():
    type(self).shared = 4
def _():
    self.activation = torch.tanh
def _():
    self.array = x.numpy()
def _():
    self.color = Color.GREEN
def _():
    self.generator = torch.Generator()
def _():
    self.__dict__["new"] = 3
def _():
    object.__setattr__(self, "new", 3)
def _():
    self.device = x.device
def _():
    self.shape = x.shape
def _():
    self.last = x.detach()
self.count
self.scale * x
self.name
self.flag
self.nothing
self.nothing is None
self.nothing or 3
self.sizes
self.shape
self.shape[0]
self.shape + (1,)
self.table
self.names
self.tensor
self.tensor * x
self.tensor.shape
self.tensor.sum().item()
self.mean * x
self.mean.device
self.steps * x
self.steps.item()
int(self.steps)
x * self.number
self.number * 2
self.number + 1
float(self.number)
self.number > 0
self.number.dtype
self.number.item()
self.whole + 1
x * self.whole
int(self.whole)
self.whole.item()
range(self.whole)
x[: self.whole]
torch.zeros(self.whole)
self.array * 2
self.array.sum()
self.array.shape
self.array[0]
self.array.tolist()
x * self.array
x.numpy() * self.array
torch.from_numpy(self.array) * x
torch.zeros(2, dtype=self.dtype)
x.to(self.dtype)
self.dtype == torch.float32
self.dtype.is_floating_point
str(self.dtype)
torch.zeros(2, device=self.device)
self.device.type == "cpu"
self.device == x.device
str(self.device)
torch.rand(2, generator=self.generator)
self.generator.device
self.optimizer
self.ordered["a"]
self.default["a"]
self.counter["a"]
self.queue[0]
self.raw
self.complex * x
self.space.scale * x
self.logger.name
self.pattern.pattern
self.random.getrandbits(3)
