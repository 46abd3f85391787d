"""The end of a phase and of a battle, drawn or in words. Nothing is asked here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.asked.scene import FIRST, MARKS, SECOND, ModelBar
from shoot_cli.battle.command_points import spent_words
from shoot_cli.battle.summaries import AGAINST_ODDS, ArmyEnd, BattleEnd, Loss, PhaseEnd
from shoot_cli.engine.names import visible
from shoot_cli.ui import styles
from shoot_cli.ui.block import bar_of_words, large, whose

SIDES = (FIRST, SECOND)
MOST = 10  # units shown for a phase


def models(n: int, noun: str) -> str:
    """Return `1 model`, `7 models`. `noun` is the plural."""
    return f"{n} {noun.removesuffix('s') if n == 1 else noun}"


def phase_title(end: PhaseEnd, noun: str, slain: str) -> str:
    """Return the losses of the other army. In a phase of both armies, return all losses."""
    n, own = (sum(end.fell), 0) if end.army is None else (end.fell[1 - end.army], end.fell[end.army])
    if not n:
        return f"no enemy {slain}, {own} of their own lost" if own else f"nobody {slain}"
    return f"{models(n, noun)} {slain}" + (f", {own} of their own lost" if own else "")


def phase_lines(end: PhaseEnd, noun: str, slain: str, width: int) -> list[Text]:
    """Return the bar of the army that shot, and a line for each unit with losses."""
    side = "" if end.army is None else SIDES[end.army]
    who = "" if end.army is None else whose(side, end.armies[end.army])
    words = f"TURN {end.turn}: {phase_title(end, noun, slain)}"
    lines = [styles.styled_line(), *bar_of_words(side or "here", words, who, width)]
    shown = sorted(end.losses, key=lambda loss: -loss.fell)[:MOST]
    several = len({loss.army for loss in shown}) > 1
    lines += styles.kind_lines([row_of(loss, several) for loss in shown], width)
    more = len(end.losses) - len(shown)
    return [
        *lines,
        *([styles.styled_line((f"  and {models(more, 'units')} more", "past"))] if more else []),
        styles.styled_line(),
    ]


def row_of(loss: Loss, marked: bool) -> ModelBar:
    row = loss.now
    name = f"{MARKS[SIDES[loss.army]]} {row.name}" if marked else row.name
    notes = [part for part in (row.hurt, *loss.marks) if part]
    return ModelBar(name, row.models_left, loss.fell, row.models_start - row.models_left - loss.fell, "; ".join(notes))


def phase_words(end: PhaseEnd, noun: str, slain: str) -> list[str]:
    """Return the phase in words to read aloud."""
    who = "both sides" if end.army is None else end.armies[end.army]
    lines = [f"Turn {end.turn}, {who}: {phase_title(end, noun, slain)}."]
    for loss in end.losses:
        lines.append(f"  {loss_words(loss, slain)}")
    return lines


def loss_words(loss: Loss, slain: str) -> str:
    """Return `Shoota Boyz: 7 slain, 13 of 20 left`."""
    row = loss.now
    fell = f"{loss.fell} {slain}, " if loss.fell else ""
    notes = "".join(f"; {part}" for part in (row.wounds_note, *loss.marks) if part)
    return f"{row.name}: {fell}{row.models_left} of {row.models_start} left{notes}"


def battle_lines(
    end: BattleEnd, title: str, clocks: Mapping[str, str], width: int, foot: str = "", rows: int = 0
) -> list[Text]:
    """Return the numbers of slain models in large digits, the rest of both armies, and highlights.

    `clocks` are times by army. `foot` is a dim line at the end. If `rows` is given, empty lines and then `foot` are
    left out until it fits.
    """
    half = width // 2
    rooms = (half, width - half)
    wide = width > styles.ROOMY

    def row(*words: str) -> Text:
        cells = [centred(styles.shortened(text, room - 2), room) for text, room in zip(words, rooms, strict=True)]
        return styles.styled_line(*((cell, side) for cell, side in zip(cells, SIDES, strict=True)))

    a, b = end.armies
    air = [row("", "")] if wide else []
    body = [*air, row(*(whose(side, army.name) for side, army in zip(SIDES, end.armies, strict=True))), row("", "")]
    body += [row(*pair) for pair in zip(large(str(a.enemies_killed)), large(str(b.enemies_killed)), strict=True)]
    noun = f"enemy {end.models}" if wide else end.models
    body += [
        row(*(f"{models(army.enemies_killed, noun).partition(' ')[2]} {end.slain}" for army in end.armies)),
        *air,
        styles.styled_line(),
    ]
    cells = half - 8 if wide else half - 4
    bars = [styles.model_signs(army.left, 0, army.start - army.left, cells) for army in end.armies]
    body.append(
        styles.styled_line(*(part for bar, room in zip(bars, rooms, strict=True) for part in beside(bar, room)))
    )
    facts = [[f"{army.left} of {army.start} left", *facts_of(army, clocks, end, wide)] for army in end.armies]
    for place in range(max(map(len, facts))):
        words = [found[place] if place < len(found) else "" for found in facts]
        fits = [
            text if cell_len(text) < room else text.removesuffix(" attacks")
            for text, room in zip(words, rooms, strict=True)
        ]
        shown = [centred(styles.shortened(text, room - 1), room) for text, room in zip(fits, rooms, strict=True)]
        body.append(styles.styled_line(*((cell, "strong" if not place else "") for cell in shown)))
    body.append(styles.styled_line())
    for moment in end.highlights:
        text = f"{MARKS[SIDES[moment.army]]} {moment.text}"
        head = f"{moment.title.upper():<18}" if wide else moment.title.upper()
        indent = len(head) + 2 if wide else 2
        first, *more = styles.wrapped(styles.styled_line(text), width - indent - 1)
        body += [styles.styled_line("  ", (head, "past"), first if wide else "")]
        body += [styles.styled_line(" " * indent, line) for line in (more if wide else [first, *more])]
    body += points_lines(end, width)
    turns = f"{end.turns} turn{'s' * (end.turns != 1)}"
    right = f"{styles.shortened(title, 30)} · {turns}" if wide and title else turns
    feet = styles.indented(styles.styled_line((foot, "past")), width) if foot else [styles.styled_line()]
    over = 1 + len(body) + len(feet) - rows if rows else 0
    if over > 0:
        empty = [at for at, line in enumerate(body) if not line.plain.strip()]
        gone = set(empty[::-1][:over])
        body, feet = [line for at, line in enumerate(body) if at not in gone], feet if len(gone) == over else []
    *more, below = feet or [styles.styled_line()]
    return styles.full_screen("The battle is over.", right, [*body, *more], below, width)


SPENT = "command points spent"


def points_lines(end: BattleEnd, width: int) -> list[Text]:
    """Return what both armies spent command points on, in as many words as fit; [] if they were not counted."""
    spent = [army.spent for army in end.armies if army.spent is not None]
    if not spent:
        return []
    wide = width > styles.ROOMY
    head = ("  ", (f"{SPENT.upper()}  ", "past"))
    for most in range(max(map(len, spent)), -1, -1):
        both = [f"{MARKS[side]} {spent_words(own, most)}" for side, own in zip(SIDES, spent, strict=True)]
        if wide and cell_len("   ".join(both)) + len(SPENT) + 5 <= width:
            return [styles.styled_line(*head, "   ".join(both))]
        if not wide and max(map(cell_len, both)) + 3 <= width:
            return [styles.styled_line(*head), *(styles.styled_line("  ", words) for words in both)]
    return []


def centred(words: str, room: int) -> str:
    """Return the words in the middle of `room` columns."""
    left = max(0, room - cell_len(words)) // 2
    return " " * left + words + " " * max(0, room - left - cell_len(words))


def beside(bar: Text, room: int) -> tuple[str | Text, ...]:
    left = max(0, room - bar.cell_len) // 2
    return " " * left, bar, " " * max(0, room - left - bar.cell_len)


def facts_of(army: ArmyEnd, clocks: Mapping[str, str], end: BattleEnd, wide: bool) -> Iterator[str]:
    """Yield losses without an enemy attack, dice and clock, luck."""
    if army.otherwise:
        by_shooting = army.start - army.left - army.otherwise - army.own + army.back
        otherwise = f"otherwise lost {army.otherwise}"
        yield f"{end.slain} by shooting {by_shooting}, {otherwise}" if wide else otherwise
    if army.back:
        yield f"{army.back} came back"
    if army.own:
        yield f"{army.own} lost in their own attacks" if wide else f"{army.own} in own attacks"
    dice = "1 die" if army.dice == 1 else f"{army.dice} dice"
    clock = clocks.get(army.name, "")
    yield f"{dice}{f', {clock} on the clock' if clock and wide else f', {clock}' if clock else ''}"
    if luck := luck_words(army, end.slain):
        yield luck if wide else luck.replace(f" {end.slain}", "").replace(" than expected", "")


def luck_words(army: ArmyEnd, slain: str) -> str:
    """Return `1.8 slain more than expected`, or "" if it is unknown."""
    if army.luck is None:
        return ""
    counted, of = army.counted
    as_expected = abs(army.luck) < 0.05
    than = "as expected" if as_expected else f"{'more' if army.luck > 0 else 'fewer'} than expected"
    if counted < of:  # some attacks could not be computed
        return f"{'just ' if as_expected else f'{abs(army.luck):.1f} '}{than} in {counted} of {of} attacks"
    return f"{slain} just {than}" if as_expected else f"{abs(army.luck):.1f} {slain} {than}"


def killed_words(army: ArmyEnd, end: BattleEnd) -> str:
    """Return what stands behind the number of slain enemies: `enemy models slain`."""
    return f"{models(army.enemies_killed, f'enemy {end.models}').partition(' ')[2]} {end.slain}"


def told_moments(end: BattleEnd, army: int) -> list[str]:
    """Return the highlights of an army that tell no chance: `Best attack: 7 slain: Squad at Mob`."""
    own = [one for one in end.highlights if one.army == army and one.title != AGAINST_ODDS]
    return [f"{one.title.capitalize()}: {one.text}" for one in own]


def battle_words(end: BattleEnd, clocks: Mapping[str, str]) -> list[str]:
    """Return the battle in words to read aloud."""
    lines = []
    for army in end.armies:
        facts = ", ".join(facts_of(army, clocks, end, True))
        enemy = f"{army.enemies_killed} {killed_words(army, end)}"
        lines.append(f"{visible(army.name)}: {enemy}, {army.left} of {army.start} left, {facts}.")
    names = [visible(army.name) for army in end.armies]
    for army in end.armies:
        if army.spent is not None:
            lines.append(f"{visible(army.name)}: {SPENT}: {spent_words(army.spent)}.")
    return [*lines, *(f"{one.title.capitalize()}: {names[one.army]}, {one.text}." for one in end.highlights)]
