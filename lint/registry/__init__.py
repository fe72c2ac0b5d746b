"""The rules there are, their codes and names."""
