"""The steps of the shooting phase, in the order of ``ATTACK``; what each of them may do is in its module."""
