"""The steps and rules of the shooting phase, one file for each stage."""
