"""The steps of the shooting, by where they stand in it."""
