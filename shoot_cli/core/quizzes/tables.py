"""Questions about what a rulebook lists: the order of steps, and what other editions do otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoot_cli.core.quizzes.drill import Drill, Maker
from shoot_cli.core.quizzes.quiz import Quiz, folded
from shoot_cli.core.quizzes.source import Custom, NothingToAsk, Source


def in_order(steps: Sequence[str], what: str) -> Maker:
    """What comes right after one of the steps, or which of a few comes first.

    ``steps``: in their order, each a few words that read well after "What comes right after"; three at the least.
    ``what``: what they are steps of, as in "an attack".
    """

    def make(source: Source) -> Quiz:
        if source.one((True, False)):
            place = source.random.randrange(len(steps) - 1)
            right, others = steps[place + 1], [*steps[:place], *steps[place + 2 :]]
            source.random.shuffle(others)
            text = f"Of {what}: what comes right after “{steps[place]}”?"
            # Likeliest: the step that comes just after the right one, or just before.
            near = [*steps[place + 2 : place + 3], *steps[max(place - 1, 0) : place]]
            because = f"“{steps[place]}”, then “{right}”"
            asked = {"ask": "after", "step": steps[place]}
            return source.quiz(text, right, [*near, *others], because, asked)
        few = sorted(source.random.sample(range(len(steps)), min(4, len(steps))))
        right, others = steps[few[0]], [steps[place] for place in few[1:]]
        because = "in order: " + ", ".join(f"“{steps[place]}”" for place in few)
        facts = {"ask": "first", "of": tuple(steps[place] for place in few)}
        return source.quiz(f"Of {what}: which of these comes first?", right, others, because, facts)

    return make


def customs_drills(title: str, customs: Mapping[str, Custom]) -> tuple[Drill, ...]:
    """A drill for each custom: which edition does it so, and how does this one do it?"""
    return tuple(Drill("edition", custom.rule, of_editions(title, topic, customs)) for topic, custom in customs.items())


def of_editions(title: str, topic: str, customs: Mapping[str, Custom]) -> Maker:
    """``title``: of the edition whose ``customs`` these are."""
    custom = customs[topic]

    def make(source: Source) -> Quiz:
        elsewhere = [(other.title, other.customs[topic].text) for other in source.others() if topic in other.customs]
        elsewhere = [(name, text) for name, text in elsewhere if folded(text) != folded(custom.text)]
        if not elsewhere:
            raise NothingToAsk
        source.random.shuffle(elsewhere)
        because = f"{title}: {custom.text}"
        if source.one((True, False)):
            text = f"How does {title} do it: {topic}?"
            facts = {"ask": "custom", "topic": topic}
            return source.quiz(text, custom.text, [text for _, text in elsewhere], because, facts)
        text = f"Which edition is this? {topic[:1].upper()}{topic[1:]}: {custom.text}"
        facts = {"ask": "edition", "topic": topic}
        return source.quiz(text, title, [name for name, _ in elsewhere], because, facts)

    return make
