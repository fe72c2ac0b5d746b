"""What ``check`` says: diagnostics, the places they name, internal faults."""
