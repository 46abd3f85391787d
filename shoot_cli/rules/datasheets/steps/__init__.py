"""The steps that the datasheet games share, a file for each stage."""
