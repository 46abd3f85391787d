"""Attacks on their own: who shoots at whom, what is known beforehand, and what comes of it, exactly.

Where to start reading: ``tasks`` makes a `Task` of two units and answers, ``exact`` works it out, ``unused`` tells
which answers made no difference, ``asked`` lists what an attack asks.
"""
