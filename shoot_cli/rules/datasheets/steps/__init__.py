"""Number of attacks, hit rolls and wound rolls."""
