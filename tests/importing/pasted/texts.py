"""Pasted lists that nobody plays, one for each shape: made up, in the forms that the programs write."""

from __future__ import annotations

APP_A = """Rim patrol (415 points)

Star Clans
Rim Wardens
Incursion (1000 points)
Lantern Watch (2 Detachment Points)
Force Dispositions: Hold the Line

Attached Units
Attached Unit 1

Warden Captain (95 points)
• Attached as: Leader (Character)
  • Warlord
  • 1x Beam sabre
    1x Storm pistol
  • Enhancement: Lamp of Dawn (Upgrade)

Warden Signaller (40 points)
• Attached as: Support (Character)
  • 1x Storm pistol

Wardens (90 points)
• Attached as: Bodyguard (Battleline)
  • 1x Warden Sergeant
    • 1x Beam sabre
      1x Storm pistol
  • 4x Warden
    • 3x Beam rifle
      1x Heavy beamer


BATTLELINE

Wardens (90 points)
  • 1x Warden Sergeant
    • 1x Beam sabre
      1x Storm pistol
  • 4x Warden
    • 4x Beam rifle


OTHER DATASHEETS

Crawler (100 points)
  • 1x Armoured tracks
    2x Storm cannon

Exported with App Version: v2.0.0 (121), Data Version: v867
"""

APP_B = """Rim patrol (1,215 Points)

Star Clans
Rim Wardens
Lantern Watch
Strike Force (2,000 Points)

CHARACTERS

Warden Captain (95 Points)
  • Warlord
  • 1x Beam sabre
  • 1x Storm pistol
  • Enhancements: Lamp of Dawn

OTHER DATASHEETS

Wardens (1,120 Points)
  • 1x Standard
  • 1x Warden Sergeant
     ◦ 1x Beam sabre
     • Warlord
     ◦ 1x Storm pistol
  • 4x Warden
     ◦ 3x Beam rifle
     ◦ 1x Heavy beamer

Exported with App Version: v1.34.0 (1), Data Version: v620
"""

FRENCH = """Garde (185 points)

Clans de l’Étoile
Force de Frappe (2000 points)
Veille des Lanternes (3 Points de Détachement)
Dispositions des Forces : Tenez la Ligne

Unités Attachées
Unité 1 Attachée

Warden Captain (95 points)
• Attachée en tant que : Meneur (Personnage)
  • Seigneur de Guerre
  • 1x Beam sabre
    1x Storm pistol
  • Optimisation : Lampe de l’Aube

Wardens (90 points)
• Attachée en tant que : Gardes du Corps
  • 1x Warden Sergeant
    • 1x Storm pistol
  • 4x Warden
    • 4x Beam rifle

Exporté avec la Version de l'Appli : v2.0.0 (121), Version de Données : v867
"""

TOURNAMENT = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Rim - Star Clans
+ DETACHMENT: Lantern\u00a0Watch (Steady Hands)
+ TOTAL ARMY POINTS: 530pts
+
+ WARLORD: Char2: Warden Captain
+ ENHANCEMENT: Lamp of Dawn (on Char2: Warden Captain)
& Keen Lens (on Char1: Warden Captain)
+ NUMBER OF UNITS: 6
+++++++++++++++++++++++++++++++++++++++++++++++

Char2: 1x Warden Captain (95 pts): Warlord, Beam sabre, 2x Storm pistol
Enhancement: Lamp of Dawn (+15 pts)
Leading Wardens[2]
Char1: 1x Warden Captain (80 pts): Keen Lens, Beam sabre

5x Wardens (90 pts)
• 4x Warden
    3 with Beam rifle, 2x Grenade
    1 with Heavy beamer
• 1x Warden Sergeant: Beam sabre, Storm pistol
5x Wardens (90 pts)
• 5x Warden: 4 with Beam rifle, 1 with Heavy beamer
Attached to Warden Captain
3x Rim Hounds (75 pts): Handler's whip, 2 with Fangs, 1 with Iron
fangs
1x Crawler (100 pts): Storm cannon, Armoured tracks, Storm cannon
"""

WTC_FULL = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Rim - Star Clans
+ DETACHMENT: Lantern Watch
+ TOTAL ARMY POINTS: 285pts
+++++++++++++++++++++++++++++++++++++++++++++++

CHARACTER

Char1: 1x Warden Captain (95 pts)
1 with Beam sabre, 2x Storm pistol
  • Warlord
Enhancement: Lamp of Dawn (+15 pts)

BATTLELINE

5x Wardens (90 pts)
• 1x Warden Sergeant
    1 with Beam sabre
      • Standard, Lamp
• 4x Warden
    3 with Beam rifle
    1 with Heavy beamer

OTHER DATASHEETS

1x Crawler (100 pts)
1 with Armoured tracks, 2x Storm cannon
"""

GW = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Rim - Star Clans
+ DETACHMENT: Lantern Watch
+ TOTAL ARMY POINTS: 375pts
+
+ WARLORD: Char1: Warden Captain
+++++++++++++++++++++++++++++++++++++++++++++++

CHARACTER

1x Warden Captain (95 pts)
• 1x Beam sabre
• Warlord
• Lamp of Dawn (+15 pts)

BATTLELINE

5x Wardens (90 pts)
• 1x Warden Sergeant
    • 1x Storm pistol
• 4x Warden
    • 3x Beam rifle
    • 1x Heavy beamer
    • Standard

OTHER DATASHEETS

3x Rim Guard (90 pts)
• 3x Beam lance and beam shield
    • 3x Beam lance
    • 3x Beam shield

1x Crawler (100 pts)
• 1x Armoured tracks
• 1x Storm cannon
• 1x Storm cannon
"""

SIMPLE = """Rim - Star Clans - Watchers - [495 pts, 3 Lamps]

# ++ Army Roster ++ [495 pts, 3 Lamps]
## Configuration
Battle Size: Strike Force (2000 Point limit)
Lamps of the Rim
Detachment: Lantern Watch
Show/Hide Options

## Character [110 pts]
Warden Captain [110 pts]: Warlord, Lamp of Dawn [15 pts], Beam sabre

## Battleline [185 pts]
Wardens [185 pts]:
• 1x Warden Sergeant: Beam sabre, Storm pistol
  3 beam rifles, 1 heavy beamer
• 3x Warden: Beam rifle, 2x Grenade
• 1x Warden w/ heavy beamer: Heavy beamer

## Vehicle [200 pts]
Crawler [200 pts]: Armoured tracks, 2 storm cannons (2x Storm cannon), Lance and claws (Beam lance, Crawler claws)
"""

LIST_FORGE = """Watch - the second - Star Clans - Lantern Watch (375 Points)


Epic Hero:
Warden Captain (95 pts)
  • Beam sabre
  • E: Lamp of Dawn
  • Warlord


Infantry:
Wardens (180 pts)
  • Warden Sergeant
    • Beam sabre
  • B: 1 heavy beamer, 3 beam rifles
    • Warden w/ heavy beamer
      • Heavy beamer
    • 3x Warden
      • 3x Beam rifle
  • Standard


Vehicle:
Crawler (100 pts)
  • 2 storm cannons
    • 2x Storm cannon
  • Lance and claws
    • Beam lance
    • Crawler claws
"""

WAR_ORGAN = """Watchers [375 points]
Star Clans
Battle Size: Strike Force (2000 point limit)

Detachments: Lantern Watch, Long Night

Warden Captain [95 points]
\t• Warlord
\t• Beam sabre and Lamp of dawn [+15 points]

Wardens [180 points]
\t• 1 Warden Sergeant with Beam sabre and Storm pistol
\t• 3 Wardens with Beam rifle, 2 Grenades and Lamp, lens and shade
\t• 1 Wardens with jump pack with Heavy beamer and smaller beamer

Crawler [100 points]
\t• 2 Storm cannons, Armoured tracks and Beam lance

Created with WarOrgan (https://warorgan.com)
"""

TEAM = """Watchers of the Rim

++++++++++++++++++++++++++++++++++++++++++++
Player Name: A. Nother
Team Name: None
List Name: Team patrol
Factions Used: Rim, Star Clans
Army Points: 375
Army Enhancements (list on which model): Lamp of Dawn (on Warden Captain), Keen Lens, ground by hand (on Crawler)
Detachment Rule: Lantern Watch
Interactive List Link: https://example.org/list/1
++++++++++++++++++++++++++++++++++++++++++++

CHARACTERS:
Warden Captain (95 pts)
• Beam sabre
• Enhancement: Lamp of Dawn
• Warlord

ATTACHED UNITS:
Signaller + Wardens (185 pts)
Signaller (40 pts)
• Storm pistol

Wardens (140 pts)
• Warden Sergeant
• Beam sabre
• 4x Warden
• 4x Beam rifle

OTHER DATASHEETS:
Crawler (100 pts)
THE OLD LADY
• 2x Storm cannon
• Keen Lens, ground by hand
"""

ROWS = """Two patrols (300 points)

Captain + Signaller + 5x Wardens
Enhancement: Lamp of Dawn (Upgrade)
10x Spores
Crawler
5x Wardens

Exported from listhammer.info
"""

SHAPES = {
    "app A": APP_A, "app B": APP_B, "French": FRENCH, "tournament": TOURNAMENT, "WTC full": WTC_FULL, "GW": GW,
    "simple": SIMPLE, "ListForge": LIST_FORGE, "WarOrgan": WAR_ORGAN, "team": TEAM,
}  # fmt: skip
