"""The entries of one kind as a table, out to a spreadsheet and back."""
