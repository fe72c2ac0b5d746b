"""What calls of one library give, one file per library."""
