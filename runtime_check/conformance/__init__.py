"""The cases of the rules, held against TorchDynamo."""
