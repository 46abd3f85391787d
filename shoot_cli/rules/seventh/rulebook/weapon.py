"""7E-WPN: which weapon fires, and how often."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import (
    DATA,
    DIGEST,
    EASY_LIST,
    EXTRACT,
    HOUSE_RULES,
    NOTES,
    PRACTICE,
    QUICK_REFERENCE,
    RELATED,
    SCRIPT,
    SITE,
    WIKI,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = section(
    "Selecting and firing a weapon",
    Rule(
        id="7E-WPN-1",
        title="One weapon name at a time",
        text="Pick a weapon name the unit has not fired this phase; every able model carrying it may fire it now, and "
        "these shots are simultaneous however the dice are rolled. That name is resolved down to the last casualty "
        "before another name is picked.",
        example="A squad fires its eight boltguns, removes the dead, then fires the plasma gun, removes the dead, then "
        "the missile launcher.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-WPN-2",
        title="Modes and ammunition",
        text="Each mode or kind of ammunition is a weapon name of its own. By default a model that fires one mode has "
        "used up the weapon for this phase.",
        example="Two missile launchers, one loaded with frag and the other with krak, take two separate steps.",
        source=sources(EXTRACT, reading("mode_uses_weapon", "one mode uses up the weapon")),
    ),
    Rule(
        id="7E-WPN-3",
        title="Declining to fire",
        text="A model may decline to fire the picked weapon, but says so before any To Hit die of that name is rolled. "
        "It cannot fire that name later in the phase; another name is still open to it.",
        example="One of eight Marines keeps his boltgun silent: seven fire, and he may throw a krak grenade later.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-WPN-4",
        title="Weapons per model",
        text="A model fires one weapon a phase; a Monstrous Creature two at the same target, a model with two pistols "
        "both (Gunslinger), vehicles as in 7E-WPN-22, and some wargear adds one. Weapons of the same name that one "
        "model may fire go off together in one step. A unit throws no more than one grenade in a Shooting phase.",
        example="A Carnifex with two twin-linked devourers (Assault 6 each) fires 12 shots in a single step.",
        source=sources(EXTRACT, EASY_LIST, HOUSE_RULES, DATA, f"{PRACTICE} (two pistols)"),
    ),
    Rule(
        id="7E-WPN-5",
        title="Which models may fire",
        text="A model fires the picked weapon if at least one model of the target is both visible to it and within the "
        "weapon's range of it. Sight of one enemy and range to another are not enough.",
        example='Of five Orks with 12" pistols four see a Marine within 12"; only hidden Marines are that near to the '
        "fifth. Four shots.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-WPN-6",
        title="Checking again for each name",
        text="Range and sight are checked afresh before every further weapon name, because casualties change both. "
        "Which weapon goes first therefore matters: short ranges are safest early.",
        example='The flamer burns the three nearest Orks, and then nobody is left within 12" for the meltagun.',
        source=EXTRACT,
    ),
    Rule(
        id="7E-WPN-7",
        title="Movement counts per model",
        text="Whether a weapon counts as moved depends on its own bearer alone; one unit may mix models that moved "
        "with models that did not.",
        example="Only the Sergeant walked: his four Devastators fire their heavy weapons at full Ballistic Skill.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-WPN-8",
        title="Assault weapons",
        text="Assault X fires X shots, moved or not, and its bearer may charge afterwards.",
        example="A storm bolter (Assault 2) in the hands of a BS4 model that moved: two dice at 3+, 4/3 hits on "
        "average.",
        source=DIGEST,
    ),
    Rule(
        id="7E-WPN-9",
        title="Rapid Fire weapons",
        text="A Rapid Fire weapon fires 2 shots if the nearest model of the target visible to its bearer is within "
        "half range (exactly half counts), otherwise 1 shot up to full range. Each firer is judged alone, movement "
        "makes no difference, and the bearer cannot charge this turn.",
        example='Ten boltguns (24"): six have a Marine within 12", four only within 24". That is 6 x 2 + 4 = 16 shots.',
        source=DIGEST,
    ),
    Rule(
        id="7E-WPN-10",
        title="Heavy weapons",
        text="Heavy X fires X shots at full Ballistic Skill if its bearer stood still or counts as stationary, and X "
        "Snap Shots if it moved, which rules out Heavy Blast and Template weapons then. The bearer cannot charge this "
        "turn. Vehicles follow 7E-WPN-22.",
        example="A Marine who moved with a plasma cannon (Heavy 1, Blast) does not fire it at all.",
        source=sources(DIGEST, DATA),
    ),
    Rule(
        id="7E-WPN-11",
        title="Salvo weapons",
        text="Salvo X/Y fires Y shots up to full range if its bearer stood still or counts as stationary; if it moved, "
        "X shots and only at targets within half range. The bearer cannot charge this turn.",
        example='A grav-gun (18", Salvo 2/3) after moving: 2 shots at 9", none at 10". Without moving: 3 shots at 10".',
        source=sources(HOUSE_RULES, DATA),
    ),
    Rule(
        id="7E-WPN-12",
        title="Pistols",
        text="A Pistol fires one shot like an Assault 1 weapon, up to the range on its profile, mostly 12 inches.",
        example='A bolt pistol fires at a Boy 12" away and cannot reach one at 12.5".',
        source=PRACTICE,
    ),
    Rule(
        id="7E-WPN-13",
        title="Blast",
        text='A Blast weapon places a 3" marker instead of rolling To Hit, as in the chart, and never fires as a Snap '
        "Shot. A right to re-roll To Hit (twin-linked and the like) may be used once, on the scatter die and the 2D6 "
        "together.",
        example='BS4, an arrow and a 7 on 2D6: the marker moves 3". It stays where it was put with probability 4/9.',
        source=SCRIPT,
        chart=(
            ("step", "what happens"),
            ("1 Gets Hot", "if the weapon has it, roll as in 7E-HIT-11; on a 1 there is no shot"),
            (
                "2 place",
                "hole over a visible target model (vehicle: the hull) in range; no friendly base or hull touched",
            ),
            ("3 scatter", 'scatter die and 2D6; "Hit!" (2 of 6): stays; arrow: 2D6 minus BS inches, at least 0'),
            ("4 off the table", "if the hole leaves the table the shot is lost"),
            ("5 hits", "1 per model even partly covered, friend or foe, seen or not, in range or not, even locked"),
        ),
    ),
    Rule(
        id="7E-WPN-14",
        title="Larger markers and several Blasts",
        text='A Large Blast is 5" across, a Massive 7" and an Apocalyptic 10"; all follow the Blast rules. A unit with '
        "several Blast shots places and scatters them one by one, adds up the hits on each unit and only then rolls To "
        "Wound.",
        example="Three frag missiles end over 4, 2 and 0 models of a mob: 6 hits, so 6 dice To Wound.",
        source=SCRIPT,
    ),
    Rule(
        id="7E-WPN-15",
        title="Barrage",
        text="A Barrage weapon is a Blast that may also fire at an unseen target; the chart says what differs. The "
        "closest model, allocation and cover are judged as if the shot came from the centre of the marker (with "
        "several shots, that of the first marker), and vehicles are struck on their side armour. By default Barrage "
        "does not cause Pinning.",
        example='Unseen target, an arrow and a 9 on 2D6: 9" off whatever the BS. It stays put one time in three.',
        source=sources(SCRIPT, reading("barrage_pinning", "Pinning")),
        chart=(
            ("case", "procedure"),
            ("target unseen", 'must be beyond minimum range; BS is not subtracted: full 2D6 unless "Hit!"'),
            ("target seen", "may be fired directly: BS is subtracted, and minimum range does not matter"),
            ("several shots", "that of the weapon nearest to the target is placed first, as above"),
            ("each further shot, arrow", "scatter die only: the marker touches the first one in that direction"),
            ('each further shot, "Hit!"', "the firer places it touching any marker of the group"),
        ),
    ),
    Rule(
        id="7E-WPN-16",
        title="Template",
        text="A Template weapon rolls no To Hit dice: its narrow end touches the bearer's base, it must cover as many "
        "target models as possible and no friend, and every model even partly beneath it takes a hit. It ignores "
        "cover, never hits its bearer, never fires as a Snap Shot, and a bearer that reaches no target model does not "
        "fire.",
        example="A flamer laid over five Orks: 5 hits at S4 AP5, each wounding T4 on 4+.",
        source=sources(SCRIPT, DATA),
        chart=(
            ("case", "what differs"),
            ("Torrent", 'narrow end anywhere within 12", wide end no nearer to the bearer than the narrow one'),
            ("several templates", "hits are added up before rolling To Wound"),
            ("twin-linked", "re-roll failed To Wound or armour penetration dice instead"),
            ("open-topped transport", "its passengers take D6 hits too, with Random Allocation"),
        ),
    ),
    Rule(
        id="7E-WPN-17",
        title="Combi-weapons and One Use Only",
        text="The second barrel of a combi-weapon fires once in the whole battle, and a model fires only one of its "
        "barrels in a phase. A One Use Only weapon is gone after firing.",
        example="An Ork who fires the rokkit of his kombi-rokkit does not fire its shoota this phase.",
        source=DATA,
    ),
    Rule(
        id="7E-WPN-18",
        title="Ordnance",
        text="On foot Ordnance cannot fire after moving (unless counting as stationary), is the bearer's only weapon "
        "this phase and stops its charge. A vehicle may fire it after moving, but all its other weapons are Snap Shots "
        "that turn; its owner announces Ordnance before its first weapon, otherwise it is closed. Ordnance never fires "
        "as a Snap Shot and penetrates with the higher of two dice.",
        example="A Leman Russ fires its battle cannon: the hull heavy bolter rolls 3 dice and needs 6s.",
        source=sources(
            HOUSE_RULES,
            "public newrecruit data",
            SITE,
            reading("ordnance_declared_first", "the announcement"),
        ),
    ),
    Rule(
        id="7E-WPN-19",
        title="Primary Weapon",
        text="Movement does not affect a Primary Weapon, and against vehicles it rolls two dice to penetrate and keeps "
        "the higher one. Super-heavy vehicles, which carry most of these weapons, and Destroyer weapons are not "
        "played.",
        example="S10 against AV14: glances with 7/36, penetrates with 5/9.",
        source=PRACTICE,
    ),
    Rule(
        id="7E-WPN-20",
        title="Random number of shots",
        text="A dice expression such as D3 or 2D6 in place of the shots is rolled when the weapon fires, by default "
        "once for each single weapon.",
        example="Five Lootas roll five D3 and fire 5 to 15 shots.",
        source=reading("random_shots"),
    ),
    Rule(
        id="7E-WPN-21",
        title="Relentless, Slow and Purposeful",
        text="These models count as stationary for Heavy, Salvo and Ordnance, and may charge after firing those or "
        "Rapid Fire. Relentless covers its own model and belongs to all Monstrous Creatures (flying ones too), Bikes, "
        "Jetbikes, Jet Pack units and vehicles (still limited by 7E-WPN-18 and 7E-WPN-22); Slow and Purposeful covers "
        "the unit of any model that has it.",
        example="A Terminator (BS4) walks and fires an assault cannon: 4 shots at 3+.",
        source=sources(
            DATA,
            f"{SITE} (Monstrous Creatures)",
            f"{NOTES} (vehicles)",
            f"{PRACTICE} (Bikes, Jetbikes, Jet Packs)",
        ),
    ),
    Rule(
        id="7E-WPN-22",
        title="How many weapons a vehicle fires",
        text="The chart gives the weapons at full Ballistic Skill by speed; the owner chooses them, and all others "
        "fire as Snap Shots or not at all if they cannot. After Ordnance every other weapon is a Snap Shot at any "
        "speed. Turning on the spot does not count as moving, and two weapons of one name share the same step even if "
        "only one has full BS.",
        example='A Predator (BS4) that moved 6" fires its autocannon at 3+ and the heavy bolters at 6; after 12" '
        "everything needs a 6.",
        source=sources(QUICK_REFERENCE, f"{RELATED} (Fast)", f"{SITE} (Heavy)", f"{DATA} (Machine Spirit)"),
        chart=(
            ("vehicle", "stationary", 'Combat Speed (to 6")', 'Cruising Speed (6 to 12")', "Flat Out or smoke"),
            ("ordinary", "all", "1", "0", "no shooting"),
            ("Fast", "all", "all", "2", "no shooting"),
            ("Heavy", "all, always counts as stationary", "all", "not possible", "not possible"),
            ("Walker", "all, even after moving", "all", "not possible", "not possible, but may Run"),
            ("Power of the Machine Spirit", "1 more", "1 more", "1 more", "no shooting"),
            ("Flyer, Zooming (7E-FLY-2)", "not possible", '4 (to 18")', '4 (to 36")', "no shooting"),
            ("Flyer, Hovering", "as Fast", "as Fast", "as Fast", "no shooting"),
        ),
    ),
    Rule(
        id="7E-WPN-23",
        title="Fire Points",
        text="Normally one passenger per Fire Point may shoot, with range and sight taken from the point; an "
        "open-topped vehicle lets every passenger fire from any point of its hull. Passengers may choose another "
        "target than their vehicle, count as moved after Combat Speed, and fire Snap Shots after Cruising Speed.",
        example='From a Rhino two passengers fire. After 6" their plasma gun is unhindered and their lascannon needs '
        'a 6; after 12" both need a 6.',
        source=sources(WIKI, HOUSE_RULES),
    ),
    Rule(
        id="7E-WPN-24",
        title="How far templates reach",
        text="A Template reaches about 8 inches, and one with Torrent 12 inches (or the number in its brackets) more: "
        "whose nearest model stands farther away cannot be hit by it. They have no half range, so a Template with "
        "Melta is asked for it. At the table the players see whom it covers.",
        example='A flamer is no use at 20". A Torrent heavy flamer reaches 20", but not 20.5".',
        source=sources(f"{DATA} (Torrent)", reading("template_reach", "8 inches")),
    ),
)
