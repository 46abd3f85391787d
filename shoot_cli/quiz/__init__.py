"""Questions for learners: what they are, and what an edition makes them from.

Where to start reading:

- ``quiz``: one question with its options, the right one and why; what can be asked about, from the numbers on a die to
  the feeling for them, and in which order it opens;
- ``source``: what a question is drawn from: armies that meet, attacks played on the spot, what other editions say; and
  the drill, one rule asked in one way, which is a learner's card;
- ``cards``: a card as its file has it, ``asking``: a question made of it (``values``, ``words``), ``room``: what an
  edition's cards may name, ``drills``: all of them; ``docs/cards.md`` has every key;
- ``makers``: questions of whole attacks, orders and customs, which fit every edition.

An edition's module ``drill`` offers ``DRILLS``, a sequence of `Drill`; ``CUSTOMS``, how it does what other editions do
otherwise; ``CHARTS``, its charts as functions, for the errors of people who have another edition in mind; and
``LESSON``, a first attack with everything explained.
"""

from __future__ import annotations

from shoot_cli.quiz.quiz import NOTHING as NOTHING
from shoot_cli.quiz.quiz import ArmyPair as ArmyPair
from shoot_cli.quiz.quiz import Custom as Custom
from shoot_cli.quiz.quiz import Drill as Drill
from shoot_cli.quiz.quiz import FirstLesson as FirstLesson
from shoot_cli.quiz.quiz import Maker as Maker
from shoot_cli.quiz.quiz import NothingToAsk as NothingToAsk
from shoot_cli.quiz.quiz import PlayedAttack as PlayedAttack
from shoot_cli.quiz.quiz import Quiz as Quiz
from shoot_cli.quiz.quiz import Redraw as Redraw
from shoot_cli.quiz.quiz import Source as Source
from shoot_cli.quiz.quiz import folded as folded
