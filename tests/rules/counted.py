"""What rolls count as where luck is told, by edition and what stands before the colon of their key."""

COUNTED = {
    "7e": {
        "hit": "hits", "hit again": "hits", "master-crafted": "hits",
        "wound": "wounds",
        "penetrate": "penetration rolls", "haywire": "penetration rolls",
        "save": "saves", "feel no pain": "saves", "reanimation protocols": "saves", "gets hot": "saves",
        "gets hot, feel no pain": "saves",
    },
    "2e": {"hit": "hits", "hit again": "hits", "wound": "wounds", "save": "saves", "field": "saves"},
    "10e": {
        "hit": "hits", "one hit again": "hits", "wound": "wounds", "one wound again": "wounds", "save": "saves",
        "feel no pain": "saves",
    },
    "rh": {"hit": "hits", "again": "hits", "save": "saves"},
}  # fmt: skip
