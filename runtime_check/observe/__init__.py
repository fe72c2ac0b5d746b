"""TorchDynamo's and inductor's own word on what they did."""
