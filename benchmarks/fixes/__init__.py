"""How many graph breaks the fixes of ``fullgraph check`` remove from a released library, as TorchDynamo sees it."""
