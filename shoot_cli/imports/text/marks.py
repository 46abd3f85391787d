"""Words that are no names of anybody's models or weapons: sections, sizes of battles, who leads, who wrote it.

In the languages that the official app and New Recruit write; all compared case-folded.
"""

from __future__ import annotations

import re

from shoot_cli.imports.text.amounts import priced
from shoot_cli.imports.text.lists import BODYGUARD, LEADER, SUPPORT

SECTIONS = frozenset({
    "characters", "character", "epic hero", "epic heroes", "battleline", "infantry", "mounted", "beast", "beasts",
    "vehicle", "vehicles", "monster", "monsters", "dedicated transport", "dedicated transports", "transports",
    "other datasheets", "other", "allied units", "allies", "fortification", "fortifications", "swarm", "swarms",
    "aircraft", "lords of war", "lord of war", "titanic", "drone", "drones", "configuration", "attached units",
    "reference", "units", "army roster", "primarch", "warlord titan",
    "personnages", "personnage", "ligne", "infanterie", "véhicules", "véhicule", "bêtes", "monstres",
    "transports assignés", "transport assigné", "autres fiches techniques", "autres fiches", "autre", "unités alliées",
    "unités attachées", "montés", "monté", "héros épiques", "héros épique", "essaims",
    "charaktere", "charakter", "kampflinie", "angeschlossene transporter", "zugewiesene transporter",
    "andere datenblätter", "weitere datenblätter", "verbündete einheiten", "angeschlossene einheiten",
})  # fmt: skip
ALLIANCES = frozenset({"chaos", "imperium", "xenos", "aeldari", "tyranids"})  # what a faction may begin with
SIZES = re.compile(
    r"(?:battle ?size ?:? ?)?(?:\d\. ?)?(?:combat patrol|incursion|strike ?force|onslaught|apocalypse|"
    r"force de frappe|patrouille|assaut|einsatzkommando|überfall|ansturm)(?= ?[(\[\d]|$)",
    re.IGNORECASE,
)
FOOTERS = re.compile(
    r"(?:exported (?:with|from|by)|exporté |exportiert |created with|made with|generated (?:with|by)|end of roster|"
    r"https?://|url *:)",
    re.IGNORECASE,
)
WARLORD = frozenset({"warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra"})
ENHANCEMENT = re.compile(
    r"(?:enhancements?|enh|e|optimisations?|améliorations?|verbesserung(?:en)?|mejoras?|potenziament[oi]) ?: ?",
    re.IGNORECASE,
)
UPGRADE = re.compile(r" ?\((?:upgrade|amélioration|optimisation)\)$", re.IGNORECASE)
ATTACHED_AS = re.compile(r"(?:attached as|attachée? en tant que|angeschlossen als) ?:? ?", re.IGNORECASE)
BLOCK = re.compile(
    r"(?:(?:attached units )?attached unit (\d{1,3})|unité (\d{1,3}) attachée|unité attachée (\d{1,3})|"
    r"angeschlossene einheit (\d{1,3})) ?:?$",
    re.IGNORECASE,
)
ROLES = {
    "leader": LEADER, "meneur": LEADER, "anführer": LEADER, "support": SUPPORT, "soutien": SUPPORT,
    "unterstützung": SUPPORT, "bodyguard": BODYGUARD, "gardes du corps": BODYGUARD, "garde du corps": BODYGUARD,
    "leibwächter": BODYGUARD, "leibwache": BODYGUARD,
}  # fmt: skip
# "Leading Boyz[2]" of whoever leads, "Attached to Warboss" of those who are led; one or both lines may be there
LEADING = re.compile(r"(leading|supporting) (?=\S)|attachment: ?(leader|support) ?-> ?", re.IGNORECASE)
LED_BY = re.compile(r"attached to (?=\S)", re.IGNORECASE)
PLACE = re.compile(r" ?[\[(](\d{1,3})[\])]$")
DISPOSITION = re.compile(r"(?:force )?dispositions?(?: des forces)? ?:", re.IGNORECASE)
DISPOSITIONS = frozenset({"disruption", "priority assets", "purge the foe", "reconnaissance", "take and hold"})
DETACHMENT = re.compile(r"(?:army )?d[eé]tachments?(?: choice| used)? ?: ?|détachements? ?: ?", re.IGNORECASE)
DETACHMENT_POINTS = re.compile(
    r" ?\( ?\d{0,2} ?(?:detachment points?|points? de détachement|detachementpoints?|dp|pd) ?\)", re.IGNORECASE
)
LABELS = re.compile(  # a word of rules and what was chosen for it: no models with what they carry
    r"(?:mark of chaos|daemonic allegiance|[^:]{0,40}keywords?|house|chapter|legion|invulnerable save[^:]{0,20}) ?: ",
    re.IGNORECASE,
)


def is_section(text: str) -> bool:
    """A heading of units: ``BATTLELINE``, ``Epic Hero:``; any words in capitals alone that nothing is counted in.

    Some say what their units cost together: ``Battleline [110 pts]``.
    """
    cost = priced(text)
    words = (cost.name if cost and not cost.rest else text).rstrip(" :").strip("+- =").casefold()
    if words in SECTIONS or (text[:2] in ("+ ", "++") and text[-1] == "+" and words):
        return True
    return (
        not cost and text.isupper() and len(text) > 3 and not any(one.isdecimal() for one in text) and "," not in text
    )


def role_of(words: str) -> str:
    """``Leader (Character)`` is a leader; "" if it is a role that nobody knows."""
    said = words.partition("(")[0].strip().casefold()
    return next((role for word, role in ROLES.items() if said.startswith(word)), "")
