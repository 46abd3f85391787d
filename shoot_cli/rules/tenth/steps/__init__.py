"""The steps and rules of the shooting phase, a file for each stage, in the order of the rulebook."""
