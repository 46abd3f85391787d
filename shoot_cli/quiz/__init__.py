"""Questions for learners, and how an edition makes them.

Where to start reading:

- `quiz`: one question with its options, the right one and the reasons; the kinds of questions and their levels; what
  questions are drawn from (`Source`); and `Drill`, one rule asked in one way, which is a card of the learner;
- `cards`: a card as its file has it, its sentences and values, and the functions that it may name (`DrillModules`);
- `card_questions`: a question made from a card; `docs/cards.md` explains every key;
- `makers`: questions about whole attacks, orders and customs, for every edition.

The module `drill` of an edition offers `DRILLS`, a sequence of `Drill`; `CUSTOMS`, what it does differently from other
editions; `CHARTS`, its charts as functions, for mistakes of people who know another edition; and `LESSON`, a first
attack with explanations.
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
