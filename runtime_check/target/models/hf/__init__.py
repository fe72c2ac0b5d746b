"""Models of transformers: the configurations they are built from, and the inputs they run on."""
