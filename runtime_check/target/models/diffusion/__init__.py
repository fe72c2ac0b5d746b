"""Models of diffusers: the arguments of their constructors, and the inputs they run on."""
