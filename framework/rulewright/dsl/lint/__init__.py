"""What is legal in a checked game and hardly meant: warnings and notes."""
