"""Steps and rules of 11th edition, a file for each stage of an attack."""
