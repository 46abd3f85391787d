"""The command line: how it is read, and how results are handed over. Commands are opened by their names."""
