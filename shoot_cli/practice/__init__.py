"""Practice: which question comes when, what is kept of the answers, and what they come to.

Start reading at ``session.py``. ``session.py`` says what questions are drawn from, ``session.py`` which card is next,
``memory.py`` when a card is due again, ``mastery.py`` what somebody knows.
"""
