"""Practice: which question comes when, which answers are stored, and what they show.

Start with `session.py`: it has the sources of questions and picks the next card. `memory.py` decides when a card is due
again, `mastery.py` computes what somebody knows, and `teaching.py` asks during a battle or on paper.
"""
