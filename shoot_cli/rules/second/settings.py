"""Lines of the rules that groups read differently (section 10 of the rules); the first value is ours."""

from __future__ import annotations

from shoot_cli.core.ruleset import Setting

SETTINGS = (
    Setting(
        "overwatch_penalty", ("appearing_only", "always", "none"), "2E-OW-4",
        "whether shots on overwatch are harder: at targets that appear or vanish, always, never",
    ),
    Setting(
        "fast_target", ("10:-1 20:-2", "none"), "2E-HIT-4",
        "inches moved, and what they take off the roll to hit; or nothing",
    ),
    Setting("jam_turns", ("per_jam_die", "one"), "2E-SF-3", "for how many turns a jam silences a weapon"),
    Setting("penetrate_on", (">", ">="), "2E-AP-2", "whether a total as high as the armour penetrates"),
    Setting("casualty_choice", ("target_owner", "nearest_first"), "2E-CAS-1", "who is hit by plain hits"),
    Setting("character_targeting", ("closest_only", "free"), "2E-TGT-4", "when a character may be named as the target"),
    Setting("misfire", ("dud", "ask"), "2E-BLA-2", "what a misfire of the artillery die does"),
    Setting("hth_allocation", ("exact", "d6_rounded"), "2E-HTH-2", "how shots into a fight are shared out"),
    Setting("break_timing", ("end_of_phase", "end_of_turn"), "2E-BRK-1", "when break tests are taken"),
    Setting("sustained_same_unit", ("true", "false"), "2E-SF-4", "extra hits stay in the unit that was shot at"),
    Setting("measure_before_declare", ("false", "true"), "2E-TGT-2", "distances may be measured before naming targets"),
    Setting("second_rank_los", ("false", "true"), "2E-LOS-1", "models see past the front rank of their own unit"),
    Setting(
        "heavy_special_target", ("other_group", "other_category"), "2E-TGT-3",
        "what else heavy and special weapons may shoot at",
    ),
    Setting("hit_spread", ("one_each_first", "free"), "2E-CAS-1", "each model takes one hit before any takes two"),
    Setting("sustained_min_dice", ("0", "1"), "2E-SF-1", "how few sustained fire dice may be rolled"),
    Setting(
        "rapid_fire_jam", ("both_shots", "second_lost"), "2E-SF-3", "what a jam does to the other shot of rapid fire"
    ),
    Setting("scatter_hit_face", ("small_arrow", "on_target"), "2E-BLA-2", "what HIT of the scatter die does to a miss"),
    Setting("scatter_cap", ("none", "half_distance"), "2E-BLA-2", "how far a miss can scatter"),
    Setting("blast_partial", ("4+", "always"), "2E-TMP-2", "how models partly under a blast are hit"),
    Setting("vehicle_blast", ("covered_hit", "each_covered_4+"), "2E-VEH-4", "which locations a blast hits"),
)  # fmt: skip
