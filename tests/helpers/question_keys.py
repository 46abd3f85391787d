"""What questions are, by edition and what stands before the colon of their key."""

COUNTED = {  # rolls: what as, where luck is told
    "7e": {
        "hit": "hits", "hit again": "hits", "master-crafted": "hits",
        "wound": "wounds",
        "penetrate": "penetration rolls", "haywire": "penetration rolls",
        "save": "saves", "feel no pain": "saves", "reanimation protocols": "saves", "gets hot": "saves",
        "gets hot, feel no pain": "saves",
    },
    "2e": {"hit": "hits", "hit again": "hits", "wound": "wounds", "save": "saves", "field": "saves"},
    "10e": {
        "hit": "hits", "one hit again": "hits", "wound": "wounds", "one wound again": "wounds", "save": "saves", "one save again": "saves",
        "feel no pain": "saves",
    },
    "11e": {
        "hit": "hits", "one hit again": "hits", "wound": "wounds", "one wound again": "wounds", "save": "saves",
        "one save again": "saves", "feel no pain": "saves",
    },
    "rh": {"hit": "hits", "again": "hits", "save": "saves"},
}  # fmt: skip

STAGES = {  # where questions stand in the progress line, "" for nowhere; more are asked where more is fielded
    "7e": {
        "Nominate": {"unit"},
        "Target": {"distance", "jink", "ordnance", "speed", "target"},
        "Weapon": {"facts", "weapon"},
        "Hit": {"gets hot, vehicle", "hit", "hot", "scatter", "scatter distance", "under",
                "under each"},
        "Wound": {"penetrate", "wound"},
        "Allocate": {"go_to_ground", "look out sir", "marker"},
        "Save": {"damage table", "save"},
        "": {"battle_focus", "explosion", "first turn", "morale", "near", "since"},
    },
    "10e": {
        "Select": {"after", "shoots on death", "unit"},
        "Target": {"distance", "target"},
        "Weapons": {"facts", "reaction"},
        "Hit": {"attacks", "hit"},
        "Wound": {"wound"},
        "Allocate": {"allocate"},
        "Save": {"save"},
        "Damage": {"damage"},
        "": {"first turn", "if Foreseen Enemy target", "if Oath of Moment target", "since"},
    },
    "11e": {
        "Select": {"shooting", "unit"},
        "Target": {"distance", "target"},
        "Weapons": {"facts", "reaction"},
        "Hit": {"attacks", "hit"},
        "Wound": {"wound"},
        "Allocate": {"allocate", "precision"},
        "Save": {"save"},
        "Damage": {"damage", "feel no pain", "hazardous"},
        "": {"first turn", "if Trespasser Named target", "since"},
    },
    "2e": {
        "Nominate": {"overwatch", "unit"},
        "Target": {"target"},
        "Weapon": {"distance", "facts", "weapon"},
        "Hit": {"artillery", "hit", "splash", "splash each", "splashed", "sustained dice", "under", "under_missed", "whole"},
        "Wound": {"save", "wound"},
        "": {"break test", "first turn", "hive_mind", "since"},
    },
    "rh": {
        "Act": {"action", "action test", "does", "goes first", "shock left", "strategy", "unit"},
        "Target": {"target", "touched"},
        "Fire": {"facts", "suppressed"},
        "Hit": {"hit"},
        "Allocate": {"order"},
        "Save": {"save"},
        "Break": {"near", "rally"},
        "": {"since"},
    },
}  # fmt: skip
