"""The steps of the shooting; each module is named after its part of the attack."""
