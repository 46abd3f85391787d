"""Exact results of single attacks: who shoots at whom, what is known beforehand, and what can come of it.

Start with ``attack_result``, which has the one type of a result. ``single_attack`` makes a `Task` of two units and
answers, computes it, and lists its questions.
``unused_answers`` finds the answers that made no difference.
"""
