"""How the command line is read and answered; it opens commands by their names."""
