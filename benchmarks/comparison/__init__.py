"""What other static tools find of the graph breaks that TorchDynamo reported."""
