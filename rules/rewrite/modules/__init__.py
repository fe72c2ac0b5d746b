"""What is made, looked up or copied in every call, done once; how code is compiled."""
