"""What effects of an attack hang on: both units as they stood, how far apart, what players said; and conditions."""

from __future__ import annotations

from shoot_cli.core.record import Hashed, Record
from shoot_cli.rules.datasheets.forms import THE_SHOOTER, THE_TARGET, states
from shoot_cli.rules.datasheets.grammar import TARGET_IS
from shoot_cli.rules.datasheets.profiles import Ability, Condition, Unit

LATE = ("attack", "not attack", "greater", "less", "equal")  # conditions of the attack itself
OF_ITS_MODEL = ("AP", "D")  # what is done to these by the target hangs on the model that is allocated the attack
ONCE = ("friendly", "enemies", "marked", "lent")  # reaches by which equal words count once (EFF-31)
IF, USE, MARKED, LENT, ONE = "if ", "use ", "marked", "lent", "one of "  # keys, and how keys begin


class Side(Record):
    """One unit of an attack, as it was when targets were selected."""

    unit: Hashed[Unit]
    standing: tuple[tuple[int, int], ...]  # kinds of models, and how many
    given: tuple[Ability, ...] = ()  # what other units give it

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(kind for kind, _ in self.standing)


class Scene(Record):
    """What effects hang on."""

    shooter: Side
    target: Side
    far: float = 0  # inches; where no distance is said, more than half the range
    near: bool = False  # within half range
    true: tuple[str, ...] = ()  # keys of what the players said, or the battle knows; "one of NAME: OPTION" of a choice
    rolled: tuple[tuple[str, int], ...] = ()  # what amounts of effects came to that are rolled once for the unit
    hopeful: bool = False  # nobody has spoken yet: whatever players are asked may hold

    def side(self, shoots: bool) -> Side:
        return self.shooter if shoots else self.target


class Facts(Record):
    """The attack itself. ``damage``: None if it is rolled."""

    strength: int
    toughness: int
    ap: int
    damage: int | None = None
    psychic: bool = False
    mortal: bool = False
    attack: bool = True  # False of mortal wounds that no attack inflicts: of them only "mortal" and "psychic" are true


# Conditions ----------------------------------------------------------------------------------------------------------


def key_of(one: Condition, ability: Ability, shoots: bool) -> str:
    """The key under which players say that it holds. ``shoots``: whether its bearer does; "" if it is not asked."""
    if one.kind == "if":
        return IF + one.words[0]
    if one.kind == "once":
        return USE + use_name(ability)
    if one.kind != "state":
        return ""
    word = one.words[0]
    if shoots and (fact := states()[word.removeprefix(TARGET_IS)].fact) and not word.startswith(TARGET_IS):
        return fact
    return IF + (word if shoots or word.startswith(TARGET_IS) else TARGET_IS + word)


def use_name(ability: Ability) -> str:
    """What is used once: its name, or its words without how often."""
    if ability.called:
        return ability.called
    text = ability.text
    for span in ("battle", "turn", "phase"):
        text = text.replace(f" once per {span}", "").replace(f", once per {span}", "")
    return text


def choice_key(ability: Ability) -> str:
    """Of an ability that is one of several."""
    return ONE + (ability.called or ability.text.partition(":")[2].strip())


def holds(one: Condition, ability: Ability, scene: Scene, shoots: bool) -> bool:
    """True if it holds, or hangs on the attack itself."""
    if one.kind in LATE:
        return True
    other = scene.side(not shoots).unit.value
    if one.kind == "against":
        return other.is_a(*one.words)
    if one.kind == "not against":
        return not other.is_a(*one.words)
    if one.kind == "half range":
        return scene.near
    if one.kind == "within":
        return scene.far <= one.number
    if one.kind == "beyond":
        return scene.far > one.number
    return scene.hopeful or key_of(one, ability, shoots) in scene.true


def counts(ability: Ability, scene: Scene, shoots: bool) -> bool:
    return not ability.when or all(holds(one, ability, scene, shoots) for one in ability.when)


def holds_here(one: Condition, facts: Facts) -> bool:
    """Of a condition of the attack itself (EFF-11, EFF-13)."""
    if one.kind == "greater":
        return facts.attack and facts.strength > facts.toughness
    if one.kind == "less":
        return facts.attack and facts.strength < facts.toughness
    if one.kind == "equal":
        return facts.attack and facts.strength == facts.toughness
    if one.kind in ("attack", "not attack"):
        return any(_is(word, facts) for word in one.words) == (one.kind == "attack")
    return True


def _all_hold(ability: Ability, facts: Facts) -> bool:
    return all(holds_here(one, facts) for one in ability.when)


def _is(word: str, facts: Facts) -> bool:
    what, _, rest = word.partition(" ")
    if not facts.attack:
        return {"psychic": facts.psychic, "mortal": facts.mortal}.get(what, False)
    if what == "damage":
        return facts.damage == int(rest)
    if what == "AP":
        return facts.ap == int(rest)
    if what == "S":
        number, side = int(rest.split()[0]), rest.split()[-1]
        return facts.strength <= number if side == "less" else facts.strength >= number
    return {"ranged": True, "psychic": facts.psychic, "mortal": facts.mortal}[what]


def told(word: str, scene: Scene, shoots: bool) -> bool:
    """True if the other unit is ``marked``, or this one ``lent`` something; a battle knows of which of them it is."""
    return scene.hopeful or word in scene.true or key_of_one(word, shoots) in scene.true


def key_of_one(word: str, shoots: bool) -> str:
    return f"{word} {THE_SHOOTER if shoots else THE_TARGET}"
