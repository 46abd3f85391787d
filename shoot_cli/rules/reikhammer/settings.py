"""Lines of the rules that can be read in more than one way, each with its choices; the first value is ours."""

from __future__ import annotations

from shoot_cli.core.ruleset import Setting

SETTINGS = (
    Setting("shock_per_failed_save", ("false", "true"), "RH-SHOCK-2", "each failed save gives Shock as well"),
    Setting("shock_on_fire", ("per_formation", "per_unit"), "RH-SHOCK-1", "who gains Shock for coming under fire"),
    Setting("save_six_fails", ("true", "false"), "RH-SAVE-1", "a save roll of 6 fails whatever the value"),
    Setting("macro_save", ("none", "armour", "cover"), "RH-MW-2", "the save everybody has against macro hits"),
    Setting(
        "barrage_hits",
        ("roll_per_integrity", "automatic"),
        "RH-BAR-5",
        "a barrage rolls for each point, or hits with it",
    ),
    Setting("barrage_modifiers", ("all", "action_only", "none"), "RH-BAR-6", "what changes the values of a barrage"),
    Setting("barrage_low_at", ("none", "1"), "RH-BAR-4", "the AT value of 1 or 2 barrage points"),
    Setting("bp_over_30", ("last_row", "refuse"), "RH-BAR-4", "more than 30 barrage points"),
    Setting("empty_units_soak", ("true", "false"), "RH-SUP-1", "units without ammo can be the ones suppressed"),
    Setting("we_suppression", ("one", "integrity"), "RH-SUP-3", "points of Shock that suppress a war engine"),
    Setting("metric", ("chebyshev", "manhattan", "euclidean"), "RH-ELIG-4", "how tiles are counted across corners"),
    Setting("cr_six_passes", ("true", "false"), "RH-ACT-1", "a 6 passes a test against 6"),
    Setting("los_and_range", ("separate", "same_unit"), "RH-ELIG-2", "one target unit must be seen and in range"),
    Setting("even_count", ("all_kinds", "per_kind"), "RH-ALLOC-5", "whether hits of all kinds are spread as one"),
    Setting("barrage_integrity", ("current", "starting"), "RH-BAR-5", "the points of integrity a barrage counts"),
    Setting("barrage_with_guns", ("no", "yes"), "RH-BAR-7", "other weapons fire beside a barrage"),
)
