"""Models of released packages with a break that costs time: mended by the tool alone, verified, and timed in pairs."""
