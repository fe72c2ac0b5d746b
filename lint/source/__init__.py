"""Files and their text: discovery, decoding, notebooks, syntax trees."""
